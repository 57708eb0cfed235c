//! JSON lines: records in JSON, each in a line of its own.

use super::json::is_model;
use super::{Format, Notation, Reader, tree_options};
use modelwright_notations::json::{self, Layout};

/// The format `jsonl`.
pub(super) const FORMAT: Format = Format {
    records: Some("json"),
    reader: Some(Reader::new(
        |source| json::peek(source.text()).into(),
        |text, model, document, options| {
            let options = tree_options::read_options(options, &document.uri);
            json::read_lines(&text.source, model, document, &options)
        },
    )),
    read_options: tree_options::READ,
    write_options: tree_options::WRITE,
    ..Format::text(NOTATION, |model, document, options, sink| {
        let (dialect, untyped) = (tree_options::dialect(options), tree_options::is_untyped(options));
        let options =
            json::WriteOptions { dialect, layout: Layout::Compact, base: options.base.clone(), untyped };
        json::write_lines(model, document, &options, sink)
    })
};

const NOTATION: Notation = Notation {
    extensions: &["jsonl", "ndjson"],
    shares_extension: true,
    is_model,
    ..Notation::new("jsonl", "JSON lines: a record in each line, checked independently of the others")
};
