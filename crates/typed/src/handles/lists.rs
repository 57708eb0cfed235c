//! Many-valued features of handles: their values, and EMF's operations on them. This module does not know how
//! edits work.

use super::super::FieldData;
use super::{Edit, HandleClass, HandleValue};
use crate::ecore::data::{self, ParsedValue};
use crate::ecore::{DataKind, FeatureId};
use crate::model::{List, Model, ObjectId, Value};
use std::fmt;
use std::marker::PhantomData;

/// The values of a many-valued feature, in order.
#[derive(Clone, Copy)]
pub struct Items<'m, T> {
    list: Option<List<'m>>,
    items: PhantomData<fn() -> T>,
}

impl<'m, T: HandleValue<'m>> Items<'m, T> {
    pub(super) fn new(list: Option<List<'m>>) -> Self {
        Self { list, items: PhantomData }
    }

    /// The number of values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.map_or(0, |list| list.len())
    }

    /// Whether there are no values.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value at a position.
    #[must_use]
    pub fn get(&self, position: usize) -> Option<T> {
        self.list?.get(position).and_then(T::from_model)
    }

    /// The values, in order.
    pub fn iter(&self) -> impl Iterator<Item = T> + use<'m, T> {
        self.list.into_iter().flat_map(|list| list.iter()).filter_map(T::from_model)
    }

    /// The values in a vector.
    #[must_use]
    pub fn to_vec(&self) -> Vec<T> {
        self.iter().collect()
    }
}

impl<'m, T: HandleValue<'m> + 'm> IntoIterator for Items<'m, T> {
    type Item = T;
    type IntoIter = Box<dyn Iterator<Item = T> + 'm>;

    fn into_iter(self) -> Self::IntoIter {
        Box::new(self.iter())
    }
}

impl<'m, T: HandleValue<'m> + fmt::Debug> fmt::Debug for Items<'m, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// The values of a many-valued feature, to be edited.
#[derive(Debug)]
pub struct ItemsMut<'m, T> {
    model: &'m mut Model,
    object: ObjectId,
    class: &'static HandleClass,
    /// The position of the feature in the description of the class.
    feature_position: usize,
    items: PhantomData<fn(T)>,
}

impl<'m, T: HandleValue<'m>> ItemsMut<'m, T> {
    pub(super) fn new(
        model: &'m mut Model,
        object: ObjectId,
        class: &'static HandleClass,
        feature_position: usize,
    ) -> Self {
        Self { model, object, class, feature_position, items: PhantomData }
    }

    /// Resolves the feature and edits its values.
    fn edit<R>(&mut self, edit: impl FnOnce(&mut Model, ObjectId, FeatureId) -> Edit<R>) -> Edit<R> {
        let feature = self.class.feature(self.model, self.feature_position)?;
        edit(self.model, self.object, feature)
    }

    /// Adds a value at the end.
    ///
    /// # Errors
    /// If a unique feature already has the value, or a containment would form a cycle.
    pub fn add(&mut self, value: impl Into<T>) -> Edit {
        let value = value.into();
        self.edit(|model, object, feature| {
            let data = value.data();
            let value = convert_text(model, feature, &data);
            model.add(object, feature, value)
        })
    }

    /// Inserts a value at a position.
    ///
    /// # Errors
    /// As for [`ItemsMut::add`], and if the position is out of range.
    pub fn insert(&mut self, position: usize, value: impl Into<T>) -> Edit {
        let value = value.into();
        self.edit(|model, object, feature| {
            let data = value.data();
            let value = convert_text(model, feature, &data);
            model.insert(object, feature, position, value)
        })
    }

    /// Adds values at the end, except those that a unique feature already has.
    ///
    /// # Errors
    /// If a containment would form a cycle.
    pub fn extend(&mut self, values: impl IntoIterator<Item = T>) -> Edit {
        // The values are collected first, because the values for the model borrow from them.
        let values: Vec<T> = values.into_iter().collect();
        self.edit(|model, object, feature| {
            let data: Vec<FieldData<'_>> = values.iter().map(T::data).collect();
            let values: Vec<_> = data.iter().map(|data| convert_text(model, feature, data)).collect();
            model.add_all(object, feature, &values)
        })
    }

    /// Replaces the value at a position.
    ///
    /// # Errors
    /// As for [`ItemsMut::insert`].
    pub fn replace(&mut self, position: usize, value: impl Into<T>) -> Edit {
        let value = value.into();
        self.edit(|model, object, feature| {
            let data = value.data();
            let value = convert_text(model, feature, &data);
            model.replace(object, feature, position, value)
        })
    }

    /// Removes the value at a position.
    ///
    /// # Errors
    /// If the position is out of range.
    pub fn remove(&mut self, position: usize) -> Edit {
        self.edit(|model, object, feature| model.remove(object, feature, position))
    }

    /// Removes a value.
    ///
    /// # Errors
    /// If the metamodel does not match the types.
    pub fn remove_value(&mut self, value: impl Into<T>) -> Edit {
        let value = value.into();
        self.edit(|model, object, feature| {
            let data = value.data();
            let value = convert_text(model, feature, &data);
            model.remove_all(object, feature, &[value])
        })
    }

    /// Moves a value to another position.
    ///
    /// # Errors
    /// If a position is out of range.
    pub fn reorder(&mut self, from: usize, to: usize) -> Edit {
        self.edit(|model, object, feature| model.reorder(object, feature, from, to))
    }

    /// Removes all values.
    ///
    /// # Errors
    /// If the metamodel does not match the types.
    pub fn clear(&mut self) -> Edit {
        self.edit(|model, object, feature| model.clear(object, feature))
    }

    /// Replaces all values.
    ///
    /// # Errors
    /// As for [`ItemsMut::add`].
    pub fn set(&mut self, values: impl IntoIterator<Item = T>) -> Edit {
        // The values are collected first, because the values for the model borrow from them.
        let values: Vec<T> = values.into_iter().collect();
        self.edit(|model, object, feature| {
            let data: Vec<FieldData<'_>> = values.iter().map(T::data).collect();
            let values: Vec<_> = data.iter().map(|data| convert_text(model, feature, data)).collect();
            model.set_list(object, feature, &values)
        })
    }
}

/// Converts a text to the kind of value that the feature has, such as a number. Dates, bytes and big numbers, which
/// generated types represent by their texts, stay texts.
pub(super) fn convert_text<'v>(model: &Model, feature: FeatureId, data: &'v FieldData<'_>) -> Value<'v> {
    let (metamodel, value) = (model.metamodel(), data.data());
    let Value::String(text) = value else { return value };
    // A text is not a valid value of a reference. It is returned unchanged, so that the edit reports it.
    if metamodel[feature].is_reference() {
        return value;
    }
    match metamodel[metamodel.data_type(feature)].kind {
        // Texts need no conversion.
        DataKind::String => value,
        kind => match data::parse(kind, text) {
            Some(ParsedValue::Bool(v)) => Value::Bool(v),
            Some(ParsedValue::Int(v)) => Value::Int(v),
            Some(ParsedValue::Float(v)) => Value::Float(v),
            Some(ParsedValue::Double(v)) => Value::Double(v),
            Some(ParsedValue::Char(v)) => Value::Char(v),
            // The edit parses the text, and reports one that is not valid.
            Some(ParsedValue::String(_) | ParsedValue::Lexical(_)) | None => Value::Lexical(text),
        },
    }
}
