//! Documents of the schemas in `tests/imports/json-schema`, and of the schemas that modelwright generates, with many changes: a
//! document is accepted by the schema exactly if it is accepted by the metamodel that the importer makes of it.
//!
//! Schemas that the importer reports as not expressed are left out. The generated ones are those of `judges`.

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
const SIZE: (usize, usize) = (50, 100);

/// The number of changes of each document of the written schemas.
const CHANGES: usize = 120;

const SEED: u64 = 1;

fn run(_: &Path, work: &Path) -> Result<Summary, String> {
    let mut cases = Cases::default();
    let mut figures = Figures::default();
    written(&mut cases, &mut figures)?;
    generated(work, &mut cases, &mut figures)?;
    let mut summary = cases.finish(&[]);
    summary.notes.push(format!(
        "{} documents of {} schemas, {} of them are valid; {} schemas are not expressed, {} need the network",
        figures.documents, figures.complete, figures.valid, figures.incomplete, figures.unread
    ));
    Ok(summary)
}

#[derive(Default)]
struct Figures {
    complete: usize,
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
    let disk: Arc<dyn Files> = Arc::new(Disk::new());
    // Schemas that refer to addresses of the network are only imported.
    let Ok(schema) = schemas::load(&disk, &path, bytes, &Limits::default()) else {
        figures.unread += 1;
        return Ok(());
    };
    let imported = Imported::new(path, class)?;
    if !imported.is_complete() {
        figures.incomplete += 1;
        return Ok(());
    }
    figures.complete += 1;
    for document in documents {
        // Texts that are no JSON are rejected by both readers.
        if serde_json::from_str::<Value>(&document).is_err() {
            continue;
        }
        let expected = judged(schema.as_ref(), &document)?;
        let found = imported.check(&document);
        figures.documents += 1;
        figures.valid += usize::from(expected.is_ok());
        cases.note(found.is_ok() == expected.is_ok(), None, || {
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
