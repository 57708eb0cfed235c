/// Handles to the objects of a model, with their features as methods.
pub mod handles {
    use super::*;

    /// a|b and a|b
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct CaB(typed::ObjectId);

    typed::handle! {
        CaB(typed::ObjectId) as "Ca|b" in HOSTILE {
            /// a|b
            a_bat as "a|bat", set_a_bat: (?&str);

            /// `ea|b`.
            ea_b as "ea|b", set_ea_b: (EnUm);

            /// `pa|b`.
            pa_b as "pa|b", pa_b_mut: [CaB];

            /// `a|b`.
            a_b as "a|b", set_a_b: (?CaB);
        }
    }

    /// `c` and `c`
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct CC(typed::ObjectId);

    typed::handle! {
        CC(typed::ObjectId) as "C`c`" in HOSTILE {
            /// `c`
            c_at as "`c`at", set_c_at: (?&str);

            /// `e'c'`.
            e_c as "e`c`", set_e_c: (EnUm);

            /// `p'c'`.
            p_c as "p`c`", p_c_mut: [CC];

            /// `'c'`.
            c as "`c`", set_c: (?CC);
        }
    }

    /// \<script\> and \<script\>
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct CScript(typed::ObjectId);

    typed::handle! {
        CScript(typed::ObjectId) as "C<script>" in HOSTILE {
            /// \<script\>
            script_at as "<script>at", set_script_at: (?&str);

            /// `e<script>`.
            e_script as "e<script>", set_e_script: (EnUm);

            /// `p<script>`.
            p_script as "p<script>", p_script_mut: [CScript];

            /// `<script>`.
            script as "<script>", set_script: (?CScript);
        }
    }

    /// two
    /// lines and two
    /// lines
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct CtwoLines(typed::ObjectId);

    typed::handle! {
        CtwoLines(typed::ObjectId) as "Ctwo\nlines" in HOSTILE {
            /// two
            /// lines
            two_linesat as "two\nlinesat", set_two_linesat: (?&str);

            /// `etwo lines`.
            etwo_lines as "etwo\nlines", set_etwo_lines: (EnUm);

            /// `ptwo lines`.
            ptwo_lines as "ptwo\nlines", ptwo_lines_mut: [CtwoLines];

            /// `two lines`.
            two_lines as "two\nlines", set_two_lines: (?CtwoLines);
        }
    }

    /// \]\]\> and \]\]\>
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct C(typed::ObjectId);

    typed::handle! {
        C(typed::ObjectId) as "C]]>" in HOSTILE {
            /// \]\]\>
            at as "]]>at", set_at: (?&str);

            /// `e]]>`.
            e as "e]]>", set_e: (EnUm);

            /// `p]]>`.
            p as "p]]>", p_mut: [C];

            /// `]]>`.
            u5d_u5d_greater as "]]>", set_u5d_u5d_greater: (?C);
        }
    }

    /// "quoted' and "quoted'
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct CQuoted(typed::ObjectId);

    typed::handle! {
        CQuoted(typed::ObjectId) as "C\"quoted'" in HOSTILE {
            /// "quoted'
            quoted_at as "\"quoted'at", set_quoted_at: (?&str);

            /// `e"quoted'`.
            e_quoted as "e\"quoted'", set_e_quoted: (EnUm);

            /// `p"quoted'`.
            p_quoted as "p\"quoted'", p_quoted_mut: [CQuoted];

            /// `"quoted'`.
            quoted as "\"quoted'", set_quoted: (?CQuoted);
        }
    }

    /// */ and */
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HostileC(typed::ObjectId);

    typed::handle! {
        HostileC(typed::ObjectId) as "C*/" in HOSTILE {
            /// */
            at as "*/at", set_at: (?&str);

            /// `e*/`.
            e as "e*/", set_e: (EnUm);

            /// `p*/`.
            p as "p*/", p_mut: [HostileC];

            /// `*/`.
            star_slash as "*/", set_star_slash: (?HostileC);
        }
    }

    /// ${x} and ${x}
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct CX(typed::ObjectId);

    typed::handle! {
        CX(typed::ObjectId) as "C${x}" in HOSTILE {
            /// ${x}
            x_at as "${x}at", set_x_at: (?&str);

            /// `e${x}`.
            e_x as "e${x}", set_e_x: (EnUm);

            /// `p${x}`.
            p_x as "p${x}", p_x_mut: [CX];

            /// `${x}`.
            x as "${x}", set_x: (?CX);
        }
    }

    /// #{y} and #{y}
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct CY(typed::ObjectId);

    typed::handle! {
        CY(typed::ObjectId) as "C#{y}" in HOSTILE {
            /// #{y}
            y_at as "#{y}at", set_y_at: (?&str);

            /// `e#{y}`.
            e_y as "e#{y}", set_e_y: (EnUm);

            /// `p#{y}`.
            p_y as "p#{y}", p_y_mut: [CY];

            /// `#{y}`.
            y as "#{y}", set_y: (?CY);
        }
    }

    /// \ and \
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HostileC2(typed::ObjectId);

    typed::handle! {
        HostileC2(typed::ObjectId) as "C\\" in HOSTILE {
            /// \
            at as "\\at", set_at: (?&str);

            /// `e\`.
            e as "e\\", set_e: (EnUm);

            /// `p\`.
            p as "p\\", p_mut: [HostileC2];

            /// `\`.
            backslash as "\\", set_backslash: (?HostileC2);
        }
    }

    /// -- and --
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HostileC3(typed::ObjectId);

    typed::handle! {
        HostileC3(typed::ObjectId) as "C--" in HOSTILE {
            /// --
            at as "--at", set_at: (?&str);

            /// `e--`.
            e as "e--", set_e: (EnUm);

            /// `p--`.
            p as "p--", p_mut: [HostileC3];

            /// `--`.
            minus_minus as "--", set_minus_minus: (?HostileC3);
        }
    }

    /// %\> and %\>
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HostileC4(typed::ObjectId);

    typed::handle! {
        HostileC4(typed::ObjectId) as "C%>" in HOSTILE {
            /// %\>
            at as "%>at", set_at: (?&str);

            /// `e%>`.
            e as "e%>", set_e: (EnUm);

            /// `p%>`.
            p as "p%>", p_mut: [HostileC4];

            /// `%>`.
            percent_greater as "%>", set_percent_greater: (?HostileC4);
        }
    }

    /// u v and u v
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct CuV(typed::ObjectId);

    typed::handle! {
        CuV(typed::ObjectId) as "Cu\r\u{2028}v" in HOSTILE {
            /// u v
            u_vat as "u\r\u{2028}vat", set_u_vat: (?&str);

            /// `eu  v`.
            eu_v as "eu\r\u{2028}v", set_eu_v: (EnUm);

            /// `pu  v`.
            pu_v as "pu\r\u{2028}v", pu_v_mut: [CuV];

            /// `u  v`.
            u_v as "u\r\u{2028}v", set_u_v: (?CuV);
        }
    }

    /// and
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HostileC5(typed::ObjectId);

    typed::handle! {
        HostileC5(typed::ObjectId) as "C\u{202e}" in HOSTILE {
            /// ` at`.
            at as "\u{202e}at", set_at: (?&str);

            /// `e `.
            e as "e\u{202e}", set_e: (EnUm);

            /// `p `.
            p as "p\u{202e}", p_mut: [HostileC5];

            /// ` `.
            u202e as "\u{202e}", set_u202e: (?HostileC5);
        }
    }
}
