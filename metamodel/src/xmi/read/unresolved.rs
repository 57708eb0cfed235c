//! What is told of a reference that leads to nothing in its document, or to what it cannot refer to.

use crate::diagnostic::{Diagnostic, Source, codes};
use crate::model::Addresses;
use crate::model::load::{Unresolved, Why};
use std::sync::Arc;

pub(super) fn told(missing: &Unresolved, addresses: &mut Addresses<'_>, source: &Arc<Source>) -> Diagnostic {
    let model = addresses.model();
    let metamodel = model.metamodel();
    let label = metamodel.feature_label(missing.feature);
    let target = metamodel.target(missing.feature);
    let (code, why) = match &missing.why {
        Why::Missing => (codes::UNRESOLVED_REFERENCE, "is not in the document".to_owned()),
        Why::OtherClass(found) => {
            let (found, expected) = (&metamodel[model.class(*found)].name, &metamodel[target].name);
            (codes::UNRESOLVED_REFERENCE, format!("is an object of {found}, not of {expected}"))
        }
        Why::Inside => (codes::CONTAINMENT_CYCLE, "is inside the object".to_owned()),
        Why::Holds => (codes::CONTAINMENT_CYCLE, "holds the object itself".to_owned()),
        Why::Repeated => (codes::NOT_UNIQUE, "is in the list already".to_owned()),
        Why::Refused(problem) => (problem.code, format!("is {}", problem.found)),
    };
    let message = format!("{label} refers to `{}`, which {why}", missing.fragment);
    let at = missing.offset;
    Diagnostic::error(code, message)
        .at(source, at..at + missing.fragment.len())
        .object(addresses.of(missing.object))
}
