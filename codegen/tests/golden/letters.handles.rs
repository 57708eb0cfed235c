/// Handles to the objects of a model, with their features as methods.
pub mod handles {
    use super::{LETTERS, typed};

    /// An object of class `сор` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Сор(typed::ObjectId);

    typed::handle! {
        Сор(typed::ObjectId) as "сор" in LETTERS {
            /// Optional.
            größe, set_größe: (?&str);

            /// Optional.
            имя, set_имя: (?&str);

            /// Optional.
            а, set_а: (?&str);

            /// Optional.
            u3c1 as "ρ", set_u3c1: (?&str);

            /// Optional.
            p, set_p: (?&str);

            /// Optional.
            xub2 as "x²", set_xub2: (?&str);
        }
    }
}
