//! The reasons why values of generated calls deliberately differ from Puppet's.

use crate::known::KnownCounts;

/// A reason, and the differences that it excuses.
pub(super) struct Reason {
    pub(super) text: &'static str,
    /// Whether it excuses the difference for a call, from Puppet's answer and ours.
    pub(super) excuses: fn(&str, &str, &str) -> bool,
}

/// How many calls of the sample each reason excuses.
pub(super) const EXCUSED: KnownCounts = &[];

pub(super) const REASONS: &[Reason] = &[];
