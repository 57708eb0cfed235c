/// Handles to the objects of a model, with their features as methods.
pub mod handles {
    use super::{DECIMALS, typed};

    /// Decimals in every kind of place, and defaults at the limits of types.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Bill(typed::ObjectId);

    typed::handle! {
        Bill(typed::ObjectId) in DECIMALS {
            /// Required.
            total, set_total: (?typed::Number);

            /// Optional.
            tip, set_tip: (?typed::Number);

            /// Optional. The default is `1.50`.
            rate, set_rate: (?typed::Number);

            /// Optional. The default is `1.5`.
            scaled, set_scaled: (?typed::Number);

            /// Optional. The default is `79228162514264337593543950335`.
            widest, set_widest: (?typed::Number);

            /// Optional. The default is `79228162514264337593543950336`.
            wider, set_wider: (?typed::Number);

            /// Optional. The default is `1E+300`.
            longest, set_longest: (?typed::Number);

            /// Optional. The default is `0`.
            none, set_none: (?typed::Number);

            /// Any number of values.
            parts, parts_mut: [typed::Number];

            /// Required.
            price, set_price: (?typed::Number);

            /// Optional. The default is `0.05`.
            cheap, set_cheap: (?typed::Number);

            /// Any number of values.
            taxes, taxes_mut: [BillTaxes];

            /// Optional.
            either, set_either: (?BillEither);

            /// Optional.
            count, set_count: (?typed::Number);
        }
    }

    /// An object of class `BillTaxes` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct BillTaxes(typed::ObjectId);

    typed::handle! {
        BillTaxes(typed::ObjectId) in DECIMALS {
            /// Required.
            key, set_key: (?&str);

            /// Required.
            value, set_value: (?typed::Number);
        }
    }

    /// An object of class `BillEither` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct BillEither(typed::ObjectId);

    typed::handle! {
        BillEither(typed::ObjectId) in DECIMALS {
            /// Optional.
            price, set_price: (?typed::Number);

            /// Optional.
            r#enum as "enum", set_enum: (?&str);
        }
    }
}
