//! Diagnostics for references whose target is not in the document, or is invalid.

use crate::diagnostic::{Diagnostic, Source, codes, nearest};
use crate::ecore::{ClassId, Classifier, Metamodel, builtin};
use crate::model::load::{UnresolvedCause, UnresolvedReference};
use crate::model::{Addresses, DocumentId};
use std::sync::Arc;

/// The number of references for which a target is suggested.
const MOST_HELPED: usize = 20;
/// The number of objects whose paths are compared with that of a missing target.
const MOST_OBJECTS: usize = 20_000;

/// Suggests targets for paths of names, such as `//Shop/items`, with a bounded amount of work.
#[derive(Default)]
pub(super) struct SuggestedPaths {
    helped: usize,
    /// The paths of the document's objects with their classes, once they are needed.
    known: Option<Vec<(ClassId, String)>>,
}

impl SuggestedPaths {
    /// What to write instead of the path of a missing target.
    fn help(&mut self, missing: &UnresolvedReference, addresses: &mut Addresses<'_>) -> Option<String> {
        self.helped += 1;
        if self.helped > MOST_HELPED || !matches!(missing.cause, UnresolvedCause::Missing) {
            return None;
        }
        let fragment = missing.fragment.as_str();
        let model = addresses.model();
        let metamodel = model.metamodel();
        if metamodel.is_ecore_package(metamodel[metamodel[missing.feature].owner].package)
            && let Some(address) = address_in_ecore(fragment)
        {
            return Some(format!("write `{address}`"));
        }
        if !fragment.starts_with("//") || fragment.contains('@') {
            return None;
        }
        let document = model.document_of(missing.object)?;
        let known = self.known.get_or_insert_with(|| paths(document, addresses));
        let target = metamodel.target(missing.feature);
        let fits = known.iter().filter(|(class, _)| metamodel.conforms(*class, target));
        let similar = fits.map(|(_, path)| path.as_str()).filter(|path| is_similar(fragment, path));
        let near = nearest(fragment, similar)?;
        Some(format!("did you mean `#{near}`?"))
    }
}

/// Whether each name of a path may be a misspelt name of the other.
fn is_similar(path: &str, other: &str) -> bool {
    let (names, others) = (path.split('/'), other.split('/'));
    names.clone().count() == others.clone().count()
        && names.zip(others).all(|(name, other)| name == other || nearest(name, [other]).is_some())
}

/// The address of a type of Ecore, as references name it.
fn address_in_ecore(name: &str) -> Option<String> {
    let kind = match Metamodel::ecore().classifier(builtin::PACKAGE, name)? {
        Classifier::Class(_) => "EClass",
        Classifier::DataType(_) => "EDataType",
    };
    Some(format!("ecore:{kind} http://www.eclipse.org/emf/2002/Ecore#//{name}"))
}

/// The paths of objects by their names.
fn paths(document: DocumentId, addresses: &mut Addresses<'_>) -> Vec<(ClassId, String)> {
    let model = addresses.model();
    let roots = model.document(document).roots().iter();
    let objects = roots.flat_map(|root| model.all_contents(*root)).take(MOST_OBJECTS);
    let paths = objects.map(|object| (model.class(object), addresses.fragment(object)));
    paths.filter(|(_, path)| !path.contains(['@', '%'])).collect()
}

pub(super) fn diagnose(
    suggested: &mut SuggestedPaths,
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
    problem.help = suggested.help(missing, addresses);
    problem.object(addresses.fragment(missing.object))
}
