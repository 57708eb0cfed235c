//! The reasons why values of generated expressions deliberately differ from Puppet's.

use crate::known::KnownCounts;

/// A reason, and the differences that it excuses.
pub(super) struct Reason {
    pub(super) text: &'static str,
    /// Whether it excuses the difference for an expression, from Puppet's result and ours.
    pub(super) excuses: fn(&str, &str, &str) -> bool,
}

/// How many expressions of the sample each reason excuses.
pub(super) const EXCUSED: KnownCounts = &[
    ("`getvar` is not a function, because names of variables are resolved before the evaluation", 391),
    ("iterators are arrays", 0),
    ("`merge` is a function of Puppet's standard library, not of its core", 36),
];

pub(super) const REASONS: &[Reason] = &[
    Reason {
        text: "`merge` is a function of Puppet's standard library, not of its core",
        excuses: |_, puppet, _| puppet.contains("Unknown function: 'merge'"),
    },
    Reason {
        text: "`getvar` is not a function, because names of variables are resolved before the evaluation",
        excuses: |_, _, ours| ours.contains("no function is called `getvar`"),
    },
    Reason { text: "iterators are arrays", excuses: |_, puppet, _| puppet.contains("\n:: Iterator") },
];
