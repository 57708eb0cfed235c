//! The account of a lookup: its answer, the values from which it is computed, and the values that were not used, with
//! the reasons.
//!
//! All code that shows or compares answers uses accounts, so that its results agree. Invariants: the answer is that of
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
    /// The prefix of texts that remove elements of lower levels, if the merge strategy has one.
    pub knockout_prefix: Option<String>,
    /// What `convert_to` requests: a type, or a list of a type and arguments.
    pub conversion: Option<Value>,
    /// The values that are combined into the answer, from the highest level. There is only one unless values are
    /// merged.
    pub contributions: Vec<Contribution>,
    /// The steps of the lookup.
    pub steps: Vec<Step>,
    /// The names of variables that texts and paths read, and that do not exist; always empty before version 4.
    pub missing: Vec<String>,
}

/// A value of a file that is the answer, or a part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contribution {
    /// The position of the key in the file.
    pub origin: Origin,
    /// The level as it is written in the configuration.
    pub level: String,
    /// The interpolated value, or the part of it that the key selects.
    pub value: Value,
}

/// A value of a file that does not contribute to an answer.
#[derive(Debug)]
pub struct Rejection<'h> {
    /// The value; it is sensitive if the answers of its key are.
    pub occurrence: Occurrence<'h>,
    /// Why the value does not contribute.
    pub reason: RejectionReason,
    /// If no level uses the file for this node: the levels that use it for other values of their variables.
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
    /// The value is nil, or does not have the part that the key selects, or belongs to a default hierarchy that was not
    /// needed.
    Unused,
}

impl RejectionReason {
    /// The reason as a sentence without its subject and its period, such as "a higher level has the key".
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
            RejectionReason::Options => "lookups apply these options and do not return them".to_owned(),
            RejectionReason::Failure => "a level reads this file, but the lookup fails".to_owned(),
            RejectionReason::Unused => "a level reads this file, but its value is not used".to_owned(),
        }
    }
}

impl Hierarchy {
    /// Looks up a key, and collects everything on which the answer depends.
    #[must_use]
    pub fn account<'h>(&'h self, query: &Query<'h>) -> Account<'h> {
        let (answer, (steps, combination, missing)) = match &self.engine {
            Engine::Ruby(backends) => {
                let mut evaluator = Evaluator::new(&self.data, backends, query.scope).with_steps();
                let answer = evaluator.answer_query(query);
                let (steps, combination) = evaluator.into_trace(query.resolution);
                // Before version 4, it is not known which variables are missing.
                let missing = Vec::new();
                (answer, (steps, combination, missing))
            }
            Engine::Puppet(layers) => {
                let mut search = Search::new(&self.data, layers, query.scope).with_steps().with_missing();
                (answer_query(&mut search, query), search.into_trace())
            }
        };
        let mut contributions = match &answer {
            Ok(Some(_)) => contributions(&steps, &combination),
            _ => Vec::new(),
        };
        // A merged value contributes only if it contains the part that the key selects.
        contributions.retain_mut(|contribution| {
            match self.part_at(query.key, std::mem::take(&mut contribution.value)) {
                Some(part) => {
                    contribution.value = part;
                    true
                }
                None => false,
            }
        });
        let Combination { strategy, knockout_prefix, conversion, .. } = combination;
        Account { answer, strategy, knockout_prefix, conversion, contributions, steps, missing }
    }

    /// The positions of the values that are combined into an answer, from the highest level.
    #[must_use]
    pub fn origins(&self, query: &Query<'_>) -> Vec<Origin> {
        self.account(query).contributions.iter().map(|contribution| contribution.origin).collect()
    }

    /// The values of the key of a query, in all files, that do not contribute to its answer, in the order of the files.
    #[must_use]
    pub fn rejections<'h>(&'h self, query: &Query<'_>, account: &Account<'h>) -> Vec<Rejection<'h>> {
        self.rejections_among(
            self.occurrences_at(query.key).into_iter(),
            query,
            account,
            &self.reached_levels(query),
        )
    }

    /// The values of the query's key that do not contribute to its answer, each with the reason. `occurrences` are the
    /// values to examine, and `reached` the levels for the scope of the query.
    #[must_use]
    pub fn rejections_among<'h>(
        &'h self,
        occurrences: impl Iterator<Item = Occurrence<'h>>,
        query: &Query<'_>,
        account: &Account<'h>,
        reached: &[LevelFile],
    ) -> Vec<Rejection<'h>> {
        let rejected: Vec<Occurrence<'_>> = occurrences
            .filter(|occurrence| {
                !account.contributions.iter().any(|contribution| contribution.origin == occurrence.origin)
            })
            .collect();
        if rejected.is_empty() {
            return Vec::new();
        }
        let root = self.root_key(query.key);
        let layers = self.layers().map(|layers| layers.searched_layers(&root));
        let reject = |occurrence: Occurrence<'h>| {
            let file = occurrence.origin.file;
            let mut layers_with_file =
                reached.iter().filter(|reached| reached.file == Some(file)).map(|reached| &reached.backend);
            let first_layer = layers_with_file.clone().next();
            let is_searched =
                layers_with_file.any(|layer| layers.as_ref().is_none_or(|layers| layers.contains(layer)));
            // The first reason that applies is given: for example, if a file is not read, its module does not matter.
            let reason = match (first_layer, &account.answer) {
                (None, _) => RejectionReason::NotRead,
                (Some(_), _) if layers.is_some() && root == OPTIONS_KEY => RejectionReason::Options,
                (Some(layer), _) if !is_searched => {
                    // The name of the layer is "module " and the name of the module.
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
    /// The origin of each part of a merged answer; empty unless several values are merged.
    #[must_use]
    pub fn parts(&self) -> Vec<AnswerPart> {
        match &self.answer {
            Ok(Some(answer)) if self.contributions.len() > 1 => {
                let values: Vec<&Value> =
                    self.contributions.iter().map(|contribution| &contribution.value).collect();
                parts::parts(&answer.to_value(), &values)
            }
            _ => Vec::new(),
        }
    }

    /// Whether the lookup of the key itself found a value in a file; nested lookups do not count.
    fn has_found(&self, file: FileIndex) -> bool {
        self.steps.iter().any(|step| {
            step.depth == 0 && matches!(step.event, Event::Found { file: found, .. } if found == file)
        })
    }
}

/// The values that a successful lookup found and used.
fn contributions(steps: &[Step], combination: &Combination) -> Vec<Contribution> {
    // The steps before `start` gave no answer: the default hierarchy is searched only after all layers.
    let found = steps.get(combination.start..).unwrap_or_default().iter().filter(|step| step.depth == 0);
    let mut contributions: Vec<Contribution> = found
        .filter_map(|step| match &step.event {
            Event::Found { location_text, file, place, value, .. } => Some(Contribution {
                origin: Origin { file: *file, place: *place },
                level: location_text.clone(),
                value: value.clone(),
            }),
            _ => None,
        })
        .collect();
    if !combination.merges {
        // Only the last value is used: the earlier ones are nil, or do not contain the part that the key selects.
        contributions.drain(..contributions.len().saturating_sub(1));
    }
    contributions
}
