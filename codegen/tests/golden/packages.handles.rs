/// Handles to the objects of a model, with their features as methods.
pub mod handles {
    use super::{INNER, NAMELESS, OUTER, typed};

    /// An object of class `Thing` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Thing(typed::ObjectId);

    typed::handle! {
        Thing(typed::ObjectId) in OUTER {}
    }

    /// An object of class `Stone` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Stone(Thing);

    typed::handle! {
        Stone(Thing) into Thing in OUTER {}
    }

    /// An object of class `Crate` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Crate(Thing);

    typed::handle! {
        Crate(Thing) into Thing in OUTER {
            /// Any number of values.
            things, things_mut: [Thing];
        }
    }

    /// An object of class `Stone` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct InnerStone(Thing);

    typed::handle! {
        InnerStone(Thing) as "Stone" into Thing in INNER {}
    }

    /// An object of class `Pebble` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Pebble(Thing);

    typed::handle! {
        Pebble(Thing) into Thing in NAMELESS {}
    }
}
