//! `CatalogEntry`, `Class` and `Resource`: types of the contents of a catalog. They have no values.

use super::{Family, Parameters};
use crate::evaluate::Value;
use crate::evaluate::types::{Type, TypeKind};

pub(super) static CATALOG_ENTRY: Family =
    Family { contained_families: &["Class", "Resource"], ..Family::named("CatalogEntry") };

pub(super) static CLASS: Family = Family {
    parameters: class_parameters,
    general: <[Value]>::to_vec,
    written_parameters,
    ..Family::named("Class")
};

/// The parameters are the name of the resource type, which is written as the type, and an optional title.
pub(super) static RESOURCE: Family = Family {
    parameters: resource_parameters,
    covers: |outer, inner| match (outer, inner) {
        // The type of all resources of one kind contains the types of single resources of that kind.
        ([name], [other, ..]) => super::is_same_key(name, other),
        _ => Parameters::are_same(outer, inner),
    },
    general: <[Value]>::to_vec,
    written_parameters,
    ..Family::named("Resource")
};

/// The number of parameters of a reference that is the value of an attribute: more than any other reference has.
const DECLARED_LENGTH: usize = 3;

/// What a type of the contents of a catalog refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CatalogReference<'t> {
    /// `Class` or `Class['name']`.
    Class(Option<&'t str>),
    /// `Resource`, `File` or `File['title']`: the name of the type, and the title.
    Resource(Option<&'t str>, Option<&'t str>),
    /// `CatalogEntry`.
    Entry,
}

impl Type {
    /// What the type refers to, if it is a type of the contents of a catalog.
    #[must_use]
    pub fn catalog_reference(&self) -> Option<CatalogReference<'_>> {
        let TypeKind::Family(family, parameters) = self.kind() else { return None };
        let text = |index: usize| parameters.get(index).and_then(Value::text);
        match family.name {
            "Class" => Some(CatalogReference::Class(text(0))),
            "Resource" => Some(CatalogReference::Resource(text(0), text(1))),
            "CatalogEntry" => Some(CatalogReference::Entry),
            _ => None,
        }
    }

    /// Whether the type refers to a single class or resource.
    pub(in crate::evaluate) fn is_complete_reference(&self) -> bool {
        matches!(
            self.catalog_reference(),
            Some(CatalogReference::Class(Some(_)) | CatalogReference::Resource(_, Some(_)))
        )
    }

    /// The reference as the value of an attribute, which Puppet converts to another object: its text has no quotes.
    #[must_use]
    pub fn to_declared(&self) -> Self {
        match self.kind() {
            TypeKind::Family(family, parameters) if self.is_complete_reference() => {
                // The number of parameters marks the value of an attribute.
                let mut parameters = parameters.to_vec();
                parameters.resize(DECLARED_LENGTH, Value::Undef);
                Self::new(TypeKind::Family(family, Parameters::from(parameters)))
            }
            _ => self.clone(),
        }
    }

    /// The text of a reference that is the value of an attribute; `None` for other types.
    pub(in crate::evaluate) fn declared_text(&self) -> Option<String> {
        let TypeKind::Family(_, parameters) = self.kind() else { return None };
        // Only a reference that is the value of an attribute has this many parameters.
        if parameters.len() < DECLARED_LENGTH {
            return None;
        }
        match self.catalog_reference()? {
            CatalogReference::Class(name) => Some(format!("Class[{}]", capitalised(name?))),
            CatalogReference::Resource(ty, title) => Some(format!("{}[{}]", ty?, title?)),
            CatalogReference::Entry => None,
        }
    }

    /// The type `Class['name']`; the name is in lower case.
    #[must_use]
    pub fn class_reference(name: &str) -> Self {
        Self::new(TypeKind::Family(&CLASS, Parameters::from(vec![Value::string(name)])))
    }

    /// The type of a resource, or of all resources of a type, such as `File['/x']` or `Apache::Vhost`.
    #[must_use]
    pub fn resource_reference(name: &str, title: Option<&str>) -> Self {
        let mut parameters = vec![Value::string(name)];
        parameters.extend(title.map(Value::string));
        Self::new(TypeKind::Family(&RESOURCE, Parameters::from(parameters)))
    }
}

/// The parameters without those that only mark the value of an attribute.
fn written_parameters(parameters: &[Value]) -> &[Value] {
    let mark_count = parameters.iter().rev().take_while(|value| matches!(value, Value::Undef)).count();
    &parameters[..parameters.len() - mark_count]
}

/// The names of Puppet's built-in resource types, sorted.
const BUILT_IN: &[&str] = &[
    "Component",
    "Exec",
    "File",
    "Filebucket",
    "Group",
    "Node",
    "Notify",
    "Package",
    "Resources",
    "Schedule",
    "Service",
    "Stage",
    "Tidy",
    "User",
    "Whit",
];

/// The name of a built-in resource type of Puppet, as a parameter of `Resource`; `None` for other names.
pub(in crate::evaluate) fn built_in_resource(name: &str) -> Option<Value> {
    BUILT_IN.binary_search(&name).ok().map(|_| Value::string(name))
}

/// Whether the segments between double colons are names: letters, digits and underscores, starting with a letter that
/// `is_first_letter` accepts.
fn is_name(text: &str, is_first_letter: fn(&char) -> bool) -> bool {
    text.split("::").all(|segment| {
        segment.starts_with(|c: char| is_first_letter(&c))
            && segment.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}

/// The parameters of `Class`, from those in brackets: the name of a class.
fn class_parameters(arguments: &[Value]) -> Result<Vec<Value>, String> {
    let [Value::String(name)] = arguments else {
        return Err("the parameters of `Class` must be names of classes".to_owned());
    };
    // Puppet looks up classes by their names in lower case.
    let lower = name.to_lowercase();
    let name = lower.strip_prefix("::").unwrap_or(&lower);
    if is_name(name, |c| c.is_ascii_lowercase()) {
        Ok(vec![Value::string(name)])
    } else {
        Err(format!("'{name}' is not the name of a class"))
    }
}

/// A name in which each segment starts with a capital letter, followed by lower-case letters. A name that already
/// starts with a capital letter is not changed.
fn capitalised(name: &str) -> String {
    if name.starts_with(|c: char| c.is_ascii_uppercase()) {
        return name.to_owned();
    }
    let mut out = String::with_capacity(name.len());
    for (index, segment) in name.split("::").enumerate() {
        out.push_str(if index == 0 { "" } else { "::" });
        let mut letters = segment.chars();
        if let Some(first) = letters.next() {
            out.extend(first.to_uppercase());
        }
        out.extend(letters.flat_map(char::to_lowercase));
    }
    out
}

/// The parameters of `Resource`, from those in brackets: the name of a type of resources, and an optional title.
fn resource_parameters(arguments: &[Value]) -> Result<Vec<Value>, String> {
    // There is at least one argument: brackets are never empty, and `access_many` has expanded arrays.
    let name = match &arguments[0] {
        Value::String(name) => capitalised(name),
        Value::Type(ty) => match ty.resource_name() {
            Some(name) => name.to_string(),
            None => return Err("the first parameter of `Resource` must be a type of resources".to_owned()),
        },
        _ => {
            return Err(
                "the first parameter of `Resource` must be the name of a type of resources".to_owned()
            );
        }
    };
    if !is_name(&name, |c| c.is_ascii_uppercase()) {
        return Err(format!("'{name}' is not the name of a type of resources"));
    }
    let mut parameters = vec![Value::string(&name)];
    parameters.extend(arguments.get(1).map(title_of).transpose()?);
    Ok(parameters)
}

/// The title of a resource, which must be a string.
fn title_of(value: &Value) -> Result<Value, String> {
    match value {
        Value::String(_) => Ok(value.clone()),
        _ => Err("the title of a resource must be a string".to_owned()),
    }
}
