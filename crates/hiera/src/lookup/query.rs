//! Queries: which key a caller looks up, and how the answer is combined.

use super::resolution::Resolution;
use crate::store::Value;

/// A lookup to run.
#[derive(Debug, Clone, Copy)]
pub struct Query<'q> {
    /// The key, with dots between the segments of a path into a value: `a.b.0`.
    pub key: &'q str,
    /// How the values of several levels are combined into an answer.
    pub resolution: &'q Resolution,
    /// The variables of the node, as a hash.
    pub scope: &'q Value,
    /// A level that is searched before all others; has no effect in version 5.
    pub order_override: Option<&'q str>,
    /// A text that is the answer if no level has the key. Versions before 5 interpolate it.
    pub default: Option<&'q str>,
}

impl<'q> Query<'q> {
    /// A query for the value of the highest level.
    #[must_use]
    pub fn new(key: &'q str, scope: &'q Value) -> Self {
        Self { key, resolution: &Resolution::Priority, scope, order_override: None, default: None }
    }
}
