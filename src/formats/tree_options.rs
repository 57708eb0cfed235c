//! The options of JSON and YAML.

use super::{ReadOptions, WriteOptions};
use crate::files::ends_with_pattern;
use modelwright_metamodel::options::{Choice, OptionSpec};
use modelwright_notations::tree::{self, Dialect};

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

/// The name of the option for the classes of roots by the paths of documents.
const ROOT_OF: &str = "root-of";

/// The options for reading.
pub const READ: &[OptionSpec] = &[
    OptionSpec::text(
        ROOT_CLASS,
        "CLASS",
        "The class of the roots of JSON and YAML documents, which then need not name their metamodel and classes",
    )
    .alias("root"),
    OptionSpec::pair(
        ROOT_OF,
        "PATTERN=CLASS",
        "As --root-class, for the documents whose paths end with a pattern, such as data/*.json; may be repeated",
        "a pattern of paths, `=` and a class, such as `data/*.json=Library`",
    )
    .repeated(),
    OptionSpec::text(
        "discriminator",
        "KEY",
        "The key of JSON and YAML documents that has the class of its object, with --root-class",
    ),
];

/// The class of the roots of the document at a path, if the options name it.
#[must_use]
pub fn root_class<'o>(options: &'o ReadOptions, path: &str) -> Option<&'o str> {
    options.values.text(ROOT_CLASS).or_else(|| {
        let mut pairs = options.values.pairs(ROOT_OF);
        // Patterns may be repeated; the last one that fits counts.
        pairs.rfind(|(pattern, _)| ends_with_pattern(path, pattern)).map(|(_, class)| class)
    })
}

/// How trees of the document at an address are read.
pub fn read_options(options: &ReadOptions, address: &str) -> tree::ReadOptions {
    let untyped = root_class(options, address).map(|root| tree::UntypedDocument {
        root: root.to_owned(),
        discriminator: options.values.text("discriminator").map(str::to_owned),
    });
    // Problems that validation finds later are shown at the offsets.
    tree::ReadOptions { limits: options.limits, record_offsets: true, untyped, ignores_unknown_keys: false }
}

/// Whether documents are written without their metamodel and the classes that features have.
pub(super) fn is_untyped(options: &WriteOptions) -> bool {
    options.values.flag(UNTYPED)
}

/// The dialect that the caller selected.
pub(super) fn dialect(options: &WriteOptions) -> Dialect {
    match options.values.text("dialect") {
        // Other names were rejected when the options were checked.
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
        // A `$` before anything but letters is part of data.
        && key.strip_prefix('$').is_some_and(|name| name.bytes().all(|b| b.is_ascii_alphabetic()))
        && !OF_SCHEMAS.contains(&key)
}
