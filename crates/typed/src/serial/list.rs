//! Structs of types such as `Tuple[A, B]` in serde's formats: the list of their values, or a map as for other structs.
//!
//! Invariant: the forms are those of JSON and YAML documents: a list only if the values fill it from the start. This
//! module does not know which types have this form.

use super::super::{Element, Field, FieldSink, FieldSource};
use super::content::Content;
use super::{ElementVisitor, FieldRef, write_fields};
use serde::de::{self, Deserialize as _, Deserializer};
use serde::ser::{SerializeMap, SerializeSeq, Serializer};
use std::marker::PhantomData;
use std::vec;

/// Writes a struct. `repeats` is set if its last field contains all remaining values of the list.
pub(super) fn serialize<T: Element, S: Serializer>(
    element: &T,
    repeats: bool,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    // A list cannot contain gaps, so the fields that are set are determined before the list starts.
    let mut fields = SetFields(Vec::new());
    element.write(&mut fields);
    // The list ends with the last field that is set.
    let count = fields.0.iter().rposition(|field| field.is_set).map_or(0, |last| last + 1);
    // A field that is a list is never a gap, because an empty list is written for it.
    let has_gap = fields.0[..count].iter().any(|field| !field.is_set && !field.is_list);
    if has_gap {
        // Only a map can express the value.
        let mut map = serializer.serialize_map(None)?;
        write_fields(element, &mut map)?;
        return map.end();
    }
    let last_field = last_list_field::<T>(repeats);
    let mut sink = ListSink { list: serializer.serialize_seq(None)?, count, last_field, error: None };
    element.write(&mut sink);
    match sink.error {
        Some(error) => Err(error),
        None => sink.list.end(),
    }
}

/// Whether documents contain a field.
struct FieldState {
    is_set: bool,
    is_list: bool,
}

/// The states of all fields of a struct.
struct SetFields(Vec<FieldState>);

impl<'t> FieldSink<'t> for SetFields {
    fn field<F: Field>(&mut self, _: usize, field: &'t F) {
        self.0.push(FieldState { is_set: !field.is_implicit(), is_list: F::MANY });
    }

    fn required<F: Field>(&mut self, _: usize, _: &'t F) {
        self.0.push(FieldState { is_set: true, is_list: F::MANY });
    }

    fn defaulted<F: Field>(&mut self, _: usize, _: &'t F, is_default: bool) {
        self.0.push(FieldState { is_set: !is_default, is_list: F::MANY });
    }
}

/// The position of the field that contains all remaining values.
fn last_list_field<T: Element>(repeats: bool) -> Option<usize> {
    if repeats { T::CLASSES[0].features.len().checked_sub(1) } else { None }
}

/// Writes the first fields as the values of a list.
struct ListSink<L: SerializeSeq> {
    list: L,
    /// The number of fields to write.
    count: usize,
    /// The field that contains all remaining values.
    last_field: Option<usize>,
    error: Option<L::Error>,
}

impl<'t, L: SerializeSeq> FieldSink<'t> for ListSink<L> {
    fn field<F: Field>(&mut self, number: usize, field: &'t F) {
        self.required(number, field);
    }

    fn defaulted<F: Field>(&mut self, number: usize, field: &'t F, _: bool) {
        self.required(number, field);
    }

    fn required<F: Field>(&mut self, number: usize, field: &'t F) {
        if self.error.is_some() || number >= self.count {
            return;
        }
        let result = if self.last_field == Some(number) {
            field.serialize_items(&mut self.list)
        } else {
            self.list.serialize_element(&FieldRef(field))
        };
        self.error = result.err();
    }
}

/// Reads a struct. `repeats` is set if its last field contains all remaining values of the list.
pub(super) fn deserialize<'de, T: Element, D: Deserializer<'de>>(
    repeats: bool,
    deserializer: D,
) -> Result<T, D::Error> {
    // Both forms are accepted, so the value is buffered until its form is known.
    let items = match Content::deserialize(deserializer)? {
        Content::List(items) => items,
        content => return content.deserialize_map(ElementVisitor(PhantomData)).map_err(de::Error::custom),
    };
    // A type that is written as a list has a single class.
    let class = 0;
    let count = T::CLASSES[class].features.len();
    let last_field = last_list_field::<T>(repeats);
    let mut value = None;
    let mut source = ListSource { items: items.into_iter(), count, last_field, next: 0 };
    T::read(class, &mut value, &mut source).map_err(de::Error::custom)?;
    value.ok_or_else(super::no_values)
}

/// The source of the fields of a list.
struct ListSource {
    items: vec::IntoIter<Content>,
    /// The number of fields.
    count: usize,
    /// The field that contains all remaining values.
    last_field: Option<usize>,
    /// The number of the next field.
    next: usize,
}

impl ListSource {
    /// Reads the value of field `number`.
    fn read_value<F: Field>(&mut self, number: usize) -> Result<F, de::value::Error> {
        let content = if self.last_field == Some(number) {
            Content::List(self.items.by_ref().collect())
        } else {
            self.items.next().ok_or_else(|| self.missing(number))?
        };
        F::deserialize_field(content)
    }
}

impl FieldSource for ListSource {
    type Error = de::value::Error;

    fn next(&mut self) -> Result<Option<usize>, Self::Error> {
        let number = self.next;
        // Fields without a value at the end keep their defaults, or are reported by `require`.
        if self.items.len() == 0 {
            return Ok(None);
        }
        if number >= self.count {
            return Err(de::Error::invalid_length(number + self.items.len(), &"no more values"));
        }
        self.next += 1;
        Ok(Some(number))
    }

    fn field<F: Field>(&mut self, number: usize, into: &mut F) -> Result<(), Self::Error> {
        *into = self.read_value(number)?;
        Ok(())
    }

    fn slot<F: Field>(&mut self, number: usize, into: &mut Option<F>) -> Result<(), Self::Error> {
        *into = Some(self.read_value(number)?);
        Ok(())
    }

    fn require(&mut self, number: usize) -> Result<(), Self::Error> {
        if number < self.next { Ok(()) } else { Err(self.missing(number)) }
    }

    fn missing(&mut self, number: usize) -> Self::Error {
        de::Error::invalid_length(number, &"more values")
    }

    fn not_one(&mut self, _: &[&str], _: usize) -> Self::Error {
        self.missing(0)
    }
}
