//! The answers of all keys of a site for many nodes as a table, as [`hiera::table`](crate::hiera::table) describes it.
//!
//! Invariant: every answer comes from the injector of a node of the group.

mod compare;
mod groups;

pub use compare::{Table, TableDifferences};
pub use groups::{Compositions, SiteGroups};

use crate::compose::{Chain, Composition, Step};
use crate::hiera::lookup::{Query, value_json};
use crate::hiera::table::{
    AnswerNumbers, KeyAnswers, NO_ANSWER, TableAnswer, answer_place, hide_in_json, hide_in_message,
    keys_at_a_time,
};
use crate::inject::{Facts, Injector};
use crate::names::{self, CLASSES};
use crate::query::Catalogs;
use crate::store::from_evaluated;
use modelwright_metamodel::diagnostic::Diagnostics;
use modelwright_metamodel::threads::in_parts;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A node: the bindings of its environment, and its variables.
pub type TableNode = (Arc<Composition>, Arc<Facts>);

/// Looks up all keys for one node of each group, and passes the answers of each key to `write`, in alphabetical order.
///
/// Unless `shows_encrypted` is set, encrypted parts of texts are hidden, even those that a binding contains.
///
/// # Errors
/// The first error of `write`.
pub fn answer_keys<E>(
    groups: &[TableNode],
    catalogs: Option<&Arc<Catalogs>>,
    shows_encrypted: bool,
    mut write: impl FnMut(&KeyAnswers) -> Result<(), E>,
) -> Result<(), E> {
    let mut compositions: Vec<&Arc<Composition>> = Vec::new();
    for (composition, _) in groups {
        if !compositions.iter().any(|other| Arc::ptr_eq(other, composition)) {
            compositions.push(composition);
        }
    }
    let keys = compositions.iter().flat_map(|composition| composition.key_texts());
    // The list of classes is computed and not bound.
    let keys: BTreeSet<String> = keys.chain([CLASSES.to_owned()]).collect();
    let keys: Vec<String> = keys.into_iter().collect();
    for block in keys.chunks(keys_at_a_time(groups.len())) {
        let parts = in_parts(groups, |part| answers_of_groups(part, catalogs, block, shows_encrypted));
        for (index, key) in block.iter().enumerate() {
            let mut numbers = AnswerNumbers::default();
            let mut numbers_of_groups = Vec::with_capacity(groups.len());
            // Each part numbers its answers, and the numbers of the entire table replace these.
            for (answers, numbers_of_part) in parts.iter().map(|part| &part[index]) {
                let new_numbers: Vec<u32> =
                    answers.iter().map(|answer| numbers.number(Some(answer.clone()))).collect();
                // The number for a group without an answer is greater than the numbers of all answers.
                numbers_of_groups.extend(
                    numbers_of_part
                        .iter()
                        .map(|number| new_numbers.get(*number as usize).copied().unwrap_or(NO_ANSWER)),
                );
            }
            let (key, answers) = (key.clone(), numbers.into_answers());
            write(&KeyAnswers { key, answers, of_group: numbers_of_groups })?;
        }
    }
    Ok(())
}

/// The problems of files in Hiera trees that cannot be read, whose keys are missing from a table.
#[must_use]
pub fn unreadable_files(composition: &Composition) -> Diagnostics {
    let trees = composition.layers.iter().filter_map(|layer| layer.tree.as_ref());
    let mut problems = Diagnostics::new();
    let consequence = "fail";
    problems.extend(trees.flat_map(|tree| tree.unreadable_files(consequence)).map(|(_, problem)| problem));
    problems
}

/// For each key, the distinct answers of the given groups, and the number of the answer of each group.
fn answers_of_groups(
    groups: &[TableNode],
    catalogs: Option<&Arc<Catalogs>>,
    keys: &[String],
    shows_encrypted: bool,
) -> Vec<(Vec<TableAnswer>, Vec<u32>)> {
    let mut answers_of_keys: Vec<(AnswerNumbers, Vec<u32>)> =
        keys.iter().map(|_| Default::default()).collect();
    for (composition, facts) in groups {
        let (mut injector, _) = Injector::with_problems(composition, facts);
        if let Some(catalogs) = catalogs {
            injector = injector.with_catalogs(Arc::clone(catalogs));
        }
        for (key, (numbers, numbers_of_groups)) in keys.iter().zip(&mut answers_of_keys) {
            numbers_of_groups.push(numbers.number(table_answer(&injector, key, shows_encrypted)));
        }
    }
    answers_of_keys
        .into_iter()
        .map(|(numbers, numbers_of_groups)| (numbers.into_answers(), numbers_of_groups))
        .collect()
}

/// The answer of a lookup, as a table shows it; `None` if the key is not bound.
#[must_use]
pub fn table_answer(injector: &Injector, key: &str, shows_encrypted: bool) -> Option<TableAnswer> {
    let outcome = match injector.lookup(None, key) {
        Ok(None) => return None,
        Ok(Some(value)) => {
            let value = from_evaluated(&value);
            let mut json = String::new();
            value_json(&value, &mut json);
            Ok(if shows_encrypted { json } else { hide_in_json(json, || value) })
        }
        Err(problem) if shows_encrypted => Err(problem.message),
        Err(problem) => Err(hide_in_message(problem.message)),
    };
    let (file, line) = place(injector, key).unwrap_or_default();
    Some(TableAnswer { outcome, file, line })
}

/// The file and the line of the binding, or of the value in a tree, that is the answer.
fn place(injector: &Injector, name: &str) -> Option<(String, u32)> {
    let composition = injector.composition();
    let key = composition.key_of_text(name);
    let binding = key.and_then(|key| {
        Chain::new(composition, key, injector.active()).find_map(|step| match step {
            Step::Binding(entry) => {
                // If the binding is optional and has no value, the lookup continues below it.
                let is_passed =
                    composition.is_optional(entry) && matches!(injector.value_of(entry), Ok(None));
                (!is_passed).then_some(entry)
            }
            _ => None,
        })
    });
    if composition.has_trees {
        // The bindings of a layer take precedence over its tree.
        let layer_count_above = binding.map_or(composition.layers.len(), |entry| entry.layer.into());
        let canonical = names::canonical(name);
        let query = Query::new(&canonical, injector.scope());
        let mut trees =
            composition.layers[..layer_count_above].iter().filter_map(|layer| layer.tree.as_ref());
        if let Some(place) = trees.find_map(|tree| answer_place(tree, &tree.account(&query))) {
            return Some(place);
        }
    }
    let place = composition.binding(binding?).place;
    Some((composition.sources.file(place).to_owned(), place.line))
}
