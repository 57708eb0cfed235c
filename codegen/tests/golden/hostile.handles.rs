/// Handles to the objects of a model, with their features as methods.
pub mod handles {
    use super::{EnUm, HOSTILE, typed};

    /// a|b and a|b
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct CaB(typed::ObjectId);

    typed::handle! {
        CaB(typed::ObjectId) as "Ca|b" in HOSTILE {
            /// a|b
            ///
            /// The default is `a|b`.
            a_bat as "a|bat", set_a_bat: (?&str);

            /// Optional. The default is `a|b`.
            ea_b as "ea|b", set_ea_b: (EnUm);

            /// The other end is `Ca|b.a|b`.
            pa_b as "pa|b", pa_b_mut: [CaB];

            /// Optional. The other end is `Ca|b.pa|b`.
            a_b as "a|b", set_a_b: (?CaB);
        }
    }

    /// `c` and `c`
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct CC(typed::ObjectId);

    typed::handle! {
        CC(typed::ObjectId) as "C`c`" in HOSTILE {
            /// `c`
            ///
            /// The default is `'c'`.
            c_at as "`c`at", set_c_at: (?&str);

            /// Optional. The default is `'c'`.
            e_c as "e`c`", set_e_c: (EnUm);

            /// The other end is `C'c'.'c'`.
            p_c as "p`c`", p_c_mut: [CC];

            /// Optional. The other end is `C'c'.p'c'`.
            c as "`c`", set_c: (?CC);
        }
    }

    /// \<script\> and \<script\>
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct CScript(typed::ObjectId);

    typed::handle! {
        CScript(typed::ObjectId) as "C<script>" in HOSTILE {
            /// \<script\>
            ///
            /// The default is `<script>`.
            script_at as "<script>at", set_script_at: (?&str);

            /// Optional. The default is `<script>`.
            e_script as "e<script>", set_e_script: (EnUm);

            /// The other end is `C<script>.<script>`.
            p_script as "p<script>", p_script_mut: [CScript];

            /// Optional. The other end is `C<script>.p<script>`.
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
            ///
            /// The default is `two lines`.
            two_linesat as "two\nlinesat", set_two_linesat: (?&str);

            /// Optional. The default is `two lines`.
            etwo_lines as "etwo\nlines", set_etwo_lines: (EnUm);

            /// The other end is `Ctwo lines.two lines`.
            ptwo_lines as "ptwo\nlines", ptwo_lines_mut: [CtwoLines];

            /// Optional. The other end is `Ctwo lines.ptwo lines`.
            two_lines as "two\nlines", set_two_lines: (?CtwoLines);
        }
    }

    /// \]\]\> and \]\]\>
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct C(typed::ObjectId);

    typed::handle! {
        C(typed::ObjectId) as "C]]>" in HOSTILE {
            /// \]\]\>
            ///
            /// The default is `]]>`.
            at as "]]>at", set_at: (?&str);

            /// Optional. The default is `]]>`.
            e as "e]]>", set_e: (EnUm);

            /// The other end is `C]]>.]]>`.
            p as "p]]>", p_mut: [C];

            /// Optional. The other end is `C]]>.p]]>`.
            u5d_u5d_greater as "]]>", set_u5d_u5d_greater: (?C);
        }
    }

    /// "quoted' and "quoted'
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct CQuoted(typed::ObjectId);

    typed::handle! {
        CQuoted(typed::ObjectId) as "C\"quoted'" in HOSTILE {
            /// "quoted'
            ///
            /// The default is `"quoted'`.
            quoted_at as "\"quoted'at", set_quoted_at: (?&str);

            /// Optional. The default is `"quoted'`.
            e_quoted as "e\"quoted'", set_e_quoted: (EnUm);

            /// The other end is `C"quoted'."quoted'`.
            p_quoted as "p\"quoted'", p_quoted_mut: [CQuoted];

            /// Optional. The other end is `C"quoted'.p"quoted'`.
            quoted as "\"quoted'", set_quoted: (?CQuoted);
        }
    }

    /// */ and */
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HostileC(typed::ObjectId);

    typed::handle! {
        HostileC(typed::ObjectId) as "C*/" in HOSTILE {
            /// */
            ///
            /// The default is `*/`.
            at as "*/at", set_at: (?&str);

            /// Optional. The default is `*/`.
            e as "e*/", set_e: (EnUm);

            /// The other end is `C*/.*/`.
            p as "p*/", p_mut: [HostileC];

            /// Optional. The other end is `C*/.p*/`.
            star_slash as "*/", set_star_slash: (?HostileC);
        }
    }

    /// ${x} and ${x}
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct CX(typed::ObjectId);

    typed::handle! {
        CX(typed::ObjectId) as "C${x}" in HOSTILE {
            /// ${x}
            ///
            /// The default is `${x}`.
            x_at as "${x}at", set_x_at: (?&str);

            /// Optional. The default is `${x}`.
            e_x as "e${x}", set_e_x: (EnUm);

            /// The other end is `C${x}.${x}`.
            p_x as "p${x}", p_x_mut: [CX];

            /// Optional. The other end is `C${x}.p${x}`.
            x as "${x}", set_x: (?CX);
        }
    }

    /// #{y} and #{y}
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct CY(typed::ObjectId);

    typed::handle! {
        CY(typed::ObjectId) as "C#{y}" in HOSTILE {
            /// #{y}
            ///
            /// The default is `#{y}`.
            y_at as "#{y}at", set_y_at: (?&str);

            /// Optional. The default is `#{y}`.
            e_y as "e#{y}", set_e_y: (EnUm);

            /// The other end is `C#{y}.#{y}`.
            p_y as "p#{y}", p_y_mut: [CY];

            /// Optional. The other end is `C#{y}.p#{y}`.
            y as "#{y}", set_y: (?CY);
        }
    }

    /// \ and \
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HostileC2(typed::ObjectId);

    typed::handle! {
        HostileC2(typed::ObjectId) as "C\\" in HOSTILE {
            /// \
            ///
            /// The default is `\`.
            at as "\\at", set_at: (?&str);

            /// Optional. The default is `\`.
            e as "e\\", set_e: (EnUm);

            /// The other end is `C\.\`.
            p as "p\\", p_mut: [HostileC2];

            /// Optional. The other end is `C\.p\`.
            backslash as "\\", set_backslash: (?HostileC2);
        }
    }

    /// -- and --
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HostileC3(typed::ObjectId);

    typed::handle! {
        HostileC3(typed::ObjectId) as "C--" in HOSTILE {
            /// --
            ///
            /// The default is `--`.
            at as "--at", set_at: (?&str);

            /// Optional. The default is `--`.
            e as "e--", set_e: (EnUm);

            /// The other end is `C--.--`.
            p as "p--", p_mut: [HostileC3];

            /// Optional. The other end is `C--.p--`.
            minus_minus as "--", set_minus_minus: (?HostileC3);
        }
    }

    /// %\> and %\>
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HostileC4(typed::ObjectId);

    typed::handle! {
        HostileC4(typed::ObjectId) as "C%>" in HOSTILE {
            /// %\>
            ///
            /// The default is `%>`.
            at as "%>at", set_at: (?&str);

            /// Optional. The default is `%>`.
            e as "e%>", set_e: (EnUm);

            /// The other end is `C%>.%>`.
            p as "p%>", p_mut: [HostileC4];

            /// Optional. The other end is `C%>.p%>`.
            percent_greater as "%>", set_percent_greater: (?HostileC4);
        }
    }

    /// u v and u v
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct CuV(typed::ObjectId);

    typed::handle! {
        CuV(typed::ObjectId) as "Cu\r\u{2028}v" in HOSTILE {
            /// u v
            ///
            /// The default is `u  v`.
            u_vat as "u\r\u{2028}vat", set_u_vat: (?&str);

            /// Optional. The default is `u  v`.
            eu_v as "eu\r\u{2028}v", set_eu_v: (EnUm);

            /// The other end is `Cu  v.u  v`.
            pu_v as "pu\r\u{2028}v", pu_v_mut: [CuV];

            /// Optional. The other end is `Cu  v.pu  v`.
            u_v as "u\r\u{2028}v", set_u_v: (?CuV);
        }
    }

    /// and
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct HostileC5(typed::ObjectId);

    typed::handle! {
        HostileC5(typed::ObjectId) as "C\u{202e}" in HOSTILE {
            /// The default is ` `.
            at as "\u{202e}at", set_at: (?&str);

            /// Optional. The default is ` `.
            e as "e\u{202e}", set_e: (EnUm);

            /// The other end is `C . `.
            p as "p\u{202e}", p_mut: [HostileC5];

            /// Optional. The other end is `C .p `.
            u202e as "\u{202e}", set_u202e: (?HostileC5);
        }
    }
}
