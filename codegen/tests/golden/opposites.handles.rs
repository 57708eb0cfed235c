/// Handles to the objects of a model, with their features as methods.
pub mod handles {
    use super::*;

    /// An object of class `Person` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Person(typed::ObjectId);

    typed::handle! {
        Person(typed::ObjectId) in OPPOSITES {
            /// `name`.
            name, set_name: (?&str);

            /// `employer`.
            employer, set_employer: (?Firm);

            /// `boss`.
            boss, set_boss: (?Person);

            /// `reports`.
            reports, reports_mut: [Person];
        }
    }

    /// An object of class `Firm` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Firm(typed::ObjectId);

    typed::handle! {
        Firm(typed::ObjectId) in OPPOSITES {
            /// `staff`.
            staff, staff_mut: [Person];

            /// `owner`.
            owner, set_owner: (?Person);

            /// `anything`.
            anything, anything_mut: [typed::ObjectId];

            /// `everything`.
            everything, everything_mut: [typed::ObjectId];
        }
    }
}
