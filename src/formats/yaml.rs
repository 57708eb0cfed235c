//! Models in YAML, in both dialects.

use super::{Format, Notation, Reader};
use modelwright_metamodel::yaml;

/// The format `yaml`.
pub(super) const YAML: Format = Format {
    notation: Notation {
        name: "yaml",
        about: "YAML 1.2 in the plain dialect",
        extensions: &["yaml", "yml"],
        shares_extension: true,
        looks_like: |head| head.lines().any(|line| line.starts_with("$model:") || line.starts_with("---")),
        is_model: |head| {
            let starts = ["$model:", "eClass:", "- eClass:"];
            head.lines().any(|line| starts.iter().any(|start| line.starts_with(start)))
        },
        ..Format::TEXT.notation
    },
    has_dialects: true,
    visit_tree: Some(|source, visitor| yaml::visit(source, visitor)),
    reader: Some(Reader {
        declared: |source| yaml::peek(source).into(),
        read: |input, model, document, options| {
            let options = yaml::ReadOptions { limits: options.limits, record_offsets: true };
            yaml::read(&input.source, model, document, &options)
        },
        read_pieces: None,
    }),
    write: |model, document, options, sink| {
        yaml::write(model, document, &yaml::WriteOptions { dialect: options.dialect }, sink)
    },
    ..Format::TEXT
};
