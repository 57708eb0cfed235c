//! Floating point numbers in serde: `NaN` and the infinities are strings, because JSON has no numbers for them.

use super::{FieldKind, FieldValue};
use crate::json_text::non_finite;
use crate::typed_item_by_value;
use serde::de::{self, Deserializer, Visitor};
use serde::ser::Serializer;
use std::fmt;

macro_rules! floats {
    ($($ty:ident $kind:ident $serialize:ident $deserialize:ident;)+) => {
        $(impl FieldValue for $ty {
            const KIND: FieldKind = FieldKind::$kind;

            fn implicit() -> Option<Self> {
                Some(0.0)
            }

            fn is_implicit(&self) -> bool {
                // -0.0 equals 0.0, but is a different value in Java, so it is written.
                self.to_bits() == 0
            }

            /// As in Java, positive and negative zero differ, and NaN equals itself.
            fn is_same(&self, default: &Self) -> bool {
                self.to_bits() == default.to_bits() || (self.is_nan() && default.is_nan())
            }

            typed_item_by_value!();

            fn serialize_item<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                // Formats that are not human-readable can express all values of IEEE 754.
                if self.is_finite() || !serializer.is_human_readable() {
                    serializer.$serialize(*self)
                } else {
                    serializer.serialize_str(non_finite(f64::from(*self)))
                }
            }

            fn deserialize_item<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct FloatVisitor;
                #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]
                impl Visitor<'_> for FloatVisitor {
                    type Value = $ty;

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str("a number, \"NaN\", \"Infinity\" or \"-Infinity\"")
                    }

                    fn visit_str<E: de::Error>(self, text: &str) -> Result<$ty, E> {
                        match text {
                            "NaN" => Ok($ty::NAN),
                            "Infinity" => Ok($ty::INFINITY),
                            "-Infinity" => Ok($ty::NEG_INFINITY),
                            _ => Err(E::invalid_value(de::Unexpected::Str(text), &self)),
                        }
                    }

                    fn visit_f32<E: de::Error>(self, value: f32) -> Result<$ty, E> {
                        Ok(value as $ty)
                    }

                    fn visit_f64<E: de::Error>(self, value: f64) -> Result<$ty, E> {
                        Ok(value as $ty)
                    }

                    // For serde, a JSON number without a fraction is an integer.
                    fn visit_u64<E: de::Error>(self, value: u64) -> Result<$ty, E> {
                        Ok(value as $ty)
                    }

                    fn visit_i64<E: de::Error>(self, value: i64) -> Result<$ty, E> {
                        Ok(value as $ty)
                    }
                }
                if deserializer.is_human_readable() {
                    // The value is a number or a string, and only self-describing formats can distinguish them.
                    deserializer.deserialize_any(FloatVisitor)
                } else {
                    deserializer.$deserialize(FloatVisitor)
                }
            }
        })+
    };
}

floats! {
    f32 Float serialize_f32 deserialize_f32;
    f64 Double serialize_f64 deserialize_f64;
}
