//! The classes of a node: a set difference of those that are included and those that are excluded, in a stable order.

use super::Injector;
use crate::bindings::compose::ClassEntry;
use crate::bindings::names;
use modelwright_language::evaluate::{Budget, EvaluationLimits, Value};
use modelwright_metamodel::diagnostic::Diagnostic;
use rustc_hash::FxHashMap;

impl Injector {
    /// The classes of the node: those that are included and not excluded with the same or a higher precedence, in descending
    /// precedence.
    ///
    /// # Errors
    /// If a contribution to them cannot be produced.
    pub fn classes(&self) -> Result<Vec<String>, Box<Diagnostic>> {
        let entries = self.composition.multibinds.classes.iter();
        let mut entries: Vec<(u16, u32, bool, String)> = entries
            .filter(|class: &&ClassEntry| self.active.holds(class.condition))
            .map(|class| (class.layer, class.order, class.included, class.class.to_string()))
            .collect();
        let mut budget = Budget::new(EvaluationLimits::default());
        for (id, included) in [(names::INCLUDED_CLASSES, true), (names::EXCLUDED_CLASSES, false)] {
            let Some(id) = self.composition.multibinds.find(id) else { continue };
            for (contribution, value) in self.contributed(id, &mut budget)? {
                let classes = match &value {
                    Value::Array(items) => items.to_vec(),
                    one => vec![one.clone()],
                };
                let classes = classes
                    .iter()
                    .map(|class| (contribution.layer, contribution.order, included, class.to_text()));
                entries.extend(classes);
            }
        }
        entries.sort_by(|a, b| (a.0, b.1).cmp(&(b.0, a.1)));
        let mut decided: FxHashMap<String, (u16, u32, bool)> = FxHashMap::default();
        let mut order: Vec<String> = Vec::new();
        for (layer, precedence, included, class) in entries {
            match decided.get_mut(&class) {
                // An exclusion of the same precedence as the inclusion wins.
                Some(first) => first.2 &= included || (first.0, first.1) != (layer, precedence),
                None => {
                    decided.insert(class.clone(), (layer, precedence, included));
                    order.push(class);
                }
            }
        }
        order.retain(|class| decided.get(class).is_some_and(|decision| decision.2));
        Ok(order)
    }
}
