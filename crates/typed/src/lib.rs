//! Conversion between models and plain Rust types, such as those that `modelwright-codegen` generates.
//!
//! One conversion serves all types: a type has a constant description of its class and passes its fields one
//! after the other; their features are looked up in the metamodel once per class. Invariants: a type that
//! does not match the metamodel is rejected, never misread; content that a type cannot represent is an error,
//! never dropped. Conversion recurses on containment, like the drop of any owned tree, so trees deeper than
//! [`MAX_DEPTH`] are rejected. Generated text is small, because the macros [`class!`], [`union!`] and
//! [`literals!`] implement everything that all types have in common, including serde's traits.
//!
//! The API of this crate is stable. It does not know the language or the generator.

pub use modelwright_metamodel::diagnostic;
pub use modelwright_metamodel::model;
use modelwright_metamodel::{ecore, input, json_text, names, output, simd};
use modelwright_notations::{json, tree, xmi, yaml};
use modelwright_validation as validate;

#[doc(hidden)]
pub mod alternative_field;
mod alternatives;
mod any_value;
mod bytes;
mod checked;
mod checked_macro;
mod choice_macro;
#[cfg(any(feature = "jiff", feature = "time"))]
mod dates;
#[cfg(any(feature = "bigdecimal", feature = "rust_decimal"))]
mod decimals;
mod description;
mod digits;
mod document;
mod embedded;
mod field;
#[doc(hidden)]
pub mod fields;
mod float;
pub mod handles;
mod integer;
mod invalid_value;
mod links;
mod macros;
mod map;
mod notation;
mod number;
mod parts;
mod preserved;
mod read;
mod reference;
mod resolved_classes;
#[cfg(feature = "schemars")]
mod schemas;
mod serial;
mod value_macros;
mod values;
mod write;

pub use crate::ecore::AnyValue;
#[cfg(feature = "schemars")]
#[doc(inline)]
pub use crate::typed_json_schemas as json_schemas;
#[doc(inline)]
pub use crate::{
    typed_checked as checked, typed_choice as choice, typed_class as class, typed_handle as handle,
    typed_literals as literals, typed_union as union, typed_value as value, typed_wide_class as wide_class,
};
#[doc(hidden)]
pub use alternatives::Alternatives;
pub use bytes::{Base64, Bytes};
#[doc(hidden)]
pub use checked::{CheckedContent, CheckedType, outside};
pub use description::{ClassDescription, Discriminator, FieldKind, Shape};
pub use document::Document;
pub use embedded::{Embedded, Package, PrepareLogic};
pub use field::{Field, FieldValue, read_as};
pub use handles::{Handle, Items, ItemsMut, add_values};
pub use indexmap::IndexMap;
pub use invalid_value::InvalidValue;
pub use links::{ElementRef, Links};
pub use map::MapKey;
pub use notation::Notation;
#[doc(hidden)]
pub use number::number;
pub use number::{InvalidNumber, Number};
pub use parts::{PartWriter, to_model_in_parts};
#[doc(hidden)]
pub use read::from_certain_json;
pub use read::{ObjectReader, SlotReader, from_model};
pub use reference::{AnyObject, Ref};
pub use values::{Char, FieldData, UnknownLiteral, Value, is_default, literal, literal_named};
#[doc(hidden)]
pub use values::{known, parsed};
pub use write::{ObjectWriter, to_model};

/// The parts of serde that the macros use.
#[doc(hidden)]
pub mod serde {
    pub use super::serial::{deserialize, deserialize_literal, deserialize_text, invalid, serialize};
    pub use serde::{Deserialize, Deserializer, Serialize, Serializer};
}

/// The parts of schemars that the macros use.
#[cfg(feature = "schemars")]
#[doc(hidden)]
pub mod schemars {
    pub use super::schemas::Schemas;
    pub use schemars::{JsonSchema, Schema, SchemaGenerator};
    pub use std::borrow::Cow;
}

pub use crate::model::{Model, ObjectId};

/// A value of a feature in a model.
pub use crate::model::Value as Data;

use crate::diagnostic::Diagnostics;
use std::any::Any;
use std::path::Path;

/// The maximum nesting of objects in owned trees.
pub const MAX_DEPTH: usize = 1_000;

/// A type whose values are objects: a struct for one class, or an enum of several structs.
///
/// Implemented by [`class!`] and [`union!`].
pub trait Element: Sized + 'static {
    /// The classes whose objects the type can represent.
    const CLASSES: &'static [&'static ClassDescription];
    /// The names in `$type` of each of [`Element::CLASSES`]: first the one that is written, then the aliases
    /// that are read. `None` if documents need no `$type`.
    const TAGS: Option<&'static [&'static [&'static str]]> = None;
    /// If documents write such objects as lists of values: whether the last feature contains all remaining values.
    const LIST: Option<bool> = None;

    /// The class of this value.
    fn class(&self) -> &'static ClassDescription {
        // The position is always valid, because the implementation of the type itself returns it.
        Self::CLASSES[self.object().0]
    }

    /// The position of this value's class in [`Element::CLASSES`], and its struct: itself, or the content of an enum.
    fn object(&self) -> (usize, &dyn Any) {
        // A struct represents only one class.
        (0, self)
    }

    /// The alternatives, if this is an enum of the alternatives of a type `Variant[A, B]`.
    #[doc(hidden)]
    #[inline]
    fn alternatives() -> Option<&'static Alternatives> {
        None
    }

    /// This value as fields store it: itself, or the content of a box.
    fn stored(&self) -> &dyn Any {
        self
    }

    /// Passes the fields to a sink, numbered as in the class's description.
    fn write<'t, W: FieldSink<'t>>(&'t self, out: &mut W);

    /// Reads the fields of an object of the class at a position of [`Element::CLASSES`].
    ///
    /// The value is stored in `into` instead of returned, because the compiler analyses everything that the
    /// values of a function may contain: with thousands of classes that contain each other, this dominates
    /// its time.
    ///
    /// # Errors
    /// If the source fails, or does not contain a required field.
    fn read<S: FieldSource>(class: usize, into: &mut Option<Self>, source: &mut S) -> Result<(), S::Error>;

    /// Validates the value against the metamodel: multiplicities, facets, references, and its own checks and
    /// invariants.
    ///
    /// References to objects of the same document that this object does not contain are unresolved; use
    /// [`Document::validate`] for those.
    fn validate(&self) -> Diagnostics {
        document::validate([self])
    }

    /// The only root of a file, whose extension determines the notation; see [`Document::from_path`].
    ///
    /// # Errors
    /// If it cannot be read, or does not have exactly one root of this type.
    fn from_path(path: impl AsRef<Path>) -> Result<Self, Diagnostics> {
        Document::from_path(path).and_then(document::only_root)
    }

    /// The only root of a document in memory; see [`Document::from_slice`].
    ///
    /// # Errors
    /// If it cannot be read, or does not have exactly one root of this type.
    fn from_slice(bytes: &[u8], notation: Notation) -> Result<Self, Diagnostics> {
        Document::from_slice(bytes, notation).and_then(document::only_root)
    }

    /// The only root of an XMI document; see [`Document::from_xmi`] for documents with more roots.
    ///
    /// # Errors
    /// If it cannot be read, or does not have exactly one root of this type.
    fn from_xmi(bytes: impl Into<Vec<u8>>) -> Result<Self, Diagnostics> {
        Document::from_xmi(bytes).and_then(document::only_root)
    }

    /// The only root of a JSON document; see [`Document::from_json`].
    ///
    /// # Errors
    /// If it cannot be read, or does not have exactly one root of this type.
    fn from_json(text: &str) -> Result<Self, Diagnostics> {
        Document::from_json(text).and_then(document::only_root)
    }

    /// The only root of a YAML document; see [`Document::from_yaml`].
    ///
    /// # Errors
    /// If it cannot be read, or does not have exactly one root of this type.
    fn from_yaml(text: &str) -> Result<Self, Diagnostics> {
        Document::from_yaml(text).and_then(document::only_root)
    }

    /// This value as the root of an XMI document.
    ///
    /// # Errors
    /// If a value is invalid, or a reference cannot be resolved.
    fn to_xmi(&self) -> Result<String, Diagnostics> {
        document::write_text(self, Notation::Xmi)
    }

    /// This value as the root of a JSON document.
    ///
    /// # Errors
    /// If a value is invalid, or a reference cannot be resolved.
    fn to_json(&self) -> Result<String, Diagnostics> {
        document::write_text(self, Notation::Json)
    }

    /// This value as the root of a YAML document.
    ///
    /// # Errors
    /// If a value is invalid, or a reference cannot be resolved.
    fn to_yaml(&self) -> Result<String, Diagnostics> {
        document::write_text(self, Notation::Yaml)
    }
}

/// A receiver of the fields of an object, one after the other.
///
/// The sink stores errors, so that the code of a type contains only the position of each field: metamodels
/// have thousands of fields, and all of that code is compiled.
pub trait FieldSink<'t> {
    /// Writes all fields of the struct in an enum, which is at a position in the enum's classes.
    #[inline]
    fn variant<T: Element>(&mut self, _: usize, object: &'t T)
    where
        Self: Sized,
    {
        object.write(self);
    }

    /// Writes a field that documents omit if it has its implicit value.
    fn field<F: Field>(&mut self, number: usize, field: &'t F);

    /// Writes a field that documents never omit.
    fn required<F: Field>(&mut self, number: usize, field: &'t F);

    /// Writes a field that documents omit if it has the default.
    fn defaulted<F: Field>(&mut self, number: usize, field: &'t F, is_default: bool);
}

/// A source of the fields of an object, in any order.
pub trait FieldSource {
    /// The reason why a field cannot be read.
    type Error;

    /// The number of the next field.
    ///
    /// # Errors
    /// If the next key is not a field of the class.
    fn next(&mut self) -> Result<Option<usize>, Self::Error>;

    /// Reads the field that [`FieldSource::next`] returned.
    ///
    /// # Errors
    /// If it cannot be read, or was read before.
    fn field<F: Field>(&mut self, number: usize, into: &mut F) -> Result<(), Self::Error>;

    /// Reads the field that [`FieldSource::next`] returned into a place that has no value yet.
    ///
    /// # Errors
    /// As for [`FieldSource::field`].
    fn slot<F: Field>(&mut self, number: usize, into: &mut Option<F>) -> Result<(), Self::Error>;

    /// Checks that a field was read, after all fields.
    ///
    /// # Errors
    /// If the field was not read.
    fn require(&mut self, number: usize) -> Result<(), Self::Error>;

    /// The error of an object that has the values of several alternatives, or of none, instead of one.
    fn not_one(&mut self, alternatives: &[&str], found: usize) -> Self::Error;

    /// The error of a field that was not read.
    fn missing(&mut self, number: usize) -> Self::Error;
}

/// The examples of the page of this package.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
