/// Handles to the objects of a model, with their features as methods.
pub mod handles {
    use super::*;

    /// An object of class `Uses` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Uses(typed::ObjectId);

    typed::handle! {
        Uses(typed::ObjectId) in ENUMERATIONS {
            /// `operator`.
            operator, set_operator: (Operator);

            /// `color`.
            color, set_color: (ColorKind);

            /// `colors`.
            colors, colors_mut: [ColorKind];

            /// `needed`.
            needed, set_needed: (ColorKind);

            /// `nothing`.
            nothing, set_nothing: (?Nothing);

            /// `perhaps`.
            perhaps, set_perhaps: (ColorKind);
        }
    }

    /// An object of class `Never` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Never(typed::ObjectId);

    typed::handle! {
        Never(typed::ObjectId) in ENUMERATIONS {
            /// `nothing`.
            nothing, set_nothing: (?Nothing);
        }
    }
}
