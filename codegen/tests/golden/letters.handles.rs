/// Handles to the objects of a model, with their features as methods.
pub mod handles {
    use super::*;

    /// An object of class `сор` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Сор(typed::ObjectId);

    typed::handle! {
        Сор(typed::ObjectId) as "сор" in LETTERS {
            /// `größe`.
            größe, set_größe: (?&str);

            /// `имя`.
            имя, set_имя: (?&str);

            /// `а`.
            а, set_а: (?&str);

            /// `ρ`.
            u3c1 as "ρ", set_u3c1: (?&str);

            /// `p`.
            p, set_p: (?&str);

            /// `x²`.
            xub2 as "x²", set_xub2: (?&str);
        }
    }
}
