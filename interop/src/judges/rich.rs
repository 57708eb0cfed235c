//! Types of attributes whose values are texts of a certain form, and those of a single value.
//!
//! Invariant: as in [`super::types`], the validity of a value follows from the documentation of the language. This module
//! does not know features or documents.

use super::samples::{self, Literal, Sample};

/// A type whose values are texts of a certain form.
pub(super) struct Form {
    pub(super) ty: &'static str,
    legal: &'static [&'static str],
    /// Other texts, which the pattern of a schema rejects.
    illegal: &'static [&'static str],
    /// Other texts that no pattern rejects: versions and spans are compared as numbers, and ranges, URIs and regular
    /// expressions must be parsed.
    beyond_patterns: &'static [&'static str],
}

const fn form(
    ty: &'static str,
    legal: &'static [&'static str],
    illegal: &'static [&'static str],
    beyond_patterns: &'static [&'static str],
) -> Form {
    Form { ty, legal, illegal, beyond_patterns }
}

pub(super) const FORMS: [Form; 17] = [
    form(
        "Timespan",
        &["0-00:00:00.0", "1-02:03:04", "00:00:01", "-1-00:00:00.5"],
        &["", "x", "1 day", "0-00:00:00 "],
        &[],
    ),
    form(
        "Timespan[0, '1-00:00:00']",
        &["0-00:00:00.0", "1-00:00:00.0", "0-12:00:00"],
        &[""],
        &["-0-00:00:01", "2-00:00:00"],
    ),
    form(
        "SemVer",
        &["0.0.0", "1.2.3-rc.1+build.5", "10.20.30"],
        &["", "1", "1.0", "01.0.0", "v1.0.0", "1.0.0-", "1.0.0 "],
        &[],
    ),
    form("SemVer['1.x', '3.x']", &["1.0.0", "3.99.0"], &["", "1"], &["2.0.0", "0.9.9", "4.0.0"]),
    form("SemVerRange", &["1.x", ">=1.2.0 <2.0.0", "~1.2", "1.0.0 - 2.0.0"], &[], &["x y", ">=", "one"]),
    form(
        "URI",
        &["https://example.org/a?b=c#d", "urn:x:y", "a/b", "?a b", "#", "http://[::1]:80/"],
        &["", "a b", "%zz", "a#b#c", "\u{e4}"],
        &["http://[a", "http://a:b"],
    ),
    form(
        "URI['https://example.org']",
        &["https://example.org"],
        &[""],
        &["http://example.org", "https://example.com"],
    ),
    form("Binary", &["", "00", "00ff7f"], &["0", "zz", "00 ff", "0x00"], &[]),
    form("Regexp", &["a+", "", "^(a|b)$"], &[], &["(", "[", "*"]),
    form("Regexp[/a/]", &["a"], &["b", "", "(a)"], &[]),
    form("Enum['a', 'bc', true]", &["a", "A", "bC"], &["", "c", "a ", "b"], &[]),
    form("Pattern", &["", "a"], &[], &[]),
    form("Pattern['x']", &["x", "axb"], &["", "X"], &[]),
    form("Optional[String]", &["", "a", "null"], &[], &[]),
    form("Optional[Enum['a', 'b']]", &["a", "b"], &["", "A"], &[]),
    form("Optional[String[1, 2]]", &["a", "ab"], &["", "abc"], &[]),
    form("Optional[Pattern[/\\A[ab]\\z/]]", &["a", "b"], &["", "ab"], &[]),
];

/// The hazard of texts that no pattern rejects.
pub(super) const BEYOND_PATTERNS: &str = "a text of another form that a pattern cannot detect";

/// The hazard of bytes whose last one has a single digit.
pub(super) const ODD_DIGITS: &str = "an odd number of digits";

/// Whether a text has an odd number of digits, and nothing else.
fn is_odd(text: &str) -> bool {
    text.len() % 2 == 1 && text.bytes().all(|digit| digit.is_ascii_hexdigit())
}

/// The values of a type with a form.
pub(super) fn of_form(form: &Form) -> Vec<Sample> {
    let mut all = samples::matches(form.legal, &[form.illegal, form.beyond_patterns].concat());
    for sample in &mut all {
        let is_beyond = |text: &String| form.beyond_patterns.contains(&text.as_str());
        sample.hazard = match (sample.hazard, &sample.value) {
            ("a text that does not match", Literal::Text(text)) if is_beyond(text) => BEYOND_PATTERNS,
            ("a text that does not match", Literal::Text(text)) if form.ty == "Binary" && is_odd(text) => {
                ODD_DIGITS
            }
            ("a text that does not match", _) => "a text of another form",
            ("a text that matches", _) => "a text of the form",
            (other, _) => other,
        };
    }
    all
}

/// The values of the type of one boolean.
pub(super) fn one_boolean(legal: bool) -> Vec<Sample> {
    let mut all = samples::booleans();
    // In other letters, it would have two hazards.
    all.retain(|sample| sample.value != Literal::Text("True".to_owned()));
    for sample in &mut all {
        if sample.value == Literal::Boolean(!legal) {
            (sample.hazard, sample.legal) = ("the other boolean", false);
        }
    }
    all
}

/// The values of the type of integers of any size.
pub(super) fn big_integers() -> Vec<Sample> {
    let mut all = samples::integers(None, None);
    for sample in &mut all {
        match sample.hazard {
            // serde has numbers of 64 bits with and without a sign.
            "an integer above those of 64 bits" => {
                (sample.hazard, sample.legal) = ("an integer of any size", true);
            }
            "an integer below those of 64 bits" => {
                (sample.hazard, sample.legal) = (samples::BEYOND_DOUBLES, true);
            }
            "digits in quotes" => (sample.hazard, sample.legal) = (samples::QUOTED_NUMBER, true),
            _ => {}
        }
    }
    // How integers of any size may be spelled is up to each judge.
    all.retain(|sample| sample.hazard != "an integer as a float");
    all
}

/// The values of a type of lists or of maps.
pub(super) fn collections(has_maps: bool) -> Vec<Sample> {
    let mut all = samples::of_any_kind(false, true);
    for sample in &mut all {
        let Literal::Any(value) = &sample.value else { continue };
        if value.json.starts_with('{') != has_maps && sample.legal {
            (sample.hazard, sample.legal) = ("a list for a map, or a map for a list", false);
        }
    }
    all
}
