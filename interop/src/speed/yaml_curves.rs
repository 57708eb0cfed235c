//! Measures how the cost of reading YAML grows with each of its constructs.
//!
//! Like [`curves`](super::curves). Texts are read as Hiera data is: without a tree, or with one if the document has
//! anchors.

use super::super::Summary;
use super::curves::{number, report, sizes};
use super::seconds;
use modelwright_metamodel::diagnostic::Source;
use modelwright_metamodel::input::Limits;
use modelwright_notations::yaml::{self, Step, Values, YamlVariant};
use std::fmt::Write as _;
use std::sync::Arc;

/// What grows, the smallest number of it, and the text with this number of it.
type YamlCurve = (&'static str, usize, fn(usize) -> String);

const CURVES: [YamlCurve; 12] = [
    ("keys of one map", 25_000, |count| each(count, "", |at, text| writeln!(text, "key{at}: value"))),
    ("members of one list", 25_000, |count| each(count, "", |at, text| writeln!(text, "- member {at}"))),
    ("members of a flow list", 25_000, |count| {
        each(count, "a: [", |at, text| write!(text, "m{at}, ")) + "]\n"
    }),
    ("keys of a flow map", 25_000, |count| {
        each(count, "a: {", |at, text| write!(text, "k{at}: v, ")) + "}\n"
    }),
    ("levels of lists in a line", 60, |count| "- ".repeat(count) + "a\n"),
    ("levels of flow lists", 60, |count| "[".repeat(count) + &"]".repeat(count) + "\n"),
    ("anchors with an alias each", 12_500, |count| {
        each(count, "", |at, text| writeln!(text, "- &a{at} text\n- *a{at}"))
    }),
    ("block scalars", 12_500, |count| each(count, "", |at, text| writeln!(text, "k{at}: |\n  one\n  two"))),
    ("lines of a block scalar", 25_000, |count| "a: |\n".to_owned() + &"  a line\n".repeat(count)),
    ("lines of a folded text", 25_000, |count| "a: >-\n".to_owned() + &"  a line\n".repeat(count)),
    ("lines in double quotes", 25_000, |count| format!("a: \"{}\"\n", "a \\t line\n  ".repeat(count))),
    ("comments", 25_000, |count| "# a comment\n".repeat(count) + "a: b # and one more\n"),
];

pub(super) fn run(summary: &mut Summary) -> Result<(), String> {
    for (what, smallest, make) in CURVES {
        let mut each = Vec::new();
        for count in sizes(smallest) {
            let source = Source::new("curve.yaml", make(count));
            let cost = seconds(|| read(&source).map_err(|problem| format!("{what}: {problem}")))?;
            each.push((count, cost / number(count)));
        }
        report(&format!("YAML, {what}"), &each, summary);
    }
    Ok(())
}

/// A text with a number of parts after its start.
fn each(count: usize, start: &str, part: fn(usize, &mut String) -> std::fmt::Result) -> String {
    (0..count).fold(start.to_owned(), |mut text, at| {
        // Writing to a string cannot fail.
        let _ = part(at, &mut text);
        text
    })
}

fn read(source: &Arc<Source>) -> Result<(), String> {
    if without_tree(source.text()).is_some() {
        return Ok(());
    }
    let (_, problems) = yaml::parse(source, YamlVariant::Psych, Limits::default());
    problems.iter().next().map_or(Ok(()), |problem| Err(problem.message.clone()))
}

/// Reads a text without a tree; `None` if that is not possible.
fn without_tree(text: &str) -> Option<()> {
    let mut values = Values::new(text, YamlVariant::Psych, Limits::default()).ok()?;
    while values.next().ok()? != Step::End {}
    Some(())
}
