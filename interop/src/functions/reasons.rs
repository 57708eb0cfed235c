//! The reasons why values of generated calls deliberately differ from Puppet's.

use crate::known::KnownCounts;

/// A reason, and the differences that it excuses.
pub(super) struct Reason {
    pub(super) text: &'static str,
    /// Whether it excuses the difference for a call, from Puppet's answer and ours.
    pub(super) excuses: fn(&str, &str, &str) -> bool,
}

/// How many calls of the sample each reason excuses.
pub(super) const EXCUSED: KnownCounts = &[
    ("the addresses of Ruby's objects are not shown", 5),
    ("the members of Ruby's objects are not written", 30),
    ("numbers need at most 64 bits", 2),
    ("bytes that are not text are rejected", 4),
    ("one of the two stops at a limit", 11),
    ("keys of YAML are scalars other than undef", 1),
];

pub(super) const REASONS: &[Reason] = &[
    Reason {
        text: "the addresses of Ruby's objects are not shown",
        excuses: |call, puppet, _| {
            let is_address = puppet.contains("#<Puppet::") || puppet.contains("#<Semantic");
            // The address is part of a digest.
            let is_digested =
                call.starts_with("fqdn_") && (call.contains("String") || call.contains("Integer["));
            is_address || is_digested
        },
    },
    Reason {
        text: "the members of Ruby's objects are not written",
        excuses: |call, puppet, ours| {
            let is_refused = ours.contains("supports only data") || ours.contains("only data can be written");
            is_refused
                && (call.starts_with("to_")
                    && (puppet.contains("!ruby/object") || puppet.contains("Pcore::")))
        },
    },
    Reason {
        text: "numbers need at most 64 bits",
        excuses: |_, puppet, ours| {
            let is_large =
                |answer: &str| answer.split(|c: char| !c.is_ascii_digit()).any(|digits| digits.len() > 18);
            puppet.starts_with("=> ") && is_large(puppet) && (ours.contains("64 bits") || is_large(ours))
                || ours.contains("64 bits")
        },
    },
    Reason {
        text: "bytes that are not text are rejected",
        excuses: |_, _, ours| ours.contains("decodes this to bytes that are not text"),
    },
    Reason {
        text: "one of the two stops at a limit",
        excuses: |_, puppet, ours| {
            puppet.contains("Puppet does not end") || ours.contains("needs more than 5000000 steps")
        },
    },
    Reason {
        text: "keys of YAML are scalars other than undef",
        excuses: |_, _, ours| ours.contains("supports only scalars as keys"),
    },
];
