//! Checks what was loaded: instances by their rules, metamodels by theirs as well.

use super::{Loaded, Workspace, metamodels};
use modelwright_metamodel::diagnostic::{Diagnostics, Severity};
use modelwright_metamodel::ecore::{Metamodel, builtin};
use modelwright_metamodel::validate::validate;

impl Workspace {
    /// Everything that is wrong with a document, beyond what reading it has told.
    #[must_use]
    pub fn validate(&self, loaded: &Loaded) -> Diagnostics {
        let model = &loaded.model;
        let mut findings = validate(model, loaded.document, model.metamodel());
        let roots = model.document(loaded.document).roots();
        if roots.iter().any(|root| model.class(*root) == builtin::EPACKAGE) {
            for mut problem in metamodels::problems(loaded, &Metamodel::ecore()) {
                // What makes a metamodel unsound is no mere warning to someone who asks.
                problem.severity = Severity::Error;
                findings.push(problem);
            }
        }
        findings
    }
}
