//! The parts of an expression.

use super::{Expr, ExprId, Expressions, List};

impl Expressions {
    /// Calls a function with each part of an expression, in the order of the text, except that the function of a
    /// chained call comes first.
    pub fn parts(&self, expr: Expr, mut each: impl FnMut(ExprId)) {
        let list = |list: List, each: &mut dyn FnMut(ExprId)| {
            for id in self.list(list) {
                each(*id);
            }
        };
        let each = &mut each;
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
            Expr::Template(all) | Expr::Array(all) | Expr::Hash(all) | Expr::Block(all) => list(all, each),
            Expr::Heredoc { syntax, text } => {
                syntax.into_iter().for_each(&mut *each);
                each(text);
            }
            Expr::Unary { operand: one, .. }
            | Expr::Parenthesized(one)
            // The names of attributes and parameters are strings, not expressions, so they are not parts.
            | Expr::Attribute { value: one, .. }
            | Expr::AttributeSplat(one) => each(one),
            Expr::Access { on, keys: all }
            | Expr::Selector { on, options: all }
            | Expr::Case { on, options: all }
            | Expr::Resource { ty: on, bodies: all, .. }
            | Expr::ResourceBody { title: on, attributes: all }
            | Expr::ResourceDefaults { ty: on, attributes: all, .. }
            | Expr::ResourceOverride { target: on, attributes: all, .. } => {
                each(on);
                list(all, each);
            }
            Expr::Query { on, test } => {
                each(on);
                test.into_iter().for_each(each);
            }
            Expr::Binary { left, right, .. }
            | Expr::Relation { left, right, .. }
            | Expr::Assign { target: left, value: right, .. } => {
                each(left);
                each(right);
            }
            Expr::If { condition, then, otherwise } | Expr::Unless { condition, then, otherwise } => {
                each(condition);
                each(then);
                otherwise.into_iter().for_each(each);
            }
            Expr::CaseOption { values, body } => {
                list(values, each);
                each(body);
            }
            Expr::Call { form: _, function, arguments, lambda } => {
                each(function);
                list(arguments, each);
                lambda.into_iter().for_each(each);
            }
            Expr::Lambda { parameters, result, body } => {
                list(parameters, each);
                result.into_iter().for_each(&mut *each);
                each(body);
            }
            Expr::Parameter { ty, default, .. } => ty.into_iter().chain(default).for_each(each),
            Expr::Collect { ty, query, attributes, .. } => {
                each(ty);
                query.into_iter().for_each(&mut *each);
                list(attributes, each);
            }
            Expr::Class { name, parameters, parent, body } => {
                each(name);
                list(parameters, each);
                parent.into_iter().for_each(&mut *each);
                each(body);
            }
            Expr::Define { name, parameters, body } => {
                each(name);
                list(parameters, each);
                each(body);
            }
            Expr::Function { name, parameters, result, body } => {
                each(name);
                list(parameters, each);
                result.into_iter().for_each(&mut *each);
                each(body);
            }
            Expr::Node { hosts, parent, body } => {
                list(hosts, each);
                parent.into_iter().for_each(&mut *each);
                each(body);
            }
            Expr::TypeAlias { name, value, with } => {
                each(name);
                each(value);
                with.into_iter().for_each(each);
            }
        }
    }
}
