/// Handles to the objects of a model, with their features as methods.
pub mod handles {
    use super::*;

    /// An object of class `Holder` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Holder(typed::ObjectId);

    typed::handle! {
        Holder(typed::ObjectId) in ANY_VALUES {
            /// Any data.
            data, set_data: (?&str);

            /// `needed`.
            needed, set_needed: (?&str);

            /// `many`.
            many, many_mut: [&str];

            /// `scalar`.
            scalar, set_scalar: (?&str);

            /// `list_or_map`.
            list_or_map, set_list_or_map: (?&str);

            /// `filled`.
            filled, set_filled: (?&str);

            /// `text`.
            text, set_text: (?&str);

            /// `reset`.
            reset, set_reset: (?&str);

            /// `settings`.
            settings, set_settings: (?&str);

            /// `by_key`.
            by_key, by_key_mut: [HolderByKey];

            /// `by_name`.
            by_name, by_name_mut: [HolderByName];

            /// `either`.
            either, set_either: (?HolderEither);
        }
    }

    /// An object of class `HolderBy_key` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HolderByKey(typed::ObjectId);

    typed::handle! {
        HolderByKey(typed::ObjectId) as "HolderBy_key" in ANY_VALUES {
            /// `key`.
            key, set_key: (?&str);

            /// `value`.
            value, set_value: (?&str);
        }
    }

    /// An object of class `HolderBy_name` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HolderByName(typed::ObjectId);

    typed::handle! {
        HolderByName(typed::ObjectId) as "HolderBy_name" in ANY_VALUES {
            /// `key`.
            key, set_key: (?&str);

            /// `value`.
            value, set_value: (?&str);
        }
    }

    /// An object of class `HolderEither` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HolderEither(typed::ObjectId);

    typed::handle! {
        HolderEither(typed::ObjectId) in ANY_VALUES {
            /// `integer`.
            integer, set_integer: (?i64);

            /// `richData`.
            rich_data as "richData", set_rich_data: (?&str);
        }
    }
}
