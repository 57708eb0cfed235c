//! Integers in serde. A number such as `1.0`, whose fraction is zero, is also an integer, because JSON has only one
//! kind of number.

use super::{FieldKind, FieldValue, Value};
use crate::ecore::EXACT_INTEGERS;
use crate::typed_item_by_value;
use serde::de::{self, Deserializer, Visitor};
use serde::ser::{Serialize as _, Serializer};
use std::fmt;

macro_rules! integers {
    ($($ty:ident $deserialize:ident;)+) => {
        $(impl FieldValue for $ty {
            const KIND: FieldKind = <Self as Value>::KIND;

            fn implicit() -> Option<Self> {
                Some(0)
            }

            fn is_implicit(&self) -> bool {
                *self == 0
            }

            typed_item_by_value!();

            #[inline]
            fn serialize_item<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.serialize(serializer)
            }

            #[inline]
            fn deserialize_item<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Integer;
                impl Visitor<'_> for Integer {
                    type Value = $ty;

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str(stringify!($ty))
                    }

                    #[inline]
                    fn visit_i64<E: de::Error>(self, value: i64) -> Result<$ty, E> {
                        $ty::try_from(value).map_err(|_| E::invalid_value(de::Unexpected::Signed(value), &self))
                    }

                    #[inline]
                    fn visit_u64<E: de::Error>(self, value: u64) -> Result<$ty, E> {
                        $ty::try_from(value).map_err(|_| E::invalid_value(de::Unexpected::Unsigned(value), &self))
                    }

                    fn visit_f64<E: de::Error>(self, value: f64) -> Result<$ty, E> {
                        // A larger double is rejected, because it may be the rounded value of another integer.
                        if value.fract() == 0.0 && value.abs() < EXACT_INTEGERS {
                            #[expect(clippy::cast_possible_truncation, reason = "it has neither a fraction nor too many digits")]
                            return self.visit_i64(value as i64);
                        }
                        Err(E::invalid_type(de::Unexpected::Float(value), &self))
                    }
                }
                // Formats that are not self-describing support only the method for the type.
                deserializer.$deserialize(Integer)
            }
        })+
    };
}

integers! {
    i8 deserialize_i8;
    i16 deserialize_i16;
    i32 deserialize_i32;
    i64 deserialize_i64;
    u64 deserialize_u64;
}
