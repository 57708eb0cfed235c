//! Checks that keys are unique: among the objects of a reference with eKeys, and among the entries of a map.

use super::{Context, Rule, Subject};
use crate::diagnostic::codes;
use crate::ecore::{ClassId, FeatureId, Metamodel};
use crate::model::{ObjectId, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write as _;

/// References with keys.
pub(super) const KEYS: Rule = Rule { concerns: with_keys, start: || Box::new(check_keys) };

/// Maps.
pub(super) const ENTRIES: Rule = Rule { concerns: with_entries, start: || Box::new(check_entries) };

fn slots_where(
    metamodel: &Metamodel,
    class: ClassId,
    applies: impl Fn(FeatureId) -> bool,
) -> Option<Vec<usize>> {
    let features = metamodel.table(class).all_features().iter().enumerate();
    let slots: Vec<usize> = features.filter(|(_, f)| applies(**f)).map(|(at, _)| at).collect();
    (!slots.is_empty()).then_some(slots)
}

fn with_keys(metamodel: &Metamodel, class: ClassId) -> Option<Vec<usize>> {
    slots_where(metamodel, class, |f| metamodel[f].many() && !metamodel[f].keys().is_empty())
}

fn check_keys(context: &mut Context<'_>, subject: Subject, slots: &[usize]) {
    let Some(object) = subject.object() else { return };
    let (model, metamodel) = (context.model, context.metamodel);
    let features = metamodel.table(model.class(object)).all_features();
    for feature in slots.iter().map(|slot| features[*slot]) {
        let mut seen: FxHashMap<Vec<String>, ObjectId> = FxHashMap::default();
        for child in model.list(object, feature).objects() {
            let has = |key: &FeatureId| metamodel.table(model.class(child)).slot(*key).is_some();
            if let Some(key) = metamodel[feature].keys().iter().find(|key| !has(key)) {
                let (key, name) = (metamodel.feature_label(*key), metamodel[feature].name());
                let message =
                    format!("objects of `{name}` do not have its key {key}, so it cannot be checked");
                return context.fail(object, message, "use keys of the class that the reference requires");
            }
            let key = metamodel[feature].keys().iter().map(|key| spelled(context, child, *key)).collect();
            if let Some(earlier) = seen.insert(key, child) {
                let mut other = String::new();
                context.addresses.write_path(earlier, &mut other);
                let names: Vec<&str> =
                    metamodel[feature].keys().iter().map(|k| metamodel[*k].name()).collect();
                let message = format!(
                    "two objects of `{}` have the same {}; the other is {other}",
                    metamodel[feature].name(),
                    names.join(", ")
                );
                context.report(codes::SAME_KEY, object, message, "change the key of one");
            }
        }
    }
}

/// The value of a key; null differs from every text.
fn spelled(context: &Context<'_>, object: ObjectId, key: FeatureId) -> String {
    let model = context.model;
    if context.metamodel[key].many() {
        return spell_list(context, object, key);
    }
    let value = model.get(object, key);
    if let Value::Object(target) = value {
        return format!("o{}", target.index());
    }
    let mut out = if value == Value::Null { String::new() } else { "v".to_owned() };
    model.spell(key, value, &mut out);
    out
}

/// All values of a key that is a list, separated by their lengths.
fn spell_list(context: &Context<'_>, object: ObjectId, key: FeatureId) -> String {
    let mut out = "l".to_owned();
    for value in context.model.list(object, key).iter() {
        let mut text = String::new();
        match value {
            Value::Object(target) => text = target.index().to_string(),
            value => context.model.spell(key, value, &mut text),
        }
        let _ = write!(out, "{}:{text}", text.len());
    }
    out
}

fn with_entries(metamodel: &Metamodel, class: ClassId) -> Option<Vec<usize>> {
    slots_where(metamodel, class, |f| is_typeless(metamodel, f) || metamodel.holds_entries(f))
}

/// Whether a feature names no type at all, not even one that was not found.
fn is_typeless(metamodel: &Metamodel, feature: FeatureId) -> bool {
    metamodel.is_typeless(feature)
}

fn check_entries(context: &mut Context<'_>, subject: Subject, slots: &[usize]) {
    let Some(object) = subject.object() else { return };
    let (model, metamodel) = (context.model, context.metamodel);
    let features = metamodel.table(model.class(object)).all_features();
    for feature in slots.iter().map(|slot| features[*slot]) {
        let name = metamodel[feature].name();
        if is_typeless(metamodel, feature) {
            let message = format!("the feature `{name}` has no type, so the object cannot be checked");
            return context.fail(object, message, "give the feature a type in the metamodel");
        }
        let mut seen: FxHashSet<String> = FxHashSet::default();
        for entry in model.list(object, feature).objects() {
            let Some(key) = metamodel.feature(model.class(entry), "key") else { continue };
            let text = spelled(context, entry, key);
            if !seen.insert(text.clone()) {
                let shown: String = text.chars().skip(1).take(60).collect();
                let message = format!("the map `{name}` has the key `{shown}` twice");
                context.report(codes::SAME_MAP_KEY, object, message, "remove one of the entries");
            }
        }
    }
}
