//! Compares values of expressions with those of Debian's `puppet`: of the expressions in the tables of
//! `crates/language/tests/data/evaluate`, which record Puppet's results for the tests, and of generated expressions.

pub(crate) mod generate;
mod reasons;
#[path = "../../../crates/language/tests/evaluate/table.rs"]
mod table;

use super::{Summary, known, ruby};
use crate::sample::sample;
use generate::Grammar;
use reasons::{EXCUSED, REASONS};

/// Evaluates expressions with Puppet.
pub(crate) const SCRIPT: &str = include_str!("expressions.rb");
/// The sample: the first expressions of the first seed.
const SAMPLE: (u64, usize) = (1, 5_000);

/// The number of expressions of the sample that differ without a reason. It may only decrease.
const OPEN: usize = 0;

/// Compares the recorded expressions, and `--count` generated ones from `--seed`.
pub(crate) fn run(arguments: &[&str]) -> Result<Vec<Summary>, String> {
    let (seed, count) = sample(arguments, SAMPLE)?;
    Ok(vec![recorded()?.printed("recorded"), generated(seed, count)?])
}

/// Compares generated expressions.
fn generated(seed: u64, count: usize) -> Result<Summary, String> {
    let grammar = Grammar::new(generate::GRAMMAR);
    let expressions: Vec<_> = (0..count).map(|number| grammar.expression(seed, number)).collect();
    let answers = puppet(&expressions.iter().map(String::as_str).collect::<Vec<_>>())?;
    let mut summary = Summary::default();
    let mut excused = vec![0; REASONS.len()];
    for (expression, answer) in expressions.iter().zip(&answers) {
        let (ours, agrees) = table::compared(expression, answer);
        let reason = REASONS.iter().position(|reason| (reason.excuses)(expression, answer, &ours));
        match reason.filter(|_| !agrees) {
            Some(reason) => excused[reason] += 1,
            None => summary.note(agrees, || format!("{expression}\n    Puppet: {answer}\n    ours: {ours}")),
        }
    }
    let values = answers.iter().filter(|answer| answer.starts_with("=> ")).count();
    summary.figure(format!("generated: {} expressions, {values} of which have values", expressions.len()));
    let excused: Vec<_> =
        REASONS.iter().map(|reason| reason.text).zip(excused).filter(|(_, n)| *n > 0).collect();
    for (reason, count) in &excused {
        summary.notes.push(format!("{reason}: {count}"));
    }
    if (seed, count) == SAMPLE {
        summary.known = OPEN;
        known::enter(&mut summary, EXCUSED, excused.into_iter());
    }
    Ok(summary)
}

/// Evaluates all recorded expressions in one run of Puppet, records its results, and compares them with ours.
fn recorded() -> Result<Summary, String> {
    let files = table::files();
    let read =
        |path: &std::path::PathBuf| std::fs::read_to_string(path).map_err(|e| format!("{path:?}: {e}"));
    let mut tables =
        files.iter().map(|path| read(path).map(|text| table::read(&text))).collect::<Result<Vec<_>, _>>()?;
    let expressions: Vec<_> = tables.iter().flatten().map(|entry| entry.expression.as_str()).collect();
    let answers = puppet(&expressions)?;
    if answers.len() != expressions.len() {
        return Err(format!("Puppet returned {} of {} results", answers.len(), expressions.len()));
    }
    let mut summary = Summary::default();
    let mut changed = 0;
    let mut answers = answers.into_iter();
    for (path, entries) in files.iter().zip(&mut tables) {
        let mut text = String::new();
        for entry in entries {
            let answer = answers.next().unwrap_or_default();
            changed += usize::from(answer != entry.answer);
            let (ours, agrees) = table::compared(&entry.expression, &answer);
            summary.note(agrees, || format!("{}\n    Puppet: {answer}\n    ours: {ours}", entry.expression));
            for part in [&entry.comment, &entry.expression, &answer] {
                if !part.is_empty() {
                    text.push_str(part);
                    text.push('\n');
                }
            }
            text.push('\n');
        }
        text.truncate(text.trim_end().len() + 1);
        std::fs::write(path, text).map_err(|e| format!("{path:?}: {e}"))?;
    }
    summary.notes.push(format!("{changed} results differ from the recorded ones"));
    Ok(summary)
}

fn puppet(expressions: &[&str]) -> Result<Vec<String>, String> {
    let input = serde_json::to_vec(expressions).map_err(|e| e.to_string())?;
    serde_json::from_slice(&ruby::answer(SCRIPT, input)?).map_err(|e| format!("Puppet's results: {e}"))
}
