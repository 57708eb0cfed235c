//! Compares our reading of YAML with recorded tables of Ruby's Psych.
//!
//! A table has one JSON object on each line: the text under `yaml`, and either the value (`type`, `value`)
//! or `error`. A line of `scalars.jsonl` represents the document `k: TEXT`.

use super::Summary;
use modelwright_metamodel::diagnostic::Source;
use modelwright_metamodel::input::Limits;
use modelwright_notations::yaml::{self, Entries, NodeId, Scalar, Tree, Value, YamlVariant};
use serde_json::{Value as Json, json};
use std::path::Path;

/// The maximum number of nodes: more than any case of a table needs, except the expansion of nested aliases.
const MAX_NODES: u64 = 1_000_000;

/// Compares both tables of `oracles/psych` in the shared directory.
pub(crate) fn run(shared: &Path) -> Result<Summary, String> {
    let mut summary = Summary::default();
    for (name, is_scalar) in [("scalars.jsonl", true), ("documents.jsonl", false)] {
        let path = shared.join("oracles/psych").join(name);
        let table = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        for (number, line) in table.lines().enumerate() {
            let case: Json =
                serde_json::from_str(line).map_err(|error| format!("{name}:{}: {error}", number + 1))?;
            match compare(&case, is_scalar) {
                None => summary.agreed += 1,
                Some(difference) => summary.differences.push(format!("{name}:{}: {difference}", number + 1)),
            }
        }
    }
    Ok(summary)
}

/// Describes how our reading differs; `None` if it does not.
fn compare(case: &Json, is_scalar: bool) -> Option<String> {
    let text = case["yaml"].as_str().unwrap_or_default();
    let document = if is_scalar { format!("k: {text}\n") } else { text.to_owned() };
    let source = Source::new("case", document);
    let (trees, diagnostics) = yaml::parse(&source, YamlVariant::Psych, Limits::default());
    let ours = match trees.first() {
        Some(tree) if !diagnostics.has_errors() => Ok(describe(tree, is_scalar)),
        _ => Err(diagnostics.iter().next().map(ToString::to_string).unwrap_or_default()),
    };
    let theirs = case.as_object().filter(|case| !case.contains_key("error")).map(|case| {
        let mut value = case.clone();
        value.remove("yaml");
        Json::Object(value)
    });
    match (&ours, &theirs) {
        (Err(_), None) => None,
        (Ok(ours), Some(theirs)) if is_equal(ours, theirs) => None,
        (Ok(ours), _) => Some(format!("{text:?}\n  ours:   {ours}\n  theirs: {case}")),
        (Err(error), _) => Some(format!("{text:?}\n  ours:   {error}\n  theirs: {case}")),
    }
}

/// Compares values, ignoring the address in Ruby's representation of an object.
fn is_equal(ours: &Json, theirs: &Json) -> bool {
    match (ours, theirs) {
        (Json::Array(ours), Json::Array(theirs)) => {
            ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(ours, theirs)| is_equal(ours, theirs))
        }
        (Json::Object(ours), Json::Object(theirs)) => {
            let is_object =
                ours.get("type") == theirs.get("type") && ours.get("type") == Some(&json!("Object"));
            let alike = |key: &String| matches!((ours.get(key), theirs.get(key)), (Some(a), Some(b)) if is_equal(a, b));
            is_object || (ours.len() == theirs.len() && ours.keys().all(alike))
        }
        (Json::Number(ours), Json::Number(theirs)) => ours.as_f64() == theirs.as_f64(),
        _ => ours == theirs,
    }
}

fn describe(tree: &Tree, is_scalar: bool) -> Json {
    let value = if is_scalar { tree.get(tree.root(), "k") } else { Some(tree.root()) };
    if tree.expanded_size() > MAX_NODES {
        return json!({ "type": "too many nodes" });
    }
    match value {
        Some(id) => describe_node(tree, id),
        None => json!({ "document": describe_node(tree, tree.root()) }),
    }
}

fn describe_node(tree: &Tree, id: NodeId) -> Json {
    match tree.value(id) {
        Value::Scalar(scalar) => describe_scalar(scalar),
        Value::List(items) => {
            let items: Vec<Json> = items.iter().map(|item| describe_node(tree, *item)).collect();
            json!({ "type": "Array", "value": items })
        }
        Value::Map(entries) => json!({ "type": "Hash", "value": describe_entries(tree, entries) }),
        Value::Object(class, _) => json!({ "type": class, "value": format!("#<{class}>") }),
    }
}

fn describe_entries(tree: &Tree, entries: Entries<'_>) -> Vec<Json> {
    entries.iter().map(|(key, value)| json!([describe_node(tree, key), describe_node(tree, value)])).collect()
}

fn describe_scalar(scalar: &Scalar) -> Json {
    let (kind, value) = match scalar {
        Scalar::Null => return json!({ "type": "nil" }),
        Scalar::Bool(value) => ("Boolean", json!(value)),
        Scalar::Int(value) => ("Integer", json!(value.to_string())),
        Scalar::BigInt(digits) => ("Integer", json!(digits)),
        Scalar::Float(value) if value.is_finite() => ("Float", json!(value)),
        Scalar::Float(value) if value.is_nan() => ("Float", json!("NaN")),
        Scalar::Float(value) => ("Float", json!(if *value > 0.0 { "Infinity" } else { "-Infinity" })),
        Scalar::String(text) => ("String", json!(text)),
        Scalar::Bytes(bytes) => {
            ("Bytes", json!(bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>()))
        }
        Scalar::Symbol(text) => ("Symbol", json!(text)),
        Scalar::Date(date) => ("Date", json!(date.to_string())),
        Scalar::Time(time) => ("Time", json!(time.to_string())),
        Scalar::Regexp(regexp) => ("Regexp", json!(regexp.to_string())),
        Scalar::Range(range) => {
            let dots = if range.exclusive { "..." } else { ".." };
            ("Range", json!(format!("{}{dots}{}", show(&range.begin), show(&range.end))))
        }
        Scalar::Class(name) => ("Class", json!(name)),
    };
    json!({ "type": kind, "value": value })
}

/// A scalar at the end of a range, in the form of Ruby's `to_s`.
fn show(scalar: &Scalar) -> String {
    match describe_scalar(scalar).get("value") {
        None => String::new(),
        Some(Json::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    }
}
