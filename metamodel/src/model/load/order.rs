//! The order in which EMF does what a document says: not all of it as it stands.
//!
//! What elements say comes before what attributes say, and attributes with many words come after the others.
//! This module does not know what is said.

use super::ObjectId;

/// Attributes with more words than these are long.
const FEW: usize = 5;

/// Where and how a document refers to an object.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) offset: u32,
    /// The object that refers.
    pub(super) object: ObjectId,
    /// Which of its features does.
    pub(super) slot: u32,
    pub(super) way: Way,
}

/// How a document refers to an object; by this EMF decides when it looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Way {
    /// By an attribute in one of Ecore's files, to what stands before it.
    AtOnce,
    /// By an element, where another end has to agree.
    Element,
    Attribute,
    /// All targets of a long attribute are looked up before the first of them is set.
    LongAttribute,
    /// By an element that stands for its target until somebody asks for that.
    Late,
}

impl Place {
    /// Whether both are in the same attribute.
    pub(super) fn is_with(&self, other: &Self) -> bool {
        (self.object, self.slot, self.way) == (other.object, other.slot, other.way)
    }
}

/// What is said somewhere.
pub(super) trait Said {
    fn place(&self) -> Place;
    fn set_way(&mut self, way: Way);
}

/// Brings what is said into EMF's order.
pub(super) fn arrange<T: Said>(all: &mut [T]) {
    all.sort_by_key(|one| one.place().offset);
    let mut as_it_stands = true;
    let in_one_attribute = |a: &T, b: &T| a.place().way == Way::Attribute && a.place().is_with(&b.place());
    for group in all.chunk_by_mut(in_one_attribute) {
        if group.len() > FEW {
            group.iter_mut().for_each(|one| one.set_way(Way::LongAttribute));
        }
        as_it_stands &= group[0].place().way == Way::Attribute;
    }
    if !as_it_stands {
        all.sort_by_key(|one| one.place().way);
    }
}
