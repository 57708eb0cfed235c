//! Catalogs of Puppet in JSON, as Puppet writes them.
//!
//! An importer reads catalogs. Models have the same extension, so catalogs are recognised by keys that Puppet writes.

use super::{Format, Notation, WriteOptions};
use crate::catalog::json::{self, Layout};
use modelwright_metamodel::options::{Choice, OptionSpec};
use modelwright_notations::json::Tokenizer;

/// The format `catalog-json`.
pub(crate) const FORMAT: Format = Format {
    visit_tree: Some(|source, visitor| visitor(&mut Tokenizer::new(source.text()))),
    write_options: &[OptionSpec::choice(
        LAYOUT,
        "LAYOUT",
        "The layout of a catalog of Puppet in JSON",
        &[
            Choice::new("pretty", "Indented, as `puppet catalog compile` prints it"),
            Choice::new("compact", "On one line without its end, as Puppet sends and stores it"),
        ],
    )],
    ..Format::text(NOTATION, |model, document, options, sink| {
        json::send(model, document, layout(options), sink)
    })
};

const NOTATION: Notation = Notation {
    extensions: &["json"],
    shares_extension: true,
    requires_content: true,
    looks_like: json::may_contain,
    is_model: json::may_contain,
    ..Notation::new("catalog-json", "catalogs in JSON, as Puppet writes them")
};

/// The name of the option for the layout.
const LAYOUT: &str = "catalog-layout";

/// The layout that the options select.
fn layout(options: &WriteOptions) -> Layout {
    match options.values.text(LAYOUT) {
        // Unknown names were rejected when the options were checked.
        Some("compact") => Layout::Compact,
        _ => Layout::Pretty,
    }
}
