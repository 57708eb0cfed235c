//! What EMF accepts without a word, but was probably not meant: objects of a class that a reference does
//! not take, and values twice where they should be unique.
//!
//! Warnings only, so that a document is valid here where it is to EMF.

use super::{Context, Rule, Subject};
use crate::diagnostic::codes;
use crate::ecore::{ClassId, FeatureId, Metamodel};
use crate::model::{ObjectId, Value};
use rustc_hash::FxHashSet;

pub(super) const RULE: Rule = Rule { concerns, check };

fn concerns(metamodel: &Metamodel, class: ClassId) -> Option<Vec<usize>> {
    let looked_at = |feature: FeatureId| {
        let data = &metamodel[feature];
        let unique = data.typed.unique && data.many() && !data.derived && !data.transient;
        unique || (data.is_reference() && !metamodel.is_container(feature))
    };
    let features = metamodel.table(class).all_features().iter().enumerate();
    let slots: Vec<usize> = features.filter(|(_, f)| looked_at(**f)).map(|(at, _)| at).collect();
    (!slots.is_empty()).then_some(slots)
}

fn check(context: &mut Context<'_>, subject: Subject, slots: &[usize]) {
    let Some(object) = subject.object() else { return };
    let (model, metamodel) = (context.model, context.metamodel);
    let features = metamodel.table(model.class(object)).all_features();
    for feature in slots.iter().map(|slot| features[*slot]) {
        if metamodel[feature].is_reference() {
            let expected = metamodel.target(feature);
            for target in model.list(object, feature).objects() {
                if !metamodel.conforms(model.class(target), expected) && !model.is_proxy(target) {
                    wrong_class(context, object, feature, model.class(target));
                }
            }
        }
        twice(context, object, feature);
    }
}

fn wrong_class(context: &mut Context<'_>, object: ObjectId, feature: FeatureId, class: ClassId) {
    let metamodel = context.metamodel;
    let expected = metamodel.target(feature);
    let (found, wanted) = (&metamodel[class].name, &metamodel[expected].name);
    let message = format!(
        "the feature `{}` takes objects of {wanted}, found one of {found}",
        metamodel[feature].name()
    );
    let fitting = metamodel.concrete_subclasses(expected);
    let near = context.suggestions.nearest(found, fitting.map(|c| metamodel[c].name.as_str()));
    let help = near
        .map_or_else(|| format!("use {wanted} or one of its subclasses"), |n| format!("did you mean {n}?"));
    context.report_warning_of(codes::WRONG_CLASS, (object, metamodel[feature].name()), message, &help);
}

fn twice(context: &mut Context<'_>, object: ObjectId, feature: FeatureId) {
    let data = &context.metamodel[feature];
    let list = context.model.list(object, feature);
    // What an object contains is there once anyhow.
    if !data.typed.unique || !data.many() || data.is_containment() || list.len() < 2 {
        return;
    }
    let mut seen = FxHashSet::default();
    let Some(value) = list.iter().find(|value| !seen.insert(key(*value))) else { return };
    let shown = value.text().map_or_else(String::new, |text| format!(" `{text}`"));
    let message = format!("the unique feature `{}` has the value{shown} twice", data.name());
    let help = "remove one, or declare it `unique => false`";
    context.report_warning_of(codes::VALUE_TWICE, (object, data.name()), message, help);
}

/// A value in a form that can be looked up.
fn key(value: Value<'_>) -> (u8, u64, &str) {
    match value {
        Value::Null => (0, 0, ""),
        Value::Bool(v) => (1, u64::from(v), ""),
        Value::Int(v) => (2, v.cast_unsigned(), ""),
        Value::Float(v) => (3, u64::from(v.to_bits()), ""),
        Value::Double(v) => (4, v.to_bits(), ""),
        Value::Char(v) => (5, u64::from(v), ""),
        Value::Enum(v) => (6, u64::from(v), ""),
        Value::String(text) => (7, 0, text),
        Value::Lexical(text) => (8, 0, text),
        Value::Object(id) => (9, id.index() as u64, ""),
    }
}
