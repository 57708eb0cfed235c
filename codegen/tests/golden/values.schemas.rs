typed::json_schemas! { include_str!("values.types.json") => { Values } }
