typed::json_schemas! {
    include_str!("enumerations.types.json") => { Uses, Never, Operator, ColorKind, Nothing }
}
