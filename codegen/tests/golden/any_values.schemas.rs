typed::json_schemas! { include_str!("any_values.types.json") => { Holder, HolderEither } }
