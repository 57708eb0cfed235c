/// Handles to the objects of a model, with their features as methods.
pub mod handles {
    use super::{ColorKind, ENUMERATIONS, Nothing, Operator, typed};

    /// An object of class `Uses` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Uses(typed::ObjectId);

    typed::handle! {
        Uses(typed::ObjectId) in ENUMERATIONS {
            /// Optional. The default is `+`.
            operator, set_operator: (Operator);

            /// Optional. The default is `Blue`.
            color, set_color: (ColorKind);

            /// Any number of values.
            colors, colors_mut: [ColorKind];

            /// Required. The default is `RED`.
            needed, set_needed: (ColorKind);

            /// Optional.
            nothing, set_nothing: (?Nothing);

            /// Optional. The default is `RED`.
            perhaps, set_perhaps: (ColorKind);
        }
    }

    /// An object of class `Never` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Never(typed::ObjectId);

    typed::handle! {
        Never(typed::ObjectId) in ENUMERATIONS {
            /// Required.
            nothing, set_nothing: (?Nothing);
        }
    }
}
