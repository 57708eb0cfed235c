//! The levels of a hierarchy and the files that they use, whichever engine searches them.

use super::encryption::Encrypted;
use super::hierarchy::{Engine, Hierarchy};
use super::level_files::{Candidate, LevelFile, LevelMatch, NamedLevel, NodePlace};
use super::origin::FileIndex;
use super::query::Query;
use crate::interpolation::has_interpolations;
use crate::store::Value;

impl Hierarchy {
    /// The levels by their positions in the search order.
    #[must_use]
    pub fn named_levels(&self) -> Vec<NamedLevel> {
        match &self.engine {
            Engine::Ruby(backends) => backends.named_levels(),
            Engine::Puppet(layers) => layers.named_levels(),
        }
    }

    /// All texts of the configuration that determine the files of levels, in search order, each with its data
    /// directory.
    pub(crate) fn level_texts(&self) -> Vec<String> {
        match &self.engine {
            Engine::Ruby(backends) => backends.full_levels(),
            Engine::Puppet(layers) => layers.full_levels(),
        }
    }

    /// The files of all levels of version 1 to 3, in search order and by path.
    pub(crate) fn candidates(&self) -> Vec<Candidate<'_>> {
        self.backends().map(|backends| backends.candidates(&self.data.files)).unwrap_or_default()
    }

    /// The levels for a scope, in search order, each with its file; without levels that are skipped and levels whose
    /// interpolation fails.
    #[must_use]
    pub fn reached(&self, query: &Query<'_>) -> Vec<LevelFile> {
        match &self.engine {
            Engine::Ruby(backends) => backends.reached(&self.data, query),
            Engine::Puppet(layers) => layers.reached(&self.data, query),
        }
    }

    /// The places of the levels of a node that have files, in search order; `None` if they are not the same for all
    /// keys, or cannot be determined.
    pub(crate) fn node_places(&self, scope: &Value) -> Option<Vec<NodePlace>> {
        // The text of a variable is interpolated as well, so it may look keys up.
        if has_interpolations(scope) || self.decrypts() {
            return None;
        }
        match &self.engine {
            Engine::Ruby(backends) => backends.node_places(&self.data, scope),
            Engine::Puppet(layers) => layers.node_places(&self.data, scope),
        }
    }

    /// Whether answers may depend on which files exist, even if these do not have the key.
    pub(crate) fn depends_on_existence_of_files(&self) -> bool {
        self.layers().is_some_and(|layers| layers.depends_on_existence_of_files())
    }

    /// Whether the answers of lookups contain decrypted texts.
    fn decrypts(&self) -> bool {
        matches!(self.data.encrypted, Encrypted::Decrypted(schemes) if !schemes.is_empty())
    }

    /// Of the levels that interpolate only variables, those that use a file for some values of these variables. Levels
    /// whose variables need a slash in their values are left out if there are others.
    #[must_use]
    pub fn level_matches(&self, file: FileIndex) -> Vec<LevelMatch> {
        let mut matches = match &self.engine {
            Engine::Ruby(backends) => backends.level_matches(&self.data.files, file),
            Engine::Puppet(layers) => layers.level_matches(&self.data.files, file),
        };
        let is_plain = |found: &LevelMatch| !found.variables.iter().any(|(_, value)| value.contains('/'));
        if matches.iter().any(is_plain) {
            matches.retain(is_plain);
        }
        matches
    }
}
