typed::json_schemas! {
    include_str!("collisions.types.json") => { Url, AnyUrl2, CollisionsUrl, AnyUrl, A, InnerUrl, URl }
}
