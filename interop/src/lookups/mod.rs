//! Compares lookups in generated trees between Ruby's Hiera and ours.
//!
//! Values must be equal byte by byte. If Ruby raises an error, our lookup must fail, too; the number of equal
//! messages is reported.

pub(crate) mod tree;
pub(crate) mod values;

use super::random::Random;
use super::{Summary, root, ruby};
use crate::encrypted::add_to_version_3;
use crate::sample::sample;
use crate::sites::sites;
use modelwright::hiera::lookup::{Encrypted, Hierarchy, answer_queries};
use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::Source;
use std::fs;
use std::path::{Path, PathBuf};

const SCRIPT: &str = concat!(include_str!("../form.rb"), "\n", include_str!("lookups.rb"));
/// The number of queries for each tree.
const QUERIES: usize = 50;
/// The number of trees that one process of Ruby handles.
const TREES: usize = 200;
/// The number of differences that are shown.
const SHOWN: usize = 20;

/// Compares `--count` queries (100,000 by default) in trees from `--seed`.
pub(crate) fn run(work: &Path, arguments: &[&str]) -> Result<Summary, String> {
    let (seed, count) = sample(arguments, (1, 100_000))?;
    record()?;
    let directory = work.join("lookups");
    let mut summary = Summary::default();
    let mut figures = Figures::default();
    let trees = count.div_ceil(QUERIES);
    for first in (0..trees).step_by(TREES) {
        let _ = fs::remove_dir_all(&directory);
        let directories: Vec<PathBuf> =
            (first..trees.min(first + TREES)).map(|number| directory.join(number.to_string())).collect();
        for (number, tree) in (first..).zip(&directories) {
            let random = &mut Random::new(seed, number);
            let written = tree::write(tree, random, QUERIES);
            written.and_then(|()| add_to_version_3(tree, random)).map_err(|e| e.to_string())?;
        }
        ask_ruby(&directories)?;
        for tree in &directories {
            compare(tree, &mut summary, &mut figures)?;
        }
        if summary.differences.len() >= SHOWN {
            break;
        }
    }
    summary.differences.truncate(SHOWN);
    summary.figure(format!(
        "{} values, {} nothing found, {} errors, of which {} have Ruby's message",
        figures.values, figures.nothing, figures.errors, figures.messages
    ));
    Ok(summary)
}

/// The numbers of results of each kind.
#[derive(Default)]
struct Figures {
    values: usize,
    nothing: usize,
    errors: usize,
    messages: usize,
}

/// Records Ruby's results for the sites of the tests.
fn record() -> Result<(), String> {
    let sites = sites(&root().join("tests/lookups"))?;
    ask_ruby(&sites)?;
    for site in sites {
        fs::rename(site.join("ruby.jsonl"), site.join("answers.jsonl")).map_err(|e| e.to_string())?;
    }
    Ok(())
}

/// Makes Ruby's Hiera write its results into the directories.
pub(crate) fn ask_ruby(directories: &[PathBuf]) -> Result<(), String> {
    let list: String = directories.iter().map(|directory| format!("{}\n", directory.display())).collect();
    ruby::answer(SCRIPT, list.into_bytes()).map(drop)
}

fn compare(tree: &Path, summary: &mut Summary, figures: &mut Figures) -> Result<(), String> {
    let read = |name: &str| fs::read_to_string(tree.join(name)).map_err(|e| format!("{name}: {e}"));
    let (queries, theirs) = (read("queries.jsonl")?, read("ruby.jsonl")?);
    let (hierarchy, problems) = Hierarchy::load(&tree.join("hiera.yaml"), &Workspace::default().access());
    let ours = match hierarchy {
        Some(mut hierarchy) => {
            hierarchy.set_encrypted(Encrypted::Decrypted(modelwright_eyaml::SCHEMES));
            answer_queries(&hierarchy, &Source::new("queries.jsonl", queries.as_str()))
                .map_err(|problems| problems.to_string())?
                // Ruby's Hiera answers nil for a key that no level has as well.
                .replace(",\"found\":false}\n", "}\n")
        }
        None => format!("{{\"error\":{:?}}}\n", problems.to_string()).repeat(queries.lines().count()),
    };
    for ((query, theirs), ours) in queries.lines().zip(theirs.lines()).zip(ours.lines()) {
        let failed = |answer: &str| answer.starts_with("{\"error\"");
        match theirs {
            theirs if failed(theirs) => figures.errors += 1,
            "{\"value\":null}" => figures.nothing += 1,
            _ => figures.values += 1,
        }
        figures.messages += usize::from(failed(theirs) && theirs == ours);
        summary.note(theirs == ours || failed(theirs) && failed(ours), || {
            format!("{}\n  query {query}\n  Ruby  {theirs}\n  ours  {ours}", tree.display())
        });
    }
    Ok(())
}
