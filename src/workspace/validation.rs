//! Checks what was loaded by the rules of instances and of metamodels, and by those that the metamodel states.

use super::{Loaded, Workspace};
use modelwright_metamodel::diagnostic::Diagnostics;
use modelwright_metamodel::rules;
use modelwright_metamodel::validate::{self, Counts};

impl Workspace {
    /// Everything that is wrong with a document, beyond what reading it has told.
    #[must_use]
    pub fn validate(&self, loaded: &Loaded) -> Diagnostics {
        self.validate_up_to(loaded, Diagnostics::LIMIT)
    }

    /// As [`Workspace::validate`], and keeps as many findings as are asked for.
    #[must_use]
    pub fn validate_up_to(&self, loaded: &Loaded, limit: usize) -> Diagnostics {
        let model = &loaded.model;
        if model.document(loaded.document).cut_short {
            return Diagnostics::new();
        }
        let mut found = validate::validate_up_to(model, loaded.document, model.metamodel(), limit);
        found.append(rules::validate(model, loaded.document, limit));
        found.append(rules::validate_metamodel(model, loaded.document));
        found
    }

    /// How many objects are in a document, and how many references lead nowhere.
    #[must_use]
    pub fn count(&self, loaded: &Loaded) -> Counts {
        validate::count(&loaded.model, loaded.document)
    }
}
