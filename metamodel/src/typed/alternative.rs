//! The alternatives of generated enums for types `Variant[A, B]`.
//!
//! Invariant: an object has the value of exactly one alternative, as the rules of documents require. This module does not
//! know which plain values are of which alternative.

use super::read::SlotReader;
use super::{Field, FieldKind, ObjectWriter};
use serde::de::{Deserialize as _, Deserializer};
use serde::ser::Serializer;

/// The value of an alternative, or none.
#[doc(hidden)]
#[derive(Debug)]
pub struct Alternative<F>(pub Option<F>);

impl<F: Field> Field for Alternative<F> {
    const KIND: FieldKind = F::KIND;
    const MANY: bool = F::MANY;
    const OPTIONAL: bool = true;

    fn implicit() -> Option<Self> {
        Some(Self(None))
    }

    fn is_implicit(&self) -> bool {
        self.0.is_none()
    }

    fn put<'t>(&'t self, at: usize, out: &mut ObjectWriter<'_, '_, 't>) {
        if let Some(value) = &self.0 {
            value.put(at, out);
        }
    }

    fn take(place: SlotReader<'_, '_>) -> Option<Self> {
        if place.is_absent() { Some(Self(None)) } else { F::take(place).map(|value| Self(Some(value))) }
    }

    fn serialize_field<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Some(value) => value.serialize_field(serializer),
            None => serializer.serialize_none(),
        }
    }

    fn deserialize_field<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let content = super::serial::Content::deserialize(deserializer)?;
        if content.is_null() {
            return Ok(Self(None));
        }
        F::deserialize_field(content).map(|value| Self(Some(value))).map_err(serde::de::Error::custom)
    }
}

/// Keeps the value of an alternative if it is the first one that is set; counts the alternatives that are set.
#[doc(hidden)]
pub fn choose<T, F>(
    into: &mut Option<T>,
    found: &mut usize,
    field: Option<Alternative<F>>,
    wrap: fn(F) -> T,
) {
    if let Some(Alternative(Some(value))) = field {
        *found += 1;
        if *found == 1 {
            *into = Some(wrap(value));
        }
    }
}

/// Makes an enum the type of a class for `Variant[A, B]`: each variant has the value of one alternative. Implements
/// [`Element`](crate::typed::Element) and serde's traits.
///
/// The list has the variants in the order of the features; each has the name of its feature in parentheses, which is
/// spelled otherwise in documents if `as` follows.
///
/// ```text
/// typed::choice! { Owner in HOSTS { Text(text), Person(person as "aPerson") } }
/// ```
#[macro_export]
#[doc(hidden)]
macro_rules! typed_choice {
    ($name:ident $(as $class:literal)? in $package:ident {
        $($variant:ident($field:ident $(as $spelled:literal)?)),* $(,)?
    }) => {
        const _: () = {
            #[allow(dead_code)]
            enum __At {
                $($variant),*
            }

            impl $crate::typed::Element for $name {
                const CLASSES: &'static [&'static $crate::typed::ClassDescription] =
                    &[&$crate::typed::ClassDescription {
                        package: &$package,
                        name: $crate::typed_class!(@name $name $(, $class)?),
                        features: $crate::typed_class!(@names $([$field $($spelled)?])*),
                    }];

                fn alternatives()
                -> ::core::option::Option<&'static $crate::typed::description::Alternatives> {
                    static __ALTERNATIVES: $crate::typed::description::Alternatives =
                        $crate::typed::description::Alternatives::new();
                    ::core::option::Option::Some(&__ALTERNATIVES)
                }

                #[inline]
                fn write<'t, W: $crate::typed::FieldSink<'t>>(&'t self, out: &mut W) {
                    match *self {
                        $(Self::$variant(ref it) => out.required(__At::$variant as usize, it),)*
                    }
                }

                fn read<S: $crate::typed::FieldSource>(
                    _: usize,
                    into: &mut ::core::option::Option<Self>,
                    source: &mut S,
                ) -> ::core::result::Result<(), S::Error> {
                    $(let mut $field = ::core::option::Option::None;)*
                    while let ::core::option::Option::Some(at) = source.next()? {
                        match at {
                            $(at if at == __At::$variant as usize => source.slot(at, &mut $field)?,)*
                            _ => {}
                        }
                    }
                    let mut found = 0;
                    $($crate::typed::alternative::choose(into, &mut found, $field, Self::$variant);)*
                    if found == 1 {
                        return ::core::result::Result::Ok(());
                    }
                    *into = ::core::option::Option::None;
                    ::core::result::Result::Err(
                        source.not_one(<Self as $crate::typed::Element>::CLASSES[0].features, found),
                    )
                }
            }
        };

        $crate::typed_element! { $name }
    };
}
