//! The answers that differ, with the reason for each answer.

use super::is_upgrade;
use crate::answers::{Outcome, failure_message, is_same};
use crate::lookup::{Answer, Hierarchy, Origin, Query, answer_json, to_json};
use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

/// The number of differences whose reasons are recorded; further ones are only counted.
const MAX_RECORDED: u64 = 1_000;

/// Lookups of a key with different answers, which have the same reasons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The key.
    pub key: String,
    /// The resolution: `priority`, `array` or `hash`.
    pub resolution: &'static str,
    /// The answer of the tree, and the reason for this answer.
    pub tree: String,
    /// The answer of the model, and the reason for this answer.
    pub model: String,
    /// Whether the model is in fact an environment of version 5.
    pub is_environment: bool,
    /// The position of the value in the tree; if several values are merged, that of the highest one.
    pub origin: Option<Origin>,
    /// The names of the nodes, or the variables of generated scopes.
    pub scopes: Vec<String>,
}

/// The maximum number of scopes that a text names.
const MAX_NAMED_SCOPES: usize = 3;

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { key, resolution, tree, model, scopes, .. } = self;
        let key = if key.is_empty() { "(the empty key)" } else { key };
        let noun = if scopes.len() == 1 { "scope" } else { "scopes" };
        let named: Vec<&str> = scopes.iter().take(MAX_NAMED_SCOPES).map(String::as_str).collect();
        write!(f, "{key} ({resolution}): {} {noun}: {}", scopes.len(), named.join(", "))?;
        if scopes.len() > MAX_NAMED_SCOPES {
            write!(f, " and {} more", scopes.len() - MAX_NAMED_SCOPES)?;
        }
        // Both labels have the length of `tree  `, so that the answers are aligned.
        let label = if self.is_environment { "Puppet" } else { "model " };
        write!(f, "\n  tree   {tree}\n  {label} {model}")
    }
}

/// Whether Puppet's answer counts as that of Ruby: an equal value with equal types and order. Nil is equal to no
/// answer, because Ruby does not distinguish the two. If Ruby fails, any answer of Puppet counts.
pub(super) fn is_answer_kept(answers: &(Outcome<'_>, Outcome<'_>), buffers: &mut (String, String)) -> bool {
    match answers {
        // If Ruby fails, Puppet may answer, because it rejects fewer texts and resolutions.
        (Err(_), _) => true,
        (Ok(ruby), Ok(puppet)) if is_nothing(ruby) && is_nothing(puppet) => true,
        (ruby, puppet) => is_same(ruby, puppet, buffers),
    }
}

/// Whether there is no answer, or the answer is nil.
fn is_nothing(answer: &Option<Answer<'_>>) -> bool {
    answer.as_ref().is_none_or(Answer::is_nil)
}

/// Whether the answer of a model is that of its tree. Errors must have the same message, except for recursions: Ruby's
/// message lists all interpolations of the recursion, and the text form of bindings has no interpolation for
/// `%{literal('a')}`.
pub(super) fn is_equal(answers: &(Outcome<'_>, Outcome<'_>), buffers: &mut (String, String)) -> bool {
    match answers {
        (Err(tree), Err(model)) if tree.is_recursion() => model.is_recursion(),
        (tree, model) => is_same(tree, model, buffers),
    }
}

/// The position and the scopes of a difference.
#[derive(Debug)]
struct DifferenceLocation {
    /// The position of the value that differs.
    origin: Option<Origin>,
    is_environment: bool,
    /// The names of the nodes, or the variables of the generated scopes.
    scopes: Vec<String>,
}

/// The differences found so far.
#[derive(Debug, Default)]
pub(super) struct Differences {
    count: u64,
    /// For each difference, its key, resolution and both reasons; and where it occurs.
    recorded: BTreeMap<(String, &'static str, String, String), DifferenceLocation>,
}

impl Differences {
    /// Counts a difference, and records it with its reasons unless there are too many.
    pub(super) fn add(
        &mut self,
        (tree, model): (&Hierarchy, &Hierarchy),
        (query, model_query): (&Query<'_>, &Query<'_>),
        scope_name: Option<&str>,
        answers: &(Outcome<'_>, Outcome<'_>),
    ) {
        self.count += 1;
        // The reasons are found with further lookups, so they are recorded only for the first differences.
        if self.count > MAX_RECORDED {
            return;
        }
        // A generated scope has no name, so its variables are used instead.
        let scope = scope_name.map_or_else(|| to_json(query.scope), str::to_owned);
        let (tree_answer, model_answer) = answers;
        let tree_reason = reason(tree, query, tree_answer);
        let model_reason = reason(model, model_query, model_answer);
        let difference = (query.key.to_owned(), query.resolution.name(), tree_reason, model_reason);
        let recorded = self.recorded.entry(difference).or_insert_with(|| DifferenceLocation {
            origin: tree.origins(query).first().copied(),
            is_environment: is_upgrade(tree, model),
            scopes: Vec::new(),
        });
        recorded.scopes.push(scope);
    }

    /// Adds the outcome of other lookups.
    pub(super) fn append(&mut self, other: Self) {
        self.count += other.count;
        for (difference, DifferenceLocation { origin, is_environment, scopes }) in other.recorded {
            let empty = DifferenceLocation { origin, is_environment, scopes: Vec::new() };
            self.recorded.entry(difference).or_insert(empty).scopes.extend(scopes);
        }
    }

    /// The number of lookups with different answers, and the recorded differences.
    pub(super) fn finish(self) -> (u64, Vec<Difference>) {
        let differences = self.recorded.into_iter().map(|((key, resolution, tree, model), recorded)| {
            let DifferenceLocation { origin, is_environment, scopes } = recorded;
            Difference { key, resolution, tree, model, is_environment, origin, scopes }
        });
        (self.count, differences.collect())
    }
}

/// The answer and where it comes from, as a text.
fn reason(hierarchy: &Hierarchy, query: &Query<'_>, outcome: &Outcome<'_>) -> String {
    let place = |origin: &Origin| {
        let name = hierarchy.relative_name(origin.file);
        format!("{name}:{}:{}", origin.place.line, origin.place.column)
    };
    let mut out = String::new();
    match outcome {
        Ok(Some(answer)) => {
            answer_json(answer, &mut out);
            let origins: Vec<String> = hierarchy.origins(query).iter().map(place).collect();
            let _ = write!(out, "   {}", origins.join(", "));
        }
        Ok(None) => {
            let reached = hierarchy.reached_levels(query);
            let files: Vec<&str> = reached
                .iter()
                .filter_map(|reached| reached.file.map(|file| hierarchy.relative_name(file)))
                .collect();
            let files = if files.is_empty() { "no file".to_owned() } else { files.join(", ") };
            let _ = write!(out, "no value   searched {files}");
        }
        Err(error) => {
            let _ = write!(out, "error: {}", failure_message(error));
            if let Some(origin) = error.origin() {
                let _ = write!(out, "   {}", place(&origin));
            }
        }
    }
    out
}
