//! Functions on types: `type`, `assert_type`, `unwrap`; and the types that texts name.

use super::super::call::{Lambda, mismatch};
use super::super::failure::{Stop, failure};
use super::super::quote::excerpt;
use super::super::rich::Sensitive;
use super::super::run::{Outcome, Run};
use super::super::types::{self, Type};
use super::super::{HostError, Program, Value};
use super::wrong_argument;
use crate::diagnostic::Source;
use crate::language::expression::{Expr, Unary};
use crate::language::logic;

/// Charges the cost of inferring the type of a value.
pub(super) fn charge(run: &mut Run<'_>, value: &Value) -> Result<(), Stop> {
    // Each level of a value is walked again, and the common type of its elements is computed by halves.
    let weight = value.weight();
    run.budget.step(u64::from(weight) * (u64::from(value.depth()) + 1 + u64::from(weight.ilog2())))?;
    run.budget.allocate(weight as usize * 64)
}

pub(super) fn type_of(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    let value = &arguments[0];
    charge(run, value)?;
    let ty = match arguments.get(1) {
        None => types::infer_set(value),
        Some(Value::String(how)) => match &**how {
            "detailed" => types::infer_set(value),
            "reduced" => types::infer(value),
            "generalized" => types::generalize(&types::infer(value)),
            _ => {
                return Err(failure(
                    "the second argument of `type` must be detailed, reduced or generalized",
                ));
            }
        },
        Some(other) => return Err(wrong_argument("type", "detailed, reduced or generalized", other)),
    };
    run.checked(Value::Type(ty))
}

pub(super) fn unwrap(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    let value = match arguments[0].rich::<Sensitive>() {
        Some(sensitive) => sensitive.0.clone(),
        None => arguments[0].clone(),
    };
    match lambda {
        Some(lambda) => run.call_lambda(lambda, &[value]),
        None => Ok(value),
    }
}

pub(super) fn assert_type(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    let (wanted, value) = (&arguments[0], &arguments[1]);
    // The variable is declared outside of the `match`, because the result refers to it.
    let parsed;
    let (wanted, ty) = match wanted {
        Value::Type(ty) => (wanted, ty.clone()),
        Value::String(text) => {
            let ty = type_from_text(run, text)?;
            parsed = Value::Type(ty.clone());
            (&parsed, ty)
        }
        other => return Err(wrong_argument("assert_type", "a type as first argument", other)),
    };
    let ty = &ty;
    if run.belongs(ty, value)? {
        return Ok(value.clone());
    }
    match lambda {
        Some(lambda) => {
            charge(run, value)?;
            run.call_lambda(lambda, &[wanted.clone(), Value::Type(types::infer_set(value))])
        }
        None => Err(failure(mismatch("the value", ty, value))),
    }
}

/// The type that a text such as `Array[Integer]` denotes. The text may contain only types and literals.
pub(super) fn type_from_text(run: &mut Run<'_>, text: &str) -> Result<Type, Stop> {
    let no_type = || failure(format!("'{}' is not a type", excerpt(text)));
    // The parser does not count steps, so its work is charged by the length of the text.
    run.budget.step(text.len() as u64 * 50 + 100)?;
    run.budget.allocate(text.len() * 200)?;
    let source = Source::new("type", text);
    let (piece, problems) = logic(&source, 0..text.len());
    // The text may come from data, so it must not call functions or read variables.
    if problems.has_errors() || !piece.expressions.iter().all(|(_, expr)| is_type_or_literal(expr)) {
        return Err(no_type());
    }
    let program = Program::new(&piece.expressions, &[piece.root], run.host);
    match program.run(run.host, run.budget, &[]) {
        Ok(Value::Type(ty)) => Ok(ty),
        Ok(_) => Err(no_type()),
        Err(problem) => Err(HostError::caused_by(problem).into()),
    }
}

fn is_type_or_literal(expr: Expr) -> bool {
    matches!(
        expr,
        Expr::TypeName(_)
            | Expr::Access { .. }
            | Expr::Undef
            | Expr::Default
            | Expr::Boolean(_)
            | Expr::Integer(_)
            | Expr::Float(_)
            | Expr::String(_)
            | Expr::Name(_)
            | Expr::Regex(_)
            | Expr::Hash(_)
            | Expr::Array(_)
            | Expr::Unary { operator: Unary::Minus, .. }
    )
}
