typed::json_schemas! {
    include_str!("composites.types.json") => {
        Person, Host, Guest, HostVars, HostNotes, HostPorts, HostPeople, HostDeep, HostDeepValue, HostFlags,
        HostDays, HostKinds, HostPlaces, HostPlacesValue, HostRatios, HostHosts, GuestPlain, GuestPerson,
        GuestSmall, GuestNumber, GuestWord, GuestPattern, GuestDay, GuestMap, GuestMapHash, GuestBoth,
        GuestInner, GuestInnerVariant, GuestMany, GuestByName, GuestByNameValue, GuestNeeded, HostKindsKey,
        GuestWordEnum2,
    }
}
