//! The mapping between models and trees of maps, lists and scalars: one mapping, two syntaxes.
//!
//! [`TreeSink`] is what a syntax's writer implements. This module knows what `$type` and `$ref`
//! mean; it does not know how a brace or an indent looks.

/// Receives a tree in document order; JSON and YAML implement it.
///
/// Calls are well nested: inside a map every value is preceded by one [`TreeSink::key`].
pub trait TreeSink {
    /// Opens a map.
    fn begin_map(&mut self);
    /// The key of the next value.
    fn key(&mut self, key: &str);
    /// Closes the innermost map.
    fn end_map(&mut self);
    /// Opens a list.
    fn begin_list(&mut self);
    /// Closes the innermost list.
    fn end_list(&mut self);
    /// A null.
    fn null(&mut self);
    /// A truth value.
    fn boolean(&mut self, value: bool);
    /// A number, given as a legal JSON number; its digits are kept as they are.
    fn number(&mut self, digits: &str);
    /// A string.
    fn string(&mut self, value: &str);
}
