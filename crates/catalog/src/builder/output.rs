//! The built catalog: its resources in order, with their parameters in the form of catalogs.

use super::Builder;
use super::exported::ExportedResource;
use super::log::LogEntry;
use super::resource::{Kind, Origin, Resource};
use super::state::{ResourceId, SourcePosition, State};
use super::tags::Tags;
use crate::model::{Catalog, Edge, Parameter, Resource as ModelResource, ResourceKind};
use crate::rich_data::{Obstacle, stored};
use crate::unknown;
use modelwright_evaluation::evaluate::{HostError, Unknown, Value};
use modelwright_metamodel::diagnostic::Diagnostics;
use std::sync::Arc;

/// The result of a build.
#[derive(Debug)]
pub struct BuildResult {
    /// The catalog; `None` if there is a problem.
    pub catalog: Option<Catalog>,
    /// The entries of the log, in order.
    pub log: Vec<LogEntry>,
    /// The problem that ended the build, and warnings of parts that are missing.
    pub problems: Diagnostics,
    /// The reasons of all values that were not known, even if no parameter has such a value; each once, in order.
    pub unknown: Vec<String>,
    /// The types and titles of the classes, nodes and resources of defined types whose code was evaluated, in the order
    /// in which their evaluation began.
    pub evaluated: Vec<(Arc<str>, Arc<str>)>,
    /// The resources that other nodes may collect; empty unless the node is built as one of a fleet.
    pub exports: Vec<Arc<ExportedResource>>,
    /// The types of which the node collects resources that other nodes export.
    pub queried: Vec<Arc<str>>,
}

/// What sets a parameter of a resource: its title or an attribute.
struct Setting<'r> {
    name: &'r str,
    value: Value,
    place: Option<&'r SourcePosition>,
    origin: Origin,
}

/// The version of the format of catalogs.
const FORMAT: i64 = 2;

impl Builder<'_> {
    /// The finished catalog: all resources that are not virtual, and exported ones. The memory of the resources is
    /// freed.
    ///
    /// # Errors
    /// If a parameter has a value that is not stored in catalogs.
    pub(super) fn catalog(&self) -> Result<Catalog, HostError> {
        self.check_aliases()?;
        let count = self.state.borrow().resources.len();
        let mut numbers = vec![None; count];
        let mut resources = Vec::with_capacity(count);
        for (id, number) in numbers.iter_mut().enumerate() {
            let state = self.state.borrow();
            let resource = &state.resources[id];
            if resource.is_present() {
                *number = Some(resources.len());
                resources.push(self.resource(ResourceId(id), resource, &state)?);
            }
            drop(state);
            self.free(ResourceId(id));
        }
        let state = self.state.borrow();
        let mut edges = Vec::with_capacity(state.edge_count);
        for (id, resource) in state.resources.iter().enumerate() {
            let Some(target) = numbers[id] else { continue };
            let sources = resource.containers.iter().filter_map(|container| numbers[container.0]);
            edges.extend(
                sources.map(|source| Edge::new(Catalog::reference_to(source), Catalog::reference_to(target))),
            );
        }
        let classes = state.classes.iter().filter(|class| !class.is_empty());
        let mut tags = Tags::default();
        classes.clone().for_each(|class| tags.add_if_valid(class));
        tags.merge(&state.tags);
        Ok(Catalog {
            name: Some(self.node.name.clone()),
            environment: Some(self.environment.name().to_owned()),
            catalog_format: Some(FORMAT),
            tags: tag_texts(&tags),
            classes: classes.map(|class| class.to_string()).collect(),
            resources,
            edges,
            ..Catalog::default()
        })
    }

    /// Frees most of the memory of a resource that was copied to the catalog, so that it is not stored twice at the
    /// end.
    fn free(&self, id: ResourceId) {
        // In a fleet, the exported resources are created from the attributes later.
        if self.fleet.is_none() {
            let mut state = self.state.borrow_mut();
            let resource = state.resource_mut(id);
            resource.attributes = Vec::new();
            resource.tags = Tags::default();
        }
    }

    /// The resource of the catalog's model for a resource of the builder.
    fn resource(
        &self,
        id: ResourceId,
        resource: &Resource,
        state: &State,
    ) -> Result<ModelResource, HostError> {
        let place = resource.place.as_ref().map(|place| self.built_place(place));
        let kind = match resource.kind {
            // As in Puppet, only a class that is declared like a resource is known to be one.
            Kind::Class(_) if resource.is_declared => ResourceKind::Class,
            Kind::Class(_) | Kind::Main | Kind::Settings | Kind::Node(_) => ResourceKind::Unknown,
            Kind::Define(_) => ResourceKind::DefinedType,
            Kind::Native => ResourceKind::CompilableType,
        };
        let (file, line) = place.unzip();
        Ok(ModelResource {
            file,
            line,
            exporter: resource.exporter.as_deref().map(str::to_owned),
            r#type: resource.ty.to_string(),
            title: resource.title.to_string(),
            kind: Some(kind),
            exported: resource.is_exported,
            r#virtual: resource.is_virtual,
            tags: tag_texts(&resource.tags),
            parameters: self.built_parameters(id, resource, state)?,
            sensitive_parameters: resource.sensitive.iter().map(|name| name.to_string()).collect(),
        })
    }

    /// The file and the line of a position.
    fn built_place(&self, place: &SourcePosition) -> (String, i64) {
        let line = i64::try_from(place.line()).unwrap_or(i64::MAX);
        (self.environment.absolute(place.source.name()), line)
    }

    /// The parameters of a resource: first those that follow from its title, then the others. The parameter that names
    /// the resource is left out if it is the title itself.
    fn built_parameters(
        &self,
        id: ResourceId,
        resource: &Resource,
        state: &State,
    ) -> Result<Vec<Parameter>, HostError> {
        let native = match resource.kind {
            Kind::Native => self.environment.native(&resource.ty.to_lowercase()),
            _ => None,
        };
        let type_with_one_key = native.filter(|native| native.keys().len() == 1);
        let namevar = type_with_one_key.map_or("name", |native| native.namevar());
        let parts = match native {
            Some(native) => self.title_parts(native, &resource.title).unwrap_or_default(),
            None => vec![("name", resource.title.to_string())],
        };
        let mut settings: Vec<Setting<'_>> = Vec::with_capacity(parts.len() + resource.attributes.len());
        for (name, value) in parts {
            settings.push(Setting {
                name,
                value: Value::string(&value),
                place: None,
                origin: Origin::Builder,
            });
        }
        for attribute in &resource.attributes {
            if matches!(attribute.value, Value::Undef) {
                continue;
            }
            let setting = Setting {
                name: if *attribute.name == *"name" { namevar } else { &attribute.name },
                value: attribute.value.clone(),
                place: attribute.place.as_ref(),
                origin: attribute.origin,
            };
            match settings.iter_mut().find(|earlier| earlier.name == setting.name) {
                Some(from_title) => *from_title = setting,
                None => settings.push(setting),
            }
        }
        settings.retain(|setting| {
            let is_title = setting.name == namevar
                && resource.has_text_title
                && setting.value.text() == Some(&*resource.title);
            !is_title
        });
        settings.into_iter().map(|setting| self.built_parameter(id, resource, setting, state)).collect()
    }

    /// A parameter of a resource in the form of catalogs.
    fn built_parameter(
        &self,
        id: ResourceId,
        resource: &Resource,
        setting: Setting<'_>,
        state: &State,
    ) -> Result<Parameter, HostError> {
        let Setting { name, value, place, origin } = setting;
        let place = match origin {
            // A value of Hiera has its place in a data file.
            Origin::Data => state.data_places.get(&(id, Arc::from(name))).cloned(),
            _ => place.map(|place| self.built_place(place)),
        };
        let is_secret = resource.sensitive.iter().any(|secret| **secret == *name);
        let value = match stored(name, &value, is_secret) {
            Ok(value) => value,
            Err(Obstacle::Unsupported(reason)) => {
                let place =
                    place.clone().map(|(file, line)| (file, usize::try_from(line).unwrap_or(usize::MAX)));
                unknown::stored(&Unknown { reason, place })
            }
            Err(Obstacle::Invalid(problem)) => {
                let reference = resource.reference();
                return Err(HostError::new(format!("the parameter `{name}` of {reference} {problem}")));
            }
        };
        let (file, line) = place.unzip();
        Ok(Parameter { file, line, name: name.to_owned(), value: Some(value), origin: Some(origin) })
    }
}

/// The texts of tags.
fn tag_texts(tags: &Tags) -> Vec<String> {
    tags.iter().map(|tag| tag.to_string()).collect()
}
