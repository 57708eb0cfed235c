//! Reads the values of an ordinary document in YAML without building a tree first. `yaml_data` reads other documents.
//!
//! Invariant: the values, their places and their order are those that a tree would give.

use super::data::{Data, DataTree, compile_scalar};
use super::yaml_scalar;
use crate::store::{Builder, DataValue, NodeIndex, Place};
use modelwright_metamodel::diagnostic::Source;
use modelwright_metamodel::input::Limits;
use modelwright_notations::yaml::{Scalar, Step, Values, YamlVariant};
use std::borrow::Cow;
use std::ops::Range;

/// Builds one of the representations of values.
trait Construct {
    type Node;
    /// What is known at the start of a value, such as its position.
    type Start: Copy;

    /// Records that a value starts at an offset.
    fn start(&mut self, offset: usize) -> Self::Start;
    /// Makes a string; `None` if there are too many values.
    fn text(&mut self, text: Cow<'_, str>, start: Self::Start, range: Range<usize>) -> Option<Self::Node>;
    /// Like `text`, but for a scalar that is not a string.
    fn scalar(&mut self, scalar: &Scalar, start: Self::Start, range: Range<usize>) -> Option<Self::Node>;
    /// Makes a list of the elements of `values` from `first` on, and removes these from `values`.
    fn list(
        &mut self,
        values: &mut Vec<Self::Node>,
        first: usize,
        start: Self::Start,
        range: Range<usize>,
    ) -> Option<Self::Node>;
    /// Like `list`, but for a hash, whose keys and values alternate in `values`.
    fn hash(
        &mut self,
        values: &mut Vec<Self::Node>,
        first: usize,
        start: Self::Start,
        range: Range<usize>,
    ) -> Option<Self::Node>;
}

/// The value of a document; `None` if the document needs a tree.
fn construct<C: Construct>(source: &Source, limits: Limits, constructor: &mut C) -> Option<C::Node> {
    // Anything that needs a tree ends this attempt.
    let mut steps = Values::new(source.text(), YamlVariant::Psych, limits).ok()?;
    // The values that are complete, but whose list or hash is not.
    let mut complete: Vec<C::Node> = Vec::new();
    // The lists and hashes that are not complete, each with the index of its first element in `complete`.
    let mut open: Vec<(C::Start, usize)> = Vec::new();
    loop {
        let step = steps.next().ok()?;
        let range = steps.range();
        let node = match step {
            Step::BeginMap | Step::BeginList => {
                open.push((constructor.start(range.start), complete.len()));
                continue;
            }
            Step::EndMap => {
                let (start, first) = open.pop()?;
                constructor.hash(&mut complete, first, start, range)?
            }
            Step::EndList => {
                let (start, first) = open.pop()?;
                constructor.list(&mut complete, first, start, range)?
            }
            Step::Text(text) => {
                let start = constructor.start(range.start);
                constructor.text(text, start, range)?
            }
            Step::Scalar(scalar) => {
                let start = constructor.start(range.start);
                constructor.scalar(&scalar, start, range)?
            }
            Step::End => return complete.pop(),
        };
        complete.push(node);
    }
}

/// Makes a `DataTree` of each value.
struct Trees;

impl Construct for Trees {
    type Node = DataTree;
    type Start = ();

    fn start(&mut self, _: usize) {}

    fn text(&mut self, text: Cow<'_, str>, (): (), range: Range<usize>) -> Option<DataTree> {
        Some(DataTree { range, kind: Data::String(text.into_owned()) })
    }

    fn scalar(&mut self, scalar: &Scalar, (): (), range: Range<usize>) -> Option<DataTree> {
        Some(DataTree { range, kind: yaml_scalar::scalar(scalar) })
    }

    fn list(
        &mut self,
        values: &mut Vec<DataTree>,
        first: usize,
        (): (),
        range: Range<usize>,
    ) -> Option<DataTree> {
        // The values from `first` on are the elements of the list.
        Some(DataTree { range, kind: Data::Array(values.drain(first..).collect()) })
    }

    fn hash(
        &mut self,
        values: &mut Vec<DataTree>,
        first: usize,
        (): (),
        range: Range<usize>,
    ) -> Option<DataTree> {
        // The values from `first` on are the keys and values of the hash in turn.
        let mut entries = Vec::with_capacity((values.len() - first) / 2);
        let mut values = values.drain(first..);
        while let (Some(key), Some(value)) = (values.next(), values.next()) {
            entries.push((key, value));
        }
        Some(DataTree { range, kind: Data::Hash(entries) })
    }
}

/// The value of a document; `None` if the document needs a tree.
pub(super) fn tree(source: &Source) -> Option<DataTree> {
    construct(source, Limits::default(), &mut Trees)
}

/// Adds values to the data of a file.
struct Store<'s> {
    builder: Builder,
    text: &'s [u8],
    /// The offset up to which lines and columns were counted.
    counted_end: usize,
    /// The line and the column at `counted_end`.
    place: (usize, usize),
}

impl Construct for Store<'_> {
    type Node = NodeIndex;
    type Start = Place;

    fn start(&mut self, offset: usize) -> Place {
        let (line, column) = &mut self.place;
        // Values are added in the order of the text, so each byte is counted once.
        for byte in self.text.get(self.counted_end..offset).unwrap_or_default() {
            match byte {
                b'\n' => (*line, *column) = (*line + 1, 1),
                // Continuation bytes do not begin a character.
                0x80..0xC0 => {}
                _ => *column += 1,
            }
        }
        self.counted_end = offset;
        Place {
            line: u32::try_from(*line).unwrap_or(u32::MAX),
            column: u16::try_from(*column).unwrap_or(u16::MAX),
        }
    }

    fn text(&mut self, text: Cow<'_, str>, start: Place, _: Range<usize>) -> Option<NodeIndex> {
        self.builder.scalar(DataValue::Text(&text), start).ok()
    }

    fn scalar(&mut self, scalar: &Scalar, start: Place, _: Range<usize>) -> Option<NodeIndex> {
        compile_scalar(&mut self.builder, &yaml_scalar::scalar(scalar), start).ok()
    }

    fn list(
        &mut self,
        values: &mut Vec<NodeIndex>,
        first: usize,
        start: Place,
        _: Range<usize>,
    ) -> Option<NodeIndex> {
        // The values from `first` on are the elements of the list.
        let node = self.builder.array(values.get(first..)?, start).ok();
        // The node has copied its elements.
        values.truncate(first);
        node
    }

    fn hash(
        &mut self,
        values: &mut Vec<NodeIndex>,
        first: usize,
        start: Place,
        _: Range<usize>,
    ) -> Option<NodeIndex> {
        // The values from `first` on are the keys and values of the hash in turn. The node copies them.
        let node = self.builder.hash(values.get(first..)?, start).ok();
        values.truncate(first);
        node
    }
}

/// A builder with the values of a document, and the hash that is its root; `None` if the document needs a tree or is
/// not a hash.
pub(super) fn hash(source: &Source) -> Option<(Builder, NodeIndex)> {
    // The source may be an excerpt of a file, which does not begin at line 1.
    let first = source.position(0);
    let builder = Builder::with_room_for(source.text().len());
    let mut store =
        Store { builder, text: source.text().as_bytes(), counted_end: 0, place: (first.line, first.column) };
    let root = construct(source, Limits::default(), &mut store)?;
    // Any other value is read as a tree, whose reader reports it.
    store.builder.is_hash(root).then_some((store.builder, root))
}
