//! Why values of generated expressions deliberately differ from Puppet's.

use crate::known::KnownCounts;

/// A reason, and the answers that it excuses.
pub(super) struct Reason {
    pub(super) text: &'static str,
    /// Whether it excuses an expression with Puppet's answer and ours.
    pub(super) excuses: fn(&str, &str, &str) -> bool,
}

/// How many expressions of the sample each reason excuses.
pub(super) const EXCUSED: KnownCounts = &[];

pub(super) const REASONS: &[Reason] = &[];
