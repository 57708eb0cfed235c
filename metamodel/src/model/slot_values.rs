//! Converts between slots and values.
//!
//! Invariant: decoding an encoded value returns the same value. Numbers that are too large for a slot are stored in the
//! model's table of wide numbers.

use super::slot::{Raw, Slot};
use super::{Model, Value, literal};
use crate::ecore::extended::is_document_root;
use crate::ecore::{DataKind, FeatureId, Literal, TypedElement};

impl Model {
    /// Whether documents contain the value of a slot: it differs from the default, or the feature is unsettable.
    pub fn is_slot_set(&self, slot: Slot, feature: FeatureId) -> bool {
        let data = &self.metamodel[feature];
        match slot.raw() {
            Raw::Unset => false,
            // A list that exists but is empty is set only if it can be unset, as in EMF.
            Raw::List(list) => data.unsettable || !self.lists.get(list).is_empty(),
            _ => {
                let differs_from_default = !self.decode(slot).is_same(literal(&data.default));
                // The value of a document root is the element of the document, so it is written even if it equals the
                // default.
                let is_element = data.typed.upper == TypedElement::UNSPECIFIED
                    && is_document_root(&self.metamodel, data.owner);
                differs_from_default || data.unsettable || is_element || self.is_array(slot, feature)
            }
        }
    }

    /// Whether a value is a byte array. In Java, an array equals only itself, so it never equals a default. Bytes may
    /// also represent another Java object, which can equal other objects.
    pub(super) fn is_array(&self, slot: Slot, feature: FeatureId) -> bool {
        let data = &self.metamodel[self.metamodel.data_type(feature)];
        matches!(slot.raw(), Raw::Lexical(_))
            && data.kind == DataKind::Bytes
            && data.instance.raw() != Some("java.lang.Object")
    }

    /// The value of a slot; null for a list.
    #[inline]
    pub fn decode(&self, slot: Slot) -> Value<'_> {
        match slot.raw() {
            Raw::Unset | Raw::Null | Raw::List(_) => Value::Null,
            Raw::Bool(v) => Value::Bool(v),
            Raw::Int(v) => Value::Int(v),
            Raw::WideInt(position) => Value::Int(self.wide_numbers[position].cast_signed()),
            Raw::Float(v) => Value::Float(v),
            Raw::Double(v) => Value::Double(v),
            Raw::WideDouble(position) => Value::Double(f64::from_bits(self.wide_numbers[position])),
            Raw::Char(v) => Value::Char(v),
            Raw::Enum(v) => Value::Enum(v),
            Raw::String(text) => Value::String(self.text.get(text)),
            Raw::Lexical(text) => Value::Lexical(self.text.get(text)),
            Raw::Object(id) => Value::Object(id),
        }
    }

    /// Encodes a data value; text is stored again.
    pub(super) fn encode(&mut self, value: Value<'_>) -> Slot {
        match value {
            Value::Null => Slot::NULL,
            Value::Bool(v) => Slot::bool(v),
            Value::Int(v) => {
                Slot::int(v).unwrap_or_else(|| Slot::wide_int(self.push_wide(v.cast_unsigned())))
            }
            Value::Float(v) => Slot::float(v),
            Value::Double(v) => {
                Slot::double(v).unwrap_or_else(|| Slot::wide_double(self.push_wide(v.to_bits())))
            }
            Value::Char(v) => Slot::char(v),
            Value::Enum(v) => Slot::enumeration(v),
            Value::String(text) => Slot::string(self.text.push(text)),
            Value::Lexical(text) => Slot::lexical(self.text.push(text)),
            Value::Object(id) => Slot::object(id),
        }
    }

    /// The slot of a null in a single-valued feature: numbers, booleans and enumerations have no null, so
    /// their slot is unset.
    pub(super) fn null_slot(&self, feature: FeatureId) -> Slot {
        let kind = self.metamodel[self.metamodel.data_type(feature)].kind;
        // The default of Java's wrapper classes is null, unlike that of its primitive types.
        let is_nullable = kind != DataKind::Enum && kind.intrinsic_default() == Literal::Null;
        if is_nullable { Slot::NULL } else { Slot::UNSET }
    }

    /// Adds a number to the table of wide numbers; returns its position.
    fn push_wide(&mut self, bits: u64) -> usize {
        self.wide_numbers.push(bits);
        self.wide_numbers.len() - 1
    }
}
