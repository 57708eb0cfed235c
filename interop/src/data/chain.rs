//! Documents that go through one language after the other: each reads what the one before wrote, the first what modelwright
//! wrote, and modelwright reads what the last one wrote.
//!
//! Invariant: the bytes are the same after each language, and those of modelwright at the end are those at the start. This
//! module does not know the languages.

use super::{Answers, DataSubject, Language, Task, exchange, mutation, write};
use crate::Summary;
use std::path::PathBuf;

/// A language with the directory of its tools and its classes.
type Link = (&'static Language, PathBuf, Vec<Task>);

/// Sends the valid documents through all languages.
pub(super) fn run(subjects: &[DataSubject], links: &[Link]) -> Result<Summary, String> {
    let starts = subjects.iter().map(|(_, _, documents)| {
        let texts = documents.iter().filter_map(|document| document.verdict.clone().ok());
        texts.map(Ok).collect()
    });
    let starts: Vec<Answers> = starts.collect();
    let mut current = starts.clone();
    let mut first = None;
    let mut summary = Summary::default();
    for (language, tools, tasks) in links {
        let mut next = Vec::new();
        for ((task, (_, place, _)), texts) in tasks.iter().zip(subjects).zip(&current) {
            let documents = place.join(format!("before-{}.jsonl", language.name));
            // A document that was rejected is an empty line, so that the others keep their number.
            let lines: Vec<&str> = texts.iter().map(|text| text.as_deref().unwrap_or_default()).collect();
            write(&documents, &lines.join("\n"))?;
            next.push(Task { documents, count: lines.len(), ..task.clone() });
        }
        current = exchange(language, tools, &next)?;
        first.get_or_insert_with(|| current.clone());
    }
    let first = first.unwrap_or_default();
    let (mut exact, mut spelled) = (0, 0);
    for (number, (subject, place, _)) in subjects.iter().enumerate() {
        for (at, start) in starts[number].iter().enumerate() {
            let Ok(start) = start else { continue };
            let end = current[number][at].clone().and_then(|text| subject.plain(&text));
            let is_same_text = first[number][at] == current[number][at];
            let is_equal = end.as_ref() == Ok(start);
            let is_spelled = end.as_ref().is_ok_and(|end| mutation::normalized(end) == mutation::normalized(start));
            exact += usize::from(is_equal && is_same_text);
            spelled += usize::from(!is_equal && is_spelled && is_same_text);
            summary.note(is_same_text && is_spelled, || {
                let (first, last) = (&first[number][at], &current[number][at]);
                format!("{}: chain of document {at}:\n  {start}\n  {first:?}\n  {last:?}\n  {end:?}", place.display())
            });
        }
    }
    let names: Vec<&str> = links.iter().map(|(language, _, _)| language.name).collect();
    summary.notes.push(format!(
        "chain through {}: {exact} documents have the same bytes at the end, {spelled} other digits or no empty list",
        names.join(", ")
    ));
    Ok(summary)
}
