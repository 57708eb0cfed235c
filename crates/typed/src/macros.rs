//! The macros of generated types: the text of a type lists its fields, and these macros implement its traits.
//!
//! Invariants: items that are internal to a macro start with `__`, which generated names never do, because
//! names of items are not hygienic. The entry points of conversions are `#[inline]`, so that the crate of the
//! types is compiled without them, and other crates compile only the conversions that they use. This module
//! does not know models.

/// Turns a struct into the type of a class: implements [`Element`](crate::Element) and serde's traits, and with `:
/// Default` also `Default`. A struct without `Default` has `: !Default`.
///
/// The list contains every field. The feature of a field has the same name unless `as` gives another one. Documents
/// omit the implicit value of the field's type (`0`, `""`, `None`, …), or the default after `=`; they never omit a
/// `required` field. `by` is followed by the key of the discriminator, and its value that means this class.
///
/// ```text
/// typed::class! {
///     Book: Default in LIBRARY { name: required, on_loan as "onLoan", pages = 100, authors }
/// }
/// ```
#[macro_export]
#[doc(hidden)]
macro_rules! typed_class {
    ($name:ident: Default $(as $class:literal)? $(by $key:literal $value:literal)? in $package:ident $(list $repeats:literal)? { $($fields:tt)* }) => {
        $crate::typed_class! {
            @class $name $(as $class)? $(by $key $value)? in $package $(list $repeats)? { $($fields)* } by tuples filled
        }
        $crate::typed_class! { @default $name { $($fields)* } }
    };
    ($name:ident: !Default $(as $class:literal)? $(by $key:literal $value:literal)? in $package:ident $(list $repeats:literal)? { $($fields:tt)* }) => {
        $crate::typed_class! {
            @class $name $(as $class)? $(by $key $value)? in $package $(list $repeats)? { $($fields)* } by tuples slots
        }
    };
    ($name:ident $(as $class:literal)? $(by $key:literal $value:literal)? in $package:ident $(list $repeats:literal)? { $($fields:tt)* }) => {
        $crate::typed_class! {
            @class $name $(as $class)? $(by $key $value)? in $package $(list $repeats)? { $($fields)* } by tuples filled
        }
    };

    (@class $name:ident $(as $class:literal)? $(by $key:literal $value:literal)? in $package:ident $(list $repeats:literal)? {
        $($field:ident $(as $spelled:literal)? $(: $required:ident)? $(= $default:expr)?),* $(,)?
    } by $written:ident $way:ident) => {
        impl $crate::Element for $name {
            const CLASSES: &'static [&'static $crate::ClassDescription] =
                &[&$crate::ClassDescription {
                    package: &$package,
                    name: $crate::typed_class!(@name $name $(, $class)?),
                    features: $crate::typed_class!(@names $([$field $($spelled)?])*),
                    discriminator: $crate::typed_class!(@discriminator $($key $value)?),
                }];
            $(const LIST: ::core::option::Option<bool> = ::core::option::Option::Some($repeats);)?

            #[inline]
            #[allow(unused_variables, clippy::approx_constant)]
            fn write<'t, W: $crate::FieldSink<'t>>(&'t self, out: &mut W) {
                $crate::typed_class! { @by $written self out $([$field $(: $required)? $(= $default)?])* }
            }

            $crate::typed_class! { @read $way { $($field $(: $required)? $(= $default)?),* } }
        }

        $crate::typed_element! { $name }
    };

    // Structs without `as` have an arm of their own, which needs less expansion.
    (@names $([$field:ident])*) => { &[$(::core::stringify!($field)),*] };
    (@names $([$field:ident $($spelled:literal)?])*) => {
        &[$($crate::typed_class!(@name $field $(, $spelled)?)),*]
    };
    (@discriminator) => { ::core::option::Option::None };
    (@discriminator $key:literal $value:literal) => {
        ::core::option::Option::Some($crate::Discriminator { key: $key, value: $value })
    };
    (@name $name:ident) => { ::core::stringify!($name) };
    (@name $name:ident, $spelled:literal) => { $spelled };

    (@by tuples $it:ident $out:ident $($fields:tt)*) => {
        $crate::typed_class! { @written $it $out 0, $($fields)* }
    };
    (@by each $it:ident $out:ident $([$field:ident $($how:tt)*])*) => {
        $crate::typed_class! { @at $($field)* }

        $($crate::fields::WriteField::write_field(
            &$crate::typed_class!(@write &$it.$field, $($how)*),
            __At::$field as usize,
            $out,
        );)*
    };
    // The number of each field, by its name.
    (@at $($field:ident)*) => {
        #[allow(dead_code, non_camel_case_types)]
        enum __At {
            $($field),*
        }
    };

    // Twelve fields are written at once. This arm is for fields without attributes, which need no further expansion.
    // The tuples are short and contain only borrows, so that deeply nested values need little stack.
    (@written $it:ident $out:ident $from:expr, [$a:ident] [$b:ident] [$c:ident] [$d:ident] [$e:ident] [$f:ident]
        [$g:ident] [$h:ident] [$i:ident] [$j:ident] [$k:ident] [$l:ident] $($rest:tt)*
    ) => {
        $crate::fields::WriteFields::write(
            &(
                &$it.$a, &$it.$b, &$it.$c, &$it.$d, &$it.$e, &$it.$f, &$it.$g, &$it.$h, &$it.$i, &$it.$j,
                &$it.$k, &$it.$l,
            ),
            $from,
            $out,
        );
        $crate::typed_class! { @written $it $out $from + 12, $($rest)* }
    };
    (@written $it:ident $out:ident $from:expr,
        $a:tt $b:tt $c:tt $d:tt $e:tt $f:tt $g:tt $h:tt $i:tt $j:tt $k:tt $l:tt $($rest:tt)+
    ) => {
        $crate::typed_class! { @written $it $out $from, $a $b $c $d $e $f $g $h $i $j $k $l }
        $crate::typed_class! { @written $it $out $from + 12, $($rest)+ }
    };
    (@written $it:ident $out:ident $from:expr,) => {};
    (@written $it:ident $out:ident $from:expr, $([$field:ident])+) => {
        $crate::fields::WriteFields::write(&($(&$it.$field,)+), $from, $out);
    };
    (@written $it:ident $out:ident $from:expr, $([$field:ident $($how:tt)*])+) => {
        $crate::fields::WriteFields::write(
            &($($crate::typed_class!(@write &$it.$field, $($how)*),)+),
            $from,
            $out,
        );
    };
    // Most fields are passed as a plain reference, without a wrapper.
    (@write $field:expr,) => { $field };
    (@write $field:expr, : required) => { $crate::fields::RequiredField($field) };
    (@write $field:expr, = $default:expr) => {
        $crate::fields::OptionalField($field, $crate::is_default($field, &$default))
    };

    // The fields are read into a default value.
    (@read filled { $($field:ident $(: $required:ident)? $(= $default:expr)?),* }) => {
        #[inline]
        fn read<S: $crate::FieldSource>(
            _: usize,
            into: &mut ::core::option::Option<Self>,
            source: &mut S,
        ) -> ::core::result::Result<(), S::Error> {
            let value = $crate::fields::insert_default(into);
            $crate::fields::read($crate::typed_class!(@into value $([$field $(: $required)?])*), source)
        }
    };
    (@into $it:ident [$a:ident] [$b:ident] [$c:ident] [$d:ident] [$e:ident] [$f:ident] [$g:ident] [$h:ident]
        [$i:ident] [$j:ident] [$k:ident] [$l:ident] $($rest:tt)+
    ) => {
        $crate::fields::Chain(
            (
                &mut $it.$a, &mut $it.$b, &mut $it.$c, &mut $it.$d, &mut $it.$e, &mut $it.$f, &mut $it.$g,
                &mut $it.$h, &mut $it.$i, &mut $it.$j, &mut $it.$k, &mut $it.$l,
            ),
            $crate::typed_class!(@into $it $($rest)+),
        )
    };
    (@into $it:ident $a:tt $b:tt $c:tt $d:tt $e:tt $f:tt $g:tt $h:tt $i:tt $j:tt $k:tt $l:tt $($rest:tt)+) => {
        $crate::fields::Chain(
            $crate::typed_class!(@into $it $a $b $c $d $e $f $g $h $i $j $k $l),
            $crate::typed_class!(@into $it $($rest)+),
        )
    };
    (@into $it:ident $([$field:ident])*) => { ($(&mut $it.$field,)*) };
    (@into $it:ident $([$field:ident $(: $required:ident)?])*) => {
        ($($crate::typed_class!(@put &mut $it.$field $(, $required)?),)*)
    };
    (@put $field:expr) => { $field };
    (@put $field:expr, required) => { $crate::fields::RequiredField($field) };

    // Reads any number of fields into a default value, without nested tuples.
    (@read each { $($field:ident $(: $required:ident)? $(= $default:expr)?),* }) => {
        #[inline]
        fn read<S: $crate::FieldSource>(
            _: usize,
            into: &mut ::core::option::Option<Self>,
            source: &mut S,
        ) -> ::core::result::Result<(), S::Error> {
            $crate::typed_class! { @at $($field)* }

            /// The fields by number, because match guards would take much longer to compile.
            const __FIELDS: &[__At] = &[$(__At::$field),*];

            let value = $crate::fields::insert_default(into);
            while let ::core::option::Option::Some(number) = source.next()? {
                let result: ::core::result::Result<(), S::Error> = match __FIELDS.get(number) {
                    $(::core::option::Option::Some(__At::$field) => source.field(number, &mut value.$field),)*
                    _ => ::core::result::Result::Ok(()),
                };
                result?;
            }
            $($($crate::typed_class!(@require $required source, __At::$field as usize);)?)*
            ::core::result::Result::Ok(())
        }
    };
    (@require required $source:ident, $at:expr) => { $source.require($at)? };

    // The value is created after all fields are read.
    (@read slots { $($field:ident $(: $required:ident)? $(= $default:expr)?),* }) => {
        #[allow(clippy::approx_constant)]
        #[inline]
        fn read<S: $crate::FieldSource>(
            _: usize,
            into: &mut ::core::option::Option<Self>,
            source: &mut S,
        ) -> ::core::result::Result<(), S::Error> {
            $crate::typed_class! { @at $($field)* }

            /// The fields by number, because match guards would take much longer to compile.
            const __FIELDS: &[__At] = &[$(__At::$field),*];

            // Without a default, there is no value into which the fields could be read.
            $(let mut $field = ::core::option::Option::None;)*
            while let ::core::option::Option::Some(number) = source.next()? {
                let result: ::core::result::Result<(), S::Error> = match __FIELDS.get(number) {
                    $(::core::option::Option::Some(__At::$field) => source.slot(number, &mut $field),)*
                    _ => ::core::result::Result::Ok(()),
                };
                result?;
            }
            $(let ::core::option::Option::Some($field) =
                $crate::typed_class!(@absent $field, $($required)? $(= $default)?)
            else {
                return ::core::result::Result::Err(source.missing(__At::$field as usize));
            };)*
            *into = ::core::option::Option::Some(Self { $($field),* });
            ::core::result::Result::Ok(())
        }
    };
    (@absent $field:ident,) => { $field.or_else($crate::Field::implicit) };
    (@absent $field:ident, required) => { $field };
    (@absent $field:ident, = $default:expr) => {
        ::core::option::Option::Some($field.unwrap_or_else(|| $default))
    };

    (@default $name:ident {
        $($field:ident $(as $spelled:literal)? $(: $required:ident)? $(= $default:expr)?),* $(,)?
    }) => {
        impl ::core::default::Default for $name {
            #[allow(clippy::approx_constant)]
            fn default() -> Self {
                Self { $($field: $crate::typed_class!(@value $($default)?)),* }
            }
        }
    };
    (@value) => { ::core::default::Default::default() };
    (@value $default:expr) => { $default };
}

/// As [`typed_class!`](crate::typed_class), for a struct with so many fields that nested tuples would exceed
/// the compiler's limits.
#[macro_export]
#[doc(hidden)]
macro_rules! typed_wide_class {
    ($name:ident: Default $(as $class:literal)? $(by $key:literal $value:literal)? in $package:ident { $($fields:tt)* }) => {
        $crate::typed_class! { @class $name $(as $class)? $(by $key $value)? in $package { $($fields)* } by each each }
        $crate::typed_class! { @default $name { $($fields)* } }
    };
    ($name:ident: !Default $(as $class:literal)? $(by $key:literal $value:literal)? in $package:ident { $($fields:tt)* }) => {
        $crate::typed_class! { @class $name $(as $class)? $(by $key $value)? in $package { $($fields)* } by each slots }
    };
    ($name:ident $(as $class:literal)? $(by $key:literal $value:literal)? in $package:ident { $($fields:tt)* }) => {
        $crate::typed_class! { @class $name $(as $class)? $(by $key $value)? in $package { $($fields)* } by each each }
    };
}

/// Turns an enum into the type of all objects of a class: implements `From` each of its structs,
/// [`Element`](crate::Element), serde's traits, and methods with the same expression for all variants.
///
/// A variant has the name of its struct. If the class has another name in `$type`, that name follows `as`,
/// with aliases that are also read.
///
/// ```text
/// typed::union! {
///     Item { Book, Journal as "http://example.org/press#//Journal" | "Journal" }
///
///     /// Its title.
///     pub fn title(it) -> &str { &it.title }
/// }
/// ```
#[macro_export]
#[doc(hidden)]
macro_rules! typed_union {
    ($name:ident $variants:tt $($methods:tt)*) => {
        $crate::typed_union! { @element $name $variants }
        $crate::typed_union! { @methods $name $variants $($methods)* }
        $crate::typed_element! { $name }
    };

    (@element $name:ident { $($variant:ident $(as $tag:literal $(| $alias:literal)*)?),* $(,)? }) => {
        $(impl ::core::convert::From<$variant> for $name {
            #[inline]
            fn from(value: $variant) -> Self {
                Self::$variant(value)
            }
        })*

        const _: () = {
            #[allow(dead_code)]
            enum __At {
                $($variant),*
            }

            impl $crate::Element for $name {
                const CLASSES: &'static [&'static $crate::ClassDescription] =
                    &[$(<$variant as $crate::Element>::CLASSES[0]),*];
                const TAGS: ::core::option::Option<&'static [&'static [&'static str]]> =
                    ::core::option::Option::Some(&[$($crate::typed_union!(@tags $variant $($tag $($alias)*)?)),*]);

                #[inline]
                fn object(&self) -> (usize, &dyn ::core::any::Any) {
                    match *self {
                        $(Self::$variant(ref value) => (__At::$variant as usize, value),)*
                    }
                }

                #[inline]
                #[allow(unused_variables)]
                fn write<'t, W: $crate::FieldSink<'t>>(&'t self, out: &mut W) {
                    match *self {
                        $(Self::$variant(ref value) => out.variant(__At::$variant as usize, value),)*
                    }
                }

                fn read<S: $crate::FieldSource>(
                    class: usize,
                    into: &mut ::core::option::Option<Self>,
                    source: &mut S,
                ) -> ::core::result::Result<(), S::Error> {
                    match class {
                        $(position if position == __At::$variant as usize => {
                            // The type of a variant has a single class.
                            $crate::read_as(0, into, source, Self::$variant)
                        })*
                        // Sources take the class from `CLASSES`, so only an enum without variants reaches this arm.
                        _ => ::core::result::Result::Err(source.missing(0)),
                    }
                }
            }
        };
    };

    (@tags $variant:ident) => { &[::core::stringify!($variant)] };
    (@tags $variant:ident $($tag:literal)+) => { &[$($tag),+] };

    (@methods $name:ident $variants:tt) => {};
    (@methods $name:ident $variants:tt
        $($(#[$attribute:meta])* $visibility:vis fn $method:ident($it:ident) -> $result:ty { $value:expr })+
    ) => {
        impl $name {
            $($crate::typed_union! {
                @method $variants $(#[$attribute])* $visibility fn $method($it) -> $result { $value }
            })+
        }
    };

    (@method { $($variant:ident $(as $tag:literal $(| $alias:literal)*)?),* $(,)? }
        $(#[$attribute:meta])* $visibility:vis fn $method:ident($it:ident) -> $result:ty { $value:expr }
    ) => {
        $(#[$attribute])*
        #[inline]
        #[must_use]
        $visibility fn $method(&self) -> $result {
            match *self {
                $(Self::$variant(ref $it) => $value,)*
            }
        }
    };
}

/// Implements serde's traits for an element.
#[macro_export]
#[doc(hidden)]
macro_rules! typed_element {
    ($name:ident) => {
        impl $crate::serde::Serialize for $name {
            fn serialize<S: $crate::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                $crate::serde::serialize(self, serializer)
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                $crate::serde::deserialize(deserializer)
            }
        }
    };
}
