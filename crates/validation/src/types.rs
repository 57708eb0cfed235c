//! Finds values that EMF silently accepts, but that are probably mistakes: objects of the wrong class, null in a list,
//! and duplicates in a unique list.
//!
//! Under the rules of Java these are warnings, so that a document is valid here if it is valid in EMF, where null is a
//! value. Under declared rules (Decision 19) the first two are errors, because the value does not have the type of the
//! feature.

use super::rule::slots_where;
use super::{Checker, Context, Rule, Subject};
use crate::diagnostic::{Suggestions, codes};
use crate::model::{ObjectId, Value};
use modelwright_metamodel::ecore::{ClassId, FeatureId, Metamodel, ValueRules};
use rustc_hash::FxHashSet;

pub(super) const RULE: Rule = Rule { concerns, start: || Box::new(Types::default()) };

/// Checks the types of values, and suggests names of classes.
#[derive(Default)]
struct Types {
    suggestions: Suggestions,
}

/// The slots with lists whose values are checked, and those with references, except to the container.
fn concerns(metamodel: &Metamodel, class: ClassId) -> Option<Vec<usize>> {
    slots_where(metamodel, class, |feature| {
        let data = &metamodel[feature];
        let is_list = data.many() && !data.derived && !data.transient;
        let is_checked = data.typed.unique || metamodel.value_rules(feature) == ValueRules::Declared;
        (is_list && is_checked) || (data.is_reference() && !metamodel.is_container(feature))
    })
}

impl Checker for Types {
    /// Reports targets of a wrong class, nulls, and duplicates.
    fn check(&mut self, context: &mut Context<'_>, subject: Subject, slots: &[usize]) {
        let Some(object) = subject.object() else { return };
        let (model, metamodel) = (context.model, context.metamodel);
        let features = metamodel.table(model.class(object)).all_features();
        for feature in slots.iter().map(|slot| features[*slot]) {
            if metamodel[feature].is_reference() {
                let expected = metamodel.target(feature);
                for target in model.list(object, feature).objects() {
                    // The class of a proxy that is not resolved is uncertain.
                    if !metamodel.conforms(model.class(target), expected) && !model.is_proxy(target) {
                        self.report_class(context, object, feature, model.class(target));
                    }
                }
            }
            report_null(context, object, feature);
            warn_of_duplicate(context, object, feature);
        }
    }
}

impl Types {
    /// Reports a target of the wrong class: as a warning under the rules of Java, and as an error under declared rules.
    fn report_class(
        &mut self,
        context: &mut Context<'_>,
        object: ObjectId,
        feature: FeatureId,
        class: ClassId,
    ) {
        let metamodel = context.metamodel;
        let expected = metamodel.target(feature);
        let (found, expected_name) = (&metamodel[class].name, &metamodel[expected].name);
        let message = format!(
            "the feature `{}` requires objects of class {expected_name}, found one of class {found}",
            metamodel[feature].name()
        );
        let allowed = metamodel.concrete_subclasses(expected);
        // All suggestions for a document have a common budget, however many objects are of a wrong class.
        let suggestion = self.suggestions.nearest(found, allowed.map(|class| metamodel[class].name.as_str()));
        let help = suggestion.map_or_else(
            || format!("use {expected_name} or one of its subclasses"),
            |suggestion| format!("did you mean {suggestion}?"),
        );
        let location = (object, metamodel[feature].name());
        match metamodel.value_rules(feature) {
            ValueRules::Java => context.warn_feature(codes::WRONG_CLASS, location, message, &help),
            ValueRules::Declared => context.report_feature(codes::WRONG_CLASS, location, message, &help),
        }
    }
}

/// Reports null in a list of data values, under declared rules.
fn report_null(context: &mut Context<'_>, object: ObjectId, feature: FeatureId) {
    let data = &context.metamodel[feature];
    if !data.many() || data.is_reference() || context.metamodel.value_rules(feature) == ValueRules::Java {
        return;
    }
    if context.model.list(object, feature).iter().any(|value| value == Value::Null) {
        let message = format!("the list `{}` contains null", data.name());
        context.report_feature(
            codes::VALUE_TYPE,
            (object, data.name()),
            message,
            "remove the null, or replace it with a value",
        );
    }
}

/// Warns of a value that is in a unique list twice.
fn warn_of_duplicate(context: &mut Context<'_>, object: ObjectId, feature: FeatureId) {
    let data = &context.metamodel[feature];
    let list = context.model.list(object, feature);
    // A containment is not searched, because it can contain an object only once.
    if !data.typed.unique || !data.many() || data.is_containment() || list.len() < 2 {
        return;
    }
    let mut seen_values = FxHashSet::default();
    let Some(value) = list.iter().find(|value| !seen_values.insert(value_key(*value))) else { return };
    let quoted_text = value.text().map_or_else(String::new, |text| format!(" `{text}`"));
    let message = format!("the unique feature `{}` contains the value{quoted_text} twice", data.name());
    let help = "remove one of the values, or declare the feature `unique => false`";
    context.warn_feature(codes::DUPLICATE_VALUE, (object, data.name()), message, help);
}

/// A key that is equal only for equal values: the kind of the value, and its content as a number or as a text.
fn value_key(value: Value<'_>) -> (u8, u64, &str) {
    match value {
        Value::Null => (0, 0, ""),
        Value::Bool(v) => (1, u64::from(v), ""),
        Value::Int(v) => (2, v.cast_unsigned(), ""),
        // Like boxed numbers in Java, these are compared by their bits, so NaN equals itself.
        Value::Float(v) => (3, u64::from(v.to_bits()), ""),
        Value::Double(v) => (4, v.to_bits(), ""),
        Value::Char(v) => (5, u64::from(v), ""),
        Value::Enum(v) => (6, u64::from(v), ""),
        Value::String(text) => (7, 0, text),
        Value::Lexical(text) => (8, 0, text),
        Value::Object(id) => (9, id.index() as u64, ""),
    }
}
