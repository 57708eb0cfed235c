//! The catalog model: its generated Rust types, and their references.
//!
//! The declaration is `crates/language/models/catalog.pp`. This module does not know how catalogs are built, read or
//! written.

pub mod generated;

pub use generated::catalog::{
    CATALOG, Catalog, Edge, METAMODEL, Parameter, ParameterOrigin, Resource, ResourceKind,
};

use modelwright_typed::Ref;
use std::fmt;

/// The path of a resource in a document with one catalog, without its position.
const PATH: &str = "//@resources.";

impl Catalog {
    /// The reference of an edge to the resource at a position.
    #[must_use]
    pub fn reference_to(position: usize) -> Ref<Resource> {
        Ref::local(format!("{PATH}{position}"))
    }

    /// The position of the resource that an edge refers to; `None` if there is no such resource.
    #[must_use]
    pub fn position_of(&self, reference: &Ref<Resource>) -> Option<usize> {
        let position = reference.address().strip_prefix(PATH)?.parse().ok()?;
        (position < self.resources.len()).then_some(position)
    }
}

/// The reference by which manifests and catalogs name the resource, such as `File[/etc/motd]`.
impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]", self.r#type, self.title)
    }
}
