//! What a lookup did, step by step, for people who ask why. What a value interpolates follows the value.

use super::files::FileIndex;
use crate::store::{Place, Value};

/// A step of a lookup.
#[derive(Debug, Clone)]
pub struct Step {
    /// How many lookups this one is inside of.
    pub depth: usize,
    /// What happened.
    pub event: Event,
}

/// What a lookup did.
#[derive(Debug, Clone)]
pub enum Event {
    /// A key is looked up.
    Key(String),
    /// A backend is asked.
    Backend(String),
    /// A level is passed over, because its path is empty or has an empty part.
    Skipped {
        /// The level as written.
        level: String,
        /// What it is for this scope.
        path: String,
    },
    /// A level has no file.
    NoFile {
        /// The level as written.
        level: String,
        /// What it is for this scope.
        path: String,
    },
    /// A level's file does not have the key.
    NoKey {
        /// The level as written.
        level: String,
        /// The file.
        file: FileIndex,
    },
    /// A level's file has the key.
    Found {
        /// The level as written.
        level: String,
        /// The file.
        file: FileIndex,
        /// Where the key is.
        place: Place,
        /// The value, interpolated.
        value: Value,
        /// The class of the value as it is written, in Ruby.
        class: &'static str,
    },
    /// A level's file has the key, but its value cannot be interpolated.
    Failed {
        /// The level as written.
        level: String,
        /// The file.
        file: FileIndex,
        /// Where the key is.
        place: Place,
        /// Why not.
        message: String,
    },
    /// An interpolation of a value.
    Interpolated {
        /// The text between `%{` and `}`.
        expression: String,
        /// Its value.
        value: Value,
    },
}
