//! The table of the answers of many nodes, and each of them looked up one by one.

use modelwright::bindings::inject::Injector;
use modelwright::bindings::query::Catalogs;
use modelwright::bindings::table::{Compositions, SiteGroups, Table, TableNode, answer_keys};
use modelwright::bindings::values::write_json;
use modelwright::hiera::table::KeyAnswers;
use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::rc::Rc;
use std::sync::Arc;

/// The value in JSON, or the message; `None` if the key has no value.
pub(crate) type Outcome = Option<Result<String, String>>;

/// The outcome of each key for each node. Equal ones of neighbours are shared.
type Outcomes = BTreeMap<String, Vec<Rc<Outcome>>>;

/// The table of some nodes, and what lookups answer.
pub(crate) struct AnsweredNodes {
    table: Table,
    /// The answers of the table for each node.
    answers: Outcomes,
    lookups: Outcomes,
    groups: usize,
}

impl AnsweredNodes {
    /// Some nodes with their groups and the answers of these; `lookup` looks keys up for the node with a number, also
    /// those that only another table has.
    pub(crate) fn new(
        group_of: &[u32],
        keys: &[KeyAnswers],
        others: &[String],
        mut lookup: impl FnMut(usize, &[&str]) -> Vec<Outcome>,
    ) -> Result<Self, String> {
        let mut table = Table::default();
        for (at, group) in group_of.iter().enumerate() {
            table.add_node(name(at), *group)?;
        }
        let mut answers = Outcomes::new();
        for of_key in keys {
            let of_group: Vec<_> =
                of_key.of_group.iter().map(|number| of_key.answers.get(*number as usize)).collect();
            for (group, answer) in (0..).zip(&of_group) {
                if let Some(answer) = answer {
                    table.add_answer(of_key.key.clone(), group, (*answer).clone())?;
                }
            }
            let outcomes: Vec<Rc<Outcome>> =
                of_group.iter().map(|answer| Rc::new(answer.map(|answer| answer.outcome.clone()))).collect();
            let of_nodes = group_of.iter().map(|group| Rc::clone(&outcomes[*group as usize]));
            answers.insert(of_key.key.clone(), of_nodes.collect());
        }
        let no_value = Rc::new(None);
        for other in others {
            answers
                .entry(other.clone())
                .or_insert_with(|| group_of.iter().map(|_| Rc::clone(&no_value)).collect());
        }
        let names: Vec<&str> = answers.keys().map(String::as_str).collect();
        // A table has no key that no file has, even if a file that cannot be read makes the lookups of all keys fail.
        let is_own: Vec<bool> =
            names.iter().map(|name| keys.iter().any(|of_key| of_key.key == **name)).collect();
        let mut lookups: Vec<Vec<Rc<Outcome>>> = names.iter().map(|_| Vec::new()).collect();
        for at in 0..group_of.len() {
            for ((of_key, is_own), found) in lookups.iter_mut().zip(&is_own).zip(lookup(at, &names)) {
                let found = found.filter(|found| *is_own || found.is_ok());
                let shared = of_key.last().filter(|last| ***last == found).cloned();
                of_key.push(shared.unwrap_or_else(|| Rc::new(found)));
            }
        }
        let lookups = names.iter().map(|name| (*name).to_owned()).zip(lookups).collect();
        let groups = group_of.iter().max().map_or(0, |last| *last as usize + 1);
        Ok(Self { table, answers, lookups, groups })
    }

    /// Nodes of a site of bindings.
    pub(crate) fn of_site(
        nodes: &[TableNode],
        catalogs: Option<&Arc<Catalogs>>,
        others: &[String],
    ) -> Result<Self, String> {
        let compositions = Compositions::default();
        let mut groups = SiteGroups::new(&compositions);
        let group_of: Vec<u32> = nodes.iter().map(|node| groups.add(node.clone())).collect();
        let mut keys: Vec<KeyAnswers> = Vec::new();
        let Ok(()) = answer_keys(groups.first_nodes(), catalogs, true, |answers| {
            keys.push(answers.clone());
            Ok::<(), Infallible>(())
        });
        Self::new(&group_of, &keys, others, |at, names| {
            let (mut injector, _) = Injector::with_problems(&nodes[at].0, &nodes[at].1);
            if let Some(catalogs) = catalogs {
                injector = injector.with_catalogs(Arc::clone(catalogs));
            }
            names.iter().map(|key| outcome(&injector, key)).collect()
        })
    }

    /// The number of groups.
    pub(crate) fn groups(&self) -> usize {
        self.groups
    }

    /// The names of the keys.
    pub(crate) fn keys(&self) -> Vec<String> {
        self.answers.keys().cloned().collect()
    }

    /// The number of nodes; 0 if there is no key.
    pub(crate) fn nodes(&self) -> usize {
        self.answers.values().next().map_or(0, Vec::len)
    }

    /// The numbers of nodes, groups and keys, as a text.
    pub(crate) fn size(&self) -> String {
        format!("{} nodes in {} groups, {} keys", self.nodes(), self.groups(), self.answers.len())
    }

    /// The first difference between the table and the lookups of each key.
    pub(crate) fn differences(&self) -> impl Iterator<Item = (&str, Option<String>)> {
        self.answers.iter().zip(self.lookups.values()).map(|((key, answers), lookups)| {
            let different =
                answers.iter().zip(lookups).enumerate().find(|(_, (answer, found))| answer != found);
            let text = different.map(|(at, (answer, found))| {
                format!("{}: the table has {answer:?}, the lookup returns {found:?}", name(at))
            });
            (key.as_str(), text)
        })
    }

    /// Compares the changes between two tables with those between the lookups; returns their number.
    pub(crate) fn compare_changes(&self, after: &Self) -> Result<usize, String> {
        let changes = self.table.differences(&after.table).changes.into_iter();
        let found: BTreeSet<(String, String)> = changes
            .flat_map(|change| change.nodes.into_iter().map(move |node| (change.key.clone(), node)))
            .collect();
        let keys: BTreeSet<&String> = self.lookups.keys().chain(after.lookups.keys()).collect();
        let mut expected: BTreeSet<(String, String)> = BTreeSet::new();
        let no_value = Rc::new(None);
        for key in keys {
            let (old, new) = (self.lookups.get(key), after.lookups.get(key));
            for at in 0..old.or(new).map_or(0, Vec::len) {
                let [old, new] = [old, new].map(|side| side.map_or(&no_value, |outcomes| &outcomes[at]));
                if old != new {
                    expected.insert((key.clone(), name(at)));
                }
            }
        }
        match found.symmetric_difference(&expected).next() {
            None => Ok(found.len()),
            Some(one) if found.contains(one) => Err(format!("{one:?} changes only in the table")),
            Some(one) => Err(format!("{one:?} changes only in lookups")),
        }
    }
}

fn name(at: usize) -> String {
    format!("node{at:05}")
}

fn outcome(injector: &Injector, key: &str) -> Outcome {
    let value = injector.lookup(None, key).map_err(|problem| problem.message).transpose()?;
    Some(value.map(|value| {
        let mut json = String::new();
        write_json(&value, &mut json);
        json
    }))
}
