//! Suggests objects of a document for references whose targets are missing, in any notation.
//!
//! Invariant: the work for one document is bounded, for any number of objects and references. Positions in texts are
//! not known here.

use super::{UnresolvedCause, UnresolvedReference};
use crate::diagnostic::{nearest, shorten};
use crate::ecore::{ClassId, Classifier, Metamodel, builtin};
use crate::model::{Addresses, DocumentId, Model, ObjectId};

/// The number of references for which a target is suggested.
const MAX_ATTEMPTS: usize = 20;
/// The number of objects that are compared with a missing target.
const MAX_OBJECTS: usize = 20_000;

/// An object that a reference may mean.
struct Candidate {
    object: ObjectId,
    class: ClassId,
    address: String,
}

/// Suggests targets for the references of one document.
#[derive(Default)]
pub struct SuggestedTargets {
    /// The number of references for which help was requested.
    attempts: usize,
    /// The objects of the document, once they are needed.
    candidates: Option<Vec<Candidate>>,
}

impl SuggestedTargets {
    /// Advice for an id, an address or a name that no object of a document has: the object that it probably means.
    pub fn advice_for(text: &str, document: DocumentId, addresses: &mut Addresses<'_>) -> Option<String> {
        let candidates = collect_candidates(document, addresses);
        let suitable: Vec<&Candidate> = candidates.iter().collect();
        let has_sign = false;
        suggest_object((addresses.model(), has_sign), text, &suitable, &candidates)
    }

    /// The help for a missing target: what to write instead. If the reference is written after a `#`, `has_sign` is
    /// true, and suggested references have a `#` as well. `None` if there is no suggestion, or after too many missing
    /// targets.
    pub fn help(
        &mut self,
        missing: &UnresolvedReference,
        has_sign: bool,
        addresses: &mut Addresses<'_>,
    ) -> Option<String> {
        self.attempts += 1;
        // Each suggestion compares all candidates, so their number bounds the work.
        if self.attempts > MAX_ATTEMPTS {
            return None;
        }
        let (fragment, model) = (missing.fragment.as_str(), addresses.model());
        let metamodel = model.metamodel();
        if let Some(address) = address_in_ecore(missing, metamodel) {
            return Some(format!("write `{address}`"));
        }
        let document = model.document_of(missing.object)?;
        // The candidates are collected only now, because most documents have no missing targets.
        let candidates = self.candidates.get_or_insert_with(|| collect_candidates(document, addresses));
        let target = metamodel.target(missing.feature);
        let suitable_candidates: Vec<&Candidate> = candidates
            .iter()
            .filter(|candidate| {
                candidate.object != missing.object && metamodel.conforms(candidate.class, target)
            })
            .collect();
        match missing.cause {
            UnresolvedCause::Missing if is_separated_by_commas(fragment) => {
                let parts: Vec<&str> = fragment.split(',').map(str::trim).collect();
                Some(format!("separate the references by spaces: `{}`", shorten(&parts.join(" "))))
            }
            UnresolvedCause::Missing => {
                let target = &metamodel[target].name;
                Some(
                    suggest_object((model, has_sign), fragment, &suitable_candidates, candidates)
                        .unwrap_or_else(|| describe_form(target, &suitable_candidates, has_sign)),
                )
            }
            UnresolvedCause::OtherClass(found) => {
                let is_inside = |candidate: &&&Candidate| model.container(candidate.object) == Some(found);
                match suitable_candidates.iter().find(is_inside) {
                    Some(inside) => {
                        let address = spell_address(&inside.address, has_sign);
                        Some(format!("specify an object inside this object, such as `{address}`"))
                    }
                    None => Some(describe_form(&metamodel[target].name, &suitable_candidates, has_sign)),
                }
            }
            _ => None,
        }
    }
}

/// Whether a missing target is certainly a type of Ecore, which every metamodel has.
pub fn is_type_of_ecore(missing: &UnresolvedReference, metamodel: &Metamodel) -> bool {
    address_in_ecore(missing, metamodel).is_some()
}

/// Whether a text contains several references with commas between them.
fn is_separated_by_commas(text: &str) -> bool {
    text.contains(',') && text.split(',').all(|part| !part.trim().is_empty())
}

/// Suggests which of the suitable objects an address or a name probably means. `has_sign` is whether addresses are
/// written after a `#`.
fn suggest_object(
    (model, has_sign): (&Model, bool),
    fragment: &str,
    suitable: &[&Candidate],
    candidates: &[Candidate],
) -> Option<String> {
    let fragment_words = words(fragment);
    let candidate_with_words = suitable
        .iter()
        .find(|candidate| !fragment_words.is_empty() && words(&candidate.address) == fragment_words);
    if let Some(candidate) = candidate_with_words {
        return Some(format!("did you mean `{}`?", spell_address(&candidate.address, has_sign)));
    }
    let candidate_with_value = suitable.iter().find(|candidate| has_value(model, candidate.object, fragment));
    if let Some(candidate) = candidate_with_value {
        let class = &model.metamodel()[candidate.class].name;
        let (address, fragment) = (spell_address(&candidate.address, has_sign), shorten(fragment));
        return Some(format!("did you mean `{address}`, the {class} with the value `{fragment}`?"));
    }
    let similar_addresses =
        suitable.iter().map(|candidate| candidate.address.as_str()).filter(|path| is_similar(fragment, path));
    let address = nearest(fragment, similar_addresses)?;
    // If two objects have the same id, the reference may mean either, so the user must correct one of the ids.
    if candidates.iter().filter(|candidate| candidate.address == address).nth(1).is_some() {
        return Some(format!(
            "several objects have the id `{}`; correct the id of the one that is meant",
            shorten(address)
        ));
    }
    Some(format!("did you mean `{}`?", spell_address(address, has_sign)))
}

/// The help that describes how to refer to an object of a class.
fn describe_form(class: &str, suitable: &[&Candidate], has_sign: bool) -> String {
    match suitable.iter().find(|candidate| candidate.address != "/") {
        None if !suitable.is_empty() => "refer to an object by its id, or by its address".to_owned(),
        Some(first) if first.address.starts_with('/') => {
            format!(
                "refer to an object by its address, such as `{}`",
                spell_address(&first.address, has_sign)
            )
        }
        Some(first) => {
            format!("refer to an object by its id, such as `{}`", spell_address(&first.address, has_sign))
        }
        None => format!("the document contains no {class} to refer to"),
    }
}

/// Whether an attribute of an object has a text as its value.
fn has_value(model: &Model, object: ObjectId, text: &str) -> bool {
    let metamodel = model.metamodel();
    let features = metamodel.table(model.class(object)).all_features().iter();
    let mut attributes = features.filter(|feature| {
        let data = &metamodel[**feature];
        !data.is_reference() && !data.many() && !data.derived
    });
    attributes.any(|feature| model.get(object, *feature).text() == Some(text))
}

/// The words of an address, without the symbols between them.
fn words(address: &str) -> Vec<&str> {
    address.split(is_separator).filter(|word| !word.is_empty()).collect()
}

fn is_separator(c: char) -> bool {
    matches!(c, '/' | '@' | '.' | '#' | '[' | ']')
}

/// An address as the document writes its references: after a `#` if `has_sign`. A path of names in a metamodel always
/// requires the `#`.
fn spell_address(address: &str, has_sign: bool) -> String {
    let is_path_of_names = address.starts_with("//") && !address.contains('@');
    let sign = if has_sign || is_path_of_names { "#" } else { "" };
    format!("{sign}{}", shorten(address))
}

/// The name of a feature and the position in its list, in a part of an address.
fn split_position(part: &str) -> (&str, Option<&str>) {
    part.rsplit_once('.').map_or((part, None), |(name, position)| (name, Some(position)))
}

/// Whether each part of an address may be a misspelling of the corresponding part of another address.
fn is_similar(address: &str, other: &str) -> bool {
    let (parts, other_parts) = (address.split('/'), other.split('/'));
    parts.clone().count() == other_parts.clone().count()
        && parts.zip(other_parts).all(|(part, other)| is_similar_part(part, other))
}

/// Whether a part of an address is similar to another one. Parts with different positions in the same list are not
/// similar; a part without a position may mean the first object of a list.
fn is_similar_part(part: &str, other: &str) -> bool {
    let ((name, position), (other_name, other_position)) = (split_position(part), split_position(other));
    let has_similar_name = name == other_name || nearest(name, [other_name]).is_some();
    has_similar_name && (position == other_position || (position.is_none() && other_position == Some("0")))
}

/// The address of the type of Ecore that a reference in a metamodel probably means, if its text is the type's name or
/// ends in it.
fn address_in_ecore(missing: &UnresolvedReference, metamodel: &Metamodel) -> Option<String> {
    if !metamodel.is_ecore_package(metamodel[metamodel[missing.feature].owner].package) {
        return None;
    }
    let name = builtin::ecore_type_name(missing.fragment.rsplit(['/', '#', ':']).next()?)?;
    let kind = match Metamodel::ecore().classifier(builtin::PACKAGE, name)? {
        Classifier::Class(_) => "EClass",
        Classifier::DataType(_) => "EDataType",
    };
    Some(format!("ecore:{kind} http://www.eclipse.org/emf/2002/Ecore#//{name}"))
}

/// The objects of a document with their addresses.
fn collect_candidates(document: DocumentId, addresses: &mut Addresses<'_>) -> Vec<Candidate> {
    let model = addresses.model();
    let roots = model.document(document).roots().iter();
    let objects = roots.flat_map(|root| std::iter::once(*root).chain(model.all_contents(*root)));
    let objects = objects.filter(|object| !model.is_proxy(*object)).take(MAX_OBJECTS);
    let candidates = objects.map(|object| {
        let (class, address) = (model.class(object), addresses.fragment(object));
        Candidate { object, class, address }
    });
    // Addresses with encoded parts, such as those of annotations, are not suggested.
    candidates.filter(|candidate| !candidate.address.contains('%')).collect()
}
