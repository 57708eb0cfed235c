//! Checks that the opposite of every bidirectional reference refers back.
//!
//! The time is linear in the number of references: long lists at the other end are indexed instead of searched.

use super::rule::slots_where;
use super::{Checker, Context, Rule, Subject};
use crate::diagnostic::codes;
use crate::model::prefetch::prefetch;
use crate::model::{List, Model, ObjectId};
use modelwright_metamodel::ecore::{ClassId, FeatureId, Metamodel};
use rustc_hash::FxHashMap;
use rustc_hash::FxHashSet;

pub(super) const RULE: Rule = Rule { concerns, start: || Box::new(Opposites::default()) };

/// The state of checking both ends.
#[derive(Default)]
struct Opposites {
    /// The objects of long lists; each list is indexed when it is first searched.
    lists: FxHashMap<(ObjectId, FeatureId), FxHashSet<ObjectId>>,
    /// For each object of another document, the first object of this document that contains it.
    holders: FxHashMap<ObjectId, ObjectId>,
}

/// The maximum length of a list in which EMF searches for the other end.
const SEARCHED: usize = 4;

/// The maximum length of a list that is searched here.
const SHORT: usize = 16;

/// The slots of the references to check; `None` if the rule does not apply to the class.
fn concerns(metamodel: &Metamodel, class: ClassId) -> Option<Vec<usize>> {
    slots_where(metamodel, class, |feature| {
        let data = &metamodel[feature];
        // A container reference follows from the containment, so both always agree.
        let resolves = matches!(
            data.kind,
            modelwright_metamodel::ecore::FeatureKind::Reference {
                resolve_proxies: true,
                opposite: Some(_),
                ..
            }
        );
        // The ends of Ecore's own references always agree, except across documents.
        let ecore = metamodel.is_ecore_package(metamodel[data.owner].package);
        resolves && (!ecore || data.is_containment())
    })
}

impl Checker for Opposites {
    fn check(&mut self, context: &mut Context<'_>, subject: Subject, slots: &[usize]) {
        let Some(object) = subject.object() else { return };
        let (model, metamodel) = (context.model, context.metamodel);
        let features = metamodel.table(model.class(object)).all_features();
        for feature in slots.iter().map(|slot| features[*slot]) {
            let Some(opposite) = metamodel[feature].opposite() else { continue };
            if metamodel.is_container(feature) {
                check_container(context, object, feature, opposite);
                continue;
            }
            let ecore = metamodel.is_ecore_package(metamodel[metamodel[feature].owner].package);
            let targets = model.list(object, feature);
            // For a single target, there are no other cache misses to overlap with.
            if targets.len() > 1 && !ecore {
                prefetch_ends(model, targets, opposite);
            }
            for target in targets.objects().filter(|t| !ecore || model.is_proxy(*t)) {
                // A proxy is an object of the class that its reference requires, unless it is resolved to a known
                // element.
                let class = if model.is_proxy(target) {
                    model.known_class(target)
                } else {
                    Some(model.class(target))
                };
                if let Some(class) = class.filter(|class| metamodel.table(*class).slot(opposite).is_none()) {
                    return report_missing_opposite(context, object, feature, class);
                }
                let paired = if !model.is_proxy(target) {
                    self.refers_back(context, target, opposite, object)
                } else {
                    model.resolved_target(target).is_none_or(|there| {
                        // Only the first container can contain the object; for all others, the ends do not agree.
                        let first = !metamodel[feature].is_containment() || self.holds_first(there, object);
                        first && accepts_container(context, there, opposite, object)
                    })
                };
                if !paired {
                    report_unpaired(context, object, feature, target);
                }
            }
        }
    }
}

impl Opposites {
    /// Whether no other object in this document contained the object of another document before: an object has only one
    /// container.
    fn holds_first(&mut self, there: ObjectId, container: ObjectId) -> bool {
        *self.holders.entry(there).or_insert(container) == container
    }

    /// Whether the opposite of a reference refers back to the object, as far as EMF checks this.
    fn refers_back(
        &mut self,
        context: &Context<'_>,
        target: ObjectId,
        opposite: FeatureId,
        object: ObjectId,
    ) -> bool {
        let model = context.model;
        if !context.metamodel[opposite].many() {
            return model.get(target, opposite).object() == Some(object);
        }
        let list = model.list(target, opposite);
        let table = context.metamodel.table(model.class(target));
        let in_map = table.slot(opposite).is_some_and(|slot| table.feature_map(slot).is_some());
        // If the objects refer to a single object, EMF does not search a longer list: it only checks that they do,
        // except in feature maps.
        if list.len() > SEARCHED
            && !in_map
            && context.metamodel[opposite].opposite().is_some_and(|f| !context.metamodel[f].many())
        {
            return true;
        }
        if list.len() <= SHORT {
            return list.objects().any(|other| other == object);
        }
        // The list is searched for each of its objects, which would take quadratic time without an index.
        let known = self.lists.entry((target, opposite));
        known.or_insert_with(|| list.objects().collect()).contains(&object)
    }
}

/// Prefetches the objects at the other ends, so that their cache misses overlap: they are spread over a large model.
fn prefetch_ends(model: &Model, targets: List<'_>, opposite: FeatureId) {
    for target in targets.objects() {
        prefetch(model.class(target));
    }
    for target in targets.objects() {
        prefetch(model.list(target, opposite).len());
    }
}

/// Reports that an object has no such opposite. EMF cannot read it, and ends the check of the object.
fn report_missing_opposite(context: &mut Context<'_>, object: ObjectId, feature: FeatureId, class: ClassId) {
    let metamodel = context.metamodel;
    let (near, found) = (metamodel[feature].name(), &metamodel[class].name);
    let far = metamodel[feature].opposite().map_or("", |opposite| metamodel[opposite].name());
    let message = format!(
        "`{near}` contains an object of class {found}, which has no `{far}`, so the object cannot be checked"
    );
    context.fail(object, message, "use an object of the class that the reference requires");
}

/// Whether the container of an object in another document is missing, or is this object.
fn accepts_container(
    context: &Context<'_>,
    object: ObjectId,
    container_end: FeatureId,
    container: ObjectId,
) -> bool {
    let (model, metamodel) = (context.model, context.metamodel);
    !metamodel.conforms(model.class(object), metamodel[container_end].owner)
        || model.get(object, container_end).object().is_none_or(|stated| stated == container)
}

/// Reports an end without its opposite. While EMF reads, it completes the opposite if the object is in no document.
fn report_unpaired(context: &mut Context<'_>, object: ObjectId, feature: FeatureId, target: ObjectId) {
    if context.is_dangling(target) {
        return;
    }
    let metamodel = context.metamodel;
    let far = metamodel[feature].opposite().map_or("", |opposite| metamodel[opposite].name());
    let (near, other) = (metamodel[feature].name(), context.address(target));
    let message = format!("`{near}` refers to {other}, whose `{far}` does not refer back");
    context.report_feature(
        codes::UNPAIRED,
        (object, near),
        message,
        "set both ends of the reference, or neither",
    );
}

/// Checks a container in this document. It contains the object even if the object has another container. EMF does not
/// find an object in a long list if the position of the container reference in the object's class differs from that in
/// the declaring class.
fn check_container(context: &mut Context<'_>, object: ObjectId, feature: FeatureId, opposite: FeatureId) {
    let (model, metamodel) = (context.model, context.metamodel);
    let Some(container) = model.get(object, feature).object() else { return };
    if model.is_proxy(container) {
        return;
    }
    // In another document, the container may have other contents.
    let contents = model.list(container, opposite);
    if contents.len() <= SEARCHED {
        if !contents.objects().any(|other| {
            other == object || (model.is_proxy(other) && model.resolved_target(other) == Some(object))
        }) {
            report_unpaired(context, object, feature, container);
        }
        return;
    }
    let (class, owner) = (model.class(object), metamodel[feature].owner);
    if metamodel.table(class).slot(feature) != metamodel.table(owner).slot(feature) {
        let message = format!(
            "EMF treats `{}` and `{}` as unpaired: among the features of `{}` the former has another position \
             than in `{}`, where it is declared",
            metamodel[feature].name(),
            metamodel[opposite].name(),
            metamodel[class].name,
            metamodel[owner].name
        );
        let help = "specify the class that declares it first among the supertypes";
        context.report(codes::UNPAIRED, object, message, help);
    }
}
