//! Levels and the files that they use, in the form that both engines return.

use super::origin::FileIndex;

/// A level that uses a file for certain values of its variables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelMatch {
    /// The name of the backend or, in version 5, of the layer.
    pub backend: String,
    /// The level as it is written in the configuration.
    pub level: String,
    /// The position of the level in the search order, over all backends.
    pub position: usize,
    /// The variables, and the values for which the level uses the file.
    pub variables: Vec<(String, String)>,
}

/// A level with its name and that of its layer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedLevel {
    /// The name of the layer or, before version 4, of the backend.
    pub layer: String,
    /// The name of the level in version 5; empty in older versions.
    pub name: String,
    /// The level as it is written in the configuration.
    pub text: String,
}

/// A level for one scope, and the file that it uses there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelFile {
    /// The name of the backend or, in version 5, of the layer.
    pub backend: String,
    /// The level as it is written in the configuration.
    pub level: String,
    /// The position of the level in the search order, over all backends.
    pub position: usize,
    /// The path of the level for the scope, relative to the data directory and without extension.
    pub path: String,
    /// The file at this path, if there is one.
    pub file: Option<FileIndex>,
}

/// A property of the levels of one node, on which the answers for the node depend.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum NodePlace {
    /// A level uses a file.
    File {
        /// The position of the level in the search order.
        position: u32,
        /// The file.
        file: FileIndex,
        /// Whether the answer depends on the file even if it does not have the key: because the level is invalid, so
        /// that every lookup that reaches the file fails, or because it is a pattern, which matches the file.
        matters_without_key: bool,
    },
    /// The number of places that a level has for the node. Merges depend on whether it is none, one, or more.
    Count {
        /// The position of the level in the search order.
        position: u32,
        /// The number of places; 2 means two or more.
        count: u32,
    },
}

/// A file that a level may use, whether or not any scope selects it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Candidate<'h> {
    /// The position of the level in the search order, over all backends.
    pub(crate) position: usize,
    /// The path that the interpolated level must have for the file to be used.
    pub(crate) path: &'h str,
    pub(crate) file: FileIndex,
    /// Whether the case of this path is ignored.
    pub(crate) ignores_case: bool,
}
