//! Diagnostics for references whose target is not in the document, or is invalid.

use crate::diagnostic::{Diagnostic, Source, codes};
use crate::model::Addresses;
use crate::model::load::{SuggestedTargets, UnresolvedCause, UnresolvedReference};
use std::sync::Arc;

/// The problem of an unresolved reference.
pub(super) fn diagnose(
    suggestions: &mut SuggestedTargets,
    reference: &UnresolvedReference,
    addresses: &mut Addresses<'_>,
    source: &Arc<Source>,
) -> Diagnostic {
    let model = addresses.model();
    let metamodel = model.metamodel();
    let label = metamodel.feature_label(reference.feature);
    let target = metamodel.target(reference.feature);
    let (code, condition) = match &reference.cause {
        UnresolvedCause::Missing => (codes::UNRESOLVED_REFERENCE, "is not in the document".to_owned()),
        UnresolvedCause::OtherClass(object) => {
            let (actual_name, expected_name) =
                (&metamodel[model.class(*object)].name, &metamodel[target].name);
            (
                codes::UNRESOLVED_REFERENCE,
                format!("is an object of class {actual_name}, not of {expected_name}"),
            )
        }
        UnresolvedCause::ContainerCycle => {
            (codes::CONTAINMENT_CYCLE, "is inside the referring object".to_owned())
        }
        UnresolvedCause::ContainmentCycle => {
            (codes::CONTAINMENT_CYCLE, "contains the referring object".to_owned())
        }
        UnresolvedCause::ForwardReference => {
            (codes::UNRESOLVED_REFERENCE, "must be before the referring object".to_owned())
        }
        UnresolvedCause::Repeated => (codes::NOT_UNIQUE, "is already in the list".to_owned()),
        UnresolvedCause::Rejected(problem) => (problem.code, format!("is {}", problem.found)),
    };
    let message = format!("{label} refers to `{}`, which {condition}", reference.fragment);
    let start = reference.offset;
    let mut problem = Diagnostic::error(code, message).at(source, start..start + reference.fragment.len());
    let has_sign = false;
    problem.help = suggestions.help(reference, has_sign, addresses);
    problem.object(addresses.fragment(reference.object))
}
