//! Reasons about exceptions of Java itself, and about metamodels without a meaning: cycles, and endless
//! structures.

use super::{Case, OPPOSITES, documents_beside, faults, has_fault};
use crate::mutants::outcome::{Difference, DocumentReport, Outcome};

/// The numbers of EMF's findings about names and addresses, which do not cause exceptions.
const OF_NAMES: [u32; 15] = [11, 16, 17, 25, 30, 31, 33, 34, 35, 36, 37, 45, 46, 47, 48];

/// Exceptions of Java's own classes, whose messages do not describe the problem.
const OF_JAVA: [&str; 10] = [
    "NullPointerException",
    "ClassCastException",
    "ArrayStoreException",
    "IllegalArgumentException",
    "IllegalStateException",
    "IndexOutOfBoundsException",
    "UnsupportedOperationException",
    "NumberFormatException",
    "ParseException",
    "StackOverflowError",
];

fn of_java(case: &Case<'_>) -> bool {
    OF_JAVA.iter().any(|name| case.emf_reports(name))
}

/// EMF throws such an exception while it counts or validates; or it reports one, with the number -1, instead
/// of a missing value.
pub(super) fn thrown(case: &Case<'_>) -> bool {
    let [ours, theirs] = case.findings();
    let is_reported =
        ours.is_empty() && !theirs.is_empty() && theirs.iter().all(|fault| fault.contains("ecore -1 "));
    case.difference == Difference::Thrown && of_java(case) || case.is_about_findings() && is_reported
}

/// EMF cannot remove an object from a container if the object's class has no container end. EMF then reports
/// an exception, and modelwright reports the object.
pub(super) fn without_end(case: &Case<'_>) -> bool {
    let [ours, _] = case.findings();
    let is_rejected =
        case.difference == Difference::Verdict && case.emf_reports("UnsupportedOperationException");
    is_rejected && ours.iter().any(|fault| fault.contains("ecore -1 "))
}

/// An exception of Java itself for an invalid changed metamodel, and values of references to data types.
pub(super) fn unsound_metamodel(case: &Case<'_>) -> bool {
    let faults = faults(case);
    let of_names = |fault: &String| OF_NAMES.iter().any(|number| has_fault(fault, *number));
    let is_unsound = faults.iter().any(|fault| !of_names(fault));
    let is_thrown = of_java(case) || gives_up(case);
    ((is_thrown || does_not_load_others(case)) && is_unsound) || value_of_reference(case, &faults)
}

/// Only EMF reports unresolved references to other documents, because it could not load them with such a
/// metamodel.
fn does_not_load_others(case: &Case<'_>) -> bool {
    let [ours, theirs] = case.findings();
    let about = |key: &String| key.starts_with("error org.eclipse.emf.ecore 4 ");
    matches!(case.difference, Difference::Unresolved | Difference::Errors | Difference::Findings)
        && ours.is_empty()
        && !theirs.is_empty()
        && theirs.iter().all(about)
        && !documents_beside(case).is_empty()
}

/// Whether all findings are consequences of an exception, which EMF reports instead of them, with this
/// number.
fn gives_up(case: &Case<'_>) -> bool {
    let [_, all] = case.pair.findings();
    let given_up: Vec<&str> = all.iter().filter_map(|key| key.split_once(" -1 ").map(|(_, at)| at)).collect();
    let [ours, theirs] = case.findings();
    case.is_about_findings()
        && (ours.len() + theirs.len() > 0)
        && theirs.iter().all(|key| key.contains(" -1 "))
        && ours.iter().all(|key| given_up.iter().any(|at| key.ends_with(&format!(" {at}"))))
}

/// A reference whose type is a data type: EMF treats its contents as a value.
fn value_of_reference(case: &Case<'_>, faults: &[String]) -> bool {
    let of_data_type: Vec<&String> = faults.iter().filter(|fault| has_fault(fault, 20)).collect();
    let rejected = || {
        of_data_type.iter().any(|fault| {
            let mut segments = fault.trim_end_matches("/@eGenericType").rsplit('/');
            let (feature, class) = (segments.next().unwrap_or_default(), segments.next().unwrap_or_default());
            case.we_report(&format!("{class}.{feature} refers to"))
        })
    };
    !of_data_type.is_empty()
        && (case.emf_reports("FeatureNotFoundException")
            || (matches!(case.pair.theirs, Outcome::Loaded(_)) && rejected()))
}

/// Findings about features of the same name, keys, map entries and required containers, in classes that are their own
/// supertypes; and references to objects of such a class in another document.
pub(super) fn has_supertype_cycle(case: &Case<'_>) -> bool {
    let [ours, theirs] = case.findings();
    let about = |key: &String| [32, 10, 49, 51].iter().any(|n| key.contains(&format!("ecore.model {n} ")));
    let is_in_cycle = |outcome: &Outcome| {
        matches!(outcome, Outcome::Loaded(DocumentReport { findings: Some(findings), .. })
            if findings.keys().any(|key| key.contains("ecore.model 26 ")))
    };
    case.is_about_findings()
        && ours.iter().chain(&theirs).all(about)
        && is_in_cycle(&case.pair.ours)
        && is_in_cycle(&case.pair.theirs)
        || has_object_cycle(case)
}

/// Only EMF reports unresolved references to other documents, and some class is its own supertype.
fn has_object_cycle(case: &Case<'_>) -> bool {
    does_not_load_others(case) && faults(case).iter().any(|fault| has_fault(fault, 26))
}

/// Classes that are their own supertypes, or references that contain each other.
pub(super) fn endless(case: &Case<'_>) -> bool {
    let circular = |fault: &String| has_fault(fault, 26) || has_fault(fault, 12);
    let one_sided = |fault: &String| OPPOSITES.iter().any(|number| has_fault(fault, *number));
    let has_no_result = case.pair.theirs == Outcome::NoResult && case.pair.ours != Outcome::NoResult;
    case.emf_reports("StackOverflowError")
        || (has_no_result && faults(case).iter().any(circular))
        || (case.emf_reports("OutOfMemoryError")
            && faults(case).iter().any(|fault| circular(fault) || one_sided(fault)))
}
