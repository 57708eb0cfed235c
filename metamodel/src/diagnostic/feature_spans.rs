//! The spans of features in a text, for problems that are reported after the text was read.
//!
//! Readers record where objects start, but not where their features are, so a text with such problems is read
//! a second time. Invariant: only requested features are stored, so the cost depends on the number of
//! problems. This module does not know formats.

use super::{Diagnostics, Label, Source};
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::sync::Arc;

/// Requested features, by the offset at which their object starts, with their spans as far as they were found.
#[derive(Debug, Default)]
pub struct FeatureSpans {
    objects: FxHashMap<usize, Vec<FeatureSpan>>,
}

#[derive(Debug)]
struct FeatureSpan {
    name: String,
    span: Option<Range<usize>>,
}

impl FeatureSpans {
    /// Requests a feature of the object that starts at an offset.
    pub fn request(&mut self, object: usize, feature: &str) {
        let features = self.objects.entry(object).or_default();
        // An object has few problems, so a list is searched faster than a map.
        if features.iter().all(|requested| requested.name != feature) {
            features.push(FeatureSpan { name: feature.to_owned(), span: None });
        }
    }

    /// Whether nothing is requested.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty()
    }

    /// Whether features of the object that starts at an offset are requested.
    #[must_use]
    pub fn includes(&self, object: usize) -> bool {
        self.objects.contains_key(&object)
    }

    /// Records the span of a feature if it is requested; only the first span is stored.
    pub fn record(&mut self, object: usize, feature: &str, range: Range<usize>) {
        let features = self.objects.get_mut(&object).into_iter().flatten();
        for requested in features.filter(|requested| requested.name == feature) {
            requested.span.get_or_insert_with(|| range.clone());
        }
    }

    /// The span of a requested feature, if it was found.
    #[must_use]
    pub fn get(&self, object: usize, feature: &str) -> Option<Range<usize>> {
        let features = self.objects.get(&object)?;
        features.iter().find(|requested| requested.name == feature)?.span.clone()
    }
}

/// Moves the labels of problems in a text from objects to the features that the problems concern. `locate` finds the
/// spans of all these features in one pass over the text. It is not called if there are none.
pub fn show_features(
    source: &Arc<Source>,
    problems: &mut Diagnostics,
    locate: impl FnOnce(&mut FeatureSpans),
) {
    let is_in_text = |label: &Label| Arc::ptr_eq(&label.source, source);
    let mut spans = FeatureSpans::default();
    for problem in problems.iter() {
        let Some(feature) = &problem.feature else { continue };
        for label in problem.labels.iter().filter(|label| is_in_text(label)) {
            spans.request(label.range.start, feature);
        }
    }
    if spans.is_empty() {
        return;
    }
    locate(&mut spans);
    for problem in problems.iter_mut() {
        let Some(feature) = &problem.feature else { continue };
        for label in problem.labels.iter_mut().filter(|label| is_in_text(label)) {
            if let Some(range) = spans.get(label.range.start, feature) {
                label.range = range;
            }
        }
    }
}
