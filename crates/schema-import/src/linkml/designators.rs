//! Slots with `designates_type`, whose values are the names of classes: they become discriminators.
//!
//! Invariants: a slot that has any other meaning stays an attribute, and is reported; the value of a discriminator is
//! the name of the class in the schema. This module does not know how documents are read.

use super::Import;
use super::logic::CONDITIONS;
use super::node::Node;
use super::schema::{ClassInfo, feature_name, first};
use crate::declarations::{Annotation, Class};
use rustc_hash::{FxHashMap, FxHashSet};

/// The range of slots whose values are names of classes.
const RANGE_OF_NAMES: &str = "string";

/// Keys that a slot may have beside `designates_type`, and that give it no other meaning.
const COMPATIBLE_KEYS: [&str; 2] = ["required", "range"];

/// Keys that give a slot another meaning.
const CONFLICTING_KEYS: [&str; 4] = ["multivalued", "identifier", "key", "ifabsent"];

/// A slot that designates the class of its object.
pub(super) struct Designator<'a> {
    /// The name of the slot.
    slot: String,
    /// The name of the designator's feature.
    feature: String,
    /// The class that has the feature, if it is one that several classes share.
    holder: Option<String>,
    /// The classes that have the slot, by index, without their subclasses.
    classes: Vec<usize>,
    /// The expression for the designator's value in logic.
    value: String,
    location: Node<'a>,
    /// Whether the designator's values are only names of classes.
    is_plain: bool,
}

impl<'a> Import<'a> {
    /// The slots that designate classes: those of the classes that were read, and then the shared ones.
    pub(super) fn take_designators(&mut self) -> Vec<Designator<'a>> {
        let mut designators = std::mem::take(&mut self.designators);
        // A slot that several classes share is a feature of a class that was made for it, not of its members.
        for (slot, (name, members)) in &self.shared.classes {
            let first = members.first().and_then(|index| self.schema.classes.get(*index));
            let layers = first.map(|class| self.schema.layers(class, slot)).unwrap_or_default();
            let members: Vec<usize> = members.iter().copied().collect();
            designators.extend(self.designator(slot, Some(name.clone()), &members, &layers));
        }
        designators
    }

    /// A slot of some classes as a designator; `None` if it does not designate classes. `holder` is the class that was
    /// made for the slot, if there is one; `layers` are the definitions of the slot.
    pub(super) fn designator(
        &self,
        slot: &str,
        holder: Option<String>,
        classes: &[usize],
        layers: &[Node<'a>],
    ) -> Option<Designator<'a>> {
        let location = first(layers, "designates_type")?;
        let has_key = |key: &str| first(layers, key).is_some();
        let mut conditions = CONDITIONS.iter().filter(|key| !COMPATIBLE_KEYS.contains(key));
        let is_plain = location.boolean() == Some(true)
            && self.range_of(layers) == RANGE_OF_NAMES
            && !CONFLICTING_KEYS.into_iter().any(has_key)
            && !conditions.any(|key| has_key(key));
        let (slot, feature) = (slot.to_owned(), feature_name(layers, slot));
        let value = self.slot_expression(layers, &slot).value;
        let classes = classes.to_vec();
        Some(Designator { slot, feature, holder, classes, value, location, is_plain })
    }

    /// Declares each designator as a discriminator, and removes the attribute of its slot. Designators that must stay
    /// attributes are reported. `holders` are the classes that were made for slots which several classes share.
    pub(super) fn declare_designators(
        &mut self,
        designators: &[Designator<'a>],
        classes: &mut [Class],
        holders: &mut [Class],
    ) {
        if designators.is_empty() {
            return;
        }
        let designated = self.designated(designators);
        let kept_numbers = self.kept_as_attributes(designators, &designated, classes);
        for (number, designator) in designators.iter().enumerate() {
            if kept_numbers.contains(&number) {
                let slot = &designator.slot;
                let message = format!("`designates_type`: the value of `{slot}` does not select the class");
                let help = "write `$type` into documents whose keys do not determine the class";
                self.report_loss(designator.location, message, help);
                continue;
            }
            // Without a holder, the first class declares the feature.
            let declaring_class = designator.classes.first().filter(|_| designator.holder.is_none());
            let class = match declaring_class {
                Some(index) => classes.get_mut(*index),
                None => holders.iter_mut().find(|class| Some(&class.name) == designator.holder.as_ref()),
            };
            if let Some(class) = class {
                class.features.retain(|feature| feature.name() != designator.feature);
                class.annotations.extend(Annotation::of_documents(Some(designator.feature.clone()), None));
            }
        }
        // Documents have the names of the schema, which may differ from the names of the imported classes.
        for ((info, class), numbers) in self.schema.classes.iter().zip(classes).zip(designated) {
            let has_discriminator = numbers.iter().any(|number| !kept_numbers.contains(number));
            if has_discriminator && info.name != class.name {
                class.add_document_name(info.name.to_string());
            }
        }
    }

    /// For each class, the designators that it has or inherits, by index.
    fn designated(&self, designators: &[Designator<'a>]) -> Vec<Vec<usize>> {
        let mut designators_of_class: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        for (number, designator) in designators.iter().enumerate() {
            for class in &designator.classes {
                designators_of_class.entry(*class).or_default().push(number);
            }
        }
        let mut designated = Vec::with_capacity(self.schema.classes.len());
        for (index, info) in self.schema.classes.iter().enumerate() {
            let mut numbers: Vec<usize> = Vec::new();
            for class in std::iter::once(&index).chain(&info.ancestors) {
                if let Some(of_class) = designators_of_class.get(class) {
                    numbers.extend(of_class);
                }
            }
            designated.push(numbers);
        }
        designated
    }

    /// The designators that stay attributes, by index. `designated` has the designators of each class, by index.
    fn kept_as_attributes(
        &self,
        designators: &[Designator<'a>],
        designated: &[Vec<usize>],
        classes: &[Class],
    ) -> FxHashSet<usize> {
        let mut kept_numbers = FxHashSet::default();
        for ((info, class), numbers) in self.schema.classes.iter().zip(classes).zip(designated) {
            for number in numbers {
                let Some(designator) = designators.get(*number) else { continue };
                if !designator.is_plain || is_used(designator, info, class) {
                    kept_numbers.insert(*number);
                }
            }
        }
        kept_numbers
    }
}

/// Whether a class uses the slot as more than the name of a class.
fn is_used(designator: &Designator<'_>, info: &ClassInfo<'_>, class: &Class) -> bool {
    let unique = info.node.get("unique_keys").map(Node::entries).unwrap_or_default();
    let mut keys =
        unique.iter().filter_map(|entry| entry.value.get("unique_key_slots")).flat_map(Node::texts);
    keys.any(|slot| slot == designator.slot)
        // Rules became logic before, so a slot in one of them is found as the expression for its value.
        || class.invariants.iter().any(|invariant| invariant.logic.contains(&designator.value))
}
