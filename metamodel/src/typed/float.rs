//! How serde keeps floating point numbers that JSON has no number for: `NaN` and the infinities
//! are strings of that spelling. For `#[serde(with = "…")]`, on a number, an option or a list.

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, Serializer};
use std::fmt;

/// What may be written and read in this way.
pub trait Floats: Sized {
    /// Writes the value or values.
    ///
    /// # Errors
    /// Where the serializer fails.
    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;

    /// Reads the value or values.
    ///
    /// # Errors
    /// Where the deserializer fails or gives something else than a number.
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;
}

/// Writes the value or values.
///
/// # Errors
/// Where the serializer fails.
pub fn serialize<T: Floats, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    value.write(serializer)
}

/// Reads the value or values.
///
/// # Errors
/// Where the deserializer fails or gives something else than a number.
pub fn deserialize<'de, T: Floats, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    T::read(deserializer)
}

/// A number of this module's spelling.
struct Spelled<F>(F);

macro_rules! floats {
    ($($ty:ident $serialize:ident;)+) => {
        $(impl Serialize for Spelled<$ty> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if self.0.is_nan() {
                    serializer.serialize_str("NaN")
                } else if self.0.is_infinite() {
                    serializer.serialize_str(if self.0 > 0.0 { "Infinity" } else { "-Infinity" })
                } else {
                    serializer.$serialize(self.0)
                }
            }
        }

        impl<'de> Deserialize<'de> for Spelled<$ty> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Number;
                #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]
                impl Visitor<'_> for Number {
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

                    fn visit_u64<E: de::Error>(self, value: u64) -> Result<$ty, E> {
                        Ok(value as $ty)
                    }

                    fn visit_i64<E: de::Error>(self, value: i64) -> Result<$ty, E> {
                        Ok(value as $ty)
                    }
                }
                deserializer.deserialize_any(Number).map(Spelled)
            }
        }

        impl Floats for $ty {
            fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                Spelled(*self).serialize(serializer)
            }

            fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Spelled::deserialize(deserializer).map(|spelled: Spelled<$ty>| spelled.0)
            }
        }

        impl Floats for Option<$ty> {
            fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.map(Spelled).serialize(serializer)
            }

            fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Option::deserialize(deserializer).map(|value| value.map(|Spelled::<$ty>(number)| number))
            }
        }

        impl Floats for Vec<$ty> {
            fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(self.iter().map(|number| Spelled(*number)))
            }

            fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let values: Vec<Spelled<$ty>> = Vec::deserialize(deserializer)?;
                Ok(values.into_iter().map(|spelled| spelled.0).collect())
            }
        })+
    };
}

floats! {
    f32 serialize_f32;
    f64 serialize_f64;
}
