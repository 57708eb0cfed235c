typed::json_schemas! { include_str!("diamond.types.json") => { Top, Left, AnyLeft, Right, Bottom } }
