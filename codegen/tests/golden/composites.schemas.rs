typed::json_schemas! {
    include_str!("composites.types.json") => {
        Person, Host, Guest, Pair, Table, HostPlacesValue, HostRatios, GuestPlain, GuestPerson, GuestSmall,
        GuestNumber, GuestWord, GuestPattern, GuestDay, GuestMap, GuestBoth, GuestInner, GuestInnerVariant,
        GuestMany, GuestByNameValue, GuestNeeded, TablePairs, TableNeeded, TableRest, TableFew, TableLists,
        TableFirst, TableMatrix, TableMaps, TableInner, TableInnerItem1, TableInnerItem2, TableInnerItem3,
        TableByNameValue, TableEither, TableEitherTuple, TablePerson, HostKindsKey, GuestWordEnum2,
    }
}
