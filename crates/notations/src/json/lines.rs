//! JSON lines: a text with one document in each line, all of one metamodel.
//!
//! Invariants: references inside a record are those of its own document, so a record may be moved to another line; a
//! document of lines has the objects of its records as roots, in their order. Records cannot refer to each other.

use super::{JsonWriter, Layout, WriteOptions, read_prepared};
use crate::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use crate::ecore::FeatureId;
use crate::model::{Document, DocumentId, Model, ObjectId, report_unwritten_values};
use crate::output::{Sink, WriteError};
use crate::tree::{self, Preparation, ReadOptions};
use std::ops::Range;
use std::sync::Arc;

/// The byte order mark, with which a text may begin.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// The ranges of the records in some complete lines, each with the number of its line, from 0: all lines except blank
/// ones, without their ends. `is_start_of_text` is whether they are the first ones of a text, which may begin with a
/// byte order mark.
pub fn record_ranges(
    lines: &[u8],
    is_start_of_text: bool,
) -> impl Iterator<Item = (usize, Range<usize>)> + '_ {
    let has_mark = is_start_of_text && lines.starts_with(BYTE_ORDER_MARK.as_bytes());
    let mut line_start = if has_mark { BYTE_ORDER_MARK.len() } else { 0 };
    let line_ends = memchr::memchr_iter(b'\n', lines).chain(std::iter::once(lines.len()));
    line_ends.enumerate().filter_map(move |(line_number, line_end)| {
        let line = &lines[line_start..line_end];
        let record = line.strip_suffix(b"\r").unwrap_or(line);
        let record_range = line_start..line_start + record.len();
        line_start = line_end + 1;
        let is_blank = record.iter().all(u8::is_ascii_whitespace);
        if is_blank { None } else { Some((line_number, record_range)) }
    })
}

/// The problem of a record that begins with a byte order mark, because only a complete text may begin with one; `None`
/// for other records.
#[must_use]
pub fn misplaced_mark(record: &Arc<Source>) -> Option<Diagnostic> {
    record.text().starts_with(BYTE_ORDER_MARK).then(|| {
        Diagnostic::error(codes::JSON_SYNTAX, "expected a value, found a byte order mark")
            .at(record, 0..BYTE_ORDER_MARK.len())
            .help("remove the byte order mark; only the first line of a file may begin with one")
    })
}

/// The greatest number of bytes that the objects of records may take for each byte of their text, besides
/// [`FREE_BYTES`]: a class may have so many features that a few bytes make an object of megabytes.
const BYTES_OF_OBJECTS: usize = 512;
/// The number of bytes that the objects of a text of any length may take.
const FREE_BYTES: usize = 128 << 20;

/// Reads every line as a document of its own, and makes its roots the next roots of one document.
///
/// The document is added to the model even if there are problems; after errors it contains everything that could be
/// read.
pub fn read_lines(
    source: &Arc<Source>,
    model: &mut Model,
    document: Document,
    options: &ReadOptions,
) -> (DocumentId, Diagnostics) {
    let mut preparation = Preparation::new(model.metamodel());
    let (uri, text) = (document.uri.clone(), source.text());
    let id = model.add_document(document);
    let max_bytes = model.allocated_bytes() + text.len().saturating_mul(BYTES_OF_OBJECTS) + FREE_BYTES;
    // Each record is read into a model of its own, so that the time to resolve its references does not depend on the
    // number of other records.
    let mut record_model = Model::new(Arc::clone(model.metamodel()));
    let mut problems = Diagnostics::new();
    let is_start_of_text = true;
    for (line, range) in record_ranges(text.as_bytes(), is_start_of_text) {
        let record = Source::excerpt(source.name(), &text[range.clone()], source.first_line() + line);
        if let Some(problem) = misplaced_mark(&record) {
            problems.push(problem);
            continue;
        }
        record_model.discard_all();
        let reading = (options, &mut preparation);
        let record_document = Document::new(uri.as_str());
        let (_, record_problems) = read_prepared(&record, &mut record_model, record_document, reading);
        problems.append(record_problems);
        // Positions in texts have 32 bits.
        let start = u32::try_from(range.start).unwrap_or(u32::MAX);
        if model.allocated_bytes() > max_bytes || !model.append_to(id, &record_model, start) {
            let message = "the records have too many objects and features for one model";
            problems.push(
                Diagnostic::error(codes::LIMIT, message)
                    .at(source, range)
                    .help("divide the file; `validate` checks any number of records"),
            );
            model.document_mut(id).is_truncated = true;
            break;
        }
    }
    (id, problems)
}

/// Writes every root of a document as a document of its own, in one line. Returns warnings about content that the
/// dialect leaves out.
///
/// # Errors
/// If the document has content that JSON cannot represent at all, or references from one record to another, or the sink
/// fails. The sink then contains no valid document.
pub fn write_lines(
    model: &Model,
    document: DocumentId,
    options: &WriteOptions,
    sink: &mut dyn Sink,
) -> Result<Diagnostics, WriteError> {
    let records = records_of(model, document)?;
    let mut losses = Diagnostics::new();
    // Checked once, and not for each record, because the complete model is searched.
    let is_text = false;
    report_unwritten_values(model, document, is_text, &mut losses);
    if losses.has_errors() {
        return Err(losses.into());
    }
    for (id, _) in records.documents_from(model.document_count()) {
        let WriteOptions { dialect, base, untyped, .. } = options.clone();
        let options = tree::WriteOptions { dialect, base, untyped };
        losses.append(tree::send(JsonWriter::new(Layout::Compact), sink, |blocks| {
            tree::write_objects(&records, id, &options, blocks)
        })?);
        sink.write_all(b"\n")?;
    }
    Ok(losses)
}

/// A copy of the model in which each root of the document has a document of its own. The error contains the references
/// from one of these documents to another.
fn records_of(model: &Model, document: DocumentId) -> Result<Model, Diagnostics> {
    let mut records = model.clone();
    let roots = model.document(document).roots();
    let ids: Vec<DocumentId> = roots.iter().map(|_| records.add_document(Document::default())).collect();
    // Each root is removed from its old document. The last one is removed first, because otherwise all roots after it
    // would be moved each time.
    for (root, id) in roots.iter().zip(&ids).rev() {
        records.add_root(*id, *root);
    }
    let problems = references_between(&records, model, &ids);
    if problems.has_errors() { Err(problems) } else { Ok(records) }
}

/// The problems of references from one record to another, with the addresses of the referring objects in the model
/// before its division.
fn references_between(records: &Model, model: &Model, ids: &[DocumentId]) -> Diagnostics {
    let mut problems = Diagnostics::new();
    let metamodel = records.metamodel();
    // Ids of documents are in the order of their creation, and the records were created last.
    let is_record = |document: DocumentId| ids.first().is_some_and(|first| document >= *first);
    for record in ids.iter().copied() {
        let is_in_other_record = |target| {
            records.document_of(target).is_some_and(|document| document != record && is_record(document))
        };
        let roots = records.document(record).roots().iter().copied();
        let objects = roots.flat_map(|root| std::iter::once(root).chain(records.all_contents(root)));
        for object in objects {
            for feature in metamodel.table(records.class(object)).all_features() {
                let data = &metamodel[*feature];
                let refers_elsewhere = data.is_reference()
                    && !data.is_containment()
                    && records.list(object, *feature).objects().any(is_in_other_record);
                if refers_elsewhere {
                    problems.push(reference_between(model, object, *feature));
                }
            }
        }
    }
    problems
}

/// The problem of an object that refers to another record by a feature.
fn reference_between(model: &Model, object: ObjectId, feature: FeatureId) -> Diagnostic {
    let message = format!(
        "{} refers to an object of another record, which JSON lines cannot express",
        model.metamodel().feature_label(feature)
    );
    Diagnostic::error(codes::CANNOT_EXPRESS, message)
        .object(model.address(object))
        .help("convert to json, or let one root contain both objects")
}

#[cfg(test)]
mod tests {
    use super::record_ranges;

    #[test]
    fn records_are_the_lines_that_are_not_blank() {
        let text = "{}\n\r\n  \n[1]\r\n{\"a\": 1}";
        let records = |text: &str, is_start_of_text| -> Vec<(usize, String)> {
            record_ranges(text.as_bytes(), is_start_of_text)
                .map(|(line, range)| (line, text[range].to_owned()))
                .collect()
        };
        let expected = |records: &[(usize, &str)]| -> Vec<(usize, String)> {
            records.iter().map(|(line, text)| (*line, (*text).to_owned())).collect()
        };
        assert_eq!(records(text, true), expected(&[(0, "{}"), (3, "[1]"), (4, "{\"a\": 1}")]));
        for blank in ["", "\n", "\u{feff}", "\u{feff}\r\n"] {
            assert_eq!(records(blank, true), []);
        }
        let marked = "\u{feff}{}\n\u{feff}[]";
        assert_eq!(records(marked, true), expected(&[(0, "{}"), (1, "\u{feff}[]")]));
        assert_eq!(records(marked, false), expected(&[(0, "\u{feff}{}"), (1, "\u{feff}[]")]));
    }
}
