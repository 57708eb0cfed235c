//! Problems as a document in SARIF 2.1.0, for code scanning and editors.

use super::ProblemForm;
use modelwright_metamodel::diagnostic::{
    Code, Diagnostic, Edit, Fix, Label, Position, Severity, printable_json,
};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;

pub(super) const FORM: ProblemForm = ProblemForm { render, document: Some(document) };

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// A result; the rule of its code has the code as its id.
fn render(diagnostic: &Diagnostic, _has_colour: bool) -> String {
    let level = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let message = match &diagnostic.help {
        Some(help) => format!("{}\n{help}", diagnostic.message),
        None => diagnostic.message.clone(),
    };
    let mut result = Map::new();
    result.insert("ruleId".to_owned(), json!(diagnostic.code.id()));
    result.insert("level".to_owned(), json!(level));
    result.insert("message".to_owned(), json!({ "text": message }));
    let mut labels = diagnostic.labels.iter();
    let mut location = labels.next().map(location).unwrap_or_default();
    let names = [&diagnostic.object, &diagnostic.key];
    if let Some(name) = names.into_iter().flatten().find(|name| !name.is_empty()) {
        location.insert("logicalLocations".to_owned(), json!([{ "fullyQualifiedName": name }]));
    }
    if !location.is_empty() {
        result.insert("locations".to_owned(), json!([location]));
    }
    // The ids need to differ only within a result.
    let related_locations: Vec<Value> =
        labels.zip(1..).map(|(label, id)| related_location(label, id)).collect();
    if !related_locations.is_empty() {
        result.insert("relatedLocations".to_owned(), json!(related_locations));
    }
    if let Some(correction) = &diagnostic.fix {
        result.insert("fixes".to_owned(), json!([fix(correction)]));
    }
    printable_json(&Value::Object(result).to_string()).into_owned()
}

/// A further place of a problem. `id` distinguishes it from the others of the problem.
fn related_location(label: &Label, id: usize) -> Value {
    let mut location = location(label);
    location.insert("id".to_owned(), json!(id));
    location.insert("message".to_owned(), json!({ "text": label.text }));
    Value::Object(location)
}

/// The file and the region of a place.
fn location(label: &Label) -> Map<String, Value> {
    let place = json!({
        "artifactLocation": { "uri": uri(label.source.name()) },
        "region": region(label.position(), label.end()),
    });
    Map::from_iter([("physicalLocation".to_owned(), place)])
}

/// The lines and columns from one position to another.
fn region(start: Position, end: Position) -> Value {
    json!({
        "startLine": start.line,
        "startColumn": start.column,
        "endLine": end.line,
        "endColumn": end.column,
    })
}

/// A correction, with its edits grouped by file.
fn fix(fix: &Fix) -> Value {
    // SARIF groups edits by file, and one correction may concern several.
    let mut files: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
    for Edit { source, range, replacement } in &fix.edits {
        files.entry(source.name()).or_default().push(json!({
            "deletedRegion": region(source.position(range.start), source.position(range.end)),
            "insertedContent": { "text": replacement },
        }));
    }
    let changes = files.into_iter().map(|(file, replacements)| {
        json!({ "artifactLocation": { "uri": uri(file) }, "replacements": replacements })
    });
    json!({ "artifactChanges": changes.collect::<Vec<_>>() })
}

/// The name of a file as a reference relative to the current directory.
fn uri(name: &str) -> String {
    let mut uri = String::with_capacity(name.len());
    // An absolute path needs a scheme: a reference that begins with a slash depends on its base.
    if name.starts_with('/') {
        uri.push_str("file://");
    }
    for byte in name.bytes() {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' => uri.push(char::from(byte)),
            byte if byte.is_ascii_alphanumeric() => uri.push(char::from(byte)),
            byte => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}

/// The log of a run, with the rules of its results.
fn document(results: &[(Code, String)]) -> String {
    // A rule is listed once, for all of its results.
    let rules: BTreeMap<&str, Code> = results.iter().map(|(code, _)| (code.id(), *code)).collect();
    let driver = json!({
        "name": "modelwright",
        "version": env!("CARGO_PKG_VERSION"),
        "rules": rules.values().map(|code| rule(*code)).collect::<Vec<_>>(),
    });
    let results: Vec<&str> = results.iter().map(|(_, result)| result.as_str()).collect();
    // Each result is on a line of its own, so that the documents of two runs can be compared.
    let (open, separator, close) = if results.is_empty() { ("[", "", "]") } else { ("[\n", ",\n", "\n]") };
    format!(
        "{{\"$schema\":\"{SCHEMA}\",\"version\":\"2.1.0\",\"runs\":[{{\"tool\":{{\"driver\":{driver}}},\
         \"columnKind\":\"unicodeCodePoints\",\"results\":{open}{}{close}}}]}}\n",
        results.join(separator)
    )
}

/// The description of a code.
fn rule(code: Code) -> Value {
    json!({
        "id": code.id(),
        "shortDescription": { "text": code.title() },
        // Explanations are pages whose lines are broken for reading.
        "fullDescription": { "text": code.explanation().split_whitespace().collect::<Vec<_>>().join(" ") },
    })
}
