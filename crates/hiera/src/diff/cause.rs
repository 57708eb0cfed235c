//! What causes the change of a value: the data, the configuration or the facts.
//!
//! Causes are verified by lookups. They are the smallest set of these three factors whose change alone gives the answer
//! after the change, while the other factors stay as before. Of several sets of the same size, those with data come
//! before those with configuration, and these before those with facts.

use super::configuration::{SettingChange, setting_changes};
use super::data_changes::{DataChange, ShownTrees, TracedLookup, data_changes, query_key, quoted_keys};
use super::reads::words;
use super::tree::Tree;
use crate::answers::{Outcome, is_same};
use crate::lookup::{Account, LookupError, Query, Resolution};
use crate::store::{Hash, Value};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// What causes the change of a value.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// A data file changed.
    Data(DataChange),
    /// Data changed that is only read to find the files of levels.
    OtherData,
    /// The configuration changed.
    Configuration,
    /// Facts of the node changed, which have these names.
    Facts(Vec<String>),
}

/// The maximum number of facts that are tried one by one.
const MAX_FACTS: usize = 16;

/// One of the two states that are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Version {
    Before,
    After,
}

/// Something that determines the answers of lookups.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Factor {
    Data,
    Configuration,
    Facts,
}

/// Two trees, and the combinations of their configurations and data that are needed to find causes.
pub(super) struct Trees<'t> {
    pub(super) before: &'t Tree,
    pub(super) after: &'t Tree,
    /// The settings that differ between the trees.
    pub(super) settings: Vec<SettingChange>,
    /// Whether some data file exists only in one of the trees.
    has_other_files: bool,
    /// The configuration before the change with the data after it.
    new_data: OnceLock<Option<Tree>>,
    /// The configuration after the change with the data before it.
    new_configuration: OnceLock<Option<Tree>>,
}

/// For each factor, the version that a lookup uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Point {
    configuration: Version,
    data: Version,
    facts: Version,
}

/// A key whose lookups before and after the change have different answers.
pub(super) struct Difference<'d> {
    pub(super) key: &'d str,
    pub(super) resolution: &'d Resolution,
    /// The variables of the node before and after the change.
    pub(super) scopes: (&'d Value, &'d Value),
    /// The accounts of the lookups before and after the change.
    pub(super) accounts: (&'d Account<'d>, &'d Account<'d>),
}

impl Difference<'_> {
    /// The query for a key with the facts before or after the change.
    fn query<'q>(&'q self, key: &'q str, facts: Version) -> Query<'q> {
        let (scope_before, scope_after) = self.scopes;
        let scope = if facts == Version::Before { scope_before } else { scope_after };
        Query { resolution: self.resolution, ..Query::new(key, scope) }
    }

    /// Whether the facts of the node differ before and after the change.
    fn has_other_facts(&self) -> bool {
        let (scope_before, scope_after) = self.scopes;
        // If the facts are the same, both scopes are the same object. This is tested first, because a comparison goes
        // through all facts.
        !std::ptr::eq(scope_before, scope_after) && scope_before != scope_after
    }
}

impl<'t> Trees<'t> {
    pub(super) fn new(before: &'t Tree, after: &'t Tree) -> Self {
        Self {
            before,
            after,
            settings: setting_changes(before, after),
            has_other_files: !before.has_files_of(after),
            new_data: OnceLock::new(),
            new_configuration: OnceLock::new(),
        }
    }

    /// The tree with a version of the configuration and a version of the data; `None` if every lookup in it would fail.
    fn tree(&self, configuration: Version, data: Version) -> Option<&Tree> {
        match (configuration, data) {
            (Version::Before, Version::Before) => Some(self.before),
            (Version::After, Version::After) => Some(self.after),
            (Version::Before, Version::After) => {
                // A combination is loaded when it is first needed: most causes need only one of the two.
                self.new_data.get_or_init(|| self.before.with_data_of(self.after)).as_ref()
            }
            (Version::After, Version::Before) => {
                self.new_configuration.get_or_init(|| self.after.with_data_of(self.before)).as_ref()
            }
        }
    }

    /// The point at which the factors in `changed` are as after the change, and the others as before. `factors` are the
    /// factors that differ. A factor that does not differ gets the version of another one, so that no combination needs
    /// to be loaded for it.
    fn point(&self, factors: &[Factor], changed: &[Factor]) -> Point {
        let version = |factor| {
            if changed.contains(&factor) { Version::After } else { Version::Before }
        };
        let differs = |factor| factors.contains(&factor);
        let data = version(if differs(Factor::Data) { Factor::Data } else { Factor::Configuration });
        let configuration =
            if differs(Factor::Configuration) { version(Factor::Configuration) } else { data };
        let facts = if differs(Factor::Facts) { version(Factor::Facts) } else { data };
        Point { configuration, data, facts }
    }

    /// The causes of a difference, in order.
    pub(super) fn causes(&self, difference: &Difference<'_>) -> Vec<Cause> {
        let factors = self.factors(difference);
        let changed = self.smallest_factors(&factors, difference);
        let mut causes = Vec::new();
        for factor in &changed {
            // At both points, the other factors are those after the change, so only this factor differs.
            let others: Vec<Factor> = changed.iter().copied().filter(|other| other != factor).collect();
            let (from, to) = (self.point(&factors, &others), self.point(&factors, &changed));
            match factor {
                Factor::Data => causes.extend(self.data_causes(difference, from, to)),
                Factor::Configuration => causes.push(Cause::Configuration),
                Factor::Facts => causes.push(Cause::Facts(self.causing_facts(difference, from, to))),
            }
        }
        // Changes with equal lists of causes form a group, so the order must not depend on the search.
        causes.sort();
        causes
    }

    /// The factors that differ between the two lookups.
    fn factors(&self, difference: &Difference<'_>) -> Vec<Factor> {
        let mut factors = Vec::new();
        if self.has_other_files {
            factors.push(Factor::Data);
        }
        if !self.settings.is_empty() {
            factors.push(Factor::Configuration);
        }
        if difference.has_other_facts() {
            factors.push(Factor::Facts);
        }
        factors
    }

    /// The smallest set of factors whose change gives the answer after the change.
    fn smallest_factors(&self, factors: &[Factor], difference: &Difference<'_>) -> Vec<Factor> {
        let single = factors.iter().map(|factor| vec![*factor]);
        // Facts are omitted first, because they are the last factor that counts as a cause.
        let all_but_one = factors
            .iter()
            .rev()
            .map(|omitted| factors.iter().copied().filter(|factor| factor != omitted).collect());
        let (_, account_after) = difference.accounts;
        let mut proper_subsets =
            single.chain(all_but_one).filter(|set: &Vec<Factor>| set.len() < factors.len());
        let sufficient = proper_subsets.find(|set| {
            let point = self.point(factors, set);
            // A combination in which every lookup fails explains nothing.
            let Some(tree) = self.tree(point.configuration, point.data) else { return false };
            let outcome = tree.hierarchy().lookup(&difference.query(difference.key, point.facts));
            let mut buffers = (String::new(), String::new());
            is_same(&outcome, &account_after.answer, &mut buffers)
        });
        sufficient.unwrap_or_else(|| factors.to_vec())
    }

    /// The parts of the data because of which the lookups at two points differ, or [`Cause::OtherData`] if these parts
    /// are not found.
    fn data_causes(&self, difference: &Difference<'_>, from: Point, to: Point) -> Vec<Cause> {
        let (Some(earlier), Some(later)) = (
            self.traced_lookup(difference, difference.key, from),
            self.traced_lookup(difference, difference.key, to),
        ) else {
            return vec![Cause::OtherData];
        };
        let shown_trees = ShownTrees { before: self.before, after: self.after };
        // The two points differ only in their data, so the facts of either apply to both.
        let query = difference.query(difference.key, to.facts);
        let mut changes = data_changes(&earlier, &later, &query, shown_trees);
        if changes.is_empty() {
            changes = self.level_changes(difference, (from, earlier.tree), (to, later.tree));
        }
        if changes.is_empty() {
            return vec![Cause::OtherData];
        }
        changes.into_iter().map(Cause::Data).collect()
    }

    /// The changes of data that levels look up to find their files. Such a lookup may be missing from the steps of the
    /// lookup of the key, so each is made again.
    fn level_changes(
        &self,
        difference: &Difference<'_>,
        (earlier_point, earlier_tree): (Point, &Tree),
        (later_point, later_tree): (Point, &Tree),
    ) -> BTreeSet<DataChange> {
        let levels = earlier_tree.hierarchy().levels().chain(later_tree.hierarchy().levels());
        let shown_trees = ShownTrees { before: self.before, after: self.after };
        let mut changes = BTreeSet::new();
        for key in quoted_keys(levels) {
            let key = query_key(key);
            // The two points differ only in their data, so the facts of either apply to both.
            let query =
                Query { resolution: &Resolution::Priority, ..difference.query(&key, later_point.facts) };
            if let (Some(earlier), Some(later)) = (
                self.traced_lookup(difference, &key, earlier_point),
                self.traced_lookup(difference, &key, later_point),
            ) {
                changes.extend(data_changes(&earlier, &later, &query, shown_trees));
            }
        }
        changes
    }

    /// A lookup at a point, with its steps; `None` if every lookup at the point would fail. The key of the difference
    /// is looked up as its queries require, and any other key without merging, as levels look up keys.
    fn traced_lookup<'s>(
        &'s self,
        difference: &'s Difference<'_>,
        key: &str,
        point: Point,
    ) -> Option<TracedLookup<'s>> {
        let tree = self.tree(point.configuration, point.data)?;
        let is_key_of_difference = key == difference.key;
        // The accounts of the lookups before and after the change exist already.
        let (account_before, account_after) = difference.accounts;
        let is_point_of = |version| point == Point { configuration: version, data: version, facts: version };
        let existing_account = if is_key_of_difference && is_point_of(Version::Before) {
            Some(account_before)
        } else if is_key_of_difference && is_point_of(Version::After) {
            Some(account_after)
        } else {
            None
        };
        if let Some(account) = existing_account {
            let unreadable = account.answer.as_ref().err().and_then(unreadable_file);
            return Some(TracedLookup { tree, steps: Cow::Borrowed(&account.steps), unreadable });
        }
        let mut query = difference.query(key, point.facts);
        if !is_key_of_difference {
            query.resolution = &Resolution::Priority;
        }
        let account = tree.hierarchy().account(&query);
        let unreadable = account.answer.err().as_ref().and_then(unreadable_file);
        Some(TracedLookup { tree, steps: Cow::Owned(account.steps), unreadable })
    }

    /// The names of the differing facts on which the answer depends; a single name if the change of this fact is
    /// enough.
    fn causing_facts(&self, difference: &Difference<'_>, from: Point, to: Point) -> Vec<String> {
        let (before, after) = difference.scopes;
        let names = different_names(before, after);
        let lookups = [from, to].map(|point| self.traced_lookup(difference, difference.key, point));
        let lookups = lookups.iter().flatten();
        let words_of_lookups: Vec<_> =
            lookups.map(|lookup| words(&lookup.steps, lookup.tree.hierarchy().levels())).collect();
        // The differing facts whose names occur in the steps of the lookups.
        let mut candidates: Vec<&Value> = Vec::new();
        if names.len() > 1 {
            candidates.extend(names.iter().filter(|name| {
                let name = name.as_text().unwrap_or_default().trim_start_matches("::");
                words_of_lookups.iter().any(|words| words.contains(name))
            }));
        }
        if candidates.is_empty() {
            candidates = names;
        }
        if let Some(tree) = self.tree(to.configuration, to.data) {
            let expected = lookup_with(tree, difference, after);
            let is_enough = |names: &[&Value]| {
                let scope = with_facts(before, after, names);
                let mut buffers = (String::new(), String::new());
                is_same(&lookup_with(tree, difference, &scope), &expected, &mut buffers)
            };
            let single = candidates.iter().take(MAX_FACTS).find(|name| is_enough(&[**name]));
            if let Some(name) = single {
                return vec![name_text(name)];
            }
            // Steps do not contain expressions that fail, so `candidates` may lack facts on which the answer depends.
            if !is_enough(&candidates) {
                candidates = different_names(before, after);
            }
        }
        candidates.into_iter().map(name_text).collect()
    }
}

/// Looks up the key of a difference with the given facts.
fn lookup_with<'h>(tree: &'h Tree, difference: &'h Difference<'_>, scope: &'h Value) -> Outcome<'h> {
    let query = Query { resolution: difference.resolution, ..Query::new(difference.key, scope) };
    tree.hierarchy().lookup(&query)
}

/// The name of the file that cannot be read, if this is the reason for an error.
fn unreadable_file(error: &LookupError) -> Option<String> {
    let label = error.cause()?.primary_label()?;
    Some(label.source.name().to_owned())
}

fn name_text(name: &Value) -> String {
    name.as_text().unwrap_or_default().to_owned()
}

/// The names whose values differ between two scopes, in order.
fn different_names<'v>(before: &'v Value, after: &'v Value) -> Vec<&'v Value> {
    let (Value::Hash(old), Value::Hash(new)) = (before, after) else { return Vec::new() };
    let mut names: Vec<&Value> = old.keys().filter(|name| old.get(*name) != new.get(*name)).collect();
    names.extend(new.keys().filter(|name| !old.contains_key(*name)));
    names
}

/// The scope before the change, in which some names have their values after the change.
fn with_facts(before: &Value, after: &Value, names: &[&Value]) -> Value {
    let (Value::Hash(old), Value::Hash(new)) = (before, after) else { return before.clone() };
    let mut scope: Hash = old.clone();
    for name in names {
        match new.get(*name) {
            Some(value) => drop(scope.insert((*name).clone(), value.clone())),
            // `shift_remove` keeps the order of the other facts, because an interpolation of the entire hash shows this
            // order.
            None => drop(scope.shift_remove(*name)),
        }
    }
    Value::Hash(scope)
}
