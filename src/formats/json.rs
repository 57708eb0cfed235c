//! Models in JSON, in both dialects.

use super::{Format, Notation, Reader, tree_options};
use modelwright_notations::json;

/// The format `json`.
pub(super) const FORMAT: Format = Format {
    visit_tree: Some(|source, visitor| visitor(&mut json::Tokenizer::new(source.text()))),
    reader: Some(Reader {
        declared: |source| json::peek(source.text()).into(),
        read: |text, model, document, options| {
            let options = tree_options::read_options(options, &document.uri);
            json::read(&text.source, model, document, &options)
        },
        read_pieces: None,
        read_prepared: Some(json::read_prepared),
    }),
    read_options: tree_options::READ,
    write_options: tree_options::WRITE,
    ..Format::text(NOTATION, |model, document, options, sink| {
        let dialect = tree_options::dialect(options);
        let layout = json::Layout::Pretty;
        json::write(
            model,
            document,
            &json::WriteOptions {
                dialect,
                layout,
                base: options.base.clone(),
                untyped: tree_options::is_untyped(options),
            },
            sink,
        )
    })
};

const NOTATION: Notation = Notation {
    extensions: &["json"],
    shares_extension: true,
    looks_like: |head| head.trim_start().starts_with(['{', '[']),
    is_model,
    ..Notation::new("json", "JSON in the plain dialect")
};

/// Whether a text that starts like this contains a model.
pub(super) fn is_model(head: &str) -> bool {
    // Every quoted text counts as a key, because the text is only the start of a document and cannot be parsed.
    let mut keys = head.split('"').skip(1).filter(|key| key.starts_with('$'));
    head.contains("\"eClass\"") || keys.any(tree_options::is_key_of_models)
}
