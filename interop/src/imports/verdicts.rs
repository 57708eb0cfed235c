//! JSON Schemas that modelwright generates, read again: a document is accepted by the schema exactly if it is accepted by the
//! metamodel that the importer makes of the schema.
//!
//! The metamodels and documents are those of `judges`, each with one change.

use super::{Cases, Imported, Part};
use crate::Summary;
use crate::data::mutate;
use crate::judges::{Subject, accepts};
use crate::random::Random;
use std::fs;
use std::path::Path;

pub(super) const PART: Part = Part { name: "verdicts", run };

/// The number of metamodels, and of documents for each, of which every one has a change as well.
const SIZE: (usize, usize) = (50, 100);

const SEED: u64 = 1;

fn run(_: &Path, work: &Path) -> Result<Summary, String> {
    let mut cases = Cases::default();
    let mut valid = 0;
    for number in 0..SIZE.0 {
        let subject = Subject::random(number, SIZE.1, SEED, work)?;
        let schema = subject.untyped_schema()?;
        let path = work.join(format!("{number}/untyped.schema.json"));
        let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let imported = Imported::new(path, &text, subject.root())?;
        if imported.problems.has_errors() {
            return Err(format!("{number}: {}", imported.problems));
        }
        let mut random = Random::new(SEED ^ 0x1a9, number);
        let documents = subject.untyped_json.iter().flat_map(|text| {
            let changed = mutate(text, &mut random).map(|(changed, _)| changed);
            [text.clone()].into_iter().chain(changed).collect::<Vec<_>>()
        });
        for document in documents {
            let expected = accepts(schema.as_ref(), "json", &document);
            valid += usize::from(expected);
            let found = imported.check(&document);
            let reason = reason(&found, expected);
            cases.note(found.is_ok() == expected, reason, || {
                let verdict = if expected { "rejected" } else { "accepted" };
                let problem = found.err().unwrap_or_default();
                let kind: String = problem.split(['`', ':']).nth(1).unwrap_or_default().to_owned();
                (format!("{verdict} by the metamodel: {kind}"), format!("{number}: {problem} {document}"))
            });
        }
    }
    let mut summary = cases.finish(KNOWN);
    summary.notes.push(format!("{valid} documents are valid"));
    Ok(summary)
}

/// Why a verdict differs deliberately.
fn reason(_: &Result<(), String>, _: bool) -> Option<&'static str> {
    None
}

/// The number of verdicts that each reason excuses.
const KNOWN: crate::known::KnownCounts = &[];
