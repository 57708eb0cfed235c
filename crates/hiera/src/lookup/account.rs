//! The account of a lookup: its answer, the values that it combines, and those that it passes over and why.
//!
//! All code that shows or compares answers uses accounts, so that the results agree. Invariants: the answer is that of
//! [`Hierarchy::lookup`]; values that become sensitive are not shown, neither in contributions nor in steps.

use super::answer::Answer;
use super::error::LookupError;
use super::hierarchy::{Engine, Hierarchy};
use super::keys::Occurrence;
use super::level_files::{LevelFile, LevelMatch};
use super::origin::{FileIndex, Origin};
use super::parts::{self, AnswerPart};
use super::query::Query;
use super::trace::{Combination, Event, Step};
use super::v3::evaluator::Evaluator;
use super::v5::lookup_options::KEY as OPTIONS_KEY;
use super::v5::requests::answer_query;
use super::v5::search::Search;
use crate::store::Value;

/// What a lookup returns, and why.
#[derive(Debug)]
pub struct Account<'h> {
    /// The answer; `None` if no level has the key.
    pub answer: Result<Option<Answer<'h>>, LookupError>,
    /// The name of the strategy that combines the values, such as `first`, `priority` or `deep`; empty if the lookup
    /// fails before it is known.
    pub strategy: &'static str,
    /// The prefix of texts that remove elements of lower levels, if the strategy has a prefix.
    pub knockout_prefix: Option<String>,
    /// What `convert_to` requests: a type, or a list of a type and arguments.
    pub conversion: Option<Value>,
    /// The values that are combined into the answer, from the highest level: one, unless values are merged.
    pub contributions: Vec<Contribution>,
    /// The steps of the lookup.
    pub steps: Vec<Step>,
}

/// A value of a file that is the answer, or a part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contribution {
    /// The position of its key.
    pub origin: Origin,
    /// The level as written.
    pub level: String,
    /// The value, or the part of it that the key names, interpolated.
    pub value: Value,
}

/// A value of a file that does not contribute to an answer.
#[derive(Debug)]
pub struct Rejection<'h> {
    /// The value; sensitive if answers of its key are.
    pub occurrence: Occurrence<'h>,
    /// Why it does not contribute.
    pub reason: RejectionReason,
    /// The levels that use the file for other values of their variables, if no level uses it for the node.
    pub levels: Vec<LevelMatch>,
}

/// Why a value of a file does not contribute to an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RejectionReason {
    /// A higher level has the key.
    HigherLevel,
    /// No level of the node reads the file.
    NotRead,
    /// The file belongs to this module, whose data answers only for keys that begin with its name.
    OtherModule(String),
    /// The key is `lookup_options`, which no lookup returns.
    Options,
    /// The lookup fails.
    Failure,
    /// The value is nil, or does not have the part that the key names, or it would only count if no layer had the key.
    Unused,
}

impl RejectionReason {
    /// The reason as a sentence without its subject and its period.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            RejectionReason::HigherLevel => {
                "a level reads this file, but a higher level has the key".to_owned()
            }
            RejectionReason::NotRead => "no level of this scope reads this file".to_owned(),
            RejectionReason::OtherModule(module) => {
                format!("the data of the module {module} only answers for keys that begin with {module}::")
            }
            RejectionReason::Options => "lookups apply these options, but do not return them".to_owned(),
            RejectionReason::Failure => "a level reads this file, but the lookup fails".to_owned(),
            RejectionReason::Unused => "a level reads this file, but its value is not used".to_owned(),
        }
    }
}

impl Hierarchy {
    /// Looks up a key, with all that its answer depends on.
    #[must_use]
    pub fn account<'h>(&'h self, query: &Query<'h>) -> Account<'h> {
        let (answer, (steps, combination)) = match &self.engine {
            Engine::Ruby(backends) => {
                let mut evaluator = Evaluator::new(&self.data, backends, query.scope, true);
                let answer = evaluator.answer_query(query);
                (answer, evaluator.into_trace(query.resolution))
            }
            Engine::Puppet(layers) => {
                let mut search = Search::new(&self.data, layers, query.scope, true);
                (answer_query(&mut search, query), search.into_trace())
            }
        };
        let mut contributions = match &answer {
            Ok(Some(_)) => contributions(&steps, &combination),
            _ => Vec::new(),
        };
        // Some of the merged values may not contain the part that the key selects.
        contributions.retain_mut(|one| match self.part_at(query.key, std::mem::take(&mut one.value)) {
            Some(part) => {
                one.value = part;
                true
            }
            None => false,
        });
        let Combination { strategy, knockout_prefix, conversion, .. } = combination;
        Account { answer, strategy, knockout_prefix, conversion, contributions, steps }
    }

    /// The positions of the values that are combined into an answer, from the highest level.
    #[must_use]
    pub fn origins(&self, query: &Query<'_>) -> Vec<Origin> {
        self.account(query).contributions.iter().map(|contribution| contribution.origin).collect()
    }

    /// The values of all files at the key of a query that do not contribute to its answer, in the order of the files.
    #[must_use]
    pub fn rejections<'h>(&'h self, query: &Query<'_>, account: &Account<'h>) -> Vec<Rejection<'h>> {
        self.rejections_among(
            self.occurrences_at(query.key).into_iter(),
            query,
            account,
            &self.reached(query),
        )
    }

    /// As [`rejections`](Self::rejections), for some values; `reached` are the levels for the scope of the query.
    #[must_use]
    pub fn rejections_among<'h>(
        &'h self,
        occurrences: impl Iterator<Item = Occurrence<'h>>,
        query: &Query<'_>,
        account: &Account<'h>,
        reached: &[LevelFile],
    ) -> Vec<Rejection<'h>> {
        let is_rejected = |occurrence: &Occurrence<'_>| {
            !account.contributions.iter().any(|contribution| contribution.origin == occurrence.origin)
        };
        let rejected: Vec<Occurrence<'_>> = occurrences.filter(is_rejected).collect();
        if rejected.is_empty() {
            return Vec::new();
        }
        let root = self.root_key(query.key);
        let layers = self.layers().map(|layers| layers.searched_for(&root));
        let reject = |occurrence: Occurrence<'h>| {
            let file = occurrence.origin.file;
            let mut readers = reached.iter().filter(|reached| reached.file == Some(file)).peekable();
            let first = readers.peek().map(|reached| reached.backend.clone());
            let is_searched =
                readers.any(|reached| layers.as_ref().is_none_or(|layers| layers.contains(&reached.backend)));
            // The first reason that applies: the module of a file that is not read does not matter, and so on.
            let reason = match (first, &account.answer) {
                (None, _) => RejectionReason::NotRead,
                (Some(_), _) if layers.is_some() && root == OPTIONS_KEY => RejectionReason::Options,
                (Some(layer), _) if !is_searched => {
                    // The layer of a module has this word before its name.
                    RejectionReason::OtherModule(layer.trim_start_matches("module ").to_owned())
                }
                (_, Err(_)) => RejectionReason::Failure,
                (_, Ok(None)) => RejectionReason::Unused,
                (_, Ok(Some(_))) if account.has_found(file) => RejectionReason::Unused,
                (_, Ok(Some(_))) => RejectionReason::HigherLevel,
            };
            let levels = match reason {
                RejectionReason::NotRead => self.level_matches(file),
                _ => Vec::new(),
            };
            Rejection { occurrence: self.without_secrets(&root, occurrence), reason, levels }
        };
        rejected.into_iter().map(reject).collect()
    }
}

impl Account<'_> {
    /// Where each part of a merged answer comes from; empty unless several values are merged.
    #[must_use]
    pub fn parts(&self) -> Vec<AnswerPart> {
        match &self.answer {
            Ok(Some(answer)) if self.contributions.len() > 1 => {
                let values: Vec<&Value> = self.contributions.iter().map(|one| &one.value).collect();
                parts::parts(&answer.to_value(), &values)
            }
            _ => Vec::new(),
        }
    }

    /// Whether the lookup of the key itself, not one that is nested in it, found a value in a file.
    fn has_found(&self, file: FileIndex) -> bool {
        let is_found = |step: &Step| {
            step.depth == 0 && matches!(step.event, Event::Found { file: found, .. } if found == file)
        };
        self.steps.iter().any(is_found)
    }
}

/// The values that a lookup with an answer found and used.
fn contributions(steps: &[Step], combination: &Combination) -> Vec<Contribution> {
    // Steps before the start gave no answer: a default hierarchy is only searched after the layers.
    let found = steps.get(combination.start..).unwrap_or_default().iter().filter(|step| step.depth == 0);
    let contribution = |step: &Step| match &step.event {
        Event::Found { level, file, place, value, .. } => Some(Contribution {
            origin: Origin { file: *file, place: *place },
            level: level.clone(),
            value: value.clone(),
        }),
        _ => None,
    };
    let mut all: Vec<Contribution> = found.filter_map(contribution).collect();
    if !combination.merges {
        // Only the last value counts: the others do not contain the part that the key selects, or are nil.
        all.drain(..all.len().saturating_sub(1));
    }
    all
}
