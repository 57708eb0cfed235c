/// Handles to the objects of a model, with their features as methods.
pub mod handles {
    use super::{
        CxEnum, CxxxxxxEnum, CxxxxxxxxxxxEnum, CxxxxxxxxxxxxxxxxEnum, CxxxxxxxxxxxxxxxxxxxxxEnum,
        CxxxxxxxxxxxxxxxxxxxxxxxxxxEnum, CxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxEnum, WIDTHS, typed,
    };

    /// An object of class `CxBase` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct CxBase(typed::ObjectId);

    typed::handle! {
        CxBase(typed::ObjectId) in WIDTHS {
            /// Optional.
            r, set_r: (?CxBase);
        }
    }

    /// An object of class `Cx` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Cx(CxBase);

    typed::handle! {
        Cx(CxBase) into CxBase in WIDTHS {
            /// Any number of values.
            p, p_mut: [&str];

            /// Optional. The default is `b`.
            f_bq as "fBq", set_f_bq: (CxEnum);
        }
    }

    /// An object of class `CxxxxxxBase` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct CxxxxxxBase(typed::ObjectId);

    typed::handle! {
        CxxxxxxBase(typed::ObjectId) in WIDTHS {
            /// Optional.
            rrrrrr, set_rrrrrr: (?CxxxxxxBase);
        }
    }

    /// An object of class `Cxxxxxx` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Cxxxxxx(CxxxxxxBase);

    typed::handle! {
        Cxxxxxx(CxxxxxxBase) into CxxxxxxBase in WIDTHS {
            /// Any number of values.
            pppppp, pppppp_mut: [&str];

            /// Optional. The default is `bbbbbb`.
            f_bqqqqqq as "fBqqqqqq", set_f_bqqqqqq: (CxxxxxxEnum);

            /// Optional. The default is `5`.
            s, set_s: (i32);
        }
    }

    /// An object of class `CxxxxxxTwo` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct CxxxxxxTwo(CxxxxxxBase);

    typed::handle! {
        CxxxxxxTwo(CxxxxxxBase) into CxxxxxxBase in WIDTHS {}
    }

    /// An object of class `CxxxxxxxxxxxBase` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct CxxxxxxxxxxxBase(typed::ObjectId);

    typed::handle! {
        CxxxxxxxxxxxBase(typed::ObjectId) in WIDTHS {
            /// Optional.
            rrrrrrrrrrr, set_rrrrrrrrrrr: (?CxxxxxxxxxxxBase);
        }
    }

    /// An object of class `Cxxxxxxxxxxx` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Cxxxxxxxxxxx(CxxxxxxxxxxxBase);

    typed::handle! {
        Cxxxxxxxxxxx(CxxxxxxxxxxxBase) into CxxxxxxxxxxxBase in WIDTHS {
            /// Any number of values.
            ppppppppppp, ppppppppppp_mut: [&str];

            /// Optional. The default is `bbbbbbbbbbb`.
            f_bqqqqqqqqqqq as "fBqqqqqqqqqqq", set_f_bqqqqqqqqqqq: (CxxxxxxxxxxxEnum);
        }
    }

    /// An object of class `CxxxxxxxxxxxxxxxxBase` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct CxxxxxxxxxxxxxxxxBase(typed::ObjectId);

    typed::handle! {
        CxxxxxxxxxxxxxxxxBase(typed::ObjectId) in WIDTHS {
            /// Optional.
            rrrrrrrrrrrrrrrr, set_rrrrrrrrrrrrrrrr: (?CxxxxxxxxxxxxxxxxBase);
        }
    }

    /// An object of class `Cxxxxxxxxxxxxxxxx` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Cxxxxxxxxxxxxxxxx(CxxxxxxxxxxxxxxxxBase);

    typed::handle! {
        Cxxxxxxxxxxxxxxxx(CxxxxxxxxxxxxxxxxBase) into CxxxxxxxxxxxxxxxxBase in WIDTHS {
            /// Any number of values.
            pppppppppppppppp, pppppppppppppppp_mut: [&str];

            /// Optional. The default is `bbbbbbbbbbbbbbbb`.
            f_bqqqqqqqqqqqqqqqq as "fBqqqqqqqqqqqqqqqq", set_f_bqqqqqqqqqqqqqqqq: (CxxxxxxxxxxxxxxxxEnum);

            /// Optional. The default is `5`.
            s, set_s: (i32);
        }
    }

    /// An object of class `CxxxxxxxxxxxxxxxxTwo` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct CxxxxxxxxxxxxxxxxTwo(CxxxxxxxxxxxxxxxxBase);

    typed::handle! {
        CxxxxxxxxxxxxxxxxTwo(CxxxxxxxxxxxxxxxxBase) into CxxxxxxxxxxxxxxxxBase in WIDTHS {}
    }

    /// An object of class `CxxxxxxxxxxxxxxxxxxxxxBase` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct CxxxxxxxxxxxxxxxxxxxxxBase(typed::ObjectId);

    typed::handle! {
        CxxxxxxxxxxxxxxxxxxxxxBase(typed::ObjectId) in WIDTHS {
            /// Optional.
            rrrrrrrrrrrrrrrrrrrrr, set_rrrrrrrrrrrrrrrrrrrrr: (?CxxxxxxxxxxxxxxxxxxxxxBase);
        }
    }

    /// An object of class `Cxxxxxxxxxxxxxxxxxxxxx` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Cxxxxxxxxxxxxxxxxxxxxx(CxxxxxxxxxxxxxxxxxxxxxBase);

    typed::handle! {
        Cxxxxxxxxxxxxxxxxxxxxx(CxxxxxxxxxxxxxxxxxxxxxBase) into CxxxxxxxxxxxxxxxxxxxxxBase in WIDTHS {
            /// Any number of values.
            ppppppppppppppppppppp, ppppppppppppppppppppp_mut: [&str];

            /// Optional. The default is `bbbbbbbbbbbbbbbbbbbbb`.
            f_bqqqqqqqqqqqqqqqqqqqqq as "fBqqqqqqqqqqqqqqqqqqqqq", set_f_bqqqqqqqqqqqqqqqqqqqqq: (CxxxxxxxxxxxxxxxxxxxxxEnum);
        }
    }

    /// An object of class `CxxxxxxxxxxxxxxxxxxxxxxxxxxBase` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct CxxxxxxxxxxxxxxxxxxxxxxxxxxBase(typed::ObjectId);

    typed::handle! {
        CxxxxxxxxxxxxxxxxxxxxxxxxxxBase(typed::ObjectId) in WIDTHS {
            /// Optional.
            rrrrrrrrrrrrrrrrrrrrrrrrrr, set_rrrrrrrrrrrrrrrrrrrrrrrrrr: (?CxxxxxxxxxxxxxxxxxxxxxxxxxxBase);
        }
    }

    /// An object of class `Cxxxxxxxxxxxxxxxxxxxxxxxxxx` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Cxxxxxxxxxxxxxxxxxxxxxxxxxx(CxxxxxxxxxxxxxxxxxxxxxxxxxxBase);

    typed::handle! {
        Cxxxxxxxxxxxxxxxxxxxxxxxxxx(CxxxxxxxxxxxxxxxxxxxxxxxxxxBase) into CxxxxxxxxxxxxxxxxxxxxxxxxxxBase
            in WIDTHS {
            /// Any number of values.
            pppppppppppppppppppppppppp, pppppppppppppppppppppppppp_mut: [&str];

            /// Optional. The default is `bbbbbbbbbbbbbbbbbbbbbbbbbb`.
            f_bqqqqqqqqqqqqqqqqqqqqqqqqqq as "fBqqqqqqqqqqqqqqqqqqqqqqqqqq", set_f_bqqqqqqqqqqqqqqqqqqqqqqqqqq: (CxxxxxxxxxxxxxxxxxxxxxxxxxxEnum);

            /// Optional. The default is `5`.
            s, set_s: (i32);
        }
    }

    /// An object of class `CxxxxxxxxxxxxxxxxxxxxxxxxxxTwo` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct CxxxxxxxxxxxxxxxxxxxxxxxxxxTwo(CxxxxxxxxxxxxxxxxxxxxxxxxxxBase);

    typed::handle! {
        CxxxxxxxxxxxxxxxxxxxxxxxxxxTwo(CxxxxxxxxxxxxxxxxxxxxxxxxxxBase) into CxxxxxxxxxxxxxxxxxxxxxxxxxxBase
            in WIDTHS {}
    }

    /// An object of class `CxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxBase` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct CxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxBase(typed::ObjectId);

    typed::handle! {
        CxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxBase(typed::ObjectId) in WIDTHS {
            /// Optional.
            rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr, set_rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr: (?CxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxBase);
        }
    }

    /// An object of class `Cxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Cxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx(CxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxBase);

    typed::handle! {
        Cxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx(CxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxBase) into
            CxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxBase in WIDTHS {
            /// Any number of values.
            ppppppppppppppppppppppppppppppp, ppppppppppppppppppppppppppppppp_mut: [&str];

            /// Optional. The default is `bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb`.
            f_bqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq as "fBqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq", set_f_bqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq: (CxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxEnum);
        }
    }
}
