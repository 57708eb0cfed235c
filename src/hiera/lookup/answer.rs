//! Answers: values of files, unchanged, and computed values.

use crate::store::{Data, DataValue, NodeIndex, Value};

/// The result of a lookup.
#[derive(Debug, Clone)]
pub enum Answer<'h> {
    /// A value of a file, unchanged.
    DataValue {
        /// The file's values.
        data: &'h Data,
        /// The value.
        node: NodeIndex,
    },
    /// A value that was interpolated or merged.
    Owned(Value),
}

impl Answer<'_> {
    /// The value, copied if it is a file's.
    #[must_use]
    pub fn to_value(&self) -> Value {
        match self {
            Answer::DataValue { data, node } => data.to_value(*node),
            Answer::Owned(value) => value.clone(),
        }
    }

    /// Whether it is a sensitive value, or contains one.
    #[must_use]
    pub fn has_secrets(&self) -> bool {
        matches!(self, Answer::Owned(value) if value.has_secrets())
    }

    pub(in crate::hiera) fn is_nil(&self) -> bool {
        match self {
            Answer::DataValue { data, node } => matches!(data.value(*node), DataValue::Nil),
            Answer::Owned(value) => matches!(value, Value::Nil),
        }
    }
}
