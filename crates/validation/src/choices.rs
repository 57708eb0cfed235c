//! Checks that exactly one alternative of an object with the type `Variant[…]` has a value.
//!
//! This module does not know which types this rule applies to.

use super::{Context, Rule, Subject};
use crate::diagnostic::codes;
use crate::model::{Model, ObjectId, Value};
use modelwright_metamodel::ecore::{ClassId, FeatureId, Metamodel};

pub(super) const RULE: Rule = Rule { concerns, start: || Box::new(check) };

/// All slots of a class that was created for a type `Variant[…]` in a metamodel with declared rules; `None` for any
/// other class.
fn concerns(metamodel: &Metamodel, class: ClassId) -> Option<Vec<usize>> {
    metamodel.is_checked_choice(class).then(|| (0..metamodel.table(class).all_features().len()).collect())
}

/// Reports an object unless exactly one of the features in `slots` has a value.
fn check(context: &mut Context<'_>, subject: Subject, slots: &[usize]) {
    let Some(object) = subject.object() else { return };
    let (model, metamodel) = (context.model, context.metamodel);
    let class = model.class(object);
    let features = metamodel.table(class).all_features();
    let join_names = |features: Vec<FeatureId>| {
        let names: Vec<String> =
            features.iter().map(|feature| format!("`{}`", metamodel[*feature].name())).collect();
        names.join(", ")
    };
    let alternatives: Vec<_> = slots.iter().map(|slot| features[*slot]).collect();
    let features_with_values: Vec<_> =
        alternatives.iter().copied().filter(|feature| has_value(model, object, *feature)).collect();
    match features_with_values.len() {
        1 => {}
        0 => {
            let message =
                format!("exactly one of {} must have a value, but none has", join_names(alternatives));
            context.report(codes::CHOICE, object, message, "set one of them");
        }
        _ => {
            let message = format!(
                "exactly one of {} must have a value, but {} have values",
                join_names(alternatives),
                join_names(features_with_values)
            );
            context.report(codes::CHOICE, object, message, "remove all values but one");
        }
    }
}

/// Whether a feature of an object has a value.
fn has_value(model: &Model, object: ObjectId, feature: FeatureId) -> bool {
    // For a single-valued feature, null is not a value, although the feature is set.
    let is_list = model.metamodel()[feature].many();
    model.is_set(object, feature) && (is_list || model.get(object, feature) != Value::Null)
}
