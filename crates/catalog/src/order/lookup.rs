//! Finds the resources of a catalog by references: by type and title, by aliases, and by the attribute that identifies
//! the resources of a type, such as the path of a file.
//!
//! Invariant: a title takes precedence over an alias, and the first alias over later ones.

use crate::json::{canonical_key, parts_of_reference};
use crate::model::{Catalog, Resource, ResourceKind};
use crate::types::{ResourceType, ResourceTypes, TitleParts};
use modelwright_metamodel::ecore::AnyValue;
use rustc_hash::FxHashMap;

/// The resources of a catalog by their references.
#[derive(Debug)]
pub(super) struct Lookup<'c> {
    catalog: &'c Catalog,
    /// The positions by canonical references.
    titles: FxHashMap<String, usize>,
    /// The positions by canonical references with an alias or an identifying attribute as the title.
    aliases: FxHashMap<String, usize>,
}

impl<'c> Lookup<'c> {
    /// Indexes the resources of a catalog by their titles, aliases and identities.
    pub(super) fn new(catalog: &'c Catalog) -> Self {
        let mut titles = FxHashMap::default();
        let mut aliases = FxHashMap::default();
        for (position, resource) in catalog.resources.iter().enumerate() {
            titles.entry(canonical_key(&resource.r#type, &resource.title)).or_insert(position);
            for alias in names_of(parameter_of(resource, "alias")) {
                aliases.entry(canonical_key(&resource.r#type, alias)).or_insert(position);
            }
            if let Some(identity) = identity(resource) {
                aliases.entry(canonical_key(&resource.r#type, &identity)).or_insert(position);
            }
        }
        Self { catalog, titles, aliases }
    }

    /// The position of the resource that a reference such as `File[/a]` means.
    pub(super) fn reference(&self, text: &str) -> Option<usize> {
        let (name, title) = parts_of_reference(text)?;
        self.find(name, title)
    }

    /// The position of the resource of a type with a title or another name.
    pub(super) fn find(&self, type_name: &str, title: &str) -> Option<usize> {
        let key = canonical_key(type_name, title);
        if let Some(position) = self.titles.get(&key).or_else(|| self.aliases.get(&key)) {
            return Some(*position);
        }
        // The title may be another spelling of the identifying attribute, such as a path with a slash at its end.
        let identity = identity_in_title(type_of(type_name)?, title)?;
        self.aliases.get(&canonical_key(type_name, identity)).copied()
    }

    /// The value of a parameter of a resource.
    pub(super) fn parameter(&self, position: usize, name: &str) -> Option<&'c AnyValue> {
        parameter_of(self.catalog.resources.get(position)?, name)
    }

    /// Whether a resource consists of its contents only: a class, a resource of a defined type, or a stage.
    pub(super) fn is_container(&self, position: usize) -> bool {
        let Some(resource) = self.catalog.resources.get(position) else { return false };
        let type_name = resource.r#type.to_lowercase();
        // The type of stages is written in Ruby, but a stage only contains classes.
        if type_name == "stage" {
            return true;
        }
        let has_ruby_type = match (resource.kind, self.catalog.catalog_format) {
            (Some(kind), _) => kind == ResourceKind::CompilableType,
            // From format 2 on, every resource with a type in Ruby has a kind.
            (None, Some(2..)) => false,
            // Earlier catalogs have no kinds, so the type decides.
            (None, _) => type_name != "class" && type_of(&type_name).is_some(),
        };
        !has_ruby_type
    }
}

/// The value of a parameter of a resource, if it has one.
pub(super) fn parameter_of<'r>(resource: &'r Resource, name: &str) -> Option<&'r AnyValue> {
    resource.parameters.iter().find(|parameter| parameter.name == name)?.value.as_ref()
}

/// The values in a list; another value alone; nothing without a value.
pub(super) fn values_in(value: Option<&AnyValue>) -> Vec<&AnyValue> {
    match value {
        Some(AnyValue::List(items)) => items.iter().collect(),
        Some(other) => vec![other],
        None => Vec::new(),
    }
}

/// The text that a value is, or the texts in a list.
pub(super) fn names_of(value: Option<&AnyValue>) -> Vec<&str> {
    values_in(value).into_iter().filter_map(text_of).collect()
}

/// The text that a value is; `None` for another value.
pub(super) fn text_of(value: &AnyValue) -> Option<&str> {
    match value {
        AnyValue::Text(text) => Some(text),
        _ => None,
    }
}

/// Puppet's own type with a name.
fn type_of(name: &str) -> Option<&'static ResourceType> {
    ResourceTypes::builtin().find(&name.to_lowercase())
}

/// The value of the attribute that identifies a resource: the path of a file, the name of a user. `None` if no
/// attribute or several attributes identify the resources of its type, or if several resources may have the same value,
/// as those of the type `exec`.
pub(super) fn identity(resource: &Resource) -> Option<String> {
    let ty = type_of(&resource.r#type)?;
    if !ty.is_isomorphic() || ty.keys().len() != 1 {
        return None;
    }
    let text = match parameter_of(resource, ty.namevar()) {
        Some(value) => text_of(value)?,
        // Without the attribute, the title identifies the resource.
        None => identity_in_title(ty, &resource.title)?,
    };
    Some(normalized(ty, text))
}

/// The value of the identifying attribute in a title: `/etc/motd` for the title `/etc/motd/` of a file. The value is
/// not normalized, because Puppet does not change references.
fn identity_in_title<'t>(ty: &'t ResourceType, title: &'t str) -> Option<&'t str> {
    // If several attributes identify the resources of a type, a title is not enough.
    if ty.keys().len() != 1 {
        return None;
    }
    let TitleParts::Known(parts) = ty.parts(title) else { return None };
    let (_, value) = parts.into_iter().find(|(key, _)| *key == ty.namevar())?;
    value
}

/// The form in which Puppet compares values of the identifying attribute. In paths of files, `.`, `..` and repeated
/// slashes are resolved: `/etc//ssh/../motd` becomes `/etc/motd`.
fn normalized(ty: &ResourceType, text: &str) -> String {
    if ty.name() != "file" || !text.starts_with('/') {
        return text.to_owned();
    }
    let mut names: Vec<&str> = Vec::new();
    for name in text.split('/') {
        match name {
            "" | "." => {}
            ".." => {
                names.pop();
            }
            name => names.push(name),
        }
    }
    format!("/{}", names.join("/"))
}
