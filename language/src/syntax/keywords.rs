//! The keywords of declarations.

/// Keywords of the statements of a file or package.
pub(crate) const STATEMENTS: &[&str] =
    &["package", "type", "abstract", "interface", "enum", "datatype", "annotation", "bindings", "site"];

/// Keywords of the members of a type.
pub(crate) const MEMBERS: &[&str] =
    &["attr", "has", "invariant", "operation", "annotation", "abstract", "interface"];
