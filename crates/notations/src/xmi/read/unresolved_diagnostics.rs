//! Diagnostics for references whose target is not in the document, or is invalid.

use crate::diagnostic::{Diagnostic, Source, codes};
use crate::model::Addresses;
use crate::model::load::{SuggestedTargets, UnresolvedCause, UnresolvedReference};
use std::sync::Arc;

/// The problem of a reference.
pub(super) fn diagnose(
    suggested: &mut SuggestedTargets,
    missing: &UnresolvedReference,
    addresses: &mut Addresses<'_>,
    source: &Arc<Source>,
) -> Diagnostic {
    let model = addresses.model();
    let metamodel = model.metamodel();
    let label = metamodel.feature_label(missing.feature);
    let target = metamodel.target(missing.feature);
    let (code, why) = match &missing.cause {
        UnresolvedCause::Missing => (codes::UNRESOLVED_REFERENCE, "is not in the document".to_owned()),
        UnresolvedCause::OtherClass(found) => {
            let (found, expected) = (&metamodel[model.class(*found)].name, &metamodel[target].name);
            (codes::UNRESOLVED_REFERENCE, format!("is an object of class {found}, not of {expected}"))
        }
        UnresolvedCause::ContainerCycle => (codes::CONTAINMENT_CYCLE, "is inside the object".to_owned()),
        UnresolvedCause::ContainmentCycle => {
            (codes::CONTAINMENT_CYCLE, "contains the object itself".to_owned())
        }
        UnresolvedCause::ForwardReference => {
            (codes::UNRESOLVED_REFERENCE, "is after the object, but must be before it".to_owned())
        }
        UnresolvedCause::Repeated => (codes::NOT_UNIQUE, "is already in the list".to_owned()),
        UnresolvedCause::Rejected(problem) => (problem.code, format!("is {}", problem.found)),
    };
    let message = format!("{label} refers to `{}`, which {why}", missing.fragment);
    let at = missing.offset;
    let mut problem = Diagnostic::error(code, message).at(source, at..at + missing.fragment.len());
    problem.help = suggested.help(missing, false, addresses);
    problem.object(addresses.fragment(missing.object))
}
