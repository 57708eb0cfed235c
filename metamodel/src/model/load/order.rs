//! The order in which EMF sets the references of a document, which is not always document order.
//!
//! Elements come before attributes, and attributes with many words after the others.
//! This module does not know what a reference leads to.

use super::ObjectId;

/// Attributes with more words than these are long.
const FEW: usize = 5;

/// Where and how a document refers to an object.
#[derive(Debug, Clone, Copy)]
pub(super) struct ReferenceSite {
    pub(super) offset: u32,
    /// The object that refers.
    pub(super) object: ObjectId,
    /// Which of its features does.
    pub(super) slot: u32,
    pub(super) form: ReferenceForm,
}

/// How a document refers to an object; by this EMF decides when it looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ReferenceForm {
    /// By an attribute in one of Ecore's files, to what stands before it.
    AtOnce,
    /// By an element, where another end has to agree.
    Element,
    Attribute,
    /// All targets of a long attribute are looked up before the first of them is set.
    LongAttribute,
    /// By an element that is a proxy until it is resolved on access.
    Late,
}

impl ReferenceSite {
    /// Whether both are in the same attribute.
    pub(super) fn is_with(&self, other: &Self) -> bool {
        (self.object, self.slot, self.form) == (other.object, other.slot, other.form)
    }
}

/// A reference that takes part in the order.
pub(super) trait OrderedReference {
    fn site(&self) -> ReferenceSite;
    fn set_form(&mut self, form: ReferenceForm);
}

/// Sorts references into EMF's order.
pub(super) fn arrange<T: OrderedReference>(all: &mut [T]) {
    all.sort_by_key(|one| one.site().offset);
    let mut as_it_stands = true;
    let in_one_attribute =
        |a: &T, b: &T| a.site().form == ReferenceForm::Attribute && a.site().is_with(&b.site());
    for group in all.chunk_by_mut(in_one_attribute) {
        if group.len() > FEW {
            group.iter_mut().for_each(|one| one.set_form(ReferenceForm::LongAttribute));
        }
        as_it_stands &= group[0].site().form == ReferenceForm::Attribute;
    }
    if !as_it_stands {
        all.sort_by_key(|one| one.site().form);
    }
}
