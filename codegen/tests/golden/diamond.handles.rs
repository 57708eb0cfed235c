/// Handles to the objects of a model, with their features as methods.
pub mod handles {
    use super::{DIAMOND, typed};

    /// An object of class `Top` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Top(typed::ObjectId);

    typed::handle! {
        Top(typed::ObjectId) in DIAMOND {
            /// Required.
            t, set_t: (?&str);
        }
    }

    /// An object of class `Left` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Left(Top);

    typed::handle! {
        Left(Top) into Top in DIAMOND {
            /// Optional.
            l, set_l: (?&str);
        }
    }

    /// An object of class `Right` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Right(Top);

    typed::handle! {
        Right(Top) into Top in DIAMOND {
            /// Optional.
            r, set_r: (i64);
        }
    }

    /// An object of class `Bottom` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Bottom(Left);

    typed::handle! {
        Bottom(Left) into Top, Left, Right in DIAMOND {
            /// Optional.
            r, set_r: (i64);

            /// Any number of values.
            lefts, lefts_mut: [Left];

            /// Optional.
            right, set_right: (?Right);

            /// Optional.
            first, set_first: (?Bottom);
        }
    }
}
