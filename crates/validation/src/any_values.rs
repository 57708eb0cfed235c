//! Checks the values of attributes of types such as `Data` and `Scalar`.
//!
//! In EMF these values are texts, so under the rules of Java a value of the wrong type is only a warning. This module
//! does not know how values are written.

use super::rule::slots_where;
use super::{Context, Rule, Subject};
use crate::diagnostic::codes;
use modelwright_metamodel::ecore::{AnyKind, AnyValue, ClassId, FeatureId, Metamodel, ValueRules};

pub(super) const RULE: Rule = Rule { concerns, start: || Box::new(check) };

/// The slots of attributes with values of any kind; `None` if the class has none.
fn concerns(metamodel: &Metamodel, class: ClassId) -> Option<Vec<usize>> {
    slots_where(metamodel, class, |feature| metamodel.any_kind(feature).is_some())
}

/// Reports the first invalid value of each feature in `slots`.
fn check(context: &mut Context<'_>, subject: Subject, slots: &[usize]) {
    let Some(object) = subject.object() else { return };
    let (model, metamodel) = (context.model, context.metamodel);
    let features = metamodel.table(model.class(object)).all_features();
    for feature in slots.iter().map(|slot| features[*slot]) {
        let Some(kind) = metamodel.any_kind(feature) else { continue };
        if !model.is_set(object, feature) {
            continue;
        }
        let mut texts = model.list(object, feature).iter().filter_map(|value| value.text());
        let Some(message) = texts.find_map(|text| problem_message(metamodel, feature, kind, text)) else {
            continue;
        };
        let location = (object, metamodel[feature].name());
        match metamodel.value_rules(feature) {
            // In EMF, these values are texts, and every text is valid, so this is only a warning (Decision 20).
            ValueRules::Java => context.warn_feature(codes::VALUE_TYPE, location, message, HELP),
            ValueRules::Declared => context.report_feature(codes::VALUE_TYPE, location, message, HELP),
        }
    }
}

/// The help for an invalid value.
const HELP: &str = "correct the value, or declare the attribute with another type";

/// The message for a text that is not a value of the type; `None` if it is one.
fn problem_message(metamodel: &Metamodel, feature: FeatureId, kind: AnyKind, text: &str) -> Option<String> {
    let (name, expected) = (metamodel[feature].name(), kind.expectation());
    match AnyValue::from_text(text) {
        Ok(AnyValue::Null) if !metamodel[feature].many() && metamodel[feature].typed.required() => {
            Some(format!("`{name}` requires a value, found null"))
        }
        Ok(value) if kind.accepts(&value) => None,
        Ok(value) => {
            let (ty, found) = (kind.name(), value.kind());
            Some(format!("`{name}` requires {expected} (`{ty}`), found {found}: `{text}`"))
        }
        Err(reason) => Some(format!("the value `{text}` of `{name}` cannot be read: {reason}")),
    }
}
