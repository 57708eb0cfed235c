//! Does every value keep the facets that its data type declares (ExtendedMetaData)?
//!
//! Looked at: least and greatest number, least and greatest length, and the list of allowed values,
//! each also as inherited from the base type. Patterns are XML Schema's and are not looked at here.

use super::Context;
use crate::diagnostic::codes;
use crate::ecore::{Classifier, DataTypeId, EXTENDED_META_DATA, FeatureId, Metamodel, annotation};
use crate::model::{ObjectId, Value};

pub(super) fn check(context: &mut Context<'_>, object: ObjectId) {
    let metamodel = context.metamodel;
    for feature in metamodel.table(context.model.class(object)).all_features() {
        let data = &metamodel[*feature];
        let Some(Classifier::DataType(data_type)) = data.typed.classifier() else { continue };
        // Nearly all data types declare nothing, so that is the quick way out.
        if metamodel[data_type].annotations.is_empty() || data.is_reference() {
            continue;
        }
        for value in context.model.list(object, *feature).iter() {
            value_of(context, object, *feature, data_type, value);
        }
    }
}

fn value_of(
    context: &mut Context<'_>,
    object: ObjectId,
    feature: FeatureId,
    data_type: DataTypeId,
    value: Value<'_>,
) {
    if value == Value::Null {
        return;
    }
    let mut spelled = String::new();
    context.model.spell(feature, value, &mut spelled);
    for (name, facet) in facets(context.metamodel, data_type) {
        let Some(expected) = violated(&name, &facet, &spelled) else { continue };
        let shown: String = spelled.chars().take(60).collect();
        let message =
            format!("the value `{shown}` of `{}` must be {expected}", context.metamodel[feature].name());
        context.report(codes::FACET, object, message, "correct the value, or the data type's facets");
    }
}

/// The facets of a data type and of those that it is based on, nearest first.
fn facets(metamodel: &Metamodel, start: DataTypeId) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut at = Some(start);
    // A chain of base types may have a cycle; ten are more than anyone writes.
    for _ in 0..10 {
        let Some(data) = at.map(|id| &metamodel[id]) else { break };
        let Some(declared) = annotation(&data.annotations, EXTENDED_META_DATA) else { break };
        let pairs = declared.details.iter().filter_map(|(key, value)| Some((key.clone()?, value.clone()?)));
        found.extend(pairs);
        at = declared.detail("baseType").and_then(|name| match metamodel.classifier(data.package, name) {
            Some(Classifier::DataType(id)) => Some(id),
            _ => None,
        });
    }
    found
}

/// What a facet asks for, where a value does not keep it.
fn violated(name: &str, facet: &str, value: &str) -> Option<String> {
    let number = || Some((value.parse::<f64>().ok()?, facet.parse::<f64>().ok()?));
    let length = || Some((value.encode_utf16().count(), facet.parse::<usize>().ok()?));
    let (kept, expected) = match name {
        "minInclusive" => (number().is_none_or(|(v, f)| v >= f), format!("at least {facet}")),
        "maxInclusive" => (number().is_none_or(|(v, f)| v <= f), format!("at most {facet}")),
        "minExclusive" => (number().is_none_or(|(v, f)| v > f), format!("greater than {facet}")),
        "maxExclusive" => (number().is_none_or(|(v, f)| v < f), format!("less than {facet}")),
        "length" => (length().is_none_or(|(v, f)| v == f), format!("{facet} characters long")),
        "minLength" => (length().is_none_or(|(v, f)| v >= f), format!("at least {facet} characters long")),
        "maxLength" => (length().is_none_or(|(v, f)| v <= f), format!("at most {facet} characters long")),
        "enumeration" => {
            let mut allowed = facet.split(' ').map(|item| item.replace("%20", " "));
            (allowed.any(|item| item == value), format!("one of {facet}"))
        }
        _ => (true, String::new()),
    };
    (!kept).then_some(expected)
}

#[cfg(test)]
mod tests {
    use super::violated;

    #[test]
    fn facets_ask_for_what_they_say() {
        for (name, facet, good, bad) in [
            ("minInclusive", "1", "1", "0"),
            ("maxInclusive", "1.5", "1.5", "1.6"),
            ("minExclusive", "0", "0.1", "0"),
            ("maxExclusive", "10", "9", "10"),
            ("length", "2", "äö", "abc"),
            ("minLength", "1", "x", ""),
            ("maxLength", "3", "abc", "abcd"),
            ("enumeration", "red dark%20blue", "dark blue", "blue"),
        ] {
            assert_eq!(violated(name, facet, good), None, "{name} {good}");
            assert!(violated(name, facet, bad).is_some(), "{name} {bad}");
        }
        assert_eq!(violated("pattern", "x", "y"), None);
    }
}
