typed::json_schemas! {
    include_str!("discriminators.types.json") => {
        Drawing, Shape, Circle, Square, Polygon, AnyPolygon, Triangle, Sign, Arrow, Plain, Note,
        DrawingEither,
    }
}
