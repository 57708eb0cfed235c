typed::json_schemas! { include_str!("facets.types.json") => { Facets } }
