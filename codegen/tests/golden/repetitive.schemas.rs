typed::json_schemas! { include_str!("repetitive.types.json") => { Node, ENode, EEdge, EPort, State, Level } }
