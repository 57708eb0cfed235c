/// Handles to the objects of a model, with their features as methods.
pub mod handles {
    use super::{TYPE, typed};

    /// An object of class `self` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Self_(typed::ObjectId);

    typed::handle! {
        Self_(typed::ObjectId) as "self" in TYPE {
            /// Optional.
            r#type as "type", set_type: (?&str);

            /// Optional.
            self_ as "self", set_self_: (?&str);

            /// Optional.
            self_2 as "Self", set_self_2: (?&str);

            /// Optional.
            crate_ as "crate", set_crate_: (?&str);

            /// Optional.
            r#gen as "gen", set_gen: (?&str);

            /// Optional.
            r#match as "match", set_match: (?&str);

            /// Optional.
            r#async as "async", set_async: (?&str);

            /// Optional.
            union, set_union: (?&str);

            /// Optional.
            r#box as "box", set_box: (?&str);

            /// Optional.
            underscore as "_", set_underscore: (?&str);

            /// Optional.
            _2nd as "2nd", set_2nd: (?&str);

            /// Any number of values.
            _3rd as "3rd", _3rd_mut: [i32];

            /// Any number of values.
            super_ as "super", super_mut: [i32];

            /// Required. The default is `3`.
            r#fn as "fn", set_fn: (i32);

            /// Optional.
            r#enum as "enum", set_enum: (?_2nd);
        }
    }

    /// An object of class `2nd` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct _2nd(typed::ObjectId);

    typed::handle! {
        _2nd(typed::ObjectId) as "2nd" in TYPE {}
    }

    /// An object of class `crate` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Crate(_2nd);

    typed::handle! {
        Crate(_2nd) as "crate" into _2nd in TYPE {}
    }
}
