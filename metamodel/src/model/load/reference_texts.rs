//! The texts and locations of unresolved references, which are in their slots or in records.

use super::order::{ReferenceForm, ReferenceSite};
use super::reference_records::{COPIED_BIT, Reference, ReferenceRecord};
use crate::ecore::ClassId;
use crate::model::slot::PendingReference;

/// Properties of references that are not in their slots.
pub(super) struct ReferenceTexts<'a> {
    pub(super) source: &'a str,
    pub(super) copied_texts: &'a str,
    pub(super) records: &'a [ReferenceRecord],
}

impl<'a> ReferenceTexts<'a> {
    /// The text of a reference.
    pub(super) fn text(&self, reference: &Reference) -> &'a str {
        match reference.pending.pending() {
            Some(PendingReference::Fragment { start, len, .. }) => &self.source[start..start + len],
            Some(PendingReference::Record(index)) => {
                let ReferenceRecord { start, len, .. } = self.records[index];
                let text = if len & COPIED_BIT == 0 { self.source } else { self.copied_texts };
                &text[start as usize..][..(len & !COPIED_BIT) as usize]
            }
            None => "",
        }
    }

    /// The offset at which problems with a reference are reported.
    pub(super) fn offset(&self, reference: &Reference) -> usize {
        match reference.pending.pending() {
            Some(PendingReference::Fragment { start, before, .. }) => start - before,
            Some(PendingReference::Record(index)) => self.records[index].offset as usize,
            None => 0,
        }
    }

    /// The position and form of a reference.
    pub(super) fn site(&self, reference: &Reference, form: ReferenceForm) -> ReferenceSite {
        let offset = u32::try_from(self.offset(reference)).unwrap_or(u32::MAX);
        ReferenceSite { offset, object: reference.object, slot: reference.slot, form }
    }

    /// Whether the `xmi:id` of the reference's object comes before the reference in its start tag.
    pub(super) fn is_after_xmi_id(&self, reference: &Reference) -> bool {
        // The text is searched, because the order of attributes is not recorded.
        let before = self.source.get(..self.offset(reference)).unwrap_or_default();
        before.rfind('<').is_some_and(|start| before[start..].contains("xmi:id"))
    }

    /// Whether an attribute contains another target for the same feature: see [`ReferenceRecord::is_overridden`].
    pub(super) fn is_overridden(&self, reference: &Reference) -> bool {
        matches!(reference.pending.pending(), Some(PendingReference::Record(index)) if self.records[index].is_overridden)
    }

    /// The class of the proxy that replaces a missing target.
    pub(super) fn proxy_class(&self, reference: &Reference) -> Option<ClassId> {
        match reference.pending.pending() {
            Some(PendingReference::Record(index)) => self.records[index].proxy_class,
            _ => None,
        }
    }
}
