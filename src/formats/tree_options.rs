//! The options of JSON and YAML.

use super::{ReadOptions, WriteOptions};
use modelwright_metamodel::options::{Choice, OptionSpec};
use modelwright_metamodel::tree::{self, Dialect};

/// The options for writing.
pub(super) const WRITE: &[OptionSpec] = &[
    OptionSpec::flag(
        UNTYPED,
        "Write JSON and YAML without the metamodel and the class of the roots, and without $type where an object has the \
         class of its feature; --root-class reads it",
    ),
    OptionSpec::choice(
        "dialect",
        "DIALECT",
        "The dialect of JSON and YAML; documents that are read need no such option",
        &[
            Choice::new("plain", "Features by name, classes where they are needed, references as addresses"),
            Choice::new("emf", "As emfjson-jackson and PyEcore read and write it"),
        ],
    ),
];

/// The name of the option for documents without classes.
const UNTYPED: &str = "untyped";

/// The name of the option for the class of roots.
pub(crate) const ROOT_CLASS: &str = "root-class";

/// The options for reading.
pub(super) const READ: &[OptionSpec] = &[
    OptionSpec::text(
        ROOT_CLASS,
        "CLASS",
        "The class of the roots of JSON and YAML documents, which then need not name their metamodel and classes",
    )
    .alias("root"),
    OptionSpec::text(
        "discriminator",
        "KEY",
        "The key of JSON and YAML documents that has the class of its object, with --root-class",
    ),
];

/// How trees are read.
pub(super) fn read_options(options: &ReadOptions) -> tree::ReadOptions {
    let untyped = options.values.text(ROOT_CLASS).map(|root| tree::UntypedDocument {
        root: root.to_owned(),
        discriminator: options.values.text("discriminator").map(str::to_owned),
    });
    tree::ReadOptions { limits: options.limits, record_offsets: true, untyped }
}

/// Whether documents are written without their metamodel and the classes that features have.
pub(super) fn is_untyped(options: &WriteOptions) -> bool {
    options.values.flag(UNTYPED)
}

/// The dialect that the caller selected.
pub(super) fn dialect(options: &WriteOptions) -> Dialect {
    match options.values.text("dialect") {
        Some("emf") => Dialect::Emf,
        _ => Dialect::Plain,
    }
}

/// Whether a key belongs to a model, even if it is misspelt: it begins with `$`, but is not one of JSON Schema.
pub(super) fn is_key_of_models(key: &str) -> bool {
    const OF_SCHEMAS: [&str; 11] = [
        "$schema",
        "$id",
        "$ref",
        "$defs",
        "$comment",
        "$anchor",
        "$vocabulary",
        "$dynamicRef",
        "$dynamicAnchor",
        "$recursiveRef",
        "$recursiveAnchor",
    ];
    key.len() > 1
        && key.strip_prefix('$').is_some_and(|name| name.bytes().all(|b| b.is_ascii_alphabetic()))
        && !OF_SCHEMAS.contains(&key)
}
