//! JSON lines: a text with one document in each line, all of one metamodel.
//!
//! Invariants: references inside a record are those of its own document, so a record may be moved to another line; a
//! document of lines has the objects of its records as roots, in their order. Records cannot refer to each other.

use super::{JsonWriter, Layout, Tokenizer, WriteOptions};
use crate::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use crate::model::{Document, DocumentId, Model};
use crate::output::{Sink, WriteError};
use crate::tree::{self, Preparation, ReadOptions};
use std::ops::Range;
use std::sync::Arc;

/// The ranges of the records in a text: its lines, except blank ones.
pub fn record_ranges(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let bytes = text.as_bytes();
    let ends = memchr::memchr_iter(b'\n', bytes).chain(std::iter::once(bytes.len()));
    let lines = ends.scan(if text.starts_with('\u{feff}') { 3 } else { 0 }, |start, end| {
        let line = *start..end.max(*start);
        *start = end + 1;
        Some(line)
    });
    lines.filter(move |line| !bytes[line.clone()].iter().all(u8::is_ascii_whitespace))
}

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
    let mut problems = Diagnostics::new();
    for line in record_ranges(text) {
        let tokens = || Tokenizer::of_range(text, line.clone());
        let mut record = Document::new(uri.as_str());
        record.source = Some(Arc::clone(source));
        let (record, found) = tree::read_prepared(source, tokens, model, record, (options, &mut preparation));
        problems.append(found);
        let read = model.document_mut(record);
        // Only the document of lines has an address, at which other documents find its objects.
        read.uri.clear();
        let (unread_values, is_truncated) = (std::mem::take(&mut read.unread_values), read.is_truncated);
        for root in read.roots().to_vec() {
            model.add_root(id, root);
        }
        let lines = model.document_mut(id);
        lines.unread_values.extend(unread_values);
        lines.is_truncated |= is_truncated;
    }
    (id, problems)
}

/// Writes every root of a document as a document of its own, in one line.
///
/// # Errors
/// Everything that JSON cannot express, references from one record to another, and errors of the sink. The sink then
/// contains no valid document.
pub fn write_lines(
    model: &Model,
    document: DocumentId,
    options: &WriteOptions,
    sink: &mut dyn Sink,
) -> Result<Diagnostics, WriteError> {
    let records = records_of(model, document)?;
    let mut losses = Diagnostics::new();
    for (id, _) in records.documents_from(model.document_count()) {
        let WriteOptions { dialect, base, untyped, .. } = options.clone();
        let options = tree::WriteOptions { dialect, base, untyped };
        losses.append(tree::send(JsonWriter::new(Layout::Compact), sink, |blocks| {
            tree::write(&records, id, &options, blocks)
        })?);
    }
    Ok(losses)
}

/// A copy of the model in which each root of the document has a document of its own.
fn records_of(model: &Model, document: DocumentId) -> Result<Model, Diagnostics> {
    let mut records = model.clone();
    let roots = model.document(document).roots();
    let ids: Vec<DocumentId> = roots.iter().map(|_| records.add_document(Document::default())).collect();
    // From the last root, because the roots after a removed one are moved.
    for (root, id) in roots.iter().zip(&ids).rev() {
        records.add_root(*id, *root);
    }
    let problems = references_between(&records, model, &ids);
    if problems.has_errors() { Err(problems) } else { Ok(records) }
}

/// The references from one record to another, with the addresses of their objects in the model before its division.
fn references_between(records: &Model, model: &Model, ids: &[DocumentId]) -> Diagnostics {
    let mut problems = Diagnostics::new();
    let metamodel = records.metamodel();
    for (record, root) in
        ids.iter().flat_map(|id| records.document(*id).roots().iter().map(move |root| (*id, *root)))
    {
        for object in std::iter::once(root).chain(records.all_contents(root)) {
            for feature in metamodel.table(records.class(object)).all_features() {
                if !metamodel[*feature].is_reference() || metamodel[*feature].is_containment() {
                    continue;
                }
                let mut targets = records.list(object, *feature).objects();
                let leaves = targets.any(|target| {
                    records.document_of(target).is_some_and(|home| home != record && ids.contains(&home))
                });
                if leaves {
                    let message = format!(
                        "{} refers to an object of another record, which JSON lines cannot express",
                        metamodel.feature_label(*feature)
                    );
                    problems.push(
                        Diagnostic::error(codes::CANNOT_EXPRESS, message)
                            .object(model.address(object))
                            .help("convert to json, or let one root contain both objects"),
                    );
                }
            }
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::record_ranges;

    #[test]
    fn records_are_the_lines_that_are_not_blank() {
        let text = "\u{feff}{}\n\r\n  \n[1]\r\n{\"a\": 1}";
        let records: Vec<&str> = record_ranges(text).map(|range| &text[range]).collect();
        assert_eq!(records, ["{}", "[1]\r", "{\"a\": 1}"]);
        assert_eq!(record_ranges("").count(), 0);
        assert_eq!(record_ranges("\n").count(), 0);
    }
}
