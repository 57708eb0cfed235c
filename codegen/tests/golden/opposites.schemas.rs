typed::json_schemas! { include_str!("opposites.types.json") => { Person, Firm, EObject } }
