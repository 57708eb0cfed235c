//! Records the keys of the open maps, so that a key that a map has twice is reported.
//!
//! Each slot below 64 has a bit, so that keys of most maps are recorded without a search. This module does not know
//! what a key means.

use super::{FIRST_OWN_KEY, Map, Reader};
use crate::diagnostic::codes;
use crate::model::ObjectId;
use crate::tree::source::TreeSource;
use std::ops::Range;

impl<'t, S: TreeSource<'t>> Reader<'_, '_, 't, S> {
    /// Reports a key that a map has twice.
    pub(super) fn report_duplicate_key(
        &mut self,
        key: &str,
        first: Range<usize>,
        second: Range<usize>,
        object: Option<ObjectId>,
    ) {
        let source = self.source;
        self.report(
            codes::DUPLICATE_KEY,
            format!("the map has the key `{key}` twice"),
            second,
            object,
            |d| d.label(source, first, "first used here").help("remove one of them"),
        );
    }

    /// Records a key; if the map already has it, reports it and returns `false`.
    #[inline]
    pub(super) fn mark_key(&mut self, map: &mut Map, key: u32, name: &str, range: Range<usize>) -> bool {
        let (marks, bit) = match key {
            0..64 => (&mut map.slots, 1 << key),
            _ if key >= FIRST_OWN_KEY => (&mut map.own_keys, 1 << (key - FIRST_OWN_KEY)),
            _ => return self.mark_high_key(map, key, name, range),
        };
        if *marks & bit != 0 {
            self.report_key_again(map, key, name, range);
            return false;
        }
        *marks |= bit;
        self.seen_keys.push((key, range));
        true
    }

    /// As [`Reader::mark_key`], for the slot of a feature from 64 on, which has no bit: the keys that the map already
    /// has are searched.
    fn mark_high_key(&mut self, map: &Map, key: u32, name: &str, range: Range<usize>) -> bool {
        if self.seen_keys[map.first_seen_key..].iter().any(|(known, _)| *known == key) {
            self.report_key_again(map, key, name, range);
            return false;
        }
        self.seen_keys.push((key, range));
        true
    }

    /// Reports a key that was recorded before.
    #[cold]
    fn report_key_again(&mut self, map: &Map, key: u32, name: &str, range: Range<usize>) {
        let mut keys = self.seen_keys[map.first_seen_key..].iter();
        let first = keys.find(|(known, _)| *known == key).map_or(range.clone(), |(_, range)| range.clone());
        let object = map.object.map(|(object, _)| object);
        self.report_duplicate_key(self.original_key(name, &range), first, range, object);
    }
}
