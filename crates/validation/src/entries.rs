//! Checks that the keys of a map are unique, and that every feature of the object has a type.

use super::keys::key_text;
use super::rule::slots_where;
use super::{Context, Rule, Subject};
use crate::diagnostic::{codes, shorten};
use modelwright_metamodel::ecore::{ClassId, Metamodel};
use rustc_hash::FxHashSet;

pub(super) const RULE: Rule = Rule { concerns, start: || Box::new(check) };

/// The slots of maps, and of features without a type; `None` if the class has neither.
fn concerns(metamodel: &Metamodel, class: ClassId) -> Option<Vec<usize>> {
    slots_where(metamodel, class, |f| metamodel.is_typeless(f) || metamodel.holds_entries(f))
}

/// Reports entries of maps in `slots` whose key another entry of the same map already has.
fn check(context: &mut Context<'_>, subject: Subject, slots: &[usize]) {
    let Some(object) = subject.object() else { return };
    let (model, metamodel) = (context.model, context.metamodel);
    let table = metamodel.table(model.class(object));
    for slot in slots {
        let feature = table.all_features()[*slot];
        let name = metamodel[feature].name();
        if metamodel.is_typeless(feature) {
            let message = format!("the feature `{name}` has no type, so the object cannot be checked");
            return context.fail(object, message, "specify the type of the feature in the metamodel");
        }
        // In EMF, the entries in a feature map are a list, not a map.
        if table.feature_map(*slot).is_some() {
            continue;
        }
        let mut seen_keys: FxHashSet<String> = FxHashSet::default();
        for entry in model.list(object, feature).objects() {
            let Some(key) = metamodel.feature(model.class(entry), "key") else { continue };
            let text = key_text(context, entry, key);
            if !seen_keys.insert(text.clone()) {
                // The first letter is not shown, because it is only the kind of the key, which `key_text` adds.
                let key_excerpt = shorten(text.get(1..).unwrap_or_default());
                let message = format!("the map `{name}` contains the key `{key_excerpt}` twice");
                context.report(codes::SAME_MAP_KEY, object, message, "remove one of the entries");
            }
        }
    }
}
