//! The JSON Schema test suite: documents that it calls valid are accepted by the metamodel of their schema, and others are
//! rejected.
//!
//! Each schema is imported twice: alone, if it describes objects, and as a property of an object, because documents are objects.
//! Schemas that the importer reports as not expressed are counted, and left out.

use super::{Cases, Imported, Part, files, write};
use crate::Summary;
use crate::languages::output_of;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(super) const PART: Part = Part { name: "suite", run };

/// The release of Python's `jsonschema` whose source has the suite.
const RELEASE: &str = "jsonschema==4.23.0";

/// The drafts that importers read, and the address of each.
const DRAFTS: [(&str, &str); 5] = [
    ("draft4", "http://json-schema.org/draft-04/schema#"),
    ("draft6", "http://json-schema.org/draft-06/schema#"),
    ("draft7", "http://json-schema.org/draft-07/schema#"),
    ("draft2019-09", "https://json-schema.org/draft/2019-09/schema"),
    ("draft2020-12", "https://json-schema.org/draft/2020-12/schema"),
];

/// The class of documents.
const CLASS: &str = "Subject";

/// The property that contains the document of a schema.
const KEY: &str = "value";

fn run(_: &Path, work: &Path) -> Result<Summary, String> {
    let tests = install(work)?;
    let mut cases = Cases::default();
    let mut figures = Figures::default();
    for (draft, address) in DRAFTS {
        let directory = tests.join(draft);
        let formats = directory.join("optional/format");
        for path in files(&directory, "json")?.into_iter().chain(files(&formats, "json")?) {
            let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            let groups: Vec<Value> =
                serde_json::from_str(&text).map_err(|e| format!("{}: {e}", path.display()))?;
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            for group in &groups {
                let place = format!("{draft} {name}: {}", group["description"].as_str().unwrap_or_default());
                compare(group, address, (&name, &place), work, &mut cases, &mut figures)?;
            }
        }
    }
    let mut summary = cases.finish(KNOWN);
    summary.notes.push(format!(
        "{} of {} schemas are expressed; of the others, {} are alone no objects",
        figures.complete, figures.schemas, figures.no_objects
    ));
    Ok(summary)
}

#[derive(Default)]
struct Figures {
    schemas: usize,
    complete: usize,
    no_objects: usize,
}

/// Downloads the suite, unless it is there.
fn install(work: &Path) -> Result<PathBuf, String> {
    let tests = work.join("jsonschema/json/tests");
    if tests.is_dir() {
        return Ok(tests);
    }
    let mut download = Command::new("python3");
    download.args(["-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:", "-d"]);
    download.arg(work).arg(RELEASE);
    let archive = work.join(format!("{}.tar.gz", RELEASE.replace("==", "-")));
    let directory = work.join("jsonschema");
    fs::create_dir_all(&directory).map_err(|e| e.to_string())?;
    let mut unpack = Command::new("tar");
    unpack.arg("xzf").arg(archive).args(["--strip-components", "1", "-C"]).arg(directory);
    for command in [&mut download, &mut unpack] {
        let (_, problem, is_success) = output_of(command, "")?;
        if !is_success {
            return Err(problem);
        }
    }
    Ok(tests)
}

/// Compares the verdicts on the documents of a schema.
fn compare(
    group: &Value,
    address: &str,
    (file, place): (&str, &str),
    work: &Path,
    cases: &mut Cases,
    figures: &mut Figures,
) -> Result<(), String> {
    let schema = &group["schema"];
    for is_alone in [true, false] {
        let Some(shaped) = shaped(schema, address, is_alone) else { continue };
        figures.schemas += 1;
        let text = serde_json::to_string_pretty(&shaped).map_err(|e| e.to_string())?;
        let path = work.join("subject.json");
        write(&path, &text)?;
        let imported = Imported::new(path, CLASS)?;
        if !imported.is_complete() {
            let is_object =
                imported.problems.iter().all(|problem| !problem.message.contains("no objects with named"));
            figures.no_objects += usize::from(!is_object);
            continue;
        }
        figures.complete += 1;
        for test in group["tests"].as_array().into_iter().flatten() {
            let data = &test["data"];
            let document = if is_alone { data.clone() } else { json!({ KEY: data }) };
            let found = imported.check(&document.to_string());
            let is_valid = test["valid"] == true;
            let reason = reason(file, schema, data, is_valid);
            cases.note(found.is_ok() == is_valid, reason, || {
                let verdict = if is_valid { "rejected" } else { "accepted" };
                let problem = found.err().unwrap_or_default();
                let shape = if is_alone { "alone" } else { "as a property" };
                (format!("{verdict}: {place} ({shape})"), format!("{data} {schema}: {problem}"))
            });
        }
    }
    Ok(())
}

/// A schema alone, or as that of a property; `None` if it cannot be.
fn shaped(schema: &Value, address: &str, is_alone: bool) -> Option<Value> {
    if is_alone {
        let mut map = schema.as_object()?.clone();
        map.entry("$schema").or_insert_with(|| address.into());
        map.insert("title".to_owned(), CLASS.into());
        return Some(map.into());
    }
    let mut inner = schema.clone();
    if let Some(map) = inner.as_object_mut() {
        map.remove("$schema");
        // Pointers in the schema begin at the schema.
        if schema.to_string().contains("\"#") {
            let key = if address.contains("draft-04") { "id" } else { "$id" };
            map.entry(key).or_insert_with(|| "http://example.org/inner.json".into());
        }
    }
    Some(json!({
        "$schema": address,
        "title": CLASS,
        "type": "object",
        "properties": { KEY: inner },
        "additionalProperties": false,
    }))
}

/// Formats that are only documentation.
const UNCHECKED: &[&str] = &[
    "idn-email",
    "idn-hostname",
    "ipv6",
    "iri",
    "iri-reference",
    "regex",
    "relative-json-pointer",
    "uri-template",
];

/// Formats of which only the form is checked.
const FORMS: &[&str] = &["date", "email", "time", "uri"];

/// Why a verdict on a test of a file differs deliberately.
fn reason(file: &str, schema: &Value, data: &Value, is_valid: bool) -> Option<&'static str> {
    let has_type = schema.get("type").is_some();
    let message = match (is_valid, data) {
        (false, Value::Null) => "null is a missing value",
        (true, _) if file == "uniqueItems" => "the values of the last type of a tuple differ",
        (true, _) if !has_type => "keywords for one type of values imply this type",
        (true, _) => return None,
        (false, _) if UNCHECKED.contains(&file) => "the format is only documentation",
        (false, _) if FORMS.contains(&file) => "a pattern checks the form of a text, not its meaning",
        (false, _) if file == "oneOf" => "a value may be of several alternatives",
        (false, _) if ["dynamicRef", "unevaluatedItems"].contains(&file) => {
            "references are resolved without their dynamic scope"
        }
        (false, Value::Array(items)) if items.is_empty() => "an empty list is an empty map",
        (false, _) => return None,
    };
    Some(message)
}

/// The number of verdicts that each reason excuses.
const KNOWN: crate::known::KnownCounts = &[
    ("a pattern checks the form of a text, not its meaning", 86),
    ("a value may be of several alternatives", 10),
    ("an empty list is an empty map", 5),
    ("keywords for one type of values imply this type", 575),
    ("null is a missing value", 25),
    ("references are resolved without their dynamic scope", 2),
    ("the format is only documentation", 254),
    ("the values of the last type of a tuple differ", 10),
];
