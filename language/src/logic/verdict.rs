//! What the answer of a check or an invariant means.

use super::compile::{Role, Rule};
use crate::diagnostic::{Code, Diagnostic, codes};
use crate::ecore::Metamodel;
use crate::evaluate::Value;

/// What is to be made of an answer.
pub(super) enum Verdict {
    Fine,
    /// The object is wrong, with this code and message.
    Violated(Code, String),
    /// The rule is.
    Wrong(Diagnostic),
}

/// What a rule's answer says of an object, or of the value that it was asked about.
pub(super) fn verdict(rule: &Rule, metamodel: &Metamodel, it: Option<&Value>, answer: &Value) -> Verdict {
    let code = match rule.role {
        Role::Type => codes::FACET_PATTERN,
        _ if rule.feature.is_some() => codes::CHECK_VIOLATED,
        _ => codes::INVARIANT_VIOLATED,
    };
    match answer {
        Value::Undef | Value::Boolean(true) => Verdict::Fine,
        Value::Boolean(false) => Verdict::Violated(code, standard_message(rule, metamodel, it)),
        Value::String(message) => Verdict::Violated(code, message.to_string()),
        other => {
            let (rule, ty) = (rule.described(metamodel), other.type_of());
            let message = format!("{rule} gives a value of type {ty}, which says neither yes nor no");
            let problem = Diagnostic::error(codes::LOGIC_FAILED, message);
            Verdict::Wrong(problem.help("it has to give a message, false, true or undef"))
        }
    }
}

fn standard_message(rule: &Rule, metamodel: &Metamodel, it: Option<&Value>) -> String {
    match (rule.feature, &rule.title) {
        (Some(feature), Some(constraint)) if rule.role == Role::Type => {
            let it = it.map(Value::to_text).unwrap_or_default();
            format!("the value `{it}` of `{}` is not of the type `{constraint}`", metamodel[feature].name())
        }
        (Some(feature), _) => {
            let it = it.map(Value::to_text).unwrap_or_default();
            format!("Illegal value: {it} is not an acceptable value for {}", metamodel[feature].name())
        }
        (None, Some(title)) => title.clone(),
        (None, None) => "Illegal invariant".to_owned(),
    }
}
