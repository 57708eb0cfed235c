//! Warns of expressions that are valid, but mean something else in other languages.
//!
//! Invariant: such expressions are evaluated as in Puppet, so the problems are warnings. This module does not know
//! which names exist.

use super::expression::{Binary, Expr, ExprId, Expressions, List, Unary};
use crate::diagnostic::{Diagnostic, Diagnostics, codes};

/// Warns of each such expression in the order of the table.
pub(super) fn check(all: &Expressions) -> Diagnostics {
    let mut found = Diagnostics::new();
    for (id, expr) in all.iter() {
        if let Some((at, message, help)) = slip(all, id, expr) {
            let warning = Diagnostic::warning(codes::MANIFEST_RULE, message);
            found.push(warning.at(all.source(), all.span(at)).help(help));
        }
    }
    found
}

fn slip(all: &Expressions, id: ExprId, expr: Expr) -> Option<(ExprId, String, &'static str)> {
    match expr {
        Expr::Name(name) if matches!(all.text(name), "null" | "nil" | "none") => {
            let message = format!("`{}` is a string here", all.text(name));
            Some((id, message, "write `undef`, or quote the string"))
        }
        Expr::Binary { operator: Binary::Times, right, .. } => {
            // `2 ** 3` is read as `2 * (*3)`.
            let is_power = matches!(all[right], Expr::Unary { operator: Unary::Splat, .. });
            let message = "`**` is not an operator: it multiplies by an array".to_owned();
            is_power.then_some((id, message, "write `$x * $x`"))
        }
        // Only without a lambda; a function that has one may well take a hash as an argument.
        Expr::Call { function, arguments, lambda: None, .. } => arrow_function(all, function, arguments),
        Expr::If { condition, .. } | Expr::Unless { condition, .. } => assigned(all, condition),
        // The value of a lambda is that of its last statement.
        Expr::Lambda { body, .. } => assigned(all, last(all, body)),
        _ => None,
    }
}

/// Warns of a hash as the argument of a function that requires a lambda: `.map(x => x.name)`.
fn arrow_function(
    all: &Expressions,
    function: ExprId,
    arguments: List,
) -> Option<(ExprId, String, &'static str)> {
    let Expr::Name(name) = all[function] else { return None };
    let takes_lambda = ["all", "any", "each", "filter", "map", "reduce"].contains(&all.text(name));
    let last = *all.list(arguments).last().filter(|_| takes_lambda)?;
    let Expr::Hash(pairs) = all[last] else { return None };
    let (key, _) = all.pairs(pairs).next()?;
    let is_parameter = matches!(all[key], Expr::Name(_) | Expr::Variable(_));
    let message = format!("`=>` makes a hash, which is an argument of `{}`", all.text(name));
    is_parameter.then_some((last, message, "write a lambda after the call: `.map |$x| { $x.name }`"))
}

/// The last statement of a block.
fn last(all: &Expressions, body: ExprId) -> ExprId {
    match all[body] {
        Expr::Block(statements) => all.list(statements).last().copied().unwrap_or(body),
        _ => body,
    }
}

/// Warns of an assignment where a comparison was probably meant.
fn assigned(all: &Expressions, id: ExprId) -> Option<(ExprId, String, &'static str)> {
    let mut inner = id;
    while let Expr::Parenthesized(operand) = all[inner] {
        inner = operand;
    }
    let Expr::Assign { target, .. } = all[inner] else { return None };
    let Expr::Variable(name) = all[target] else { return None };
    let message = format!("this assigns `${}`, and its value is used", all.text(name));
    Some((inner, message, "write `==` to compare"))
}
