//! The files that levels use: for a scope, and for any.

use super::evaluator::{Evaluator, Source};
use super::files::FileIndex;
use super::levels::Level;
use super::{Hierarchy, Query};

/// A level that uses a file, if its variables have certain values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelMatch {
    /// The backend.
    pub backend: String,
    /// The level as written.
    pub level: String,
    /// Its position in the search order, over all backends.
    pub position: usize,
    /// The variables, and the values for which the level uses the file.
    pub variables: Vec<(String, String)>,
}

/// A file that a level uses for a scope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reached {
    /// The backend.
    pub backend: String,
    /// The level as written.
    pub level: String,
    /// Its position in the search order, over all backends.
    pub position: usize,
    /// The path that the level gives for the scope, below the data folder and without extension.
    pub path: String,
    /// The file, if there is one.
    pub file: Option<FileIndex>,
}

impl Hierarchy {
    /// The levels of all backends for a scope, in search order, each with its file; without levels that are skipped
    /// and levels whose interpolation fails.
    #[must_use]
    pub fn reached(&self, query: &Query<'_>) -> Vec<Reached> {
        let mut evaluator = Evaluator::new(self, query.scope, false);
        let mut reached = Vec::new();
        for (number, backend) in self.backends.iter().enumerate() {
            let mut folder = None;
            for (at, level) in self.levels.iter().enumerate() {
                let position = number * self.levels.len() + at;
                let file = match evaluator.source(backend, level, query.order_override, &mut folder) {
                    Ok(Source::File(file)) => Some(file),
                    Ok(Source::NoFile) => None,
                    Ok(Source::Ignored) | Err(_) => continue,
                };
                let (backend, level) = (backend.name.clone(), level.text().to_owned());
                reached.push(Reached { backend, level, position, path: evaluator.path().to_owned(), file });
            }
        }
        reached
    }

    /// The levels that use a file for some values of their variables, of those that interpolate only variables. Levels whose
    /// variables need a slash in their values are left out if there are others.
    #[must_use]
    pub fn level_matches(&self, file: FileIndex) -> Vec<LevelMatch> {
        let mut matches = Vec::new();
        for (number, backend) in self.backends.iter().enumerate() {
            let Some(path) = backend.folder.and_then(|folder| self.files.path_in(folder, file)) else {
                continue;
            };
            for (at, level) in self.levels.iter().enumerate() {
                let position = number * self.levels.len() + at;
                let text = match backend.variable_folder.text() {
                    "" => level.text().to_owned(),
                    folder => format!("{folder}/{}", level.text()),
                };
                if let Some(variables) = Level::new(&text).solve(path) {
                    let (backend, level) = (backend.name.clone(), level.text().to_owned());
                    matches.push(LevelMatch { backend, level, position, variables });
                }
            }
        }
        let is_plain = |found: &LevelMatch| !found.variables.iter().any(|(_, value)| value.contains('/'));
        if matches.iter().any(is_plain) {
            matches.retain(is_plain);
        }
        matches
    }
}
