//! Levels and the files that they use, in the form that both engines return.

use super::origin::FileIndex;

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

/// A property of the levels of a node on which answers depend.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum NodePlace {
    /// A level uses a file.
    File {
        /// The position of the level in the search order.
        position: u32,
        /// The file.
        file: FileIndex,
        /// Whether every lookup that reaches the file depends on it, because its level is invalid.
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

/// A file that a level may use, whether or not any scope selects it.
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
