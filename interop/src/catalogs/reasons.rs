//! The reasons why catalogs and problems deliberately differ from Puppet's, and how many cases of the sample
//! each excuses.

use super::compare::Verdict;
use crate::known::KnownCounts;

/// A reason, and the differences that it excuses.
struct Reason {
    text: &'static str,
    /// Whether it excuses a difference, from its kind and its text.
    excuses: fn(&str, &str) -> bool,
}

const REASONS: &[Reason] = &[
    Reason {
        text: "the settings of the server are not known, so the problem is found before Puppet's",
        excuses: |_, text| text.contains("of the server is not known here"),
    },
    Reason {
        text: "the check of a tag comes after that of other parameters",
        excuses: |kind, text| kind == "place of an error" && text.contains("is not a valid tag"),
    },
];

/// How many generated manifests of the sample each reason excuses, and how many are rejected for a reason.
pub(super) const OF_MANIFESTS: KnownCounts = &[];

/// How many nodes of the sample of fleets each reason excuses.
pub(super) const OF_FLEETS: KnownCounts = &[];

/// How many catalogs of the classes of Debian's modules are rejected or incomplete for each reason.
pub(super) const OF_CLASSES: KnownCounts = &[
    ("rejected: the function `getvar_emptystring`", 3),
    ("rejected: the function `ipaddresses`", 12),
    ("rejected: the function `mco_array_to_string`", 3),
    ("rejected: the function `normalize_ip_for_uri`", 3),
    ("rejected: the function `range_to_mask`", 1),
    ("rejected: the template inline template:: this form of Ruby is not supported in templates", 3),
    ("rejected: the title of a resource must be a string", 2),
    ("rejected: the type _ cannot be evaluated", 13),
    ("rejected: the type _ reads the title _ with Ruby code, which is not run", 9),
];

/// The reason that excuses a verdict: a listed one, or what the builder itself names because it does not support it.
pub(super) fn reason(verdict: &Verdict) -> Option<String> {
    match verdict {
        Verdict::Equal | Verdict::SameError(_) => None,
        Verdict::Refused(message, _) => Some(format!("rejected: {}", general(message))),
        Verdict::Wrong(kind, text) => {
            REASONS.iter().find(|reason| (reason.excuses)(kind, text)).map(|reason| reason.text.to_owned())
        }
    }
}

/// A message without names, except those of functions, and without numbers.
fn general(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    if let Some((function, _)) = line.split_once("function `").and_then(|(_, rest)| rest.split_once('`')) {
        return format!("the function `{function}`");
    }
    let mut out = String::new();
    for (at, part) in line.split(['`', '\'']).enumerate() {
        out.push_str(if at % 2 == 0 { part } else { "_" });
    }
    out.chars().filter(|c| !c.is_ascii_digit()).take(120).collect()
}
