//! `Iterator`: the elements that a function such as `reverse_each` returns one after another. They are computed
//! immediately.

use super::{Family, Rich, RichValue, digest_value};
use crate::evaluate::{Type, Value};
use std::hash::Hasher;

/// Elements, with their type.
#[derive(Debug, Clone)]
pub(in crate::evaluate) struct Iterator {
    /// The elements, an array.
    pub(in crate::evaluate) elements: Value,
    /// The type of the elements.
    pub(in crate::evaluate) element_type: Type,
}

pub(super) static ITERATOR: Family = Family {
    parameters: |arguments| match arguments {
        [inner @ Value::Type(_)] => Ok(vec![inner.clone()]),
        _ => Err("`Iterator` must have one type".to_owned()),
    },
    holds: |parameters, value| match (parameters, value.downcast::<Iterator>()) {
        ([Value::Type(element_type)], Some(iterator)) => element_type.covers(&iterator.element_type),
        _ => false,
    },
    covers: super::contained::covers,
    general: super::contained::general,
    ..Family::named("Iterator")
};

impl Iterator {
    /// A value of the type `Iterator`.
    pub(in crate::evaluate) fn value(elements: Value, element_type: Type) -> Value {
        Rich::value(Self { elements, element_type })
    }
}

impl RichValue for Iterator {
    fn family(&self) -> &'static Family {
        &ITERATOR
    }

    fn text(&self) -> String {
        format!("Iterator[{}]-Value", self.element_type.general())
    }

    fn program_text(&self) -> String {
        self.elements.to_program_text()
    }

    fn literal(&self) -> String {
        self.elements.to_literal()
    }

    fn parameters(&self, _is_exact: bool) -> Vec<Value> {
        vec![Value::Type(self.element_type.clone())]
    }

    fn equals(&self, _: &Value) -> bool {
        // As in Puppet, an iterator is equal only to itself.
        false
    }

    fn digest(&self, state: &mut dyn Hasher) {
        digest_value(&self.elements, state);
    }

    fn elements(&self) -> Option<&Value> {
        Some(&self.elements)
    }

    fn weight(&self) -> u32 {
        self.elements.weight().saturating_add(self.element_type.weight())
    }

    fn depth(&self) -> u16 {
        // An iterator counts as a level of nesting, because it is written with its elements inside.
        self.elements.depth().max(self.element_type.depth()).saturating_add(1)
    }
}
