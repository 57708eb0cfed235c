//! Answers: values of files, unchanged, and computed values.

use crate::store::{Data, DataValue, NodeIndex, Value};

/// The maximum number of elements of a value that are copied for explanations. An explanation shows a limited number of
/// characters, and each element takes at least two.
const MAX_TRACED_ELEMENTS: usize = 64;

/// The result of a lookup.
#[derive(Debug, Clone)]
pub enum Answer<'h> {
    /// A value of a file, unchanged.
    DataValue {
        /// The values of the file.
        data: &'h Data,
        /// The index of the value in `data`.
        node: NodeIndex,
    },
    /// A value that was interpolated or merged.
    Owned(Value),
}

impl Answer<'_> {
    /// The value; a value of a file is copied.
    #[must_use]
    pub fn to_value(&self) -> Value {
        match self {
            Answer::DataValue { data, node } => data.to_value(*node),
            Answer::Owned(value) => value.clone(),
        }
    }

    /// The value to show in a step of a lookup; `depth` is the number of lookups that contain this one. For a nested
    /// lookup, an excerpt is enough: otherwise a large value would be copied each time that a part of it is looked up.
    pub(super) fn traced_value(&self, depth: usize) -> Value {
        match self {
            Answer::DataValue { data, node } if depth > 0 => data.excerpt(*node, MAX_TRACED_ELEMENTS),
            answer => answer.to_value(),
        }
    }

    /// Whether the answer is sensitive, or contains something sensitive.
    #[must_use]
    pub fn has_secrets(&self) -> bool {
        matches!(self, Answer::Owned(value) if value.has_secrets())
    }

    /// Whether the answer is nil, as opposed to no answer.
    pub(crate) fn is_nil(&self) -> bool {
        match self {
            Answer::DataValue { data, node } => matches!(data.value(*node), DataValue::Nil),
            Answer::Owned(value) => matches!(value, Value::Nil),
        }
    }
}
