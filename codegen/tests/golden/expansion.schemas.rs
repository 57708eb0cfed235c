typed::json_schemas! { include_str!("class.types.json") => { At, AnyAt, Field, SelfAt, Outcome } }
