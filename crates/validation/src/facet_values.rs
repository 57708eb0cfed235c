//! Checks every value against the facets of its data type.
//!
//! The module [`facets`](super::facets) checks single values. This rule selects the values to check, and reports the
//! violations that EMF reports.

use super::facets::{Violation, declares, violations};
use super::rule::slots_where;
use super::{Context, Rule, Subject};
use crate::diagnostic::{codes, shorten};
use crate::model::{ObjectId, Value};
use modelwright_metamodel::ecore::{ClassId, Classifier, DataTypeId, FeatureId, Metamodel};

pub(super) const RULE: Rule = Rule { concerns, start: || Box::new(check) };

/// The slots of attributes whose data types declare facets; `None` if the class has none.
fn concerns(metamodel: &Metamodel, class: ClassId) -> Option<Vec<usize>> {
    slots_where(metamodel, class, |feature| match metamodel[feature].typed.classifier() {
        Some(Classifier::DataType(id)) => declares(metamodel, id),
        _ => false,
    })
}

/// Reports the values in `slots` that violate a facet.
fn check(context: &mut Context<'_>, subject: Subject, slots: &[usize]) {
    let Some(object) = subject.object() else { return };
    let (model, metamodel) = (context.model, context.metamodel);
    let features = metamodel.table(model.class(object)).all_features();
    for feature in slots.iter().map(|slot| features[*slot]) {
        let Some(Classifier::DataType(data_type)) = metamodel[feature].typed.classifier() else {
            continue;
        };
        // Only an invalid metamodel gives a reference a data type (MW0412). The targets of the reference are objects,
        // so facets do not apply to them.
        if metamodel[feature].is_reference() {
            continue;
        }
        // EMF does not check a feature that is not set, such as one whose value is the default.
        if !model.is_set(object, feature) {
            warn_of_default(context, object, (feature, data_type));
            continue;
        }
        if let Err(reason) = check_values(context, object, feature, data_type) {
            let name = &metamodel[data_type].name;
            let message = format!("the facets of `{name}` cannot be checked: {reason}");
            // For such facets, EMF ends the check of the object with an exception.
            return context.fail(object, message, "correct the facets in the metamodel");
        }
    }
}

/// Reports the values of a feature that violate a facet.
///
/// # Errors
/// The reason why the facets cannot be checked.
fn check_values(
    context: &mut Context<'_>,
    object: ObjectId,
    feature: FeatureId,
    data_type: DataTypeId,
) -> Result<(), String> {
    let (model, metamodel) = (context.model, context.metamodel);
    let name = metamodel[feature].name();
    // EMF reports a wrong kind of date once for a feature, and only if there is no other problem.
    let (mut feature_violation, mut has_reported) = (None, false);
    for value in model.list(object, feature).iter().filter(|value| *value != Value::Null) {
        let mut spelling = String::new();
        model.spell(feature, value, &mut spelling);
        for violation in violations(metamodel, &mut context.facets, data_type, &spelling)? {
            if violation.is_of_feature() {
                feature_violation.get_or_insert_with(|| (spelling.clone(), violation));
            } else {
                report(context, object, name, &spelling, &violation);
                has_reported = true;
            }
        }
    }
    if let Some((spelling, violation)) = feature_violation.filter(|_| !has_reported) {
        report(context, object, name, &spelling, &violation);
    }
    Ok(())
}

/// Warns of an invalid value that EMF does not check because it equals the default. Such a value is either in the
/// document, or is the default of Java for a required feature. Defaults that a metamodel declares are not checked here,
/// but with the metamodel.
fn warn_of_default(
    context: &mut Context<'_>,
    object: ObjectId,
    (feature, data_type): (FeatureId, DataTypeId),
) {
    let (model, data) = (context.model, &context.metamodel[feature]);
    // In Java, a feature without a declared default has the default of its Java type, such as 0.
    let is_implied = data.default_literal.is_none() && data.typed.required();
    let is_checked = is_implied || model.has_stored_value(object, feature);
    let value = model.get(object, feature);
    if data.many() || value == Value::Null || !is_checked {
        return;
    }
    let mut spelling = String::new();
    model.spell(feature, value, &mut spelling);
    let violations = violations(context.metamodel, &mut context.facets, data_type, &spelling);
    let Some(violation) = violations.unwrap_or_default().into_iter().next() else { return };
    let message = format!(
        "the value `{}` of `{}` must be {}; EMF accepts it, because it is the default",
        shorten(&spelling),
        data.name(),
        violation.expected
    );
    let help = "correct the value, or declare a default that the type allows";
    context.warn_feature(codes::DEFAULT_BREAKS_FACET, (object, data.name()), message, help);
}

/// Reports a value that violates a facet.
fn report(context: &mut Context<'_>, object: ObjectId, feature: &str, value: &str, violation: &Violation) {
    let message = format!("the value `{}` of `{feature}` must be {}", shorten(value), violation.expected);
    let help = "correct the value, or the data type's facets";
    context.report_feature(violation.code, (object, feature), message, help);
}
