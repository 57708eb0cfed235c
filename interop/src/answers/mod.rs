//! One answer everywhere: for random triples of site, node and key, the lookup, `keys`, `why-not`, the data of the pages and
//! `diff` must give the same value from the same places; so must `lookup` in a site of bindings over the same tree.
//!
//! The program runs as users run it. The differences from a site without data are its answers as `diff` shows them.

mod pages;
mod site;

use super::Summary;
use crate::random::Random;
use crate::sample::sample;
use modelwright::hiera::lookup::value_json;
use modelwright::store::Value;
use site::Site;
use std::fs;
use std::path::{Path, PathBuf};

/// The number of triples of a generated site.
const TRIPLES: usize = 100;

/// An answer with the positions of its values, as one of the commands shows it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ShownAnswer {
    pub(crate) outcome: Outcome,
    /// The files and lines of the values that are combined; none if the command does not show them.
    pub(crate) places: Option<Vec<(String, i64)>>,
}

/// What a lookup returns.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Outcome {
    /// The value.
    Value(Value),
    /// An error with this message.
    Error(String),
    Nothing,
}

impl ShownAnswer {
    /// Whether another command shows the same; places count if both show them.
    fn agrees(&self, other: &Self) -> bool {
        let same_outcome = match (&self.outcome, &other.outcome) {
            // A command may show a part of a long message, or where the file is.
            (Outcome::Error(one), Outcome::Error(other)) => {
                one.contains(other.as_str()) || other.contains(one.as_str())
            }
            (Outcome::Value(one), Outcome::Value(other)) => json(one) == json(other),
            (one, other) => one == other,
        };
        let places = self.places.as_ref().zip(other.places.as_ref());
        let is_value = matches!(self.outcome, Outcome::Value(_));
        same_outcome && (!is_value || places.is_none_or(|(one, other)| one == other))
    }
}

fn json(value: &Value) -> String {
    let mut text = String::new();
    value_json(value, &mut text);
    text
}

/// Compares about `--count` triples of generated sites from `--seed`, and all of the sites of the corpus. `--program PATH`
/// names the program, which otherwise is the one that was built beside this one.
pub(crate) fn run(shared: &Path, work: &Path, arguments: &[&str]) -> Result<Summary, String> {
    let (program, arguments) = match arguments {
        ["--program", path, rest @ ..] => (PathBuf::from(path), rest),
        _ => {
            let own = std::env::current_exe().map_err(|error| error.to_string())?;
            (own.with_file_name("modelwright"), arguments)
        }
    };
    let (seed, count) = sample(arguments, (1, 20_000))?;
    let directory = work.join("answers");
    let _ = fs::remove_dir_all(&directory);
    let mut summary = Summary::default();
    let corpus = shared.join("corpus/hiera");
    for source in super::sites::sites(&corpus)? {
        let site = Site::of_corpus(&program, &source, &directory.join("corpus"))?;
        compare(&site, TRIPLES, &mut Random::new(seed, 0), &mut summary)?;
    }
    for number in 0..count.div_ceil(TRIPLES) {
        let mut random = Random::new(seed, number);
        let site = Site::generate(&program, &directory.join(number.to_string()), &mut random)?;
        compare(&site, TRIPLES, &mut random, &mut summary)?;
        let _ = fs::remove_dir_all(&directory);
    }
    Ok(summary)
}

/// Compares what the commands show for random nodes and keys of a site.
fn compare(site: &Site, count: usize, random: &mut Random, summary: &mut Summary) -> Result<(), String> {
    let (Some(lookups), Some(pages)) = (site.lookups()?, site.pages()?) else {
        return Ok(());
    };
    let diff = site.diff()?;
    for _ in 0..count {
        let (node, key) = (random.below(site.nodes.len()), random.below(lookups.keys.len()));
        let name = &lookups.keys[key];
        let lookup = &lookups.answers[node][key];
        let place = || format!("{} {} {name}", site.directory.display(), site.nodes[node].0);
        let mut differences = Vec::new();
        let mut check = |what: &str, shown: &ShownAnswer| {
            if !lookup.agrees(shown) {
                differences.push(format!("  lookup {lookup:?}\n  {what} {shown:?}"));
            }
        };
        check("page", pages.answer(node, name).ok_or_else(|| format!("{}: not on the pages", place()))?);
        check("why-not", &site.why_not(node, name)?);
        match site.bound(node, name)? {
            Some(ShownAnswer { outcome: Outcome::Error(_), .. })
                if !matches!(lookup.outcome, Outcome::Value(_)) => {}
            Some(shown) => check("bindings", &shown),
            None => {}
        }
        let is_failure = matches!(lookup.outcome, Outcome::Error(_));
        match diff.get(&(name.clone(), site.nodes[node].0.clone())) {
            Some(shown) => check("diff", shown),
            // A lookup may fail on both sides, or find the global layer on both.
            None if is_failure || site.has_global() => {}
            None => check("diff", &ShownAnswer { outcome: Outcome::Nothing, places: None }),
        }
        summary.note(differences.is_empty(), || format!("{}:\n{}", place(), differences.join("\n")));
    }
    Ok(())
}
