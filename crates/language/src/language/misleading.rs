//! Warns of expressions that are valid, but mean something else in other languages.
//!
//! Invariants: such expressions are evaluated as in Puppet, so the problems are warnings. This module does not know
//! which features and literals exist; its callers do.

use super::expression::{Assign, Binary, CallForm, Expr, ExprId, Expressions, List, Unary};
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use rustc_hash::FxHashSet;

/// Warns of each expression that means something else in other languages. Warnings of assignments that are the values
/// of lambdas come last.
pub(super) fn check(expressions: &Expressions) -> Diagnostics {
    // A manifest declares no enumerations, so no word is one of their literals.
    let mut warnings = check_parts(expressions, &|_: &str| false);
    for (_, expr) in expressions.iter() {
        // The value of a lambda is that of its last statement.
        let Expr::Lambda { body, .. } = expr else { continue };
        let value = last_statement(expressions, body);
        if let Some(misleading) = assignment_as_value(expressions, value) {
            warnings.push(misleading.warning(expressions));
        }
    }
    warnings
}

/// A part of an expression that probably means something else in other languages.
struct MisleadingPart {
    part: ExprId,
    message: String,
    help: &'static str,
}

impl MisleadingPart {
    /// The warning of this part.
    fn warning(self, expressions: &Expressions) -> Diagnostic {
        warning(expressions, self.part, self.message).help(self.help)
    }
}

/// A warning at an expression.
fn warning(expressions: &Expressions, id: ExprId, message: String) -> Diagnostic {
    Diagnostic::warning(codes::MANIFEST_RULE, message).at(expressions.source(), expressions.span(id))
}

/// Warns like [`check`], but not of assignments as the value of a lambda, which set features in the logic of types, and
/// not of words that are literals of an enumeration.
pub(super) fn check_parts(expressions: &Expressions, is_literal: &dyn Fn(&str) -> bool) -> Diagnostics {
    let mut warnings = Diagnostics::new();
    for (id, expr) in expressions.iter() {
        let Some(misleading) = misleading_part(expressions, id, expr) else { continue };
        if !matches!(expr, Expr::Name(name) if is_literal(expressions.text(name))) {
            warnings.push(misleading.warning(expressions));
        }
    }
    warnings
}

/// Warns of words that have the name of a variable, and are used where a variable is likely: as the subject of a
/// comparison or a call, in arithmetic, or as the value of a block.
///
/// `results` are the expressions whose values are results, apart from those of lambdas.
pub(super) fn bare_variables(
    expressions: &Expressions,
    results: &[ExprId],
    is_variable: &dyn Fn(&str) -> bool,
) -> Diagnostics {
    let mut words = Vec::new();
    let mut parameters = FxHashSet::default();
    results.iter().for_each(|id| words.push(last_statement(expressions, *id)));
    for (_, expr) in expressions.iter() {
        if let Expr::Parameter { name, .. } = expr {
            parameters.insert(expressions.text(name));
        }
        subjects(expressions, expr, &mut |id| words.push(id));
    }
    // A word may be used in two of these ways, and the warnings must be in the order of the text.
    words.sort_unstable_by_key(|id| id.index());
    words.dedup();
    let mut warnings = Diagnostics::new();
    for id in words {
        let Expr::Name(name) = expressions[id] else { continue };
        let name = expressions.text(name);
        if parameters.contains(name) || is_variable(name) {
            let help = format!("write `${name}`, or quote the string");
            warnings.push(warning(expressions, id, format!("`{name}` is a string here")).help(help));
        }
    }
    warnings
}

/// Calls `visit` for the parts of an expression that make little sense if they are strings.
fn subjects(expressions: &Expressions, expr: Expr, visit: &mut dyn FnMut(ExprId)) {
    match expr {
        Expr::Access { on, .. } => visit(on),
        Expr::Call { form: CallForm::Chained, arguments, .. } => {
            expressions.list(arguments).first().into_iter().for_each(|id| visit(*id));
        }
        Expr::Unary { operand, .. } => visit(operand),
        // The other side may be the name of a literal.
        Expr::Binary {
            operator: Binary::Equal | Binary::NotEqual | Binary::Match | Binary::NoMatch | Binary::In,
            left,
            ..
        } => visit(left),
        Expr::Binary { left, right, .. } => [left, right].into_iter().for_each(visit),
        Expr::If { condition, .. } | Expr::Unless { condition, .. } => visit(condition),
        Expr::Lambda { body, .. } => visit(last_statement(expressions, body)),
        _ => {}
    }
}

/// The part of an expression that probably means something else in other languages; `None` if there is no such part.
fn misleading_part(expressions: &Expressions, id: ExprId, expr: Expr) -> Option<MisleadingPart> {
    match expr {
        Expr::Name(name) if matches!(expressions.text(name), "null" | "nil" | "none") => {
            let message = format!("`{}` is a string here", expressions.text(name));
            Some(MisleadingPart { part: id, message, help: "write `undef`, or quote the string" })
        }
        Expr::Binary { operator: Binary::Times, right, .. } => {
            // `2 ** 3` is read as `2 * (*3)`.
            if !matches!(expressions[right], Expr::Unary { operator: Unary::Splat, .. }) {
                return None;
            }
            let message = "`**` is not an operator: it multiplies by an array".to_owned();
            Some(MisleadingPart { part: id, message, help: "write `$x * $x`" })
        }
        // A call with a lambda may also have a hash as an argument, so only calls without one are examined.
        Expr::Call { function, arguments, lambda: None, .. } => {
            arrow_function(expressions, function, arguments)
        }
        Expr::If { condition, .. } | Expr::Unless { condition, .. } => {
            assignment_as_value(expressions, condition)
        }
        _ => None,
    }
}

/// The last argument of a call, if it is a hash, and the function requires a lambda: `.map(x => x.name)`.
fn arrow_function(expressions: &Expressions, function: ExprId, arguments: List) -> Option<MisleadingPart> {
    let Expr::Name(name) = expressions[function] else { return None };
    let name = expressions.text(name);
    if !["all", "any", "each", "filter", "map", "reduce"].contains(&name) {
        return None;
    }
    let last_argument = *expressions.list(arguments).last()?;
    let Expr::Hash(pairs) = expressions[last_argument] else { return None };
    let (key, _) = expressions.pairs(pairs).next()?;
    // Only a name or a variable can be meant as the parameter of a lambda.
    if !matches!(expressions[key], Expr::Name(_) | Expr::Variable(_)) {
        return None;
    }
    let message = format!("`=>` creates a hash, which is an argument of `{name}`");
    let help = "write a lambda after the call: `.map |$x| { $x.name }`";
    Some(MisleadingPart { part: last_argument, message, help })
}

/// The last statement of a block.
fn last_statement(expressions: &Expressions, body: ExprId) -> ExprId {
    match expressions[body] {
        Expr::Block(statements) => expressions.list(statements).last().copied().unwrap_or(body),
        _ => body,
    }
}

/// An expression whose value is used, if it is an assignment to a variable, perhaps in parentheses: a comparison was
/// probably meant.
fn assignment_as_value(expressions: &Expressions, id: ExprId) -> Option<MisleadingPart> {
    let mut inner = id;
    while let Expr::Parenthesized(operand) = expressions[inner] {
        inner = operand;
    }
    let Expr::Assign { target, .. } = expressions[inner] else { return None };
    let Expr::Variable(name) = expressions[target] else { return None };
    let message = format!("this assigns `${}`, and the assigned value is used", expressions.text(name));
    Some(MisleadingPart { part: inner, message, help: "write `==` to compare" })
}

/// The help for `$object.name = …`: logic reads features in this form, but sets them in another one.
pub(super) fn help_for_feature(
    expressions: &Expressions,
    operator: Assign,
    target: ExprId,
) -> Option<String> {
    let Expr::Call { form: CallForm::Chained, function, arguments, lambda: None } = expressions[target]
    else {
        return None;
    };
    let (Expr::Name(name), [receiver]) = (expressions[function], expressions.list(arguments)) else {
        return None;
    };
    let Expr::Variable(variable) = expressions[*receiver] else { return None };
    let (variable, name) = (expressions.text(variable), expressions.text(name));
    let sign = match operator {
        Assign::Set => "=",
        Assign::Append => "+=",
        Assign::Delete => "-=",
    };
    Some(format!("to set a feature, write `${variable}[{name}] {sign} …`"))
}
