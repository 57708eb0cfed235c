//! Compares values of expressions with those of Debian's `puppet`, which are recorded in the tables of
//! `metamodel/tests/data/evaluate` for the tests.

#[path = "../../language/tests/evaluate/table.rs"]
mod table;

use super::Summary;
use std::io::Write as _;
use std::process::{Command, Stdio};

const SCRIPT: &str = include_str!("expressions.rb");

/// Evaluates all expressions in one run of Puppet, records its results, and compares them with ours.
pub(crate) fn run() -> Result<Summary, String> {
    let files = table::files();
    let read =
        |path: &std::path::PathBuf| std::fs::read_to_string(path).map_err(|e| format!("{path:?}: {e}"));
    let mut tables =
        files.iter().map(|path| read(path).map(|text| table::read(&text))).collect::<Result<Vec<_>, _>>()?;
    let expressions: Vec<_> = tables.iter().flatten().map(|entry| entry.expression.as_str()).collect();
    let answers = puppet(&expressions)?;
    if answers.len() != expressions.len() {
        return Err(format!("Puppet answers {} of {} expressions", answers.len(), expressions.len()));
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
    summary.notes.push(format!("{changed} answers are not those that were recorded"));
    Ok(summary)
}

fn puppet(expressions: &[&str]) -> Result<Vec<String>, String> {
    let mut command = Command::new("ruby");
    command.args(["-e", SCRIPT]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().map_err(|e| format!("ruby: {e}"))?;
    let input = serde_json::to_vec(expressions).map_err(|e| e.to_string())?;
    let mut stdin = child.stdin.take().ok_or("no standard input")?;
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().map_err(|e| e.to_string())?;
    writer.join().map_err(|_| "writing failed")?.map_err(|e| e.to_string())?;
    serde_json::from_slice(&output.stdout).map_err(|e| format!("Puppet's answers: {e}"))
}
