//! The rule that the roots of rows are of the class of the rows.
//!
//! This module does not know how rows are read.

use modelwright_metamodel::diagnostic::{Severity, codes};
use modelwright_metamodel::ecore::{ClassId, Metamodel};
use modelwright_metamodel::model::{Model, ObjectId};
use modelwright_validation::{ObjectProblem, ObjectRule};

/// The class of the roots of rows. A metamodel that extends that of the rows has the class at the same position.
#[derive(Debug)]
pub(crate) struct RootClass {
    class: ClassId,
    name: String,
}

impl RootClass {
    pub(crate) fn new(metamodel: &Metamodel, class: ClassId) -> Self {
        Self { class, name: metamodel[class].name.clone() }
    }
}

impl ObjectRule for RootClass {
    fn name(&self) -> &str {
        "row-class"
    }

    /// Reports a root that is not of the class.
    fn check(&self, model: &Model, object: ObjectId, report: &mut dyn FnMut(ObjectProblem)) {
        let (metamodel, class) = (model.metamodel(), model.class(object));
        if model.container(object).is_some() || metamodel.conforms(class, self.class) {
            return;
        }
        report(ObjectProblem {
            code: codes::WRONG_VALUE_TYPE,
            severity: Severity::Error,
            feature: None,
            message: format!(
                "expected an object of class {}, found one of class {}",
                self.name, metamodel[class].name
            ),
            help: String::new(),
        });
    }
}
