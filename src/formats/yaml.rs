//! Models in YAML, in the plain and the `emf` dialect.

use super::{Format, Notation, Reader, tree_options};
use modelwright_notations::yaml;

/// The format `yaml`.
pub(super) const FORMAT: Format = Format {
    visit_tree: Some(|source, visitor| yaml::visit(source, visitor)),
    reader: Some(Reader {
        declared: |source| yaml::peek(source).into(),
        read: |text, model, document, options| {
            let options = tree_options::read_options(options, &document.uri);
            yaml::read(&text.source, model, document, &options)
        },
        read_pieces: None,
        read_prepared: Some(yaml::read_prepared),
    }),
    read_options: tree_options::READ,
    write_options: tree_options::WRITE,
    ..Format::text(NOTATION, |model, document, options, sink| {
        let dialect = tree_options::dialect(options);
        yaml::write(
            model,
            document,
            &yaml::WriteOptions {
                dialect,
                base: options.base.clone(),
                untyped: tree_options::is_untyped(options),
            },
            sink,
        )
    })
};

const NOTATION: Notation = Notation {
    extensions: &["yaml", "yml"],
    shares_extension: true,
    is_fallback: true,
    looks_like: |head| head.lines().any(|line| line.starts_with("$model:") || line.starts_with("---")),
    is_model: |head| {
        head.lines().any(|line| {
            // `- ` is skipped, because a document may be a list of roots.
            let key = line.strip_prefix("- ").unwrap_or(line).split(':').next().unwrap_or_default();
            let key = key.trim_matches(['"', '\'', ' ']);
            line.contains(':') && (key == "eClass" || tree_options::is_key_of_models(key))
        })
    },
    ..Notation::new("yaml", "YAML 1.2 in the plain dialect")
};
