//! Checks a file of records in parallel, while it is read.
//!
//! Invariants: the problems are shown in the order of the records, for any number of jobs; the memory does not depend
//! on the length of the file. This module does not know how a record is checked.

use super::jobs::Jobs;
use super::schemas;
use super::sources;
use modelwright::files::display_path;
use modelwright::formats::Format;
use modelwright::records::{RecordBatches, Records, unreadable};
use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::{Diagnostics, Source};
use modelwright_schema_validator::Schema;
use std::io::{self, Read};
use std::path::Path;

/// Checks every record of a file, also against schemas, and passes on the problems of each.
pub(super) fn check(
    workspace: &Workspace,
    (path, format): (&Path, &'static Format),
    schemas: &[Box<dyn Schema>],
    jobs: Jobs,
    mut show: impl FnMut(Diagnostics),
) {
    let name = if sources::is_standard(path) { "<stdin>".to_owned() } else { display_path(path) };
    let file = match open(workspace, path) {
        Ok(file) => file,
        Err(error) => return show(unreadable(&name, &error).into()),
    };
    let needs_no_metamodel = schemas::replace_metamodel(workspace, schemas, &name);
    let check_record = |records: &mut Records, line: usize, record: &[u8]| {
        let mut problems = records.check(record, line);
        if needs_no_metamodel {
            schemas::drop_missing_metamodel(&mut problems);
        }
        // A record that is not text was already reported.
        if !schemas.is_empty()
            && let Ok(text) = std::str::from_utf8(record)
        {
            let source = Source::excerpt(name.as_str(), text, line);
            problems.append(modelwright_schema_validator::check(schemas, format.name(), &source));
        }
        problems
    };
    let batches = RecordBatches::new(file, &workspace.reading.limits);
    jobs.run_all(
        batches,
        || Records::new(workspace.clone(), &name, format),
        |records, batch| match batch {
            Ok(batch) => {
                let problems = batch.records().map(|(line, record)| check_record(records, line, record));
                problems.filter(|problems| !problems.is_empty()).collect()
            }
            Err(error) => vec![unreadable(&name, &error).into()],
        },
        |problems| problems.into_iter().for_each(&mut show),
    );
}

/// Opens a file, or standard input.
fn open(workspace: &Workspace, path: &Path) -> io::Result<Box<dyn Read>> {
    if sources::is_standard(path) { Ok(Box::new(io::stdin())) } else { workspace.files.open(path) }
}
