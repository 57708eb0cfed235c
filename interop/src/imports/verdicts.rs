//! Documents of the schemas in `tests/imports/json-schema`, and of the schemas that modelwright generates, with many changes: a
//! document is accepted by the schema exactly if it is accepted by the metamodel that the importer makes of it.
//!
//! The generated schemas are those of `judges`. What the importer reports as not expressed is one of the reasons in [`REASONS`].

use super::{Cases, Imported, Part};
use crate::data::mutate;
use crate::judges::Subject;
use crate::random::Random;
use crate::{Summary, root};
use modelwright::files::{Disk, Files};
use modelwright::workspace::Registry;
use modelwright_metamodel::diagnostic::Source;
use modelwright_metamodel::input::Limits;
use modelwright_schema_validator::{self as schemas, Schema};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(super) const PART: Part = Part { name: "verdicts", run };

/// The number of generated metamodels, and of documents for each, of which every one has a change as well.
const SIZE: (usize, usize) = (50, 120);

/// The number of changes of each document of the written schemas.
const CHANGES: usize = 120;

const SEED: u64 = 1;

fn run(_: &Path, work: &Path) -> Result<Summary, String> {
    let mut cases = Cases::default();
    let mut figures = Figures::default();
    written(&mut cases, &mut figures)?;
    generated(work, &mut cases, &mut figures)?;
    let mut summary = cases.finish(KNOWN);
    summary.notes.push(format!(
        "{} documents of {} schemas, {} of them are valid; {} schemas have parts that are not expressed, {} need the network",
        figures.documents, figures.schemas, figures.valid, figures.incomplete, figures.unread
    ));
    Ok(summary)
}

#[derive(Default)]
struct Figures {
    schemas: usize,
    incomplete: usize,
    unread: usize,
    documents: usize,
    valid: usize,
}

/// Compares changed documents of the written schemas.
fn written(cases: &mut Cases, figures: &mut Figures) -> Result<(), String> {
    let directory = root().join("tests/imports");
    let path = directory.join("json-schema.documents");
    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    for (number, group) in text.split("#### ").skip(1).enumerate() {
        let (head, documents) = group.split_once('\n').unwrap_or((group, ""));
        let (file, class) = head.split_once(' ').ok_or("a heading without a class")?;
        let mut random = Random::new(SEED ^ 0x5c4e, number);
        let valid = documents.lines().filter_map(|line| line.strip_prefix("both "));
        let documents = valid.flat_map(|text| {
            let plain =
                serde_json::from_str::<Value>(text).map(|value| value.to_string()).unwrap_or_default();
            let changed = (0..CHANGES).filter_map(|_| mutate(&plain, &mut random));
            changed.map(|(text, _)| text).collect::<Vec<String>>()
        });
        let path = directory.join("json-schema").join(file);
        compare(path, class, documents.collect(), cases, figures)?;
    }
    Ok(())
}

/// Compares documents of generated schemas.
fn generated(work: &Path, cases: &mut Cases, figures: &mut Figures) -> Result<(), String> {
    for number in 0..SIZE.0 {
        let subject = Subject::random(number, SIZE.1, SEED, work)?;
        subject.untyped_schema()?;
        let mut random = Random::new(SEED ^ 0x1a9, number);
        let documents = subject.untyped_json.iter().flat_map(|text| {
            let changed = mutate(text, &mut random).map(|(changed, _)| changed);
            [text.clone()].into_iter().chain(changed).collect::<Vec<_>>()
        });
        let path = work.join(format!("{number}/untyped.schema.json"));
        compare(path, subject.root(), documents.collect(), cases, figures)?;
    }
    Ok(())
}

/// Compares the verdicts on the documents of a schema.
fn compare(
    path: PathBuf,
    class: &str,
    documents: Vec<String>,
    cases: &mut Cases,
    figures: &mut Figures,
) -> Result<(), String> {
    let name = path.file_name().unwrap_or_default().display().to_string();
    let bytes = fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let bytes = described(bytes, class);
    let disk: Arc<dyn Files> = Arc::new(Disk::new());
    // Schemas that refer to addresses of the network are only imported.
    let Ok(schema) = schemas::load(&disk, &path, bytes, &Limits::default()) else {
        figures.unread += 1;
        return Ok(());
    };
    let imported = Imported::new(path, class)?;
    let is_complete = imported.is_complete();
    figures.incomplete += usize::from(!is_complete);
    figures.schemas += 1;
    for document in documents {
        // Texts that are no JSON are rejected by both readers.
        if serde_json::from_str::<Value>(&document).is_err() {
            continue;
        }
        let expected = judged(schema.as_ref(), &document)?;
        let found = imported.check(&document);
        figures.documents += 1;
        figures.valid += usize::from(expected.is_ok());
        let reason = reason(&expected, &found, is_complete);
        cases.note(found.is_ok() == expected.is_ok(), reason, || {
            let (verdict, problem) = match (expected, found) {
                (Err(problem), _) => ("accepted", problem),
                (_, found) => ("rejected", found.err().unwrap_or_default()),
            };
            let (_, message) = problem.split_once("]: ").unwrap_or(("", &problem));
            let kind: String = message.chars().filter(|c| !c.is_ascii_digit()).take(60).collect();
            (format!("{verdict} by the metamodel: {kind}"), format!("{name}: {problem} {document}"))
        });
    }
    Ok(())
}

/// The first problem that a schema has with a document.
fn judged(schema: &dyn Schema, document: &str) -> Result<Result<(), String>, String> {
    let json = Registry::standard().format("json").ok_or("no format")?;
    let problems = schema.check(json, &Source::new("document", document)).ok_or("no verdict")?;
    Ok(problems.iter().next().map_or(Ok(()), |problem| Err(problem.to_string())))
}

/// The schema of documents of a class, if the file has only definitions.
fn described(bytes: Vec<u8>, class: &str) -> Vec<u8> {
    let Ok(Value::Object(mut root)) = serde_json::from_slice(&bytes) else { return bytes };
    let key = "$defs";
    let is_library = !["type", "$ref", "properties"].iter().any(|keyword| root.contains_key(*keyword));
    if !is_library || root.get(key).and_then(|all| all.get(class)).is_none() {
        return bytes;
    }
    root.insert("$ref".to_owned(), format!("#/{key}/{class}").into());
    Value::from(root).to_string().into_bytes()
}

/// Why verdicts differ deliberately.
fn reason(
    expected: &Result<(), String>,
    found: &Result<(), String>,
    is_complete: bool,
) -> Option<&'static str> {
    let (accepts, message) = match (found, expected) {
        (Ok(()), Err(message)) => (true, message),
        (Err(message), Ok(())) => (false, message),
        _ => return None,
    };
    let found = REASONS.iter().find(|reason| {
        reason.accepts == accepts
            && (!reason.is_reported || !is_complete)
            && reason.messages.iter().any(|part| message.contains(part))
    });
    found.map(|reason| reason.text)
}

/// A reason for another verdict.
struct Reason {
    text: &'static str,
    /// Whether the metamodel accepts the document, and the schema rejects it.
    accepts: bool,
    /// Whether the importer reports it.
    is_reported: bool,
    /// Parts of the messages of the one that rejects it.
    messages: &'static [&'static str],
}

/// All reasons.
const REASONS: &[Reason] = &[
    Reason {
        text: "null is a missing value",
        accepts: true,
        is_reported: false,
        messages: &[": null is not", " for null ", "('plate', 'wheels' were unexpected)"],
    },
    Reason {
        text: "a required value of any kind is not null",
        accepts: false,
        is_reported: false,
        messages: &["error[MW0601]", "contains null"],
    },
    Reason {
        text: "the format is only documentation",
        accepts: true,
        is_reported: false,
        messages: &["is not a \"ipv"],
    },
    Reason {
        text: "the validator of schemas does not check formats",
        accepts: false,
        is_reported: false,
        messages: &["is not of the type `Pattern", "is not of the type `URI"],
    },
    Reason {
        text: "the validator of schemas compares numbers by their digits",
        accepts: true,
        is_reported: false,
        messages: &["0.5 was expected", "1e2 is not of type \"integer\""],
    },
    Reason {
        text: "integers have 64 bits",
        accepts: false,
        is_reported: false,
        messages: &[
            "bits (ELong",
            "found the number 9223372036854775808",
            "found the number -9223372036854775809",
        ],
    },
    Reason {
        text: "a schema does not follow references",
        accepts: false,
        is_reported: false,
        messages: &["error[MW0109]"],
    },
    Reason {
        text: "values of alternatives are objects, which differ",
        accepts: true,
        is_reported: false,
        messages: &["has non-unique elements"],
    },
    Reason {
        text: "the values of an inner list differ",
        accepts: false,
        is_reported: false,
        messages: &["warning[MW0607]"],
    },
    Reason {
        text: "the least number of values of an inner list is not checked",
        accepts: true,
        is_reported: false,
        messages: &["`/properties/on/anyOf`"],
    },
    Reason {
        text: "reported: what another schema excludes is accepted",
        accepts: true,
        is_reported: true,
        messages: &[
            "`/$defs/RootRow",
            "`/$defs/RootChoice",
            "`/$defs/RootMap",
            "`/$defs/RootTable",
            "`/$defs/RootVariant",
            "`/$defs/RootRecord",
            "/then/",
            "/else/",
            "/not`",
            "'oneOf' keyword",
            "'anyOf' keyword",
        ],
    },
    Reason {
        text: "reported: null is no list",
        accepts: false,
        is_reported: true,
        messages: &["must be a list, found null"],
    },
    Reason {
        text: "reported: an object with the keys of several classes names its class",
        accepts: false,
        is_reported: true,
        messages: &["error[MW0340]"],
    },
    Reason {
        text: "reported: an object has only the properties of its class",
        accepts: false,
        is_reported: true,
        messages: &["has no feature `unknown`"],
    },
];

/// The number of documents that each reason excuses.
const KNOWN: crate::known::KnownCounts = &[
    ("a required value of any kind is not null", 4),
    ("a schema does not follow references", 12),
    ("integers have 64 bits", 87),
    ("null is a missing value", 256),
    ("reported: an object has only the properties of its class", 21),
    ("reported: an object with the keys of several classes names its class", 431),
    ("reported: what another schema excludes is accepted", 771),
    ("the format is only documentation", 4),
    ("the least number of values of an inner list is not checked", 1),
    ("the validator of schemas compares numbers by their digits", 3),
    ("the validator of schemas does not check formats", 13),
    ("the values of an inner list differ", 28),
    ("values of alternatives are objects, which differ", 1),
];
