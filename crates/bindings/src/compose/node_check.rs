//! Visits the bindings of a key that apply under given conditions, in the order of precedence, and checks them.
//!
//! The injector of a node and the check of all nodes share this code, so that they find the same problems.

use super::conditions::{ActiveConditions, ConditionIndex};
use super::finish::combination;
use super::keys::KeyIndex;
use super::{BindingFlags, Composition, Contribution, Entry, Producer, Role};
use crate::generated::bindings as b;
use rustc_hash::{FxHashMap, FxHashSet};

/// The bindings of a key that have the same precedence.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Step<'c> {
    /// The only binding that is not abstract.
    Binding(&'c Entry),
    /// The first of the bindings, all of which are abstract.
    Abstract(&'c Entry),
    /// A removal: the key was renamed, so its lower bindings belong to the new name.
    Removed(&'c Entry),
    /// More than one binding that is not abstract.
    Conflict(&'c [Entry]),
}

/// The steps of a key, in descending precedence.
#[derive(Debug, Clone)]
pub(crate) struct Chain<'c> {
    composition: &'c Composition,
    active: &'c ActiveConditions,
    entries: &'c [Entry],
}

impl<'c> Chain<'c> {
    /// The steps from the entry with the highest precedence.
    pub(crate) fn new(composition: &'c Composition, key: KeyIndex, active: &'c ActiveConditions) -> Self {
        Self { composition, active, entries: composition.entries_of(key) }
    }

    /// The steps below an entry of the key.
    pub(crate) fn below(self, entry: &Entry) -> Self {
        let position = self.entries.iter().position(|other| other == entry);
        Self { entries: position.map_or(&[], |position| &self.entries[position + 1..]), ..self }
    }
}

impl<'c> Iterator for Chain<'c> {
    type Item = Step<'c>;

    fn next(&mut self) -> Option<Step<'c>> {
        let position = self.entries.iter().position(|entry| self.active.holds(entry.condition))?;
        let entries = &self.entries[position..];
        let first = &entries[0];
        let composed = self.composition.binding(first);
        // Lifts and removals come before the other bindings of their precedence, and are separate steps.
        if composed.role.is_above() {
            self.entries = &entries[1..];
            return Some(match composed.role {
                Role::Removal(_) => Step::Removed(first),
                _ if composed.flags.has(BindingFlags::ABSTRACT) => Step::Abstract(first),
                _ => Step::Binding(first),
            });
        }
        // If two conditions of equal precedence hold together, they are the same condition. So the entries of a step
        // are adjacent.
        let level = entries
            .iter()
            .take_while(|entry| entry.layer == first.layer && entry.condition == first.condition);
        let level = &entries[..level.count()];
        self.entries = &entries[level.len()..];
        // A concrete binding satisfies the abstract ones of the same precedence.
        let mut concrete = level.iter().filter(|entry| !self.composition.is_abstract(entry));
        Some(match (concrete.next(), concrete.next()) {
            (None, _) => Step::Abstract(first),
            (Some(binding), None) => Step::Binding(binding),
            (Some(_), Some(_)) => Step::Conflict(level),
        })
    }
}

/// A problem of the bindings that apply to a node.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Finding {
    /// Several concrete bindings of a key with the same precedence.
    Conflict { key: KeyIndex, bindings: Vec<u32> },
    /// An abstract binding that no concrete binding satisfies.
    Abstract { key: KeyIndex, binding: u32 },
    /// An `override` without a binding of lower precedence.
    Override { key: KeyIndex, binding: u32 },
    /// A final binding, and the binding that hides it.
    Final { key: KeyIndex, binding: u32, hidden_by: u32 },
    /// A reference to a key that is not bound.
    Unbound { key: KeyIndex, binding: u32, target: KeyIndex },
    /// Keys that refer to each other in a cycle, each with the number of its binding.
    Loop { bindings: Vec<(KeyIndex, u32)> },
    /// Two contributions of one name.
    EqualNames { id: u32, first: u32, second: u32 },
}

/// Checks keys under some conditions.
pub(crate) struct NodeCheck<'c> {
    composition: &'c Composition,
    active: &'c ActiveConditions,
    /// The rebindings and lookups that were followed already, each as its key, the number of its binding and its
    /// condition. The cycles that they lead into are reported already.
    followed: FxHashSet<(KeyIndex, u32, ConditionIndex)>,
    pub(crate) findings: Vec<Finding>,
}

impl<'c> NodeCheck<'c> {
    /// A check that has not followed any key yet.
    pub(crate) fn new(composition: &'c Composition, active: &'c ActiveConditions) -> Self {
        Self { composition, active, followed: FxHashSet::default(), findings: Vec::new() }
    }

    /// The steps of a key.
    fn chain(&self, key: KeyIndex) -> Chain<'c> {
        Chain::new(self.composition, key, self.active)
    }

    /// Checks a key: its bindings that apply, and the value.
    pub(crate) fn check_key(&mut self, key: KeyIndex) {
        let entries = self.composition.entries_of(key);
        let applying: Vec<&Entry> =
            entries.iter().filter(|entry| self.active.holds(entry.condition)).collect();
        let Some(top) = applying.first() else { return };
        self.check_value(key);
        for (position, entry) in applying.iter().enumerate() {
            let composed = self.composition.binding(entry);
            let binding = entry.binding;
            if composed.flags.has(BindingFlags::OVERRIDE) {
                // A binding does not override its own other alternatives.
                let mut below = applying[position + 1..].iter().filter(|other| other.binding != binding);
                let overrides_binding = below.any(|other| !other.is_level_with(entry));
                // A Hiera tree is below the bindings of its layer, and may contain the overridden value.
                let tree_layers = entry.layer.into()..self.composition.layers.len();
                if !overrides_binding && !self.composition.tree_has(tree_layers, key) {
                    self.findings.push(Finding::Override { key, binding });
                }
            }
            if composed.flags.has(BindingFlags::FINAL) && !top.is_level_with(entry) && top.binding != binding
            {
                self.findings.push(Finding::Final { key, binding, hidden_by: top.binding });
            }
            self.check_rebinding(key, entry);
        }
        self.check_cycle(key);
    }

    /// Checks the bindings that determine the value: the highest one, and as long as one is optional, also the next
    /// lower one.
    fn check_value(&mut self, key: KeyIndex) {
        let mut layer_above = 0;
        for step in self.chain(key) {
            match step {
                Step::Binding(entry) => {
                    self.check_references(key, entry);
                    if !self.composition.is_optional(entry) {
                        return;
                    }
                    layer_above = entry.layer.into();
                }
                Step::Abstract(entry) => {
                    // The Hiera tree of a layer between both bindings takes precedence over the abstract one.
                    if !self.composition.tree_has(layer_above..entry.layer.into(), key) {
                        self.findings.push(Finding::Abstract { key, binding: entry.binding });
                    }
                    return;
                }
                Step::Conflict(level) => {
                    let concrete = level.iter().filter(|entry| !self.composition.is_abstract(entry));
                    let bindings = concrete.map(|entry| entry.binding).collect();
                    self.findings.push(Finding::Conflict { key, bindings });
                    return;
                }
                Step::Removed(_) => return,
            }
        }
    }

    /// Checks the references of the producer of a binding that determines the value.
    fn check_references(&mut self, key: KeyIndex, entry: &Entry) {
        let composed = self.composition.binding(entry);
        let layers = 0..self.composition.layers.len();
        match &composed.producer {
            Some(Producer::Lookup(target)) => {
                let is_optional = composed.flags.has(BindingFlags::OPTIONAL);
                let is_bound = self.composition.keys.list[*target as usize].count > 0;
                if !is_optional && !is_bound && !self.composition.tree_has(layers, *target) {
                    self.findings.push(Finding::Unbound { key, binding: entry.binding, target: *target });
                }
            }
            producer => {
                if let Some(combination) = combination(producer.as_ref())
                    && combination.is_hash
                    && combination.combinator.is_none()
                    && let Some(id) = combination.id
                {
                    self.check_equal_names(id, combination.conflicts);
                }
            }
        }
    }

    /// Checks that the names of contributions to a hash differ, unless the hash resolves conflicts.
    fn check_equal_names(&mut self, id: u32, conflicts: b::ConflictResolution) {
        let is_priority = match conflicts {
            b::ConflictResolution::Error => false,
            b::ConflictResolution::Priority => true,
            _ => return,
        };
        let mut first_contributions: FxHashMap<&str, &Contribution> = FxHashMap::default();
        // The contributions are sorted by precedence, so the first one with a name is the highest.
        for contribution in self.composition.contributions(id, self.active) {
            let Some(name) = contribution.name.as_deref() else { continue };
            let first = *first_contributions.entry(name).or_insert(contribution);
            // `priority` decides only between different precedences.
            let has_same_precedence = first.layer == contribution.layer && first.order == contribution.order;
            if first.binding != contribution.binding && (has_same_precedence || !is_priority) {
                let (first, second) = (first.binding, contribution.binding);
                self.findings.push(Finding::EqualNames { id, first, second });
            }
        }
    }

    /// Checks that the target of a rebinding is bound.
    fn check_rebinding(&mut self, key: KeyIndex, entry: &Entry) {
        let (target, chain) = match self.composition.binding(entry).role {
            Role::Lift => (key, self.chain(key).below(entry)),
            Role::Alias(target) => (target, self.chain(target)),
            Role::NewName(target) => (target, self.composition.steps_of_renamed(target, entry, self.active)),
            Role::Value | Role::Removal(_) => return,
        };
        // A conflict counts as bound here, because it is reported elsewhere.
        let is_bound = matches!(chain.clone().next(), Some(Step::Binding(_) | Step::Conflict(_)));
        if !is_bound && !self.composition.tree_has(0..self.composition.layers.len(), target) {
            self.findings.push(Finding::Unbound { key, binding: entry.binding, target });
        }
    }

    /// Follows rebindings and lookups that determine the value, and reports a cycle.
    fn check_cycle(&mut self, key: KeyIndex) {
        let mut path: Vec<(KeyIndex, u32, ConditionIndex)> = Vec::new();
        let mut seen_entries = FxHashSet::default();
        let mut chain = self.chain(key);
        while let Some(Step::Binding(entry)) = chain.next() {
            let followed_entry = (entry.key, entry.binding, entry.condition);
            // This binding was followed before, so a cycle that it leads into was reported.
            if self.followed.contains(&followed_entry) {
                break;
            }
            if !seen_entries.insert(followed_entry) {
                let start = path.iter().position(|other| *other == followed_entry).unwrap_or(0);
                self.findings.push(Finding::Loop { bindings: cycle_from_smallest(&path[start..]) });
                // The cycle is complete. It is reported once, and not for each of its bindings.
                break;
            }
            path.push(followed_entry);
            match self.composition.binding(entry).role {
                Role::Alias(target) => chain = self.chain(target),
                Role::NewName(target) => {
                    chain = self.composition.steps_of_renamed(target, entry, self.active);
                }
                Role::Lift => {}
                Role::Value => match &self.composition.binding(entry).producer {
                    Some(Producer::Lookup(target)) => chain = self.chain(*target),
                    _ => break,
                },
                Role::Removal(_) => break,
            }
        }
        self.followed.extend(path);
    }
}

/// The keys of a cycle with the numbers of their bindings. The first is the smallest key, so that the result does not
/// depend on the first key that was followed.
fn cycle_from_smallest(path: &[(KeyIndex, u32, ConditionIndex)]) -> Vec<(KeyIndex, u32)> {
    let mut bindings: Vec<_> = path.iter().map(|(key, binding, _)| (*key, *binding)).collect();
    // A lift leads to the same key, which then occurs twice in succession.
    bindings.dedup_by_key(|(key, _)| *key);
    if let [(first, _), .., (last, _)] = &bindings[..]
        && first == last
    {
        bindings.pop();
    }
    let min = (0..bindings.len()).min_by_key(|index| bindings[*index].0).unwrap_or(0);
    bindings.rotate_left(min);
    bindings
}

impl Composition {
    /// The steps of a renamed key below the entry that removed it; `entry` binds the new name.
    pub(crate) fn steps_of_renamed<'c>(
        &'c self,
        old: KeyIndex,
        entry: &Entry,
        active: &'c ActiveConditions,
    ) -> Chain<'c> {
        // `Composer::add_rebinding` adds both entries under the same conditions.
        let removal = self.entries_of(old).iter().find(|other| {
            other.layer == entry.layer
                && other.condition == entry.condition
                && self.binding(other).role == Role::Removal(entry.key)
        });
        let chain = Chain::new(self, old, active);
        match removal {
            Some(removal) => chain.below(removal),
            None => chain,
        }
    }

    /// The contributions to an id that apply, in descending precedence. A binding contributes once, even if several
    /// alternatives of its condition hold.
    pub(crate) fn contributions<'c>(
        &'c self,
        id: u32,
        active: &'c ActiveConditions,
    ) -> impl Iterator<Item = &'c Contribution> {
        let mut seen_bindings = FxHashSet::default();
        let applying = self.multibinds.ids[id as usize]
            .contributions
            .iter()
            .filter(|contribution| active.holds(contribution.condition));
        applying.filter(move |contribution| seen_bindings.insert(contribution.binding))
    }
}
