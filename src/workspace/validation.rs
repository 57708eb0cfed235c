//! Checks what was loaded by the rules of instances and of metamodels, and by those that the metamodel states.

use super::{Loaded, Workspace};
use crate::formats;
use modelwright_language::logic;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, FeatureSpans};
use modelwright_metamodel::validate::{self, Counts};
use std::sync::Arc;

impl Workspace {
    /// What is wrong with a document, beyond what reading it has told; not what only follows from something else that is
    /// told, and each finding where its feature stands.
    #[must_use]
    pub fn validate(&self, loaded: &Loaded) -> Diagnostics {
        let found = self.validate_up_to(loaded, Diagnostics::LIMIT);
        let mut found = validate::without_consequences(found, &loaded.diagnostics);
        show_features(loaded, &mut found);
        found
    }

    /// Everything that is wrong, as EMF tells it, at most so many findings, each at its object.
    #[must_use]
    pub fn validate_up_to(&self, loaded: &Loaded, limit: usize) -> Diagnostics {
        let model = &loaded.model;
        if model.document(loaded.document).cut_short {
            return Diagnostics::new();
        }
        let mut found = validate::validate_up_to(model, loaded.document, model.metamodel(), limit);
        found.append(logic::validate(model, loaded.document, limit));
        found.append(logic::validate_metamodel(model, loaded.document));
        found
    }

    /// How many objects are in a document, and how many references lead nowhere.
    #[must_use]
    pub fn count(&self, loaded: &Loaded) -> Counts {
        validate::count(&loaded.model, loaded.document)
    }
}

/// Lets findings point at the features that they are about, instead of at the objects that have them.
fn show_features(loaded: &Loaded, found: &mut Diagnostics) {
    let Some(source) = loaded.model.document(loaded.document).source.as_ref() else { return };
    let Some(format) = formats::by_name(loaded.format) else { return };
    let start = |finding: &Diagnostic| {
        let label = finding.labels.first().filter(|label| Arc::ptr_eq(&label.source, source))?;
        Some(label.range.start)
    };
    let mut places = FeatureSpans::default();
    for finding in found.iter() {
        if let (Some(start), Some(feature)) = (start(finding), &finding.feature) {
            places.request(start, feature);
        }
    }
    if places.is_empty() {
        return;
    }
    format.locate_features(source, &mut places);
    for finding in found.iter_mut() {
        let place = start(finding).zip(finding.feature.as_ref());
        if let Some(range) = place.and_then(|(start, feature)| places.get(start, feature)) {
            finding.labels[0].range = range;
        }
    }
}
