//! The values of one file in one arena.
//!
//! Invariants: the children of a node are before it in the arena; the root is a hash; the root has no two equal keys;
//! whether a value contains interpolations or encrypted texts is stored, and needs no search in its parts.

use super::{Hash, RubyKind, Value};
use hashbrown::HashTable;
use modelwright_metamodel::diagnostic::{Position, Source};
use std::hash::BuildHasher as _;
use std::num::TryFromIntError;
use std::ops::Range;

/// The index of a value in the arena of its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct NodeIndex(u32);

/// The position at which a value begins in its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Place {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1. At most 65,535, which means any column from there on.
    pub column: u16,
}

impl Place {
    /// The offset in the text of its file.
    pub fn offset(self, source: &Source) -> usize {
        source.offset(Position { line: self.line as usize, column: self.column.into() })
    }
}

/// A value of a file.
#[derive(Debug, Clone, Copy)]
pub enum DataValue<'d> {
    /// `nil`.
    Nil,
    /// `true` or `false`.
    Bool(bool),
    /// An integer of 64 bits.
    Integer(i64),
    /// An integer of more than 64 bits, in decimal digits.
    BigInteger(&'d str),
    /// A floating-point number.
    Float(f64),
    /// A string.
    Text(&'d str),
    /// A value of another Ruby class, as text.
    Ruby(RubyKind, &'d str),
    /// An array.
    Array(&'d [NodeIndex]),
    /// A hash.
    Hash(Pairs<'d>),
}

/// The keys and values of a hash, in order.
#[derive(Debug, Clone, Copy)]
pub struct Pairs<'d>(&'d [NodeIndex]);

impl<'d> Pairs<'d> {
    /// The key and the value of every entry.
    pub fn iter(self) -> impl ExactSizeIterator<Item = (NodeIndex, NodeIndex)> + 'd {
        // Keys and values alternate, so the length is even and there is no remainder.
        let (pairs, _) = self.0.as_chunks::<2>();
        pairs.iter().map(|[key, value]| (*key, *value))
    }
}

/// An entry of the hash of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The key.
    pub key: NodeIndex,
    /// The value.
    pub value: NodeIndex,
}

/// The type of a value in the arena.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Nil,
    Bool,
    Integer,
    BigInteger,
    Float,
    Text,
    Ruby(RubyKind),
    Array,
    Hash,
}

/// A value in the arena. For texts and collections, `start` and `length` are a range of `texts` or `children`; for
/// numbers, they are the bits of the number.
#[derive(Debug, Clone, Copy)]
struct Node {
    kind: Kind,
    flags: u8,
    place: Place,
    start: u32,
    length: u32,
    /// The approximate size in bytes of a copy in which aliases are expanded, or the largest `u32` for any larger size.
    size: u32,
}

impl Node {
    /// The range of the node's text or children.
    fn range(&self) -> Range<usize> {
        self.start as usize..(self.start + self.length) as usize
    }
}

/// The memory in bytes that a value of a copy takes in addition to its text.
const VALUE_BYTES: u32 = 32;

/// The flag of a value that contains a text with `%{`, or a value that Hiera answers as nil.
const MAY_CHANGE: u8 = 1;
/// The flag of a value that contains a text with `ENC[`.
const ENCRYPTED: u8 = 2;

/// The values of one file.
#[derive(Debug, Clone)]
pub struct Data {
    nodes: Box<[Node]>,
    /// The children of all nodes; each node refers to a range of them.
    children: Box<[NodeIndex]>,
    /// All texts, one after another; each node with a text refers to a range of them.
    texts: Box<str>,
    /// The entries of the root by the hash of their text keys; each element is the index of the key in `children`.
    keys: HashTable<u32>,
    root: NodeIndex,
}

/// The hash value of a text key. It is the same for all files, so a lookup computes it only once.
#[must_use]
pub fn hash_key(key: &str) -> u64 {
    rustc_hash::FxBuildHasher.hash_one(key)
}

impl Data {
    /// The value that the file contains.
    #[must_use]
    pub fn root(&self) -> NodeIndex {
        self.root
    }

    /// The number of entries of the root.
    #[must_use]
    pub fn len(&self) -> usize {
        self.node(self.root).length as usize / 2
    }

    /// Whether the root has no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The entries of the root, in order.
    pub fn entries(&self) -> impl Iterator<Item = Entry> + '_ {
        Pairs(self.child_range(self.root)).iter().map(|(key, value)| Entry { key, value })
    }

    /// The entry with a text key. `hash` is the [`hash_key`] of the key.
    #[must_use]
    pub fn entry(&self, hash: u64, key: &str) -> Option<Entry> {
        // The caller computes the hash, because a lookup needs the same hash for all files.
        let position = *self.keys.find(hash, |position| self.key_text(*position) == Some(key))? as usize;
        Some(Entry { key: *self.children.get(position)?, value: *self.children.get(position + 1)? })
    }

    /// The entry of the root whose key is nil. Ruby's Hiera looks it up for an empty name.
    #[must_use]
    pub fn nil_entry(&self) -> Option<Entry> {
        // Hardly any file has this key, so the keys are searched one by one.
        self.entries().find(|entry| self.node(entry.key).kind == Kind::Nil)
    }

    /// The text of the key at a position in `children`; `None` if the key is not a string.
    fn key_text(&self, position: u32) -> Option<&str> {
        self.text(*self.children.get(position as usize)?)
    }

    fn node(&self, index: NodeIndex) -> Node {
        self.nodes[index.0 as usize]
    }

    /// The position at which a value begins.
    #[must_use]
    pub fn place(&self, index: NodeIndex) -> Place {
        self.node(index).place
    }

    /// Whether the answer of a lookup may differ from the value as it is written, because a text in it is interpolated,
    /// or because Hiera answers nil for the class of some value in it.
    #[must_use]
    pub fn may_change(&self, index: NodeIndex) -> bool {
        self.node(index).flags & MAY_CHANGE != 0
    }

    /// Whether a value may contain an encrypted text.
    #[must_use]
    pub fn is_encrypted(&self, index: NodeIndex) -> bool {
        self.node(index).flags & ENCRYPTED != 0
    }

    /// The approximate size in bytes of a copy of a value in which aliases are expanded; 4 GiB for any larger size.
    #[must_use]
    pub fn size(&self, index: NodeIndex) -> usize {
        self.node(index).size as usize
    }

    /// A value.
    #[must_use]
    pub fn value(&self, index: NodeIndex) -> DataValue<'_> {
        let node = self.node(index);
        match node.kind {
            Kind::Nil => DataValue::Nil,
            Kind::Bool => DataValue::Bool(node.length != 0),
            Kind::Integer => DataValue::Integer(from_words(node).cast_signed()),
            Kind::Float => DataValue::Float(f64::from_bits(from_words(node))),
            Kind::BigInteger => DataValue::BigInteger(self.node_text(node)),
            Kind::Text => DataValue::Text(self.node_text(node)),
            Kind::Ruby(kind) => DataValue::Ruby(kind, self.node_text(node)),
            Kind::Array => DataValue::Array(self.child_range(index)),
            Kind::Hash => DataValue::Hash(Pairs(self.child_range(index))),
        }
    }

    /// Whether the file contains a value of a Ruby class that JSON does not have, except for bytes.
    #[must_use]
    pub fn has_ruby_values(&self) -> bool {
        self.nodes.iter().any(|node| matches!(node.kind, Kind::Ruby(kind) if kind != RubyKind::Bytes))
    }

    /// Whether all keys of the root are texts.
    #[must_use]
    pub fn has_only_text_keys(&self) -> bool {
        self.entries().all(|entry| self.node(entry.key).kind == Kind::Text)
    }

    /// Whether some hash other than the root has a key that is neither a text nor a number.
    #[must_use]
    pub fn has_odd_keys(&self) -> bool {
        let hashes = self.nodes.iter().filter(|node| node.kind == Kind::Hash);
        // The loop has no indexes of nodes, so the root is recognised by its range of children.
        let root = self.node(self.root).range();
        let inner = hashes.map(Node::range).filter(|range| *range != root);
        let mut keys = inner.flat_map(|range| self.children[range].iter().step_by(2));
        keys.any(|key| {
            !matches!(
                self.node(*key).kind,
                Kind::Text | Kind::Integer | Kind::BigInteger | Kind::Float | Kind::Ruby(RubyKind::Bytes)
            )
        })
    }

    /// All texts that contain an interpolation.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let indices = (0..self.nodes.len()).filter_map(|index| u32::try_from(index).ok());
        indices.map(NodeIndex).filter(|index| self.may_change(*index)).filter_map(|index| self.text(index))
    }

    /// The text of a value, if it is a string.
    #[must_use]
    pub fn text(&self, index: NodeIndex) -> Option<&str> {
        match self.value(index) {
            DataValue::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The text of a node whose kind has one.
    fn node_text(&self, node: Node) -> &str {
        &self.texts[node.range()]
    }

    /// The children of an array or a hash.
    fn child_range(&self, index: NodeIndex) -> &[NodeIndex] {
        &self.children[self.node(index).range()]
    }

    /// A copy of a value in which aliases are expanded.
    #[must_use]
    pub fn to_value(&self, index: NodeIndex) -> Value {
        self.excerpt(index, usize::MAX)
    }

    /// A copy of a value with at most `max` elements of each array and hash in it.
    #[must_use]
    pub fn excerpt(&self, index: NodeIndex, max: usize) -> Value {
        match self.value(index) {
            DataValue::Nil => Value::Nil,
            DataValue::Bool(value) => Value::Bool(value),
            DataValue::Integer(value) => Value::Integer(value),
            DataValue::BigInteger(digits) => Value::BigInteger(digits.into()),
            DataValue::Float(value) => Value::Float(value),
            DataValue::Text(text) => Value::text(text),
            DataValue::Ruby(kind, text) => Value::Ruby(kind, text.into()),
            DataValue::Array(items) => {
                Value::Array(items.iter().take(max).map(|item| self.excerpt(*item, max)).collect())
            }
            DataValue::Hash(pairs) => {
                let pairs = pairs.iter().take(max);
                let pairs = pairs.map(|(key, value)| (self.excerpt(key, max), self.excerpt(value, max)));
                Value::Hash(pairs.collect::<Hash>())
            }
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a number is split into its halves")]
fn to_words(bits: u64) -> (u32, u32) {
    ((bits >> 32) as u32, bits as u32)
}

/// The bits of a number, whose halves are in a node.
fn from_words(node: Node) -> u64 {
    u64::from(node.start) << 32 | u64::from(node.length)
}

/// Builds the data of a file. Children must be added before their parents.
#[derive(Debug, Default)]
pub struct Builder {
    nodes: Vec<Node>,
    /// The children of all nodes so far.
    children: Vec<NodeIndex>,
    /// All texts so far, one after another.
    texts: String,
}

/// The file has more values or text than 32 bits can count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLarge;

impl From<TryFromIntError> for TooLarge {
    fn from(_: TryFromIntError) -> Self {
        TooLarge
    }
}

impl Builder {
    /// A builder with enough capacity for a file of a size in bytes.
    #[must_use]
    pub fn with_room_for(bytes: usize) -> Self {
        // The capacities are estimates, which only avoid copies while the data grows.
        Self {
            nodes: Vec::with_capacity(bytes / 16),
            children: Vec::with_capacity(bytes / 16),
            texts: String::with_capacity(bytes / 4 * 3),
        }
    }

    /// Adds a value without parts.
    ///
    /// # Errors
    /// If the file is too large.
    pub fn scalar(&mut self, value: DataValue<'_>, place: Place) -> Result<NodeIndex, TooLarge> {
        // A text has a start and a length. The same two fields store the bits of a number.
        let (kind, (start, length), flags) = match value {
            DataValue::Nil => (Kind::Nil, (0, 0), 0),
            DataValue::Bool(value) => (Kind::Bool, (0, u32::from(value)), 0),
            DataValue::Integer(value) => (Kind::Integer, to_words(value.cast_unsigned()), 0),
            DataValue::Float(value) => (Kind::Float, to_words(value.to_bits()), 0),
            DataValue::BigInteger(digits) => (Kind::BigInteger, self.add_text(digits)?, 0),
            DataValue::Text(text) => (Kind::Text, self.add_text(text)?, text_flags(text)),
            DataValue::Ruby(kind, text) => {
                // A lookup answers bytes as a string, but nil for values of other Ruby classes.
                let flags = if kind == RubyKind::Bytes { 0 } else { MAY_CHANGE };
                (Kind::Ruby(kind), self.add_text(text)?, flags)
            }
            DataValue::Array(items) => return self.array(items, place),
            DataValue::Hash(pairs) => return self.hash(pairs.0, place),
        };
        let text_length =
            if matches!(kind, Kind::BigInteger | Kind::Text | Kind::Ruby(_)) { length } else { 0 };
        self.add(Node { kind, flags, place, start, length, size: text_length.saturating_add(VALUE_BYTES) })
    }

    /// Adds an array.
    ///
    /// # Errors
    /// If the file is too large.
    pub fn array(&mut self, items: &[NodeIndex], place: Place) -> Result<NodeIndex, TooLarge> {
        // The flags of a collection include those of its parts, so that lookups need not search the parts.
        let flags = items.iter().fold(0, |flags, item| flags | self.nodes[item.0 as usize].flags);
        self.add_collection(Kind::Array, items, flags, place)
    }

    /// Adds a hash, whose keys and values alternate in `entries`. The keys of a hash that is not the root must differ.
    /// If the root has equal keys, the last one counts.
    ///
    /// # Errors
    /// If the file is too large.
    pub fn hash(&mut self, entries: &[NodeIndex], place: Place) -> Result<NodeIndex, TooLarge> {
        let mut flags = 0;
        let (pairs, _) = entries.as_chunks::<2>();
        for [key, value] in pairs {
            let (key, value) = (self.nodes[key.0 as usize], self.nodes[value.0 as usize]);
            // Only keys that are strings are interpolated; other keys stay as they are.
            flags |= value.flags | if matches!(key.kind, Kind::Text) { key.flags & MAY_CHANGE } else { 0 };
        }
        self.add_collection(Kind::Hash, entries, flags, place)
    }

    /// Whether a value that was added is a hash.
    #[must_use]
    pub fn is_hash(&self, value: NodeIndex) -> bool {
        self.nodes.get(value.0 as usize).is_some_and(|node| node.kind == Kind::Hash)
    }

    /// Completes the data; `root` must be a hash.
    #[must_use]
    pub fn finish(self, root: NodeIndex) -> Data {
        let node = self.nodes[root.0 as usize];
        let mut data = Data {
            nodes: self.nodes.into(),
            children: self.children.into(),
            texts: self.texts.into(),
            keys: HashTable::new(),
            root,
        };
        let mut keys = HashTable::with_capacity(node.length as usize / 2);
        for position in (node.start..node.start + node.length).step_by(2) {
            // Other keys are not in the table. Of these, lookups can only request nil, which `nil_entry` finds.
            let Some(text) = data.key_text(position) else { continue };
            let hash = hash_key(text);
            keys.entry(
                hash,
                |known| data.key_text(*known) == Some(text),
                |known| data.key_text(*known).map_or(0, hash_key),
            )
            // If keys are equal, the last one counts, as in Ruby.
            .and_modify(|known| *known = position)
            .or_insert(position);
        }
        data.keys = keys;
        data
    }

    /// Adds an array or a hash with its parts. Its size includes that of all parts.
    fn add_collection(
        &mut self,
        kind: Kind,
        parts: &[NodeIndex],
        flags: u8,
        place: Place,
    ) -> Result<NodeIndex, TooLarge> {
        let start = u32::try_from(self.children.len())?;
        self.children.extend_from_slice(parts);
        let length = u32::try_from(self.children.len())? - start;
        let sizes = parts.iter().map(|part| self.nodes[part.0 as usize].size);
        // The addition saturates, because aliases of aliases can exceed any number.
        let size = sizes.fold(VALUE_BYTES, u32::saturating_add);
        self.add(Node { kind, flags, place, start, length, size })
    }

    /// Adds a text; returns its start in `texts` and its length.
    fn add_text(&mut self, text: &str) -> Result<(u32, u32), TooLarge> {
        let start = u32::try_from(self.texts.len())?;
        self.texts.push_str(text);
        Ok((start, u32::try_from(self.texts.len())? - start))
    }

    fn add(&mut self, node: Node) -> Result<NodeIndex, TooLarge> {
        let index = u32::try_from(self.nodes.len())?;
        self.nodes.push(node);
        Ok(NodeIndex(index))
    }
}

/// The flags of a text: whether it has an interpolation, and whether it has an encrypted part.
fn text_flags(text: &str) -> u8 {
    let text = text.as_bytes();
    // One pass searches for both flags, because most texts contain neither of the two brackets.
    memchr::memchr2_iter(b'{', b'[', text).fold(0, |flags, bracket| match text.get(..bracket) {
        Some([.., b'%']) if text[bracket] == b'{' => flags | MAY_CHANGE,
        Some([.., b'E', b'N', b'C']) if text[bracket] == b'[' => flags | ENCRYPTED,
        _ => flags,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_have_their_positions_and_flags() {
        let mut builder = Builder::default();
        let at = |line| Place { line, column: 1 };
        let mut scalar = |value: DataValue<'_>, line| builder.scalar(value, at(line)).expect("small");
        let entries = [
            (scalar(DataValue::Text("plain"), 1), scalar(DataValue::Integer(-5), 1)),
            (scalar(DataValue::Text("text"), 2), scalar(DataValue::Text("a %{b}"), 2)),
            (scalar(DataValue::Nil, 3), scalar(DataValue::Float(1.5), 3)),
            (scalar(DataValue::Text("secret"), 4), scalar(DataValue::Text("ENC[x]"), 4)),
        ];
        let flat: Vec<NodeIndex> = entries.iter().flat_map(|(key, value)| [*key, *value]).collect();
        let root = builder.hash(&flat, at(1)).expect("small");
        let data = builder.finish(root);
        assert_eq!((data.len(), std::mem::size_of::<Node>()), (4, 24));

        let entry = |key: &str| data.entry(hash_key(key), key);
        let plain = entry("plain").expect("an entry");
        assert!(matches!(data.value(plain.value), DataValue::Integer(-5)) && !data.may_change(plain.value));
        let text = entry("text").expect("an entry");
        assert!(data.may_change(text.value) && !data.is_encrypted(text.value));
        assert_eq!(data.place(text.key), at(2));
        assert!(entry("secret").is_some_and(|entry| data.is_encrypted(entry.value)));
        assert!(data.nil_entry().is_some() && entry("absent").is_none());
    }
}
