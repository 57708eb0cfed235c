/// Handles to the objects of a model, with their features as methods.
pub mod handles {
    use super::{ANY_VALUES, typed};

    /// An object of class `Holder` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Holder(typed::ObjectId);

    typed::handle! {
        Holder(typed::ObjectId) in ANY_VALUES {
            /// Any data.
            data, set_data: (?&str);

            /// Required.
            needed, set_needed: (?&str);

            /// 1 to 3 values.
            many, many_mut: [&str];

            /// Required.
            scalar, set_scalar: (?&str);

            /// Optional.
            list_or_map, set_list_or_map: (?&str);

            /// Optional. The default is `{"a":[1,null]}`.
            filled, set_filled: (?&str);

            /// Optional. The default is `"5"`.
            text, set_text: (?&str);

            /// Optional.
            reset, set_reset: (?&str);

            /// Optional.
            settings, set_settings: (?&str);

            /// Any number of values.
            by_key, by_key_mut: [HolderByKey];

            /// Any number of values.
            by_name, by_name_mut: [HolderByName];

            /// Optional.
            either, set_either: (?HolderEither);
        }
    }

    /// An object of class `HolderBy_key` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HolderByKey(typed::ObjectId);

    typed::handle! {
        HolderByKey(typed::ObjectId) as "HolderBy_key" in ANY_VALUES {
            /// Required.
            key, set_key: (?&str);

            /// Optional.
            value, set_value: (?&str);
        }
    }

    /// An object of class `HolderBy_name` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HolderByName(typed::ObjectId);

    typed::handle! {
        HolderByName(typed::ObjectId) as "HolderBy_name" in ANY_VALUES {
            /// Required.
            key, set_key: (?&str);

            /// Required.
            value, set_value: (?&str);
        }
    }

    /// An object of class `HolderEither` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HolderEither(typed::ObjectId);

    typed::handle! {
        HolderEither(typed::ObjectId) in ANY_VALUES {
            /// Optional.
            integer, set_integer: (?i64);

            /// Optional.
            rich_data as "richData", set_rich_data: (?&str);
        }
    }
}
