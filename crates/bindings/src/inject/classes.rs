//! The classes of a node: the included classes without the excluded ones, in a stable order, each replaced by the class
//! to which it is bound (ARM-8, "Typed, Anonymous Binding").
//!
//! Invariant: inclusions and exclusions apply to the names as they are written; only the classes that remain are
//! replaced.

use super::Injector;
use crate::compose::{Chain, ClassEntry, Entry, KeyType, Producer, Step};
use crate::names;
use modelwright_evaluation::evaluate::{Budget, EvaluationLimits, Value};
use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use rustc_hash::{FxHashMap, FxHashSet};

impl Injector {
    /// The classes of the node: those that are included and not excluded with the same or a higher precedence, in
    /// descending order of precedence.
    ///
    /// # Errors
    /// If a contribution to the classes cannot be produced.
    pub fn classes(&self) -> Result<Vec<String>, Box<Diagnostic>> {
        let entries = self.composition.multibinds.classes.iter();
        let mut entries: Vec<(u16, u32, bool, String)> = entries
            .filter(|class: &&ClassEntry| self.active.holds(class.condition))
            .map(|class| (class.layer, class.order, class.included, class.class.to_string()))
            .collect();
        let mut budget = Budget::new(EvaluationLimits::default());
        // Names that are constants became entries during composition. The names that are computed are added here.
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
        // Layers are sorted in ascending order, and precedences in descending order; hence `b.1` in the first tuple and
        // `a.1` in the second. The sort is stable, so that classes of equal precedence keep the order in which they are
        // written.
        entries.sort_by(|a, b| (a.0, b.1).cmp(&(b.0, a.1)));
        let mut decided: FxHashMap<String, (u16, u32, bool)> = FxHashMap::default();
        let mut order: Vec<String> = Vec::new();
        for (layer, precedence, included, class) in entries {
            match decided.get_mut(&class) {
                // If the class is included and excluded with the same precedence, it is excluded.
                Some(first) => first.2 &= included || (first.0, first.1) != (layer, precedence),
                None => {
                    decided.insert(class.clone(), (layer, precedence, included));
                    order.push(class);
                }
            }
        }
        order.retain(|class| decided.get(class).is_some_and(|decision| decision.2));
        // Two classes may have the same replacement, which is listed once.
        let mut seen: FxHashSet<String> = FxHashSet::default();
        let mut replaced = Vec::with_capacity(order.len());
        for class in order {
            let mut steps = self.replacement(&class);
            if let Some((entry, _)) = cycle_end(&class, &steps) {
                let message = format!("the class `{class}` is replaced in a cycle");
                let problem = self.problem(codes::BINDINGS_LOOP, &message, entry);
                return Err(Box::new(
                    problem.help("bind one of the classes to another one, or remove its binding"),
                ));
            }
            let class = steps.pop().map_or(class, |(_, by)| by);
            if seen.insert(class.clone()) {
                replaced.push(class);
            }
        }
        Ok(replaced)
    }

    /// The bindings that replace a class, and then its replacement, and so on, each with the class that is the
    /// replacement. In a cycle, the last class is one that was replaced before.
    pub(crate) fn replacement(&self, class: &str) -> Vec<(Entry, String)> {
        let composition = &*self.composition;
        let mut steps: Vec<(Entry, String)> = Vec::new();
        loop {
            let present = steps.last().map_or(class, |(_, by)| by);
            // `find` adds no type. A class that is not in the table is not bound.
            let ty = composition.types.find(&format!("Class[{present}]"));
            let Some(key) = ty.and_then(|ty| composition.keys.find(KeyType::Anonymous(ty), "")) else {
                return steps;
            };
            let step = Chain::new(composition, key, &self.active).next();
            let Some(Step::Binding(entry)) = step else { return steps };
            let Some(by) = composition.binding(entry).producer.as_ref().and_then(Producer::class) else {
                return steps;
            };
            let is_known = by == class || steps.iter().any(|(_, other)| *other == by);
            steps.push((*entry, by));
            if is_known {
                return steps;
            }
        }
    }
}

/// The step that leads back to a class before it.
fn cycle_end<'s>(class: &str, steps: &'s [(Entry, String)]) -> Option<&'s (Entry, String)> {
    let (last, before) = steps.split_last()?;
    let is_before = last.1 == class || before.iter().any(|(_, by)| *by == last.1);
    is_before.then_some(last)
}
