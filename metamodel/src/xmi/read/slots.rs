//! Which slot a name means in a class: asked for every attribute and element, so answers are kept.
//!
//! Invariant: what is kept is what the class's table says. Only a document's first names take part, so
//! that many names and many classes cannot use up the memory together.

use crate::ecore::{ClassId, Metamodel};
use crate::xmi::xml::Symbol;

/// Names that take part.
const SYMBOLS: usize = 256;
const NONE: u32 = u32::MAX;

#[derive(Debug)]
pub(super) struct Slots<'x> {
    metamodel: &'x Metamodel,
    /// By class, then by name.
    known: Vec<Vec<Option<u32>>>,
}

impl<'x> Slots<'x> {
    pub(super) fn new(metamodel: &'x Metamodel) -> Self {
        Self { metamodel, known: Vec::new() }
    }

    /// The slot of the feature with this name. `symbol` is the number of `name`.
    #[inline]
    pub(super) fn find(&mut self, class: ClassId, symbol: Symbol, name: &str) -> Option<usize> {
        let known = self.known.get(class.index()).and_then(|names| names.get(symbol));
        match known {
            Some(Some(NONE)) => None,
            Some(Some(slot)) => Some(*slot as usize),
            _ => self.look_up(class, symbol, name),
        }
    }

    #[cold]
    fn look_up(&mut self, class: ClassId, symbol: Symbol, name: &str) -> Option<usize> {
        let slot = self.metamodel.table(class).slot_named(name);
        if symbol < SYMBOLS {
            if self.known.len() <= class.index() {
                self.known.resize(class.index() + 1, Vec::new());
            }
            let names = &mut self.known[class.index()];
            if names.len() <= symbol {
                names.resize(symbol + 1, None);
            }
            names[symbol] = Some(slot.and_then(|slot| u32::try_from(slot).ok()).unwrap_or(NONE));
        }
        slot
    }
}
