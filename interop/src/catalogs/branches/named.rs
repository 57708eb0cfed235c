//! What a comparison of two catalogs names: by the comparison of `modelwright catalog diff`, by its program, and by a small
//! comparison of Puppet's JSON that shares no code with it.

use modelwright_catalog::compare::{Change, Comparison, ParameterChange, SideValue};
use serde_json::{Map, Value as Json};
use std::collections::{BTreeMap, BTreeSet};

/// A resource that is named, and how.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Named {
    pub(super) resource: String,
    /// `added`, `removed` or `changed`.
    change: String,
    /// The parameters with the JSON of their values before and after, by name.
    parameters: BTreeMap<String, [Option<String>; 2]>,
}

/// What is named for each node.
pub(super) type NamedOfNodes = BTreeMap<String, BTreeSet<Named>>;

/// What Puppet writes in the place of a secret, and what is written in the place of a value that is one on the other side.
const SECRET: &str = "Sensitive [value redacted]";
const NO_SECRET: &str = "not marked as a secret";

/// Compares two catalogs of Puppet by the types, titles and parameters of their resources.
pub(super) fn of_puppet(before: &Json, after: &Json) -> BTreeSet<Named> {
    let (before, after) = (resources(before), resources(after));
    let references: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let named = references.into_iter().filter_map(|reference| {
        let sides = [before.get(reference).copied(), after.get(reference).copied()];
        let parameters = parameters(sides);
        let change = match sides {
            [Some(_), Some(_)] if parameters.is_empty() => return None,
            [Some(_), Some(_)] => "changed",
            [None, _] => "added",
            _ => "removed",
        };
        Some(Named { resource: reference.clone(), change: change.to_owned(), parameters })
    });
    named.collect()
}

fn resources(catalog: &Json) -> BTreeMap<String, &Json> {
    let resources = catalog["resources"].as_array().into_iter().flatten();
    let word = |resource: &Json, name: &str| resource[name].as_str().unwrap_or_default().to_owned();
    resources
        .map(|resource| (format!("{}[{}]", word(resource, "type"), word(resource, "title")), resource))
        .collect()
}

/// The parameters that are not the same.
fn parameters(sides: [Option<&Json>; 2]) -> BTreeMap<String, [Option<String>; 2]> {
    let nothing = Map::new();
    let values = sides.map(|side| side.and_then(|side| side["parameters"].as_object()).unwrap_or(&nothing));
    let names: BTreeSet<&String> = values.iter().flat_map(|values| values.keys()).collect();
    let mut found = BTreeMap::new();
    for name in names {
        let values = values.map(|values| values.get(name));
        // A value that becomes a secret is a change, although the catalogs have the same text for it.
        let marks = sides.map(|side| side.is_some_and(|side| is_listed(side, name)));
        if values[0] != values[1] || marks[0] != marks[1] {
            found.insert(name.clone(), shown(values, marks));
        }
    }
    if let [Some(before), Some(after)] = sides
        && before["exported"] != after["exported"]
    {
        let sides = [before, after].map(|side| Some(side["exported"].to_string()));
        found.insert("exported".to_owned(), sides);
    }
    found
}

fn is_listed(resource: &Json, name: &str) -> bool {
    resource["sensitive_parameters"].as_array().into_iter().flatten().any(|listed| listed == name)
}

fn shown(values: [Option<&Json>; 2], marks: [bool; 2]) -> [Option<String>; 2] {
    let has_secret = [0, 1].map(|side| marks[side] || values[side].is_some_and(has_secret));
    [0, 1].map(|side| {
        let value = values[side]?;
        let text = match (marks[side], has_secret[side], has_secret[1 - side]) {
            (true, ..) => Json::from(SECRET),
            // The value may be the secret of the other side.
            (_, false, true) => Json::from(NO_SECRET),
            _ => without_secrets(value),
        };
        Some(text.to_string())
    })
}

fn is_secret(value: &Json) -> bool {
    value["__ptype"] == "Sensitive"
}

fn has_secret(value: &Json) -> bool {
    is_secret(value)
        || value.as_array().is_some_and(|items| items.iter().any(has_secret))
        || value.as_object().is_some_and(|pairs| pairs.values().any(has_secret))
}

fn without_secrets(value: &Json) -> Json {
    match value {
        value if is_secret(value) => Json::from(SECRET),
        Json::Array(items) => items.iter().map(without_secrets).collect(),
        Json::Object(pairs) => {
            pairs.iter().map(|(key, value)| (key.clone(), without_secrets(value))).collect()
        }
        value => value.clone(),
    }
}

/// What the comparison of the command names.
pub(super) fn of_comparison(comparison: &Comparison) -> NamedOfNodes {
    let mut found = NamedOfNodes::new();
    for (change, nodes) in comparison.changes() {
        let Change { resource, kind, parameters, .. } = change;
        let parameter = |ParameterChange { name, before, after }: &ParameterChange| {
            let sides =
                [before, after].map(|side| side.as_ref().map(|SideValue { json, .. }| same_text(json)));
            (name.clone(), sides)
        };
        let named = Named {
            resource: resource.clone(),
            change: kind.as_str().to_owned(),
            parameters: parameters.iter().map(parameter).collect(),
        };
        for node in nodes {
            found.entry(node.clone()).or_default().insert(named.clone());
        }
    }
    found
}

/// What the lines of the program's output name.
pub(super) fn of_output(output: &str) -> Result<NamedOfNodes, String> {
    let mut found = NamedOfNodes::new();
    for line in output.lines() {
        let line: Json = serde_json::from_str(line).map_err(|e| format!("{e}: {line}"))?;
        // A node that is not compared is no change; Puppet does not compile it, either.
        if line["change"] == "not compared" {
            continue;
        }
        let text = |value: &Json| value.as_str().unwrap_or_default().to_owned();
        let parameters = line["parameters"].as_array().into_iter().flatten().map(|parameter| {
            let sides = ["before", "after"].map(|side| {
                let side = &parameter[side];
                side.is_object().then(|| side["value"].to_string())
            });
            (text(&parameter["name"]), sides)
        });
        let named = Named {
            resource: text(&line["resource"]),
            change: text(&line["change"]),
            parameters: parameters.collect(),
        };
        for node in line["nodes"].as_array().into_iter().flatten() {
            found.entry(text(node)).or_default().insert(named.clone());
        }
    }
    Ok(found)
}

/// JSON in the form in which this program writes it.
fn same_text(json: &str) -> String {
    serde_json::from_str::<Json>(json).map_or_else(|_| json.to_owned(), |value| value.to_string())
}

/// The first items that only one of two sets has, as lines.
pub(super) fn differences(puppet: &BTreeSet<Named>, ours: &BTreeSet<Named>) -> Vec<String> {
    let only = |side: &str, these: &BTreeSet<Named>, those: &BTreeSet<Named>| {
        let items = these.difference(those).take(2);
        items.map(|item| format!("only {side}: {item:?}")).collect::<Vec<_>>()
    };
    let mut lines = only("Puppet's", puppet, ours);
    lines.extend(only("ours", ours, puppet));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn catalog(parameters: &Json, sensitive: &Json) -> Json {
        json!({ "resources": [{
            "type": "File", "title": "/a", "parameters": parameters, "sensitive_parameters": sensitive,
        }]})
    }

    #[test]
    fn values_and_marks_of_secrets_are_compared() {
        let plain = catalog(&json!({ "mode": "x", "content": "s" }), &json!([]));
        let secret = catalog(&json!({ "mode": "x", "content": "s" }), &json!(["content"]));
        assert!(of_puppet(&plain, &plain).is_empty());
        let named: Vec<_> = of_puppet(&plain, &secret).into_iter().collect();
        assert_eq!(named[0].parameters.len(), 1);
        assert_eq!(
            named[0].parameters["content"],
            [Some(format!("{NO_SECRET:?}")), Some(format!("{SECRET:?}"))]
        );
        let gone: Vec<_> = of_puppet(&plain, &json!({})).into_iter().collect();
        assert_eq!((gone[0].change.as_str(), gone[0].parameters.len()), ("removed", 2));
    }
}
