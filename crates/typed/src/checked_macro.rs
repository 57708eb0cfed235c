//! The macro of checked types: the text of a type names its content and its data type, and this macro implements its
//! traits.
//!
//! Invariant: every constructor checks the value, except for defaults, which the generator has checked.

/// Turns a struct that contains a plain value into the type of a data type with facets: implements `new`, `into_inner`,
/// `Deref`, `FromStr`, `Display`, `TryFrom` the plain value and `From` it, and the traits of fields and serde.
///
/// If a range is declared, it is the only condition; otherwise the facets of the data type are checked. The name of the
/// data type follows `as` if it differs from the name of the struct. Further traits follow `with`: `Default` if the
/// content's default is valid, and `MapKey`.
///
/// ```text
/// typed::checked! { Port(i64) in NTP, 1..=65_535 with MapKey }
/// typed::checked! { Code(String) in SHOP as "product-code" with MapKey }
/// ```
#[macro_export]
#[doc(hidden)]
macro_rules! typed_checked {
    ($name:ident($($content:tt)+) in $package:ident $(as $spelled:literal)? $(, $low:literal..=$high:literal)?
        $(with $($more:ident),+)?
    ) => {
        impl $name {
            /// The value, if its data type allows it.
            ///
            /// # Errors
            /// If it does not.
            pub fn new(
                value: $crate::typed_checked!(@argument $($content)+),
            ) -> ::core::result::Result<Self, $crate::InvalidValue> {
                let value: $($content)+ = value.into();
                Self::__check(&value)?;
                ::core::result::Result::Ok(Self(value))
            }

            /// The plain value.
            #[must_use]
            pub fn into_inner(self) -> $($content)+ {
                self.0
            }

            /// A default that the generator has checked.
            #[doc(hidden)]
            #[allow(dead_code)]
            pub fn __known(value: $($content)+) -> Self {
                Self(value)
            }

            #[inline]
            fn __check(value: &$($content)+) -> ::core::result::Result<(), $crate::InvalidValue> {
                $crate::typed_checked! {
                    @check value, $package, $crate::typed_class!(@name $name $(, $spelled)?) $(, $low..=$high)?
                }
            }

            fn __implicit() -> ::core::option::Option<Self> {
                $crate::typed_checked!(@implicit $($($more)+)?)
            }
        }

        $crate::typed_checked! { @more [$($($more)+)?] $name($($content)+) }

        impl ::core::ops::Deref for $name {
            type Target = $($content)+;

            fn deref(&self) -> &$($content)+ {
                &self.0
            }
        }

        impl ::core::convert::TryFrom<$($content)+> for $name {
            type Error = $crate::InvalidValue;

            fn try_from(value: $($content)+) -> ::core::result::Result<Self, $crate::InvalidValue> {
                Self::new(value)
            }
        }

        impl ::core::convert::From<$name> for $($content)+ {
            fn from(value: $name) -> Self {
                value.0
            }
        }

        impl ::core::str::FromStr for $name {
            type Err = $crate::InvalidValue;

            fn from_str(text: &str) -> ::core::result::Result<Self, $crate::InvalidValue> {
                match <$($content)+ as ::core::str::FromStr>::from_str(text) {
                    ::core::result::Result::Ok(value) => Self::new(value),
                    ::core::result::Result::Err(_) => {
                        let expected = <$($content)+ as $crate::CheckedContent>::EXPECTED;
                        ::core::result::Result::Err($crate::InvalidValue::unreadable(expected, text))
                    }
                }
            }
        }

        impl ::core::fmt::Display for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Display::fmt(&self.0, f)
            }
        }

        impl $crate::Value for $name {
            const KIND: $crate::FieldKind = <$($content)+ as $crate::Value>::KIND;

            fn to_data(&self) -> $crate::FieldData<'_> {
                $crate::Value::to_data(&self.0)
            }

            fn from_data(data: $crate::Data<'_>) -> ::core::option::Option<Self> {
                let value = <$($content)+ as $crate::Value>::from_data(data)?;
                // The reason is not needed here, because the reader requests it by `violation`.
                Self::new(value).ok()
            }

            fn violation(
                data: $crate::Data<'_>,
            ) -> ::core::option::Option<$crate::InvalidValue> {
                match <$($content)+ as $crate::Value>::from_data(data) {
                    ::core::option::Option::Some(value) => Self::__check(&value).err(),
                    ::core::option::Option::None => <$($content)+ as $crate::Value>::violation(data),
                }
            }
        }

        impl $crate::FieldValue for $name {
            const KIND: $crate::FieldKind = <$($content)+ as $crate::Value>::KIND;

            fn implicit() -> ::core::option::Option<Self> {
                Self::__implicit()
            }

            fn is_implicit(&self) -> bool {
                Self::__implicit().is_some_and(|implicit| implicit == *self)
            }

            $crate::typed_item_by_value! {}

            #[inline]
            fn serialize_item<S: $crate::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                $crate::FieldValue::serialize_item(&self.0, serializer)
            }

            #[inline]
            fn deserialize_item<'de, D: $crate::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                let value = <$($content)+ as $crate::FieldValue>::deserialize_item(deserializer)?;
                Self::new(value).map_err($crate::serde::invalid)
            }
        }

        impl $crate::serde::Serialize for $name {
            fn serialize<S: $crate::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                $crate::FieldValue::serialize_item(self, serializer)
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                $crate::FieldValue::deserialize_item(deserializer)
            }
        }
    };

    (@check $value:ident, $package:ident, $data_type:expr) => {{
        static __TYPE: $crate::CheckedType = $crate::CheckedType::new(&$package, $data_type);
        __TYPE.check($value)
    }};
    (@check $value:ident, $package:ident, $data_type:expr, $low:literal..=$high:literal) => {
        // A range needs no metamodel, so checking it costs two comparisons (Decision 28).
        if ($low..=$high).contains($value) {
            ::core::result::Result::Ok(())
        } else {
            ::core::result::Result::Err($crate::outside(*$value, $low, $high))
        }
    };

    (@implicit Default $($more:ident)*) => {
        ::core::option::Option::Some(<Self as ::core::default::Default>::default())
    };
    (@implicit $($more:ident)*) => { ::core::option::Option::None };

    // The type of the argument of `new`. Numbers and booleans are not converted, so that an integer literal has the
    // type of the content.
    (@argument bool) => { bool };
    (@argument i8) => { i8 };
    (@argument i16) => { i16 };
    (@argument i32) => { i32 };
    (@argument i64) => { i64 };
    (@argument u64) => { u64 };
    (@argument f32) => { f32 };
    (@argument f64) => { f64 };
    (@argument $($content:tt)+) => { impl ::core::convert::Into<$($content)+> };

    (@more [] $name:ident($($content:tt)+)) => {};
    (@more [Default $($more:ident)*] $name:ident($($content:tt)+)) => {
        impl ::core::default::Default for $name {
            fn default() -> Self {
                Self(::core::default::Default::default())
            }
        }

        $crate::typed_checked! { @more [$($more)*] $name($($content)+) }
    };
    (@more [MapKey $($more:ident)*] $name:ident($($content:tt)+)) => {
        impl $crate::MapKey for $name {
            fn to_key(&self) -> ::std::borrow::Cow<'_, str> {
                $crate::MapKey::to_key(&self.0)
            }

            fn from_key(text: &str) -> ::core::option::Option<Self> {
                let value = <$($content)+ as $crate::MapKey>::from_key(text)?;
                Self::new(value).ok()
            }
        }

        $crate::typed_checked! { @more [$($more)*] $name($($content)+) }
    };
}
