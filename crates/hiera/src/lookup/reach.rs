//! The files that levels use: for a scope, and for any.

use super::evaluator::{Evaluator, Source};
use super::files::FileIndex;
use super::levels::Level;
use super::{Backend, Encrypted, Hierarchy, Query};
use crate::interpolation::has_interpolations;
use crate::store::Value;

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

/// A level with its names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedLevel {
    /// The backend, or in version 5 the layer.
    pub layer: String,
    /// The name of the level in version 5; empty in older ones.
    pub name: String,
    /// The level as written.
    pub text: String,
}

/// A file that a level uses for a scope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelFile {
    /// The backend.
    pub backend: String,
    /// The level as written.
    pub level: String,
    /// Its position in the search order, over all backends.
    pub position: usize,
    /// The path that the level gives for the scope, below the data directory and without extension.
    pub path: String,
    /// The file, if there is one.
    pub file: Option<FileIndex>,
}

/// A part of what the levels of a node are, as far as answers depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NodePlace {
    /// A level uses a file.
    File {
        /// The position of the level in the search order.
        position: u32,
        /// The file.
        file: FileIndex,
        /// Whether every lookup that comes to the file depends on it, because its level is invalid.
        is_required: bool,
    },
    /// A level whose number of places depends on the node, which matters to merges: none, one, or more.
    Count {
        /// The position of the level in the search order.
        position: u32,
        /// The number of its places, at most 2.
        count: u32,
    },
}

/// A file among those that a level may use, whether or not any scope leads there.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Candidate<'h> {
    /// The position of the level in the search order, over all backends.
    pub(crate) position: usize,
    /// The path that the level must have.
    pub(crate) path: &'h str,
    pub(crate) file: FileIndex,
    /// Whether the path may be in another case.
    pub(crate) ignores_case: bool,
}

impl Hierarchy {
    /// The levels by their positions in the search order.
    #[must_use]
    pub fn named_levels(&self) -> Vec<NamedLevel> {
        if let Some(layers) = &self.layers {
            return layers.named_levels();
        }
        let levels = self.backends.iter().flat_map(|backend| {
            backend.levels.iter().map(|(level, _)| NamedLevel {
                layer: backend.name.clone(),
                name: String::new(),
                text: level.text().to_owned(),
            })
        });
        levels.collect()
    }

    /// All texts of the configuration that determine the files of levels.
    pub(crate) fn level_texts(&self) -> Vec<String> {
        self.layers.as_ref().map_or_else(|| self.full_levels(), |layers| layers.full_levels())
    }

    /// The levels of all backends in search order, each with the part of the data directory that has variables.
    pub(crate) fn full_levels(&self) -> Vec<String> {
        let levels = self.backends.iter().flat_map(|backend| {
            backend.levels.iter().map(|(level, _)| backend.full_level(level).text().to_owned())
        });
        levels.collect()
    }

    /// The files of all levels, in search order and by path.
    pub(crate) fn candidates(&self) -> impl Iterator<Item = Candidate<'_>> {
        let levels = self.backends.iter().flat_map(|backend| &backend.levels);
        levels.enumerate().flat_map(|(position, (_, files))| {
            let ignores_case = files.is_some_and(|files| self.files.ignores_case(files));
            let mut files: Vec<_> = files.iter().flat_map(|files| self.files.in_directory(*files)).collect();
            // The files are in a hash map, whose order is arbitrary.
            files.sort_unstable_by_key(|(path, _)| *path);
            files.into_iter().map(move |(path, file)| Candidate { position, path, file, ignores_case })
        })
    }

    /// The levels of all backends for a scope, in search order, each with its file; without levels that are skipped
    /// and levels whose interpolation fails.
    #[must_use]
    pub fn reached(&self, query: &Query<'_>) -> Vec<LevelFile> {
        if let Some(layers) = &self.layers {
            return layers.reached(self, query);
        }
        let mut evaluator = Evaluator::new(self, query.scope, false);
        let mut reached = Vec::new();
        let mut position = 0;
        for backend in &self.backends {
            let mut directory = None;
            // A level counts for the position even if it is skipped.
            for (level, files) in &backend.levels {
                position += 1;
                let file =
                    match evaluator.source(backend, (level, *files), query.order_override, &mut directory) {
                        Ok(Source::File(file)) => Some(file),
                        Ok(Source::NoFile) => None,
                        Ok(Source::Ignored) | Err(_) => continue,
                    };
                let (backend, level) = (backend.name.clone(), level.text().to_owned());
                reached.push(LevelFile {
                    backend,
                    level,
                    position: position - 1,
                    path: evaluator.path().to_owned(),
                    file,
                });
            }
        }
        reached
    }

    /// The places of the levels of a node that have files, in search order; `None` if they are not the same for all keys, or
    /// cannot be determined.
    pub(crate) fn node_places(&self, scope: &Value) -> Option<Vec<NodePlace>> {
        // The text of a variable is interpolated as well, so it may look keys up.
        if has_interpolations(scope) || self.decrypts() {
            return None;
        }
        if let Some(layers) = &self.layers {
            return layers.node_places(self, scope);
        }
        let is_computed = |backend: &Backend| {
            // A level that looks keys up may depend on anything that its values interpolate (Decision 24).
            let settings = backend.settings.iter().flatten();
            backend.variable_directory.is_computed()
                || backend.levels.iter().any(|(level, _)| level.is_computed())
                // All settings of eyaml are interpolated for each lookup.
                || backend.is_eyaml() && settings.into_iter().any(|(_, text)| text.contains("%{"))
        };
        if self.backends.iter().any(is_computed) {
            return None;
        }
        let mut evaluator = Evaluator::new(self, scope, false);
        let mut places = Vec::new();
        let mut position = 0;
        for backend in &self.backends {
            let mut directory = None;
            for (level, files) in &backend.levels {
                match evaluator.source(backend, (level, *files), None, &mut directory) {
                    Ok(Source::File(file)) => {
                        places.push(NodePlace::File { position, file, is_required: false });
                    }
                    Ok(Source::NoFile | Source::Ignored) => {}
                    Err(_) => return None,
                }
                position += 1;
            }
        }
        Some(places)
    }

    /// Whether answers may depend on which files exist, even if these do not have the key.
    pub(crate) fn depends_on_existence_of_files(&self) -> bool {
        self.layers.as_ref().is_some_and(|layers| layers.depends_on_existence_of_files())
    }

    /// Whether the answers of lookups contain what encrypted texts do.
    fn decrypts(&self) -> bool {
        matches!(self.encrypted, Encrypted::Decrypted(schemes) if !schemes.is_empty())
    }

    /// The levels that use a file for some values of their variables, of those that interpolate only variables. Levels whose
    /// variables need a slash in their values are left out if there are others.
    #[must_use]
    pub fn level_matches(&self, file: FileIndex) -> Vec<LevelMatch> {
        let mut matches = match &self.layers {
            Some(layers) => layers.level_matches(&self.files, file),
            None => Vec::new(),
        };
        let mut position = 0;
        for backend in &self.backends {
            for (level, files) in &backend.levels {
                position += 1;
                let Some(path) = files.and_then(|files| self.files.path_in(files, file)) else { continue };
                // The path of the file begins with what the variables of the data directory give.
                if let Some(variables) = backend.full_level(level).solve(path) {
                    let (backend, level) = (backend.name.clone(), level.text().to_owned());
                    matches.push(LevelMatch { backend, level, position: position - 1, variables });
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

impl Backend {
    /// A level with the part of the data directory that has variables.
    fn full_level(&self, level: &Level) -> Level {
        match self.variable_directory.text() {
            "" => Level::new(level.text()),
            directory => Level::new(&format!("{directory}/{}", level.text())),
        }
    }
}
