//! The macro of generated handles: the text of a handle lists its features, and the macro implements the rest.

/// Defines a struct that contains an [`ObjectId`](crate::model::ObjectId), or the handle of its first supertype, as
/// the handle of a class: [`Handle`](crate::Handle), conversion into the handles of all supertypes, and
/// methods for features.
///
/// The list names each feature by its getter. The feature has the same name unless `as` gives another one.
/// The name of the method that edits the feature follows, if there is one. The type of a single value is in
/// parentheses, with `?` before it if the value is optional; the type of the values of a list is in brackets.
///
/// ```text
/// typed::handle! {
///     Book(Item) into Item, Named in LIBRARY {
///         /// The shelf of the book.
///         shelf, set_shelf: (?Shelf);
///
///         /// `onLoan`.
///         on_loan as "onLoan", set_on_loan: (bool);
///
///         /// `keywords`.
///         keywords, keywords_mut: [&str];
///     }
/// }
/// ```
#[macro_export]
#[doc(hidden)]
macro_rules! typed_handle {
    ($name:ident($base:ty) $(as $class:literal)? $(into $($super:ident),+)? in $package:ident {
        $($(#[$attribute:meta])* $get:ident $(as $spelled:literal)? $(, $set:ident)? : $shape:tt;)*
    }) => {
        impl $crate::handles::Wrapper for $name {
            fn wrap(object: $crate::ObjectId) -> Self {
                Self(<$base as $crate::handles::Wrapper>::wrap(object))
            }

            fn object_id(self) -> $crate::ObjectId {
                $crate::handles::Wrapper::object_id(self.0)
            }
        }

        impl $crate::Value for $name {
            const KIND: $crate::FieldKind = $crate::FieldKind::Object;

            fn to_data(&self) -> $crate::FieldData<'_> {
                $crate::Data::Object($crate::handles::Wrapper::object_id(*self)).into()
            }

            fn from_data(data: $crate::Data<'_>) -> ::core::option::Option<Self> {
                $crate::Data::object(data).map(<Self as $crate::handles::Wrapper>::wrap)
            }
        }

        impl $crate::Handle for $name {
            fn handle_class() -> &'static $crate::handles::HandleClass {
                static __CLASS: $crate::handles::HandleClass =
                    $crate::handles::HandleClass::new(
                        $crate::ClassDescription {
                            package: &$package,
                            name: $crate::typed_class!(@name $name $(, $class)?),
                            features: &[$($crate::typed_class!(@name $get $(, $spelled)?)),*],
                            discriminator: ::core::option::Option::None,
                        },
                        &[$($crate::typed_handle!(@shape $shape)),*],
                    );
                &__CLASS
            }
        }

        impl ::core::ops::Deref for $name {
            type Target = $base;

            fn deref(&self) -> &$base {
                &self.0
            }
        }

        impl ::core::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let object = $crate::handles::Wrapper::object_id(*self);
                f.debug_tuple(::core::stringify!($name)).field(&object.index()).finish()
            }
        }

        impl ::core::convert::From<$name> for $crate::ObjectId {
            fn from(handle: $name) -> Self {
                $crate::handles::Wrapper::object_id(handle)
            }
        }

        $($(impl ::core::convert::From<$name> for $super {
            fn from(handle: $name) -> Self {
                <$super as $crate::handles::Wrapper>::wrap(
                    $crate::handles::Wrapper::object_id(handle),
                )
            }
        }

        impl ::core::convert::From<$name> for ::core::option::Option<$super> {
            fn from(handle: $name) -> Self {
                ::core::option::Option::Some(<$super as ::core::convert::From<$name>>::from(handle))
            }
        })+)?

        const _: () = {
            // Each variant has the number of its feature, so that a method passes the number as a constant.
            #[allow(dead_code, non_camel_case_types)]
            enum __At {
                $($get),*
            }

            #[allow(dead_code, clippy::should_implement_trait, clippy::wrong_self_convention)]
            impl $name {
                $($crate::typed_handle! { @get __At::$get, $(#[$attribute])* $get $shape }
                $($crate::typed_handle! { @set __At::$get, $set $shape })?)*
            }
        };
    };

    (@shape [$($ty:tt)+]) => { $crate::typed_handle!(@shape true, $($ty)+) };
    (@shape (? $($ty:tt)+)) => { $crate::typed_handle!(@shape false, $($ty)+) };
    (@shape ($($ty:tt)+)) => { $crate::typed_handle!(@shape false, $($ty)+) };
    (@shape $many:literal, $ty:ty) => {
        $crate::Shape { many: $many, kind: <$ty as $crate::handles::HandleValue>::KIND }
    };

    (@get $at:expr, $(#[$attribute:meta])* $get:ident (? &str)) => {
        $(#[$attribute])*
        #[inline]
        #[must_use]
        pub fn $get(self, model: &$crate::Model) -> ::core::option::Option<&str> {
            $crate::handles::FeatureAccess::new(self, $at as usize).optional(model)
        }
    };
    (@get $at:expr, $(#[$attribute:meta])* $get:ident (? $ty:ty)) => {
        $(#[$attribute])*
        #[inline]
        #[must_use]
        pub fn $get(self, model: &$crate::Model) -> ::core::option::Option<$ty> {
            $crate::handles::FeatureAccess::new(self, $at as usize).optional(model)
        }
    };
    (@get $at:expr, $(#[$attribute:meta])* $get:ident ($ty:ty)) => {
        $(#[$attribute])*
        #[inline]
        #[must_use]
        pub fn $get(self, model: &$crate::Model) -> $ty {
            $crate::handles::FeatureAccess::new(self, $at as usize).value(model)
        }
    };
    (@get $at:expr, $(#[$attribute:meta])* $get:ident [&str]) => {
        $(#[$attribute])*
        #[inline]
        #[must_use]
        pub fn $get<'m>(self, model: &'m $crate::Model) -> $crate::Items<'m, &'m str> {
            $crate::handles::FeatureAccess::new(self, $at as usize).items(model)
        }
    };
    (@get $at:expr, $(#[$attribute:meta])* $get:ident [$ty:ty]) => {
        $(#[$attribute])*
        #[inline]
        #[must_use]
        pub fn $get(self, model: &$crate::Model) -> $crate::Items<'_, $ty> {
            $crate::handles::FeatureAccess::new(self, $at as usize).items(model)
        }
    };

    (@set $at:expr, $set:ident (? &str)) => {
        /// Sets or unsets the value.
        ///
        /// # Errors
        /// If the text is not a valid value of the data type.
        #[inline]
        pub fn $set<'v>(
            self,
            model: &mut $crate::Model,
            value: impl ::core::convert::Into<::core::option::Option<&'v str>>,
        ) -> $crate::handles::Edit {
            $crate::handles::FeatureAccess::new(self, $at as usize).set(model, value.into().as_ref())
        }
    };
    (@set $at:expr, $set:ident (? $ty:ty)) => {
        /// Sets or unsets the value.
        ///
        /// # Errors
        /// If the value does not match the feature, or a containment would form a cycle.
        #[inline]
        pub fn $set(
            self,
            model: &mut $crate::Model,
            value: impl ::core::convert::Into<::core::option::Option<$ty>>,
        ) -> $crate::handles::Edit {
            $crate::handles::FeatureAccess::new(self, $at as usize).set(model, value.into().as_ref())
        }
    };
    (@set $at:expr, $set:ident ($ty:ty)) => {
        /// Sets the value.
        ///
        /// # Errors
        /// If the metamodel does not match the types.
        #[inline]
        pub fn $set(self, model: &mut $crate::Model, value: $ty) -> $crate::handles::Edit {
            $crate::handles::FeatureAccess::new(self, $at as usize).set(model, ::core::option::Option::Some(&value))
        }
    };
    (@set $at:expr, $set:ident [&str]) => {
        /// The values, for editing.
        #[inline]
        pub fn $set<'m>(self, model: &'m mut $crate::Model) -> $crate::ItemsMut<'m, &'m str> {
            $crate::handles::FeatureAccess::new(self, $at as usize).items_mut(model)
        }
    };
    (@set $at:expr, $set:ident [$ty:ty]) => {
        /// The values, for editing.
        #[inline]
        pub fn $set(self, model: &mut $crate::Model) -> $crate::ItemsMut<'_, $ty> {
            $crate::handles::FeatureAccess::new(self, $at as usize).items_mut(model)
        }
    };
}
