//! The colours and fonts of drawings.
//!
//! Invariants: every text has a contrast of at least 4.5 to 1 with what is behind it, in both themes; rules apply
//! only inside of the drawing. Colours are written out, because many programs that draw SVG know no variables of CSS.

/// The colours of a drawing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Theme {
    /// The light or the dark colours, as the viewer prefers.
    #[default]
    Auto,
    /// Dark texts on white.
    Light,
    /// Light texts on a dark ground.
    Dark,
}

/// The rules that are the same in both themes.
// The strokes of texts are painted first, as halos: lines may pass behind a text.
const COMMON: &str =
    ".mw-svg text{font-family:Helvetica,Arial,\"Liberation Sans\",\"Nimbus Sans\",sans-serif;font-size:12px}
.mw-svg .n{font-size:13px;font-weight:bold;text-anchor:middle}
.mw-svg .i{font-style:italic}
.mw-svg .k{font-size:10px;text-anchor:middle}
.mw-svg .l{font-size:11px}
.mw-svg .r{font-style:italic}
.mw-svg .t{font-weight:bold}
.mw-svg .b{stroke-width:1}
.mw-svg .focus .b{stroke-width:2.5}
.mw-svg .external .b{stroke-dasharray:4 3}
.mw-svg .e,.mw-svg .h,.mw-svg .d{fill:none;stroke-width:1.2;stroke-linejoin:round}
.mw-svg .h{stroke-dasharray:5 4}
.mw-svg .l,.mw-svg .t{paint-order:stroke;stroke-width:3px;stroke-linejoin:round}
.mw-svg a:hover .n,.mw-svg a:focus .n{text-decoration:underline}
";

/// The colours of one theme.
struct Colours {
    ground: &'static str,
    text: &'static str,
    /// Types and keywords.
    quiet: &'static str,
    line: &'static str,
    tree: &'static str,
    paper: &'static str,
    frame: (&'static str, &'static str),
    /// The head and border of each kind of box.
    class: (&'static str, &'static str),
    interface: (&'static str, &'static str),
    enumeration: (&'static str, &'static str),
    data_type: (&'static str, &'static str),
    external: (&'static str, &'static str),
    focus: &'static str,
}

const LIGHT: Colours = Colours {
    ground: "#ffffff",
    text: "#1c2430",
    quiet: "#566173",
    line: "#5b6678",
    tree: "#5b6678",
    paper: "#ffffff",
    frame: ("#f6f8fa", "#c5ccd6"),
    class: ("#e4edf8", "#7f9cc0"),
    interface: ("#ece8f8", "#9a8cc4"),
    enumeration: ("#e2f2e6", "#7fae8b"),
    data_type: ("#f8eeda", "#c0a26a"),
    external: ("#f0f1f3", "#9aa3af"),
    focus: "#2f6fbd",
};

const DARK: Colours = Colours {
    ground: "#14181e",
    text: "#e4e8ee",
    quiet: "#a3adba",
    line: "#8d99a8",
    tree: "#8d99a8",
    paper: "#1d232b",
    frame: ("#191e25", "#3f4854"),
    class: ("#26384f", "#56789f"),
    interface: ("#352f4f", "#7d70a8"),
    enumeration: ("#23402d", "#5c8f6a"),
    data_type: ("#463a20", "#997f4c"),
    external: ("#282e37", "#697484"),
    focus: "#77aee8",
};

impl Colours {
    /// The rules of the theme with these colours.
    fn rules(&self) -> String {
        let Self { ground, text, quiet, line, tree, paper, focus, .. } = self;
        let (frame_ground, frame_border) = self.frame;
        let mut rules = format!(
            ".mw-svg .g{{fill:{ground}}}
.mw-svg text{{fill:{text}}}
.mw-svg .k,.mw-svg .y,.mw-svg .external .n{{fill:{quiet}}}
.mw-svg .l,.mw-svg .t{{stroke:{ground}}}
.mw-svg .p{{fill:{paper}}}
.mw-svg .e{{stroke:{line}}}
.mw-svg .h{{stroke:{tree}}}
.mw-svg .a{{fill:{line};stroke:{line}}}
.mw-svg .o{{fill:{ground};stroke:{tree}}}
.mw-svg .f{{fill:{frame_ground};stroke:{frame_border}}}
",
        );
        for (kind, (head, border)) in [
            ("class", self.class),
            ("interface", self.interface),
            ("enumeration", self.enumeration),
            ("datatype", self.data_type),
            ("external", self.external),
        ] {
            rules.push_str(&format!(
                ".mw-svg .{kind} .c{{fill:{head}}}
.mw-svg .{kind} .b,.mw-svg .{kind} .d{{stroke:{border}}}
"
            ));
        }
        rules.push_str(&format!(".mw-svg .focus .b{{stroke:{focus}}}\n"));
        rules
    }
}

/// The rules of a theme.
pub(super) fn css(theme: Theme) -> String {
    match theme {
        Theme::Light => format!("{COMMON}{}", LIGHT.rules()),
        Theme::Dark => format!("{COMMON}{}", DARK.rules()),
        Theme::Auto => {
            format!("{COMMON}{}@media (prefers-color-scheme:dark){{\n{}}}\n", LIGHT.rules(), DARK.rules())
        }
    }
}
