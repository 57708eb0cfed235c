//! What is told of a reference that leads to nothing in its document, or to what it cannot refer to.

use crate::diagnostic::{Diagnostic, Source, codes};
use crate::model::Addresses;
use crate::model::load::Unresolved;
use std::sync::Arc;

pub(super) fn told(missing: &Unresolved, addresses: &mut Addresses<'_>, source: &Arc<Source>) -> Diagnostic {
    let model = addresses.model();
    let metamodel = model.metamodel();
    let label = metamodel.feature_label(missing.feature);
    let target = metamodel.target(missing.feature);
    let (code, why) = match missing.found.map(|found| model.class(found)) {
        _ if missing.repeated => (codes::NOT_UNIQUE, "in the list already".to_owned()),
        None => (codes::UNRESOLVED_REFERENCE, "not in the document".to_owned()),
        Some(class) if metamodel.conforms(class, target) => {
            (codes::CONTAINMENT_CYCLE, "inside the object".to_owned())
        }
        Some(class) => {
            let (found, expected) = (&metamodel[class].name, &metamodel[target].name);
            (codes::UNRESOLVED_REFERENCE, format!("an object of {found}, not of {expected}"))
        }
    };
    let message = format!("{label} refers to `{}`, which is {why}", missing.fragment);
    let at = missing.offset;
    Diagnostic::error(code, message)
        .at(source, at..at + missing.fragment.len())
        .object(addresses.of(missing.object))
}
