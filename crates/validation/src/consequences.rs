//! Removes problems that only follow from another reported problem.
//!
//! EMF reports the same mistake once for each feature that is computed from the wrong one, and a missing supertype at
//! every subclass. Invariant: an object with errors of its own keeps at least one. No problems are found here.

use crate::diagnostic::{Code, Diagnostic, Diagnostics, codes};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// The codes of a missing value.
const MISSING: [Code; 3] = [codes::REQUIRED, codes::TOO_FEW, codes::MISSING_TYPE];

/// A value that could not be read.
pub(super) struct UnreadValue {
    /// The address of its object, as written in problems.
    pub(super) object: String,
    /// The name of its feature.
    pub(super) feature: String,
    pub(super) is_reference: bool,
}

/// Removes the problems that follow from others in the list, or from those that were reported while the document was
/// read. `unread` contains the values that could not be read.
pub(super) fn without_consequences(
    problems: Diagnostics,
    reported: &Diagnostics,
    unread: &[UnreadValue],
) -> Diagnostics {
    let unread_references = unread.iter().filter(|value| value.is_reference);
    // The objects with a reference that could not be resolved or read.
    let lost: FxHashSet<&str> = addresses(reported, codes::UNRESOLVED_REFERENCE)
        .chain(unread_references.map(|value| value.object.as_str()))
        .collect();
    let misread: FxHashSet<(&str, &str)> =
        unread.iter().map(|value| (value.object.as_str(), value.feature.as_str())).collect();
    let untyped: FxHashSet<String> = addresses(&problems, codes::MISSING_TYPE).map(str::to_owned).collect();
    // The unresolved targets that are reported at the object with the reference. Collected before the loop, because a
    // problem that follows from another one may precede it in the order of the walk.
    let stated_targets: FxHashSet<String> =
        problems.iter().filter(|p| states_target(p)).map(|p| target(p).1).collect();
    // The elements whose type is of the wrong kind.
    let untypable: FxHashSet<String> =
        TYPE_KINDS.iter().flat_map(|code| addresses(&problems, *code)).map(typed_element).collect();
    // The objects for which a duplicate was already reported under another code.
    let doubled: FxHashSet<String> = addresses(&problems, codes::DUPLICATE_SUPERTYPE)
        .chain(addresses(reported, codes::NOT_UNIQUE))
        .map(str::to_owned)
        .collect();
    let mut unresolved: FxHashSet<(usize, String)> = FxHashSet::default();
    let mut cycles: FxHashSet<BTreeSet<String>> = FxHashSet::default();
    let mut left = problems.without_problems();
    for finding in problems {
        let address = finding.object.as_deref().unwrap_or_default();
        let feature = finding.feature.as_deref().unwrap_or_default();
        // The type itself is a single feature; these features are computed from it.
        let computed = finding.feature.as_deref().is_some_and(|name| COMPUTED.contains(&name));
        let is_of_type =
            finding.code == codes::MISSING_TYPE || computed || COMPUTED_FROM_TYPES.contains(&feature);
        let follows = (MISSING.contains(&finding.code) && is_of_type && lost.contains(address))
            || (finding.code == codes::REQUIRED && computed && untyped.contains(address))
            || (finding.code == codes::REQUIRED && computed && untypable.contains(address))
            || (MISSING.contains(&finding.code) && misread.contains(&(address, feature)))
            // If the type is missing, the text of a default cannot be read.
            || (finding.code == codes::BAD_DEFAULT
                && (lost.contains(address) || untypable.contains(address)))
            || (finding.code == codes::BAD_OPPOSITE && is_of_lost_opposite(&finding, reported))
            || (finding.code == codes::DUPLICATE_VALUE && doubled.contains(address))
            // A cycle is reported at each of its classes; only the first report is kept.
            || (finding.code == codes::INHERITANCE_CYCLE && !cycles.insert(classes_on_cycle(&finding)))
            || (finding.code == codes::UNRESOLVED_PROXY && !unresolved.insert(target(&finding)) && computed)
            || (is_inherited(&finding) && stated_targets.contains(&target(&finding).1));
        if !follows {
            left.push(finding);
        }
    }
    left
}

/// The features of Ecore that have no value if a type was lost.
const COMPUTED_FROM_TYPES: [&str; 3] = ["eType", "eGenericType", "eOpposite"];

/// The features of Ecore that are computed from `eType` and other features.
const COMPUTED: [&str; 4] = ["eAttributeType", "eReferenceType", "eRawType", "eClassifier"];

/// The codes for types of the wrong kind; these are reported at the type itself.
const TYPE_KINDS: [Code; 3] =
    [codes::WRONG_TYPE_KIND, codes::REFERENCE_TO_DATA_TYPE, codes::WILDCARD_NOT_ALLOWED];

/// The address of the element to which the type at an address belongs.
fn typed_element(ty: &str) -> String {
    // The problem is at the generic type, which the element contains.
    ty.strip_suffix("/@eGenericType").unwrap_or(ty).to_owned()
}

/// Whether an opposite does not refer back because its own opposite could not be resolved.
fn is_of_lost_opposite(finding: &Diagnostic, reported: &Diagnostics) -> bool {
    let Some(name) = finding.message.split('`').nth(1) else { return false };
    addresses(reported, codes::UNRESOLVED_REFERENCE)
        .any(|address| address.rsplit_once('/').is_some_and(|(_, last)| last == name))
}

/// The names of the classes on a cycle, from the message.
fn classes_on_cycle(finding: &Diagnostic) -> BTreeSet<String> {
    let path = finding.message.rsplit_once(": ").map_or("", |(_, path)| path);
    // A set, because each report of a cycle starts with another class.
    path.split(super::ecore::INHERITS).map(str::to_owned).collect()
}

/// Whether a problem is an unresolved supertype, which may belong to an inherited class.
fn is_inherited(finding: &Diagnostic) -> bool {
    finding.code == codes::UNRESOLVED_PROXY && finding.feature.as_deref() == Some("eAllSuperTypes")
}

/// Whether a problem is an unresolved reference, reported at the object that contains the reference.
fn states_target(finding: &Diagnostic) -> bool {
    finding.code == codes::UNRESOLVED_PROXY && !is_inherited(finding)
}

/// The addresses of the objects that have a problem with this code.
fn addresses(problems: &Diagnostics, code: Code) -> impl Iterator<Item = &str> {
    problems
        .iter()
        .filter(move |problem| problem.code == code)
        .filter_map(|problem| problem.object.as_deref())
}

/// The position of an unresolved reference, and its URI.
fn target(finding: &Diagnostic) -> (usize, String) {
    let start = finding.primary_label().map_or(0, |label| label.range.start);
    let uri = finding.message.split_once(super::references::REFERS).map_or("", |(_, uri)| uri);
    (start, uri.to_owned())
}
