//! The keys and class names of each dialect.
//!
//! Invariant: readers (in messages), writers and schemas use the same keys. This module does not know tokens.

use super::keys;
use super::names::{class_name, qualified_name};
use crate::ecore::{ClassId, Metamodel, PackageId};
use std::borrow::Cow;

/// How a tree represents classes, ids and references.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Dialect {
    /// The dialect of [`crate::tree`].
    #[default]
    Plain,
    /// The dialect of emfjson-jackson and `PyEcore`.
    Emf,
}

/// The keys of the `emf` dialect that are not features.
pub(super) mod emf_keys {
    pub(in crate::tree) const CLASS: &str = "eClass";
    pub(in crate::tree) const ID: &str = "_id";
    pub(in crate::tree) const UUID: &str = "uuid";
}

impl Dialect {
    /// The key of an object's class.
    #[must_use]
    pub fn class_key(self) -> &'static str {
        match self {
            Self::Plain => keys::TYPE,
            Self::Emf => emf_keys::CLASS,
        }
    }

    /// The keys of an object's `xmi:id`, the first of which is written. Names of features are not among them.
    #[must_use]
    pub fn id_keys(self, metamodel: &Metamodel) -> Vec<&'static str> {
        match self {
            Self::Plain => vec![keys::ID],
            Self::Emf => [emf_keys::ID, emf_keys::UUID]
                .into_iter()
                .filter(|name| !metamodel.features().any(|(_, feature)| feature.name() == *name))
                .collect(),
        }
    }

    /// Whether a key can never be the name of a feature.
    #[must_use]
    pub fn is_own_key(self, key: &str) -> bool {
        // The keys of the plain dialect are tested in both dialects, because reading `emf` translates its keys into
        // them.
        keys::ALL.contains(&key) || self == Self::Emf && key == emf_keys::CLASS
    }

    /// The name of a class in a document of a package.
    pub(super) fn class_name(
        self,
        metamodel: &Metamodel,
        class: ClassId,
        package: PackageId,
    ) -> Cow<'_, str> {
        match self {
            Self::Plain => class_name(metamodel, class, package),
            Self::Emf => Cow::Owned(qualified_name(metamodel, class)),
        }
    }

    /// The keys to suggest instead of an unknown one.
    pub(super) fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Plain => &keys::ALL,
            Self::Emf => &[emf_keys::CLASS, emf_keys::ID, keys::REF],
        }
    }

    /// One of the tree's own keys in the form in which it occurs in `text`: in this dialect, `$type` may be `eClass`.
    pub(super) fn original_key<'k>(self, key: &'k str, text: &str) -> &'k str {
        let forms: &[&'static str] = match (self, key) {
            (Self::Emf, keys::TYPE) => &[emf_keys::CLASS],
            (Self::Emf, keys::ID) => &[emf_keys::ID, emf_keys::UUID],
            _ => &[],
        };
        forms.iter().copied().find(|form| text.contains(form)).unwrap_or(key)
    }
}
