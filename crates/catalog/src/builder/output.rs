//! The built catalog: its resources in order, with their parameters as catalogs have them.

use super::Builder;
use super::log::LogEntry;
use super::resource::{Kind, Origin, Resource};
use super::state::Place;
use modelwright_evaluation::evaluate::{CatalogReference, Value};
use modelwright_metamodel::diagnostic::Diagnostics;
use std::sync::Arc;

/// The result of a build.
#[derive(Debug)]
pub struct BuildResult {
    /// The catalog; `None` if there is a problem.
    pub catalog: Option<BuiltCatalog>,
    /// What was logged, in order.
    pub log: Vec<LogEntry>,
    /// The problem that ended the build.
    pub problems: Diagnostics,
}

/// A catalog.
#[derive(Debug)]
pub struct BuiltCatalog {
    /// The name of the node.
    pub name: String,
    /// The name of the environment.
    pub environment: String,
    /// The tags.
    pub tags: Vec<Arc<str>>,
    /// The names of the classes, in the order in which they were evaluated.
    pub classes: Vec<Arc<str>>,
    /// The resources, in the order in which they were added.
    pub resources: Vec<BuiltResource>,
    /// The containments: positions of container and contained resource.
    pub edges: Vec<(usize, usize)>,
}

/// A resource.
#[derive(Debug)]
pub struct BuiltResource {
    /// The type, such as `File`.
    pub ty: Arc<str>,
    /// The title.
    pub title: Arc<str>,
    /// `class`, `defined_type`, `compilable_type` or `unknown`.
    pub kind: &'static str,
    /// The tags, in order.
    pub tags: Vec<Arc<str>>,
    /// The file and the line of its declaration.
    pub place: Option<(String, usize)>,
    /// Whether other nodes may collect it.
    pub is_exported: bool,
    /// The parameters, in order.
    pub attributes: Vec<BuiltAttribute>,
    /// The names of parameters with secret values.
    pub sensitive: Vec<Arc<str>>,
}

/// A parameter.
#[derive(Debug)]
pub struct BuiltAttribute {
    /// The name.
    pub name: Arc<str>,
    /// The value; references are texts such as `File[/x]`.
    pub value: Value,
    /// How it was set.
    pub origin: Origin,
    /// The file and the line in which it was set.
    pub place: Option<(String, usize)>,
}

impl Builder<'_> {
    /// The finished catalog: all resources that are not virtual, and exported ones.
    pub(super) fn catalog(&self) -> BuiltCatalog {
        let state = self.state.borrow();
        let mut numbers = vec![None; state.resources.len()];
        let mut resources = Vec::with_capacity(state.resources.len());
        for (id, resource) in state.resources.iter().enumerate() {
            if !resource.is_virtual || resource.is_exported {
                numbers[id] = Some(resources.len());
                resources.push(self.resource(resource));
            }
        }
        let mut edges = Vec::with_capacity(state.edge_count);
        for (id, resource) in state.resources.iter().enumerate() {
            let Some(target) = numbers[id] else { continue };
            let sources = resource.containers.iter().filter_map(|container| numbers[container.0]);
            edges.extend(sources.map(|source| (source, target)));
        }
        BuiltCatalog {
            name: self.node.name.clone(),
            environment: self.environment.name().to_owned(),
            tags: state.tags.iter().cloned().collect(),
            classes: state.classes.iter().filter(|class| !class.is_empty()).cloned().collect(),
            resources,
            edges,
        }
    }

    fn resource(&self, resource: &Resource) -> BuiltResource {
        let kind = match resource.kind {
            Kind::Class(_) | Kind::Main | Kind::Settings => "class",
            Kind::Define(_) => "defined_type",
            Kind::Native => "compilable_type",
            Kind::Node(_) => "unknown",
        };
        BuiltResource {
            ty: Arc::clone(&resource.ty),
            title: Arc::clone(&resource.title),
            kind,
            tags: resource.tags.iter().cloned().collect(),
            place: resource.place.as_ref().map(|place| self.built_place(place)),
            is_exported: resource.is_exported,
            attributes: self.built_attributes(resource),
            sensitive: resource.sensitive.clone(),
        }
    }

    fn built_place(&self, place: &Place) -> (String, usize) {
        (self.environment.absolute(place.source.name()), place.line())
    }

    /// The parameters of a resource: those that the title gives, unless they are the title itself, then the others.
    fn built_attributes(&self, resource: &Resource) -> Vec<BuiltAttribute> {
        let native = match resource.kind {
            Kind::Native => self.environment.native(&resource.ty.to_lowercase()),
            _ => None,
        };
        let namevar = native.map_or("name", |native| if native.keys().len() == 1 { native.namevar() } else { "name" });
        let parts = match native {
            Some(native) => self.title_parts(native, &resource.title).unwrap_or_default(),
            None => vec![("name", resource.title.to_string())],
        };
        let mut attributes: Vec<BuiltAttribute> = Vec::with_capacity(parts.len() + resource.attributes.len());
        for (name, value) in parts {
            let (name, value) = (Arc::from(name), Value::string(&value));
            attributes.push(BuiltAttribute { name, value, origin: Origin::Builder, place: None });
        }
        for attribute in &resource.attributes {
            if matches!(attribute.value, Value::Undef) {
                continue;
            }
            let name = if *attribute.name == *"name" { Arc::from(namevar) } else { Arc::clone(&attribute.name) };
            let built = BuiltAttribute {
                value: shown(&attribute.name, &attribute.value),
                origin: attribute.origin,
                place: attribute.place.as_ref().map(|place| self.built_place(place)),
                name,
            };
            match attributes.iter_mut().find(|known| known.name == built.name) {
                Some(known) => *known = built,
                None => attributes.push(built),
            }
        }
        let is_title = |attribute: &BuiltAttribute| {
            *attribute.name == *namevar && attribute.value.text() == Some(&*resource.title)
        };
        attributes.retain(|attribute| !is_title(attribute));
        attributes
    }
}

/// A value as catalogs have it.
fn shown(name: &str, value: &Value) -> Value {
    if !matches!(name, "require" | "before" | "notify" | "subscribe") {
        return referred(value);
    }
    match value {
        Value::Array(_) => {
            let mut values = Vec::new();
            super::overrides::flatten(value, &mut values);
            Value::array(values.iter().filter(|value| !matches!(value, Value::Undef)).map(referred).collect())
        }
        value => referred(value),
    }
}

/// A value in which references are texts.
fn referred(value: &Value) -> Value {
    match value {
        Value::Type(ty) => match ty.catalog_reference() {
            Some(CatalogReference::Class(Some(name))) => {
                Value::string(&format!("Class[{}]", crate::environment::capitalized(name)))
            }
            Some(CatalogReference::Resource(Some(ty), Some(title))) => Value::string(&format!("{ty}[{title}]")),
            _ => value.clone(),
        },
        Value::Array(items) => Value::array(items.iter().map(referred).collect()),
        Value::Hash(hash) => {
            Value::hash(hash.pairs().iter().map(|(key, value)| (referred(key), referred(value))))
        }
        value => value.clone(),
    }
}
