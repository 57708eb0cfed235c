//! Removes problems that only follow from another reported problem.
//!
//! EMF reports the same mistake once for each feature that is computed from the wrong one, and a missing supertype at
//! every subclass. Invariant: an object with errors of its own keeps at least one. No problem is found here.

use crate::diagnostic::{Code, Diagnostic, Diagnostics, codes};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// The codes of a missing value.
const MISSING_VALUE_CODES: [Code; 3] = [codes::REQUIRED, codes::TOO_FEW, codes::MISSING_TYPE];

/// A value that could not be read.
pub(super) struct UnreadValue {
    /// The address of its object, as written in problems.
    pub(super) object: String,
    /// The name of its feature.
    pub(super) feature: String,
    pub(super) is_reference: bool,
}

/// Removes the problems that follow from others in the list, or from those that were reported while the document was
/// read. `unread_values` contains the values that could not be read.
pub(super) fn without_consequences(
    problems: Diagnostics,
    reported: &Diagnostics,
    unread_values: &[UnreadValue],
) -> Diagnostics {
    // The causes are collected before the loop, because a consequence may precede its cause in the order of the walk.
    let causes = Causes::new(&problems, reported, unread_values);
    let mut unresolved_targets: FxHashSet<(usize, String)> = FxHashSet::default();
    let mut cycles: FxHashSet<BTreeSet<String>> = FxHashSet::default();
    let mut remaining = problems.without_problems();
    for problem in problems {
        let is_repeated = if problem.code == codes::INHERITANCE_CYCLE {
            // A cycle is reported at each of its classes; only the first report is kept.
            !cycles.insert(classes_on_cycle(&problem))
        } else if problem.code == codes::UNRESOLVED_PROXY {
            // A computed feature has the same unresolved target as the feature that it is computed from.
            !unresolved_targets.insert(target(&problem)) && is_computed(&problem)
        } else {
            false
        };
        if !is_repeated && !causes.have_caused(&problem) {
            remaining.push(problem);
        }
    }
    remaining
}

/// The problems from which others follow, by the objects that have them.
struct Causes<'p> {
    /// The problems that were reported while the document was read.
    reported: &'p Diagnostics,
    /// The objects with a reference that could not be resolved or read.
    lost_references: FxHashSet<&'p str>,
    /// The values that could not be read, by object and feature.
    unread_values: FxHashSet<(&'p str, &'p str)>,
    /// The elements without a type.
    missing_types: FxHashSet<String>,
    /// The elements whose type is of the wrong kind.
    wrong_types: FxHashSet<String>,
    /// The objects for which a duplicate was already reported under another code.
    duplicates: FxHashSet<String>,
    /// The unresolved targets that are reported at the object with the reference.
    unresolved_targets: FxHashSet<String>,
}

impl<'p> Causes<'p> {
    /// Collects the causes among the problems of the check, the problems of reading, and the unread values.
    fn new(problems: &Diagnostics, reported: &'p Diagnostics, unread_values: &'p [UnreadValue]) -> Self {
        let unread_references = unread_values.iter().filter(|value| value.is_reference);
        Self {
            reported,
            lost_references: addresses(reported, codes::UNRESOLVED_REFERENCE)
                .chain(unread_references.map(|value| value.object.as_str()))
                .collect(),
            unread_values: unread_values
                .iter()
                .map(|value| (value.object.as_str(), value.feature.as_str()))
                .collect(),
            missing_types: addresses(problems, codes::MISSING_TYPE).map(str::to_owned).collect(),
            wrong_types: WRONG_TYPE_CODES
                .iter()
                .flat_map(|code| addresses(problems, *code))
                .map(typed_element)
                .collect(),
            duplicates: addresses(problems, codes::DUPLICATE_SUPERTYPE)
                .chain(addresses(reported, codes::NOT_UNIQUE))
                .map(str::to_owned)
                .collect(),
            unresolved_targets: problems
                .iter()
                .filter(|problem| is_at_reference(problem))
                .map(target_uri)
                .collect(),
        }
    }

    /// Whether a problem follows from one of these causes.
    fn have_caused(&self, problem: &Diagnostic) -> bool {
        let address = problem.object.as_deref().unwrap_or_default();
        let feature = problem.feature.as_deref().unwrap_or_default();
        let (is_missing, is_computed) = (MISSING_VALUE_CODES.contains(&problem.code), is_computed(problem));
        let depends_on_type =
            problem.code == codes::MISSING_TYPE || is_computed || COMPUTED_FROM_TYPES.contains(&feature);
        let is_type_lost = self.lost_references.contains(address);
        let is_type_wrong = self.wrong_types.contains(address);

        let is_missing_with_type = is_missing && depends_on_type && is_type_lost;
        let is_computed_from_invalid_type = problem.code == codes::REQUIRED
            && is_computed
            && (self.missing_types.contains(address) || is_type_wrong);
        let is_missing_because_unread = is_missing && self.unread_values.contains(&(address, feature));
        // Without a valid type, the text of a default cannot be read.
        let is_default_of_invalid_type =
            problem.code == codes::BAD_DEFAULT && (is_type_lost || is_type_wrong);
        let is_opposite_of_lost_reference =
            problem.code == codes::BAD_OPPOSITE && is_of_lost_opposite(problem, self.reported);
        let is_known_duplicate = problem.code == codes::DUPLICATE_VALUE && self.duplicates.contains(address);
        let is_inherited_target =
            is_inherited(problem) && self.unresolved_targets.contains(&target_uri(problem));

        is_missing_with_type
            || is_computed_from_invalid_type
            || is_missing_because_unread
            || is_default_of_invalid_type
            || is_opposite_of_lost_reference
            || is_known_duplicate
            || is_inherited_target
    }
}

/// Whether a problem concerns a feature that Ecore computes from `eType` and other features.
fn is_computed(problem: &Diagnostic) -> bool {
    problem.feature.as_deref().is_some_and(|name| COMPUTED_FEATURES.contains(&name))
}

/// The features of Ecore that have no value if a type could not be resolved.
const COMPUTED_FROM_TYPES: [&str; 3] = ["eType", "eGenericType", "eOpposite"];

/// The features of Ecore that are computed from `eType` and other features.
const COMPUTED_FEATURES: [&str; 4] = ["eAttributeType", "eReferenceType", "eRawType", "eClassifier"];

/// The codes for types of the wrong kind; these are reported at the type itself.
const WRONG_TYPE_CODES: [Code; 3] =
    [codes::WRONG_TYPE_KIND, codes::REFERENCE_TO_DATA_TYPE, codes::WILDCARD_NOT_ALLOWED];

/// The address of the element to which the type at an address belongs.
fn typed_element(type_address: &str) -> String {
    // The problem is at the generic type, which the element contains.
    type_address.strip_suffix("/@eGenericType").unwrap_or(type_address).to_owned()
}

/// Whether a problem, an opposite that does not refer back, follows from an unresolved reference of the opposite.
fn is_of_lost_opposite(problem: &Diagnostic, reported: &Diagnostics) -> bool {
    // The name of the opposite is the first text in backticks.
    let Some(name) = problem.message.split('`').nth(1) else { return false };
    addresses(reported, codes::UNRESOLVED_REFERENCE)
        .any(|address| address.rsplit_once('/').is_some_and(|(_, last_name)| last_name == name))
}

/// The names of the classes on a cycle, from the message.
fn classes_on_cycle(problem: &Diagnostic) -> BTreeSet<String> {
    let path = problem.message.rsplit_once(": ").map_or("", |(_, path)| path);
    // A set, because each report of a cycle starts with another class.
    path.split(super::ecore::INHERITS).map(str::to_owned).collect()
}

/// Whether a problem is an unresolved supertype, which may belong to an inherited class.
fn is_inherited(problem: &Diagnostic) -> bool {
    problem.code == codes::UNRESOLVED_PROXY && problem.feature.as_deref() == Some("eAllSuperTypes")
}

/// Whether a problem is an unresolved reference, reported at the object that contains the reference.
fn is_at_reference(problem: &Diagnostic) -> bool {
    problem.code == codes::UNRESOLVED_PROXY && !is_inherited(problem)
}

/// The addresses of the objects that have a problem with this code.
fn addresses(problems: &Diagnostics, code: Code) -> impl Iterator<Item = &str> {
    problems
        .iter()
        .filter(move |problem| problem.code == code)
        .filter_map(|problem| problem.object.as_deref())
}

/// The position of an unresolved reference, and its URI.
fn target(problem: &Diagnostic) -> (usize, String) {
    let start = problem.primary_label().map_or(0, |label| label.range.start);
    (start, target_uri(problem))
}

/// The URI of an unresolved reference, from the message.
fn target_uri(problem: &Diagnostic) -> String {
    let uri = problem.message.split_once(super::references::REFERS).map_or("", |(_, uri)| uri);
    uri.to_owned()
}
