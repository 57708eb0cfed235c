typed::json_schemas! { include_str!("outer.types.json") => { Thing, Stone, Crate, InnerStone, Pebble } }
