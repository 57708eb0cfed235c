typed::json_schemas! {
    include_str!("hostile.types.json") => {
        CaB, CC, CScript, CtwoLines, C, CQuoted, HostileC, CX, CY, HostileC2, HostileC3, HostileC4, CuV,
        HostileC5, EnUm,
    }
}
