//! Values of Ruby in templates: values of manifests, and symbols.
//!
//! Invariant: a change of an array or of a hash is visible in all variables that contain it.

use modelwright_evaluation::evaluate::{Regex, Value};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// The maximum depth of collections that are visited or changed; less than the maximum of values of manifests.
pub(super) const MAX_DEPTH: usize = 90;

/// How many keys of a hash are compared in one step of the budget.
pub(super) const KEYS_PER_STEP: usize = 8;

/// An item of a collection: a value, or a key and a value.
pub(super) trait Item {
    /// Moves the collections in it to a list.
    fn move_collections(&mut self, to: &mut Vec<RubyValue>);
}

impl Item for RubyValue {
    fn move_collections(&mut self, to: &mut Vec<RubyValue>) {
        if let Self::Array(_) | Self::Hash(_) = self {
            to.push(std::mem::replace(self, Self::Nil));
        }
    }
}

impl Item for (RubyValue, RubyValue) {
    fn move_collections(&mut self, to: &mut Vec<RubyValue>) {
        self.0.move_collections(to);
        self.1.move_collections(to);
    }
}

/// The items of an array or of a hash, which several variables can share.
#[derive(Debug)]
pub(super) struct SharedItems<T: Item> {
    pub(super) content: RefCell<Rc<Vec<T>>>,
    /// The value of a manifest that it represents.
    pub(super) origin: RefCell<Option<Value>>,
    /// Whether the items were changed since `origin` was set.
    pub(super) is_changed: Cell<bool>,
}

impl<T: Item> SharedItems<T> {
    /// A collection that was not changed since it was created.
    fn new(items: Vec<T>) -> Rc<Self> {
        // An iteration holds the inner `Rc`, so `Rc::get_mut` fails if its block changes the items.
        let content = RefCell::new(Rc::new(items));
        Rc::new(Self { content, origin: RefCell::default(), is_changed: Cell::default() })
    }

    /// The items as they are now.
    pub(super) fn items(&self) -> Rc<Vec<T>> {
        Rc::clone(&self.content.borrow())
    }
}

impl<T: Item> SharedItems<T> {
    /// Moves the collections in it to a list, unless an iteration holds the items.
    fn move_collections(&mut self, to: &mut Vec<RubyValue>) {
        if let Some(items) = Rc::get_mut(self.content.get_mut()) {
            items.iter_mut().for_each(|item| item.move_collections(to));
        }
    }
}

impl<T: Item> Drop for SharedItems<T> {
    /// Drops nested collections one after the other and not recursively, because their depth is not limited.
    fn drop(&mut self) {
        let mut pending = Vec::new();
        self.move_collections(&mut pending);
        while let Some(value) = pending.pop() {
            match value {
                RubyValue::Array(shared) => {
                    if let Ok(mut shared) = Rc::try_unwrap(shared) {
                        shared.move_collections(&mut pending);
                    }
                }
                RubyValue::Hash(shared) => {
                    if let Ok(mut shared) = Rc::try_unwrap(shared) {
                        shared.move_collections(&mut pending);
                    }
                }
                _ => {}
            }
        }
    }
}

/// A value.
#[derive(Debug, Clone)]
pub(super) enum RubyValue {
    Nil,
    Boolean(bool),
    Integer(i64),
    Float(f64),
    String(Rc<str>),
    Symbol(Rc<str>),
    Array(Rc<SharedItems<RubyValue>>),
    Hash(Rc<SharedItems<(RubyValue, RubyValue)>>),
    Regex(Arc<Regex>),
    /// A value of another type, which can only be written and compared.
    Other(Value),
}

impl RubyValue {
    pub(super) fn string(text: &str) -> Self {
        Self::String(Rc::from(text))
    }

    pub(super) fn array(items: Vec<RubyValue>) -> Self {
        Self::Array(SharedItems::new(items))
    }

    pub(super) fn hash(pairs: Vec<(RubyValue, RubyValue)>) -> Self {
        Self::Hash(SharedItems::new(pairs))
    }

    /// A count as an integer.
    pub(super) fn count(count: usize) -> Self {
        Self::Integer(i64::try_from(count).unwrap_or(i64::MAX))
    }

    /// The Ruby value for a value of a manifest that is not a collection.
    pub(super) fn from_plain(value: &Value) -> Self {
        match value {
            Value::Undef => Self::Nil,
            // Puppet itself represents `default` by Ruby's symbol `:default`.
            Value::Default => Self::Symbol(Rc::from("default")),
            Value::Boolean(truth) => Self::Boolean(*truth),
            Value::Integer(number) => Self::Integer(*number),
            Value::Float(number) => Self::Float(*number),
            Value::String(text) => Self::string(text),
            Value::Regexp(regex) => Self::Regex(Arc::clone(regex)),
            other => Self::Other(other.clone()),
        }
    }

    /// The value of a manifest for this value.
    pub(super) fn to_value(&self) -> Value {
        match self {
            Self::Nil => Value::Undef,
            Self::Boolean(truth) => Value::Boolean(*truth),
            Self::Integer(number) => Value::Integer(*number),
            Self::Float(number) => Value::Float(*number),
            Self::String(text) => Value::string(text),
            Self::Symbol(name) if &**name == "default" => Value::Default,
            // Puppet still reads `:undef` as `undef`, because data of functions with the API of Puppet 3 may contain
            // it.
            Self::Symbol(name) if &**name == "undef" => Value::Undef,
            Self::Symbol(name) => Value::string(name),
            Self::Array(items) => Value::array(items.items().iter().map(Self::to_value).collect()),
            Self::Hash(pairs) => {
                Value::hash(pairs.items().iter().map(|(key, value)| (key.to_value(), value.to_value())))
            }
            Self::Regex(regex) => Value::Regexp(Arc::clone(regex)),
            Self::Other(value) => value.clone(),
        }
    }

    /// Whether Ruby treats the value as true.
    pub(super) fn is_true(&self) -> bool {
        !matches!(self, Self::Nil | Self::Boolean(false))
    }

    /// The text that Ruby's `to_s` returns.
    pub(super) fn text(&self) -> String {
        match self {
            Self::String(text) | Self::Symbol(text) => text.to_string(),
            Self::Array(_) | Self::Hash(_) => self.inspected(),
            other => other.to_value().to_ruby_text(),
        }
    }

    /// The text that Ruby's `inspect` returns.
    pub(super) fn inspected(&self) -> String {
        match self {
            Self::Symbol(name) => format!(":{name}"),
            Self::Array(items) => {
                let items: Vec<_> = items.items().iter().map(Self::inspected).collect();
                format!("[{}]", items.join(", "))
            }
            Self::Hash(pairs) => {
                let pairs = pairs.items();
                // Only Ruby 3.4 and later write blanks around the arrow, and Puppet 7 runs with older versions.
                let texts =
                    pairs.iter().map(|(key, value)| format!("{}=>{}", key.inspected(), value.inspected()));
                format!("{{{}}}", texts.collect::<Vec<_>>().join(", "))
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
                let (a, b) = (a.items(), b.items());
                a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| a.equals(b))
            }
            (Self::Hash(a), Self::Hash(b)) => {
                let (a, b) = (a.items(), b.items());
                a.len() == b.len()
                    && a.iter().all(|(key, value)| {
                        other.value_of_key(key).is_some_and(|other_value| other_value.equals(value))
                    })
            }
            (Self::Regex(a), Self::Regex(b)) => a == b,
            (Self::Other(a), Self::Other(b)) => a.is_same(b),
            _ => false,
        }
    }

    /// The value of a key, if this is a hash that contains it.
    pub(super) fn value_of_key(&self, key: &RubyValue) -> Option<RubyValue> {
        let Self::Hash(pairs) = self else { return None };
        pairs.items().iter().find(|(known, _)| known.is_key(key)).map(|(_, value)| value.clone())
    }

    /// Ruby's `a.eql?(b)`, by which keys of hashes are compared: `1` and `1.0` differ, also in collections.
    pub(super) fn is_key(&self, key: &RubyValue) -> bool {
        match (self, key) {
            (Self::Integer(_), Self::Float(_)) | (Self::Float(_), Self::Integer(_)) => false,
            (Self::Array(a), Self::Array(b)) => {
                let (a, b) = (a.items(), b.items());
                a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| a.is_key(b))
            }
            (Self::Hash(a), Self::Hash(b)) => {
                let (a, b) = (a.items(), b.items());
                a.len() == b.len()
                    && a.iter().all(|(name, value)| {
                        key.value_of_key(name).is_some_and(|other_value| other_value.is_key(value))
                    })
            }
            _ => self.equals(key),
        }
    }

    /// Whether the value is an object of a class of Ruby; `None` if the class is not known here.
    pub(super) fn is_a(&self, class: &str) -> Option<bool> {
        Some(match (class, self) {
            ("Array", Self::Array(_)) | ("Hash", Self::Hash(_)) | ("String", Self::String(_)) => true,
            ("Symbol", Self::Symbol(_)) | ("NilClass", Self::Nil) | ("Regexp", Self::Regex(_)) => true,
            ("Integer" | "Numeric", Self::Integer(_)) | ("Float" | "Numeric", Self::Float(_)) => true,
            ("TrueClass", Self::Boolean(true)) | ("FalseClass", Self::Boolean(false)) => true,
            ("Enumerable", Self::Array(_) | Self::Hash(_)) => true,
            ("Object", _) => true,
            // Classes of Puppet may inherit those of Ruby: a version is a `Numeric`, so `false` could be wrong.
            (_, Self::Other(_)) => return None,
            // A class that is known here, but is not that of the value.
            (
                "Array" | "Hash" | "String" | "Symbol" | "NilClass" | "Regexp" | "Integer" | "Numeric"
                | "Float",
                _,
            )
            | ("TrueClass" | "FalseClass" | "Enumerable", _) => false,
            // Many classes include a module such as `Comparable`, so the result for an unknown name is not `false`.
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
