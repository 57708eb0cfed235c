/// Handles to the objects of a model, with their features as methods.
pub mod handles {
    use super::*;

    /// An object of class `Facets` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Facets(typed::ObjectId);

    typed::handle! {
        Facets(typed::ObjectId) in FACETS {
            /// `port`.
            port, set_port: (i64);

            /// `privileged`.
            privileged, set_privileged: (i64);

            /// `code`.
            code, set_code: (?&str);

            /// `short`.
            short, set_short: (?&str);

            /// `word`.
            word, set_word: (?&str);

            /// `odd`.
            odd, set_odd: (?&str);

            /// `list`.
            list, list_mut: [i32];
        }
    }
}
