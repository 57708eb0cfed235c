//! Values on their own, such as the results of interpolation and merging.
//!
//! Invariant: two values are equal if Ruby's `eql?` considers them equal, which compares keys of hashes, and elements
//! in `uniq`: `1` and `1.0` differ.

use super::RubyKind;
use indexmap::{Equivalent, IndexMap};
use rustc_hash::FxBuildHasher;
use std::hash::{Hash as StdHash, Hasher};

/// A hash, in order of insertion.
pub type Hash = IndexMap<Value, Value, FxBuildHasher>;

/// A value as in Ruby.
#[derive(Debug, Clone, Default)]
pub enum Value {
    /// `nil`.
    #[default]
    Nil,
    /// `true` or `false`.
    Bool(bool),
    /// An integer of 64 bits.
    Integer(i64),
    /// An integer of more than 64 bits, in decimal digits.
    BigInteger(Box<str>),
    /// A floating-point number.
    Float(f64),
    /// A string.
    Text(Box<str>),
    /// A value of another Ruby class, as a text; for bytes, their hexadecimal digits.
    Ruby(RubyKind, Box<str>),
    /// An array.
    Array(Vec<Value>),
    /// A hash.
    Hash(Hash),
    /// A value of Puppet's type `Sensitive`. It can be compared, but no text shows it.
    Sensitive(Box<Value>),
}

/// What texts show in the place of a sensitive value, as in Puppet.
pub const REDACTED: &str = "Sensitive [value redacted]";

impl Value {
    /// A string.
    #[must_use]
    pub fn text(text: impl Into<Box<str>>) -> Self {
        Value::Text(text.into())
    }

    /// The text of a string.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The value for a text key, if this is a hash.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        match self {
            Value::Hash(hash) => hash.get(&TextKey(key)),
            _ => None,
        }
    }

    /// Whether this is a string: a text or bytes.
    #[must_use]
    pub fn is_string(&self) -> bool {
        matches!(self, Value::Text(_) | Value::Ruby(RubyKind::Bytes, _))
    }

    /// The name of the value's class in Ruby, for messages.
    #[must_use]
    pub fn class(&self) -> &'static str {
        match self {
            Value::Nil => "NilClass",
            Value::Bool(true) => "TrueClass",
            Value::Bool(false) => "FalseClass",
            Value::Integer(_) | Value::BigInteger(_) => "Integer",
            Value::Float(_) => "Float",
            Value::Text(_) | Value::Ruby(RubyKind::Bytes, _) => "String",
            Value::Ruby(RubyKind::Symbol, _) => "Symbol",
            Value::Ruby(RubyKind::Date, _) => "Date",
            Value::Ruby(RubyKind::Time, _) => "Time",
            Value::Ruby(RubyKind::Regexp, _) => "Regexp",
            Value::Ruby(RubyKind::Range, _) => "Range",
            Value::Ruby(RubyKind::Class, _) => "Class",
            Value::Ruby(RubyKind::Object, _) => "Object",
            Value::Array(_) => "Array",
            Value::Hash(_) => "Hash",
            Value::Sensitive(_) => "Puppet::Pops::Types::PSensitiveType::Sensitive",
        }
    }

    /// Whether the value is sensitive, or contains a sensitive value.
    #[must_use]
    pub fn has_secrets(&self) -> bool {
        match self {
            Value::Sensitive(_) => true,
            Value::Array(items) => items.iter().any(Value::has_secrets),
            Value::Hash(hash) => hash.iter().any(|(key, value)| key.has_secrets() || value.has_secrets()),
            _ => false,
        }
    }

    /// The value as a sensitive one; a sensitive value is not wrapped again.
    #[must_use]
    pub fn into_sensitive(self) -> Self {
        match self {
            Value::Sensitive(_) => self,
            value => Value::Sensitive(Box::new(value)),
        }
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Value::Nil, Value::Nil) => true,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Integer(a), Value::Integer(b)) => a == b,
            (Value::BigInteger(a), Value::BigInteger(b)) | (Value::Text(a), Value::Text(b)) => a == b,
            (Value::Float(a), Value::Float(b)) => float_bits(*a) == float_bits(*b),
            (Value::Ruby(kind, a), Value::Ruby(other_kind, b)) => kind == other_kind && a == b,
            // In Ruby, strings with the same ASCII characters are equal even if their encodings differ.
            (Value::Text(text), Value::Ruby(RubyKind::Bytes, digits))
            | (Value::Ruby(RubyKind::Bytes, digits), Value::Text(text)) => {
                ascii_text(digits).is_some_and(|ascii| ascii == **text)
            }
            (Value::Array(a), Value::Array(b)) => a == b,
            (Value::Sensitive(a), Value::Sensitive(b)) => a == b,
            (Value::Hash(a), Value::Hash(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Value {}

impl StdHash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // The constants only make equal hashes of values of different classes less frequent.
        match self {
            Value::Nil => state.write_u8(0),
            Value::Bool(value) => state.write_u8(1 + u8::from(*value)),
            Value::Integer(value) => state.write_i64(*value),
            Value::Float(value) => state.write_u64(float_bits(*value)),
            // The hash must equal that of `TextKey`, so that a borrowed text finds the key of a hash.
            Value::Text(text) => TextKey(text).hash(state),
            Value::Ruby(RubyKind::Bytes, digits) => match ascii_text(digits) {
                Some(text) => TextKey(&text).hash(state),
                None => digits.hash(state),
            },
            Value::BigInteger(text) | Value::Ruby(_, text) => {
                state.write_u8(3);
                text.hash(state);
            }
            Value::Array(items) => items.hash(state),
            Value::Sensitive(value) => {
                state.write_u8(4);
                value.hash(state);
            }
            // Equal hashes may have their entries in different order, so only the number of entries is hashed.
            Value::Hash(hash) => state.write_usize(hash.len()),
        }
    }
}

/// The text that bytes in hexadecimal digits represent, if all of it is ASCII. Such bytes are equal to the text in
/// Ruby.
fn ascii_text(digits: &str) -> Option<String> {
    let (pairs, _) = digits.as_bytes().as_chunks::<2>();
    let characters = pairs.iter().map(|[high, low]| {
        let byte = char::from(*high).to_digit(16)? * 16 + char::from(*low).to_digit(16)?;
        char::from_u32(byte).filter(char::is_ascii)
    });
    characters.collect()
}

/// The bits of a number; both zeros have the same bits.
fn float_bits(value: f64) -> u64 {
    if value == 0.0 { 0 } else { value.to_bits() }
}

/// A text by which the entry of a hash is found without a `Value`.
#[derive(Debug, Clone, Copy)]
pub struct TextKey<'a>(pub &'a str);

impl StdHash for TextKey<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl Equivalent<Value> for TextKey<'_> {
    fn equivalent(&self, key: &Value) -> bool {
        key.as_text() == Some(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_equal_as_in_ruby() {
        let mut hash = Hash::default();
        for key in
            [Value::Integer(1), Value::Float(1.0), Value::text("1"), Value::Float(0.0), Value::Float(-0.0)]
        {
            hash.insert(key, Value::Nil);
        }
        assert_eq!(hash.len(), 4);
        assert!(hash.contains_key(&Value::Ruby(RubyKind::Bytes, "31".into())));
        assert!(hash.contains_key(&TextKey("1")) && !hash.contains_key(&TextKey("2")));
    }
}
