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

/// Checks both ends of bidirectional references.
#[derive(Default)]
struct Opposites {
    /// The objects of long lists, each of which is indexed when it is first searched.
    lists: FxHashMap<(ObjectId, FeatureId), FxHashSet<ObjectId>>,
    /// For each object of another document, the first object of this document that contains it.
    containers: FxHashMap<ObjectId, ObjectId>,
}

/// The maximum length of a list in which EMF searches for the other end.
const MAX_EMF_SEARCH: usize = 4;

/// The maximum length of a list that is searched here without an index.
const MAX_SEARCH: usize = 16;

/// The slots of the references to check; `None` if the rule does not apply to the class.
fn concerns(metamodel: &Metamodel, class: ClassId) -> Option<Vec<usize>> {
    slots_where(metamodel, class, |feature| {
        let data = &metamodel[feature];
        // Like EMF, the rule checks only references that resolve proxies.
        let resolves_proxies = matches!(
            data.kind,
            modelwright_metamodel::ecore::FeatureKind::Reference {
                resolve_proxies: true,
                opposite: Some(_),
                ..
            }
        );
        // The ends of Ecore's own references always agree, except across documents.
        let is_of_ecore = metamodel.is_ecore_package(metamodel[data.owner].package);
        resolves_proxies && (!is_of_ecore || data.is_containment())
    })
}

impl Checker for Opposites {
    /// Reports targets that do not refer back to the object.
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
            let is_of_ecore = metamodel.is_ecore_package(metamodel[metamodel[feature].owner].package);
            let targets = model.list(object, feature);
            // Prefetching helps only if there are several targets, whose cache misses can overlap.
            if targets.len() > 1 && !is_of_ecore {
                prefetch_ends(model, targets, opposite);
            }
            // The ends of Ecore's own references always agree, except across documents.
            for target in targets.objects().filter(|target| !is_of_ecore || model.is_proxy(*target)) {
                // The class of a proxy is that of its reference, unless it is resolved to an element of a known
                // metamodel.
                let class = if model.is_proxy(target) {
                    model.known_class(target)
                } else {
                    Some(model.class(target))
                };
                if let Some(class) = class.filter(|class| metamodel.table(*class).slot(opposite).is_none()) {
                    return report_missing_opposite(context, object, feature, class);
                }
                if !self.is_paired(context, object, feature, target) {
                    report_unpaired(context, object, feature, target);
                }
            }
        }
    }
}

impl Opposites {
    /// Whether a target of a reference refers back to the object, as far as EMF checks this.
    fn is_paired(
        &mut self,
        context: &Context<'_>,
        object: ObjectId,
        feature: FeatureId,
        target: ObjectId,
    ) -> bool {
        let (model, metamodel) = (context.model, context.metamodel);
        let Some(opposite) = metamodel[feature].opposite() else { return true };
        if !model.is_proxy(target) {
            return self.refers_back(context, target, opposite, object);
        }
        // If the proxy is unresolved, there is nothing to compare.
        model.resolved_target(target).is_none_or(|resolved| {
            // An object has only one container, so the references of all other containers are not paired.
            let is_second_container =
                metamodel[feature].is_containment() && !self.is_first_container(resolved, object);
            !is_second_container && accepts_container(context, resolved, opposite, object)
        })
    }

    /// Whether an object of this document is the first one that contains an object of another document.
    fn is_first_container(&mut self, content: ObjectId, container: ObjectId) -> bool {
        *self.containers.entry(content).or_insert(container) == container
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
        let is_in_map = table.slot(opposite).is_some_and(|slot| table.feature_map(slot).is_some());
        // If the object's own reference is single-valued, EMF searches only short lists, and lists in feature maps. For
        // any other list, it only checks that the object refers to the owner of the list, which is the case here.
        if list.len() > MAX_EMF_SEARCH
            && !is_in_map
            && context.metamodel[opposite]
                .opposite()
                .is_some_and(|reference| !context.metamodel[reference].many())
        {
            return true;
        }
        if list.len() <= MAX_SEARCH {
            return list.objects().any(|other| other == object);
        }
        // The list is searched for each of its objects, which would take quadratic time without an index.
        let objects_of_list =
            self.lists.entry((target, opposite)).or_insert_with(|| list.objects().collect());
        objects_of_list.contains(&object)
    }
}

/// Prefetches the objects at the other ends, which may be anywhere in a large model, so that their cache misses
/// overlap.
fn prefetch_ends(model: &Model, targets: List<'_>, opposite: FeatureId) {
    for target in targets.objects() {
        prefetch(model.class(target));
    }
    for target in targets.objects() {
        prefetch(model.list(target, opposite).len());
    }
}

/// Reports that `object` refers to an object whose class does not have the opposite. EMF cannot read the opposite, and
/// ends the check of `object`.
fn report_missing_opposite(context: &mut Context<'_>, object: ObjectId, feature: FeatureId, class: ClassId) {
    let metamodel = context.metamodel;
    let (feature_name, class_name) = (metamodel[feature].name(), &metamodel[class].name);
    let opposite_name = metamodel[feature].opposite().map_or("", |opposite| metamodel[opposite].name());
    let message = format!(
        "`{feature_name}` refers to an object of class {class_name}, which has no `{opposite_name}`, so the referring \
         object cannot be checked"
    );
    context.fail(object, message, "use an object of the class that the reference requires");
}

/// Whether an object of another document may have this container: its `container_end` refers to the container or to no
/// object, or the object has no such feature.
fn accepts_container(
    context: &Context<'_>,
    object: ObjectId,
    container_end: FeatureId,
    container: ObjectId,
) -> bool {
    let (model, metamodel) = (context.model, context.metamodel);
    !metamodel.conforms(model.class(object), metamodel[container_end].owner)
        || model.get(object, container_end).object().is_none_or(|current| current == container)
}

/// Reports a target that does not refer back, unless it is in no document: EMF completes the opposite of such a target
/// when it reads the reference.
fn report_unpaired(context: &mut Context<'_>, object: ObjectId, feature: FeatureId, target: ObjectId) {
    if context.is_dangling(target) {
        return;
    }
    let metamodel = context.metamodel;
    let opposite_name = metamodel[feature].opposite().map_or("", |opposite| metamodel[opposite].name());
    let (feature_name, address) = (metamodel[feature].name(), context.address(target));
    let message =
        format!("`{feature_name}` refers to {address}, whose `{opposite_name}` does not refer back");
    context.report_feature(
        codes::UNPAIRED,
        (object, feature_name),
        message,
        "set both ends of the reference, or neither",
    );
}

/// Checks a reference to a container.
///
/// A container in this document always contains the object. But EMF does not find the object in a long list if the
/// container reference has another position in the object's class than in the class that declares it.
fn check_container(context: &mut Context<'_>, object: ObjectId, feature: FeatureId, opposite: FeatureId) {
    let (model, metamodel) = (context.model, context.metamodel);
    let Some(container) = model.get(object, feature).object() else { return };
    if model.is_proxy(container) {
        return;
    }
    // EMF searches only short lists for the object. In another document, the container may have other contents.
    let contents = model.list(container, opposite);
    if contents.len() <= MAX_EMF_SEARCH {
        if !contents.objects().any(|other| {
            other == object || (model.is_proxy(other) && model.resolved_target(other) == Some(object))
        }) {
            report_unpaired(context, object, feature, container);
        }
        return;
    }
    // For a long list, EMF compares the positions of features instead.
    let (class, owner) = (model.class(object), metamodel[feature].owner);
    if metamodel.table(class).slot(feature) != metamodel.table(owner).slot(feature) {
        let name = metamodel[feature].name();
        let message = format!(
            "EMF does not treat `{name}` and `{}` as opposites, because `{name}` has another position among the \
             features of `{}` than among those of `{}`, which declares it",
            metamodel[opposite].name(),
            metamodel[class].name,
            metamodel[owner].name
        );
        let help = format!("make the class that declares `{name}` the first supertype");
        context.report(codes::UNPAIRED, object, message, &help);
    }
}
