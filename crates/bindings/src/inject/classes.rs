//! The classes of a node: the included classes without the excluded ones, in a stable order, each replaced by the class
//! that it is bound to (ARM-8, "Typed, Anonymous Binding").
//!
//! Invariant: inclusions and exclusions apply to the names as they are written; only the classes that remain are
//! replaced.

use super::Injector;
use super::produce::elements;
use crate::compose::{Chain, ClassEntry, Entry, KeyType, Producer, Step};
use crate::names;
use modelwright_evaluation::evaluate::{Budget, EvaluationLimits};
use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use rustc_hash::{FxHashMap, FxHashSet};

impl Injector {
    /// The classes of the node: those that are included and not excluded with the same or a higher precedence, in
    /// descending order of precedence. A class that is bound to another one is replaced by it.
    ///
    /// # Errors
    /// If a contribution to the classes cannot be produced.
    pub fn classes(&self) -> Result<Vec<String>, Box<Diagnostic>> {
        let mut classes = Vec::new();
        for mention in self.deciding_mentions()? {
            if mention.is_included {
                classes.push(mention.class);
            }
        }
        self.replace_classes(classes)
    }

    /// One mention of each class that is included or excluded: the one of the highest precedence. The result is in
    /// descending order of precedence.
    fn deciding_mentions(&self) -> Result<Vec<ClassMention>, Box<Diagnostic>> {
        let mut mentions = self.mentions()?;
        // From the highest layer, which has the lowest number, and in a layer from the highest precedence, which has
        // the highest number. The sort is stable, so that classes of equal precedence keep the order in which they are
        // written.
        mentions.sort_by_key(|mention| (mention.layer, std::cmp::Reverse(mention.precedence)));
        let mut positions: FxHashMap<String, usize> = FxHashMap::default();
        let mut deciding: Vec<ClassMention> = Vec::new();
        for mention in mentions {
            match positions.get(&mention.class) {
                Some(position) => {
                    let first = &mut deciding[*position];
                    // If the class is included and excluded with the same precedence, it is excluded.
                    let has_same_precedence =
                        (first.layer, first.precedence) == (mention.layer, mention.precedence);
                    first.is_included &= mention.is_included || !has_same_precedence;
                }
                None => {
                    positions.insert(mention.class.clone(), deciding.len());
                    deciding.push(mention);
                }
            }
        }
        Ok(deciding)
    }

    /// All inclusions and exclusions that apply to the node.
    fn mentions(&self) -> Result<Vec<ClassMention>, Box<Diagnostic>> {
        let entries = self.composition.multibinds.classes.iter();
        let entries = entries.filter(|entry: &&ClassEntry| self.active.holds(entry.condition));
        let mut mentions: Vec<ClassMention> = entries
            .map(|entry| ClassMention {
                layer: entry.layer,
                precedence: entry.order,
                is_included: entry.is_included,
                class: entry.class.to_string(),
            })
            .collect();
        let mut budget = Budget::new(EvaluationLimits::default());
        // Names that are constants became entries during composition. The names that are computed are added here.
        for (id, is_included) in [(names::INCLUDED_CLASSES, true), (names::EXCLUDED_CLASSES, false)] {
            let Some(id) = self.composition.multibinds.find(id) else { continue };
            for (contribution, value) in self.contributed(id, &mut budget)? {
                mentions.extend(elements(value).iter().map(|class| ClassMention {
                    layer: contribution.layer,
                    precedence: contribution.order,
                    is_included,
                    class: class.to_text(),
                }));
            }
        }
        Ok(mentions)
    }

    /// Replaces each class by the class that it is bound to, and removes duplicates.
    fn replace_classes(&self, classes: Vec<String>) -> Result<Vec<String>, Box<Diagnostic>> {
        // Two classes may have the same replacement, which is listed once.
        let mut seen_classes: FxHashSet<String> = FxHashSet::default();
        let mut replacements = Vec::with_capacity(classes.len());
        for class in classes {
            let mut steps = self.replacement_steps(&class);
            if let Some((entry, _)) = cycle_end(&class, &steps) {
                let message = format!("the class `{class}` is replaced in a cycle");
                let problem = self.problem(codes::BINDINGS_LOOP, &message, entry);
                return Err(Box::new(
                    problem.help("bind one of the classes to another one, or remove its binding"),
                ));
            }
            let class = steps.pop().map_or(class, |(_, replacement)| replacement);
            if seen_classes.insert(class.clone()) {
                replacements.push(class);
            }
        }
        Ok(replacements)
    }

    /// The bindings that replace a class, then its replacement, and so on, each with the class that is the replacement.
    /// In a cycle, the last class is one that was replaced before.
    pub(crate) fn replacement_steps(&self, class: &str) -> Vec<(Entry, String)> {
        let composition = &*self.composition;
        let mut steps: Vec<(Entry, String)> = Vec::new();
        loop {
            let current = steps.last().map_or(class, |(_, replacement)| replacement);
            // `find` adds no type. A class that is not in the table is not bound.
            let ty = composition.types.find(&format!("Class[{current}]"));
            let Some(key) = ty.and_then(|ty| composition.keys.find(KeyType::Anonymous(ty), "")) else {
                return steps;
            };
            let step = Chain::new(composition, key, &self.active).next();
            let Some(Step::Binding(entry)) = step else { return steps };
            let Some(replacement) = composition.binding(entry).producer.as_ref().and_then(Producer::class)
            else {
                return steps;
            };
            let is_cycle = replacement == class || steps.iter().any(|(_, other)| *other == replacement);
            steps.push((*entry, replacement));
            if is_cycle {
                return steps;
            }
        }
    }
}

/// An inclusion or an exclusion of a class.
struct ClassMention {
    /// The number of the layer; the highest layer has number 0.
    layer: u16,
    /// A higher number takes precedence within a layer.
    precedence: u32,
    is_included: bool,
    class: String,
}

/// The last step if its replacement is a class that was replaced before; `None` if the steps are not a cycle.
fn cycle_end<'s>(class: &str, steps: &'s [(Entry, String)]) -> Option<&'s (Entry, String)> {
    let (last, earlier) = steps.split_last()?;
    let (_, last_class) = last;
    let is_replaced = last_class == class || earlier.iter().any(|(_, replacement)| replacement == last_class);
    is_replaced.then_some(last)
}
