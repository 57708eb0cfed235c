/// Handles to the objects of a model, with their features as methods.
pub mod handles {
    use super::{CHECKED, typed};

    /// Every kind of data type with facets, in every kind of place.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Reading(typed::ObjectId);

    typed::handle! {
        Reading(typed::ObjectId) in CHECKED {
            /// Required.
            small, set_small: (?i64);

            /// Optional. The default is `2`.
            level, set_level: (i64);

            /// Required.
            years, set_years: (?i64);

            /// Optional.
            widest, set_widest: (?i64);

            /// Optional. The default is `7`.
            unsigned, set_unsigned: (?u64);

            /// Optional. The default is `8`.
            most, set_most: (?u64);

            /// Optional.
            huge, set_huge: (?typed::Number);

            /// Optional. The default is `3`.
            tiny, set_tiny: (i16);

            /// Optional.
            few, set_few: (?i32);

            /// Optional.
            word, set_word: (?&str);

            /// Optional. The default is `ready`.
            motto, set_motto: (?&str);

            /// Required.
            code, set_code: (?&str);

            /// Optional. The default is `in stock`.
            mode, set_mode: (?&str);

            /// Optional.
            case, set_case: (?&str);

            /// Any number of values.
            modes, modes_mut: [&str];

            /// Optional.
            name, set_name: (?&str);

            /// Any number of values.
            words, words_mut: [&str];

            /// Optional. The default is `0.5`.
            rate, set_rate: (f64);

            /// Optional.
            truth, set_truth: (?bool);

            /// Optional.
            version, set_version: (?&str);

            /// Optional.
            data, set_data: (?typed::Bytes);

            /// Any number of values.
            ranks, ranks_mut: [ReadingRanks];

            /// Any number of values.
            codes, codes_mut: [ReadingCodes];

            /// Optional.
            either, set_either: (?ReadingEither);

            /// Optional.
            pair, set_pair: (?ReadingPair);
        }
    }

    /// An object of class `Named` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Named(typed::ObjectId);

    typed::handle! {
        Named(typed::ObjectId) in CHECKED {
            /// Required.
            port, set_port: (?i64);

            /// Optional.
            kind, set_kind: (?&str);
        }
    }

    /// An object of class `Local` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Local(Named);

    typed::handle! {
        Local(Named) into Named in CHECKED {}
    }

    /// An object of class `Remote` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Remote(Named);

    typed::handle! {
        Remote(Named) into Named in CHECKED {}
    }

    /// An object of class `Plan` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Plan(typed::ObjectId);

    typed::handle! {
        Plan(typed::ObjectId) in CHECKED {
            /// Any number of values.
            ports, ports_mut: [Named];
        }
    }

    /// An object of class `ReadingRanks` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct ReadingRanks(typed::ObjectId);

    typed::handle! {
        ReadingRanks(typed::ObjectId) in CHECKED {
            /// Required.
            key, set_key: (?&str);

            /// Required.
            value, set_value: (?i64);
        }
    }

    /// An object of class `ReadingCodes` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct ReadingCodes(typed::ObjectId);

    typed::handle! {
        ReadingCodes(typed::ObjectId) in CHECKED {
            /// Required.
            key, set_key: (?&str);

            /// Required.
            value, set_value: (?&str);
        }
    }

    /// An object of class `ReadingEither` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct ReadingEither(typed::ObjectId);

    typed::handle! {
        ReadingEither(typed::ObjectId) in CHECKED {
            /// Optional.
            integer, set_integer: (?i64);

            /// Optional.
            r#enum as "enum", set_enum: (?&str);
        }
    }

    /// An object of class `ReadingPair` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct ReadingPair(typed::ObjectId);

    typed::handle! {
        ReadingPair(typed::ObjectId) in CHECKED {
            /// Required.
            item1, set_item1: (?i64);

            /// Required.
            item2, set_item2: (?&str);
        }
    }
}
