//! The exported resources of a finished catalog, which other nodes may collect.

use super::Builder;
use super::exported::{ExportedParameter, ExportedResource, stored_data};
use super::resource::{Kind, Resource};
use crate::model::{Catalog, ParameterOrigin, Resource as ModelResource};
use modelwright_evaluation::evaluate::Value;
use std::sync::Arc;

/// Metaparameters in whose arrays the order does not matter; PuppetDB's terminus sorts them.
const UNORDERED: [&str; 8] = ["alias", "audit", "before", "check", "notify", "require", "subscribe", "tag"];

impl Builder<'_> {
    /// The exported resources of the finished catalog.
    pub(super) fn exports(&self, catalog: &Catalog) -> Vec<Arc<ExportedResource>> {
        let state = self.state.borrow();
        let present = state.resources.iter().filter(|resource| resource.is_present());
        // The catalog contains the present resources in the same order.
        let exported = present.zip(&catalog.resources).filter(|(resource, _)| resource.is_exported);
        exported.map(|(resource, built)| Arc::new(self.export(resource, built))).collect()
    }

    /// The exported form of a resource; `built` is the same resource in the catalog.
    fn export(&self, resource: &Resource, built: &ModelResource) -> ExportedResource {
        let public =
            built.parameters.iter().filter(|parameter| !built.sensitive_parameters.contains(&parameter.name));
        let parameters = public.map(|parameter| ExportedParameter {
            name: Arc::from(parameter.name.as_str()),
            value: parameter.value.as_ref().map_or(Value::Undef, stored_data),
            place: resource.attribute(&parameter.name).and_then(|attribute| attribute.place.clone()),
            origin: parameter.origin.unwrap_or(ParameterOrigin::Declaration),
        });
        let mut parameters = parameters.collect();
        self.add_aliases(resource, &mut parameters);
        for parameter in parameters.iter_mut().filter(|parameter| UNORDERED.contains(&&*parameter.name)) {
            sort_texts(&mut parameter.value);
        }
        ExportedResource {
            node: Arc::from(self.node.name.as_str()),
            ty: Arc::clone(&resource.ty),
            title: Arc::clone(&resource.title),
            tags: resource.tags.iter().cloned().collect(),
            parameters,
            place: resource.place.clone(),
        }
    }

    /// Makes the name of a resource an alias if it is not the title, as PuppetDB's terminus does; not for types whose
    /// resources are identified by several parameters.
    fn add_aliases(&self, resource: &Resource, parameters: &mut Vec<ExportedParameter>) {
        let native = match resource.kind {
            Kind::Native => self.environment.native(&resource.ty.to_lowercase()),
            _ => None,
        };
        if native.is_some_and(|native| native.keys().len() > 1) {
            return;
        }
        let alias_parameter = parameters.iter().find(|parameter| *parameter.name == *"alias");
        let mut aliases = Vec::new();
        if let Some(parameter) = alias_parameter {
            crate::rich_data::flatten(&parameter.value, &mut aliases);
            aliases.retain(|alias| !matches!(alias, Value::Undef));
        }
        // Only in a type whose keys are unique does the name identify the resource.
        let namevar = native.map_or("name", |native| native.namevar());
        let name = parameters.iter().find(|parameter| *parameter.name == *namevar);
        if let Some(name) = name.filter(|_| native.is_none_or(|native| native.is_isomorphic()))
            && !aliases.iter().any(|alias| super::exported::is_same_data(alias, &name.value))
            && name.value.text() != Some(&*resource.title)
        {
            aliases.push(name.value.clone());
        }
        if aliases.is_empty() {
            return;
        }
        let value = Value::array(aliases);
        match parameters.iter_mut().find(|parameter| *parameter.name == *"alias") {
            Some(parameter) => parameter.value = value,
            None => parameters.push(ExportedParameter {
                name: Arc::from("alias"),
                value,
                place: None,
                origin: ParameterOrigin::Builder,
            }),
        }
    }
}

/// Sorts an array of texts; other values remain as they are.
fn sort_texts(value: &mut Value) {
    let Value::Array(items) = value else { return };
    let texts: Option<Vec<&str>> = items.iter().map(Value::text).collect();
    if let Some(mut texts) = texts {
        texts.sort_unstable();
        *value = Value::array(texts.into_iter().map(Value::string).collect());
    }
}
