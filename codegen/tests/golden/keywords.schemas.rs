typed::json_schemas! { include_str!("type.types.json") => { Self_, _2nd, Any2nd, Crate, Word } }
