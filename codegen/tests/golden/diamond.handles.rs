/// Handles to the objects of a model, with their features as methods.
pub mod handles {
    use super::*;

    /// An object of class `Top` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Top(typed::ObjectId);

    typed::handle! {
        Top(typed::ObjectId) in DIAMOND {
            /// `t`.
            t, set_t: (?&str);
        }
    }

    /// An object of class `Left` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Left(Top);

    typed::handle! {
        Left(Top) into Top in DIAMOND {
            /// `l`.
            l, set_l: (?&str);
        }
    }

    /// An object of class `Right` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Right(Top);

    typed::handle! {
        Right(Top) into Top in DIAMOND {
            /// `r`.
            r, set_r: (i64);
        }
    }

    /// An object of class `Bottom` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Bottom(Left);

    typed::handle! {
        Bottom(Left) into Top, Left, Right in DIAMOND {
            /// `r`.
            r, set_r: (i64);

            /// `lefts`.
            lefts, lefts_mut: [Left];

            /// `right`.
            right, set_right: (?Right);

            /// `first`.
            first, set_first: (?Bottom);
        }
    }
}
