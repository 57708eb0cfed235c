typed::json_schemas! {
    include_str!("composites.types.json") => {
        Person, Host, HostVars, HostNotes, HostPorts, HostPeople, HostDeep, HostDeepValue, HostFlags,
        HostDays, HostKinds, HostPlaces, HostPlacesValue, HostRatios, HostHosts, HostKindsKey,
    }
}
