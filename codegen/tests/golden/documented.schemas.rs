typed::json_schemas! { include_str!("documented.types.json") => { Documented } }
