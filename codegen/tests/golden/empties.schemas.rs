typed::json_schemas! { include_str!("empties.types.json") => { Empty, Void, One, Only, Holder, Nobody } }
