//! The last step of a composition: sorts the entries, and reports problems that do not depend on a node.

use super::keys::KeyIndex;
use super::multibinds::Id;
use super::{BindingFlags, ComposedBinding, Composer, Composition, Entry, Producer, Role};
use crate::generated::bindings as b;
use crate::names;
use crate::types::BindingType;
use crate::values;
use modelwright_evaluation::evaluate::Value;
use modelwright_metamodel::diagnostic::{Severity, codes};
use rustc_hash::FxHashSet;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

impl Composer {
    /// Completes the composition.
    #[must_use]
    pub fn finish(mut self) -> Arc<Composition> {
        // The first layer completes the categories. If there are no layers, they are completed here.
        if self.composition.layers.is_empty() {
            self.complete_site_categories();
        }
        // The order matters: `complete_parameters` adds entries; the sort of entries needs the precedences of the
        // conditions; ids are implied before they are checked.
        self.complete_parameters();
        self.retry_programs();
        let composition = &mut self.composition;
        composition.conditions.finish();
        composition.sort_entries();
        composition.sort_multibinds();
        self.imply_ids();
        self.check_ids();
        self.check_contributions();
        let composition = &mut self.composition;
        composition.watched_keys = composition.find_watched();
        // A composition exists for a long time, so unused capacity is freed.
        composition.bindings.shrink_to_fit();
        composition.keys.list.shrink_to_fit();
        Arc::new(self.composition)
    }

    /// Makes the name of each multibinding without an id its id (ARM-8, "Multi-binding"), unless another one declares
    /// this id.
    fn imply_ids(&mut self) {
        let Composition { multibinds, bindings, .. } = &mut self.composition;
        for id in &mut multibinds.ids {
            let implied = std::mem::take(&mut id.implied);
            if id.declared.is_empty() {
                id.declared = implied;
                continue;
            }
            // Another multibinding declares the id, so these multibindings have none.
            for (_, binding) in implied {
                // The combination to change may be inside of transformers.
                let mut producer = bindings[binding as usize].producer.as_mut();
                while let Some(Producer::Transformed(inner)) = producer {
                    producer = Some(&mut inner.0);
                }
                if let Some(Producer::Combined(combination)) = producer {
                    combination.id = None;
                }
            }
        }
    }

    /// Reports ids that no multibinding declares, and ids of two multibindings.
    fn check_ids(&mut self) {
        for index in 0..self.composition.multibinds.ids.len() {
            let id = &self.composition.multibinds.ids[index];
            // The result of contributions to these two ids is `/classes`, for which no multibinding is needed.
            let needs_no_declaration = matches!(&*id.name, names::INCLUDED_CLASSES | names::EXCLUDED_CLASSES);
            if !id.declared.is_empty() {
                self.check_is_unique(index);
            } else if !needs_no_declaration {
                self.report_undeclared(index);
            }
        }
    }

    /// Warns of each binding that contributes to an id that no multibinding declares.
    fn report_undeclared(&mut self, index: usize) {
        let ids = &self.composition.multibinds.ids;
        let id = &ids[index];
        let declared_ids = ids.iter().filter(|id| !id.declared.is_empty());
        let help = match self.suggestions.nearest(&id.name, declared_ids.map(|id| &*id.name)) {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => format!("declare it: multibind {}, '{}'", self.suggested_type(id), id.name),
        };
        let message = format!("no multibinding has the id `{}`, so this contribution has no effect", id.name);
        // Each alternative of a binding is a separate contribution, but the binding is reported once.
        let bindings: BTreeSet<u32> =
            id.contributions.iter().map(|contribution| contribution.binding).collect();
        for binding in bindings {
            let place = self.composition.bindings[binding as usize].place;
            let (code, places) = (codes::BINDINGS_MULTIBIND, [(place, "")]);
            let sources = &self.composition.sources;
            let problem = sources.problem(code, Severity::Warning, &message, &places);
            self.composition.problems.push(problem.help(help.clone()));
        }
    }

    /// Reports an id that multibindings of two keys declare. Two multibindings of the same key are valid, because one
    /// may override the other.
    fn check_is_unique(&mut self, index: usize) {
        let composition = &self.composition;
        let id = &composition.multibinds.ids[index];
        let Some((key, first)) = id.declared.first().copied() else { return };
        let Some((other_key, second)) = id.declared.iter().copied().find(|(other, _)| *other != key) else {
            return;
        };
        let message = format!(
            "the id `{}` is used by two multibindings, `{}` and `{}`",
            id.name,
            composition.show_key(key),
            composition.show_key(other_key)
        );
        let (first, second) = (composition.place_of(first), composition.place_of(second));
        let places = [(second, ""), (first, "the id is used here")];
        self.error_with_help(codes::BINDINGS_MULTIBIND, &message, &places, "give one of them another id");
    }

    /// Reports contributions to hashes without a name, and constants of the wrong type. If several multibindings have
    /// an id, one of them that accepts a contribution is enough, because each may be in effect for other nodes.
    fn check_contributions(&mut self) {
        for index in 0..self.composition.multibinds.ids.len() {
            let declared = self.composition.multibinds.ids[index].declared.clone();
            let receivers: Vec<Receiver> =
                declared.iter().filter_map(|(_, binding)| self.receiver(*binding)).collect();
            if receivers.is_empty() {
                continue;
            }
            let contributions = &self.composition.multibinds.ids[index].contributions;
            // Each alternative of a binding is a separate contribution, but the binding is checked once.
            let bindings: BTreeMap<u32, bool> = contributions
                .iter()
                .map(|contribution| (contribution.binding, contribution.name.is_some()))
                .collect();
            for (binding, has_name) in bindings {
                if !has_name && receivers.iter().all(|receiver| receiver.is_hash) {
                    self.report_unnamed(index, binding);
                }
                self.check_element(index, binding, &receivers);
            }
        }
    }

    /// What a multibinding requires of its contributions; `None` if another producer replaces it.
    fn receiver(&mut self, binding: u32) -> Option<Receiver> {
        let composed = &self.composition.bindings[binding as usize];
        let combination = combination(composed.producer.as_ref())?;
        let is_hash = combination.is_hash;
        // With a combinator or with `append`, the elements of the result may have another type than the
        // contributions.
        let is_checked =
            combination.combinator.is_none() && combination.conflicts != b::ConflictResolution::Append;
        let types = &mut self.composition.types;
        let element_text = composed.ty.and_then(|ty| types.get(ty).element.clone());
        let element = element_text.filter(|_| is_checked).and_then(|text| types.number(&text).ok());
        Some(Receiver { binding, is_hash, element: element.map(|ty| types.get(ty).clone()) })
    }

    /// The type to suggest for a missing multibinding, derived from the first contribution.
    fn suggested_type(&self, id: &Id) -> String {
        let first = id.contributions.first();
        let ty = first.and_then(|contribution| self.composition.bindings[contribution.binding as usize].ty);
        let element = ty.map_or("Data", |ty| &self.composition.types.get(ty).text);
        if first.is_some_and(|contribution| contribution.name.is_some()) {
            format!("Hash[{element}]")
        } else {
            format!("Array[{element}]")
        }
    }

    /// Reports a contribution to a hash that has no name. `contribution` is the number of its binding.
    fn report_unnamed(&mut self, id: usize, contribution: u32) {
        let message = format!(
            "the contribution to the hash `{}` has no name",
            self.composition.multibinds.ids[id].name
        );
        let place = self.composition.bindings[contribution as usize].place;
        let help = "write a name before `to`, which becomes the key";
        self.error_with_help(codes::BINDINGS_MULTIBIND, &message, &[(place, "")], help);
    }

    /// Reports a constant contribution that no multibinding of the id accepts as an element.
    fn check_element(&mut self, id: usize, contribution: u32, receivers: &[Receiver]) {
        let ComposedBinding { place, producer: Some(Producer::Constant(value)), .. } =
            &self.composition.bindings[contribution as usize]
        else {
            return;
        };
        if receivers.iter().any(|receiver| receiver.accepts(value)) {
            return;
        }
        let Some(Receiver { binding, element: Some(element), .. }) = receivers.first() else { return };
        let id = &self.composition.multibinds.ids[id];
        let value_excerpt = values::excerpt(value);
        let message = format!(
            "a contribution to `{}` must be of type {}, but its value is {value_excerpt}",
            id.name, element.text
        );
        let place_of_declaration = self.composition.bindings[*binding as usize].place;
        let places = [(*place, ""), (place_of_declaration, "the type is declared here")];
        self.error_with_help(codes::BINDINGS_TYPE, &message, &places, "change the value, or the type");
    }
}

/// What a multibinding requires of its contributions.
struct Receiver {
    /// The number of its binding.
    binding: u32,
    is_hash: bool,
    /// The type of its elements; `None` if contributions may have any type.
    element: Option<BindingType>,
}

impl Receiver {
    /// Whether a constant may be a contribution.
    fn accepts(&self, value: &Value) -> bool {
        let Some(element) = &self.element else { return true };
        element.holds(value)
            || match value {
                Value::Undef => true,
                // To an array, an array contributes its elements; to a hash, it is a single value.
                Value::Array(items) => !self.is_hash && items.iter().all(|item| element.holds(item)),
                _ => false,
            }
    }
}

/// The combination of contributions that a producer performs; `None` if it is not the producer of a multibinding.
pub(crate) fn combination(producer: Option<&Producer>) -> Option<&super::Combination> {
    match producer? {
        Producer::Combined(combination) => Some(combination),
        Producer::Transformed(inner) => combination(Some(&inner.0)),
        _ => None,
    }
}

impl Composition {
    /// Sorts entries by key, layer and precedence. Entries with the same precedence keep their order, except that lifts
    /// and removals come first.
    fn sort_entries(&mut self) {
        for entry in &mut self.entries {
            entry.order = self.conditions.orders[entry.condition as usize];
            self.keys.list[entry.key as usize].count += 1;
        }
        let mut first = 0;
        for key in &mut self.keys.list {
            (key.first, first) = (first, first + key.count);
        }
        let mut next: Vec<u32> = self.keys.list.iter().map(|key| key.first).collect();
        // A counting sort by key, which is linear and stable. The clone provides a buffer of the right length, and is
        // overwritten.
        let mut sorted_entries = self.entries.clone();
        for entry in &self.entries {
            let position = &mut next[entry.key as usize];
            sorted_entries[*position as usize] = *entry;
            *position += 1;
        }
        for key in self.keys.list.iter().filter(|key| key.count > 1) {
            let entries = &mut sorted_entries[key.first as usize..(key.first + key.count) as usize];
            entries.sort_by_key(|entry| {
                let is_above = self.bindings[entry.binding as usize].role.is_above();
                // Entries with the same condition must be adjacent, because conflicts are searched only among
                // neighbours. The numbers of bindings follow the order in which they are written.
                (entry.layer, Reverse(entry.order), entry.condition, Reverse(is_above), entry.binding)
            });
        }
        sorted_entries.shrink_to_fit();
        self.entries = sorted_entries;
    }

    /// Sorts the contributions and the classes by precedence.
    fn sort_multibinds(&mut self) {
        let orders = &self.conditions.orders;
        for id in &mut self.multibinds.ids {
            for contribution in &mut id.contributions {
                contribution.order = orders[contribution.condition as usize];
            }
            // The numbers of bindings follow the order in which they are written.
            id.contributions.sort_by_key(|contribution| {
                (contribution.layer, Reverse(contribution.order), contribution.binding)
            });
            let mut names: FxHashSet<&str> = FxHashSet::default();
            let mut named = id.contributions.iter().filter_map(|contribution| contribution.name.as_deref());
            id.has_equal_names = named.any(|name| !names.insert(name));
        }
        for class in &mut self.multibinds.classes {
            class.order = orders[class.condition as usize];
        }
        // The sort is stable, so that classes with the same precedence keep the order in which they are written.
        self.multibinds.classes.sort_by_key(|class| (class.layer, Reverse(class.order)));
    }

    /// The keys that may have problems for some node.
    fn find_watched(&self) -> Vec<KeyIndex> {
        let keys = 0..u32::try_from(self.keys.list.len()).unwrap_or(u32::MAX);
        keys.filter(|key| self.may_have_problems(*key)).collect()
    }

    /// Whether the bindings of a key may cause a problem for some node.
    fn may_have_problems(&self, key: KeyIndex) -> bool {
        // A key whose bindings are plain values without conflicts needs no check for single nodes. Entries that can be
        // in conflict are adjacent, because `sort_entries` sorted them.
        let entries = self.entries_of(key);
        entries.iter().any(|entry| self.is_suspicious(entry))
            || entries
                .windows(2)
                .any(|pair| pair[0].layer == pair[1].layer && pair[0].condition == pair[1].condition)
    }

    /// Whether an entry may cause a problem even if it is the only entry of its key.
    fn is_suspicious(&self, entry: &Entry) -> bool {
        let binding = self.binding(entry);
        if !binding.flags.is_plain() || binding.role != Role::Value {
            return true;
        }
        if let Some(Producer::Lookup(key)) = &binding.producer {
            // The key may not be bound.
            return self.keys.list[*key as usize].count == 0;
        }
        let Some(combination) = combination(binding.producer.as_ref()) else { return false };
        // Contributions with equal names are in conflict in a hash, but not in an array.
        let has_equal_names = |id: u32| self.multibinds.ids[id as usize].has_equal_names;
        combination.is_hash && combination.id.is_some_and(has_equal_names)
    }

    /// Whether one of the layers has a Hiera tree that contains the key.
    pub(crate) fn tree_has(&self, layers: std::ops::Range<usize>, key: KeyIndex) -> bool {
        let name = &self.keys.list[key as usize].name;
        // The flag avoids the search in all layers for sites without trees.
        self.has_trees && self.layers[layers].iter().any(|layer| layer.tree_keys.contains(name))
    }

    /// Whether a binding may have no value, in which case the next lower binding is used.
    pub(crate) fn is_optional(&self, entry: &Entry) -> bool {
        self.binding(entry).flags.has(BindingFlags::OPTIONAL)
    }

    /// Whether a binding has no value and only requires another one.
    pub(crate) fn is_abstract(&self, entry: &Entry) -> bool {
        self.binding(entry).flags.has(BindingFlags::ABSTRACT)
    }
}
