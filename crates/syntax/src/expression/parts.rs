//! The parts of an expression.

use super::{Expr, ExprId, Expressions, List};

impl Expressions {
    /// Calls a function with each part of an expression, in the order of the text, except that the function of a
    /// chained call comes first.
    pub fn parts(&self, expr: Expr, mut visit: impl FnMut(ExprId)) {
        let visit_list = |list: List, visit: &mut dyn FnMut(ExprId)| {
            for id in self.list(list) {
                visit(*id);
            }
        };
        let visit = &mut visit;
        match expr {
            // Every kind is listed, without a wildcard, so that a new kind cannot be forgotten here.
            Expr::Nothing
            | Expr::Undef
            | Expr::Default
            | Expr::Boolean(_)
            | Expr::Integer(_)
            | Expr::Float(_)
            | Expr::String(_)
            | Expr::Regex(_)
            | Expr::Name(_)
            | Expr::TypeName(_)
            | Expr::Variable(_)
            | Expr::Reserved(_) => {}
            Expr::Template(members) | Expr::Array(members) | Expr::Hash(members) | Expr::Block(members) => {
                visit_list(members, visit);
            }
            Expr::Heredoc { syntax, text } => {
                syntax.into_iter().for_each(&mut *visit);
                visit(text);
            }
            Expr::Unary { operand: part, .. }
            | Expr::Parenthesized(part)
            // The names of attributes and parameters are strings, not expressions, so they are not parts.
            | Expr::Attribute { value: part, .. }
            | Expr::AttributeSplat(part) => visit(part),
            Expr::Access { on, keys: members }
            | Expr::Selector { on, options: members }
            | Expr::Case { on, options: members }
            | Expr::Resource { ty: on, bodies: members, .. }
            | Expr::ResourceBody { title: on, attributes: members }
            | Expr::ResourceDefaults { ty: on, attributes: members, .. }
            | Expr::ResourceOverride { target: on, attributes: members, .. } => {
                visit(on);
                visit_list(members, visit);
            }
            Expr::Query { on, test } => {
                visit(on);
                test.into_iter().for_each(visit);
            }
            Expr::Binary { left, right, .. }
            | Expr::Relation { left, right, .. }
            | Expr::Assign { target: left, value: right, .. } => {
                visit(left);
                visit(right);
            }
            Expr::If { condition, then, otherwise } | Expr::Unless { condition, then, otherwise } => {
                visit(condition);
                visit(then);
                otherwise.into_iter().for_each(visit);
            }
            Expr::CaseOption { values, body } => {
                visit_list(values, visit);
                visit(body);
            }
            Expr::Call { form: _, function, arguments, lambda } => {
                visit(function);
                visit_list(arguments, visit);
                lambda.into_iter().for_each(visit);
            }
            Expr::Lambda { parameters, result, body } => {
                visit_list(parameters, visit);
                result.into_iter().for_each(&mut *visit);
                visit(body);
            }
            Expr::Parameter { ty, default, .. } => ty.into_iter().chain(default).for_each(visit),
            Expr::Collect { ty, query, attributes, .. } => {
                visit(ty);
                query.into_iter().for_each(&mut *visit);
                visit_list(attributes, visit);
            }
            Expr::Class { name, parameters, parent, body } => {
                visit(name);
                visit_list(parameters, visit);
                parent.into_iter().for_each(&mut *visit);
                visit(body);
            }
            Expr::Define { name, parameters, body } => {
                visit(name);
                visit_list(parameters, visit);
                visit(body);
            }
            Expr::Function { name, parameters, result, body } => {
                visit(name);
                visit_list(parameters, visit);
                result.into_iter().for_each(&mut *visit);
                visit(body);
            }
            Expr::Node { hosts, parent, body } => {
                visit_list(hosts, visit);
                parent.into_iter().for_each(&mut *visit);
                visit(body);
            }
            Expr::TypeAlias { name, value, with } => {
                visit(name);
                visit(value);
                with.into_iter().for_each(visit);
            }
        }
    }
}
