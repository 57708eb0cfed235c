/// Handles to the objects of a model, with their features as methods.
pub mod handles {
    use super::{CLASS, Outcome, typed};

    /// An object of class `At` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct At(typed::ObjectId);

    typed::handle! {
        At(typed::ObjectId) in CLASS {
            /// Optional. The default is `ERR`.
            at, set_at: (Outcome);

            /// Required.
            it, set_it: (?&str);

            /// Any number of values.
            source, source_mut: [&str];

            /// Optional.
            out, set_out: (?At);
        }
    }

    /// An object of class `Field` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Field(At);

    typed::handle! {
        Field(At) into At in CLASS {
            /// Any number of values.
            into_value as "into", into_value_mut: [i32];

            /// Any number of values.
            put, put_mut: [At];

            /// Any number of values.
            fields as "FIELDS", fields_mut: [Field];
        }
    }

    /// An object of class `Self__At` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct SelfAt(typed::ObjectId);

    typed::handle! {
        SelfAt(typed::ObjectId) as "Self__At" in CLASS {
            /// Required.
            at, set_at: (?At);

            /// Optional. The default is `ERR`.
            class, set_class: (Outcome);
        }
    }
}
