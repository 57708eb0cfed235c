//! The macros of the types of values: enumerations, and custom types in place of data types.
//!
//! Invariant: as in the macros of structs, internal items start with `__`. This module does not know models.

/// Turns an enum into the type of an enumeration: implements `ALL`, `LITERALS`, `as_str`, `from_literal`, `Display`,
/// `FromStr`, and the traits of fields and serde. The list has the variants in order, with the texts of the literals in
/// documents.
///
/// ```text
/// typed::literals! { Genre { Mystery = "mystery", ScienceFiction = "science fiction" } }
/// ```
///
/// With `as text` after the name, the literals are the texts that a data type allows.
#[macro_export]
#[doc(hidden)]
macro_rules! typed_literals {
    ($name:ident { $($literals:tt)* }) => {
        $crate::typed_literals! { @literals $name { $($literals)* } }

        impl $crate::Value for $name {
            const KIND: $crate::FieldKind = $crate::FieldKind::Enum(Self::LITERALS);

            fn to_data(&self) -> $crate::FieldData<'_> {
                $crate::Data::Enum(self.position()).into()
            }

            fn from_data(data: $crate::Data<'_>) -> ::core::option::Option<Self> {
                $crate::literal(data, Self::ALL)
            }
        }

        impl $crate::FieldValue for $name {
            const KIND: $crate::FieldKind = <Self as $crate::Value>::KIND;

            fn implicit() -> ::core::option::Option<Self> {
                // As in EMF, the default of an enumeration is its first literal.
                Self::ALL.first().copied()
            }

            fn is_implicit(&self) -> bool {
                Self::ALL.first() == ::core::option::Option::Some(self)
            }

            $crate::typed_item_by_value! {}
            $crate::typed_item_by_serde! {}
        }
    };

    ($name:ident as text { $($literals:tt)* }) => {
        $crate::typed_literals! { @literals $name { $($literals)* } }

        impl $crate::Value for $name {
            const KIND: $crate::FieldKind = $crate::FieldKind::Text;

            fn to_data(&self) -> $crate::FieldData<'_> {
                $crate::Data::String(self.as_str()).into()
            }

            fn from_data(data: $crate::Data<'_>) -> ::core::option::Option<Self> {
                Self::from_literal($crate::Data::text(data)?)
            }

            fn violation(
                data: $crate::Data<'_>,
            ) -> ::core::option::Option<$crate::InvalidValue> {
                let literal = $crate::Data::text(data)?;
                ::core::option::Option::Some($crate::InvalidValue::literal(literal, Self::LITERALS))
            }
        }

        $crate::typed_value! { $name }
    };

    (@literals $name:ident { $($variant:ident = $spelled:literal),* $(,)? }) => {
        impl $name {
            /// All literals, in their order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The texts of the literals in documents, in their order.
            pub const LITERALS: &'static [&'static str] = &[$($spelled),*];

            /// The text of the literal in documents.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $spelled,)*
                }
            }

            /// The position of the literal, from 0 on.
            #[must_use]
            pub const fn position(self) -> u32 {
                match self {
                    $(Self::$variant => Self::$variant as u32,)*
                }
            }

            /// The literal with a text.
            #[must_use]
            pub fn from_literal(literal: &str) -> ::core::option::Option<Self> {
                $crate::literal_named(Self::LITERALS, Self::ALL, literal)
            }
        }

        impl ::core::fmt::Display for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl ::core::str::FromStr for $name {
            type Err = $crate::UnknownLiteral;

            fn from_str(literal: &str) -> ::core::result::Result<Self, $crate::UnknownLiteral> {
                Self::from_literal(literal)
                    .ok_or_else(|| $crate::UnknownLiteral::new(literal, Self::LITERALS))
            }
        }

        impl $crate::MapKey for $name {
            fn to_key(&self) -> ::std::borrow::Cow<'_, str> {
                ::std::borrow::Cow::Borrowed(self.as_str())
            }

            fn from_key(text: &str) -> ::core::option::Option<Self> {
                Self::from_literal(text)
            }
        }

        impl $crate::serde::Serialize for $name {
            fn serialize<S: $crate::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                $crate::serde::deserialize_literal(deserializer, Self::LITERALS, Self::ALL)
            }
        }
    };
}

/// Makes a custom type usable as the type of fields, in place of the type for a data type.
///
/// The type must implement [`Value`](crate::Value) and serde's traits. With `as text`, it must instead implement
/// `FromStr` and `Display` for its text in documents.
///
/// ```text
/// typed::value! { Percent as text }
/// ```
#[macro_export]
#[doc(hidden)]
macro_rules! typed_value {
    ($name:ident as text) => {
        impl $crate::Value for $name {
            fn to_data(&self) -> $crate::FieldData<'_> {
                ::std::string::ToString::to_string(self).into()
            }

            fn from_data(data: $crate::Data<'_>) -> ::core::option::Option<Self> {
                $crate::Data::text(data)?.parse().ok()
            }

            fn violation(data: $crate::Data<'_>) -> ::core::option::Option<$crate::InvalidValue> {
                let expected = ::core::concat!("a valid ", ::core::stringify!($name));
                let text = $crate::Data::text(data)?;
                ::core::option::Option::Some($crate::InvalidValue::unreadable(expected, text))
            }
        }

        impl $crate::FieldValue for $name {
            const KIND: $crate::FieldKind = <Self as $crate::Value>::KIND;

            $crate::typed_item_by_value! {}

            fn serialize_item<S: $crate::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                // The serializer may write the text without a copy.
                serializer.collect_str(self)
            }

            fn deserialize_item<'de, D: $crate::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                $crate::serde::deserialize_text(deserializer)
            }
        }
    };
    ($name:ty) => {
        impl $crate::FieldValue for $name {
            const KIND: $crate::FieldKind = <Self as $crate::Value>::KIND;

            $crate::typed_item_by_value! {}
            $crate::typed_item_by_serde! {}
        }
    };
}
