//! Writes trees.
/// Emitter
pub struct Emitter;
