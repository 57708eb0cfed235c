//! Converts values of data files to values and producers of the bindings model.
//!
//! The reader of each notation builds [`DataTree`]s; here they become bindings, with the interpolations of every
//! string. Invariant: every value keeps its line and column.

use super::expressions::producer;
use super::interpolation::is_interpolated;
use crate::generated::bindings::{
    AbstractBinding, ArrayValue, BigIntegerValue, Binding, Bindings, BooleanValue, ConstantProducer,
    EncryptedValue, EvaluatingProducer, FloatValue, HashEntry, HashValue, IntegerValue, LookupProducer,
    ProducedValue, ProducerDescriptor, RubyKind, RubyValue, StringValue, UndefValue, UnreachableEntry, Value,
};
use crate::store::{self, Builder, DataValue, NodeIndex, Place, TooLarge};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use std::ops::Range;
use std::sync::Arc;

/// A value with its span.
#[derive(Debug, Clone)]
pub(super) struct DataTree {
    pub(super) range: Range<usize>,
    pub(super) kind: Data,
}

#[derive(Debug, Clone)]
pub(super) enum Data {
    Undef,
    Bool(bool),
    Integer(i64),
    BigInteger(String),
    Float(f64),
    String(String),
    Ruby(RubyKind, String),
    /// A Ruby object with members, and the name of its class.
    Object(String, Vec<(DataTree, DataTree)>),
    Array(Vec<DataTree>),
    Hash(Vec<(DataTree, DataTree)>),
}

impl Data {
    /// The value's type in words, for messages.
    pub(super) fn description(&self) -> &'static str {
        match self {
            Data::Undef => "nothing",
            Data::Bool(_) => "a boolean",
            Data::Integer(_) | Data::BigInteger(_) | Data::Float(_) => "a number",
            Data::String(_) => "a string",
            Data::Ruby(..) | Data::Object(..) => "a value of a Ruby class",
            Data::Array(_) => "a list",
            Data::Hash(_) => "a hash",
        }
    }
}

impl DataTree {
    /// The value, without its positions; readers have limited its depth.
    pub(super) fn to_value(&self) -> store::Value {
        use store::Value;
        match &self.kind {
            Data::Undef => Value::Nil,
            Data::Bool(value) => Value::Bool(*value),
            Data::Integer(value) => Value::Integer(*value),
            Data::BigInteger(digits) => Value::BigInteger(digits.as_str().into()),
            Data::Float(value) => Value::Float(*value),
            Data::String(text) => Value::text(text.as_str()),
            Data::Ruby(kind, text) => Value::Ruby(*kind, text.as_str().into()),
            // A lookup answers nil for every object of a Ruby class, so the members of the object are not needed.
            Data::Object(class, _) => Value::Ruby(RubyKind::Object, class.as_str().into()),
            Data::Array(items) => Value::Array(items.iter().map(DataTree::to_value).collect()),
            Data::Hash(entries) => {
                let entries = entries.iter().map(|(key, value)| (key.to_value(), value.to_value()));
                Value::Hash(entries.collect())
            }
        }
    }
}

/// Reports a file that does not contain a hash.
pub(super) fn report_no_hash(
    source: &Arc<Source>,
    range: Range<usize>,
    found: &str,
    problems: &mut Diagnostics,
) {
    let message = format!("expected a hash of keys and values, found {found}");
    let help = "write `key: value` at the outermost level of a data file";
    problems.push(Diagnostic::error(codes::HIERA_DATA, message).at(source, range).help(help));
}

/// The position of an offset.
pub(super) fn place(source: &Source, offset: usize) -> Place {
    let position = source.position(offset);
    Place {
        // Every value stores a place, so a place is kept small: 32 bits for the line and 16 bits for the column.
        line: u32::try_from(position.line).unwrap_or(u32::MAX),
        column: u16::try_from(position.column).unwrap_or(u16::MAX),
    }
}

/// Adds a value without parts to the data of a file.
pub(super) fn compile_scalar(
    builder: &mut Builder,
    scalar: &Data,
    place: Place,
) -> Result<NodeIndex, TooLarge> {
    let value = match scalar {
        Data::Bool(value) => DataValue::Bool(*value),
        Data::Integer(value) => DataValue::Integer(*value),
        Data::BigInteger(digits) => DataValue::BigInteger(digits),
        Data::Float(value) => DataValue::Float(*value),
        Data::String(text) => DataValue::Text(text),
        Data::Ruby(kind, text) => DataValue::Ruby(*kind, text),
        Data::Object(class, _) => DataValue::Ruby(RubyKind::Object, class),
        // Callers pass only values without parts, so lists and hashes do not occur.
        Data::Undef | Data::Array(_) | Data::Hash(_) => DataValue::Nil,
    };
    builder.scalar(value, place)
}

/// Adds a value with its parts to the data of a file; readers have limited its depth.
pub(super) fn compile(
    builder: &mut Builder,
    source: &Source,
    tree: &DataTree,
) -> Result<NodeIndex, TooLarge> {
    let place = place(source, tree.range.start);
    let mut parts = Vec::new();
    match &tree.kind {
        Data::Array(items) => {
            for item in items {
                parts.push(compile(builder, source, item)?);
            }
            builder.array(&parts, place)
        }
        Data::Hash(entries) => {
            for (key, value) in entries {
                // Keys and values alternate, as the builder expects them.
                parts.extend([compile(builder, source, key)?, compile(builder, source, value)?]);
            }
            builder.hash(&parts, place)
        }
        scalar => compile_scalar(builder, scalar, place),
    }
}

/// Converts the values of one file to bindings.
pub(super) struct Converter<'s, 'd> {
    source: &'s Arc<Source>,
    problems: &'d mut Diagnostics,
}

impl<'s, 'd> Converter<'s, 'd> {
    pub(super) fn new(source: &'s Arc<Source>, problems: &'d mut Diagnostics) -> Self {
        Self { source, problems }
    }

    /// The bindings of a file's hash. Hiera fails on a file that contains anything else.
    pub(super) fn bindings(&mut self, tree: DataTree) -> Bindings {
        let mut bindings = Bindings::default();
        match tree.kind {
            Data::Hash(entries) => {
                bindings.bindings =
                    entries.into_iter().map(|(key, value)| self.binding(key, value)).collect();
            }
            kind => report_no_hash(self.source, tree.range, kind.description(), self.problems),
        }
        bindings
    }

    /// The binding of an entry of the file's hash. An entry whose key is not a string becomes an unreachable entry, and
    /// is reported.
    fn binding(&mut self, key: DataTree, value: DataTree) -> AbstractBinding {
        let (line, column) = self.position(&key.range);
        if let Data::String(name) = key.kind {
            let producer = Some(self.producer(value));
            return Binding { name: Some(name), producer, line, column, ..Binding::default() }.into();
        }
        let message = "the key is not a string, so no lookup can find it";
        let help = "put the key in quotes";
        self.problems.push(
            Diagnostic::warning(codes::HIERA_KEY, message).at(self.source, key.range.clone()).help(help),
        );
        let (key, value) = (self.value(key), self.value(value));
        UnreachableEntry { file: None, line, column, doc: None, key, value }.into()
    }

    /// The producer of a value: that of an interpolated text, or a constant.
    fn producer(&mut self, tree: DataTree) -> ProducerDescriptor {
        match self.value(tree) {
            // The binding stores the position of its key. A value has a position of its own, which its producer keeps.
            Value::ProducedValue(ProducedValue { producer, line, column, .. }) => match *producer {
                ProducerDescriptor::LookupProducer(lookup) => {
                    LookupProducer { line, column, ..lookup }.into()
                }
                ProducerDescriptor::EvaluatingProducer(evaluating) => {
                    EvaluatingProducer { line, column, ..evaluating }.into()
                }
                producer => producer,
            },
            value => {
                ConstantProducer { file: None, line: 0, column: 0, transformer: None, value: Box::new(value) }
                    .into()
            }
        }
    }

    #[expect(clippy::cast_possible_wrap, reason = "lines and columns of a text in memory")]
    fn position(&self, range: &Range<usize>) -> (i64, i64) {
        let position = self.source.position(range.start);
        (position.line as i64, position.column as i64)
    }

    /// A value; readers have limited its depth.
    pub(super) fn value(&mut self, tree: DataTree) -> Value {
        let (line, column) = self.position(&tree.range);
        match tree.kind {
            Data::Undef => UndefValue { line, column, ..UndefValue::default() }.into(),
            Data::Bool(value) => {
                BooleanValue { value: Some(value), line, column, ..BooleanValue::default() }.into()
            }
            Data::Integer(value) => {
                IntegerValue { value: Some(value), line, column, ..IntegerValue::default() }.into()
            }
            Data::BigInteger(value) => {
                BigIntegerValue { value, line, column, ..BigIntegerValue::default() }.into()
            }
            Data::Float(value) => {
                FloatValue { value: Some(value), line, column, ..FloatValue::default() }.into()
            }
            Data::Ruby(kind, value) => RubyValue { kind, value, line, column, ..RubyValue::default() }.into(),
            // Unlike lookups, the conversion to a model keeps the members of the object.
            Data::Object(value, members) => RubyValue {
                kind: RubyKind::Object,
                value,
                members: Some(self.hash(members, line, column)),
                line,
                column,
                ..RubyValue::default()
            }
            .into(),
            Data::String(value) => self.string(value, tree.range, line, column),
            Data::Array(items) => {
                let elements = items.into_iter().map(|item| self.value(item)).collect();
                ArrayValue { elements, line, column, ..ArrayValue::default() }.into()
            }
            Data::Hash(entries) => self.hash(entries, line, column).into(),
        }
    }

    fn hash(&mut self, entries: Vec<(DataTree, DataTree)>, line: i64, column: i64) -> HashValue {
        let entries = entries.into_iter().map(|(key, value)| self.entry(key, value)).collect();
        HashValue { entries, line, column, ..HashValue::default() }
    }

    fn entry(&mut self, key: DataTree, value: DataTree) -> HashEntry {
        HashEntry { file: None, line: 0, column: 0, key: self.value(key), value: self.value(value) }
    }

    /// The value of a text: encrypted, plain or interpolated.
    fn string(&mut self, value: String, range: Range<usize>, line: i64, column: i64) -> Value {
        // A model contains encrypted values as they are written (Decision 21).
        if value.starts_with("ENC[") && value.trim_end().ends_with(']') {
            return EncryptedValue { value, line, column, ..EncryptedValue::default() }.into();
        }
        if !is_interpolated(&value) {
            return StringValue { value, line, column, ..StringValue::default() }.into();
        }
        let (producer, rejections) = producer(&value);
        // Hiera rejects the text only when it is looked up, so the file is converted with a warning.
        for rejection in rejections {
            let problem = Diagnostic::warning(rejection.code, rejection.message);
            self.problems.push(problem.at(self.source, range.clone()).help(rejection.help));
        }
        ProducedValue { file: None, line, column, producer: Box::new(producer) }.into()
    }
}
