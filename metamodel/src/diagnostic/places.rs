//! Where the features of objects stand in a text, looked up for the problems that are told of them.
//!
//! Objects are known by where they start, which readers record; where each of their features stands nobody keeps.
//! So a text with such problems is read once more. Invariant: only what was asked for is kept, so that the cost
//! goes by the problems. This module does not know notations.

use rustc_hash::FxHashMap;
use std::ops::Range;

/// A feature, and where it stands once it was met.
type Wanted = (String, Option<Range<usize>>);

/// Features that are looked for, and where those that were met stand.
#[derive(Debug, Default)]
pub struct Places {
    objects: FxHashMap<usize, Vec<Wanted>>,
}

impl Places {
    /// Asks for a feature of the object that starts at an offset.
    pub fn want(&mut self, object: usize, feature: &str) {
        let features = self.objects.entry(object).or_default();
        if features.iter().all(|(known, _)| known != feature) {
            features.push((feature.to_owned(), None));
        }
    }

    /// Whether nothing is looked for.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty()
    }

    /// Whether features of the object that starts here are looked for.
    #[must_use]
    pub fn concern(&self, object: usize) -> bool {
        self.objects.contains_key(&object)
    }

    /// Notes where a feature of an object stands; the first place counts.
    pub fn found(&mut self, object: usize, feature: &str, range: Range<usize>) {
        let features = self.objects.get_mut(&object).into_iter().flatten();
        for (_, place) in features.filter(|(known, _)| known == feature) {
            place.get_or_insert_with(|| range.clone());
        }
    }

    /// Where a feature stands, if it was met.
    #[must_use]
    pub fn get(&self, object: usize, feature: &str) -> Option<Range<usize>> {
        let features = self.objects.get(&object)?;
        features.iter().find(|(known, _)| known == feature)?.1.clone()
    }
}
