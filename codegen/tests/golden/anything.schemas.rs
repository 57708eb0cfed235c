typed::json_schemas! { include_str!("anything.types.json") => { Holder, EObject, AnyEObject } }
