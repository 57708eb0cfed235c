typed::json_schemas! {
    include_str!("swelling.types.json") => {
        Level0, Level1, Level2, Level3, Level4, Level5, Level6, Level7, Level8,
    }
}
