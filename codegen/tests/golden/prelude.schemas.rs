typed::json_schemas! {
    include_str!("prelude.types.json") => {
        Clone, Option, Vec, String, Box, Default, From, Some, Ok, Serialize, Ref, Element,
    }
}
