//! Function calls that are literals in the language of bindings, for values that only Hiera data contains.

/// A string with Hiera's interpolation `%{…}`, kept as written.
pub const TEXT: &str = "hiera_text";
/// A value of a Ruby type without an equivalent: its kind, and its text.
pub const RUBY_VALUE: &str = "ruby_value";
/// An integer of more than 64 bits, by its digits.
pub const BIG_INTEGER: &str = "Integer";
/// A number that is not finite, by its spelling in YAML: `.inf`, `-.inf` or `.nan`.
pub const FLOAT: &str = "Float";
