/// Handles to the objects of a model, with their features as methods.
pub mod handles {
    use super::{ANYTHING, typed};

    /// An object of class `Holder` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Holder(typed::ObjectId);

    typed::handle! {
        Holder(typed::ObjectId) in ANYTHING {
            /// Any number of values.
            all, all_mut: [typed::ObjectId];

            /// Optional.
            first, set_first: (?typed::ObjectId);

            /// Optional.
            last, set_last: (?typed::ObjectId);
        }
    }

    /// An object of class `EObject` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct EObject(typed::ObjectId);

    typed::handle! {
        EObject(typed::ObjectId) in ANYTHING {
            /// Optional.
            name, set_name: (?&str);
        }
    }
}
