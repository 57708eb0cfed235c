//! Keys of bindings: a name, a type, or both.
//!
//! All subtypes of `Data` share their names; any other type has its own.

use crate::bindings::types::Types;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{Hash as _, Hasher as _};

/// The number of a key.
pub(crate) type KeyIndex = u32;

/// The part of a key that is not its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum KeyType {
    /// A name of data.
    Data,
    /// A name of another type.
    Named(u32),
    /// No name, only a type.
    Anonymous(u32),
}

/// A key, and its bindings.
#[derive(Debug)]
pub(crate) struct Key {
    pub(crate) name: Box<str>,
    pub(crate) ty: KeyType,
    /// The first of its entries.
    pub(crate) first: u32,
    /// The number of its entries.
    pub(crate) count: u32,
}

/// All keys.
#[derive(Debug, Default)]
pub(crate) struct Keys {
    pub(crate) list: Vec<Key>,
    table: HashTable<KeyIndex>,
}

fn hash_of(ty: KeyType, name: &str) -> u64 {
    let mut state = FxHasher::default();
    (ty, name).hash(&mut state);
    state.finish()
}

impl Keys {
    #[inline]
    pub(crate) fn find(&self, ty: KeyType, name: &str) -> Option<KeyIndex> {
        let same = |key: &KeyIndex| {
            let key = &self.list[*key as usize];
            key.ty == ty && *key.name == *name
        };
        self.table.find(hash_of(ty, name), same).copied()
    }

    pub(crate) fn number(&mut self, ty: KeyType, name: &str) -> KeyIndex {
        if let Some(key) = self.find(ty, name) {
            return key;
        }
        let number = u32::try_from(self.list.len()).unwrap_or(u32::MAX);
        self.list.push(Key { name: name.into(), ty, first: 0, count: 0 });
        let list = &self.list;
        let hash_at = |key: &KeyIndex| {
            let key = &list[*key as usize];
            hash_of(key.ty, &key.name)
        };
        self.table.insert_unique(hash_of(ty, name), number, hash_at);
        number
    }

    /// A key as messages show it.
    pub(crate) fn show(&self, key: KeyIndex, types: &Types) -> String {
        let key = &self.list[key as usize];
        match key.ty {
            KeyType::Data => key.name.to_string(),
            KeyType::Named(ty) => format!("{}, {}", types.get(ty).text, key.name),
            KeyType::Anonymous(ty) => types.get(ty).text.to_string(),
        }
    }
}
