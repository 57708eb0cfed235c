//! The levels of a hierarchy and the files that they use, for both engines.

use super::encryption::Encrypted;
use super::hierarchy::{Engine, Hierarchy};
use super::level_files::{Candidate, LevelFile, LevelMatch, NamedLevel, NodePlace};
use super::origin::FileIndex;
use super::query::Query;
use crate::interpolation::has_interpolations;
use crate::store::Value;

impl Hierarchy {
    /// The levels with their names, in search order.
    #[must_use]
    pub fn named_levels(&self) -> Vec<NamedLevel> {
        match &self.engine {
            Engine::Ruby(backends) => backends.named_levels(),
            Engine::Puppet(layers) => layers.named_levels(),
        }
    }

    /// All texts of the configuration that determine the files of levels, in search order. Each text includes its data
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

    /// The levels for a scope in search order, each with its file. Levels that are skipped, or whose interpolation
    /// fails, are left out.
    #[must_use]
    pub fn reached_levels(&self, query: &Query<'_>) -> Vec<LevelFile> {
        match &self.engine {
            Engine::Ruby(backends) => backends.reached_levels(&self.data, query),
            Engine::Puppet(layers) => layers.reached_levels(&self.data, query),
        }
    }

    /// The places with files that the levels have for a node, in search order; `None` if they depend on the key, or
    /// cannot be determined.
    pub(crate) fn node_places(&self, scope: &Value) -> Option<Vec<NodePlace>> {
        // Texts in variables are interpolated as well. They may look up keys, so the places may depend on data.
        if has_interpolations(scope) || self.decrypts() {
            return None;
        }
        match &self.engine {
            Engine::Ruby(backends) => backends.node_places(&self.data, scope),
            Engine::Puppet(layers) => layers.node_places(&self.data, scope),
        }
    }

    /// Whether answers may depend on the existence of a file that does not have the key.
    pub(crate) fn depends_on_existence_of_files(&self) -> bool {
        self.layers().is_some_and(|layers| layers.depends_on_existence_of_files())
    }

    /// Whether the answers of lookups contain decrypted texts.
    fn decrypts(&self) -> bool {
        matches!(self.data.encrypted, Encrypted::Decrypted(schemes) if !schemes.is_empty())
    }

    /// The levels that use a file for some values of their variables; only levels that interpolate nothing but
    /// variables are examined. Levels that need a slash in the value of a variable are left out if other levels use the
    /// file without one.
    #[must_use]
    pub fn level_matches(&self, file: FileIndex) -> Vec<LevelMatch> {
        let mut matches = match &self.engine {
            Engine::Ruby(backends) => backends.level_matches(&self.data.files, file),
            Engine::Puppet(layers) => layers.level_matches(&self.data.files, file),
        };
        if matches.iter().any(is_plain) {
            matches.retain(is_plain);
        }
        matches
    }

    /// The levels that may use a file, but that [`level_matches`](Self::level_matches) does not examine, because more
    /// than plain variables determines their paths; each with its data directory. Before version 4, these are not
    /// known.
    pub(crate) fn unexamined_levels(&self, file: FileIndex) -> Vec<String> {
        self.layers().map(|layers| layers.unexamined_levels(&self.data.files, file)).unwrap_or_default()
    }
}

/// Whether no value of a variable contains a slash.
fn is_plain(found: &LevelMatch) -> bool {
    !found.variables.iter().any(|(_, value)| value.contains('/'))
}
