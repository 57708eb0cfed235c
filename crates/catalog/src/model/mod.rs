//! The catalog model: its generated Rust types, and their references.
//!
//! The declaration is `crates/language/models/catalog.pp`. This module does not know how catalogs are built, read or
//! written.

pub mod generated;

pub use generated::catalog::{
    CATALOG, Catalog, Edge, METAMODEL, Parameter, ParameterOrigin, Resource, ResourceKind,
};

use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use modelwright_metamodel::ecore::Metamodel;
use modelwright_metamodel::model::{DocumentId, Model, ObjectId};
use modelwright_typed::{self as typed, Ref};
use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::Arc;

/// The namespace of the metamodel.
const URI: &str = "urn:modelwright:catalog:1";

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

/// The metamodel of catalogs (`crates/language/models/catalog.pp`), whose Rust types are in [`generated`].
///
/// # Panics
/// If its declaration has an error, which a test rules out.
#[must_use]
pub fn metamodel() -> Arc<Metamodel> {
    modelwright_language::shipped::by_name("catalog").expect("the table of shipped metamodels has `catalog`")
}

/// Whether a metamodel is that of catalogs.
#[must_use]
pub fn is_of_catalogs(metamodel: &Metamodel) -> bool {
    metamodel.package_by_uri(URI).is_some()
}

/// The catalog in a document; its references are those of [`Catalog::reference_to`].
///
/// # Errors
/// If the document is of another model, does not have exactly one catalog, or an edge has no resource at an end.
pub fn catalog_of(model: &Model, document: DocumentId) -> Result<Catalog, Diagnostics> {
    if !is_of_catalogs(model.metamodel()) {
        let problem = Diagnostic::error(codes::CANNOT_EXPRESS, "expected a catalog, found another model");
        return Err(problem.help("write this model as xmi, json or yaml").into());
    }
    let roots = model.document(document).roots();
    let mut catalogs = typed::from_model::<Catalog>(model, document)?;
    let (Some(mut catalog), [root]) = (catalogs.pop(), roots) else {
        let message = "a document of Puppet contains exactly one catalog";
        return Err(Diagnostic::error(codes::CANNOT_EXPRESS, message).into());
    };
    let resources = model.list_named(*root, "resources").objects();
    let positions: FxHashMap<ObjectId, usize> =
        resources.enumerate().map(|(position, resource)| (resource, position)).collect();
    let mut problems = Diagnostics::new();
    let edges = model.list_named(*root, "edges").objects();
    for (number, (edge, object)) in catalog.edges.iter_mut().zip(edges).enumerate() {
        // The addresses in the values may be identifiers, so the objects of the ends are compared.
        let position_of_end = |name| {
            let resource = model.get_named(object, name).object()?;
            positions.get(&resource).copied()
        };
        let (Some(source), Some(target)) = (position_of_end("source"), position_of_end("target")) else {
            let message = format!("edge {} has no resource at an end", number + 1);
            problems.push(Diagnostic::error(codes::CATALOG_EDGE, message));
            continue;
        };
        edge.source = Catalog::reference_to(source);
        edge.target = Catalog::reference_to(target);
    }
    if problems.has_errors() { Err(problems) } else { Ok(catalog) }
}
