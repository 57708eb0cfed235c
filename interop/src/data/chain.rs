//! Documents that go through one language after the other: each reads what the one before wrote, the first what modelwright
//! wrote, and modelwright reads what the last one wrote.
//!
//! Invariant: the bytes are the same after each language, and those of modelwright at the end are those at the start, except for
//! the reasons in [`spelling`]. Documents that one of the languages rejects are left out. This module does not know the
//! languages.

use super::{Answers, DataSubject, Language, Task, exchange, known, spelling, write};
use crate::Summary;
use crate::known::{KnownCounts, enter};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A language with the directory of its tools and its classes.
pub(super) struct Link {
    pub(super) language: &'static Language,
    pub(super) tools: PathBuf,
    pub(super) tasks: Vec<Task>,
    /// What it makes of all documents alone.
    pub(super) answers: Vec<Answers>,
}

/// How many documents of the sample each reason excuses.
///
/// No class keeps these: readers of JSON return numbers without their text (`1e2` of any kind, and `0` where `0.0` is the default
/// in JavaScript, which has one number for both), and an object does not show whether a value that equals the default, or null
/// for a feature that can be unset, was in its document.
const KNOWN: KnownCounts = &[
    ("a number has other digits but the same value", 9),
    ("bytes that are the default are left out, although for EMF bytes are never equal to others", 87),
    ("decimals are compared by their value, so that 0 is left out where 0.0 is the default", 54),
    ("null for a feature that can be unset is no value", 56),
];

/// What most documents are.
const EQUAL: &str = "equal bytes after all languages";

/// Sends the valid documents through all languages.
pub(super) fn run(subjects: &[DataSubject], links: &[Link], is_sample: bool) -> Result<Summary, String> {
    let mut left_out = 0;
    let mut starts: Vec<Vec<usize>> = Vec::new();
    for (number, (_, _, documents)) in subjects.iter().enumerate() {
        let valid = (0..documents.len()).filter(|at| documents[*at].verdict.is_ok());
        let (accepted, rejected): (Vec<usize>, Vec<usize>) =
            valid.partition(|at| links.iter().all(|link| link.answers[number][*at].is_ok()));
        left_out += rejected.len();
        starts.push(accepted);
    }
    let mut current: Vec<Answers> = starts
        .iter()
        .zip(subjects)
        .map(|(starts, (_, _, documents))| starts.iter().map(|at| documents[*at].verdict.clone()).collect())
        .collect();
    let mut all = Vec::new();
    for link in links {
        let mut next = Vec::new();
        for ((task, (_, place, _)), texts) in link.tasks.iter().zip(subjects).zip(&current) {
            let documents = place.join(format!("before-{}.jsonl", link.language.name));
            // A document that was rejected is an empty line, so that the others keep their number.
            let lines: Vec<&str> = texts.iter().map(|text| text.as_deref().unwrap_or_default()).collect();
            write(&documents, &lines.join("\n"))?;
            next.push(Task { documents, count: lines.len().max(1), ..task.clone() });
        }
        current = exchange(link.language, &link.tools, &next)?;
        all.push(current.clone());
    }
    let mut summary = Summary::default();
    let mut reasons: BTreeMap<&'static str, usize> = BTreeMap::new();
    for (number, (subject, place, documents)) in subjects.iter().enumerate() {
        let known = known(subject);
        for (at, start) in starts[number].iter().enumerate() {
            let expected = documents[*start].verdict.clone().unwrap_or_default();
            let texts: Vec<_> = all.iter().map(|answers| &answers[number][at]).collect();
            let end = texts.last().map_or_else(|| Ok(expected.clone()), |last| (*last).clone());
            let end = end.and_then(|text| subject.plain(&text));
            let reason = match &end {
                Ok(end) if *end == expected => Some(EQUAL),
                Ok(end) => spelling::same(&expected, end, &known),
                Err(_) => None,
            };
            let is_same = texts.windows(2).all(|pair| match (pair[0], pair[1]) {
                (Ok(one), Ok(other)) => spelling::is_same_in_languages(one, other, &known),
                _ => false,
            });
            let reason = reason.filter(|_| is_same);
            reason.iter().for_each(|reason| *reasons.entry(reason).or_default() += 1);
            summary.note(reason.is_some(), || {
                format!("{}: document {}:\n  {expected}\n  {texts:?}\n  {end:?}", place.display(), start + 1)
            });
        }
    }
    let names: Vec<&str> = links.iter().map(|link| link.language.name).collect();
    summary.notes.push(format!("chain through {}: one of them rejects {left_out}", names.join(", ")));
    summary.notes.extend(reasons.iter().map(|(reason, count)| format!("chain: {count}: {reason}")));
    if is_sample {
        let others = reasons.iter().filter(|(reason, _)| **reason != EQUAL);
        enter(&mut summary, KNOWN, others.map(|(reason, count)| (*reason, *count)));
    }
    Ok(summary)
}
