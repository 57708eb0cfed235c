//! Values of the expression language.
//!
//! Invariants: a value is cheap to clone and can be shared by threads; it is no deeper than [`MAX_DEPTH`], so it can
//! be walked by recursion; collections know their weight, so the cost of walking them is known beforehand.

use super::regex::Regex;
use super::rich::Rich;
use super::types::Type;
use rustc_hash::FxHasher;
use std::fmt;
use std::hash::{Hash as _, Hasher};
use std::sync::Arc;

/// The maximum nesting of collections.
pub(super) const MAX_DEPTH: u16 = 100;

/// The number of bytes of a text for which one step is charged: a byte takes far less time than an expression.
pub(crate) const BYTES_PER_STEP: usize = 16;

/// A value.
#[derive(Clone, Debug)]
pub enum Value {
    /// `undef`
    Undef,
    /// `default`
    Default,
    /// `true` or `false`
    Boolean(bool),
    /// A 64-bit integer.
    Integer(i64),
    /// The digits of an integer in a data file that needs more than 64 bits. Expressions cannot calculate with it.
    BigInteger(Arc<str>),
    /// A number with a point.
    Float(f64),
    /// A string.
    String(Arc<str>),
    /// A regular expression.
    Regexp(Arc<Regex>),
    /// Values in order.
    Array(Arc<Array>),
    /// Values by key, in the order in which they were added.
    Hash(Arc<Hash>),
    /// A type.
    Type(Type),
    /// An object of the host, such as one of a model.
    Object(Object),
    /// A value of another of Puppet's types, such as a point in time.
    Rich(Rich),
    /// A value that is not known.
    Unknown(Arc<Unknown>),
}

/// Why a value is not known.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Unknown {
    /// What would be needed, such as a function that is written in Ruby.
    pub reason: String,
    /// The file and the line where the value would be computed.
    pub place: Option<(String, usize)>,
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown ({})", self.reason)
    }
}

/// An object that only the host can read, such as one of a model.
#[derive(Clone, Debug)]
pub struct Object {
    /// The class of the object.
    pub class: Arc<Class>,
    /// Identifies the object among all others.
    pub identity: u64,
}

/// A class of the host.
#[derive(Debug)]
pub struct Class {
    /// The name, as logic writes it.
    pub name: Arc<str>,
    /// Identifies the class among all others.
    pub id: u32,
    /// The ids of the class and of all its supertypes, in ascending order.
    pub ancestors: Vec<u32>,
}

impl Class {
    /// Whether objects of this class are also objects of another class.
    #[must_use]
    pub fn is(&self, other: &Class) -> bool {
        self.ancestors.binary_search(&other.id).is_ok()
    }
}

impl PartialEq for Class {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Value {
    /// A string.
    #[must_use]
    pub fn string(text: &str) -> Self {
        Self::String(Arc::from(text))
    }

    /// Values in order.
    #[must_use]
    pub fn array(items: Vec<Value>) -> Self {
        Self::Array(Arc::new(Array::new(items)))
    }

    /// Values by key.
    #[must_use]
    pub fn hash(pairs: impl IntoIterator<Item = (Value, Value)>) -> Self {
        Self::Hash(Arc::new(Hash::new(pairs)))
    }

    /// The text of a string; `None` for other values.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// The value, or the first value in it, that is not known; `None` if all are known.
    #[must_use]
    pub fn unknown(&self) -> Option<&Arc<Unknown>> {
        match self {
            Self::Unknown(unknown) => Some(unknown),
            Self::Array(items) if items.has_unknown() => items.iter().find_map(Value::unknown),
            Self::Hash(hash) if hash.has_unknown() => {
                hash.pairs().iter().find_map(|(key, value)| key.unknown().or_else(|| value.unknown()))
            }
            Self::Rich(rich) => rich.get().elements()?.unknown(),
            _ => None,
        }
    }

    /// The number of steps that a walk through the value takes.
    pub(super) fn weight(&self) -> u32 {
        match self {
            Self::String(text) | Self::BigInteger(text) => {
                u32::try_from(text.len() / BYTES_PER_STEP + 1).unwrap_or(u32::MAX)
            }
            Self::Array(array) => array.weight,
            // The weight of an empty hash is 0 because nothing was added, but walking it takes a step, too.
            Self::Hash(hash) => u32::try_from(hash.weight).unwrap_or(u32::MAX).max(1),
            Self::Type(ty) => ty.weight(),
            Self::Regexp(regex) => {
                u32::try_from(regex.source().len() / BYTES_PER_STEP + 1).unwrap_or(u32::MAX)
            }
            Self::Rich(rich) => rich.get().weight(),
            _ => 1,
        }
    }

    /// How deeply collections are nested in the value.
    pub(super) fn depth(&self) -> u16 {
        match self {
            Self::Array(array) => array.depth,
            Self::Hash(hash) => hash.depth,
            Self::Type(ty) => ty.depth(),
            Self::Rich(rich) => rich.get().depth(),
            _ => 0,
        }
    }

    /// Whether the value is true in conditions: all values except `false` and `undef` are.
    #[must_use]
    pub fn is_true(&self) -> bool {
        !matches!(self, Self::Undef | Self::Boolean(false))
    }
}

/// Values in order.
#[derive(Debug)]
pub struct Array {
    items: Vec<Value>,
    weight: u32,
    depth: u16,
    has_unknown: bool,
}

impl Array {
    /// An array of values.
    pub(super) fn new(items: Vec<Value>) -> Self {
        let (weight, depth) = measure(items.iter());
        let has_unknown = items.iter().any(|item| item.unknown().is_some());
        Self { items, weight, depth, has_unknown }
    }

    /// Whether a value in it is not known.
    pub(super) fn has_unknown(&self) -> bool {
        self.has_unknown
    }
}

impl std::ops::Deref for Array {
    type Target = [Value];
    fn deref(&self) -> &[Value] {
        &self.items
    }
}

/// Appends the values to `flat`, with the elements of nested arrays instead of the arrays.
pub(super) fn flatten_into(values: &[Value], flat: &mut Vec<Value>) {
    for value in values {
        match value {
            Value::Array(inner) => flatten_into(inner, flat),
            other => flat.push(other.clone()),
        }
    }
}

/// The weight and the depth of a collection that contains these values.
fn measure<'a>(values: impl Iterator<Item = &'a Value>) -> (u32, u16) {
    // The collection itself is one more value and one more level.
    let (mut weight, mut depth) = (1_u32, 1_u16);
    for value in values {
        weight = weight.saturating_add(value.weight());
        depth = depth.max(value.depth().saturating_add(1));
    }
    (weight, depth)
}

/// The maximum number of pairs of a hash without an index.
const MAX_UNINDEXED: usize = 8;

/// Values by key.
#[derive(Debug, Default)]
pub struct Hash {
    pairs: Vec<(Value, Value)>,
    // Positions in `pairs`; empty while there are at most `MAX_UNINDEXED` pairs.
    index: hashbrown::HashTable<u32>,
    // A sum in 64 bits never overflows, so the weight of a replaced value can be subtracted exactly.
    weight: u64,
    depth: u16,
    has_unknown: bool,
}

impl Clone for Hash {
    fn clone(&self) -> Self {
        let Self { pairs, index, weight, depth, has_unknown } = self;
        let (pairs, index) = (pairs.clone(), index.clone());
        Self { pairs, index, weight: *weight, depth: *depth, has_unknown: *has_unknown }
    }
}

impl Hash {
    /// The last value of each key, in the order in which the keys first occur.
    #[must_use]
    pub fn new(pairs: impl IntoIterator<Item = (Value, Value)>) -> Self {
        let mut hash = Self::default();
        for (key, value) in pairs {
            hash.insert(key, value);
        }
        hash
    }

    /// The number of pairs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether there are no pairs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// The pairs, in order.
    #[must_use]
    pub fn pairs(&self) -> &[(Value, Value)] {
        &self.pairs
    }

    /// Whether a key or a value in it is not known.
    pub(super) fn has_unknown(&self) -> bool {
        self.has_unknown
    }

    /// The position of a key in `pairs`; `None` if the hash does not contain the key.
    fn find(&self, key: &Value) -> Option<usize> {
        if self.pairs.len() <= MAX_UNINDEXED {
            return self.pairs.iter().position(|(k, _)| is_same_key(k, key));
        }
        let position = self.index.find(hash_of(key), |position| {
            let (pair_key, _) = &self.pairs[*position as usize];
            is_same_key(pair_key, key)
        });
        position.map(|position| *position as usize)
    }

    /// The value of a key; `None` if the hash does not contain the key.
    #[must_use]
    pub fn get(&self, key: &Value) -> Option<&Value> {
        self.find(key).map(|position| {
            let (_, value) = &self.pairs[position];
            value
        })
    }

    /// The value of a key that is a string; `None` if the hash does not contain the key.
    #[must_use]
    pub fn get_text(&self, key: &str) -> Option<&Value> {
        if self.pairs.len() <= MAX_UNINDEXED {
            return self
                .pairs
                .iter()
                .find(|(k, _)| matches!(k, Value::String(text) if **text == *key))
                .map(|(_, v)| v);
        }
        self.get(&Value::string(key))
    }

    /// Sets the value of a key; an existing key keeps its position.
    pub(super) fn insert(&mut self, key: Value, value: Value) {
        // An upper bound: it does not decrease if a deeper value is replaced.
        self.depth = self.depth.max(key.depth().max(value.depth()).saturating_add(1));
        // With the first pair, the hash itself is counted, too.
        self.weight = self.weight.max(1) + u64::from(value.weight());
        let has_unknown = is_partly_unknown(&key, &value);
        self.has_unknown |= has_unknown;
        if let Some(position) = self.find(&key) {
            let (_, old_value) = &mut self.pairs[position];
            let replaced_value = std::mem::replace(old_value, value);
            // Without this, setting the same key repeatedly would increase the weight each time.
            self.weight -= u64::from(replaced_value.weight());
            if !has_unknown && replaced_value.unknown().is_some() {
                // The replaced value may have been the only unknown one.
                self.has_unknown = self.pairs.iter().any(|(key, value)| is_partly_unknown(key, value));
            }
            return;
        }
        self.weight += u64::from(key.weight());
        let position = self.pairs.len();
        self.pairs.push((key, value));
        if position == MAX_UNINDEXED {
            // With the first pair above the limit, all previous pairs are added, too.
            (0..=position).for_each(|position| self.add_to_index(position));
        } else if position > MAX_UNINDEXED {
            self.add_to_index(position);
        }
    }

    /// Adds the pair at a position to the index.
    fn add_to_index(&mut self, position: usize) {
        let position = u32::try_from(position).unwrap_or(u32::MAX);
        let pairs = &self.pairs;
        // If the table grows, it computes the hashes of the positions in it again.
        self.index.insert_unique(hash_at(pairs, position), position, |position| hash_at(pairs, *position));
    }
}

/// Whether a key or its value is not known.
fn is_partly_unknown(key: &Value, value: &Value) -> bool {
    key.unknown().is_some() || value.unknown().is_some()
}

/// The hash of the key at a position.
fn hash_at(pairs: &[(Value, Value)], position: u32) -> u64 {
    let (key, _) = &pairs[position as usize];
    hash_of(key)
}

/// A value that is compared as a key of a hash: `1` differs from `1.0`, and `'a'` from `'A'`.
#[derive(Debug, Clone)]
pub(super) struct Key(pub(super) Value);

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        is_same_key(&self.0, &other.0)
    }
}

impl Eq for Key {}

impl std::hash::Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        hash_into(&self.0, state);
    }
}

/// Whether two values are the same key.
pub(super) fn is_same_key(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Undef, Value::Undef) | (Value::Default, Value::Default) => true,
        (Value::Boolean(a), Value::Boolean(b)) => a == b,
        (Value::Integer(a), Value::Integer(b)) => a == b,
        (Value::BigInteger(a), Value::BigInteger(b)) => a == b,
        // Floats are compared by bits, as they are hashed, so that NaN can be found again.
        (Value::Float(a), Value::Float(b)) => a.to_bits() == b.to_bits(),
        (Value::String(a), Value::String(b)) => a == b,
        (Value::Regexp(a), Value::Regexp(b)) => a == b,
        (Value::Array(a), Value::Array(b)) => {
            Arc::ptr_eq(a, b)
                || (a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| is_same_key(a, b)))
        }
        (Value::Hash(a), Value::Hash(b)) => {
            let is_same =
                |(key, value): &(Value, Value)| b.get(key).is_some_and(|other| is_same_key(value, other));
            Arc::ptr_eq(a, b) || (a.len() == b.len() && a.pairs.iter().all(is_same))
        }
        (Value::Type(a), Value::Type(b)) => a == b,
        (Value::Object(a), Value::Object(b)) => a.identity == b.identity,
        (Value::Rich(a), Value::Rich(b)) => a.is_same(b),
        (Value::Unknown(a), Value::Unknown(b)) => a == b,
        _ => false,
    }
}

/// The hash of a value as a key.
fn hash_of(value: &Value) -> u64 {
    let mut state = FxHasher::default();
    hash_into(value, &mut state);
    state.finish()
}

/// Feeds a value to a hasher; values that are the same key have the same hash.
pub(super) fn hash_into<H: Hasher>(value: &Value, state: &mut H) {
    // Values of different kinds are never the same key, so the hashes of `1` and `1.0` may differ.
    std::mem::discriminant(value).hash(state);
    match value {
        Value::Undef | Value::Default => {}
        Value::Boolean(b) => b.hash(state),
        Value::Integer(n) => n.hash(state),
        Value::Float(n) => n.to_bits().hash(state),
        Value::String(text) | Value::BigInteger(text) => text.hash(state),
        Value::Regexp(regex) => regex.source().hash(state),
        Value::Array(items) => items.iter().for_each(|item| hash_into(item, state)),
        Value::Hash(hash) => {
            // A sum, because the order of the pairs does not matter.
            let mut sum = 0_u64;
            for pair in &hash.pairs {
                sum = sum.wrapping_add(digest_of(pair));
            }
            sum.hash(state);
        }
        Value::Type(ty) => ty.hash(state),
        Value::Object(object) => object.identity.hash(state),
        Value::Rich(rich) => {
            let mut rich_state = FxHasher::default();
            rich.get().digest(&mut rich_state);
            rich_state.finish().hash(state);
        }
        Value::Unknown(unknown) => unknown.hash(state),
    }
}

/// The hash of a key together with its value.
fn digest_of((key, value): &(Value, Value)) -> u64 {
    let mut state = FxHasher::default();
    hash_into(key, &mut state);
    hash_into(value, &mut state);
    state.finish()
}
