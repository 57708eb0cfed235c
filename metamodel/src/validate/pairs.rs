//! Does the other end of every bidirectional reference refer back?
//!
//! Linear in the number of references: a long list at the other end is looked up, not searched.

use super::{Context, Rule, Subject};
use crate::diagnostic::codes;
use crate::ecore::{ClassId, FeatureId, Metamodel};
use crate::model::ObjectId;
use rustc_hash::FxHashMap;
use rustc_hash::FxHashSet;

pub(super) const RULE: Rule = Rule { concerns, check };

/// The contents of long lists, each put down when it is first asked for.
#[derive(Default)]
pub(super) struct Cache {
    lists: FxHashMap<(ObjectId, FeatureId), FxHashSet<ObjectId>>,
}

/// Shorter lists are searched.
const SHORT: usize = 16;

fn concerns(metamodel: &Metamodel, class: ClassId) -> Option<Vec<usize>> {
    let paired = |feature: FeatureId| {
        let data = &metamodel[feature];
        // A container end is what the containment makes it, and so is the containment's own end.
        let resolves = matches!(
            data.kind,
            crate::ecore::FeatureKind::Reference { resolve_proxies: true, opposite: Some(_), .. }
        );
        resolves && !metamodel.is_ecore_package(metamodel[data.owner].package)
    };
    let features = metamodel.table(class).all_features().iter().enumerate();
    let slots: Vec<usize> = features.filter(|(_, f)| paired(**f)).map(|(at, _)| at).collect();
    (!slots.is_empty()).then_some(slots)
}

fn check(context: &mut Context<'_>, subject: Subject, slots: &[usize]) {
    let Some(object) = subject.object() else { return };
    let (model, metamodel) = (context.model, context.metamodel);
    let features = metamodel.table(model.class(object)).all_features();
    for feature in slots.iter().map(|slot| features[*slot]) {
        let Some(opposite) = metamodel[feature].opposite() else { continue };
        if metamodel.is_container(feature) {
            continue;
        }
        for target in model.list(object, feature).objects() {
            if model.is_proxy(target) || refers_back(context, target, opposite, object) {
                continue;
            }
            let (near, far) = (metamodel[feature].name(), metamodel[opposite].name());
            let mut other = String::new();
            context.addresses.write(target, &mut other);
            let message = format!("`{near}` refers to {other}, whose `{far}` does not refer back");
            let help = "state both ends of the reference, or neither";
            context.report(codes::UNPAIRED, object, message, help);
        }
    }
}

fn refers_back(context: &mut Context<'_>, target: ObjectId, opposite: FeatureId, object: ObjectId) -> bool {
    let model = context.model;
    if !context.metamodel[opposite].many() {
        return model.get(target, opposite).object() == Some(object);
    }
    let list = model.list(target, opposite);
    if list.len() <= SHORT {
        return list.objects().any(|other| other == object);
    }
    let known = context.pairs.lists.entry((target, opposite));
    known.or_insert_with(|| list.objects().collect()).contains(&object)
}
