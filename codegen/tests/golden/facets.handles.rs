/// Handles to the objects of a model, with their features as methods.
pub mod handles {
    use super::{FACETS, typed};

    /// An object of class `Facets` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Facets(typed::ObjectId);

    typed::handle! {
        Facets(typed::ObjectId) in FACETS {
            /// Optional.
            port, set_port: (i64);

            /// Optional.
            privileged, set_privileged: (i64);

            /// Optional.
            code, set_code: (?&str);

            /// Optional.
            short, set_short: (?&str);

            /// Optional.
            word, set_word: (?&str);

            /// Optional.
            odd, set_odd: (?&str);

            /// 2 to 3 values.
            list, list_mut: [i32];
        }
    }
}
