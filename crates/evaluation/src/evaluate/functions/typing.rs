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
pub(super) fn charge_inference(run: &mut Run<'_>, value: &Value) -> Result<(), Stop> {
    // The cost is that of one walk for each level of the value, and of a search for the common type of the elements, in
    // which types are combined in pairs.
    let weight = value.weight();
    run.budget.step(u64::from(weight) * (u64::from(value.depth()) + 1 + u64::from(weight.ilog2())))?;
    // An estimate of the size of the types.
    run.budget.allocate(weight as usize * 64)
}

/// `type` and `type_of`: the type of a value.
pub(super) fn type_of(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    let value = &arguments[0];
    charge_inference(run, value)?;
    let ty = match arguments.get(1) {
        None => types::infer_set(value),
        Some(Value::String(detail)) => match &**detail {
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

/// `unwrap`: the content of a `Sensitive`, or the value itself.
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

/// `assert_type`: the value, if it belongs to the type; otherwise the result of the lambda, or a problem.
pub(super) fn assert_type(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    let value = &arguments[1];
    let ty = match &arguments[0] {
        Value::Type(ty) => ty.clone(),
        Value::String(text) => type_from_text(run, text)?,
        other => return Err(wrong_argument("assert_type", "a type as first argument", other)),
    };
    if run.belongs(&ty, value)? {
        return Ok(value.clone());
    }
    match lambda {
        Some(lambda) => {
            charge_inference(run, value)?;
            run.call_lambda(lambda, &[Value::Type(ty), Value::Type(types::infer_set(value))])
        }
        None => Err(failure(mismatch("the value", &ty, value))),
    }
}

/// The type that a text such as `Array[Integer]` denotes. The text may contain only types and literals.
pub(super) fn type_from_text(run: &mut Run<'_>, text: &str) -> Result<Type, Stop> {
    let not_a_type = || failure(format!("'{}' is not a type", excerpt(text)));
    // The parser does not count steps, so estimates of its work and its memory are charged by the length of the text.
    run.budget.step(text.len() as u64 * 50 + 100)?;
    run.budget.allocate(text.len() * 200)?;
    let source = Source::new("type", text);
    let (logic_text, problems) = logic(&source, 0..text.len());
    // The text may come from data, so it must not call functions or read variables.
    if problems.has_errors() || !logic_text.expressions.iter().all(|(_, expr)| is_type_or_literal(expr)) {
        return Err(not_a_type());
    }
    let program = Program::new(&logic_text.expressions, &[logic_text.root], run.host);
    match program.run(run.host, run.budget, &[]) {
        Ok(Value::Type(ty)) => Ok(ty),
        Ok(_) => Err(not_a_type()),
        Err(problem) => Err(HostError::caused_by(problem).into()),
    }
}

/// Whether an expression consists of types and literals, if its parts do.
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
