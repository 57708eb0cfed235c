/// Handles to the objects of a model, with their features as methods.
pub mod handles {
    use super::*;

    /// An object of class `At` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct At(typed::ObjectId);

    typed::handle! {
        At(typed::ObjectId) in CLASS {
            /// `at`.
            at, set_at: (Outcome);

            /// `it`.
            it, set_it: (?&str);

            /// `source`.
            source, source_mut: [&str];

            /// `out`.
            out, set_out: (?At);
        }
    }

    /// An object of class `Field` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Field(At);

    typed::handle! {
        Field(At) into At in CLASS {
            /// `into`.
            into_value as "into", into_value_mut: [i32];

            /// `put`.
            put, put_mut: [At];

            /// `FIELDS`.
            fields as "FIELDS", fields_mut: [Field];
        }
    }

    /// An object of class `Self__At` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct SelfAt(typed::ObjectId);

    typed::handle! {
        SelfAt(typed::ObjectId) as "Self__At" in CLASS {
            /// `at`.
            at, set_at: (?At);

            /// `class`.
            class, set_class: (Outcome);
        }
    }
}
