//! The words with which declarations start.

/// Words that start a statement at the top of a file or package.
pub(crate) const STATEMENTS: &[&str] =
    &["package", "type", "abstract", "interface", "enum", "datatype", "annotation", "bindings", "site"];

/// Words that start a member of a type.
pub(crate) const MEMBERS: &[&str] =
    &["attr", "has", "invariant", "operation", "annotation", "abstract", "interface"];
