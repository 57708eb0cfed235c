//! The documents that mutants are derived from, and the derivation of a mutant.

use super::markup::Tree;
use super::structure::Change;
use super::{bytes, metamodels, rare_forms, structure, text, typed, xmi};
use crate::random::Random;
use std::fs;
use std::path::{Path, PathBuf};

/// Larger documents are skipped, because thousands of mutants are run.
const LARGEST: u64 = 64 << 10;

/// A document of the corpus.
#[derive(Debug)]
struct Original {
    file: String,
    models: Vec<String>,
    weight: usize,
}

/// Documents to choose from; small ones are chosen more often.
#[derive(Debug)]
pub(super) struct Pool {
    originals: Vec<Original>,
    total: usize,
    /// The copy of the corpus. Everything is copied, because documents refer to others by relative path.
    pub(super) directory: PathBuf,
}

/// A changed document, or an unchanged one whose metamodel is changed.
#[derive(Debug, Clone)]
pub(super) struct Mutant {
    /// Relative to the pool's directory, like all paths in this module.
    pub(super) file: String,
    pub(super) models: Vec<String>,
    /// A description of the changes, for readers of the report.
    pub(super) description: String,
    /// The files that belong only to this mutant, with their contents.
    pub(super) written: Vec<(String, Vec<u8>)>,
}

/// Whether the same directory contains a document that is much too large.
fn beside_large(file: &Path) -> bool {
    let mut beside = file.parent().and_then(|directory| fs::read_dir(directory).ok()).into_iter().flatten();
    beside.any(|entry| entry.ok().and_then(|e| e.metadata().ok()).is_some_and(|m| m.len() > 8 * LARGEST))
}

impl Pool {
    /// The corpus in a shared directory, copied to a directory in which mutants can be written next to it.
    pub(super) fn read(shared: &Path, directory: PathBuf) -> Result<Self, String> {
        let corpus = shared.join("corpus");
        if directory.exists() {
            fs::remove_dir_all(&directory).map_err(|e| e.to_string())?;
        }
        crate::copy_directory(&corpus.join("models"), &directory).map_err(|e| e.to_string())?;
        let mut originals = Vec::new();
        for kind in ["metamodels", "instances"] {
            let read =
                |path: PathBuf| fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()));
            let verdicts = read(corpus.join(format!("emf/{kind}.verdicts.tsv")))?;
            let fails = |file: &str| verdicts.lines().any(|line| line.starts_with(&format!("{file}\tFAIL")));
            for line in read(corpus.join(format!("{kind}.txt")))?.lines() {
                let (file, models) = line.split_once('\t').unwrap_or((line, ""));
                let size = fs::metadata(directory.join(file)).map_or(u64::MAX, |m| m.len());
                if file.is_empty() || size > LARGEST {
                    continue;
                }
                let models = models.split(',').filter(|m| !m.is_empty()).map(str::to_owned).collect();
                let weight = usize::try_from(40_000_000 / (2_000 + size)).unwrap_or(0);
                // EMF takes seconds for each document that refers to large ones.
                let weight = if beside_large(&directory.join(file)) { 0 } else { weight };
                // A document that already fails shows few differences. Instances are fewer than metamodels,
                // but as important.
                let weight = if fails(file) { weight / 20 } else { weight };
                let weight = if kind == "instances" { weight * 3 } else { weight };
                originals.push(Original { file: file.to_owned(), models, weight });
            }
        }
        let total = originals.iter().map(|o| o.weight).sum();
        if total == 0 {
            return Err(format!("{} has no documents", corpus.display()));
        }
        Ok(Self { originals, total, directory })
    }

    /// The mutant with this number; the same seed yields the same mutant.
    pub(super) fn mutant(&self, seed: u64, number: usize) -> Mutant {
        let mut random = Random::new(seed, number);
        let mut left = random.below(self.total);
        let found = self.originals.iter().find(|original| {
            let here = left < original.weight;
            left = left.saturating_sub(original.weight);
            here
        });
        let original = found.unwrap_or(&self.originals[0]);
        let beside = |file: &str| {
            let (stem, extension) = file.rsplit_once('.').unwrap_or((file, "xmi"));
            format!("{stem}.mutant-{seed}-{number}.{extension}")
        };
        let bytes = |file: &str| fs::read(self.directory.join(file)).unwrap_or_default();
        let (file, mut models, mut written) = (beside(&original.file), original.models.clone(), Vec::new());
        let both = if models.is_empty() || !random.one_in(6) {
            None
        } else {
            let at = random.below(models.len());
            typed::change(&bytes(&models[at]), &bytes(&original.file), &mut random)
                .map(|changed| (at, changed))
        };
        let description = if let Some((at, (model, document))) = both {
            written.push((file.clone(), document));
            models[at] = beside(&models[at]);
            written.push((models[at].clone(), model));
            "data type".to_owned()
        } else if !models.is_empty() && random.one_in(2) {
            let at = random.below(models.len());
            let (changed, description) = mutate(bytes(&models[at]), true, &mut random);
            written.push((file.clone(), bytes(&original.file)));
            models[at] = beside(&models[at]);
            written.push((models[at].clone(), changed));
            format!("metamodel: {description}")
        } else {
            let (changed, description) =
                mutate(bytes(&original.file), original.file.ends_with(".ecore"), &mut random);
            written.push((file.clone(), changed));
            description
        };
        let description = if models.len() > 1 && random.one_in(8) {
            let by = 1 + random.below(models.len() - 1);
            models.rotate_left(by);
            format!("{description}, order of metamodels")
        } else {
            description
        };
        Mutant { file, models, description, written }
    }
}

impl Mutant {
    /// An unchanged document, from a line that names it and its metamodels.
    pub(super) fn unchanged(line: &str) -> Self {
        let (file, models) = line.split_once('\t').unwrap_or((line, ""));
        let models = models.split(',').filter(|model| !model.is_empty()).map(str::to_owned).collect();
        Self { file: file.to_owned(), models, description: String::new(), written: Vec::new() }
    }

    /// Writes the files that belong only to this mutant.
    pub(super) fn write(&self, directory: &Path) -> Result<(), String> {
        self.written.iter().try_for_each(|(file, bytes)| {
            fs::write(directory.join(file), bytes).map_err(|e| format!("{file}: {e}"))
        })
    }

    pub(super) fn remove(&self, directory: &Path) {
        for (file, _) in &self.written {
            let _ = fs::remove_file(directory.join(file));
        }
    }
}

/// Changes a document in one to three positions; returns a description.
fn mutate(mut bytes: Vec<u8>, metamodel: bool, random: &mut Random) -> (Vec<u8>, String) {
    let mut description: Vec<&str> = Vec::new();
    let tree = std::str::from_utf8(&bytes)
        .ok()
        .map(|text| text.trim_start_matches('\u{feff}'))
        .and_then(Tree::parse);
    if let Some(mut tree) = tree {
        let wanted = if random.one_in(3) { 1 + random.below(3) } else { 1 };
        for _ in 0..30 {
            if description.len() == wanted || (description.is_empty() && random.one_in(12)) {
                break;
            }
            let (name, change) = if metamodel && random.one_in(2) {
                choose(&[metamodels::CHANGES, rare_forms::CHANGES], random)
            } else {
                choose(MARKUP, random)
            };
            let mut changed = tree.clone();
            if change(&mut changed, random).is_some() {
                tree = changed;
                description.push(name);
            }
        }
        bytes = tree.print().into_bytes();
    }
    if description.is_empty() || random.one_in(40) {
        description.push(bytes::change(&mut bytes, random));
    }
    (bytes, description.join(", "))
}

/// The changes for any document.
const MARKUP: &[&[(&str, usize, Change)]] = &[structure::CHANGES, xmi::CHANGES, text::CHANGES];

fn choose(
    tables: &[&'static [(&'static str, usize, Change)]],
    random: &mut Random,
) -> (&'static str, Change) {
    let all = || tables.iter().copied().flatten();
    let mut left = random.below(all().map(|(_, weight, _)| weight).sum());
    let found = all().find(|(_, weight, _)| {
        let here = left < *weight;
        left = left.saturating_sub(*weight);
        here
    });
    found.map_or((tables[0][0].0, tables[0][0].2), |(name, _, change)| (name, *change))
}
