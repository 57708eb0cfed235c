//! The order in which EMF sets the references of a document, which is not always document order.
//!
//! EMF sets references in elements before those in attributes, and attributes with many words after all others. This
//! module does not know the targets of references.

use super::ObjectId;

/// The maximum number of words of an attribute whose targets EMF sets one by one.
const MAX_WORDS_OF_SHORT_ATTRIBUTE: usize = 5;

/// The position and form of a reference in a document.
#[derive(Debug, Clone, Copy)]
pub(super) struct ReferenceSite {
    pub(super) offset: u32,
    /// The object with the reference.
    pub(super) object: ObjectId,
    /// The slot of the reference.
    pub(super) slot: u32,
    pub(super) form: ReferenceForm,
}

/// The form of a reference in a document, which determines when EMF resolves it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ReferenceForm {
    /// In an attribute in one of Ecore's files, with a target before the reference.
    Immediate,
    /// In an element, if the reference has an opposite.
    Element,
    /// In an attribute to which the other cases do not apply.
    Attribute,
    /// In an attribute with many words: EMF resolves all of its targets, and then sets all of them.
    LongAttribute,
    /// In an element that is a proxy until it is resolved on access.
    OnAccess,
}

impl ReferenceSite {
    /// Whether both references are in the same attribute.
    pub(super) fn is_in_same_attribute(&self, other: &Self) -> bool {
        (self.object, self.slot, self.form) == (other.object, other.slot, other.form)
    }
}

/// A reference that can be sorted.
pub(super) trait OrderedReference {
    fn site(&self) -> ReferenceSite;
    fn set_form(&mut self, form: ReferenceForm);
}

/// Sorts references into EMF's order.
pub(super) fn sort<T: OrderedReference>(references: &mut [T]) {
    // Both sorts are stable, so references of one form stay in the order of the document.
    references.sort_by_key(|reference| reference.site().offset);
    let mut is_in_order = true;
    let are_in_one_attribute =
        |a: &T, b: &T| a.site().form == ReferenceForm::Attribute && a.site().is_in_same_attribute(&b.site());
    for group in references.chunk_by_mut(are_in_one_attribute) {
        if group.len() > MAX_WORDS_OF_SHORT_ATTRIBUTE {
            group.iter_mut().for_each(|reference| reference.set_form(ReferenceForm::LongAttribute));
        }
        // If all references are in short attributes, EMF's order is that of the document.
        is_in_order &= group[0].site().form == ReferenceForm::Attribute;
    }
    if !is_in_order {
        references.sort_by_key(|reference| reference.site().form);
    }
}
