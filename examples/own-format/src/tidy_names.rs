//! A rule: names have no blanks around them.

use modelwright::metamodel::diagnostic::{Code, Severity};
use modelwright::metamodel::model::{Model, ObjectId};
use modelwright::validation::{ObjectProblem, ObjectRule};

/// A name begins or ends with a blank.
pub(crate) const UNTIDY_NAME: Code =
    Code::new("OUT02", "blanks around a name", "A name begins or ends with a blank. Remove the blank.");

/// The rule.
#[derive(Debug)]
pub(crate) struct TidyNames;

impl ObjectRule for TidyNames {
    fn name(&self) -> &str {
        "tidy-names"
    }

    fn check(&self, model: &Model, object: ObjectId, report: &mut dyn FnMut(ObjectProblem)) {
        let class = model.class(object);
        let name = model.metamodel().feature(class, "name").map(|feature| model.get(object, feature));
        let Some(name) = name.and_then(|name| name.text()) else { return };
        if name.trim() != name {
            report(ObjectProblem {
                code: UNTIDY_NAME,
                severity: Severity::Error,
                feature: Some("name".to_owned()),
                message: format!("expected a name without blanks around it, found `{name}`"),
                help: format!("write `{}`", name.trim()),
            });
        }
    }
}
