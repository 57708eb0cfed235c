//! Scripts of edits have the same effects and notifications as in EMF: `NAME.edit` is the script; `NAME.emf` contains
//! the notifications of EMF 2.29 for the same script on dynamic objects, and the final state.
//!
//! This test never rewrites the recorded answers. Not covered: references that are their own opposite and refer to
//! their own object. EMF adds such an object to its own list twice; here, the list contains it once.

#![expect(clippy::disallowed_methods, reason = "tests read their cases and write expectations")]

use super::script::{Script, metamodel};
use modelwright_metamodel::ecore::Metamodel;
use modelwright_metamodel::model::History;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Runs a script; returns its output, or what undo and redo changed wrongly if the script does not record changes
/// itself.
fn play(metamodel: &Arc<Metamodel>, text: &str) -> Result<String, String> {
    let mut script = Script::new(metamodel);
    let mut history = History::default();
    let mut states = Vec::new();
    let records = text.contains("\nrecord\n");
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if records {
            script.line(line);
            continue;
        }
        states.push((script.state_of_first(script.names.len()), script.names.len(), history.depth().0));
        script.model.begin_recording();
        script.line(line);
        history.push(script.model.end_recording());
    }
    if records {
        return Ok(script.out);
    }
    let end = script.state_of_first(script.names.len());
    script.out.push_str(&end);
    states.push((end, script.names.len(), history.depth().0));
    let out = std::mem::take(&mut script.out);
    there_and_back(&mut script, &mut history, &states)?;
    Ok(out)
}

/// Undoes every step, and redoes them.
fn there_and_back(
    script: &mut Script,
    history: &mut History,
    states: &[(String, usize, usize)],
) -> Result<(), String> {
    for (state, names, depth) in states.iter().rev() {
        while history.depth().0 > *depth {
            history.undo(&mut script.model).map_err(|e| e.to_string())?;
        }
        same("undone", state, &script.state_of_first(*names))?;
    }
    for (state, names, depth) in states {
        while history.depth().0 < *depth {
            history.redo(&mut script.model).map_err(|e| e.to_string())?;
        }
        same("made again", state, &script.state_of_first(*names))?;
    }
    Ok(())
}

fn same(what: &str, expected: &str, found: &str) -> Result<(), String> {
    if expected == found { Ok(()) } else { Err(format!("{what}: expected\n{expected}found\n{found}")) }
}

#[test]
fn scripts_have_the_same_effects_and_notifications_as_in_emf() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/edit");
    let metamodel = metamodel(&directory);
    let mut scripts: Vec<PathBuf> =
        directory.read_dir().expect("a directory").map(|entry| entry.expect("an entry").path()).collect();
    scripts.retain(|path| path.extension().is_some_and(|extension| extension == "edit"));
    scripts.sort();
    assert!(!scripts.is_empty());
    let mut wrong = String::new();
    for path in scripts {
        let read = |path: &Path| std::fs::read_to_string(path).expect("a file");
        let expected = read(&path.with_extension("emf"));
        let done = play(&metamodel, &read(&path)).and_then(|found| first_difference(&expected, &found));
        if let Err(problem) = done {
            let _ = writeln!(wrong, "{}: {problem}", path.display());
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The first operation whose outputs differ, and both outputs from there on.
fn first_difference(expected: &str, found: &str) -> Result<(), String> {
    if expected == found {
        return Ok(());
    }
    let (expected, found): (Vec<_>, Vec<_>) = (expected.lines().collect(), found.lines().collect());
    let at = expected.iter().zip(&found).take_while(|(a, b)| a == b).count();
    let start = |lines: &[&str]| (0..at).rev().find(|at| lines[*at].starts_with('>')).unwrap_or(0);
    let start = start(&found).min(start(&expected));
    let show = |lines: &[&str]| lines[start..lines.len().min(at + 6)].join("\n");
    Err(format!("expected\n{}\nfound\n{}", show(&expected), show(&found)))
}
