//! Reports of what the types of a language do not have or check, as far as that does not depend on the language.

use crate::scope::Scope;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use modelwright_metamodel::ecore::{ClassId, FeatureId};

/// The greatest depth of nested maps whose types are written. Maps may contain themselves, so without a limit the type
/// of such a map would never end.
pub(crate) const MAX_MAPS: usize = 8;

/// Reports the features of a class that share their name with an earlier one. `subject` is what lacks them, with its
/// verb, such as `Python has`.
pub(crate) fn report_hidden(scope: &Scope<'_>, class: ClassId, subject: &str, problems: &mut Diagnostics) {
    let metamodel = scope.metamodel;
    let table = metamodel.table(class);
    let is_first = |id: &FeatureId| table.feature_named(metamodel[*id].name()) == Some(*id);
    // Nearly no class has such features, and finding them lists all features, with the inherited ones.
    if metamodel[class].features.iter().all(is_first) {
        return;
    }
    for hidden in scope.hidden_features(class) {
        // Inherited features are reported for their owner only.
        if metamodel[hidden].owner == class {
            let label = metamodel.feature_label(hidden);
            let message = format!("{subject} no {label}: another feature has the same name");
            problems.push(Diagnostic::warning(codes::NOT_GENERATED, message));
        }
    }
}

/// Reports the features whose maps are nested more deeply than [`MAX_MAPS`]: the types do not describe the innermost
/// maps.
pub(crate) fn report_deep_maps(scope: &Scope<'_>, language: &str, problems: &mut Diagnostics) {
    let metamodel = scope.metamodel;
    for class in &scope.classes {
        for feature in metamodel[*class].features.iter().copied() {
            let nested_maps = std::iter::successors(metamodel.natural_map(feature), |entries| {
                metamodel.natural_map(entries.value)
            });
            // A map may contain itself, so the count must have a limit.
            if nested_maps.take(MAX_MAPS + 1).count() > MAX_MAPS {
                let label = metamodel.feature_label(feature);
                let message =
                    format!("{language} checks only the outermost {MAX_MAPS} of the nested maps of {label}");
                problems.push(Diagnostic::warning(codes::NOT_GENERATED, message));
            }
        }
    }
}
