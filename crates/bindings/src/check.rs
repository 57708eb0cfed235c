//! Finds the problems that a composition can have for any values of its categories.
//!
//! A problem of a binding remains if further conditions hold, except if the binding is then hidden or refers to another
//! key. So it is sufficient to check each key for the smallest sets of category values under which one of its bindings
//! applies, or two bindings that affect each other. This finds the same problems as a check of all combinations of
//! values.

use super::compose::{
    ActiveConditions, BindingFlags, Composition, ConditionIndex, Entry, Finding, KeyIndex, NodeCheck,
    PredicateIndex, Role, combination, comparable_value,
};
use super::missing::missing_values;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, Suggestions, codes};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// The maximum number of sets of category values that are checked.
const MAX_SETS: usize = 200_000;
/// The maximum number of sets for one key.
const MAX_SETS_OF_KEY: usize = 5_000;
/// The maximum number of rebindings that are followed one after the other.
const MAX_PATH_LENGTH: usize = 20;

/// A set of category values: predicates in ascending order.
type Values = Vec<PredicateIndex>;

/// The problems of the composition itself, and the problems that any node can have.
#[must_use]
pub fn check(composition: &Composition) -> Diagnostics {
    let mut problems = composition.problems().clone();
    problems.append(composition.problems_of_keys().clone());
    problems.extend(missing_values(composition));
    let suggestions = Suggestions::default();
    let (findings, is_complete) = findings(composition);
    problems.extend(findings.iter().map(|finding| composition.problem(finding, &suggestions)));
    if !is_complete {
        let message = "there are too many combinations of category values, so some were not checked";
        let problem = Diagnostic::new(codes::LIMIT, Severity::Warning, message);
        problems.push(problem.help("use fewer alternatives and combined categories"));
    }
    problems
}

/// The findings for all values of all categories. The Boolean is false if the number of sets reached its limit, so that
/// the check is incomplete.
fn findings(composition: &Composition) -> (BTreeSet<Finding>, bool) {
    let (mut findings, mut remaining_sets, mut is_complete) = (BTreeSet::new(), MAX_SETS, true);
    let mut categories_by_identity: FxHashMap<&str, Vec<CategoryPlace>> = FxHashMap::default();
    for (list, categories) in (0..).zip(&composition.lists) {
        for (rank, category) in (0..).zip(&categories.categories) {
            // Categories with equal expressions have equal values for every node, so they cannot vary independently.
            let place = CategoryPlace { list, rank, is_exact: category.exact };
            categories_by_identity.entry(&category.identity).or_default().push(place);
        }
    }
    for key in &composition.watched_keys {
        let mut sets = Sets {
            composition,
            categories_by_identity: &categories_by_identity,
            sets: FxHashSet::default(),
            is_complete: true,
        };
        sets.add_for_key(*key);
        is_complete &= sets.is_complete && sets.sets.len() <= remaining_sets;
        for values in sets.sets.iter().take(remaining_sets) {
            let active = composition.conditions.active_with(values);
            findings.extend(findings_of(composition, *key, &active));
        }
        remaining_sets = remaining_sets.saturating_sub(sets.sets.len());
    }
    (findings, is_complete)
}

/// The findings about a key for nodes for which exactly these conditions hold.
fn findings_of(composition: &Composition, key: KeyIndex, active: &ActiveConditions) -> Vec<Finding> {
    let mut check = NodeCheck::new(composition, active);
    check.check_key(key);
    check.findings
}

/// A category in one of the lists of a composition.
struct CategoryPlace {
    /// The number of the list.
    list: u32,
    /// The position of the category in the list.
    rank: u32,
    /// Whether its values are compared exactly.
    is_exact: bool,
}

/// The sets of category values under which a key must be checked.
struct Sets<'c> {
    composition: &'c Composition,
    /// The categories of each expression.
    categories_by_identity: &'c FxHashMap<&'c str, Vec<CategoryPlace>>,
    sets: FxHashSet<Values>,
    /// Whether no set was left out because of the maximum number.
    is_complete: bool,
}

impl<'c> Sets<'c> {
    /// Adds the sets under which a key must be checked: for each of its bindings, and for pairs that affect each other.
    fn add_for_key(&mut self, key: KeyIndex) {
        let entries = self.composition.entries_of(key);
        for entry in entries {
            // One condition is enough for `override`: a further condition could only add a binding to override, and so
            // remove the problem.
            self.add(&[entry.condition]);
            let binding = self.composition.binding(entry);
            if binding.flags.has(BindingFlags::FINAL) {
                // A final binding is hidden only if its own condition and that of the other binding hold.
                entries.iter().for_each(|other| self.add(&[entry.condition, other.condition]));
            }
            match binding.role {
                // The binding that provides the value can be abstract or removed only if further conditions hold.
                Role::Lift => self.add_with_obstacles(&[entry.condition], key),
                Role::Alias(target) | Role::NewName(target) => {
                    self.add_with_obstacles(&[entry.condition], target);
                    self.follow_rebindings(&mut vec![entry.condition], target, &mut vec![key]);
                }
                Role::Value | Role::Removal(_) => {}
            }
            if let Some(id) = combination(binding.producer.as_ref()).and_then(|combination| combination.id) {
                self.add_equal_names(entry, id);
            }
        }
    }

    /// Adds the smallest set of category values under which all of the given conditions hold.
    fn add(&mut self, conditions: &[ConditionIndex]) {
        let known_conditions = &self.composition.conditions;
        let mut predicates: Vec<PredicateIndex> = Vec::new();
        for condition in conditions {
            let condition = &known_conditions.list[*condition as usize];
            if condition.never_holds {
                return;
            }
            predicates.extend(&condition.predicates);
        }
        // Categories with the same expression have the same value, even if they belong to different lists.
        let mut values: FxHashMap<&str, &str> = FxHashMap::default();
        for number in &predicates {
            let predicate = &known_conditions.predicates[*number as usize];
            let category =
                &self.composition.lists[predicate.list as usize].categories[predicate.rank as usize];
            let value = &*known_conditions.spellings[*number as usize];
            let other = values.insert(&category.identity, value).unwrap_or(value);
            let is_equal = other == value
                || comparable_value(other, category.exact) == comparable_value(value, category.exact);
            // The same expression cannot have two values, so no node meets all of these conditions.
            if !is_equal {
                return;
            }
        }
        // All categories with the same expression have the value, so that conditions on these hold, too.
        for (identity, value) in values {
            let Some(places) = self.categories_by_identity.get(identity) else { continue };
            for CategoryPlace { list, rank, is_exact } in places {
                predicates.extend(known_conditions.find(*list, *rank, comparable_value(value, *is_exact)));
            }
        }
        predicates.sort_unstable();
        predicates.dedup();
        if self.sets.len() >= MAX_SETS_OF_KEY {
            self.is_complete = false;
        } else {
            self.sets.insert(predicates);
        }
    }

    /// Adds the conditions, each time together with the condition of one abstract binding or one removal of the key.
    fn add_with_obstacles(&mut self, conditions: &[ConditionIndex], target: KeyIndex) {
        for other in self.composition.entries_of(target) {
            let binding = self.composition.binding(other);
            if binding.flags.has(BindingFlags::ABSTRACT) || matches!(binding.role, Role::Removal(_)) {
                self.add(&[conditions, &[other.condition]].concat());
            }
        }
    }

    /// Follows the rebindings from a key, and adds the conditions of each path together.
    fn follow_rebindings(
        &mut self,
        conditions: &mut Vec<ConditionIndex>,
        key: KeyIndex,
        path: &mut Vec<KeyIndex>,
    ) {
        // A path that returns to one of its keys is a cycle under these conditions. A path that is too long is not
        // followed further, but it is checked under its conditions.
        if path.contains(&key) || path.len() > MAX_PATH_LENGTH || self.sets.len() >= MAX_SETS_OF_KEY {
            self.add(conditions);
            return;
        }
        path.push(key);
        for entry in self.composition.entries_of(key) {
            let (Role::Alias(target) | Role::NewName(target)) = self.composition.binding(entry).role else {
                continue;
            };
            conditions.push(entry.condition);
            self.follow_rebindings(conditions, target, path);
            conditions.pop();
        }
        path.pop();
    }

    /// Adds the condition of a multibinding together with those of each pair of contributions with equal names.
    fn add_equal_names(&mut self, entry: &Entry, id: u32) {
        let contributions = &self.composition.multibinds.ids[id as usize].contributions;
        for (index, first) in
            contributions.iter().enumerate().filter(|(_, contribution)| contribution.name.is_some())
        {
            for second in contributions[index + 1..].iter().filter(|second| second.name == first.name) {
                self.add(&[entry.condition, first.condition, second.condition]);
                if self.sets.len() >= MAX_SETS_OF_KEY {
                    return;
                }
            }
        }
    }
}
