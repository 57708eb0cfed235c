//! Resource types that are written in Ruby: the names of their attributes, and the attributes that identify a resource.
//!
//! The types of Puppet itself, and of the modules in its packages for agents, come from a table; those of other modules
//! are read from the Ruby files in `lib/puppet/type`, or from files in `.resource_types` that Puppet has generated.
//! Invariants: no Ruby is run; anything that Ruby code computes is unknown and not guessed. This module does not know
//! which values attributes accept, nor how a type is applied.

mod pcore;
mod ruby;
mod table;
mod title;

pub use pcore::read_generated;
pub use ruby::read_ruby;
pub use title::{TitleParts, TitlePattern};

use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use title::Titles;

static BUILTIN: LazyLock<ResourceTypes> = LazyLock::new(|| table::read(include_str!("builtin.txt")));

/// Whether an attribute describes the state of a resource, or how it is managed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttributeKind {
    /// A part of the state.
    Property,
    /// A setting of the resource.
    Parameter,
}

/// A resource type.
#[derive(Debug, Clone)]
pub struct ResourceType {
    name: Box<str>,
    attributes: BTreeMap<Box<str>, AttributeKind>,
    /// The attributes that identify a resource, in the order of their names.
    keys: Vec<Box<str>>,
    /// Whether the keys of each resource are unique.
    is_isomorphic: bool,
    /// Whether all attributes are known.
    is_complete: bool,
    titles: Titles,
}

impl ResourceType {
    /// A type without attributes.
    fn new(name: &str) -> Self {
        Self {
            name: name.into(),
            attributes: BTreeMap::new(),
            keys: Vec::new(),
            is_isomorphic: true,
            is_complete: true,
            titles: Titles::Whole,
        }
    }

    /// Adds an attribute; a key identifies the resources of the type.
    fn add(&mut self, name: &str, kind: AttributeKind, is_key: bool) {
        self.attributes.insert(name.into(), kind);
        // The keys stay in the order of their names. An attribute that is a key already is not added again.
        if is_key && let Err(position) = self.keys.binary_search_by(|key| (**key).cmp(name)) {
            self.keys.insert(position, name.into());
        }
    }

    /// The name, in lower case.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether resources of this type may have an attribute: a property, a parameter, a metaparameter, or `name`.
    /// If [`ResourceType::is_complete`] is false, resources may have other attributes as well.
    #[must_use]
    pub fn has_attribute(&self, name: &str) -> bool {
        name == "name" || self.attributes.contains_key(name) || is_metaparameter(name)
    }

    /// The kind of an attribute that the type itself declares.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<AttributeKind> {
        self.attributes.get(name).copied()
    }

    /// The attributes that the type declares, by name.
    pub fn attributes(&self) -> impl Iterator<Item = (&str, AttributeKind)> {
        self.attributes.iter().map(|(name, kind)| (&**name, *kind))
    }

    /// The attribute whose value is the title of a resource; `name` if several attributes identify a resource.
    #[must_use]
    pub fn namevar(&self) -> &str {
        match self.keys.as_slice() {
            [key] => key,
            _ => "name",
        }
    }

    /// The attributes that identify a resource, in the order of their names.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &str> {
        self.keys.iter().map(|key| &**key)
    }

    /// Whether the keys of each resource are unique.
    #[must_use]
    pub fn is_isomorphic(&self) -> bool {
        self.is_isomorphic
    }

    /// Whether all attributes are known. Ruby code may compute the names of further ones.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// The values of attributes that follow from a title.
    #[must_use]
    pub fn parts<'t>(&'t self, title: &'t str) -> TitleParts<'t> {
        self.titles.parts(self.keys.first().map(|key| &**key), title)
    }
}

/// Whether every resource may have an attribute.
#[must_use]
pub fn is_metaparameter(name: &str) -> bool {
    BUILTIN.metaparameters.iter().any(|known| &**known == name)
}

/// The names of metaparameters, in order.
pub fn metaparameters() -> impl Iterator<Item = &'static str> {
    BUILTIN.metaparameters.iter().map(|name| &**name)
}

/// A set of resource types.
#[derive(Debug, Default, Clone)]
pub struct ResourceTypes {
    types: FxHashMap<Box<str>, ResourceType>,
    metaparameters: Vec<Box<str>>,
    /// The names of the types of Puppet itself, and not of a module.
    core: Vec<Box<str>>,
}

impl ResourceTypes {
    /// The types of Puppet 7, and of the modules in its packages for agents.
    #[must_use]
    pub fn builtin() -> &'static Self {
        &BUILTIN
    }

    /// The type with a name in lower case.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&ResourceType> {
        self.types.get(name)
    }

    /// Adds a type; it replaces one with the same name.
    pub fn insert(&mut self, added: ResourceType) {
        self.types.insert(added.name.clone(), added);
    }

    /// Whether a built-in type is one of Puppet itself, so that it needs no module.
    #[must_use]
    pub fn is_core(name: &str) -> bool {
        BUILTIN.core.iter().any(|known| &**known == name)
    }
}

#[cfg(test)]
mod tests;
