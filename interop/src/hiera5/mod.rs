//! Compares lookups in trees of Hiera 5 with Puppet: those of the tests, whose answers it records, and generated ones.
//!
//! Values must be equal byte by byte, and the levels that an explanation names as well. If Puppet raises an error, our
//! lookup must fail, too; the number of equal messages is reported.

pub(crate) mod answers;
pub(crate) mod tree;

use super::random::Random;
use super::{Summary, root, ruby};
use crate::encrypted::add_to_version_5;
use crate::sample::sample;
use answers::{Comparison, Levels, compare, copies};
use std::fs;
use std::path::{Path, PathBuf};

const SCRIPT: &str =
    concat!(include_str!("../form.rb"), include_str!("../puppet.rb"), "\n", include_str!("hiera5.rb"));
/// The approximate number of answers for each generated tree.
const ANSWERS: usize = 250;
/// The number of trees that one process of Puppet handles.
const TREES: usize = 20;
/// The number of differences that are shown.
const SHOWN: usize = 20;

/// Records the answers for the trees of the tests, and compares about `--count` answers in trees from `--seed`.
pub(crate) fn run(work: &Path, arguments: &[&str]) -> Result<Summary, String> {
    let (seed, count) = sample(arguments, (1, 20_000))?;
    let mut comparison = Comparison::default();
    record(&mut comparison)?;
    let directory = work.join("hiera5");
    let trees = count.div_ceil(ANSWERS);
    for first in (0..trees).step_by(TREES) {
        let _ = fs::remove_dir_all(&directory);
        let directories: Vec<PathBuf> =
            (first..trees.min(first + TREES)).map(|number| directory.join(number.to_string())).collect();
        for (number, tree) in (first..).zip(&directories) {
            let random = &mut Random::new(seed, number);
            let written = tree::write(tree, random);
            written.and_then(|()| add_to_version_5(tree, random)).map_err(|e| e.to_string())?;
        }
        ask_puppet(&directories, "all")?;
        for tree in &directories {
            let answers = fs::read_to_string(tree.join("puppet.jsonl")).map_err(|e| e.to_string())?;
            compare(tree, &answers, Levels::All, &mut comparison)?;
        }
        if comparison.differences.len() >= SHOWN {
            break;
        }
    }
    let Comparison { equal, values, missing, errors, messages, mut differences } = comparison;
    differences.truncate(SHOWN);
    let mut summary = Summary { agreed: equal, differences, ..Summary::default() };
    summary.figure(format!(
        "{values} values, {missing} nothing found, {errors} errors, of which {messages} have Puppet's message"
    ));
    Ok(summary)
}

/// Records Puppet's answers for the trees of the tests, and compares them.
fn record(comparison: &mut Comparison) -> Result<(), String> {
    let directory = root().join("tests/hiera5");
    let entries = fs::read_dir(&directory).map_err(|e| format!("{}: {e}", directory.display()))?.flatten();
    let mut trees: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    trees.sort();
    let copies: Vec<_> = trees.iter().map(|tree| copies(tree)).collect::<Result<_, _>>()?;
    for (path, text) in copies.iter().flatten() {
        fs::write(path, text).map_err(|e| e.to_string())?;
    }
    ask_puppet(&trees, "found")?;
    for (path, _) in copies.iter().flatten() {
        fs::remove_file(path).map_err(|e| e.to_string())?;
    }
    for tree in &trees {
        let answers = tree.join("answers.jsonl");
        fs::rename(tree.join("puppet.jsonl"), &answers).map_err(|e| e.to_string())?;
        let answers = fs::read_to_string(&answers).map_err(|e| e.to_string())?;
        compare(tree, &answers, Levels::Found, comparison)?;
    }
    Ok(())
}

/// Makes Puppet write its answers into the directories; `levels` is `all`, or `found` for the levels that have the key.
fn ask_puppet(directories: &[PathBuf], levels: &str) -> Result<(), String> {
    let list: String =
        directories.iter().map(|directory| format!("{levels} {}\n", directory.display())).collect();
    ruby::answer(SCRIPT, list.into_bytes()).map(drop)
}
