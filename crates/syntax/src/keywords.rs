//! The keywords of declarations.

/// Keywords of the statements of a file or package.
pub(crate) const STATEMENTS: &[&str] =
    &["package", "type", "abstract", "interface", "enum", "datatype", "annotation", "bindings", "site"];

/// Keywords of the members of a type.
pub(crate) const MEMBERS: &[&str] =
    &["attr", "has", "invariant", "operation", "annotation", "abstract", "interface"];

/// Keywords of the operations in `bindings`.
pub(crate) const OPERATIONS: &[&str] = &["when", "bind", "multibind", "rebind", "include", "exclude"];

/// Keywords of the kinds of `bind`.
pub(crate) const BIND_KINDS: &[&str] = &["parameters", "variables", "map", "alias", "renamed", "dependency"];

/// Keywords of the members of `site`.
pub(crate) const SITE_MEMBERS: &[&str] =
    &["categories", "bindings", "environment", "Environment", "dynamic_environments"];
