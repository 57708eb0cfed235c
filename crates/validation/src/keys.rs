//! Checks that the keys (eKeys) of the objects in a reference are unique.

use super::rule::slots_where;
use super::{Context, Rule, Subject};
use crate::diagnostic::codes;
use crate::model::{ObjectId, Value};
use modelwright_metamodel::ecore::{ClassId, FeatureId, Metamodel};
use rustc_hash::FxHashMap;
use std::fmt::Write as _;

pub(super) const RULE: Rule = Rule { concerns, start: || Box::new(check) };

/// The slots of lists with keys; `None` if the class has none.
fn concerns(metamodel: &Metamodel, class: ClassId) -> Option<Vec<usize>> {
    slots_where(metamodel, class, |f| metamodel[f].many() && !metamodel[f].keys().is_empty())
}

/// Reports objects of the references in `slots` if another object of the same reference has the same values of the key
/// attributes.
fn check(context: &mut Context<'_>, subject: Subject, slots: &[usize]) {
    let Some(object) = subject.object() else { return };
    let (model, metamodel) = (context.model, context.metamodel);
    let features = metamodel.table(model.class(object)).all_features();
    for feature in slots.iter().map(|slot| features[*slot]) {
        let (name, keys) = (metamodel[feature].name(), metamodel[feature].keys());
        let mut objects_by_key: FxHashMap<Vec<String>, ObjectId> = FxHashMap::default();
        for child in model.list(object, feature).objects() {
            let child_table = metamodel.table(model.class(child));
            if let Some(missing_attribute) = keys.iter().find(|key| child_table.slot(**key).is_none()) {
                let label = metamodel.feature_label(*missing_attribute);
                let message = format!(
                    "objects of `{name}` do not have the key attribute {label}, so keys cannot be checked"
                );
                // EMF cannot read such a key, and ends the check of the object with an exception.
                return context.fail(object, message, "use keys of the class that the reference requires");
            }
            let key_texts = keys.iter().map(|key| key_text(context, child, *key)).collect();
            if let Some(earlier) = objects_by_key.insert(key_texts, child) {
                let mut earlier_path = String::new();
                context.addresses.write_path(earlier, &mut earlier_path);
                let key_names: Vec<&str> = keys.iter().map(|key| metamodel[*key].name()).collect();
                let message = format!(
                    "two objects of `{name}` have the same {}; one of them is {earlier_path}",
                    key_names.join(", ")
                );
                context.report(codes::SAME_KEY, object, message, "change the key of one of them");
            }
        }
    }
}

/// The value of a key as a text that is equal only for equal values. Null differs from every other value.
pub(super) fn key_text(context: &Context<'_>, object: ObjectId, key: FeatureId) -> String {
    let model = context.model;
    if context.metamodel[key].many() {
        return spell_list(context, object, key);
    }
    let value = model.get(object, key);
    if let Value::Object(target) = value {
        // The first letter distinguishes objects, texts and lists from each other, and texts from null.
        return format!("o{}", target.index());
    }
    let mut out = if value == Value::Null { String::new() } else { "v".to_owned() };
    model.spell(key, value, &mut out);
    out
}

/// All values of a many-valued key as a text, each preceded by its length.
fn spell_list(context: &Context<'_>, object: ObjectId, key: FeatureId) -> String {
    // The letter distinguishes lists from objects and single values.
    let mut out = "l".to_owned();
    for value in context.model.list(object, key).iter() {
        let mut text = String::new();
        match value {
            Value::Object(target) => text = target.index().to_string(),
            value => context.model.spell(key, value, &mut text),
        }
        // The lengths ensure that two different lists never have the same text.
        let _ = write!(out, "{}:{text}", text.len());
    }
    out
}
