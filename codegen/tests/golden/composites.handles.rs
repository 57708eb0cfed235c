/// Handles to the objects of a model, with their features as methods.
pub mod handles {
    use super::*;

    /// An object of class `Person` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Person(typed::ObjectId);

    typed::handle! {
        Person(typed::ObjectId) in COMPOSITES {
            /// `name`.
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

            /// `notes`.
            notes, notes_mut: [HostNotes];

            /// `ports`.
            ports, ports_mut: [HostPorts];

            /// `people`.
            people, people_mut: [HostPeople];

            /// `deep`.
            deep, deep_mut: [HostDeep];

            /// `flags`.
            flags, flags_mut: [HostFlags];

            /// `days`.
            days, days_mut: [HostDays];

            /// `kinds`.
            kinds, kinds_mut: [HostKinds];

            /// `places`.
            places, places_mut: [HostPlaces];

            /// `ratios`.
            ratios, ratios_mut: [HostRatios];

            /// `hosts`.
            hosts, hosts_mut: [HostHosts];
        }
    }

    /// An object of class `Guest` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Guest(typed::ObjectId);

    typed::handle! {
        Guest(typed::ObjectId) in COMPOSITES {
            /// `plain`.
            plain, set_plain: (?GuestPlain);

            /// `person`.
            person, set_person: (?GuestPerson);

            /// `small`.
            small, set_small: (?GuestSmall);

            /// `number`.
            number, set_number: (?GuestNumber);

            /// `word`.
            word, set_word: (?GuestWord);

            /// `pattern`.
            pattern, set_pattern: (?GuestPattern);

            /// `day`.
            day, set_day: (?GuestDay);

            /// `map`.
            map, set_map: (?GuestMap);

            /// `both`.
            both, set_both: (?GuestBoth);

            /// `inner`.
            inner, set_inner: (?GuestInner);

            /// `many`.
            many, many_mut: [GuestMany];

            /// `by_name`.
            by_name, by_name_mut: [GuestByName];

            /// `needed`.
            needed, set_needed: (?GuestNeeded);
        }
    }

    /// An object of class `Pair` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Pair(typed::ObjectId);

    typed::handle! {
        Pair(typed::ObjectId) in COMPOSITES {
            /// `item1`.
            item1, set_item1: (?&str);

            /// `item2`.
            item2, set_item2: (?i64);
        }
    }

    /// An object of class `Table` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Table(typed::ObjectId);

    typed::handle! {
        Table(typed::ObjectId) in COMPOSITES {
            /// `pair`.
            pair, set_pair: (?Pair);

            /// `pairs`.
            pairs, pairs_mut: [TablePairs];

            /// `needed`.
            needed, set_needed: (?TableNeeded);

            /// `rest`.
            rest, set_rest: (?TableRest);

            /// `few`.
            few, set_few: (?TableFew);

            /// `lists`.
            lists, set_lists: (?TableLists);

            /// `first`.
            first, set_first: (?TableFirst);

            /// `matrix`.
            matrix, matrix_mut: [TableMatrix];

            /// `maps`.
            maps, maps_mut: [TableMaps];

            /// `inner`.
            inner, set_inner: (?TableInner);

            /// `by_name`.
            by_name, by_name_mut: [TableByName];

            /// `either`.
            either, set_either: (?TableEither);

            /// `person`.
            person, set_person: (?TablePerson);
        }
    }

    /// An object of class `HostVars` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HostVars(typed::ObjectId);

    typed::handle! {
        HostVars(typed::ObjectId) in COMPOSITES {
            /// `key`.
            key, set_key: (?&str);

            /// `value`.
            value, set_value: (?i64);
        }
    }

    /// An object of class `HostNotes` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HostNotes(typed::ObjectId);

    typed::handle! {
        HostNotes(typed::ObjectId) in COMPOSITES {
            /// `key`.
            key, set_key: (?&str);

            /// `value`.
            value, set_value: (?&str);
        }
    }

    /// An object of class `HostPorts` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HostPorts(typed::ObjectId);

    typed::handle! {
        HostPorts(typed::ObjectId) in COMPOSITES {
            /// `key`.
            key, set_key: (?i64);

            /// `value`.
            value, value_mut: [&str];
        }
    }

    /// An object of class `HostPeople` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HostPeople(typed::ObjectId);

    typed::handle! {
        HostPeople(typed::ObjectId) in COMPOSITES {
            /// `key`.
            key, set_key: (?&str);

            /// `value`.
            value, set_value: (?Person);
        }
    }

    /// An object of class `HostDeep` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HostDeep(typed::ObjectId);

    typed::handle! {
        HostDeep(typed::ObjectId) in COMPOSITES {
            /// `key`.
            key, set_key: (?&str);

            /// `value`.
            value, value_mut: [HostDeepValue];
        }
    }

    /// An object of class `HostDeepValue` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HostDeepValue(typed::ObjectId);

    typed::handle! {
        HostDeepValue(typed::ObjectId) in COMPOSITES {
            /// `key`.
            key, set_key: (?&str);

            /// `value`.
            value, set_value: (?bool);
        }
    }

    /// An object of class `HostFlags` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HostFlags(typed::ObjectId);

    typed::handle! {
        HostFlags(typed::ObjectId) in COMPOSITES {
            /// `key`.
            key, set_key: (?bool);

            /// `value`.
            value, set_value: (?&str);
        }
    }

    /// An object of class `HostDays` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HostDays(typed::ObjectId);

    typed::handle! {
        HostDays(typed::ObjectId) in COMPOSITES {
            /// `key`.
            key, set_key: (?&str);

            /// `value`.
            value, set_value: (?&str);
        }
    }

    /// An object of class `HostKinds` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HostKinds(typed::ObjectId);

    typed::handle! {
        HostKinds(typed::ObjectId) in COMPOSITES {
            /// `key`.
            key, set_key: (?HostKindsKey);

            /// `value`.
            value, set_value: (?f64);
        }
    }

    /// An object of class `HostPlaces` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HostPlaces(typed::ObjectId);

    typed::handle! {
        HostPlaces(typed::ObjectId) in COMPOSITES {
            /// `key`.
            key, set_key: (?&str);

            /// `value`.
            value, set_value: (?HostPlacesValue);
        }
    }

    /// An object of class `HostPlacesValue` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HostPlacesValue(typed::ObjectId);

    typed::handle! {
        HostPlacesValue(typed::ObjectId) in COMPOSITES {
            /// `rack`.
            rack, set_rack: (?i64);
        }
    }

    /// An object of class `HostRatios` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HostRatios(typed::ObjectId);

    typed::handle! {
        HostRatios(typed::ObjectId) in COMPOSITES {
            /// `key`.
            key, set_key: (?f64);

            /// `value`.
            value, set_value: (?&str);
        }
    }

    /// An object of class `HostHosts` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HostHosts(typed::ObjectId);

    typed::handle! {
        HostHosts(typed::ObjectId) in COMPOSITES {
            /// `key`.
            key, set_key: (?&str);

            /// `value`.
            value, set_value: (?Host);
        }
    }

    /// An object of class `GuestPlain` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct GuestPlain(typed::ObjectId);

    typed::handle! {
        GuestPlain(typed::ObjectId) in COMPOSITES {
            /// `integer`.
            integer, set_integer: (?i64);

            /// `string`.
            string, set_string: (?&str);
        }
    }

    /// An object of class `GuestPerson` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct GuestPerson(typed::ObjectId);

    typed::handle! {
        GuestPerson(typed::ObjectId) in COMPOSITES {
            /// `string`.
            string, set_string: (?&str);

            /// `person`.
            person, set_person: (?Person);

            /// `array`.
            array, array_mut: [i64];
        }
    }

    /// An object of class `GuestSmall` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct GuestSmall(typed::ObjectId);

    typed::handle! {
        GuestSmall(typed::ObjectId) in COMPOSITES {
            /// `integer`.
            integer, set_integer: (?i64);

            /// `integer2`.
            integer2, set_integer2: (?i64);

            /// `boolean`.
            boolean, set_boolean: (?bool);
        }
    }

    /// An object of class `GuestNumber` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct GuestNumber(typed::ObjectId);

    typed::handle! {
        GuestNumber(typed::ObjectId) in COMPOSITES {
            /// `integer`.
            integer, set_integer: (?i64);

            /// `float`.
            float, set_float: (?f64);
        }
    }

    /// An object of class `GuestWord` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct GuestWord(typed::ObjectId);

    typed::handle! {
        GuestWord(typed::ObjectId) in COMPOSITES {
            /// `enum`.
            r#enum as "enum", set_enum: (?&str);

            /// `enum2`.
            enum2, set_enum2: (?GuestWordEnum2);

            /// `pattern`.
            pattern, set_pattern: (?&str);

            /// `integer`.
            integer, set_integer: (?i64);
        }
    }

    /// An object of class `GuestPattern` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct GuestPattern(typed::ObjectId);

    typed::handle! {
        GuestPattern(typed::ObjectId) in COMPOSITES {
            /// `pattern`.
            pattern, set_pattern: (?&str);

            /// `integer`.
            integer, set_integer: (?i64);
        }
    }

    /// An object of class `GuestDay` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct GuestDay(typed::ObjectId);

    typed::handle! {
        GuestDay(typed::ObjectId) in COMPOSITES {
            /// `timestamp`.
            timestamp, set_timestamp: (?&str);

            /// `string`.
            string, set_string: (?&str);
        }
    }

    /// An object of class `GuestMap` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct GuestMap(typed::ObjectId);

    typed::handle! {
        GuestMap(typed::ObjectId) in COMPOSITES {
            /// `string`.
            string, set_string: (?&str);

            /// `hash`.
            hash, hash_mut: [GuestMapHash];
        }
    }

    /// An object of class `GuestMapHash` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct GuestMapHash(typed::ObjectId);

    typed::handle! {
        GuestMapHash(typed::ObjectId) in COMPOSITES {
            /// `key`.
            key, set_key: (?&str);

            /// `value`.
            value, set_value: (?i64);
        }
    }

    /// An object of class `GuestBoth` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct GuestBoth(typed::ObjectId);

    typed::handle! {
        GuestBoth(typed::ObjectId) in COMPOSITES {
            /// `person`.
            person, set_person: (?Person);

            /// `host`.
            host, set_host: (?Host);
        }
    }

    /// An object of class `GuestInner` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct GuestInner(typed::ObjectId);

    typed::handle! {
        GuestInner(typed::ObjectId) in COMPOSITES {
            /// `variant`.
            variant, set_variant: (?GuestInnerVariant);

            /// `boolean`.
            boolean, set_boolean: (?bool);
        }
    }

    /// An object of class `GuestInnerVariant` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct GuestInnerVariant(typed::ObjectId);

    typed::handle! {
        GuestInnerVariant(typed::ObjectId) in COMPOSITES {
            /// `integer`.
            integer, set_integer: (?i64);

            /// `string`.
            string, set_string: (?&str);
        }
    }

    /// An object of class `GuestMany` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct GuestMany(typed::ObjectId);

    typed::handle! {
        GuestMany(typed::ObjectId) in COMPOSITES {
            /// `integer`.
            integer, set_integer: (?i64);

            /// `string`.
            string, set_string: (?&str);
        }
    }

    /// An object of class `GuestBy_name` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct GuestByName(typed::ObjectId);

    typed::handle! {
        GuestByName(typed::ObjectId) as "GuestBy_name" in COMPOSITES {
            /// `key`.
            key, set_key: (?&str);

            /// `value`.
            value, set_value: (?GuestByNameValue);
        }
    }

    /// An object of class `GuestBy_nameValue` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct GuestByNameValue(typed::ObjectId);

    typed::handle! {
        GuestByNameValue(typed::ObjectId) as "GuestBy_nameValue" in COMPOSITES {
            /// `integer`.
            integer, set_integer: (?i64);

            /// `person`.
            person, set_person: (?Person);
        }
    }

    /// An object of class `GuestNeeded` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct GuestNeeded(typed::ObjectId);

    typed::handle! {
        GuestNeeded(typed::ObjectId) in COMPOSITES {
            /// `integer`.
            integer, set_integer: (?i64);

            /// `string`.
            string, set_string: (?&str);
        }
    }

    /// An object of class `TablePairs` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct TablePairs(typed::ObjectId);

    typed::handle! {
        TablePairs(typed::ObjectId) in COMPOSITES {
            /// `item1`.
            item1, set_item1: (?&str);

            /// `item2`.
            item2, set_item2: (?i64);
        }
    }

    /// An object of class `TableNeeded` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct TableNeeded(typed::ObjectId);

    typed::handle! {
        TableNeeded(typed::ObjectId) in COMPOSITES {
            /// `item1`.
            item1, set_item1: (?&str);

            /// `item2`.
            item2, set_item2: (?f64);
        }
    }

    /// An object of class `TableRest` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct TableRest(typed::ObjectId);

    typed::handle! {
        TableRest(typed::ObjectId) in COMPOSITES {
            /// `item1`.
            item1, set_item1: (?&str);

            /// `item2`.
            item2, item2_mut: [i64];
        }
    }

    /// An object of class `TableFew` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct TableFew(typed::ObjectId);

    typed::handle! {
        TableFew(typed::ObjectId) in COMPOSITES {
            /// `item1`.
            item1, item1_mut: [i64];
        }
    }

    /// An object of class `TableLists` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct TableLists(typed::ObjectId);

    typed::handle! {
        TableLists(typed::ObjectId) in COMPOSITES {
            /// `item1`.
            item1, set_item1: (?&str);

            /// `item2`.
            item2, item2_mut: [i64];
        }
    }

    /// An object of class `TableFirst` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct TableFirst(typed::ObjectId);

    typed::handle! {
        TableFirst(typed::ObjectId) in COMPOSITES {
            /// `item1`.
            item1, item1_mut: [i64];

            /// `item2`.
            item2, item2_mut: [TableFirstItem2];
        }
    }

    /// An object of class `TableFirstItem2` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct TableFirstItem2(typed::ObjectId);

    typed::handle! {
        TableFirstItem2(typed::ObjectId) in COMPOSITES {
            /// `key`.
            key, set_key: (?&str);

            /// `value`.
            value, set_value: (?i64);
        }
    }

    /// An object of class `TableMatrix` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct TableMatrix(typed::ObjectId);

    typed::handle! {
        TableMatrix(typed::ObjectId) in COMPOSITES {
            /// `values`.
            values, values_mut: [i64];
        }
    }

    /// An object of class `TableMaps` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct TableMaps(typed::ObjectId);

    typed::handle! {
        TableMaps(typed::ObjectId) in COMPOSITES {
            /// `values`.
            values, values_mut: [TableMapsValues];
        }
    }

    /// An object of class `TableMapsValues` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct TableMapsValues(typed::ObjectId);

    typed::handle! {
        TableMapsValues(typed::ObjectId) in COMPOSITES {
            /// `key`.
            key, set_key: (?&str);

            /// `value`.
            value, set_value: (?i64);
        }
    }

    /// An object of class `TableInner` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct TableInner(typed::ObjectId);

    typed::handle! {
        TableInner(typed::ObjectId) in COMPOSITES {
            /// `item1`.
            item1, set_item1: (?TableInnerItem1);

            /// `item2`.
            item2, set_item2: (?TableInnerItem2);

            /// `item3`.
            item3, set_item3: (?TableInnerItem3);
        }
    }

    /// An object of class `TableInnerItem1` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct TableInnerItem1(typed::ObjectId);

    typed::handle! {
        TableInnerItem1(typed::ObjectId) in COMPOSITES {
            /// `item1`.
            item1, set_item1: (?&str);

            /// `item2`.
            item2, set_item2: (?i64);
        }
    }

    /// An object of class `TableInnerItem2` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct TableInnerItem2(typed::ObjectId);

    typed::handle! {
        TableInnerItem2(typed::ObjectId) in COMPOSITES {
            /// `rack`.
            rack, set_rack: (?i64);
        }
    }

    /// An object of class `TableInnerItem3` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct TableInnerItem3(typed::ObjectId);

    typed::handle! {
        TableInnerItem3(typed::ObjectId) in COMPOSITES {
            /// `integer`.
            integer, set_integer: (?i64);

            /// `string`.
            string, set_string: (?&str);
        }
    }

    /// An object of class `TableBy_name` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct TableByName(typed::ObjectId);

    typed::handle! {
        TableByName(typed::ObjectId) as "TableBy_name" in COMPOSITES {
            /// `key`.
            key, set_key: (?&str);

            /// `value`.
            value, set_value: (?TableByNameValue);
        }
    }

    /// An object of class `TableBy_nameValue` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct TableByNameValue(typed::ObjectId);

    typed::handle! {
        TableByNameValue(typed::ObjectId) as "TableBy_nameValue" in COMPOSITES {
            /// `item1`.
            item1, set_item1: (?i64);

            /// `item2`.
            item2, set_item2: (?i64);
        }
    }

    /// An object of class `TableEither` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct TableEither(typed::ObjectId);

    typed::handle! {
        TableEither(typed::ObjectId) in COMPOSITES {
            /// `string`.
            string, set_string: (?&str);

            /// `tuple`.
            tuple, set_tuple: (?TableEitherTuple);
        }
    }

    /// An object of class `TableEitherTuple` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct TableEitherTuple(typed::ObjectId);

    typed::handle! {
        TableEitherTuple(typed::ObjectId) in COMPOSITES {
            /// `item1`.
            item1, set_item1: (?i64);

            /// `item2`.
            item2, set_item2: (?i64);
        }
    }

    /// An object of class `TablePerson` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct TablePerson(typed::ObjectId);

    typed::handle! {
        TablePerson(typed::ObjectId) in COMPOSITES {
            /// `item1`.
            item1, set_item1: (?Person);

            /// `item2`.
            item2, set_item2: (?i64);
        }
    }
}
