typed::json_schemas! {
    include_str!("composites.types.json") => {
        Person, Host, Guest, Pair, Table, HostVars, HostNotes, HostPorts, HostPeople, HostDeep, HostDeepValue,
        HostFlags, HostDays, HostKinds, HostPlaces, HostPlacesValue, HostRatios, HostHosts, GuestPlain,
        GuestPerson, GuestSmall, GuestNumber, GuestWord, GuestPattern, GuestDay, GuestMap, GuestMapHash,
        GuestBoth, GuestInner, GuestInnerVariant, GuestMany, GuestByName, GuestByNameValue, GuestNeeded,
        TablePairs, TableNeeded, TableRest, TableFew, TableLists, TableFirst, TableFirstItem2, TableMatrix,
        TableMaps, TableMapsValues, TableInner, TableInnerItem1, TableInnerItem2, TableInnerItem3,
        TableByName, TableByNameValue, TableEither, TableEitherTuple, TablePerson, HostKindsKey,
        GuestWordEnum2,
    }
}
