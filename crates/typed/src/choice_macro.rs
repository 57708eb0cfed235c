//! The macro of enums for `Variant[A, B]`: the text of a type lists its variants, and the macro implements its traits.
//!
//! Invariant: as in the macros of structs, internal items start with `__`. This module does not know models.

/// Turns an enum into the type of a class for `Variant[A, B]`, in which each variant has the value of one alternative:
/// implements [`Element`](crate::Element) and serde's traits.
///
/// The list has the variants in the order of the features, each with the name of its field in parentheses. If the
/// feature has another name in documents, that name follows after `as`.
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

            impl $crate::Element for $name {
                const CLASSES: &'static [&'static $crate::ClassDescription] =
                    &[&$crate::ClassDescription {
                        package: &$package,
                        name: $crate::typed_class!(@name $name $(, $class)?),
                        features: $crate::typed_class!(@names $([$field $($spelled)?])*),
                        discriminator: ::core::option::Option::None,
                    }];

                fn alternatives()
                -> ::core::option::Option<&'static $crate::Alternatives> {
                    static __ALTERNATIVES: $crate::Alternatives =
                        $crate::Alternatives::new();
                    ::core::option::Option::Some(&__ALTERNATIVES)
                }

                #[inline]
                fn write<'t, W: $crate::FieldSink<'t>>(&'t self, out: &mut W) {
                    match *self {
                        // The field is never omitted, because even an empty list or an implicit value shows the
                        // alternative.
                        $(Self::$variant(ref value) => out.required(__At::$variant as usize, value),)*
                    }
                }

                fn read<S: $crate::FieldSource>(
                    _: usize,
                    into: &mut ::core::option::Option<Self>,
                    source: &mut S,
                ) -> ::core::result::Result<(), S::Error> {
                    // Every alternative is read, so that the error contains the number of alternatives with values.
                    $(let mut $field = ::core::option::Option::None;)*
                    while let ::core::option::Option::Some(number) = source.next()? {
                        match number {
                            $(number if number == __At::$variant as usize => source.slot(number, &mut $field)?,)*
                            _ => {}
                        }
                    }
                    let mut count = 0;
                    $($crate::alternative_field::choose(into, &mut count, $field, Self::$variant);)*
                    if count == 1 {
                        return ::core::result::Result::Ok(());
                    }
                    // `choose` may have stored the first of several values.
                    *into = ::core::option::Option::None;
                    ::core::result::Result::Err(
                        source.not_one(<Self as $crate::Element>::CLASSES[0].features, count),
                    )
                }
            }
        };

        $crate::typed_element! { $name }
    };
}
