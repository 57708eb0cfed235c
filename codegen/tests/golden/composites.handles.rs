/// Handles to the objects of a model, with their features as methods.
pub mod handles {
    use super::{COMPOSITES, GuestWordEnum2, HostKindsKey, typed};

    /// An object of class `Person` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Person(typed::ObjectId);

    typed::handle! {
        Person(typed::ObjectId) in COMPOSITES {
            /// Optional.
            name, set_name: (?&str);
        }
    }

    /// An object of class `Host` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Host(typed::ObjectId);

    typed::handle! {
        Host(typed::ObjectId) in COMPOSITES {
            /// What is known of it.
            vars, vars_mut: [HostVars];

            /// Any number of values.
            notes, notes_mut: [HostNotes];

            /// Any number of values.
            ports, ports_mut: [HostPorts];

            /// Any number of values.
            people, people_mut: [HostPeople];

            /// Any number of values.
            deep, deep_mut: [HostDeep];

            /// At most 2 values.
            flags, flags_mut: [HostFlags];

            /// Any number of values.
            days, days_mut: [HostDays];

            /// Any number of values.
            kinds, kinds_mut: [HostKinds];

            /// Any number of values.
            places, places_mut: [HostPlaces];

            /// Any number of values.
            ratios, ratios_mut: [HostRatios];

            /// Any number of values.
            hosts, hosts_mut: [HostHosts];
        }
    }

    /// An object of class `Guest` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Guest(typed::ObjectId);

    typed::handle! {
        Guest(typed::ObjectId) in COMPOSITES {
            /// Optional.
            plain, set_plain: (?GuestPlain);

            /// Optional.
            person, set_person: (?GuestPerson);

            /// Optional.
            small, set_small: (?GuestSmall);

            /// Optional.
            number, set_number: (?GuestNumber);

            /// Optional.
            word, set_word: (?GuestWord);

            /// Optional.
            pattern, set_pattern: (?GuestPattern);

            /// Optional.
            day, set_day: (?GuestDay);

            /// Optional.
            map, set_map: (?GuestMap);

            /// Optional.
            both, set_both: (?GuestBoth);

            /// Optional.
            inner, set_inner: (?GuestInner);

            /// Any number of values.
            many, many_mut: [GuestMany];

            /// Any number of values.
            by_name, by_name_mut: [GuestByName];

            /// Required.
            needed, set_needed: (?GuestNeeded);
        }
    }

    /// An object of class `Pair` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Pair(typed::ObjectId);

    typed::handle! {
        Pair(typed::ObjectId) in COMPOSITES {
            /// Required.
            item1, set_item1: (?&str);

            /// Required.
            item2, set_item2: (?i64);
        }
    }

    /// An object of class `Table` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Table(typed::ObjectId);

    typed::handle! {
        Table(typed::ObjectId) in COMPOSITES {
            /// Optional.
            pair, set_pair: (?Pair);

            /// Any number of values.
            pairs, pairs_mut: [TablePairs];

            /// Required.
            needed, set_needed: (?TableNeeded);

            /// Optional.
            rest, set_rest: (?TableRest);

            /// Optional.
            few, set_few: (?TableFew);

            /// Optional.
            lists, set_lists: (?TableLists);

            /// Optional.
            first, set_first: (?TableFirst);

            /// Any number of values.
            matrix, matrix_mut: [TableMatrix];

            /// Any number of values.
            maps, maps_mut: [TableMaps];

            /// Optional.
            inner, set_inner: (?TableInner);

            /// Any number of values.
            by_name, by_name_mut: [TableByName];

            /// Optional.
            either, set_either: (?TableEither);

            /// Optional.
            person, set_person: (?TablePerson);
        }
    }

    /// An object of class `HostVars` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HostVars(typed::ObjectId);

    typed::handle! {
        HostVars(typed::ObjectId) in COMPOSITES {
            /// Required.
            key, set_key: (?&str);

            /// Required.
            value, set_value: (?i64);
        }
    }

    /// An object of class `HostNotes` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HostNotes(typed::ObjectId);

    typed::handle! {
        HostNotes(typed::ObjectId) in COMPOSITES {
            /// Required.
            key, set_key: (?&str);

            /// Optional.
            value, set_value: (?&str);
        }
    }

    /// An object of class `HostPorts` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HostPorts(typed::ObjectId);

    typed::handle! {
        HostPorts(typed::ObjectId) in COMPOSITES {
            /// Required.
            key, set_key: (?i64);

            /// Any number of values.
            value, value_mut: [&str];
        }
    }

    /// An object of class `HostPeople` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HostPeople(typed::ObjectId);

    typed::handle! {
        HostPeople(typed::ObjectId) in COMPOSITES {
            /// Required.
            key, set_key: (?&str);

            /// Required.
            value, set_value: (?Person);
        }
    }

    /// An object of class `HostDeep` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HostDeep(typed::ObjectId);

    typed::handle! {
        HostDeep(typed::ObjectId) in COMPOSITES {
            /// Required.
            key, set_key: (?&str);

            /// Any number of values.
            value, value_mut: [HostDeepValue];
        }
    }

    /// An object of class `HostDeepValue` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HostDeepValue(typed::ObjectId);

    typed::handle! {
        HostDeepValue(typed::ObjectId) in COMPOSITES {
            /// Required.
            key, set_key: (?&str);

            /// Required.
            value, set_value: (?bool);
        }
    }

    /// An object of class `HostFlags` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HostFlags(typed::ObjectId);

    typed::handle! {
        HostFlags(typed::ObjectId) in COMPOSITES {
            /// Required.
            key, set_key: (?bool);

            /// Required.
            value, set_value: (?&str);
        }
    }

    /// An object of class `HostDays` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HostDays(typed::ObjectId);

    typed::handle! {
        HostDays(typed::ObjectId) in COMPOSITES {
            /// Required.
            key, set_key: (?&str);

            /// Required.
            value, set_value: (?&str);
        }
    }

    /// An object of class `HostKinds` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HostKinds(typed::ObjectId);

    typed::handle! {
        HostKinds(typed::ObjectId) in COMPOSITES {
            /// Required.
            key, set_key: (?HostKindsKey);

            /// Required.
            value, set_value: (?f64);
        }
    }

    /// An object of class `HostPlaces` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HostPlaces(typed::ObjectId);

    typed::handle! {
        HostPlaces(typed::ObjectId) in COMPOSITES {
            /// Required.
            key, set_key: (?&str);

            /// Required.
            value, set_value: (?HostPlacesValue);
        }
    }

    /// An object of class `HostPlacesValue` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HostPlacesValue(typed::ObjectId);

    typed::handle! {
        HostPlacesValue(typed::ObjectId) in COMPOSITES {
            /// Required.
            rack, set_rack: (?i64);
        }
    }

    /// An object of class `HostRatios` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HostRatios(typed::ObjectId);

    typed::handle! {
        HostRatios(typed::ObjectId) in COMPOSITES {
            /// Required.
            key, set_key: (?f64);

            /// Required.
            value, set_value: (?&str);
        }
    }

    /// An object of class `HostHosts` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HostHosts(typed::ObjectId);

    typed::handle! {
        HostHosts(typed::ObjectId) in COMPOSITES {
            /// Required.
            key, set_key: (?&str);

            /// Required.
            value, set_value: (?Host);
        }
    }

    /// An object of class `GuestPlain` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct GuestPlain(typed::ObjectId);

    typed::handle! {
        GuestPlain(typed::ObjectId) in COMPOSITES {
            /// Optional.
            integer, set_integer: (?i64);

            /// Optional.
            string, set_string: (?&str);
        }
    }

    /// An object of class `GuestPerson` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct GuestPerson(typed::ObjectId);

    typed::handle! {
        GuestPerson(typed::ObjectId) in COMPOSITES {
            /// Optional.
            string, set_string: (?&str);

            /// Optional.
            person, set_person: (?Person);

            /// Any number of values.
            array, array_mut: [i64];
        }
    }

    /// An object of class `GuestSmall` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct GuestSmall(typed::ObjectId);

    typed::handle! {
        GuestSmall(typed::ObjectId) in COMPOSITES {
            /// Optional.
            integer, set_integer: (?i64);

            /// Optional.
            integer2, set_integer2: (?i64);

            /// Optional.
            boolean, set_boolean: (?bool);
        }
    }

    /// An object of class `GuestNumber` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct GuestNumber(typed::ObjectId);

    typed::handle! {
        GuestNumber(typed::ObjectId) in COMPOSITES {
            /// Optional.
            integer, set_integer: (?i64);

            /// Optional.
            float, set_float: (?f64);
        }
    }

    /// An object of class `GuestWord` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct GuestWord(typed::ObjectId);

    typed::handle! {
        GuestWord(typed::ObjectId) in COMPOSITES {
            /// Optional.
            r#enum as "enum", set_enum: (?&str);

            /// Optional.
            enum2, set_enum2: (?GuestWordEnum2);

            /// Optional.
            pattern, set_pattern: (?&str);

            /// Optional.
            integer, set_integer: (?i64);
        }
    }

    /// An object of class `GuestPattern` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct GuestPattern(typed::ObjectId);

    typed::handle! {
        GuestPattern(typed::ObjectId) in COMPOSITES {
            /// Optional.
            pattern, set_pattern: (?&str);

            /// Optional.
            integer, set_integer: (?i64);
        }
    }

    /// An object of class `GuestDay` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct GuestDay(typed::ObjectId);

    typed::handle! {
        GuestDay(typed::ObjectId) in COMPOSITES {
            /// Optional.
            timestamp, set_timestamp: (?&str);

            /// Optional.
            string, set_string: (?&str);
        }
    }

    /// An object of class `GuestMap` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct GuestMap(typed::ObjectId);

    typed::handle! {
        GuestMap(typed::ObjectId) in COMPOSITES {
            /// Optional.
            string, set_string: (?&str);

            /// Any number of values.
            hash, hash_mut: [GuestMapHash];
        }
    }

    /// An object of class `GuestMapHash` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct GuestMapHash(typed::ObjectId);

    typed::handle! {
        GuestMapHash(typed::ObjectId) in COMPOSITES {
            /// Required.
            key, set_key: (?&str);

            /// Required.
            value, set_value: (?i64);
        }
    }

    /// An object of class `GuestBoth` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct GuestBoth(typed::ObjectId);

    typed::handle! {
        GuestBoth(typed::ObjectId) in COMPOSITES {
            /// Optional.
            person, set_person: (?Person);

            /// Optional.
            host, set_host: (?Host);
        }
    }

    /// An object of class `GuestInner` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct GuestInner(typed::ObjectId);

    typed::handle! {
        GuestInner(typed::ObjectId) in COMPOSITES {
            /// Optional.
            variant, set_variant: (?GuestInnerVariant);

            /// Optional.
            boolean, set_boolean: (?bool);
        }
    }

    /// An object of class `GuestInnerVariant` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct GuestInnerVariant(typed::ObjectId);

    typed::handle! {
        GuestInnerVariant(typed::ObjectId) in COMPOSITES {
            /// Optional.
            integer, set_integer: (?i64);

            /// Optional.
            string, set_string: (?&str);
        }
    }

    /// An object of class `GuestMany` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct GuestMany(typed::ObjectId);

    typed::handle! {
        GuestMany(typed::ObjectId) in COMPOSITES {
            /// Optional.
            integer, set_integer: (?i64);

            /// Optional.
            string, set_string: (?&str);
        }
    }

    /// An object of class `GuestBy_name` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct GuestByName(typed::ObjectId);

    typed::handle! {
        GuestByName(typed::ObjectId) as "GuestBy_name" in COMPOSITES {
            /// Required.
            key, set_key: (?&str);

            /// Required.
            value, set_value: (?GuestByNameValue);
        }
    }

    /// An object of class `GuestBy_nameValue` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct GuestByNameValue(typed::ObjectId);

    typed::handle! {
        GuestByNameValue(typed::ObjectId) as "GuestBy_nameValue" in COMPOSITES {
            /// Optional.
            integer, set_integer: (?i64);

            /// Optional.
            person, set_person: (?Person);
        }
    }

    /// An object of class `GuestNeeded` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct GuestNeeded(typed::ObjectId);

    typed::handle! {
        GuestNeeded(typed::ObjectId) in COMPOSITES {
            /// Optional.
            integer, set_integer: (?i64);

            /// Optional.
            string, set_string: (?&str);
        }
    }

    /// An object of class `TablePairs` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct TablePairs(typed::ObjectId);

    typed::handle! {
        TablePairs(typed::ObjectId) in COMPOSITES {
            /// Required.
            item1, set_item1: (?&str);

            /// Required.
            item2, set_item2: (?i64);
        }
    }

    /// An object of class `TableNeeded` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct TableNeeded(typed::ObjectId);

    typed::handle! {
        TableNeeded(typed::ObjectId) in COMPOSITES {
            /// Required.
            item1, set_item1: (?&str);

            /// Optional.
            item2, set_item2: (?f64);
        }
    }

    /// An object of class `TableRest` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct TableRest(typed::ObjectId);

    typed::handle! {
        TableRest(typed::ObjectId) in COMPOSITES {
            /// Required.
            item1, set_item1: (?&str);

            /// Any number of values.
            item2, item2_mut: [i64];
        }
    }

    /// An object of class `TableFew` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct TableFew(typed::ObjectId);

    typed::handle! {
        TableFew(typed::ObjectId) in COMPOSITES {
            /// 2 to 3 values.
            item1, item1_mut: [i64];
        }
    }

    /// An object of class `TableLists` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct TableLists(typed::ObjectId);

    typed::handle! {
        TableLists(typed::ObjectId) in COMPOSITES {
            /// Required.
            item1, set_item1: (?&str);

            /// Any number of values.
            item2, item2_mut: [i64];
        }
    }

    /// An object of class `TableFirst` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct TableFirst(typed::ObjectId);

    typed::handle! {
        TableFirst(typed::ObjectId) in COMPOSITES {
            /// Any number of values.
            item1, item1_mut: [i64];

            /// Any number of values.
            item2, item2_mut: [TableFirstItem2];
        }
    }

    /// An object of class `TableFirstItem2` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct TableFirstItem2(typed::ObjectId);

    typed::handle! {
        TableFirstItem2(typed::ObjectId) in COMPOSITES {
            /// Required.
            key, set_key: (?&str);

            /// Required.
            value, set_value: (?i64);
        }
    }

    /// An object of class `TableMatrix` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct TableMatrix(typed::ObjectId);

    typed::handle! {
        TableMatrix(typed::ObjectId) in COMPOSITES {
            /// Any number of values.
            values, values_mut: [i64];
        }
    }

    /// An object of class `TableMaps` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct TableMaps(typed::ObjectId);

    typed::handle! {
        TableMaps(typed::ObjectId) in COMPOSITES {
            /// Any number of values.
            values, values_mut: [TableMapsValues];
        }
    }

    /// An object of class `TableMapsValues` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct TableMapsValues(typed::ObjectId);

    typed::handle! {
        TableMapsValues(typed::ObjectId) in COMPOSITES {
            /// Required.
            key, set_key: (?&str);

            /// Required.
            value, set_value: (?i64);
        }
    }

    /// An object of class `TableInner` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct TableInner(typed::ObjectId);

    typed::handle! {
        TableInner(typed::ObjectId) in COMPOSITES {
            /// Required.
            item1, set_item1: (?TableInnerItem1);

            /// Required.
            item2, set_item2: (?TableInnerItem2);

            /// Required.
            item3, set_item3: (?TableInnerItem3);
        }
    }

    /// An object of class `TableInnerItem1` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct TableInnerItem1(typed::ObjectId);

    typed::handle! {
        TableInnerItem1(typed::ObjectId) in COMPOSITES {
            /// Required.
            item1, set_item1: (?&str);

            /// Required.
            item2, set_item2: (?i64);
        }
    }

    /// An object of class `TableInnerItem2` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct TableInnerItem2(typed::ObjectId);

    typed::handle! {
        TableInnerItem2(typed::ObjectId) in COMPOSITES {
            /// Required.
            rack, set_rack: (?i64);
        }
    }

    /// An object of class `TableInnerItem3` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct TableInnerItem3(typed::ObjectId);

    typed::handle! {
        TableInnerItem3(typed::ObjectId) in COMPOSITES {
            /// Optional.
            integer, set_integer: (?i64);

            /// Optional.
            string, set_string: (?&str);
        }
    }

    /// An object of class `TableBy_name` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct TableByName(typed::ObjectId);

    typed::handle! {
        TableByName(typed::ObjectId) as "TableBy_name" in COMPOSITES {
            /// Required.
            key, set_key: (?&str);

            /// Required.
            value, set_value: (?TableByNameValue);
        }
    }

    /// An object of class `TableBy_nameValue` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct TableByNameValue(typed::ObjectId);

    typed::handle! {
        TableByNameValue(typed::ObjectId) as "TableBy_nameValue" in COMPOSITES {
            /// Required.
            item1, set_item1: (?i64);

            /// Required.
            item2, set_item2: (?i64);
        }
    }

    /// An object of class `TableEither` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct TableEither(typed::ObjectId);

    typed::handle! {
        TableEither(typed::ObjectId) in COMPOSITES {
            /// Optional.
            string, set_string: (?&str);

            /// Optional.
            tuple, set_tuple: (?TableEitherTuple);
        }
    }

    /// An object of class `TableEitherTuple` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct TableEitherTuple(typed::ObjectId);

    typed::handle! {
        TableEitherTuple(typed::ObjectId) in COMPOSITES {
            /// Required.
            item1, set_item1: (?i64);

            /// Required.
            item2, set_item2: (?i64);
        }
    }

    /// An object of class `TablePerson` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct TablePerson(typed::ObjectId);

    typed::handle! {
        TablePerson(typed::ObjectId) in COMPOSITES {
            /// Required.
            item1, set_item1: (?Person);

            /// Optional.
            item2, set_item2: (?i64);
        }
    }
}
