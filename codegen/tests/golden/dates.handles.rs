/// Handles to the objects of a model, with their features as methods.
pub mod handles {
    use super::{DATES, typed};

    /// An object of class `Visit` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Visit(typed::ObjectId);

    typed::handle! {
        Visit(typed::ObjectId) in DATES {
            /// Required.
            from, set_from: (?&str);

            /// Optional.
            to, set_to: (?&str);

            /// Optional. The default is `2026-01-01T00:00:00.000+0000`.
            since, set_since: (?&str);

            /// Required.
            day, set_day: (?&str);

            /// Any number of values.
            days, days_mut: [&str];

            /// Any number of values.
            notes, notes_mut: [VisitNotes];

            /// Optional.
            either, set_either: (?VisitEither);
        }
    }

    /// An object of class `VisitNotes` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct VisitNotes(typed::ObjectId);

    typed::handle! {
        VisitNotes(typed::ObjectId) in DATES {
            /// Required.
            key, set_key: (?&str);

            /// Required.
            value, set_value: (?&str);
        }
    }

    /// An object of class `VisitEither` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct VisitEither(typed::ObjectId);

    typed::handle! {
        VisitEither(typed::ObjectId) in DATES {
            /// Optional.
            timestamp, set_timestamp: (?&str);

            /// Optional.
            integer, set_integer: (?i64);
        }
    }
}
