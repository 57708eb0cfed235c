//! XML Schema: the metamodel that EMF's importer makes of a schema, with the annotations of its extended metadata.
//!
//! Invariants: names, order, annotations and bounds are EMF's; nothing is read from the network; functions recurse over
//! nested elements and over types only to a limit. The declarations of this crate are not used, because they cannot
//! express extended metadata. This module does not know the workspace.

mod aliases;
mod annotations;
mod attributes;
mod builder;
mod classes;
mod components;
mod conflicts;
mod document_names;
mod documents;
mod draft;
mod element_features;
mod facets;
mod features;
mod finish;
mod flags;
pub mod grammar;
mod inheritance;
mod missing_types;
mod names;
mod operations;
mod opposites;
mod particles;
mod simple_content;
mod simple_types;
mod tree;
mod type_names;
mod white_space;
mod wildcards;

use modelwright_files::FileAccess;
use modelwright_metamodel::diagnostic::{Diagnostics, Source};
use modelwright_metamodel::ecore::{Metamodel, PackageId};
use std::sync::Arc;

/// The namespace of XML Schema.
pub const SCHEMA_NAMESPACE: &str = "http://www.w3.org/2001/XMLSchema";

const XML_NAMESPACE: &str = "http://www.w3.org/XML/1998/namespace";

/// A metamodel that was read from a schema.
#[derive(Debug)]
pub struct Imported {
    /// The metamodel, with Ecore and its types for XML.
    pub metamodel: Metamodel,
    /// The packages of the schema's namespaces, in EMF's order.
    pub packages: Vec<PackageId>,
}

/// Reads a schema at an address, with all documents that belong to it.
#[must_use]
pub fn read(source: &Arc<Source>, uri: &str, access: &FileAccess) -> (Imported, Diagnostics) {
    let (documents, mut diagnostics) = documents::read(source, uri, access);
    let schema = components::Schema::new(&documents);
    let mut builder = builder::Builder::new(&schema);
    builder.run();
    diagnostics.append(std::mem::take(&mut builder.diagnostics));
    (finish::finish(builder), diagnostics)
}

/// The built-in types, each with the one from which it is derived; `anyType` and `anySimpleType` with themselves.
const BUILT_IN: &[(&str, &str)] = &[
    ("anyType", "anyType"),
    ("anySimpleType", "anySimpleType"),
    ("string", "anySimpleType"),
    ("boolean", "anySimpleType"),
    ("decimal", "anySimpleType"),
    ("float", "anySimpleType"),
    ("double", "anySimpleType"),
    ("duration", "anySimpleType"),
    ("dateTime", "anySimpleType"),
    ("time", "anySimpleType"),
    ("date", "anySimpleType"),
    ("gYearMonth", "anySimpleType"),
    ("gYear", "anySimpleType"),
    ("gMonthDay", "anySimpleType"),
    ("gDay", "anySimpleType"),
    ("gMonth", "anySimpleType"),
    ("hexBinary", "anySimpleType"),
    ("base64Binary", "anySimpleType"),
    ("anyURI", "anySimpleType"),
    ("QName", "anySimpleType"),
    ("NOTATION", "anySimpleType"),
    ("normalizedString", "string"),
    ("token", "normalizedString"),
    ("language", "token"),
    ("NMTOKEN", "token"),
    ("NMTOKENS", "anySimpleType"),
    ("Name", "token"),
    ("NCName", "Name"),
    ("ID", "NCName"),
    ("IDREF", "NCName"),
    ("IDREFS", "anySimpleType"),
    ("ENTITY", "NCName"),
    ("ENTITIES", "anySimpleType"),
    ("integer", "decimal"),
    ("nonPositiveInteger", "integer"),
    ("negativeInteger", "nonPositiveInteger"),
    ("long", "integer"),
    ("int", "long"),
    ("short", "int"),
    ("byte", "short"),
    ("nonNegativeInteger", "integer"),
    ("unsignedLong", "nonNegativeInteger"),
    ("unsignedInt", "unsignedLong"),
    ("unsignedShort", "unsignedInt"),
    ("unsignedByte", "unsignedShort"),
    ("positiveInteger", "nonNegativeInteger"),
];

fn is_built_in_type(name: &str) -> bool {
    built_in_type(name).is_some()
}

fn built_in_type(name: &str) -> Option<&'static str> {
    BUILT_IN.iter().find(|(known, _)| *known == name).map(|(known, _)| *known)
}

/// The built-in type from which a built-in type is derived.
fn built_in_base(name: &str) -> &'static str {
    BUILT_IN.iter().find(|(known, _)| *known == name).map_or("anySimpleType", |(_, base)| *base)
}
