//! The steps of a lookup, and how the lookup combines the values that it finds, for explanations. After the step in
//! which a value is found come the steps of its interpolation.

use super::origin::FileIndex;
use crate::store::{Place, Value};
use std::path::PathBuf;

/// A step of a lookup.
#[derive(Debug, Clone)]
pub struct Step {
    /// The number of lookups that contain the current one.
    pub depth: usize,
    /// What happened.
    pub event: Event,
}

/// How a lookup combines the values that it found.
#[derive(Debug, Clone, Default)]
pub(super) struct Combination {
    /// The name of the strategy.
    pub(super) strategy: &'static str,
    /// The prefix of texts that remove elements of lower levels.
    pub(super) knockout_prefix: Option<String>,
    /// Whether the values of several levels are combined.
    pub(super) merges: bool,
    /// The type to which the answer is converted, and perhaps further arguments of the type's function `new`.
    pub(super) conversion: Option<Value>,
    /// The index of the first step of the search that gives the answer: either the search of all layers, or that of a
    /// default hierarchy after it.
    pub(super) start: usize,
}

/// Makes the values in steps sensitive.
pub(super) fn hide_values(steps: &mut [Step]) {
    for step in steps {
        match &mut step.event {
            Event::Found { value, .. } | Event::Interpolated { value, .. } => {
                *value = std::mem::take(value).into_sensitive();
            }
            // The reason contains the text of the value.
            Event::Failed { message, .. } => "its value is sensitive".clone_into(message),
            _ => {}
        }
    }
}

/// An event of a lookup.
#[derive(Debug, Clone)]
pub enum Event {
    /// A key is looked up.
    Key(String),
    /// A backend is searched.
    Backend(String),
    /// A layer of version 5 is searched.
    Layer {
        /// The name of the layer.
        name: String,
        /// The path of the layer's configuration.
        config: String,
    },
    /// A level of version 5 is searched. It has a name, and may have several places.
    Entry(String),
    /// An option of `lookup_options` applies.
    Options {
        /// The name of the option.
        name: &'static str,
        /// The value of the option.
        value: String,
    },
    /// A level is skipped, because its path is empty or has an empty part.
    Skipped {
        /// The path or the pattern of the location as it is written; before version 5, that of the level.
        location_text: String,
        /// The path of the level for this scope.
        path: String,
    },
    /// A level has no file.
    NoFile {
        /// The path or the pattern of the location as it is written; before version 5, that of the level.
        location_text: String,
        /// The path of the level for this scope.
        path: String,
        /// The absolute path that the file would have; empty if it is not known.
        file: PathBuf,
    },
    /// A level's file does not have the key.
    NoKey {
        /// The path or the pattern of the location as it is written; before version 5, that of the level.
        location_text: String,
        /// The file.
        file: FileIndex,
    },
    /// A level's file has the key.
    Found {
        /// The path or the pattern of the location as it is written; before version 5, that of the level.
        location_text: String,
        /// The file.
        file: FileIndex,
        /// The position of the key.
        place: Place,
        /// The interpolated value.
        value: Value,
        /// The Ruby class of the value before its interpolation.
        class: &'static str,
    },
    /// A level's file has the key, but its value cannot be interpolated.
    Failed {
        /// The path or the pattern of the location as it is written; before version 5, that of the level.
        location_text: String,
        /// The file.
        file: FileIndex,
        /// The position of the key.
        place: Place,
        /// The reason.
        message: String,
    },
    /// An interpolation of a value.
    Interpolated {
        /// The text between `%{` and `}`.
        expression: String,
        /// The value of the expression.
        value: Value,
    },
}
