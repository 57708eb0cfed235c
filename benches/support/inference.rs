//! The cost of documents that do not name classes: objects of two subclasses, read and validated, with and without `$type`.

use super::comparison;
use super::library::METAMODEL;
use modelwright_evaluation::logic::PreparedRules;
use modelwright_metamodel::diagnostic::Source;
use modelwright_metamodel::model::{Document, Model};
use modelwright_notations::json;
use modelwright_notations::tree::UntypedDocument;
use modelwright_validation::{CheckOptions, check};
use std::fmt::Write as _;
use std::hint::black_box;
use std::sync::Arc;

/// A library with a number of books and journals; `has_types` if it names its metamodel and their classes.
fn document(items: usize, has_types: bool) -> String {
    let header =
        if has_types { "\"$model\": \"urn:example:library:1\", \"$type\": \"Library\", " } else { "" };
    let mut text = format!("{{{header}\"name\": \"L\", \"authors\": [{{\"name\": \"A\"}}], \"items\": [");
    for at in 0..items {
        let comma = if at == 0 { "" } else { "," };
        let (class, own) = match at % 2 {
            0 => ("Book", format!("\"pages\": {}, \"authors\": [\"//@authors.0\"]", 1 + at % 900)),
            _ => ("Journal", format!("\"issue\": {}", 1 + at % 99)),
        };
        let class = if has_types { format!("\"$type\": \"{class}\", ") } else { String::new() };
        let written = write!(
            text,
            "{comma}\n  {{{class}\"code\": \"C{at}\", \"title\": \"Title number {at}\", \"keywords\": [\"a\", \"b\"], {own}}}"
        );
        written.expect("a text");
    }
    text.push_str("\n]}\n");
    text
}

/// Reads and validates a document.
fn validate(text: &str, has_types: bool) {
    let root = UntypedDocument { root: "Library".to_owned(), discriminator: None };
    let options = json::ReadOptions { untyped: (!has_types).then_some(root), ..json::ReadOptions::default() };
    let metamodel = METAMODEL.metamodel().expect("a sound metamodel");
    let mut model = Model::new(Arc::clone(metamodel));
    let source = Source::new("library.json", text);
    let (document, problems) = json::read(&source, &mut model, Document::default(), &options);
    let rules = PreparedRules::new(metamodel);
    let options = CheckOptions { logic: Some(&rules), ..CheckOptions::default() };
    assert!(problems.is_empty() && check(&model, document, &options).is_empty());
}

/// Compares both kinds of documents.
pub(super) fn compare(items: usize) {
    let [untyped, typed] = [false, true].map(|has_types| document(items, has_types));
    comparison::compare(
        "classes inferred from keys beside `$type`",
        20,
        1,
        || validate(black_box(&untyped), false),
        || validate(black_box(&typed), true),
    );
}

/// Reads one kind of document, for tools that count instructions.
pub(super) fn read(has_types: bool, items: usize) {
    let text = document(items, has_types);
    // Several times, so that the instructions for making the text hardly count.
    (0..10).for_each(|_| validate(black_box(&text), has_types));
}
