//! Where we differ from EMF on purpose, so that such mutants are told from unexplained ones.
//!
//! Each reason is on the page `docs/emf-differences.md` under the same name.

use super::outcome::{Outcome, Pair};
use super::pool::Mutant;

/// A deliberate difference.
#[derive(Debug)]
pub(super) struct Reason {
    pub(super) name: &'static str,
    holds: fn(&Mutant, &Pair) -> bool,
}

const REASONS: &[Reason] = &[Reason { name: "external entities", holds: external_entities }];

/// The reason for a disagreement, if it is deliberate.
pub(super) fn reason(mutant: &Mutant, pair: &Pair) -> Option<&'static Reason> {
    REASONS.iter().find(|reason| (reason.holds)(mutant, pair))
}

fn refused_with(pair: &Pair, code: &str) -> bool {
    matches!(&pair.ours, Outcome::Refused(why) if why.contains(code))
}

fn external_entities(_: &Mutant, pair: &Pair) -> bool {
    refused_with(pair, "MW0103")
}
