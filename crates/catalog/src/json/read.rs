//! Reads a catalog from a text in JSON.
//!
//! Invariants: every resource and every edge of the result has its position; two resources never have the same
//! reference, and each edge has a resource at both ends; all problems are collected. As in Puppet, null is the same as
//! no value.

use super::cursor::{Cursor, Keys, NO_HELP};
use super::references::{canonical_key, parts_of_reference};
use crate::model::{Catalog, Edge, Parameter, Resource, ResourceKind};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use modelwright_metamodel::ecore::AnyValue;
use modelwright_notations::tree::Token;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use std::sync::Arc;

/// The offsets of objects in the text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Places {
    /// The offset of the catalog.
    pub catalog_offset: usize,
    /// The offset of each resource.
    pub resource_offsets: Vec<usize>,
    /// The offset of each parameter of the first resource, then of the next one, and so on.
    pub parameter_offsets: Vec<usize>,
    /// The offset of each edge.
    pub edge_offsets: Vec<usize>,
}

/// The keys of a catalog and of its envelope.
const CATALOG_KEYS: &[&str] = &[
    "tags",
    "name",
    "version",
    "code_id",
    "catalog_uuid",
    "catalog_format",
    "environment",
    "resources",
    "edges",
    "classes",
    "metadata",
    "recursive_metadata",
    "document_type",
    "data",
];
const RESOURCE_KEYS: &[&str] =
    &["type", "title", "tags", "file", "line", "exported", "kind", "parameters", "sensitive_parameters"];
const EDGE_KEYS: &[&str] = &["source", "target", "event", "callback"];

/// Reads the valid parts of a text as a catalog; `None` if the text is not a catalog.
#[must_use]
pub fn read(source: &Arc<Source>) -> (Option<Catalog>, Places, Diagnostics) {
    let mut reader = Reader {
        cursor: Cursor::new(source),
        places: Places::default(),
        resources_by_reference: FxHashMap::default(),
        edge_ends: Vec::new(),
        is_incomplete: false,
    };
    let first = reader.cursor.next();
    let catalog = reader.document(&first);
    // The tokenizer reports everything that follows the catalog.
    while reader.cursor.next() != Token::End {}
    (catalog, reader.places, reader.cursor.problems)
}

struct Reader<'s> {
    cursor: Cursor<'s>,
    places: Places,
    /// The position of each resource and the span of its title, by the canonical reference.
    resources_by_reference: FxHashMap<String, (usize, Range<usize>)>,
    /// The edges, whose ends are resolved after all resources were read.
    edge_ends: Vec<EdgeEnds>,
    /// Whether a resource was left out after a problem, so that an edge that refers to it is not a second problem.
    is_incomplete: bool,
}

/// An edge whose ends are still texts, each with its span.
struct EdgeEnds {
    offset: usize,
    source: (String, Range<usize>),
    target: (String, Range<usize>),
    event: Option<String>,
    callback: Option<String>,
}

impl<'s> Reader<'s> {
    /// Reads the catalog that starts with a token; `None` if the text does not start with a map.
    fn document(&mut self, first: &Token<'s>) -> Option<Catalog> {
        if !self.begins_catalog(first) {
            return None;
        }
        self.places.catalog_offset = self.cursor.range().start;
        let mut catalog = Catalog::default();
        let may_wrap = true;
        self.catalog(&mut catalog, may_wrap);
        catalog.edges = self.edges();
        Some(catalog)
    }

    /// Whether a token begins a catalog; another one is reported.
    fn begins_catalog(&mut self, first: &Token<'s>) -> bool {
        let is_map = *first == Token::BeginMap;
        // What cannot be read as a token was reported by the tokenizer, and so may be why there is none.
        let is_reported = *first == Token::Unreadable || !self.cursor.problems.is_empty();
        if !is_map && !is_reported {
            let message =
                if *first == Token::End { "the document is empty" } else { "a catalog must be a map" };
            let range = self.cursor.range();
            let help = "write a catalog as Puppet does: a map with the list `resources`";
            self.cursor.error(message, range, help);
        }
        is_map
    }

    /// Reads the entries of a map that has begun; `may_wrap` is whether it may be the envelope of Puppet 3.
    fn catalog(&mut self, catalog: &mut Catalog, may_wrap: bool) {
        let mut keys = Keys::default();
        let mut wrapped = None;
        let start = self.cursor.range();
        let mut has_resources = false;
        while let Some((key, value)) = self.cursor.known_key(&mut keys, CATALOG_KEYS, "a catalog") {
            let cursor = &mut self.cursor;
            match key {
                "tags" => catalog.tags = cursor.texts(&value, key, "a tag"),
                "name" => catalog.name = cursor.text(&value, "the name of a catalog"),
                "version" => catalog.version = cursor.scalar(&value, "the version of a catalog"),
                "code_id" => catalog.code_id = cursor.text(&value, "`code_id`"),
                "catalog_uuid" => catalog.catalog_uuid = cursor.text(&value, "`catalog_uuid`"),
                "catalog_format" => catalog.catalog_format = cursor.integer(&value, "`catalog_format`"),
                "environment" => catalog.environment = cursor.text(&value, "the environment"),
                "classes" => catalog.classes = cursor.texts(&value, key, "the name of a class"),
                "metadata" => catalog.metadata = self.map(value, "`metadata`"),
                "recursive_metadata" => {
                    catalog.recursive_metadata = self.map(value, "`recursive_metadata`");
                }
                "resources" => {
                    has_resources = true;
                    self.resources(&value, catalog);
                }
                "edges" => self.edge_list(&value),
                "data" if may_wrap => {
                    if cursor.is_map(&value, "`data`") {
                        let mut wrapped_catalog = Catalog::default();
                        // An envelope does not contain another one.
                        let may_wrap = false;
                        self.catalog(&mut wrapped_catalog, may_wrap);
                        wrapped = Some(wrapped_catalog);
                    }
                }
                // These are `document_type`, and `data` in the catalog of an envelope. Neither is part of a catalog.
                _ => cursor.skip(&value),
            }
        }
        if let Some(mut wrapped_catalog) = wrapped {
            wrapped_catalog.envelope_version = Some(envelope_version(catalog.metadata.as_ref()));
            *catalog = wrapped_catalog;
        } else if !has_resources {
            let help = "write a catalog as Puppet does: a map with the list `resources`";
            self.cursor.error("a catalog must have a list `resources`", start, help);
        }
    }

    /// A map of any content; `None` for null, and for a value that is not a map, which is reported.
    fn map(&mut self, value: Token<'s>, what: &str) -> Option<AnyValue> {
        if value == Token::Null || !self.cursor.is_map(&value, what) {
            return None;
        }
        self.cursor.any(value, what)
    }

    /// Adds the valid resources of a list to a catalog.
    fn resources(&mut self, value: &Token<'s>, catalog: &mut Catalog) {
        if !self.cursor.is_list(value, "`resources`") {
            return;
        }
        while let Some(item) = self.cursor.item() {
            let place = self.cursor.range();
            let first_parameter = self.places.parameter_offsets.len();
            let position = catalog.resources.len();
            let resource = self.resource(&item, &place);
            match resource.filter(|(resource, title)| self.is_new(resource, title, position)) {
                Some((resource, _)) => {
                    self.places.resource_offsets.push(place.start);
                    catalog.resources.push(resource);
                }
                // The positions of parameters that are left out must not be assigned to those that follow.
                None => self.places.parameter_offsets.truncate(first_parameter),
            }
        }
    }

    /// Whether a resource is the first one with its reference; a later one is reported.
    fn is_new(&mut self, resource: &Resource, title: &Range<usize>, position: usize) -> bool {
        let key = canonical_key(&resource.r#type, &resource.title);
        if let Some((_, first_title)) = self.resources_by_reference.get(&key) {
            let message = format!("the resource `{resource}` is declared twice");
            let problem = Diagnostic::error(codes::CATALOG_DUPLICATE, message)
                .at(self.cursor.source, title.clone())
                .label(self.cursor.source, first_title.clone(), "declared here")
                .help("remove one of the two resources");
            self.cursor.problems.push(problem);
            return false;
        }
        self.resources_by_reference.insert(key, (position, title.clone()));
        true
    }

    /// A resource, and the span of its title; `None` after a reported problem.
    fn resource(&mut self, item: &Token<'s>, place: &Range<usize>) -> Option<(Resource, Range<usize>)> {
        if !self.cursor.is_map(item, "a resource") {
            self.is_incomplete = true;
            return None;
        }
        let mut keys = Keys::default();
        let mut resource = Resource::default();
        let (mut type_name, mut title) = (None, None);
        while let Some((key, value)) = self.cursor.known_key(&mut keys, RESOURCE_KEYS, "a resource") {
            let cursor = &mut self.cursor;
            let range = cursor.range();
            match key {
                "type" => type_name = cursor.text(&value, "the type of a resource"),
                "title" => title = cursor.text(&value, "the title of a resource").map(|title| (title, range)),
                "tags" => resource.tags = cursor.texts(&value, key, "a tag"),
                "file" => resource.file = cursor.text(&value, "the file of a resource"),
                "line" => resource.line = cursor.integer(&value, "the line of a resource"),
                "exported" => resource.exported = cursor.boolean(&value, "`exported`"),
                "kind" => resource.kind = self.kind(&value),
                "parameters" => resource.parameters = self.parameters(&value),
                // Of the known keys, only `sensitive_parameters` is left.
                _ => {
                    resource.sensitive_parameters =
                        cursor.texts(&value, key, "the name of a sensitive parameter");
                }
            }
        }
        self.with_reference(resource, place, type_name, title)
    }

    /// A resource with its type and title; without one of them, it is reported and left out.
    fn with_reference(
        &mut self,
        resource: Resource,
        place: &Range<usize>,
        type_name: Option<String>,
        title: Option<(String, Range<usize>)>,
    ) -> Option<(Resource, Range<usize>)> {
        let missing_member = match (&type_name, &title) {
            (None, _) => "type",
            (_, None) => "title",
            // No member is missing, so there is no message.
            _ => "",
        };
        let (Some(type_name), Some((title, range))) = (type_name, title) else {
            let message = format!("a resource must have a {missing_member}");
            self.cursor.error(message, place.clone(), NO_HELP);
            self.is_incomplete = true;
            return None;
        };
        Some((Resource { r#type: type_name, title, ..resource }, range))
    }

    /// The kind of a resource; `None` for null, and for another text, which is reported.
    fn kind(&mut self, value: &Token<'s>) -> Option<ResourceKind> {
        let text = self.cursor.text(value, "the kind of a resource")?;
        let kind = text.parse().ok();
        if kind.is_none() {
            let range = self.cursor.range();
            let help = "the kinds are `class`, `defined_type`, `compilable_type` and `unknown`";
            self.cursor.error(format!("`{text}` is not a kind of resources"), range, help);
        }
        kind
    }

    /// The parameters of a resource. A second value of the same parameter is reported and left out.
    fn parameters(&mut self, value: &Token<'s>) -> Vec<Parameter> {
        let mut parameters: Vec<Parameter> = Vec::new();
        if *value == Token::Null || !self.cursor.is_map(value, "`parameters`") {
            return parameters;
        }
        let mut names = FxHashSet::default();
        while let Some(name) = self.cursor.key() {
            let range = self.cursor.range();
            let first = self.cursor.next();
            let value = self.cursor.any(first, &format!("the value of `{name}`"));
            if !names.insert(name.clone()) {
                let message = format!("the parameter `{name}` is set twice");
                self.cursor.error(message, range, "remove one of the two entries");
                continue;
            }
            self.places.parameter_offsets.push(range.start);
            parameters.push(Parameter { name, value, ..Parameter::default() });
        }
        parameters
    }

    /// Reads the relationships of a catalog.
    fn edge_list(&mut self, value: &Token<'s>) {
        if !self.cursor.is_list(value, "`edges`") {
            return;
        }
        while let Some(item) = self.cursor.item() {
            let place = self.cursor.range();
            if !self.cursor.is_map(&item, "an edge") {
                continue;
            }
            let mut keys = Keys::default();
            let (mut source, mut target, mut event, mut callback) = (None, None, None, None);
            while let Some((key, value)) = self.cursor.known_key(&mut keys, EDGE_KEYS, "an edge") {
                let cursor = &mut self.cursor;
                let range = cursor.range();
                match key {
                    "source" => {
                        source = cursor.text(&value, "the source of an edge").map(|text| (text, range));
                    }
                    "target" => {
                        target = cursor.text(&value, "the target of an edge").map(|text| (text, range));
                    }
                    "event" => event = cursor.text(&value, "the event of an edge"),
                    // Of the known keys, only `callback` is left.
                    _ => callback = cursor.text(&value, "the callback of an edge"),
                }
            }
            match (source, target) {
                (Some(source), Some(target)) => {
                    self.edge_ends.push(EdgeEnds { offset: place.start, source, target, event, callback });
                }
                _ => self.cursor.error("an edge must have a source and a target", place, NO_HELP),
            }
        }
    }

    /// The edges whose ends are both in the catalog; a problem is reported for the others. All resources must have been
    /// read before.
    fn edges(&mut self) -> Vec<Edge> {
        let mut edges = Vec::new();
        for ends in std::mem::take(&mut self.edge_ends) {
            let source = self.end(&ends.source, "source");
            let target = self.end(&ends.target, "target");
            let (Some(source), Some(target)) = (source, target) else { continue };
            let (source, target) = (Catalog::reference_to(source), Catalog::reference_to(target));
            self.places.edge_offsets.push(ends.offset);
            edges.push(Edge { source, target, event: ends.event, callback: ends.callback });
        }
        edges
    }

    /// The position of the resource at an end of an edge; `None` after a reported problem.
    fn end(&mut self, (text, range): &(String, Range<usize>), role: &str) -> Option<usize> {
        let Some((name, title)) = parts_of_reference(text) else {
            let help = "write a reference such as `File[/etc/motd]`";
            let message = format!("the {role} of an edge must be a reference, found `{text}`");
            self.cursor.error(message, range.clone(), help);
            return None;
        };
        let position =
            self.resources_by_reference.get(&canonical_key(name, title)).map(|(position, _)| *position);
        // A resource with a problem was left out, which must not be reported as a second mistake.
        if position.is_none() && !self.is_incomplete {
            let message = format!("the {role} of an edge is `{text}`, which is not in the catalog");
            let problem = Diagnostic::error(codes::CATALOG_EDGE, message)
                .at(self.cursor.source, range.clone())
                .help("add the resource, or remove the edge");
            self.cursor.problems.push(problem);
        }
        position
    }
}

/// The version in the envelope of Puppet 3; 1 if the envelope has none.
fn envelope_version(metadata: Option<&AnyValue>) -> i64 {
    match metadata {
        Some(AnyValue::Map(entries)) => match entries.get("api_version") {
            Some(AnyValue::Integer(version)) => *version,
            _ => 1,
        },
        _ => 1,
    }
}
