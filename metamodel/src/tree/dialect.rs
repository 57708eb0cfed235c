//! The words of each dialect: what its own keys are called, and how it names a class.
//!
//! Invariant: readers (for what they tell), writers and schemas go by the same words. This module knows no tokens.

use super::keys;
use super::names::{class_name, qualified_name};
use crate::ecore::{ClassId, Metamodel, PackageId};
use std::borrow::Cow;

/// How a tree says what is not a feature.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Dialect {
    /// The one of [`crate::tree`].
    #[default]
    Plain,
    /// The one of emfjson-jackson and `PyEcore`.
    Emf,
}

/// The keys of the `emf` dialect that are not features.
pub(super) mod words {
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
            Self::Emf => words::CLASS,
        }
    }

    /// The keys of an object's `xmi:id`, of which the first is written. A feature may have taken them.
    #[must_use]
    pub fn id_keys(self, metamodel: &Metamodel) -> Vec<&'static str> {
        let is_feature = |name: &str| metamodel.features().any(|(_, feature)| feature.name() == name);
        match self {
            Self::Plain => vec![keys::ID],
            Self::Emf => [words::ID, words::UUID].into_iter().filter(|name| !is_feature(name)).collect(),
        }
    }

    /// Whether a key can never be a feature's.
    #[must_use]
    pub fn is_own_key(self, key: &str) -> bool {
        keys::ALL.contains(&key) || self == Self::Emf && key == words::CLASS
    }

    /// What a document of a package calls a class.
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

    /// The keys that may have been meant by one that is no feature.
    pub(super) fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Plain => &keys::ALL,
            Self::Emf => &[words::CLASS, words::ID, keys::REF],
        }
    }

    /// One of the tree's own keys, as the text spells it that was read.
    pub(super) fn spelled<'k>(self, key: &'k str, text: &str) -> &'k str {
        let words: &[&'static str] = match (self, key) {
            (Self::Emf, keys::TYPE) => &[words::CLASS],
            (Self::Emf, keys::ID) => &[words::ID, words::UUID],
            _ => &[],
        };
        words.iter().copied().find(|word| text.contains(word)).unwrap_or(key)
    }
}
