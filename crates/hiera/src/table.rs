//! The answers of all keys for many nodes as a table: for each key its distinct answers, and for each group of nodes
//! the number of its answer.
//!
//! Groups that must get the same answer for a key share one lookup. Invariants: every answer is that of a lookup, and
//! no text of an answer shows a secret; keys come in alphabetical order. Only some keys are processed at a time, so
//! memory does not grow with their number. This module does not know how a table is written, nor where facts come from.

use crate::lookup::{
    Account, Encrypted, Hierarchy, OPTIONS_KEY, Query, answer_json, hide_encrypted, hide_parts, quoted_key,
    value_json,
};
use crate::store::Value;
use crate::survey::{Grouping, NodeGroups, members};
use indexmap::IndexSet;
use modelwright_metamodel::threads::in_parts;
use rustc_hash::FxBuildHasher;

/// The maximum number of answers in memory at a time, for as many keys as fit, but at least one.
const MAX_ANSWERS: usize = 1 << 20;

/// The largest number of keys that are looked up at a time.
const MAX_KEYS: usize = 512;

/// What a group without an answer has instead of the number of an answer.
pub const NO_ANSWER: u32 = u32::MAX;

/// What a lookup returns, and where the value comes from.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TableAnswer {
    /// The value in JSON, or the message of a lookup that fails.
    pub outcome: Result<String, String>,
    /// The file of the value, or of the highest one of several values that are merged; empty if it is not known.
    pub file: String,
    /// The line of the key in this file, from 1; 0 if it is not known.
    pub line: u32,
}

/// The answers of a key.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KeyAnswers {
    /// The key, as it is in data files.
    pub key: String,
    /// The distinct answers.
    pub answers: Vec<TableAnswer>,
    /// For each group, the number of its answer, or [`NO_ANSWER`].
    pub of_group: Vec<u32>,
}

/// Distinct answers, each with its number.
#[derive(Debug, Default)]
pub struct AnswerNumbers {
    answers: IndexSet<TableAnswer, FxBuildHasher>,
}

impl AnswerNumbers {
    /// The number of an answer. An answer that is new gets the next number; no answer has the number [`NO_ANSWER`].
    pub fn number(&mut self, answer: Option<TableAnswer>) -> u32 {
        let Some(answer) = answer else { return NO_ANSWER };
        let (number, _) = self.answers.insert_full(answer);
        u32::try_from(number).unwrap_or(NO_ANSWER)
    }

    /// The answer with a number; `None` for [`NO_ANSWER`].
    #[must_use]
    pub fn answer(&self, number: u32) -> Option<&TableAnswer> {
        self.answers.get_index(number as usize)
    }

    /// The distinct answers, in the order of their numbers.
    #[must_use]
    pub fn into_answers(self) -> Vec<TableAnswer> {
        self.answers.into_iter().collect()
    }
}

/// The number of keys to look up at a time for a number of groups.
#[must_use]
pub fn keys_at_a_time(groups: usize) -> usize {
    (MAX_ANSWERS / groups.max(1)).clamp(1, MAX_KEYS)
}

/// Looks up all keys of a tree for all groups, and passes the answers of each key to `write`.
///
/// # Errors
/// The first error of `write`.
pub fn answer_keys<E>(
    groups: &NodeGroups<'_>,
    mut write: impl FnMut(&KeyAnswers) -> Result<(), E>,
) -> Result<(), E> {
    let hierarchy = groups.hierarchy();
    let keys = hierarchy.keys().into_iter();
    // `lookup_options` contains options; no lookup returns it.
    let keys: Vec<&str> = keys.filter(|key| !(hierarchy.has_layers() && *key == OPTIONS_KEY)).collect();
    for block in keys.chunks(keys_at_a_time(groups.scopes().len())) {
        let parts = in_parts(block, |part| {
            let mut grouping = groups.grouping();
            part.iter().map(|key| key_answers(groups, &mut grouping, key)).collect::<Vec<_>>()
        });
        parts.iter().flatten().try_for_each(&mut write)?;
    }
    Ok(())
}

/// The distinct answers of a key, and the number of the answer of each group.
fn key_answers(groups: &NodeGroups<'_>, grouping: &mut Grouping<'_>, key: &str) -> KeyAnswers {
    let hierarchy = groups.hierarchy();
    // The key is quoted, because a dot in its name must not select a part of a value.
    let quoted = quoted_key(key);
    let mut numbers = AnswerNumbers::default();
    // Groups that must get the same answer for this key form a set, for which the key is looked up once.
    let set_numbers = grouping.group_numbers(key);
    let answers_of_sets: Vec<u32> = members(set_numbers.iter().copied())
        .iter()
        .map(|set| {
            let first = set.first().and_then(|first| groups.scopes().get(*first));
            numbers.number(first.and_then(|scope| table_answer(hierarchy, &Query::new(&quoted, scope))))
        })
        .collect();
    let of_group = set_numbers.iter().map(|set| answers_of_sets[*set as usize]).collect();
    KeyAnswers { key: key.to_owned(), answers: numbers.into_answers(), of_group }
}

/// The answer of a lookup, as a table shows it; `None` if no level has the key.
#[must_use]
pub fn table_answer(hierarchy: &Hierarchy, query: &Query<'_>) -> Option<TableAnswer> {
    let account = hierarchy.account(query);
    let shows_encrypted = matches!(hierarchy.encrypted(), Encrypted::Kept);
    let (file, line) = answer_place(hierarchy, &account)?;
    let outcome = match &account.answer {
        Ok(answer) => {
            let answer = answer.as_ref()?;
            let mut json = String::new();
            answer_json(answer, &mut json);
            Ok(if shows_encrypted { json } else { hide_in_json(json, || answer.to_value()) })
        }
        Err(error) => {
            let message = error.message().to_owned();
            Err(if shows_encrypted { message } else { hide_in_message(message) })
        }
    };
    Some(TableAnswer { outcome, file, line })
}

/// The file and the line of an answer, or of the error if the lookup fails, as in [`TableAnswer`]; `None` if no level
/// has the key.
#[must_use]
pub fn answer_place(hierarchy: &Hierarchy, account: &Account<'_>) -> Option<(String, u32)> {
    let origin = match &account.answer {
        Ok(None) => return None,
        Ok(Some(_)) => account.contributions.first().map(|contribution| contribution.origin),
        Err(error) => error.origin(),
    };
    Some(origin.map_or_else(Default::default, |origin| {
        (hierarchy.file_name(origin.file).to_owned(), origin.place.line)
    }))
}

/// All encrypted texts contain this; other texts need not be copied.
const ENCRYPTED: &str = "ENC[";

/// The JSON of a value, without the encrypted parts of its texts.
#[must_use]
pub fn hide_in_json(mut json: String, value: impl FnOnce() -> Value) -> String {
    if json.contains(ENCRYPTED) {
        json.clear();
        value_json(&hide_encrypted(value()), &mut json);
    }
    json
}

/// A message without the encrypted parts that it quotes.
#[must_use]
pub fn hide_in_message(message: String) -> String {
    if message.contains(ENCRYPTED) { hide_parts(&message) } else { message }
}
