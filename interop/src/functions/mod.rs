//! Compares functions of manifests with those of Debian's Puppet and of its module `stdlib`: the calls of the tables in
//! `crates/catalog/tests/data/functions`, whose answers it records for the tests, and generated calls.

#[path = "../../../crates/catalog/tests/functions/calls.rs"]
mod calls;
mod reasons;

use super::expressions::SCRIPT;
use super::expressions::generate::Grammar;
use super::{Summary, known, manifests, ruby};
use crate::sample::sample;
use modelwright_catalog::functions::stdlib;
use reasons::{EXCUSED, REASONS};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const GRAMMAR: &str = include_str!("grammar.txt");
/// The sample: the first calls of the first seed.
const SAMPLE: (u64, usize) = (1, 6_000);
/// The number of calls of the sample that differ without a reason. It may only decrease.
const OPEN: usize = 0;

/// Compares the recorded calls, and `--count` generated ones from `--seed`.
pub(crate) fn run(work: &Path, arguments: &[&str]) -> Result<Vec<Summary>, String> {
    let (seed, count) = sample(arguments, SAMPLE)?;
    let modules = module_path(work)?;
    Ok(vec![recorded(&modules)?.printed("recorded"), generated(&modules, seed, count)?])
}

/// A directory that has only the module `stdlib` of Debian.
pub(crate) fn module_path(work: &Path) -> Result<PathBuf, String> {
    let unpacked = manifests::modules(&work.join("manifests"))?;
    let directory = work.join("functions");
    let (from, to) =
        (unpacked.join("usr/share/puppet/modules.available/puppetlabs-stdlib"), directory.join("stdlib"));
    if !to.is_dir() {
        super::copy_directory(&from, &to).map_err(|e| format!("{}: {e}", from.display()))?;
    }
    Ok(directory)
}

fn puppet(modules: &Path, calls: &[String]) -> Result<Vec<String>, String> {
    let input = serde_json::json!({ "expressions": calls, "modules": [modules], "facts": calls::FACTS });
    let input = serde_json::to_vec(&input).map_err(|e| e.to_string())?;
    let answers: Vec<String> = serde_json::from_slice(&ruby::answer(SCRIPT, input)?)
        .map_err(|e| format!("Puppet's results: {e}"))?;
    if answers.len() != calls.len() {
        return Err(format!("Puppet returned {} of {} results", answers.len(), calls.len()));
    }
    Ok(answers)
}

fn generated(modules: &Path, seed: u64, count: usize) -> Result<Summary, String> {
    let grammar = Grammar::new(GRAMMAR);
    // A form of any kind may take the place of a call.
    let is_call = |text: &String| text.split_once('(').is_some_and(|(name, _)| stdlib::find(name).is_some());
    let calls: Vec<_> =
        (0..).map(|number| grammar.form("call", seed, number)).filter(is_call).take(count).collect();
    let answers = puppet(modules, &calls)?;
    let mut summary = Summary::default();
    let mut excused = vec![0; REASONS.len()];
    let mut functions: BTreeMap<&str, usize> = BTreeMap::new();
    for (call, answer) in calls.iter().zip(&answers) {
        let (ours, agrees) = calls::compared(call, answer);
        *functions.entry(call.split('(').next().unwrap_or(call)).or_default() += 1;
        let reason = REASONS.iter().position(|reason| (reason.excuses)(call, answer, &ours));
        match reason.filter(|_| !agrees) {
            Some(reason) => excused[reason] += 1,
            None => summary.note(agrees, || format!("{call}\n    Puppet: {answer}\n    ours: {ours}")),
        }
    }
    let values = answers.iter().filter(|answer| answer.starts_with("=> ")).count();
    let figure = format!(
        "generated: {} calls of {} functions, {values} of which have values",
        calls.len(),
        functions.len()
    );
    summary.figure(figure);
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

/// Evaluates all recorded calls with Puppet, records its answers, and compares them with ours.
fn recorded(modules: &Path) -> Result<Summary, String> {
    let directory = super::root().join("crates/catalog/tests/data/functions");
    let entries = std::fs::read_dir(&directory).map_err(|e| e.to_string())?;
    let mut files: Vec<_> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    let mut summary = Summary::default();
    for path in files {
        let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let is_answer = |line: &&str| ["=> ", ":: ", "!! "].iter().any(|mark| line.starts_with(mark));
        let is_call = |line: &&str| !line.is_empty() && !line.starts_with("# ") && !is_answer(line);
        let calls: Vec<String> = text.lines().filter(is_call).map(str::to_owned).collect();
        // Functions that only version 9 has are compared by hand; Debian has version 8.
        let is_newer = path.file_stem().is_some_and(|name| name == "version-9");
        if is_newer {
            continue;
        }
        let mut answers = puppet(modules, &calls)?.into_iter();
        let mut out = String::new();
        for line in text.lines().filter(|line| !is_answer(line)) {
            out.push_str(line);
            out.push('\n');
            if is_call(&line) {
                let answer = answers.next().unwrap_or_default();
                let (ours, agrees) = calls::compared(line, &answer);
                summary.note(agrees, || format!("{line}\n    Puppet: {answer}\n    ours: {ours}"));
                out.push_str(&answer);
                out.push('\n');
            }
        }
        std::fs::write(&path, out).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    Ok(summary)
}

#[cfg(test)]
mod tests {
    use super::{GRAMMAR, stdlib};

    #[test]
    fn every_function_is_in_the_grammar() {
        /// Functions that only version 9 of `stdlib` has.
        const NEWER: [&str; 3] = ["stdlib::crc32", "stdlib::nested_values", "stdlib::sha256"];
        let is_missing = |name: &&str| {
            let plain = name.strip_prefix("stdlib::").unwrap_or(name);
            !NEWER.contains(name)
                && !GRAMMAR.contains(&format!("call: {name}("))
                && !GRAMMAR.contains(&format!("call: {plain}("))
        };
        let called = stdlib::functions().filter(|function| function.refusal().is_none());
        assert_eq!(called.map(|f| f.name).filter(is_missing).collect::<Vec<_>>(), Vec::<&str>::new());
    }
}
