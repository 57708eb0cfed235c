typed::json_schemas! { include_str!("dates.types.json") => { Visit, VisitEither } }
