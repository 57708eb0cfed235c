//! Values of data files as values and producers of the bindings model.
//!
//! Readers of a notation build [`Tree`]s; here they become bindings, with every string looked at for
//! what it interpolates. Invariant: every value keeps the place where it was written.

use super::interpolation;
use crate::generated::bindings::{
    AbstractBinding, ArrayValue, BigIntegerValue, Binding, Bindings, BooleanValue, ConstantProducer,
    EncryptedValue, FloatValue, HashEntry, HashValue, IntegerValue, ProducedValue, ProducerDescriptor,
    RubyKind, RubyValue, StringValue, UndefValue, UnreachableEntry, Value,
};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use std::ops::Range;
use std::sync::Arc;

/// A value as its notation has it.
#[derive(Debug)]
pub(super) struct Tree {
    pub(super) range: Range<usize>,
    pub(super) kind: Kind,
}

#[derive(Debug)]
pub(super) enum Kind {
    Undef,
    Bool(bool),
    Integer(i64),
    BigInteger(String),
    Float(f64),
    String(String),
    Ruby(RubyKind, String),
    Array(Vec<Tree>),
    Hash(Vec<(Tree, Tree)>),
}

impl Kind {
    /// What it is, for messages.
    pub(super) fn described(&self) -> &'static str {
        match self {
            Kind::Undef => "nothing",
            Kind::Bool(_) => "a truth value",
            Kind::Integer(_) | Kind::BigInteger(_) | Kind::Float(_) => "a number",
            Kind::String(_) => "a string",
            Kind::Ruby(..) => "a value of Ruby's own",
            Kind::Array(_) => "a list",
            Kind::Hash(_) => "a hash",
        }
    }
}

/// Turns the values of one file into bindings.
pub(super) struct Converter<'s, 'd> {
    source: &'s Arc<Source>,
    problems: &'d mut Diagnostics,
}

impl<'s, 'd> Converter<'s, 'd> {
    pub(super) fn new(source: &'s Arc<Source>, problems: &'d mut Diagnostics) -> Self {
        Self { source, problems }
    }

    /// The bindings of a file's hash. Hiera fails on a file that holds anything else.
    pub(super) fn bindings(&mut self, tree: Tree) -> Bindings {
        let mut bindings = Bindings::default();
        match tree.kind {
            Kind::Hash(entries) => {
                bindings.bindings =
                    entries.into_iter().map(|(key, value)| self.binding(key, value)).collect();
            }
            kind => {
                let message = format!("expected a hash of keys and values, found {}", kind.described());
                let help = "a data file is `key: value` at its outermost level";
                self.problems.push(
                    Diagnostic::error(codes::HIERA_DATA, message).at(self.source, tree.range).help(help),
                );
            }
        }
        bindings
    }

    fn binding(&mut self, key: Tree, value: Tree) -> AbstractBinding {
        let (line, column) = self.position(&key.range);
        if let Kind::String(name) = key.kind {
            let producer = Some(self.producer(value));
            return Binding { name: Some(name), producer, line, column, ..Binding::default() }.into();
        }
        let message = "the key is not a string, so no lookup can ever ask for it";
        let help = "put the key in quotes";
        self.problems.push(
            Diagnostic::warning(codes::HIERA_KEY, message).at(self.source, key.range.clone()).help(help),
        );
        let (key, value) = (self.value(key), self.value(value));
        UnreachableEntry { file: None, line, column, doc: None, key, value }.into()
    }

    fn producer(&mut self, tree: Tree) -> ProducerDescriptor {
        match self.value(tree) {
            Value::ProducedValue(produced) => *produced.producer,
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

    /// A value; readers have limited how deep it is.
    pub(super) fn value(&mut self, tree: Tree) -> Value {
        let (line, column) = self.position(&tree.range);
        match tree.kind {
            Kind::Undef => UndefValue { line, column, ..UndefValue::default() }.into(),
            Kind::Bool(value) => {
                BooleanValue { value: Some(value), line, column, ..BooleanValue::default() }.into()
            }
            Kind::Integer(value) => {
                IntegerValue { value: Some(value), line, column, ..IntegerValue::default() }.into()
            }
            Kind::BigInteger(value) => {
                BigIntegerValue { value, line, column, ..BigIntegerValue::default() }.into()
            }
            Kind::Float(value) => {
                FloatValue { value: Some(value), line, column, ..FloatValue::default() }.into()
            }
            Kind::Ruby(kind, value) => RubyValue { kind, value, line, column, ..RubyValue::default() }.into(),
            Kind::String(value) => self.string(value, tree.range, line, column),
            Kind::Array(items) => {
                let elements = items.into_iter().map(|item| self.value(item)).collect();
                ArrayValue { elements, line, column, ..ArrayValue::default() }.into()
            }
            Kind::Hash(entries) => {
                let entries = entries.into_iter().map(|(key, value)| self.entry(key, value)).collect();
                HashValue { entries, line, column, ..HashValue::default() }.into()
            }
        }
    }

    fn entry(&mut self, key: Tree, value: Tree) -> HashEntry {
        HashEntry { file: None, line: 0, column: 0, key: self.value(key), value: self.value(value) }
    }

    fn string(&mut self, value: String, range: Range<usize>, line: i64, column: i64) -> Value {
        if value.starts_with("ENC[") && value.trim_end().ends_with(']') {
            return EncryptedValue { value, line, column, ..EncryptedValue::default() }.into();
        }
        if !interpolation::is_interpolated(&value) {
            return StringValue { value, line, column, ..StringValue::default() }.into();
        }
        let (producer, doubts) = interpolation::producer(&value);
        for doubt in doubts {
            let problem = Diagnostic::warning(doubt.code, doubt.message);
            self.problems.push(problem.at(self.source, range.clone()).help(doubt.help));
        }
        ProducedValue { file: None, line, column, producer: Box::new(producer) }.into()
    }
}
