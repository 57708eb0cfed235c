typed::json_schemas! { include_str!("recursion.types.json") => { Expression, Number, Binary, Wide, Block } }
