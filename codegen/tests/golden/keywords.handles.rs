/// Handles to the objects of a model, with their features as methods.
pub mod handles {
    use super::*;

    /// An object of class `self` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Self_(typed::ObjectId);

    typed::handle! {
        Self_(typed::ObjectId) as "self" in TYPE {
            /// `type`.
            r#type as "type", set_type: (?&str);

            /// `self`.
            self_ as "self", set_self_: (?&str);

            /// `Self`.
            self_2 as "Self", set_self_2: (?&str);

            /// `crate`.
            crate_ as "crate", set_crate_: (?&str);

            /// `gen`.
            r#gen as "gen", set_gen: (?&str);

            /// `match`.
            r#match as "match", set_match: (?&str);

            /// `async`.
            r#async as "async", set_async: (?&str);

            /// `union`.
            union, set_union: (?&str);

            /// `box`.
            r#box as "box", set_box: (?&str);

            /// `_`.
            underscore as "_", set_underscore: (?&str);

            /// `2nd`.
            _2nd as "2nd", set_2nd: (?&str);

            /// `3rd`.
            _3rd as "3rd", _3rd_mut: [i32];

            /// `super`.
            super_ as "super", super_mut: [i32];

            /// `fn`.
            r#fn as "fn", set_fn: (i32);

            /// `enum`.
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
