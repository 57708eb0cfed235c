//! References: resources by type and title, by other names that identify them, and the values of their parameters.

use super::Builder;
use super::resource::{KEY_SEPARATOR, Kind, part_of_title};
use super::state::ResourceId;
use crate::environment::capitalized;
use modelwright_evaluation::evaluate::{CatalogReference, HostError, Type, Value};
use modelwright_metamodel::diagnostic::codes;

/// The type and the title in a text such as `File[/x]`.
pub(crate) fn split(text: &str) -> Option<(&str, &str)> {
    let (ty, bracketed) = text.split_once('[')?;
    let title = bracketed.strip_suffix(']')?;
    let text_between = |quote: char| title.strip_prefix(quote).and_then(|title| title.strip_suffix(quote));
    let title = text_between('\'').or_else(|| text_between('"')).unwrap_or(title);
    (!ty.is_empty() && !title.is_empty() && !ty.contains(']')).then_some((ty, title))
}

impl Builder<'_> {
    /// The resource with a type and a title, or with a name that identifies it.
    pub(crate) fn find_resource(&self, ty: &str, title: &str) -> Option<ResourceId> {
        let type_name = ty.strip_prefix("::").unwrap_or(ty);
        let ty = capitalized(&type_name.to_lowercase());
        let title = if ty == "Class" {
            let name = title.strip_prefix("::").unwrap_or(title);
            // The class of the main manifests is the only one whose title is not capitalized.
            if name == "main" { name.to_owned() } else { capitalized(&name.to_lowercase()) }
        } else {
            title.to_owned()
        };
        let state = self.state.borrow();
        if let Some(found) = state.find(&ty, &title) {
            return Some(found);
        }
        // A title may be another form of the values that identify the resource: `/tmp/` is the path `/tmp`.
        let native = self.environment.native(&ty.to_lowercase())?;
        let parts = self.title_parts(native, &title).ok()?;
        let values: Vec<&str> = native.keys().filter_map(|key| part_of_title(&parts, key)).collect();
        state.find(&ty, &values.join(KEY_SEPARATOR))
    }

    /// The value of a parameter (`File['/x']['mode']`), or an array of the values of several parameters.
    pub(super) fn parameter_of(&self, reference: &Type, keys: &[Value]) -> Result<Value, HostError> {
        let (ty, title) = match reference.catalog_reference() {
            Some(CatalogReference::Class(Some(name))) => ("class", name),
            Some(CatalogReference::Resource(Some(ty), Some(title))) => (ty, title),
            _ => return Err(HostError::new(format!("{reference} is not a single resource"))),
        };
        let Some(id) = self.find_resource(ty, title) else {
            return Err(
                HostError::new(format!("there is no resource {reference}")).with_code(codes::CATALOG_MISSING)
            );
        };
        let mut values = Vec::with_capacity(keys.len());
        for key in keys {
            let Some(name) = key.text() else {
                return Err(HostError::new("the name of a parameter must be a string"));
            };
            values.push(self.parameter_value(id, name)?);
        }
        match values.len() {
            1 => Ok(values.swap_remove(0)),
            _ => Ok(Value::array(values)),
        }
    }

    /// The value of a parameter of a resource, or its default in the scope of the resource.
    fn parameter_value(&self, id: ResourceId, name: &str) -> Result<Value, HostError> {
        let state = self.state.borrow();
        let resource = state.resource(id);
        let may_have_parameter = match &resource.kind {
            // A type that was not found, or was not read completely, may have any parameter.
            Kind::Native => {
                let native = self.environment.native(&resource.ty.to_lowercase());
                native.is_none_or(|ty| ty.has_attribute(name) || !ty.is_complete())
            }
            _ => resource.definition().is_none_or(|definition| {
                definition.parameters.iter().any(|parameter| *parameter.name == *name)
            }),
        };
        if !may_have_parameter && !crate::types::is_metaparameter(name) {
            return Err(HostError::new(format!("{} has no parameter `{name}`", resource.reference())));
        }
        if let Some(value) = resource.parameter(name).filter(|value| !matches!(value, Value::Undef)) {
            return Ok(value.clone());
        }
        let mut defaults = state.defaults(resource.scope, &resource.ty).into_iter();
        let default = defaults.find(|default| *default.name == *name);
        Ok(default.map_or(Value::Undef, |default| default.value))
    }
}
