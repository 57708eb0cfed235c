//! The table of the shipped metamodels: their declarations, their namespaces, and the targets that are generated from
//! them.
//!
//! To add a metamodel, add a file in `crates/language/models/` and a line of [`SHIPPED`]; its Rust types, its schemas
//! and the resolution of its namespace follow from that. Invariants: names and namespaces are unique; every file of the
//! directory is in the table. This module does not know how declarations are read, so modules below the reader can use
//! it.

/// A shipped metamodel and its declaration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShippedMetamodel {
    /// The name of the metamodel, which is also that of its package, and the stem of its files: `NAME.pp`,
    /// `NAME.ecore`, `NAME.rs`.
    pub name: &'static str,
    /// The namespace URI of the package.
    pub uri: &'static str,
    /// The declaration.
    pub text: &'static str,
    /// The code generation targets that `cargo xtask generate` runs for the metamodel.
    pub targets: &'static [&'static str],
    /// The directory of the Rust types, if `rust` is among the targets: that of the crate which uses them.
    pub rust: &'static str,
}

/// The directory of Rust types, unless an entry of [`SHIPPED`] contains another one.
const RUST: &str = "crates/bindings-model/src/generated";

/// An entry of [`SHIPPED`]: the name of the metamodel, its namespace, its targets, and the directory of its Rust types.
macro_rules! model {
    ($name:literal, $uri:literal, $targets:expr) => {
        model!($name, $uri, $targets, RUST)
    };
    ($name:literal, $uri:literal, $targets:expr, $rust:expr) => {
        ShippedMetamodel {
            name: $name,
            uri: $uri,
            text: include_str!(concat!("../models/", $name, ".pp")),
            targets: $targets,
            rust: $rust,
        }
    };
}

/// All shipped metamodels, by name.
pub const SHIPPED: &[ShippedMetamodel] = &[
    model!("bindings", "urn:modelwright:bindings:1", &["ecore", "json-schema", "rust"]),
    model!(
        "catalog",
        "urn:modelwright:catalog:1",
        &["ecore", "json-schema", "rust"],
        "crates/catalog/src/model/generated"
    ),
    model!("ecore", "http://www.eclipse.org/emf/2002/Ecore", &["ecore", "json-schema"]),
    // There are no targets, because only this crate reads the metamodel, to know the functions of logic.
    model!("functions", "urn:modelwright:functions:1", &[]),
    model!("hiera", "urn:modelwright:hiera:3", &["ecore", "json-schema", "rust"]),
    model!("syntax", "urn:modelwright:syntax:1", &["ecore", "json-schema"]),
];

/// The declaration of a shipped metamodel.
///
/// # Panics
/// If there is no metamodel with that name.
pub(crate) fn text(name: &str) -> &'static str {
    let model = SHIPPED.iter().find(|model| model.name == name);
    model.unwrap_or_else(|| panic!("there is no shipped metamodel with the name {name}")).text
}
