//! Calls in texts of bindings that are literals of what only data of Hiera has.

/// A text with `%{…}`, as it is.
pub const TEXT: &str = "hiera_text";
/// A value of a type that only Ruby has: its kind, and its text.
pub const RUBY_VALUE: &str = "ruby_value";
/// A whole number of more than 64 bits, by its digits.
pub const BIG_INTEGER: &str = "Integer";
/// A number without digits, by its spelling in YAML: `.inf`, `-.inf` or `.nan`.
pub const FLOAT: &str = "Float";
