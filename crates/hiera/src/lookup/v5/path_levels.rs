//! The levels whose paths interpolate only variables, for the search of the levels that may use a file.
//!
//! Invariant: a level is compared only with files below the directory with which its path starts, because the numbers
//! of levels and of files both grow with the number of modules. This module does not know which files exist.

use super::super::files::DataFormat;
use super::super::level_files::LevelMatch;
use super::template::{leading_text, solve};
use rustc_hash::FxHashMap;

/// All levels whose paths interpolate only variables.
#[derive(Debug, Default)]
pub(super) struct PathLevels {
    /// The levels in search order.
    levels: Vec<PathLevel>,
    /// For each directory, the indexes in `levels` of the levels whose paths start with this directory.
    by_directory: FxHashMap<String, Vec<usize>>,
}

/// A level with the full text of its path.
#[derive(Debug)]
pub(super) struct PathLevel {
    /// The position of the level in the search order of all levels.
    pub(super) position: usize,
    /// The name of the layer that the level belongs to.
    pub(super) layer: String,
    /// The level as it is written in the configuration.
    pub(super) level: String,
    /// The path with the data directory and the extension.
    pub(super) path: String,
    /// The format in which the files of the level are read, if it is known.
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
    pub(super) fn levels_near(&self, file: &str) -> impl Iterator<Item = &PathLevel> {
        let directories = std::iter::successors(Some(directory(file)), |inner| {
            (!inner.is_empty()).then(|| directory(inner.trim_end_matches('/')))
        });
        let mut found: Vec<usize> =
            directories.filter_map(|directory| self.by_directory.get(directory)).flatten().copied().collect();
        // Directories were visited from the innermost one, so the levels are sorted into search order.
        found.sort_unstable();
        found.into_iter().map(|index| &self.levels[index])
    }
}

impl PathLevel {
    /// The values of variables for which the level uses a file; `None` if there are none.
    pub(super) fn solve(&self, file: &str) -> Option<LevelMatch> {
        Some(self.level_match(solve(&self.path, file)?))
    }

    /// Like [`solve`](Self::solve), but a variable that names a directory is empty, so that the directory is not part
    /// of the path: `data/%{role}/common.yaml` is `data/common.yaml` if `role` is empty.
    pub(super) fn solve_with_empty_variable(&self, file: &str) -> Option<LevelMatch> {
        let parts: Vec<&str> = self.path.split('/').collect();
        // The last part is the name of the file.
        let (_, directories) = parts.split_last()?;
        for directory in directories {
            let Some(empty_variable) = only_variable(directory) else { continue };
            let other_parts: Vec<&str> = parts.iter().copied().filter(|part| part != directory).collect();
            let Some(mut variables) = solve(&other_parts.join("/"), file) else { continue };
            // The variable may also be in another part of the path, where it must be empty too.
            let is_value_needed =
                variables.iter().any(|(name, value)| name == empty_variable && !value.is_empty());
            if is_value_needed {
                continue;
            }
            variables.retain(|(name, _)| name != empty_variable);
            variables.push((empty_variable.to_owned(), String::new()));
            return Some(self.level_match(variables));
        }
        None
    }

    /// The level with the values of variables for which it uses a file.
    fn level_match(&self, variables: Vec<(String, String)>) -> LevelMatch {
        let (backend, level) = (self.layer.clone(), self.level.clone());
        LevelMatch { backend, level, position: self.position, variables }
    }
}

/// The name of the variable of which a part of a path consists.
fn only_variable(part: &str) -> Option<&str> {
    let name = part.strip_prefix("%{")?.strip_suffix('}')?;
    (!name.contains('}')).then(|| name.trim_matches(' '))
}

/// The directory of a path, with a slash at its end; empty if there is none.
fn directory(path: &str) -> &str {
    path.rfind('/').map_or("", |slash| &path[..=slash])
}
