//! Conversion between models and plain Rust types, such as `modelwright-codegen` writes.
//!
//! One conversion serves every type: a type carries a constant description of its class and hands
//! over its fields one after the other; what a field means is looked up in the metamodel once a
//! class. Invariants: a type that does not fit the metamodel is refused, never misread; what a
//! type has no place for is an error, never dropped. Conversion recurses on containment, as does
//! the drop of any owned tree, so trees deeper than [`MAX_DEPTH`] are refused.
//! Generated text is small, since the macros [`class!`], [`union!`] and
//! [`literals!`] say what is the same for all types; serde's traits are made there, too.

mod description;
mod document;
mod embedded;
mod field;
#[doc(hidden)]
pub mod fields;
mod float;
pub mod handles;
mod kept;
mod links;
mod macros;
mod read;
mod reference;
#[cfg(feature = "schemars")]
mod schemas;
mod serial;
mod values;
mod write;

#[cfg(feature = "schemars")]
#[doc(inline)]
pub use crate::typed_json_schemas as json_schemas;
#[doc(inline)]
pub use crate::{
    typed_class as class, typed_handle as handle, typed_literals as literals, typed_union as union,
    typed_value as value, typed_wide_class as wide_class,
};
pub use description::{ClassDescription, Kind, Shape};
pub use document::Document;
pub use embedded::{Embedded, Package, PrepareLogic};
pub use field::{Field, Item, read_as};
pub use handles::{Handle, Items, ItemsMut, add_values};
pub use links::{Found, Links};
pub use read::{ObjectReader, Place, from_model};
pub use reference::{AnyObject, Ref};
pub use values::{Char, Number, UnknownLiteral, Value, equals, literal, literal_named};
pub use write::{ObjectWriter, to_model};

/// What the macros use of serde.
#[doc(hidden)]
pub mod serde {
    pub use super::serial::{deserialize, deserialize_literal, serialize};
    pub use serde::{Deserialize, Deserializer, Serialize, Serializer};
}

/// What the macros use of schemars.
#[cfg(feature = "schemars")]
#[doc(hidden)]
pub mod schemars {
    pub use super::schemas::Schemas;
    pub use schemars::{JsonSchema, Schema, SchemaGenerator};
    pub use std::borrow::Cow;
}

pub use crate::model::{Model, ObjectId};

/// A value as a model gives and takes it.
pub use crate::model::Value as Data;

use crate::diagnostic::Diagnostics;
use crate::output::in_memory;
use std::any::Any;

/// How deep objects may be nested in one another in owned trees.
pub const MAX_DEPTH: usize = 1_000;

/// A type whose values are objects: a struct for one class, or an enum of several structs.
///
/// Made by [`class!`] and [`union!`].
pub trait Element: Sized + 'static {
    /// The classes whose objects it can hold.
    const CLASSES: &'static [&'static ClassDescription];
    /// What `$type` says for each of [`Element::CLASSES`]: how it is written, then what is read as well. Nothing where
    /// documents need not say the class.
    const TAGS: Option<&'static [&'static [&'static str]]> = None;

    /// The class of this value.
    fn class(&self) -> &'static ClassDescription {
        Self::CLASSES[self.object().0]
    }

    /// The position of this value's class in [`Element::CLASSES`], and its struct: itself, or what an enum holds.
    fn object(&self) -> (usize, &dyn Any) {
        (0, self)
    }

    /// This value as what fields hold: itself, or what is in a box.
    fn stored(&self) -> &dyn Any {
        self
    }

    /// Hands over the fields, numbered as in the class's description.
    fn write<'t, W: Sink<'t>>(&'t self, out: &mut W);

    /// Takes the fields of an object of the class at a position of [`Element::CLASSES`].
    ///
    /// It does not give the value back, but puts it into a place, since the compiler follows what every value that a
    /// function has may contain: with thousands of classes that contain each other, this takes most of its time.
    ///
    /// # Errors
    /// Where the source fails, or does not have what the class requires.
    fn read<S: Source>(class: usize, into: &mut Option<Self>, source: &mut S) -> Result<(), S::Error>;

    /// Whether the values keep the metamodel: multiplicities, facets, references, and its own checks and invariants.
    ///
    /// References to other objects of the same document are unresolved where that is not below this object; ask
    /// [`Document::validate`] for the whole then.
    fn validate(&self) -> Diagnostics {
        document::validate([self])
    }

    /// The only root of an XMI document; see [`Document::from_xmi`] for more of it.
    ///
    /// # Errors
    /// Where it cannot be read, or does not have one root of this type.
    fn from_xmi(bytes: impl Into<Vec<u8>>) -> Result<Self, Diagnostics> {
        Document::from_xmi(bytes).and_then(document::only)
    }

    /// The only root of a JSON document; see [`Document::from_json`].
    ///
    /// # Errors
    /// Where it cannot be read, or does not have one root of this type.
    fn from_json(text: &str) -> Result<Self, Diagnostics> {
        Document::from_json(text).and_then(document::only)
    }

    /// The only root of a YAML document; see [`Document::from_yaml`].
    ///
    /// # Errors
    /// Where it cannot be read, or does not have one root of this type.
    fn from_yaml(text: &str) -> Result<Self, Diagnostics> {
        Document::from_yaml(text).and_then(document::only)
    }

    /// This value as the root of an XMI document.
    ///
    /// # Errors
    /// Where a value is not legal, or a reference leads nowhere.
    fn to_xmi(&self) -> Result<String, Diagnostics> {
        let (model, document) = document::model_of(self)?;
        let bytes =
            in_memory(|sink| crate::xmi::write(&model, document, &crate::xmi::WriteOptions::default(), sink))
                .map(|(bytes, _)| bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// This value as the root of a JSON document.
    ///
    /// # Errors
    /// Where a value is not legal, or a reference leads nowhere.
    fn to_json(&self) -> Result<String, Diagnostics> {
        let (model, document) = document::model_of(self)?;
        document::json_text(&model, document)
    }

    /// This value as the root of a YAML document.
    ///
    /// # Errors
    /// Where a value is not legal, or a reference leads nowhere.
    fn to_yaml(&self) -> Result<String, Diagnostics> {
        let (model, document) = document::model_of(self)?;
        document::yaml_text(&model, document)
    }
}

/// What takes the fields of an object one after the other.
///
/// Whether one of them could not be taken is for the sink to remember, so that types say no more of a field than where
/// it is: metamodels have thousands of them, and all of it is compiled.
pub trait Sink<'t> {
    /// Takes the struct that an enum holds, which is at a position of its classes: all its fields.
    #[inline]
    fn variant<T: Element>(&mut self, _: usize, object: &'t T)
    where
        Self: Sized,
    {
        object.write(self);
    }

    /// Takes a field, which documents need not say where it is what it naturally is.
    fn field<F: Field>(&mut self, at: usize, field: &'t F);

    /// Takes a field that documents must say.
    fn required<F: Field>(&mut self, at: usize, field: &'t F);

    /// Takes a field, which documents need not say where it is the default.
    fn defaulted<F: Field>(&mut self, at: usize, field: &'t F, is_default: bool);
}

/// What gives the fields of an object, in any order.
pub trait Source {
    /// Why one cannot be had.
    type Error;

    /// Which field comes next.
    ///
    /// # Errors
    /// Where what follows is no field of the class.
    fn next(&mut self) -> Result<Option<usize>, Self::Error>;

    /// Gives the field that [`Source::next`] announced.
    ///
    /// # Errors
    /// Where it cannot be had, or was given before.
    fn field<F: Field>(&mut self, at: usize, into: &mut F) -> Result<(), Self::Error>;

    /// Gives the field that [`Source::next`] announced, where there is nothing to put into its place before.
    ///
    /// # Errors
    /// As for [`Source::field`].
    fn slot<F: Field>(&mut self, at: usize, into: &mut Option<F>) -> Result<(), Self::Error>;

    /// Makes sure that a field came, when all have.
    ///
    /// # Errors
    /// Where it did not.
    fn require(&mut self, at: usize) -> Result<(), Self::Error>;

    /// The error of a field that did not come.
    fn missing(&mut self, at: usize) -> Self::Error;
}
