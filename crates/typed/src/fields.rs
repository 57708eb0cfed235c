//! Reads and writes all fields of a struct in one call, because the code for each field is compiled thousands of times.
//!
//! Structs pass tuples of up to twelve borrows, in the order of their features. This module does not know the content
//! of fields.

use super::{Field, FieldSink, FieldSource};

/// Two groups of fields, one after the other.
#[derive(Debug)]
pub struct Chain<A, B>(pub A, pub B);

/// A field that documents never omit.
#[derive(Debug)]
pub struct RequiredField<F>(pub F);

/// A field that documents omit if it has the default, and whether its value is the default.
#[derive(Debug)]
pub struct OptionalField<F>(pub F, pub bool);

/// Fields that are written.
pub trait WriteFields<'t> {
    /// Passes the fields to a sink, numbered from `first_number` on.
    fn write<W: FieldSink<'t>>(&self, first_number: usize, out: &mut W);
}

/// Fields that are read.
pub trait ReadFields {
    /// The number of fields.
    const COUNT: usize;

    /// Reads field `number` of the class, which is at `position` in this group of fields.
    ///
    /// # Errors
    /// If the source fails.
    fn read<S: FieldSource>(
        &mut self,
        position: usize,
        number: usize,
        source: &mut S,
    ) -> Result<(), S::Error>;

    /// Checks that the required fields were read.
    ///
    /// # Errors
    /// If a required field was not read.
    fn require<S: FieldSource>(&self, first_number: usize, source: &mut S) -> Result<(), S::Error>;
}

/// Reads fields into an existing value.
///
/// # Errors
/// If the source fails, or does not contain a required field.
#[inline]
pub fn read<S: FieldSource>(mut fields: impl ReadFields, source: &mut S) -> Result<(), S::Error> {
    // Fields are read in the order of the source, so that documents may contain them in any order.
    while let Some(number) = source.next()? {
        // `fields` are all fields of the class, so the number of a field is also its position.
        let position = number;
        fields.read(position, number, source)?;
    }
    let first_number = 0;
    fields.require(first_number, source)
}

/// Stores a default value in `into`. [`Element::read`](super::Element::read) explains why it is not returned by value.
#[inline]
pub fn insert_default<T: Default>(into: &mut Option<T>) -> &mut T {
    into.insert(T::default())
}

impl<A: ReadFields, B: ReadFields> ReadFields for Chain<A, B> {
    const COUNT: usize = A::COUNT + B::COUNT;

    #[inline]
    fn read<S: FieldSource>(
        &mut self,
        position: usize,
        number: usize,
        source: &mut S,
    ) -> Result<(), S::Error> {
        match position.checked_sub(A::COUNT) {
            None => self.0.read(position, number, source),
            Some(position_in_second) => self.1.read(position_in_second, number, source),
        }
    }

    #[inline]
    fn require<S: FieldSource>(&self, first_number: usize, source: &mut S) -> Result<(), S::Error> {
        self.0.require(first_number, source)?;
        self.1.require(first_number + A::COUNT, source)
    }
}

/// One field that is written.
pub trait WriteField<'t> {
    /// Passes the field to a sink.
    fn write_field<W: FieldSink<'t>>(&self, number: usize, out: &mut W);
}

impl<'t, F: Field> WriteField<'t> for &'t F {
    #[inline]
    fn write_field<W: FieldSink<'t>>(&self, number: usize, out: &mut W) {
        out.field(number, *self);
    }
}

impl<'t, F: Field> WriteField<'t> for RequiredField<&'t F> {
    #[inline]
    fn write_field<W: FieldSink<'t>>(&self, number: usize, out: &mut W) {
        out.required(number, self.0);
    }
}

impl<'t, F: Field> WriteField<'t> for OptionalField<&'t F> {
    #[inline]
    fn write_field<W: FieldSink<'t>>(&self, number: usize, out: &mut W) {
        out.defaulted(number, self.0, self.1);
    }
}

/// One field that is read.
pub trait ReadField {
    /// Reads the field.
    ///
    /// # Errors
    /// If the source fails.
    fn read_field<S: FieldSource>(&mut self, number: usize, source: &mut S) -> Result<(), S::Error>;

    /// Checks that the field was read, if it is required.
    ///
    /// # Errors
    /// If a required field was not read.
    #[inline]
    fn require_field<S: FieldSource>(&self, _: usize, _: &mut S) -> Result<(), S::Error> {
        Ok(())
    }
}

impl<F: Field> ReadField for &mut F {
    #[inline]
    fn read_field<S: FieldSource>(&mut self, number: usize, source: &mut S) -> Result<(), S::Error> {
        source.field(number, *self)
    }
}

impl<F: Field> ReadField for RequiredField<&mut F> {
    #[inline]
    fn read_field<S: FieldSource>(&mut self, number: usize, source: &mut S) -> Result<(), S::Error> {
        source.field(number, self.0)
    }

    #[inline]
    fn require_field<S: FieldSource>(&self, number: usize, source: &mut S) -> Result<(), S::Error> {
        source.require(number)
    }
}

macro_rules! tuples {
    ($count:literal: $($field:ident $position:tt),*) => {
        impl<'t, $($field: WriteField<'t>),*> WriteFields<'t> for ($($field,)*) {
            #[inline]
            #[allow(unused_variables)]
            fn write<W: FieldSink<'t>>(&self, first_number: usize, out: &mut W) {
                $(self.$position.write_field(first_number + $position, out);)*
            }
        }

        impl<$($field: ReadField),*> ReadFields for ($($field,)*) {
            const COUNT: usize = $count;

            #[inline]
            #[allow(unused_variables)]
            fn read<S: FieldSource>(&mut self, position: usize, number: usize, source: &mut S) -> Result<(), S::Error> {
                match position {
                    $($position => self.$position.read_field(number, source),)*
                    // Cannot occur, because sources return only the numbers of the class's fields.
                    _ => Ok(()),
                }
            }

            #[inline]
            #[allow(unused_variables)]
            fn require<S: FieldSource>(&self, first_number: usize, source: &mut S) -> Result<(), S::Error> {
                $(self.$position.require_field(first_number + $position, source)?;)*
                Ok(())
            }
        }
    };
}

// Twelve is the maximum, because the macros divide longer lists of fields into chains of tuples.
tuples!(0:);
tuples!(1: A 0);
tuples!(2: A 0, B 1);
tuples!(3: A 0, B 1, C 2);
tuples!(4: A 0, B 1, C 2, D 3);
tuples!(5: A 0, B 1, C 2, D 3, E 4);
tuples!(6: A 0, B 1, C 2, D 3, E 4, F 5);
tuples!(7: A 0, B 1, C 2, D 3, E 4, F 5, G 6);
tuples!(8: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
tuples!(9: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8);
tuples!(10: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9);
tuples!(11: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10);
tuples!(12: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11);
