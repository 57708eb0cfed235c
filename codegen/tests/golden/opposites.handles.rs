/// Handles to the objects of a model, with their features as methods.
pub mod handles {
    use super::{OPPOSITES, typed};

    /// An object of class `Person` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Person(typed::ObjectId);

    typed::handle! {
        Person(typed::ObjectId) in OPPOSITES {
            /// Required. Identifies the object in its document.
            name, set_name: (?&str);

            /// Optional. The other end is `Firm.staff`.
            employer, set_employer: (?Firm);

            /// Optional. The other end is `Person.reports`.
            boss, set_boss: (?Person);

            /// The other end is `Person.boss`.
            reports, reports_mut: [Person];
        }
    }

    /// An object of class `Firm` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Firm(typed::ObjectId);

    typed::handle! {
        Firm(typed::ObjectId) in OPPOSITES {
            /// The other end is `Person.employer`.
            staff, staff_mut: [Person];

            /// Required.
            owner, set_owner: (?Person);

            /// Any number of values.
            anything, anything_mut: [typed::ObjectId];

            /// Any number of values.
            everything, everything_mut: [typed::ObjectId];
        }
    }
}
