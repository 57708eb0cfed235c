//! Values of Ruby in templates: values of manifests, and symbols.

use modelwright_evaluation::evaluate::{Regex, Value};
use std::rc::Rc;
use std::sync::Arc;

/// A value.
#[derive(Debug, Clone)]
pub(super) enum RubyValue {
    Nil,
    Boolean(bool),
    Integer(i64),
    Float(f64),
    String(Rc<str>),
    Symbol(Rc<str>),
    Array(Rc<Vec<RubyValue>>),
    Hash(Rc<Vec<(RubyValue, RubyValue)>>),
    Regex(Arc<Regex>),
    /// A value of another type, which can only be written and compared.
    Other(Value),
}

impl RubyValue {
    pub(super) fn string(text: &str) -> Self {
        Self::String(Rc::from(text))
    }

    pub(super) fn array(items: Vec<RubyValue>) -> Self {
        Self::Array(Rc::new(items))
    }

    pub(super) fn hash(pairs: Vec<(RubyValue, RubyValue)>) -> Self {
        Self::Hash(Rc::new(pairs))
    }

    pub(super) fn count(count: usize) -> Self {
        Self::Integer(i64::try_from(count).unwrap_or(i64::MAX))
    }

    /// The value of a manifest as one of Ruby.
    pub(super) fn from_value(value: &Value) -> Self {
        match value {
            Value::Undef => Self::Nil,
            Value::Default => Self::Symbol(Rc::from("default")),
            Value::Boolean(truth) => Self::Boolean(*truth),
            Value::Integer(number) => Self::Integer(*number),
            Value::Float(number) => Self::Float(*number),
            Value::String(text) => Self::string(text),
            Value::Regexp(regex) => Self::Regex(Arc::clone(regex)),
            Value::Array(items) => Self::array(items.iter().map(Self::from_value).collect()),
            Value::Hash(hash) => {
                let pairs = hash.pairs().iter();
                Self::hash(
                    pairs.map(|(key, value)| (Self::from_value(key), Self::from_value(value))).collect(),
                )
            }
            other => Self::Other(other.clone()),
        }
    }

    /// The value as one of manifests.
    pub(super) fn to_value(&self) -> Value {
        match self {
            Self::Nil => Value::Undef,
            Self::Boolean(truth) => Value::Boolean(*truth),
            Self::Integer(number) => Value::Integer(*number),
            Self::Float(number) => Value::Float(*number),
            Self::String(text) => Value::string(text),
            Self::Symbol(name) if &**name == "default" => Value::Default,
            Self::Symbol(name) if &**name == "undef" => Value::Undef,
            Self::Symbol(name) => Value::string(name),
            Self::Array(items) => Value::array(items.iter().map(Self::to_value).collect()),
            Self::Hash(pairs) => {
                Value::hash(pairs.iter().map(|(key, value)| (key.to_value(), value.to_value())))
            }
            Self::Regex(regex) => Value::Regexp(Arc::clone(regex)),
            Self::Other(value) => value.clone(),
        }
    }

    pub(super) fn is_true(&self) -> bool {
        !matches!(self, Self::Nil | Self::Boolean(false))
    }

    /// The text that Ruby's `to_s` gives.
    pub(super) fn text(&self) -> String {
        match self {
            Self::String(text) | Self::Symbol(text) => text.to_string(),
            Self::Array(_) | Self::Hash(_) => self.inspected(),
            other => other.to_value().to_ruby_text(),
        }
    }

    /// The text that Ruby's `inspect` gives.
    pub(super) fn inspected(&self) -> String {
        match self {
            Self::Symbol(name) => format!(":{name}"),
            Self::Array(items) => {
                let items: Vec<_> = items.iter().map(Self::inspected).collect();
                format!("[{}]", items.join(", "))
            }
            Self::Hash(pairs) => {
                let pairs =
                    pairs.iter().map(|(key, value)| format!("{}=>{}", key.inspected(), value.inspected()));
                format!("{{{}}}", pairs.collect::<Vec<_>>().join(", "))
            }
            other => other.to_value().to_inspected_text(),
        }
    }

    /// Ruby's `a == b`.
    pub(super) fn equals(&self, other: &RubyValue) -> bool {
        match (self, other) {
            (Self::Nil, Self::Nil) => true,
            (Self::Boolean(a), Self::Boolean(b)) => a == b,
            (Self::Integer(a), Self::Integer(b)) => a == b,
            (Self::Float(a), Self::Float(b)) => a == b,
            #[expect(clippy::cast_precision_loss, reason = "Ruby compares small numbers in the same way")]
            (Self::Integer(a), Self::Float(b)) | (Self::Float(b), Self::Integer(a)) => *a as f64 == *b,
            (Self::String(a), Self::String(b)) | (Self::Symbol(a), Self::Symbol(b)) => a == b,
            (Self::Array(a), Self::Array(b)) => {
                a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| a.equals(b))
            }
            (Self::Hash(a), Self::Hash(b)) => {
                let has = |(key, value): &(RubyValue, RubyValue)| {
                    other.under(key).is_some_and(|found| found.equals(value))
                };
                a.len() == b.len() && a.iter().all(has)
            }
            (Self::Regex(a), Self::Regex(b)) => a == b,
            (Self::Other(a), Self::Other(b)) => a.is_same(b),
            _ => false,
        }
    }

    /// The value under a key, if this is a hash.
    pub(super) fn under(&self, key: &RubyValue) -> Option<&RubyValue> {
        let Self::Hash(pairs) = self else { return None };
        let same = |(known, _): &&(RubyValue, RubyValue)| match (known, key) {
            // As keys, `1` and `1.0` differ.
            (Self::Integer(_), Self::Float(_)) | (Self::Float(_), Self::Integer(_)) => false,
            _ => known.equals(key),
        };
        pairs.iter().find(same).map(|(_, value)| value)
    }

    /// Whether it is an object of a class of Ruby; `None` if the class is not known here.
    pub(super) fn is_a(&self, class: &str) -> Option<bool> {
        Some(match (class, self) {
            ("Array", Self::Array(_)) | ("Hash", Self::Hash(_)) | ("String", Self::String(_)) => true,
            ("Symbol", Self::Symbol(_)) | ("NilClass", Self::Nil) | ("Regexp", Self::Regex(_)) => true,
            ("Integer" | "Numeric", Self::Integer(_)) | ("Float" | "Numeric", Self::Float(_)) => true,
            ("TrueClass", Self::Boolean(true)) | ("FalseClass", Self::Boolean(false)) => true,
            ("Enumerable", Self::Array(_) | Self::Hash(_)) => true,
            ("Object", _) => true,
            (_, Self::Other(_)) => return None,
            (
                "Array" | "Hash" | "String" | "Symbol" | "NilClass" | "Regexp" | "Integer" | "Numeric"
                | "Float",
                _,
            )
            | ("TrueClass" | "FalseClass" | "Enumerable", _) => false,
            _ => return None,
        })
    }

    /// The name of the class, for messages.
    pub(super) fn class(&self) -> &'static str {
        match self {
            Self::Nil => "NilClass",
            Self::Boolean(true) => "TrueClass",
            Self::Boolean(false) => "FalseClass",
            Self::Integer(_) => "Integer",
            Self::Float(_) => "Float",
            Self::String(_) => "String",
            Self::Symbol(_) => "Symbol",
            Self::Array(_) => "Array",
            Self::Hash(_) => "Hash",
            Self::Regex(_) => "Regexp",
            Self::Other(_) => "Object",
        }
    }
}
