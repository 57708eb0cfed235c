typed::json_schemas! {
    include_str!("checked.types.json") => { Reading, Named, Local, Remote, Plan, ReadingEither, ReadingPair }
}
