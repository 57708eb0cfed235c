//! Values of any kind as fields of generated types.
//!
//! This module does not know which kinds a feature accepts.

use super::read::SlotReader;
use super::{FieldKind, FieldValue, ObjectWriter};
use crate::ecore::AnyValue;
use crate::typed_item_by_serde;

impl FieldValue for AnyValue {
    const KIND: FieldKind = FieldKind::Any;

    /// A single null means that there is no value; in a list, null is a value.
    fn put<'t>(&'t self, number: usize, is_many: bool, out: &mut ObjectWriter<'_, '_, 't>) {
        if is_many || *self != AnyValue::Null {
            out.value(number, is_many, &self.to_text());
        }
    }

    fn take(slot: SlotReader<'_, '_>) -> Option<Self> {
        slot.any_value()
    }

    typed_item_by_serde!();
}
