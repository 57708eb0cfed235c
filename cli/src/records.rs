//! Checks a file of records in parallel, while it is read.
//!
//! Invariants: the problems are shown in the order of the records, for any number of jobs; the memory does not depend on
//! the length of the file. This module does not know how a record is checked.

use super::jobs::Jobs;
use super::sources;
use modelwright::files::display_path;
use modelwright::formats::Format;
use modelwright::records::{RecordBatch, RecordBatches, Records};
use modelwright::workspace::{DocumentReader, Registry, Workspace};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use modelwright_metamodel::input::error_text;
use std::io::{self, Read};
use std::path::Path;

/// The format of the records in the files that a reader reads; `None` if its files are single documents.
pub(super) fn format_of_records(reader: Option<DocumentReader>) -> Option<&'static Format> {
    match reader? {
        DocumentReader::Format(Format { records, .. }) => Registry::standard().format((*records)?),
        DocumentReader::Importer(_) => None,
    }
}

/// Checks every record of a file, and passes on the problems of each.
pub(super) fn check(
    workspace: &Workspace,
    path: &Path,
    format: &'static Format,
    jobs: Jobs,
    mut show: impl FnMut(Diagnostics),
) {
    let name = if sources::is_standard(path) { "<stdin>".to_owned() } else { display_path(path) };
    let file = match open(workspace, path) {
        Ok(file) => file,
        Err(error) => return show(unreadable(&name, &error)),
    };
    let batches = RecordBatches::new(file, &workspace.reading.limits);
    let start = || Records::new(workspace.clone(), &name, format);
    let work = |records: &mut Records, batch: io::Result<RecordBatch>| match batch {
        Ok(batch) => records.check_batch(&batch),
        Err(error) => vec![unreadable(&name, &error)],
    };
    jobs.run_all(batches, start, work, |problems| problems.into_iter().for_each(&mut show));
}

fn open(workspace: &Workspace, path: &Path) -> io::Result<Box<dyn Read>> {
    if sources::is_standard(path) { Ok(Box::new(io::stdin())) } else { workspace.files.open(path) }
}

fn unreadable(name: &str, error: &io::Error) -> Diagnostics {
    let message = format!("`{name}` cannot be read: {}", error_text(error));
    Diagnostic::error(codes::CANNOT_READ, message).help("check that the file exists and may be read").into()
}
