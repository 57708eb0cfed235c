//! References that a document makes to itself in unusual ways: by elements, and from containments.
//!
//! An element with `href` makes a stand-in, as EMF's do, so what it leads to may be missing, or be contained
//! elsewhere: an object that two contained, or that contained itself, would have no end. An attribute moves
//! its target, once everything is read.

use super::{Frame, Reader};
use crate::diagnostic::{Diagnostic, Diagnostics, Severity, Source, codes};
use crate::ecore::{ClassId, FeatureId};
use crate::model::{Addresses, DocumentId, EditError, IdIndex, Model, ObjectId, Resolver, Value};
use crate::xmi::names::Role;
use crate::xmi::xml::Attribute;
use std::sync::Arc;

/// A containment of what stands elsewhere in the document.
pub(super) struct Move {
    object: ObjectId,
    feature: FeatureId,
    /// What stands for the target where an element states it; what an attribute names goes there itself.
    stand_in: Option<ObjectId>,
    fragment: String,
    offset: usize,
}

impl<'s> Reader<'s, '_, '_> {
    /// Notes a reference to an object of the document that an attribute makes.
    pub(super) fn local(
        &mut self,
        object: ObjectId,
        slot: usize,
        feature: FeatureId,
        fragment: &str,
        offset: usize,
    ) {
        if self.metamodel[feature].is_containment() {
            self.moves.push(Move { object, feature, stand_in: None, fragment: fragment.to_owned(), offset });
        } else {
            self.loader.refer(object, slot, feature, fragment, offset);
        }
    }

    /// The same of an element, whose class is that of the stand-in; gives that where it is contained.
    pub(super) fn local_element(
        &mut self,
        (object, slot, feature): (ObjectId, usize, FeatureId),
        class: ClassId,
        fragment: &str,
        offset: usize,
    ) -> Option<ObjectId> {
        if self.metamodel[feature].is_containment() {
            let stand_in = self.loader.proxy(class, &format!("{}#{fragment}", self.base));
            self.loader.contain(object, slot, feature, stand_in);
            self.moves.push(Move {
                object,
                feature,
                stand_in: Some(stand_in),
                fragment: fragment.to_owned(),
                offset,
            });
            Some(stand_in)
        } else {
            self.loader.refer_by_element(object, slot, feature, fragment, (offset, class));
            None
        }
    }

    /// What an element that is a reference says beside that: to EMF it is an object like others, but what it
    /// holds is lost when the object that it stands for takes its place.
    pub(super) fn beside_link(
        &mut self,
        stand_in: Option<ObjectId>,
        class: ClassId,
        attributes: &[Attribute<'s>],
        offset: usize,
    ) -> Frame<'s> {
        let says_more = |a: &Attribute<'_>| !is_link(a) && !a.role.is_no_feature();
        if !attributes.iter().any(says_more) {
            return Frame::Reference { stand_in, class };
        }
        let object = self.stand_in(stand_in, class, offset);
        let others = without_links(attributes).unwrap_or_default();
        self.attributes(object, class, &others);
        Frame::Object(object)
    }

    /// The object that has what an element says beside its `href`; one in no place if it is not contained.
    pub(super) fn stand_in(&mut self, known: Option<ObjectId>, class: ClassId, offset: usize) -> ObjectId {
        let Some(stand_in) = known else { return self.loader.create(class, offset) };
        self.loader.furnish(stand_in);
        stand_in
    }
}

/// The attributes without those that say what an element stands for, if there are such.
pub(super) fn without_links<'s>(attributes: &[Attribute<'s>]) -> Option<Vec<Attribute<'s>>> {
    let others = || attributes.iter().filter(|attribute| !is_link(attribute)).cloned().collect();
    attributes.iter().any(is_link).then(others)
}

fn is_link(attribute: &Attribute<'_>) -> bool {
    matches!(attribute.role, Role::Address | Role::Reference)
}

/// Moves what attributes of containments name to where they name it.
pub(super) fn apply(
    model: &mut Model,
    document: DocumentId,
    moves: &[Move],
    source: &Arc<Source>,
    diagnostics: &mut Diagnostics,
) {
    if moves.is_empty() {
        return;
    }
    let targets: Vec<Option<ObjectId>> = {
        let model = &*model;
        let index = IdIndex::new(model, model.objects().filter(|o| model.document_of(*o) == Some(document)));
        let by_id = |id: &str| index.find(model, id);
        let mut resolver = Resolver::default();
        moves.iter().map(|m| resolver.resolve(model, document, &m.fragment, &by_id)).collect()
    };
    let mut refused = Vec::new();
    for (wanted, target) in moves.iter().zip(targets) {
        let problem = match target {
            None if wanted.stand_in.is_some() => Ok(()),
            None => Err((codes::UNRESOLVED_REFERENCE, "is not in the document".to_owned())),
            Some(target) if model.is_within(wanted.object, target) => {
                Err((codes::CONTAINMENT_CYCLE, "holds the object itself".to_owned()))
            }
            Some(target) => {
                place(model, document, wanted, target).map_err(|e| (e.code, format!("is {}", e.found)))
            }
        };
        refused.extend(problem.err().map(|(code, why)| (wanted, code, why)));
    }
    let mut addresses = Addresses::new(model);
    for (wanted, code, why) in refused {
        diagnostics.push_with(Severity::Error, || {
            let label = model.metamodel().feature_label(wanted.feature);
            let message = format!("{label} refers to `{}`, which {why}", wanted.fragment);
            Diagnostic::error(code, message)
                .at(source, wanted.offset..wanted.offset + wanted.fragment.len())
                .object(addresses.of(wanted.object))
        });
    }
}

fn place(
    model: &mut Model,
    document: DocumentId,
    wanted: &Move,
    target: ObjectId,
) -> Result<(), Box<EditError>> {
    let Move { object, feature, ref fragment, .. } = *wanted;
    let metamodel = Arc::clone(model.metamodel());
    let many = metamodel[feature].many();
    let mut at = None;
    if let Some(stand_in) = wanted.stand_in {
        if model.container(target).is_none() || metamodel[feature].opposite().is_none() {
            return Ok(());
        }
        // Where the target knows its container it can have only one, so it comes itself.
        at = model.list(object, feature).objects().position(|o| o == stand_in);
        model.detach(stand_in);
        let is_there =
            model.container(target) == Some(object) && model.containing_feature(target) == Some(feature);
        // EMF fails where an element of Ecore stands in two places of its list.
        let is_ecore = metamodel.is_ecore_package(metamodel[metamodel[feature].owner].package);
        if many && is_there && !is_ecore {
            return Ok(());
        }
    } else if model.container(target).is_none() {
        // A root stays one, and is contained through a stand-in, as the root of another document is.
        let address = format!("{}#{fragment}", model.document(document).uri);
        let stand_in = model.create_proxy(model.class(target), &address);
        let value = Value::Object(stand_in);
        return if many { model.add(object, feature, value) } else { model.set(object, feature, value) };
    } else if many
        && model.container(target) == Some(object)
        && model.containing_feature(target) == Some(feature)
    {
        return Ok(());
    }
    match at.filter(|_| many) {
        Some(at) => model.insert(object, feature, at, Value::Object(target)),
        None if many => model.add(object, feature, Value::Object(target)),
        None => model.set(object, feature, Value::Object(target)),
    }
}
