//! What a change of a value comes from: the data, the configuration or the facts.
//!
//! A cause is verified by lookups: it is the smallest set of the three whose change alone, with everything else as
//! before, gives the answer after the change. Of several sets of the same size, data counts before configuration, and
//! configuration before facts.

use super::configuration::{SettingChange, setting_changes};
use super::data_changes::{DataChange, Names, TracedLookup, data_changes, query_key, quoted_keys};
use super::reads::words;
use super::tree::Tree;
use crate::answers::{Outcome, is_same};
use crate::lookup::{Account, LookupError, Query, Resolution};
use crate::store::{Hash, Value};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// What a change of a value comes from.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// A data file changed.
    Data(DataChange),
    /// Data changed that is only read to find levels.
    OtherData,
    /// The configuration changed.
    Configuration,
    /// Facts of the node changed, which have these names.
    Facts(Vec<String>),
}

/// The maximum number of facts that are tried one by one.
const MAX_FACTS: usize = 16;

/// One of the two states of what is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Version {
    Before,
    After,
}

/// Something that determines answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Factor {
    Data,
    Configuration,
    Facts,
}

/// Two trees, and the mixtures of them that lookups need to find causes.
pub(super) struct Trees<'t> {
    pub(super) before: &'t Tree,
    pub(super) after: &'t Tree,
    pub(super) settings: Vec<SettingChange>,
    has_other_files: bool,
    /// The configuration before with the data after.
    new_data: OnceLock<Option<Tree>>,
    /// The configuration after with the data before.
    new_configuration: OnceLock<Option<Tree>>,
}

/// A version of each factor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Point {
    configuration: Version,
    data: Version,
    facts: Version,
}

/// A lookup before and after, with different answers.
pub(super) struct Difference<'d> {
    pub(super) key: &'d str,
    pub(super) resolution: &'d Resolution,
    pub(super) scopes: (&'d Value, &'d Value),
    /// What both lookups return, and why.
    pub(super) accounts: (&'d Account<'d>, &'d Account<'d>),
}

impl Difference<'_> {
    fn query<'q>(&'q self, key: &'q str, facts: Version) -> Query<'q> {
        let scope = if facts == Version::Before { self.scopes.0 } else { self.scopes.1 };
        Query { resolution: self.resolution, ..Query::new(key, scope) }
    }

    fn has_other_facts(&self) -> bool {
        // Without other facts, both are one scope, and comparing it
        // with itself would walk through all facts.
        !std::ptr::eq(self.scopes.0, self.scopes.1) && self.scopes.0 != self.scopes.1
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

    /// The tree with a version of the configuration and one of the data; `None` if every lookup in it would fail.
    fn tree(&self, configuration: Version, data: Version) -> Option<&Tree> {
        match (configuration, data) {
            (Version::Before, Version::Before) => Some(self.before),
            (Version::After, Version::After) => Some(self.after),
            (Version::Before, Version::After) => {
                // Loaded for the first change that needs it: most causes need only one of the two mixtures.
                self.new_data.get_or_init(|| self.before.with_data_of(self.after)).as_ref()
            }
            (Version::After, Version::Before) => {
                self.new_configuration.get_or_init(|| self.after.with_data_of(self.before)).as_ref()
            }
        }
    }

    /// The point at which some of the factors that differ are as after the change. A factor that does not differ
    /// follows another one, so that no mixture is needed for it.
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

    /// What a difference comes from, in order.
    pub(super) fn causes(&self, difference: &Difference<'_>) -> Vec<Cause> {
        let factors = self.factors(difference);
        let changed = self.smallest(&factors, difference);
        let mut causes = Vec::new();
        for factor in &changed {
            // The other factors are as after the change at both ends, so that only this one differs.
            let others: Vec<Factor> = changed.iter().copied().filter(|other| other != factor).collect();
            let (from, to) = (self.point(&factors, &others), self.point(&factors, &changed));
            match factor {
                Factor::Data => causes.extend(self.data_causes(difference, from, to)),
                Factor::Configuration => causes.push(Cause::Configuration),
                Factor::Facts => causes.push(Cause::Facts(self.facts(difference, from, to))),
            }
        }
        // Sorted, because changes with equal causes are one group.
        causes.sort();
        causes
    }

    /// The factors that differ.
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

    /// The smallest set of factors whose change gives the answer after.
    fn smallest(&self, factors: &[Factor], difference: &Difference<'_>) -> Vec<Factor> {
        let single = factors.iter().map(|factor| vec![*factor]);
        // Facts are left out first, because data and configuration count before them.
        let all_but_one =
            factors.iter().rev().map(|left| factors.iter().copied().filter(|f| f != left).collect());
        let mut smaller = single.chain(all_but_one).filter(|set: &Vec<Factor>| set.len() < factors.len());
        let enough = smaller.find(|set| {
            let point = self.point(factors, set);
            // A mixture in which every lookup fails explains nothing.
            let Some(tree) = self.tree(point.configuration, point.data) else { return false };
            let outcome = tree.hierarchy().lookup(&difference.query(difference.key, point.facts));
            is_same(&outcome, &difference.accounts.1.answer, &mut (String::new(), String::new()))
        });
        enough.unwrap_or_else(|| factors.to_vec())
    }

    /// The parts of the data that make the lookups at two points differ; [`Cause::OtherData`] if they are not found.
    fn data_causes(&self, difference: &Difference<'_>, from: Point, to: Point) -> Vec<Cause> {
        let (Some(earlier), Some(later)) =
            (self.traced(difference, difference.key, from), self.traced(difference, difference.key, to))
        else {
            return vec![Cause::OtherData];
        };
        let names = Names { before: self.before, after: self.after };
        let query = difference.query(difference.key, to.facts);
        let mut changes = data_changes(&earlier, &later, &query, names);
        if changes.is_empty() {
            changes = self.level_changes(difference, (from, earlier.tree), (to, later.tree));
        }
        if changes.is_empty() {
            return vec![Cause::OtherData];
        }
        changes.into_iter().map(Cause::Data).collect()
    }

    /// The changes of data that levels look up, which the steps of a lookup need not contain.
    fn level_changes(
        &self,
        difference: &Difference<'_>,
        (from, earlier): (Point, &Tree),
        (to, later): (Point, &Tree),
    ) -> BTreeSet<DataChange> {
        let levels = earlier.hierarchy().levels().chain(later.hierarchy().levels());
        let names = Names { before: self.before, after: self.after };
        let mut changes = BTreeSet::new();
        for key in quoted_keys(levels) {
            let key = query_key(key);
            let query = Query { resolution: &Resolution::Priority, ..difference.query(&key, to.facts) };
            if let (Some(earlier), Some(later)) =
                (self.traced(difference, &key, from), self.traced(difference, &key, to))
            {
                changes.extend(data_changes(&earlier, &later, &query, names));
            }
        }
        changes
    }

    /// A lookup at a point, with its steps. A key other than that of the difference is looked up without merging, as
    /// levels look keys up. `None` if every lookup at the point would fail.
    fn traced<'s>(
        &'s self,
        difference: &'s Difference<'_>,
        key: &str,
        point: Point,
    ) -> Option<TracedLookup<'s>> {
        let tree = self.tree(point.configuration, point.data)?;
        let is_own = key == difference.key;
        // The accounts of both ends are known, and need no other lookup.
        let is = |version| point == Point { configuration: version, data: version, facts: version };
        let known = if is_own && is(Version::Before) {
            Some(difference.accounts.0)
        } else if is_own && is(Version::After) {
            Some(difference.accounts.1)
        } else {
            None
        };
        if let Some(account) = known {
            let unreadable = account.answer.as_ref().err().and_then(unreadable_file);
            return Some(TracedLookup { tree, steps: Cow::Borrowed(&account.steps), unreadable });
        }
        let mut query = difference.query(key, point.facts);
        if !is_own {
            query.resolution = &Resolution::Priority;
        }
        let account = tree.hierarchy().account(&query);
        let unreadable = account.answer.err().as_ref().and_then(unreadable_file);
        Some(TracedLookup { tree, steps: Cow::Owned(account.steps), unreadable })
    }

    /// The names of the facts that the answer depends on, among those that differ; only one if its change is enough.
    fn facts(&self, difference: &Difference<'_>, from: Point, to: Point) -> Vec<String> {
        let (before, after) = difference.scopes;
        let names = different_names(before, after);
        let lookups = [from, to].map(|point| self.traced(difference, difference.key, point));
        let lookups = lookups.iter().flatten();
        let words: Vec<_> =
            lookups.map(|lookup| words(&lookup.steps, lookup.tree.hierarchy().levels())).collect();
        let mut used: Vec<&Value> = Vec::new();
        if names.len() > 1 {
            used.extend(names.iter().filter(|name| {
                let name = name.as_text().unwrap_or_default().trim_start_matches("::");
                words.iter().any(|words| words.contains(name))
            }));
        }
        if used.is_empty() {
            used = names;
        }
        if let Some(tree) = self.tree(to.configuration, to.data) {
            let wanted = lookup_with(tree, difference, after);
            let is_enough = |names: &[&Value]| {
                let scope = with_facts(before, after, names);
                is_same(&lookup_with(tree, difference, &scope), &wanted, &mut (String::new(), String::new()))
            };
            let single = used.iter().take(MAX_FACTS).find(|name| is_enough(&[**name]));
            if let Some(name) = single {
                return vec![name_text(name)];
            }
            // Steps do not contain expressions that fail, so facts may be missing in `used`.
            if !is_enough(&used) {
                used = different_names(before, after);
            }
        }
        used.into_iter().map(name_text).collect()
    }
}

/// Looks up the key of a difference with other facts.
fn lookup_with<'h>(tree: &'h Tree, difference: &'h Difference<'_>, scope: &'h Value) -> Outcome<'h> {
    let query = Query { resolution: difference.resolution, ..Query::new(difference.key, scope) };
    tree.hierarchy().lookup(&query)
}

/// The name of the file whose problem is the cause of an error.
fn unreadable_file(error: &LookupError) -> Option<String> {
    let label = error.cause()?.primary_label()?;
    Some(label.source.name().to_owned())
}

fn name_text(name: &Value) -> String {
    name.as_text().unwrap_or_default().to_owned()
}

/// The names that have different values in two scopes, in order.
fn different_names<'v>(before: &'v Value, after: &'v Value) -> Vec<&'v Value> {
    let (Value::Hash(old), Value::Hash(new)) = (before, after) else { return Vec::new() };
    let mut names: Vec<&Value> = old.keys().filter(|name| old.get(*name) != new.get(*name)).collect();
    names.extend(new.keys().filter(|name| !old.contains_key(*name)));
    names
}

/// The scope before with the values after of some names.
fn with_facts(before: &Value, after: &Value, names: &[&Value]) -> Value {
    let (Value::Hash(old), Value::Hash(new)) = (before, after) else { return before.clone() };
    let mut scope: Hash = old.clone();
    for name in names {
        match new.get(*name) {
            Some(value) => drop(scope.insert((*name).clone(), value.clone())),
            // Keeps the order of the other facts, which interpolating the hash would show.
            None => drop(scope.shift_remove(*name)),
        }
    }
    Value::Hash(scope)
}
