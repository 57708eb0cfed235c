//! The values of features, as the interface of a model returns and accepts them.

use super::digits::push_integer;
use super::slot::Slot;
use super::{Model, ObjectId};
use crate::ecore::{FeatureId, Lexical, Literal, data};

/// One value of a feature. Text borrows from its model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value<'m> {
    /// No value.
    Null,
    /// A boolean.
    Bool(bool),
    /// An integer of at most 64 bits.
    Int(i64),
    /// A 32-bit floating point number.
    Float(f32),
    /// A 64-bit floating point number.
    Double(f64),
    /// A UTF-16 code unit.
    Char(u16),
    /// The position of a literal in its enumeration.
    Enum(u32),
    /// A string.
    String(&'m str),
    /// The canonical spelling of a date, a big number, bytes, or another Java type.
    Lexical(&'m str),
    /// An object that is referred to or contained.
    Object(ObjectId),
}

impl<'m> Value<'m> {
    /// The object, if this is an object.
    #[must_use]
    pub fn object(self) -> Option<ObjectId> {
        match self {
            Value::Object(id) => Some(id),
            _ => None,
        }
    }

    /// The text, if this is a string or stored as text.
    #[must_use]
    pub fn text(self) -> Option<&'m str> {
        match self {
            Value::String(text) | Value::Lexical(text) => Some(text),
            _ => None,
        }
    }

    /// Whether both are the same value: like `==`, but NaN is the same as NaN, and 0.0 is not the same as
    /// -0.0.
    #[must_use]
    pub fn is_same(self, other: Value<'_>) -> bool {
        match (self, other) {
            // As `Float.equals` in Java, by which EMF decides whether a value is the default.
            (Value::Float(a), Value::Float(b)) => a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan()),
            (Value::Double(a), Value::Double(b)) => a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan()),
            _ => self == other,
        }
    }

    /// The boolean, if this is a boolean.
    #[must_use]
    pub fn bool(self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// The integer, if this is an integer.
    #[must_use]
    pub fn int(self) -> Option<i64> {
        match self {
            Value::Int(value) => Some(value),
            _ => None,
        }
    }

    /// The kind of value, for error messages.
    #[must_use]
    pub fn kind(self) -> &'static str {
        match self {
            Value::Null => "null",
            Value::Bool(_) => "a truth value",
            Value::Int(_) => "a whole number",
            Value::Float(_) | Value::Double(_) => "a floating point number",
            Value::Char(_) => "a character",
            Value::Enum(_) => "an enumeration literal",
            Value::String(_) => "a string",
            Value::Lexical(_) => "a value in text form",
            Value::Object(_) => "an object",
        }
    }
}

/// The values of a many-valued feature, in order.
#[derive(Clone, Copy)]
pub struct List<'m> {
    pub(crate) model: &'m Model,
    /// The slots of the values.
    pub items: &'m [Slot],
}

impl<'m> List<'m> {
    /// The number of values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are no values.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The value at a position.
    #[must_use]
    pub fn get(&self, position: usize) -> Option<Value<'m>> {
        self.items.get(position).map(|slot| self.model.decode(*slot))
    }

    /// The values, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Value<'m>> + use<'m> {
        let model = self.model;
        self.items.iter().map(move |slot| model.decode(*slot))
    }

    /// The objects among the values, in order.
    pub fn objects(&self) -> impl Iterator<Item = ObjectId> + use<'m> {
        self.items.iter().filter_map(|slot| slot.as_object())
    }
}

impl std::fmt::Debug for List<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Model {
    /// Appends the lexical form of an attribute's value; nothing for null.
    pub fn spell(&self, attribute: FeatureId, value: Value<'_>, out: &mut String) {
        match value {
            Value::Null | Value::Object(_) => {}
            Value::Bool(v) => out.push_str(if v { "true" } else { "false" }),
            Value::Int(v) => push_integer(v, out),
            Value::Char(v) => push_integer(i64::from(v), out),
            // A float has fewer digits than the double of the same value, as in Java.
            Value::Float(v) if v.is_finite() => data::format_float(v, out),
            Value::Double(v) if v.is_finite() => data::format_double(v, out),
            Value::Float(v) => self.spell_non_finite(attribute, f64::from(v), out),
            Value::Double(v) => self.spell_non_finite(attribute, v, out),
            Value::Enum(index) => {
                let metamodel = self.metamodel();
                let literals = metamodel[metamodel.data_type(attribute)].enum_literals();
                out.push_str(literals.get(index as usize).map_or("", |literal| literal.spelling()));
            }
            Value::String(text) | Value::Lexical(text) => out.push_str(text),
        }
    }

    /// Appends infinity or NaN. XML Schema spells infinity differently from Java.
    fn spell_non_finite(&self, attribute: FeatureId, value: f64, out: &mut String) {
        let metamodel = self.metamodel();
        let lexical = metamodel[metamodel.data_type(attribute)].lexical.as_deref();
        // NaN has the same spelling in Java and in XML Schema.
        if value.is_infinite() && lexical.is_some_and(Lexical::has_schema_numbers) {
            out.push_str(if value > 0.0 { "INF" } else { "-INF" });
        } else {
            data::format_double(value, out);
        }
    }
}

/// Converts a data value outside any model to a value of a model.
pub fn literal(literal: &Literal) -> Value<'_> {
    match literal {
        Literal::Null => Value::Null,
        Literal::Bool(v) => Value::Bool(*v),
        Literal::Int(v) => Value::Int(*v),
        Literal::Float(v) => Value::Float(*v),
        Literal::Double(v) => Value::Double(*v),
        Literal::Char(v) => Value::Char(*v),
        Literal::Enum(v) => Value::Enum(*v),
        Literal::String(v) => Value::String(v),
        Literal::Lexical(v) => Value::Lexical(v),
    }
}
