typed::json_schemas! { include_str!("letters.types.json") => { Сор, Unit } }
