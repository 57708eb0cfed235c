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
    ("`merge` is a function of Puppet's standard library, not of its core", 60),
    ("Ruby marks expressions with characters beyond ASCII", 2),
    ("types of objects do not show their definition", 1),
    ("arrays that a step gives stay arrays, where Ruby spreads those with one element or none", 1),
    ("`tree_each` does not visit the parts of types", 2),
];

pub(super) const REASONS: &[Reason] = &[
    Reason {
        text: "`merge` is a function of Puppet's standard library, not of its core",
        excuses: |_, puppet, _| puppet.contains("Unknown function: 'merge'"),
    },
    Reason {
        text: "Ruby marks expressions with characters beyond ASCII",
        excuses: |_, puppet, ours| puppet.contains("(?-mix:") && !ours.contains("(?-mix:"),
    },
    Reason {
        text: "types of objects do not show their definition",
        excuses: |_, puppet, _| puppet.contains("Object[{name => 'Error'"),
    },
    Reason {
        text: "the present time is not available to logic",
        excuses: |_, _, ours| ours.contains("the present time is not available"),
    },
    Reason {
        text: "the addresses of Ruby's objects are not shown",
        excuses: |_, puppet, _| puppet.contains("#<Puppet::Pops::Time::") || puppet.contains("#<>"),
    },
    Reason {
        text: "`tree_each` does not visit the parts of types",
        excuses: |expression, puppet, _| expression.contains("tree_each") && puppet.contains("Type["),
    },
    Reason {
        text: "arrays that a step gives stay arrays, where Ruby spreads those with one element or none",
        excuses: |expression, _, _| expression.contains(".step("),
    },
];
