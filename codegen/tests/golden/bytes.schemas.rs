typed::json_schemas! { include_str!("bytes.types.json") => { Key } }
