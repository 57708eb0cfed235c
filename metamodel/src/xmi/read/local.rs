//! References that a document makes to itself in unusual ways: by elements, and from containments.
//!
//! An element with `href` makes a stand-in, as EMF's do, so what it leads to may be missing, or be contained
//! elsewhere: an object that two contained, or that contained itself, would have no end. An attribute moves
//! its target, once everything is read.

use super::{Frame, Reader};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity, Source, codes};
use crate::ecore::{ClassId, FeatureId};
use crate::model::load::{At, Placing};
use crate::model::{Addresses, DocumentId, IdIndex, Model, ObjectId, Resolver};
use crate::xmi::names::Role;
use crate::xmi::xml::Attribute;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// A containment of what stands elsewhere in the document.
pub(super) struct Move {
    object: ObjectId,
    feature: FeatureId,
    /// What stands for the target where an element states it; what an attribute names goes there itself.
    stand_in: Option<ObjectId>,
    /// Which of the targets in the attribute this is.
    position: usize,
    /// Whether all targets of the attribute are looked up before one of them is moved.
    together: bool,
    fragment: String,
    offset: usize,
}

/// As many targets of one attribute are looked up one by one.
const FEW: usize = 5;

impl Move {
    /// Whether two moves are by one attribute.
    fn is_with(&self, other: &Move) -> bool {
        (self.object, self.feature) == (other.object, other.feature)
    }
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
            let fragment = fragment.to_owned();
            let position = match self.moves.last() {
                Some(last) if last.stand_in.is_none() && (last.object, last.feature) == (object, feature) => {
                    last.position + 1
                }
                _ => 0,
            };
            let (stand_in, together) = (None, false);
            self.moves.push(Move { object, feature, stand_in, position, together, fragment, offset });
        } else {
            self.loader.refer(object, slot, feature, fragment, offset);
        }
    }

    /// The same of an element, whose class is that of the stand-in; gives that where it is contained, or stays.
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
                position: 0,
                together: false,
                fragment: fragment.to_owned(),
                offset,
            });
            Some(stand_in)
        } else if self.is_left_alone(feature) {
            let stand_in = self.loader.proxy(class, &format!("{}#{fragment}", self.base));
            self.loader.refer_to(object, slot, feature, stand_in);
            Some(stand_in)
        } else {
            self.loader.refer_by_element(object, slot, feature, fragment, (offset, class));
            None
        }
    }

    /// Whether nothing ever looks what a stand-in in this reference leads to, not even for another end's sake.
    fn is_left_alone(&self, feature: FeatureId) -> bool {
        let data = &self.metamodel[feature];
        !data.resolves_proxies() && data.opposite().is_none()
    }

    /// The attribute that says what an object of a class stands for; the last one counts.
    pub(super) fn link<'a>(
        &self,
        class: ClassId,
        attributes: &'a [Attribute<'s>],
    ) -> Option<&'a Attribute<'s>> {
        attributes.iter().rfind(|attribute| self.is_link(class, attribute))
    }

    pub(super) fn without_links(&self, class: ClassId, attributes: &[Attribute<'s>]) -> Vec<Attribute<'s>> {
        attributes.iter().filter(|attribute| !self.is_link(class, attribute)).cloned().collect()
    }

    fn is_link(&self, class: ClassId, attribute: &Attribute<'_>) -> bool {
        match attribute.role {
            Role::Address => true,
            Role::Reference => {
                self.namespaces.declares_xmi("xmi")
                    && self.metamodel.table(class).slot_named("idref").is_none()
            }
            _ => false,
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
        let others = self.without_links(class, attributes);
        if others.iter().all(|attribute| attribute.role.is_no_feature()) {
            return Frame::Reference { stand_in, class };
        }
        let object = self.stand_in(stand_in, class, offset);
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

/// What is wrong with a move, with what it leads to.
type Refusal = (Code, String);

/// Moves what attributes of containments name to where they name it, in EMF's order: what elements name comes
/// first, and attributes with many words last.
pub(super) fn apply(
    model: &mut Model,
    document: DocumentId,
    mut moves: Vec<Move>,
    mut placing: Placing,
    source: &Arc<Source>,
    diagnostics: &mut Diagnostics,
) {
    if moves.is_empty() {
        placing.settle(model);
        return;
    }
    rank(&mut moves);
    let mut targets = targets(model, document, &moves);
    let misplaced = misplaced(model, &moves, &targets);
    let mut refused = Vec::new();
    let mut at = 0;
    for group in moves.chunk_by(|a, b| a.together && b.is_with(a)) {
        // Positions are those that the moves so far have left; before the first of them they are known.
        for (wanted, target) in group.iter().zip(&mut targets[at..]).filter(|_| at > 0) {
            if goes_by_positions(&wanted.fragment) {
                *target = placing.find(model, document, &wanted.fragment);
            }
        }
        for wanted in group {
            let problem = match targets[at] {
                None if wanted.stand_in.is_some() => Ok(()),
                None => Err((codes::UNRESOLVED_REFERENCE, "is not in the document".to_owned())),
                Some(_) if misplaced.contains(&at) => {
                    Err((codes::NOT_UNIQUE, "is in the list already".to_owned()))
                }
                Some(target) => place(model, &mut placing, wanted, target),
            };
            refused.extend(problem.err().map(|(code, why)| (wanted, code, why)));
            at += 1;
        }
    }
    placing.settle(model);
    refused.sort_by_key(|(wanted, ..)| wanted.offset);
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

/// Brings moves into EMF's order.
fn rank(moves: &mut [Move]) {
    for group in moves.chunk_by_mut(|a, b| a.stand_in.is_none() && b.is_with(a)) {
        let together = group.len() > FEW && group[0].stand_in.is_none();
        group.iter_mut().for_each(|wanted| wanted.together = together);
    }
    moves.sort_by_key(|wanted| match wanted.stand_in {
        Some(_) => 0,
        None if wanted.together => 2,
        None => 1,
    });
}

/// What fragments lead to before anything is moved.
fn targets(model: &Model, document: DocumentId, moves: &[Move]) -> Vec<Option<ObjectId>> {
    let index = IdIndex::latest(model, model.objects().filter(|o| model.document_of(*o) == Some(document)));
    let by_id = |id: &str| index.find(model, id);
    let mut resolver = Resolver::default();
    moves.iter().map(|wanted| resolver.resolve(model, document, &wanted.fragment, &by_id)).collect()
}

/// Moves by elements of Ecore's lists to where their target already stands, but later: EMF fails there.
fn misplaced(model: &Model, moves: &[Move], targets: &[Option<ObjectId>]) -> FxHashSet<usize> {
    let metamodel = model.metamodel();
    let mut addresses = Addresses::new(model);
    let mut late = |wanted: &Move, target: ObjectId, stand_in: ObjectId| {
        let Move { object, feature, .. } = *wanted;
        let mut position = |item| addresses.position(object, feature, item);
        metamodel[feature].many()
            && metamodel[feature].opposite().is_some()
            && metamodel.is_ecore_package(metamodel[metamodel[feature].owner].package)
            && (model.container(target), model.containing_feature(target)) == (Some(object), Some(feature))
            && position(target) > position(stand_in)
    };
    let each = moves.iter().zip(targets).enumerate();
    each.filter_map(|(at, (wanted, target))| late(wanted, (*target)?, wanted.stand_in?).then_some(at))
        .collect()
}

/// Whether a fragment leads to its object by positions in lists alone.
fn goes_by_positions(fragment: &str) -> bool {
    fragment.starts_with('/')
        && !fragment.starts_with("/?")
        && fragment.split('/').skip(2).all(|step| step.starts_with('@') && !step.contains('['))
}

fn place(model: &mut Model, placing: &mut Placing, wanted: &Move, target: ObjectId) -> Result<(), Refusal> {
    if placing.is_within(model, wanted.object, target) {
        return Err((codes::CONTAINMENT_CYCLE, "holds the object itself".to_owned()));
    }
    let home = (wanted.object, wanted.feature);
    let at = match wanted.stand_in {
        // Where the target does not know its container, it stays where it is.
        Some(_) if model.metamodel()[wanted.feature].opposite().is_none() => return Ok(()),
        Some(stand_in) => At::Instead(stand_in),
        None => At::Front(wanted.position),
    };
    model.check_containment(home, target).map_err(|e| (e.code, format!("is {}", e.found)))?;
    placing.contain(model, target, home, at);
    Ok(())
}
