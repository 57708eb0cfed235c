//! Contributions to multibindings, and inclusions and exclusions of classes.

use super::Entry;
use super::conditions::ConditionIndex;
use super::keys::KeyIndex;
use crate::sources::Place;
use rustc_hash::FxHashMap;

/// A contribution to a multibinding.
#[derive(Debug)]
pub(crate) struct Contribution {
    pub(crate) name: Option<Box<str>>,
    pub(crate) layer: u16,
    pub(crate) condition: ConditionIndex,
    /// The precedence of the condition; higher numbers take precedence.
    pub(crate) order: u32,
    /// The index of the contributing binding.
    pub(crate) binding: u32,
}

impl Contribution {
    /// The contribution as an entry. Its key is derived from the number of its id, downwards from the largest number.
    pub(crate) fn entry(&self, id: u32) -> Entry {
        let Self { layer, condition, order, binding, .. } = *self;
        Entry { key: u32::MAX - id, order, condition, binding, layer }
    }
}

/// An id of multibindings, with the contributions to it.
#[derive(Debug)]
pub(crate) struct Id {
    pub(crate) name: Box<str>,
    /// In descending precedence, then in the order in which they are written.
    pub(crate) contributions: Vec<Contribution>,
    /// The multibindings with this id: their keys and bindings.
    pub(crate) declared: Vec<(KeyIndex, u32)>,
    /// The multibindings without an id that have this name. `imply_ids` determines whether the name becomes their id.
    pub(crate) implied: Vec<(KeyIndex, u32)>,
    /// Whether two contributions have the same name.
    pub(crate) has_equal_names: bool,
}

/// An inclusion or an exclusion of a class.
#[derive(Debug)]
pub(crate) struct ClassEntry {
    pub(crate) class: Box<str>,
    /// Whether the class is included; otherwise it is excluded.
    pub(crate) is_included: bool,
    pub(crate) place: Place,
    pub(crate) layer: u16,
    pub(crate) condition: ConditionIndex,
    pub(crate) order: u32,
}

/// All multibindings and classes of a composition.
#[derive(Debug, Default)]
pub(crate) struct Multibinds {
    /// The ids with their multibindings and contributions.
    pub(crate) ids: Vec<Id>,
    /// The index of each id by name.
    numbers: FxHashMap<Box<str>, u32>,
    /// In descending precedence, then in the order in which they are written.
    pub(crate) classes: Vec<ClassEntry>,
}

impl Multibinds {
    /// The number of an id; `None` if no binding uses it.
    pub(crate) fn find(&self, id: &str) -> Option<u32> {
        self.numbers.get(id).copied()
    }

    /// The number of an id, which is added if it is new.
    pub(super) fn number(&mut self, id: &str) -> u32 {
        if let Some(number) = self.numbers.get(id) {
            return *number;
        }
        let number = u32::try_from(self.ids.len()).unwrap_or(u32::MAX);
        self.ids.push(Id {
            name: id.into(),
            contributions: Vec::new(),
            declared: Vec::new(),
            implied: Vec::new(),
            has_equal_names: false,
        });
        self.numbers.insert(id.into(), number);
        number
    }
}
