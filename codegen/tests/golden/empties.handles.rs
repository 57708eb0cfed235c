/// Handles to the objects of a model, with their features as methods.
pub mod handles {
    use super::{EMPTIES, typed};

    /// An object of class `Empty` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Empty(typed::ObjectId);

    typed::handle! {
        Empty(typed::ObjectId) in EMPTIES {}
    }

    /// An object of class `Void` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Void(typed::ObjectId);

    typed::handle! {
        Void(typed::ObjectId) in EMPTIES {
            /// Optional.
            name, set_name: (?&str);
        }
    }

    /// An object of class `One` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct One(Void);

    typed::handle! {
        One(Void) into Void in EMPTIES {}
    }

    /// An object of class `Only` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Only(One);

    typed::handle! {
        Only(One) into Void, One in EMPTIES {}
    }

    /// An object of class `Holder` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Holder(typed::ObjectId);

    typed::handle! {
        Holder(typed::ObjectId) in EMPTIES {
            /// Optional.
            one, set_one: (?One);

            /// Any number of values.
            nobody, nobody_mut: [Nobody];
        }
    }

    /// An object of class `Nobody` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Nobody(typed::ObjectId);

    typed::handle! {
        Nobody(typed::ObjectId) in EMPTIES {
            /// Optional.
            age, set_age: (i32);
        }
    }
}
