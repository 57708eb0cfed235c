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
}
