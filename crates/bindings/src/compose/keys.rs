//! The keys of bindings: a name, a type, or both.
//!
//! All subtypes of `Data` share one namespace of names; any other type has its own. A parameter of a class has one key,
//! even if it is bound both as a parameter and by its plain name; messages show the form in which it is bound.

use super::Composition;
use crate::names;
use crate::types::Types;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::borrow::Cow;
use std::hash::{Hash as _, Hasher as _};

/// The number of a key.
pub(crate) type KeyIndex = u32;

/// The part of a key that is not its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum KeyType {
    /// A name in the namespace of `Data`.
    Data,
    /// A name in the namespace of another type.
    Named(u32),
    /// No name, only a type.
    Anonymous(u32),
}

/// A key, and its bindings.
#[derive(Debug)]
pub(crate) struct Key {
    /// The canonical name.
    pub(crate) name: Box<str>,
    pub(crate) ty: KeyType,
    /// Whether a binding of parameters binds it.
    pub(crate) is_parameter: bool,
    /// Whether a binding of a name binds it.
    pub(crate) is_name: bool,
    /// The index of its first entry.
    pub(crate) first: u32,
    /// The number of its entries.
    pub(crate) count: u32,
}

impl Key {
    /// The name in the form in which it is bound.
    pub(crate) fn shown_name(&self) -> Cow<'_, str> {
        match names::parameter_parts(&self.name).filter(|_| self.is_parameter) {
            Some((reference, name)) => Cow::Owned(names::parameter(&reference, name)),
            None => Cow::Borrowed(&self.name),
        }
    }
}

/// All keys.
#[derive(Debug, Default)]
pub(crate) struct Keys {
    pub(crate) list: Vec<Key>,
    // Only the numbers of keys are in the table, because `list` contains the names.
    table: HashTable<KeyIndex>,
}

/// The canonical form of a name.
fn canonical(ty: KeyType, name: &str) -> Cow<'_, str> {
    // Only names of data can have two forms, one of which is that of a parameter.
    if ty == KeyType::Data { names::canonical(name) } else { Cow::Borrowed(name) }
}

/// The hash of a key by its type and its canonical name.
fn hash_of(ty: KeyType, name: &str) -> u64 {
    let mut state = FxHasher::default();
    (ty, name).hash(&mut state);
    state.finish()
}

impl Composition {
    /// The texts of the keys of all bindings and Hiera trees, for any node. Classes that are bound to other classes are
    /// left out, because they have no values themselves.
    pub(crate) fn key_texts(&self) -> impl Iterator<Item = String> {
        let bound_keys = (0..).zip(&self.keys.list).filter(|(_, key)| key.count > 0);
        let texts = bound_keys.filter_map(|(number, key)| {
            let text = self.show_key(number);
            (key.ty == KeyType::Data || names::referenced_class(&text).is_none()).then_some(text)
        });
        let tree_keys = self.layers.iter().flat_map(|layer| &layer.tree_keys);
        texts.chain(tree_keys.map(|name| self.shown_name(name).into_owned()))
    }

    /// The key with a text: the name of data in any form, or a type that is no data and perhaps a name, such as
    /// `Type[Logger], xml`.
    pub(crate) fn key_of_text(&self, text: &str) -> Option<KeyIndex> {
        self.keys.find(KeyType::Data, text).or_else(|| self.typed_key(text))
    }

    /// The key with a type that is no data.
    pub(crate) fn typed_key(&self, text: &str) -> Option<KeyIndex> {
        let Self { types, keys, .. } = self;
        let anonymous = types.find(text).and_then(|ty| keys.find(KeyType::Anonymous(ty), ""));
        anonymous.or_else(|| {
            // A type may contain commas, so the last comma precedes the name.
            let (ty, name) = text.rsplit_once(',')?;
            keys.find(KeyType::Named(types.find(ty)?), name.trim())
        })
    }
}

impl Keys {
    /// The number of a key with a name in any form; `None` if the key does not exist.
    #[inline]
    pub(crate) fn find(&self, ty: KeyType, name: &str) -> Option<KeyIndex> {
        self.find_canonical(ty, &canonical(ty, name))
    }

    /// The number of a key with a canonical name.
    fn find_canonical(&self, ty: KeyType, name: &str) -> Option<KeyIndex> {
        let index = self.table.find(hash_of(ty, name), |key| {
            let key = &self.list[*key as usize];
            key.ty == ty && *key.name == *name
        });
        index.copied()
    }

    /// The number of a key, which is added if it is new.
    pub(crate) fn number(&mut self, ty: KeyType, name: &str) -> KeyIndex {
        let name = &*canonical(ty, name);
        if let Some(key) = self.find_canonical(ty, name) {
            return key;
        }
        let number = u32::try_from(self.list.len()).unwrap_or(u32::MAX);
        // The key is not marked as bound, because lookups also add keys.
        let (is_parameter, is_name) = (false, false);
        self.list.push(Key { name: name.into(), ty, is_parameter, is_name, first: 0, count: 0 });
        self.table.insert_unique(hash_of(ty, name), number, |key| {
            let key = &self.list[*key as usize];
            hash_of(key.ty, &key.name)
        });
        number
    }

    /// Marks the key of a parameter as bound by a binding of parameters, and returns the key.
    pub(crate) fn bind_parameter(&mut self, reference: &str, name: &str) -> KeyIndex {
        let key = self.number(KeyType::Data, &names::parameter(reference, name));
        self.list[key as usize].is_parameter = true;
        key
    }

    /// Whether a binding binds the key.
    pub(crate) fn is_bound(&self, key: KeyIndex) -> bool {
        let key = &self.list[key as usize];
        key.is_parameter || key.is_name
    }

    /// Marks a key as bound by a binding of its name, and returns the key.
    pub(crate) fn bind_name(&mut self, ty: KeyType, name: &str) -> KeyIndex {
        let key = self.number(ty, name);
        self.list[key as usize].is_name = true;
        key
    }

    /// The text of a key for messages.
    pub(crate) fn show(&self, key: KeyIndex, types: &Types) -> String {
        let key = &self.list[key as usize];
        match key.ty {
            KeyType::Data => key.shown_name().into_owned(),
            KeyType::Named(ty) => format!("{}, {}", types.get(ty).text, key.name),
            KeyType::Anonymous(ty) => types.get(ty).text.to_string(),
        }
    }
}
