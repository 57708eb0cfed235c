typed::json_schemas! {
    include_str!("widths.types.json") => {
        CxBase, Cx, CxxxxxxBase, Cxxxxxx, CxxxxxxTwo, CxxxxxxxxxxxBase, Cxxxxxxxxxxx, CxxxxxxxxxxxxxxxxBase,
        Cxxxxxxxxxxxxxxxx, CxxxxxxxxxxxxxxxxTwo, CxxxxxxxxxxxxxxxxxxxxxBase, Cxxxxxxxxxxxxxxxxxxxxx,
        CxxxxxxxxxxxxxxxxxxxxxxxxxxBase, Cxxxxxxxxxxxxxxxxxxxxxxxxxx, CxxxxxxxxxxxxxxxxxxxxxxxxxxTwo,
        CxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxBase, Cxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx, CxEnum, CxxxxxxEnum,
        CxxxxxxxxxxxEnum, CxxxxxxxxxxxxxxxxEnum, CxxxxxxxxxxxxxxxxxxxxxEnum, CxxxxxxxxxxxxxxxxxxxxxxxxxxEnum,
        CxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxEnum,
    }
}
