//! The files that levels of backends use, for one node and for all possible nodes.

use super::backend::Backend;
use super::backends::Backends;
use super::evaluator::{Evaluator, LevelSource};
use crate::lookup::data_access::DataAccess;
use crate::lookup::files::DataFiles;
use crate::lookup::level_files::{Candidate, LevelFile, LevelMatch, NamedLevel, NodePlace};
use crate::lookup::origin::FileIndex;
use crate::lookup::query::Query;
use crate::store::Value;

impl Backends {
    /// The levels with their names, in search order.
    pub(in crate::lookup) fn named_levels(&self) -> Vec<NamedLevel> {
        let levels = self.list.iter().flat_map(|backend| {
            backend.levels.iter().map(|(level, _)| NamedLevel {
                layer: backend.name.clone(),
                name: String::new(),
                text: level.text().to_owned(),
            })
        });
        levels.collect()
    }

    /// The levels in search order, each after the part of the data directory that has variables.
    pub(in crate::lookup) fn full_levels(&self) -> Vec<String> {
        let levels = self.list.iter().flat_map(|backend| {
            backend.levels.iter().map(|(level, _)| backend.full_level(level).text().to_owned())
        });
        levels.collect()
    }

    /// The files of all levels, in search order and by path.
    pub(in crate::lookup) fn candidates<'h>(&'h self, files: &'h DataFiles) -> Vec<Candidate<'h>> {
        let mut candidates = Vec::new();
        let levels = self.list.iter().flat_map(|backend| &backend.levels);
        for (position, (_, directory)) in levels.enumerate() {
            let Some(directory) = *directory else { continue };
            let ignores_case = files.ignores_case(directory);
            let mut found: Vec<_> = files.files_in_directory(directory).collect();
            // The files come from a hash map, in arbitrary order.
            found.sort_unstable_by_key(|(path, _)| *path);
            let found = found.into_iter();
            candidates.extend(found.map(|(path, file)| Candidate { position, path, file, ignores_case }));
        }
        candidates
    }

    /// The levels for a scope in search order, each with its file. Levels that are skipped, or whose interpolation
    /// fails, are left out.
    pub(in crate::lookup) fn reached_levels(&self, data: &DataAccess, query: &Query<'_>) -> Vec<LevelFile> {
        let mut evaluator = Evaluator::new(data, self, query.scope);
        let mut reached = Vec::new();
        let mut position = 0;
        for backend in &self.list {
            let mut directory = None;
            // A level that is skipped still has a position.
            for (level, files) in &backend.levels {
                position += 1;
                let file = match evaluator.level_source(
                    backend,
                    (level, *files),
                    query.order_override,
                    &mut directory,
                ) {
                    Ok(LevelSource::File(file)) => Some(file),
                    Ok(LevelSource::NoFile) => None,
                    Ok(LevelSource::Ignored) | Err(_) => continue,
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

    /// The places with files that the levels have for a node, in search order; `None` if they depend on the key, or
    /// cannot be determined.
    pub(in crate::lookup) fn node_places(&self, data: &DataAccess, scope: &Value) -> Option<Vec<NodePlace>> {
        if self.list.iter().any(Backend::is_computed) {
            return None;
        }
        let mut evaluator = Evaluator::new(data, self, scope);
        let order_override = None;
        let mut places = Vec::new();
        let mut position = 0;
        for backend in &self.list {
            let mut directory = None;
            for (level, files) in &backend.levels {
                match evaluator.level_source(backend, (level, *files), order_override, &mut directory) {
                    Ok(LevelSource::File(file)) => {
                        places.push(NodePlace::File { position, file, matters_without_key: false });
                    }
                    Ok(LevelSource::NoFile | LevelSource::Ignored) => {}
                    Err(_) => return None,
                }
                position += 1;
            }
        }
        Some(places)
    }

    /// The levels that use a file for some values of their variables.
    pub(in crate::lookup) fn level_matches(
        &self,
        data_files: &DataFiles,
        file: FileIndex,
    ) -> Vec<LevelMatch> {
        let mut matches = Vec::new();
        let levels =
            self.list.iter().flat_map(|backend| backend.levels.iter().map(move |level| (backend, level)));
        for (position, (backend, (level, files))) in levels.enumerate() {
            let Some(path) = files.and_then(|files| data_files.path_in(files, file)) else { continue };
            // The path of the file includes the part of the data directory that has variables.
            if let Some(variables) = backend.full_level(level).solve(path) {
                let (backend, level) = (backend.name.clone(), level.text().to_owned());
                matches.push(LevelMatch { backend, level, position, variables });
            }
        }
        matches
    }
}
