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
        "The dialect in which JSON and YAML are written; readers recognise the dialect",
        &[
            Choice::new("plain", "Features by name, classes where they are needed, references as addresses"),
            Choice::new("emf", "As emfjson-jackson and PyEcore read and write it"),
        ],
    ),
];

/// The name of the option for writing documents without classes.
const UNTYPED: &str = "untyped";

/// The name of the option for the class of roots.
pub(crate) const ROOT_CLASS: &str = "root-class";

/// The name of the option for the class of roots of documents at matching paths.
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
        "The key of JSON and YAML documents that contains the class of its object, with --root-class",
    ),
];

/// The class of the roots of the document at a path, if an option specifies it.
#[must_use]
pub fn root_class<'o>(options: &'o ReadOptions, path: &str) -> Option<&'o str> {
    options.values.text(ROOT_CLASS).or_else(|| {
        let mut pairs = options.values.pairs(ROOT_OF);
        // If several patterns match, the last one takes precedence, as on command lines.
        pairs.rfind(|(pattern, _)| ends_with_pattern(path, pattern)).map(|(_, class)| class)
    })
}

/// The options for reading the document at an address as a tree.
pub fn read_options(options: &ReadOptions, address: &str) -> tree::ReadOptions {
    let untyped_document = root_class(options, address).map(|root| tree::UntypedDocument {
        root: root.to_owned(),
        discriminator: options.values.text("discriminator").map(str::to_owned),
    });
    // Offsets are recorded, so that validation can show problems in the text.
    tree::ReadOptions {
        limits: options.limits,
        record_offsets: true,
        untyped: untyped_document,
        collects_missing: options.collects_missing,
        ..tree::ReadOptions::default()
    }
}

/// Whether documents are written without their metamodel and without classes that features imply.
pub(super) fn is_untyped(options: &WriteOptions) -> bool {
    options.values.flag(UNTYPED)
}

/// The dialect that the caller selected.
pub(super) fn dialect(options: &WriteOptions) -> Dialect {
    match options.values.text("dialect") {
        // Unknown names were rejected when the options were checked.
        Some("emf") => Dialect::Emf,
        _ => Dialect::Plain,
    }
}

/// Whether a key probably belongs to a model, even if it is misspelled: it begins with `$` and is not a key of JSON
/// Schema.
pub(super) fn is_key_of_models(key: &str) -> bool {
    const SCHEMA_KEYS: [&str; 11] = [
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
        // `$` followed by other characters than letters occurs in other data.
        && key.strip_prefix('$').is_some_and(|name| name.bytes().all(|byte| byte.is_ascii_alphabetic()))
        && !SCHEMA_KEYS.contains(&key)
}
