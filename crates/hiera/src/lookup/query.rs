//! Queries: what a caller looks up, and how.

use super::resolution::Resolution;
use crate::store::Value;

/// A lookup to run.
#[derive(Debug, Clone, Copy)]
pub struct Query<'q> {
    /// The key, with dots between the segments of a path into a value: `a.b.0`.
    pub key: &'q str,
    /// How the values of several levels are combined into an answer.
    pub resolution: &'q Resolution,
    /// The variables, a hash.
    pub scope: &'q Value,
    /// A level to search before all others; version 5 has no such level.
    pub order_override: Option<&'q str>,
    /// A text that is returned if nothing is found; only older versions than 5 interpolate it.
    pub default: Option<&'q str>,
}

impl<'q> Query<'q> {
    /// A lookup of the highest level's value.
    #[must_use]
    pub fn new(key: &'q str, scope: &'q Value) -> Self {
        Self { key, resolution: &Resolution::Priority, scope, order_override: None, default: None }
    }
}
