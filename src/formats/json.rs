//! Models in JSON, in both dialects.

use super::{Format, Notation, Reader};
use modelwright_metamodel::json;

/// The format `json`.
pub(super) const JSON: Format = Format {
    notation: Notation {
        name: "json",
        about: "JSON in the plain dialect",
        extensions: &["json"],
        shares_extension: true,
        looks_like: |head| head.trim_start().starts_with(['{', '[']),
        is_model: |head| head.contains("\"$model\"") || head.contains("\"eClass\""),
        ..Format::TEXT.notation
    },
    has_dialects: true,
    visit_tree: Some(|source, visitor| visitor(&mut json::Tokenizer::new(source.text()))),
    reader: Some(Reader {
        declared: |source| json::peek(source.text()).into(),
        read: |input, model, document, options| {
            let options = json::ReadOptions { limits: options.limits, record_offsets: true };
            json::read(&input.source, model, document, &options)
        },
        read_pieces: None,
    }),
    write: |model, document, options, sink| {
        let options = json::WriteOptions { dialect: options.dialect, layout: json::Layout::Pretty };
        json::write(model, document, &options, sink)
    },
    ..Format::TEXT
};
