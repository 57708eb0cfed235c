//! Interprets the result of a check or an invariant.

use super::rule::{Role, Rule};
use crate::diagnostic::{Code, Diagnostic, codes};
use crate::ecore::Metamodel;
use crate::evaluate::{Value, type_of_text};

/// The meaning of the result of a rule.
pub(super) enum Verdict {
    /// The object or the value satisfies the rule.
    Accepted,
    /// The object violates the rule: a code and a message.
    Violated(Code, String),
    /// The rule itself is invalid.
    Invalid(Diagnostic),
}

/// Interprets the result of a rule for an object, or for a value of a feature.
pub(super) fn judge(
    rule: &Rule,
    metamodel: &Metamodel,
    checked_value: Option<&Value>,
    answer: &Value,
) -> Verdict {
    let code = match rule.role {
        Role::Type => codes::FACET_PATTERN,
        _ if rule.feature.is_some() => codes::CHECK_VIOLATED,
        _ => codes::INVARIANT_VIOLATED,
    };
    match answer {
        // This follows ARM-7's table of results. ARM-7's first example of an invariant contradicts that table: its
        // condition is false for valid objects.
        Value::Undef | Value::Boolean(true) => Verdict::Accepted,
        Value::Boolean(false) => Verdict::Violated(code, standard_message(rule, metamodel, checked_value)),
        Value::String(message) => Verdict::Violated(code, message.to_string()),
        other => {
            let (rule, result_type) = (rule.describe(metamodel), other.type_of());
            let message = format!("{rule} has a value of type {result_type}, which is not a valid result");
            let problem = Diagnostic::error(codes::LOGIC_FAILED, message);
            Verdict::Invalid(
                problem.help(
                    "return true or undef if the checked value or object is valid, otherwise false or a string with the message",
                ),
            )
        }
    }
}

/// The message for a rule whose result is false.
fn standard_message(rule: &Rule, metamodel: &Metamodel, checked_value: Option<&Value>) -> String {
    match (rule.feature, &rule.title) {
        (Some(feature), Some(constraint)) if rule.role == Role::Type => {
            let text = checked_value.map(Value::to_model_text).unwrap_or_default();
            let name = metamodel[feature].name();
            let message = format!("the value `{text}` of `{name}` is not of the type `{constraint}`");
            match checked_value.and_then(|value| misspelling(constraint, value)) {
                Some(reason) => format!("{message}: {reason}"),
                None => message,
            }
        }
        (Some(feature), _) => {
            // The wording of the standard messages is that of ARM-7.
            let value = checked_value.map(Value::to_text).unwrap_or_default();
            format!("Illegal value: {value} is not an acceptable value for {}", metamodel[feature].name())
        }
        (None, Some(title)) => title.clone(),
        (None, None) => "Illegal invariant".to_owned(),
    }
}

/// Why a text is not a valid value of a type whose values models store as text; `None` if it is valid, or the values of
/// the type are not stored as text.
pub(super) fn misspelling(constraint: &str, value: &Value) -> Option<String> {
    let ty = type_of_text(constraint).ok()?;
    ty.value_of_text(value.text()?)?.err()
}
