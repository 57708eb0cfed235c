//! Checks that the number of values of every feature is within its bounds.
//!
//! A required feature is present if it has a value, which may be its default. An unsettable feature must be set; under
//! declared rules (Decision 19) it must be set to a value other than null. Computed values count like stored ones. A
//! document root must have one element in each of its feature maps, regardless of their bounds.

use super::rule::slots_where;
use super::{Context, Rule, Subject};
use crate::diagnostic::codes;
use crate::model::{Any, FeatureMapEntry, Model, ObjectId, Value};
use modelwright_metamodel::ecore::extended::{self, XmlKind, is_document_root};
use modelwright_metamodel::ecore::{ClassId, FeatureId, Metamodel, ValueRules};

pub(super) const RULE: Rule = Rule { concerns, start: || Box::new(check) };

/// The slots of features with bounds, and of the feature maps of a document root; `None` if the class has neither.
fn concerns(metamodel: &Metamodel, class: ClassId) -> Option<Vec<usize>> {
    let is_root = is_document_root(metamodel, class);
    slots_where(metamodel, class, |id| {
        let feature = &metamodel[id];
        let typed = &feature.typed;
        // The values that Ecore computes for its own elements are never missing, or have their own rules.
        let is_computed = feature.derived && metamodel.is_ecore_package(metamodel[feature.owner].package);
        let has_bounds =
            if is_many(metamodel, id) { typed.lower > 0 || typed.upper > 0 } else { typed.lower >= 1 };
        // Documents never contain the factory of a package, which EMF always sets.
        let is_checked = has_bounds && !is_computed && feature.name() != "eFactoryInstance";
        is_checked || (is_root && metamodel.is_feature_map(id))
    })
}

/// Whether a feature is a list. An unspecified upper bound (-2) means a single value here; a feature map is always a
/// list.
fn is_many(metamodel: &Metamodel, feature: FeatureId) -> bool {
    let upper = metamodel[feature].typed.upper;
    upper > 1 || upper == -1 || metamodel.is_feature_map(feature)
}

/// Reports features in `slots` that have too few or too many values.
fn check(context: &mut Context<'_>, subject: Subject, slots: &[usize]) {
    let Some(object) = subject.object() else { return };
    let (model, metamodel) = (context.model, context.metamodel);
    let class = model.class(object);
    let is_root = is_document_root(metamodel, class);
    let features = metamodel.table(class).all_features();
    for (slot, feature) in slots.iter().map(|slot| (*slot, features[*slot])) {
        if is_root && metamodel.is_feature_map(feature) {
            check_elements(context, object, slot, feature);
        } else if is_many(metamodel, feature) {
            check_count(context, object, slot, feature);
        } else {
            check_value(context, object, feature);
        }
    }
}

/// Reports a required feature with a single value that is not set.
fn check_value(context: &mut Context<'_>, object: ObjectId, feature: FeatureId) {
    let (model, metamodel) = (context.model, context.metamodel);
    let data = &metamodel[feature];
    let is_null = model.get(object, feature) == Value::Null;
    let is_missing = if data.unsettable {
        // In Java, the feature may be set to null. Under declared rules, null is not a value of a required feature
        // (Decision 19).
        let is_declared = metamodel.value_rules(feature) == ValueRules::Declared;
        !model.is_set(object, feature) || (is_declared && is_null)
    } else {
        is_null
    };
    if is_missing {
        let message = format!("the required feature `{}` must be set", data.name());
        context.report_feature(codes::REQUIRED, (object, data.name()), message, "set it");
    }
}

/// Reports a list, which is stored in `slot`, with too few or too many values.
fn check_count(context: &mut Context<'_>, object: ObjectId, slot: usize, list: FeatureId) {
    let (model, metamodel) = (context.model, context.metamodel);
    let data = &metamodel[list];
    let (lower, upper) = (i64::from(data.typed.lower), i64::from(data.typed.upper));
    let count = if metamodel.is_feature_map(list) {
        model.map_entries(object, slot).len()
    } else {
        model.list(object, list).len()
    };
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    if count < lower {
        let message =
            format!("the feature `{}` has {count} values, but requires at least {lower}", data.name());
        context.report_feature(codes::TOO_FEW, (object, data.name()), message, "add the missing values");
    }
    if upper > 0 && count > upper {
        let message = format!("the feature `{}` has {count} values, but allows at most {upper}", data.name());
        let help = "remove some values, or raise the bound in the metamodel";
        context.report_feature(codes::TOO_MANY, (object, data.name()), message, help);
    }
}

/// Reports a document root with no element or several elements in the feature map `map`, which is stored in `slot`.
/// Text, comments and instructions are ignored.
fn check_elements(context: &mut Context<'_>, object: ObjectId, slot: usize, map: FeatureId) {
    let (model, metamodel) = (context.model, context.metamodel);
    let count = model
        .map_entries(object, slot)
        .into_iter()
        .filter(|entry| is_element(model, object, map, *entry))
        .count();
    if count != 1 {
        let name = metamodel[map].name();
        let message =
            format!("the feature `{name}` of the document root has {count} elements, but must have one");
        let help = if count == 0 { "add the element" } else { "remove all elements but one" };
        context.report_feature(codes::DOCUMENT_ROOT, (object, name), message, help);
    }
}

/// Whether an entry of the feature map `map` is an element.
fn is_element(model: &Model, object: ObjectId, map: FeatureId, entry: FeatureMapEntry) -> bool {
    let metamodel = model.metamodel();
    match entry {
        FeatureMapEntry::Member { slot, named } => {
            let feature = named.unwrap_or_else(|| metamodel.table(model.class(object)).all_features()[slot]);
            extended::kind(&metamodel[feature]) == XmlKind::Element
        }
        FeatureMapEntry::Any(position) => match model.any().and_then(|any| any.entry(position)) {
            Some(Any::Element(..) | Any::Object { .. }) => true,
            // The values of a wildcard for attributes are attributes; those of any other wildcard are elements.
            Some(Any::Value(..)) => extended::kind(&metamodel[map]) != XmlKind::AttributeWildcard,
            Some(Any::Text(_) | Any::Instruction { .. }) | None => false,
        },
    }
}
