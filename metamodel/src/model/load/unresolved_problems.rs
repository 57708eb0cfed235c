//! The problems of references without a target, for notations in which an object is written inside its container.
//!
//! Invariant: the work for one document is bounded, for any number of objects and references. This module does not know
//! notations; XMI, which also expresses containment by references, reports its own problems.

use super::{SuggestedTargets, UnresolvedCause, UnresolvedReference};
use crate::diagnostic::{
    Diagnostic, Diagnostics, Source, codes, missing_target, shorten, target_of_other_class,
};
use crate::model::{Addresses, Model, ObjectId};
use std::sync::Arc;

/// The problems of the references that [`Loader::finish`](super::Loader::finish) returned, each with the object that
/// has the reference. For the first few, the help suggests the nearest id.
///
/// The offset of a reference is the position in `source` of its text, or of the quote or the `#` before it.
pub fn unresolved_problems(
    source: &Arc<Source>,
    model: &Model,
    unresolved: Vec<UnresolvedReference>,
) -> impl Iterator<Item = (Diagnostic, ObjectId)> {
    let metamodel = model.metamodel();
    let (mut addresses, mut suggestions) = (Addresses::new(model), SuggestedTargets::default());
    unresolved.into_iter().map(move |reference| {
        let text = source.text().get(reference.offset..).unwrap_or_default();
        let quote_length = usize::from(text.starts_with(['"', '\'']));
        let hash_length = usize::from(text[quote_length..].starts_with('#'));
        let has_sign = hash_length > 0;
        let help = suggestions.help(&reference, has_sign, &mut addresses);
        let UnresolvedReference { object, feature, fragment, offset, cause } = reference;
        let label = metamodel.feature_label(feature);
        let range = offset..offset + hash_length + fragment.len() + 2 * quote_length;
        let target = &metamodel[metamodel.target(feature)].name;
        let mut problem = match cause {
            UnresolvedCause::OtherClass(other) => {
                let class = &metamodel[model.class(other)].name;
                let message = target_of_other_class(&label, target, &fragment, class);
                Diagnostic::error(codes::WRONG_VALUE_TYPE, message)
            }
            UnresolvedCause::Repeated => {
                let message = format!("{label} refers to `{}` twice", shorten(&fragment));
                Diagnostic::error(codes::NOT_UNIQUE, message).help("remove one of them")
            }
            // Other reasons concern containment, which references do not express in these notations.
            _ => Diagnostic::error(codes::UNRESOLVED_REFERENCE, missing_target(&label, &fragment)),
        }
        .at(source, range);
        problem.help = problem.help.or(help);
        (problem, object)
    })
}

/// Adds the problems of the references that [`Loader::finish`](super::Loader::finish) returned, as
/// [`unresolved_problems`] describes them, each with the address of its object.
pub fn report_unresolved(
    source: &Arc<Source>,
    model: &Model,
    unresolved: Vec<UnresolvedReference>,
    problems: &mut Diagnostics,
) {
    let mut addresses = Addresses::new(model);
    for (problem, object) in unresolved_problems(source, model, unresolved) {
        problems.push(problem.object(addresses.fragment(object)));
    }
}
