/// Handles to the objects of a model, with their features as methods.
pub mod handles {
    use super::{SWELLING, typed};

    /// An object of class `Level0` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Level0(typed::ObjectId);

    typed::handle! {
        Level0(typed::ObjectId) in SWELLING {
            /// Optional.
            north, set_north: (?Level1);

            /// Optional.
            east, set_east: (?Level1);

            /// Optional.
            south, set_south: (?Level1);

            /// Optional.
            west, set_west: (?Level1);
        }
    }

    /// An object of class `Level1` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Level1(typed::ObjectId);

    typed::handle! {
        Level1(typed::ObjectId) in SWELLING {
            /// Optional.
            north, set_north: (?Level2);

            /// Optional.
            east, set_east: (?Level2);

            /// Optional.
            south, set_south: (?Level2);

            /// Optional.
            west, set_west: (?Level2);
        }
    }

    /// An object of class `Level2` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Level2(typed::ObjectId);

    typed::handle! {
        Level2(typed::ObjectId) in SWELLING {
            /// Optional.
            north, set_north: (?Level3);

            /// Optional.
            east, set_east: (?Level3);

            /// Optional.
            south, set_south: (?Level3);

            /// Optional.
            west, set_west: (?Level3);
        }
    }

    /// An object of class `Level3` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Level3(typed::ObjectId);

    typed::handle! {
        Level3(typed::ObjectId) in SWELLING {
            /// Optional.
            north, set_north: (?Level4);

            /// Optional.
            east, set_east: (?Level4);

            /// Optional.
            south, set_south: (?Level4);

            /// Optional.
            west, set_west: (?Level4);
        }
    }

    /// An object of class `Level4` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Level4(typed::ObjectId);

    typed::handle! {
        Level4(typed::ObjectId) in SWELLING {
            /// Optional.
            north, set_north: (?Level5);

            /// Optional.
            east, set_east: (?Level5);

            /// Optional.
            south, set_south: (?Level5);

            /// Optional.
            west, set_west: (?Level5);
        }
    }

    /// An object of class `Level5` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Level5(typed::ObjectId);

    typed::handle! {
        Level5(typed::ObjectId) in SWELLING {
            /// Optional.
            north, set_north: (?Level6);

            /// Optional.
            east, set_east: (?Level6);

            /// Optional.
            south, set_south: (?Level6);

            /// Optional.
            west, set_west: (?Level6);
        }
    }

    /// An object of class `Level6` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Level6(typed::ObjectId);

    typed::handle! {
        Level6(typed::ObjectId) in SWELLING {
            /// Optional.
            north, set_north: (?Level7);

            /// Optional.
            east, set_east: (?Level7);

            /// Optional.
            south, set_south: (?Level7);

            /// Optional.
            west, set_west: (?Level7);
        }
    }

    /// An object of class `Level7` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Level7(typed::ObjectId);

    typed::handle! {
        Level7(typed::ObjectId) in SWELLING {
            /// Optional.
            north, set_north: (?Level8);

            /// Optional.
            east, set_east: (?Level8);

            /// Optional.
            south, set_south: (?Level8);

            /// Optional.
            west, set_west: (?Level8);
        }
    }

    /// An object of class `Level8` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Level8(typed::ObjectId);

    typed::handle! {
        Level8(typed::ObjectId) in SWELLING {
            /// Optional.
            name, set_name: (?&str);
        }
    }
}
