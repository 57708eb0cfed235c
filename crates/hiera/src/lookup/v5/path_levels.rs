//! The levels whose paths interpolate only variables, to find those that may use a file.
//!
//! Invariant: a level is examined only for files below the directory that its path starts with, because the numbers of
//! levels and of files both grow with the number of modules. Which files exist is not known here.

use super::super::files::DataFormat;
use super::super::level_files::LevelMatch;
use super::template::{leading_text, solve};
use rustc_hash::FxHashMap;

/// All such levels.
#[derive(Debug, Default)]
pub(super) struct PathLevels {
    /// In search order.
    levels: Vec<PathLevel>,
    /// The levels whose paths start with each directory, as positions in the list.
    by_directory: FxHashMap<String, Vec<usize>>,
}

/// A level with the complete text of its path.
#[derive(Debug)]
pub(super) struct PathLevel {
    /// Its position in the search order of all levels.
    pub(super) position: usize,
    /// The name of its layer.
    pub(super) layer: String,
    /// The level as written.
    pub(super) level: String,
    pub(super) path: String,
    /// How its files are read, if that is known.
    pub(super) format: Option<DataFormat>,
}

impl FromIterator<PathLevel> for PathLevels {
    fn from_iter<I: IntoIterator<Item = PathLevel>>(levels: I) -> Self {
        let mut all = Self::default();
        for level in levels {
            let directory = directory(leading_text(&level.path)).to_owned();
            all.by_directory.entry(directory).or_default().push(all.levels.len());
            all.levels.push(level);
        }
        all
    }
}

impl PathLevels {
    /// The levels that may use a file, in search order.
    pub(super) fn near(&self, file: &str) -> impl Iterator<Item = &PathLevel> {
        let directories = std::iter::successors(Some(directory(file)), |inner| {
            (!inner.is_empty()).then(|| directory(inner.trim_end_matches('/')))
        });
        let mut found: Vec<usize> =
            directories.filter_map(|directory| self.by_directory.get(directory)).flatten().copied().collect();
        // The directories are visited from the innermost one, but the result is in search order.
        found.sort_unstable();
        found.into_iter().map(|at| &self.levels[at])
    }
}

impl PathLevel {
    /// The values of variables for which the level uses a file.
    pub(super) fn solve(&self, file: &str) -> Option<LevelMatch> {
        let variables = solve(&self.path, file)?;
        let (backend, level) = (self.layer.clone(), self.level.clone());
        Some(LevelMatch { backend, level, position: self.position, variables })
    }
}

/// The directory of a path, with its slash; empty if there is none.
fn directory(path: &str) -> &str {
    path.rfind('/').map_or("", |slash| &path[..=slash])
}
