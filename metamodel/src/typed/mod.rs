//! Conversion between models and plain Rust types, such as `modelwright-codegen` writes.
//!
//! One conversion serves every type: a type carries a constant description of its class and hands
//! over its fields one after the other; what a field means is looked up in the metamodel once a
//! class. Invariants: a type that does not fit the metamodel is refused, never misread; what a
//! type has no place for is an error, never dropped. Conversion recurses on containment, as does
//! the drop of any owned tree, so trees deeper than [`MAX_DEPTH`] are refused.
//! This module does not know any notation; serde appears only where a value's plain form would
//! not be what documents say ([`Ref`], [`Char`], [`Number`], [`float`]).

mod description;
pub mod float;
mod read;
mod reference;
mod values;
mod write;

pub use description::{ClassDescription, FeatureDescription, Kind, many, one};
pub use read::{ObjectReader, from_model};
pub use reference::{AnyObject, Ref};
pub use values::{Char, Number, Value};
pub use write::{ObjectWriter, to_model};

/// A value as a model gives and takes it.
pub use crate::model::Value as Data;

/// How deep objects may be nested in one another in owned trees.
pub const MAX_DEPTH: usize = 1_000;

/// A type whose values are objects: a struct for one class, or an enum of several structs.
///
/// It may be sent to other threads, since deep trees are made on a thread with a stack of their own.
pub trait Element: Sized + Send {
    /// The classes whose objects it can hold.
    const CLASSES: &'static [&'static ClassDescription];

    /// The class of this value: one of [`Element::CLASSES`].
    fn class(&self) -> &'static ClassDescription;

    /// Hands over the fields, numbered as in the class's description.
    fn write<'t>(&'t self, out: &mut ObjectWriter<'_, '_, 't>);

    /// Takes the fields of an object of the class at a position of [`Element::CLASSES`].
    ///
    /// Gives nothing where a field cannot be had; the reader has noted why.
    fn read(class: usize, input: &mut ObjectReader<'_, '_>) -> Option<Self>;
}

impl<T: Element> Element for Box<T> {
    const CLASSES: &'static [&'static ClassDescription] = T::CLASSES;

    fn class(&self) -> &'static ClassDescription {
        (**self).class()
    }

    fn write<'t>(&'t self, out: &mut ObjectWriter<'_, '_, 't>) {
        (**self).write(out);
    }

    fn read(class: usize, input: &mut ObjectReader<'_, '_>) -> Option<Self> {
        T::read(class, input).map(Box::new)
    }
}

/// Whether a value is its type's default, so that documents leave it out.
pub fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The literal of an enumeration that a value stands for, out of all in their order.
#[must_use]
pub fn literal<T: Copy>(data: Data<'_>, all: &[T]) -> Option<T> {
    match data {
        Data::Enum(at) => all.get(at as usize).copied(),
        _ => None,
    }
}
