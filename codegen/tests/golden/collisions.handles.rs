/// Handles to the objects of a model, with their features as methods.
pub mod handles {
    use super::{A_PACKAGE, COLLISIONS, INNER, typed};

    /// An object of class `URL` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Url(typed::ObjectId);

    typed::handle! {
        Url(typed::ObjectId) as "URL" in COLLISIONS {
            /// Optional.
            foo_bar as "fooBar", set_foo_bar: (?&str);

            /// Optional.
            foo_bar_2 as "foo_bar", set_foo_bar_2: (i32);

            /// Any number of values.
            foo_bar_3 as "FooBar", foo_bar_3_mut: [&str];
        }
    }

    /// An object of class `Url` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct CollisionsUrl(typed::ObjectId);

    typed::handle! {
        CollisionsUrl(typed::ObjectId) as "Url" in COLLISIONS {
            /// Any number of values.
            urls, urls_mut: [Url];

            /// Optional.
            same, set_same: (?&str);
        }
    }

    /// An object of class `AnyUrl` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct AnyUrl(Url);

    typed::handle! {
        AnyUrl(Url) into Url in COLLISIONS {
            /// Optional.
            foo_bar_4 as "foo-bar", set_foo_bar_4: (?&str);
        }
    }

    /// An object of class `A` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct A(typed::ObjectId);

    typed::handle! {
        A(typed::ObjectId) in A_PACKAGE {}
    }

    /// An object of class `Url` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct InnerUrl(Url);

    typed::handle! {
        InnerUrl(Url) as "Url" into Url in INNER {}
    }
}
