//! Classes that were created for a composite type, such as `Hash[String, Integer]` or `Variant[Integer,
//! String]`, and the natural form of their objects in trees and in Rust.
//!
//! Invariant: a natural form follows from the metamodel alone, so that readers, writers, schemas and generated types
//! agree on it. This module does not parse types, and does not know documents.

use super::{
    Class, ClassId, Classifier, DataKind, FeatureId, InstanceName, MAP_ENTRY, Metamodel, TYPE_TEXT,
    annotation,
};

/// What the objects of a class represent, if the class was created for a composite type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompositeForm {
    /// `Hash[K, V]`: a hash; the objects are its entries.
    Entries,
    /// `Struct[{ … }]`: a hash with an entry for each feature.
    Record,
    /// `Tuple[…]`: an array of the features' values.
    Tuple,
    /// `Variant[…]`: the value of the one feature that is set.
    Choice,
    /// A list inside a list: the value of its only feature.
    List,
}

/// The text of the type that a class was created for.
#[must_use]
pub fn composite_text(class: &Class) -> Option<&str> {
    annotation(&class.annotations, TYPE_TEXT)?.detail("type")
}

/// The text of a type without `Optional[…]` around it.
pub(super) fn without_optional(mut text: &str) -> &str {
    while let Some(inner) = text.strip_prefix("Optional[").and_then(|inner| inner.strip_suffix(']')) {
        text = inner;
    }
    text
}

/// The form of the type that a class was created for, from the text of that type.
#[must_use]
pub fn composite_form(class: &Class) -> Option<CompositeForm> {
    let mut text = composite_text(class)?;
    // The closing brackets need not be removed, because only the word before the next opening bracket is used.
    while let Some(inner) = text.strip_prefix("Optional[") {
        text = inner;
    }
    let is_entry = matches!(&class.instance, InstanceName::Class(name) if name == MAP_ENTRY);
    match text.split('[').next()? {
        "Hash" if is_entry => Some(CompositeForm::Entries),
        "Struct" => Some(CompositeForm::Record),
        "Tuple" => Some(CompositeForm::Tuple),
        "Variant" => Some(CompositeForm::Choice),
        "Array" | "Hash" => Some(CompositeForm::List),
        _ => None,
    }
}

/// The entries of a map that documents write as `{KEY: VALUE}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EntryFeatures {
    /// The class of the entries.
    pub class: ClassId,
    /// The attribute that stores the key.
    pub key: FeatureId,
    /// The kind of the key.
    pub key_kind: DataKind,
    /// The feature that stores the value or values.
    pub value: FeatureId,
}

impl Metamodel {
    /// The entries of a feature of type `Hash[K, V]`, if each possible key has exactly one text. This is true of texts,
    /// integers, booleans, dates and literals, but not of objects and floating-point numbers.
    #[must_use]
    pub fn natural_map(&self, feature: FeatureId) -> Option<EntryFeatures> {
        if !self.holds_entries(feature) || self.is_in_feature_map(feature) {
            return None;
        }
        let Some(Classifier::Class(class)) = self[feature].typed.classifier() else { return None };
        let is_made_for_hash = composite_form(&self[class]) == Some(CompositeForm::Entries);
        let [key, value] = *self.table(class).all_features() else { return None };
        let has_entry_names = self[key].name() == "key" && self[value].name() == "value";
        // If the class had subclasses, every entry would need `$type` (Decision 3).
        if !is_made_for_hash || !has_entry_names || !self.is_only_concrete_class(class) {
            return None;
        }
        let is_plain = |id: FeatureId| self.is_stored(id) && !self.is_feature_map(id);
        if !is_plain(key) || !is_plain(value) || self[key].is_reference() || self[key].many() {
            return None;
        }
        // A key of any kind is not always a text.
        if self.any_kind(key).is_some() {
            return None;
        }
        let key_kind = self[self.data_type(key)].kind;
        let has_text = matches!(
            key_kind,
            DataKind::String
                | DataKind::Integer { .. }
                | DataKind::BigInteger
                | DataKind::Boolean { .. }
                | DataKind::Date
                | DataKind::Enum
        );
        has_text.then_some(EntryFeatures { class, key, key_kind, value })
    }

    /// The class of the objects that a feature contains, if these may have a natural form.
    pub(super) fn natural_class(&self, feature: FeatureId) -> Option<ClassId> {
        if !self[feature].is_containment() || self.is_in_feature_map(feature) {
            return None;
        }
        match self[feature].typed.classifier()? {
            Classifier::Class(class) => Some(class),
            Classifier::DataType(_) => None,
        }
    }

    /// Whether a class is concrete, and none of its subclasses is.
    pub(super) fn is_only_concrete_class(&self, class: ClassId) -> bool {
        let mut concrete_classes = self.concrete_subclasses(class);
        concrete_classes.next() == Some(class) && concrete_classes.next().is_none()
    }
}
