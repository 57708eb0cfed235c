//! Functions that exist only in Ruby: their values are not known, unless the caller provides a source of answers.
//!
//! Invariant: a call that may have declared something is not left out without a warning.

use super::{Answer, source};
use crate::builder::Builder;
use modelwright_evaluation::evaluate::{Evaluation, HostCall, Unknown, Value};
use modelwright_language::language::expression::{Expr, ExprId, Expressions};
use std::sync::Arc;

/// A function of Ruby, which is not evaluated.
#[derive(Debug)]
pub(crate) struct ForeignFunction {
    pub(crate) name: String,
    /// Why it is not evaluated.
    pub(crate) reason: String,
}

impl ForeignFunction {
    /// The value of a call. If the call is a statement, its effects are missing in the catalog, which is a warning.
    pub(crate) fn call(
        &self,
        builder: &Builder<'_>,
        call: &HostCall<'_>,
        run: &mut dyn Evaluation,
    ) -> Answer {
        if is_statement(&run.expressions(), call.at) {
            builder.warn_of_gap(
                &format!("{}, so what it does is missing in the catalog", self.reason),
                run,
                call.at,
            );
        }
        value_of_call(builder, &self.name, &self.reason, call, run)
    }
}

/// The value of a call that is not evaluated: the answer of the source, or a value that is not known, with the reason.
pub(crate) fn value_of_call(
    builder: &Builder<'_>,
    name: &str,
    reason: &str,
    call: &HostCall<'_>,
    run: &mut dyn Evaluation,
) -> Answer {
    let position = Builder::place(run, call.at);
    let place = (builder.environment.absolute(position.source.name()), position.line());
    let unknown_value = |reason: &str| {
        builder.record_unknown(reason);
        Value::Unknown(Arc::new(Unknown { reason: reason.to_owned(), place: Some(place.clone()) }))
    };
    let Some(source) = &builder.environment.functions else { return Ok(unknown_value(reason)) };
    if let Some(unknown_argument) = call.arguments.iter().find_map(Value::unknown) {
        return Ok(Value::Unknown(Arc::clone(unknown_argument)));
    }
    // Templates read the variables of their scope, too.
    let is_template = matches!(name, "template" | "inline_template");
    let variables = is_template.then(|| builder.visible_variables());
    match source::ask(&**source, name, call.arguments, variables, &place, run.budget())? {
        Some(value) => Ok(value),
        None => Ok(unknown_value(reason)),
    }
}

/// Whether the value of a call is not used: it is a statement, and not the last one of a function or lambda.
fn is_statement(expressions: &Expressions, call: ExprId) -> bool {
    let mut inner_expression = call;
    loop {
        let outer = expressions.iter().find(|(_, expression)| {
            let mut is_part = false;
            expressions.parts(*expression, |part| is_part |= part == inner_expression);
            is_part
        });
        let Some((outer, expression)) = outer else { return true };
        match expression {
            Expr::Block(statements) if expressions.list(statements).last() != Some(&inner_expression) => {
                return true;
            }
            Expr::Class { .. } | Expr::Define { .. } | Expr::Node { .. } => return true,
            // The value of the last statement is the value of its block, and likewise for a branch and its expression.
            Expr::Block(_) => inner_expression = outer,
            Expr::If { condition, .. } | Expr::Unless { condition, .. } if condition != inner_expression => {
                inner_expression = outer;
            }
            Expr::CaseOption { body, .. } if body == inner_expression => inner_expression = outer,
            Expr::Case { on, .. } if on != inner_expression => inner_expression = outer,
            _ => return false,
        }
    }
}
