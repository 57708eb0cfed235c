//! The part of a value because of which it does not belong to a type, for messages about types that are too long to
//! be legible.
//!
//! Invariant: there is only a fault if the value does not belong to the type.

use super::{Element, Type, TypeKind, is_instance};
use crate::evaluate::value::{Hash, Value};
use std::sync::Arc;

/// The first part of a value that does not belong to its type.
pub(in crate::evaluate) enum Fault<'v> {
    /// A part with a name, such as `entry 'port'`, does not belong to its type.
    Part(String, &'v Type, &'v Value),
    /// There is no entry with a name.
    Missing(Arc<str>),
    /// There must not be an entry with a key.
    Unexpected(&'v Value),
}

/// The first part of a value that does not belong to its type; `None` if the message must name the value itself.
pub(in crate::evaluate) fn fault<'v>(ty: &'v Type, value: &'v Value) -> Option<Fault<'v>> {
    match (ty.kind(), value) {
        (TypeKind::Optional(Some(inner)) | TypeKind::NotUndef(Some(inner)), _) => fault(inner, value),
        (TypeKind::Struct(elements), Value::Hash(hash)) => struct_fault(elements, hash),
        (TypeKind::Array(element_type, _), Value::Array(items)) => {
            let index = items.iter().position(|item| !is_instance(element_type, item))?;
            Some(Fault::Part(format!("index {index}"), element_type, &items[index]))
        }
        (TypeKind::Hash(_, value_type, _), Value::Hash(hash)) => {
            let (key, value) = hash.pairs().iter().find(|(_, value)| !is_instance(value_type, value))?;
            Some(Fault::Part(entry_name(key), value_type, value))
        }
        (TypeKind::Tuple(types, _), Value::Array(items)) => {
            // As many further elements as there may be have the last type.
            let element_types = types.iter().chain(std::iter::repeat(types.last()?));
            let mut parts = items.iter().zip(element_types).enumerate();
            let (index, (item, ty)) = parts.find(|(_, (item, ty))| !is_instance(ty, item))?;
            Some(Fault::Part(format!("index {index}"), ty, item))
        }
        (TypeKind::Variant(types), _) => {
            // Only one of the types may be about the parts of such a value; otherwise none of them is meant.
            let mut faults = types.iter().filter_map(|ty| fault(ty, value));
            let first_fault = faults.next();
            let has_further_faults = faults.next().is_some();
            if has_further_faults { None } else { first_fault }
        }
        _ => None,
    }
}

/// The first fault of a hash that does not belong to a `Struct` with these elements; `None` if there is none.
fn struct_fault<'v>(elements: &'v [Element], hash: &'v Hash) -> Option<Fault<'v>> {
    for element in elements {
        match hash.get_text(&element.name) {
            Some(value) if !is_instance(&element.value, value) => {
                let key = Value::String(Arc::clone(&element.name));
                return Some(Fault::Part(entry_name(&key), &element.value, value));
            }
            None if !element.is_optional => return Some(Fault::Missing(Arc::clone(&element.name))),
            _ => {}
        }
    }
    for (key, _) in hash.pairs() {
        let is_known = elements.iter().any(|element| key.text() == Some(&*element.name));
        if !is_known {
            return Some(Fault::Unexpected(key));
        }
    }
    None
}

/// The name of an entry in messages.
fn entry_name(key: &Value) -> String {
    format!("entry {}", key.to_literal())
}
