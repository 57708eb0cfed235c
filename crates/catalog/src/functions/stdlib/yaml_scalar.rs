//! Texts in YAML: the style that Psych requests, the styles that `libyaml` allows, and how it writes them.

use modelwright_notations::yaml::is_psych_string;
use rustc_hash::{FxHashMap, FxHashSet};

/// How a text is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Plain,
    Single,
    Double,
    Literal,
}

/// The style that Psych requests for a string.
pub(super) fn style(text: &str) -> Style {
    // Whether anything but one more line end follows a line end: `/\n(?!\Z)/` in Psych.
    let has_lines = text.char_indices().any(|(at, c)| c == '\n' && !matches!(&text[at + 1..], "" | "\n"));
    if has_lines {
        Style::Literal
    } else if text == "<<" {
        Style::Single
    } else if matches!(text, "y" | "n") || starts_with_sign(text) {
        Style::Double
    } else if !is_psych_string(text) || is_wrong_octal(text) {
        Style::Single
    } else {
        Style::Plain
    }
}

/// `/^[^[:word:]][^"]*$/`
fn starts_with_sign(text: &str) -> bool {
    let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1));
    starts.filter(|at| *at < text.len()).any(|at| {
        let Some(first) = text[at..].chars().next() else { return false };
        let rest = &text[at + first.len_utf8()..];
        let open = &rest[..rest.find('"').unwrap_or(rest.len())];
        !is_word(first) && (open.len() == rest.len() || open.contains('\n'))
    })
}

/// Ruby's `[[:word:]]`.
fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '\u{203F}' | '\u{2040}' | '\u{0300}'..='\u{036F}')
}

/// `/\A0[0-7]*[89]/`
fn is_wrong_octal(text: &str) -> bool {
    text.strip_prefix('0')
        .is_some_and(|rest| rest.trim_start_matches(|c| ('0'..='7').contains(&c)).starts_with(['8', '9']))
}

/// A text, and what `libyaml` finds in it.
#[derive(Debug)]
pub(super) struct Text<'t> {
    text: &'t str,
    pub(super) has_line_ends: bool,
    can_be_plain: bool,
    can_be_single_quoted: bool,
    can_be_block: bool,
}

/// Whether `libyaml` breaks lines at a character.
fn is_break(c: char) -> bool {
    matches!(c, '\r' | '\n' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Whether `libyaml` writes a character as it is: it knows no characters beyond U+FFFF.
fn is_printable(c: char) -> bool {
    matches!(c, '\n' | ' '..='~' | '\u{A0}'..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}') && c != '\u{FEFF}'
}

fn is_blank_or_end(c: Option<char>) -> bool {
    c.is_none_or(|c| matches!(c, ' ' | '\t' | '\0') || is_break(c))
}

impl<'t> Text<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let has_line_ends = text.contains(is_break);
        let has_special = text.chars().any(|c| !is_printable(c));
        let is_edge = |c: char| c == ' ' || is_break(c);
        let is_framed = text.starts_with(is_edge) || text.ends_with(is_edge);
        let pairs = || text.chars().zip(text.chars().skip(1));
        let breaks_before_space = pairs().any(|(a, b)| is_break(a) && b == ' ');
        let spaces_before_break = pairs().any(|(a, b)| a == ' ' && is_break(b));
        let is_unusual = spaces_before_break || has_special;
        Self {
            text,
            has_line_ends,
            can_be_plain: !is_framed
                && !breaks_before_space
                && !is_unusual
                && !has_line_ends
                && !has_indicator(text),
            can_be_single_quoted: !breaks_before_space && !is_unusual,
            can_be_block: !text.ends_with(' ') && !is_unusual && !text.is_empty(),
        }
    }

    /// The style in which the text is written, if one is requested.
    pub(super) fn allowed(&self, wanted: Style, is_key: bool) -> Style {
        let mut style = wanted;
        if is_key && self.has_line_ends {
            style = Style::Double;
        }
        if style == Style::Plain && (!self.can_be_plain || (self.text.is_empty() && is_key)) {
            style = Style::Single;
        }
        if style == Style::Single && !self.can_be_single_quoted {
            style = Style::Double;
        }
        if style == Style::Literal && (!self.can_be_block || is_key) {
            style = Style::Double;
        }
        style
    }
}

/// Whether a character has a meaning at its position in a block.
fn has_indicator(text: &str) -> bool {
    let mut before = None;
    let mut rest = text.chars().peekable();
    let mut is_first = true;
    while let Some(c) = rest.next() {
        let is_followed = is_blank_or_end(rest.peek().copied());
        let found = match c {
            '#' | ',' | '[' | ']' | '{' | '}' | '&' | '*' | '!' | '|' | '>' | '\'' | '"' | '%' | '@'
            | '`'
                if is_first =>
            {
                true
            }
            '?' | '-' if is_first => is_followed,
            ':' => is_followed,
            '#' => is_blank_or_end(before),
            _ => false,
        };
        if found {
            return true;
        }
        before = Some(c);
        is_first = false;
    }
    text.starts_with("---") || text.starts_with("...")
}

/// Writes YAML as `libyaml` does.
#[derive(Debug, Default)]
pub(super) struct Emitter {
    pub(super) out: String,
    pub(super) column: usize,
    /// Whether the last character is a space or a line end.
    pub(super) is_after_space: bool,
    /// Whether the line has only spaces and dashes so far.
    pub(super) is_indenting: bool,
    /// The indentation of the collection; -1 before the first one.
    pub(super) indent: isize,
    pub(super) step: isize,
    /// The column after which a line is broken at a space.
    pub(super) width: usize,
    /// Whether the last text ends with line ends, so that the document needs an end mark.
    pub(super) is_open: bool,
    /// The numbers of the collections that occur again, by their places in memory.
    pub(super) anchors: FxHashMap<usize, usize>,
    /// The places in memory of the collections with an anchor that are already written.
    pub(super) written: FxHashSet<usize>,
}

impl Emitter {
    pub(super) fn end_line(&mut self) {
        if self.column > 0 {
            self.push_line_end();
        }
    }

    pub(super) fn push_line_end(&mut self) {
        self.out.push('\n');
        self.column = 0;
    }

    pub(super) fn push(&mut self, c: char) {
        self.out.push(c);
        self.column += 1;
    }

    /// Starts a line at the indentation, unless this line is still empty up to there.
    pub(super) fn write_indent(&mut self) {
        let indent = usize::try_from(self.indent).unwrap_or(0);
        let is_placed =
            self.is_indenting && (self.column < indent || (self.column == indent && self.is_after_space));
        if !is_placed {
            self.push_line_end();
        }
        while self.column < indent {
            self.push(' ');
        }
        self.is_after_space = true;
        self.is_indenting = true;
    }

    pub(super) fn indicator(&mut self, mark: &str, needs_space: bool, is_space: bool, is_indenting: bool) {
        if needs_space && !self.is_after_space {
            self.push(' ');
        }
        mark.chars().for_each(|c| self.push(c));
        self.is_after_space = is_space;
        self.is_indenting = self.is_indenting && is_indenting;
    }

    /// Writes a text; unless `folds`, on one line.
    pub(super) fn text(&mut self, text: &Text<'_>, style: Style, folds: bool) {
        match style {
            Style::Plain => self.plain(text.text, folds),
            Style::Single => self.single_quoted(text.text, folds),
            Style::Double => self.double_quoted(text.text, folds),
            Style::Literal => self.literal(text.text),
        }
    }

    fn plain(&mut self, text: &str, folds: bool) {
        if !self.is_after_space && !text.is_empty() {
            self.push(' ');
        }
        self.folded(text, folds, false);
        self.is_after_space = false;
        self.is_indenting = false;
    }

    fn single_quoted(&mut self, text: &str, folds: bool) {
        self.indicator("'", true, false, false);
        if self.folded(text, folds, true) {
            self.write_indent();
        }
        self.indicator("'", false, false, false);
        self.is_after_space = false;
        self.is_indenting = false;
    }

    /// Writes the characters of a plain or single-quoted text; returns whether it ends with a line end.
    fn folded(&mut self, text: &str, folds: bool, is_quoted: bool) -> bool {
        let (mut is_after_space, mut is_after_break) = (false, false);
        for (at, c) in text.char_indices() {
            let next = text[at + c.len_utf8()..].chars().next();
            if c == ' ' {
                let is_inner = !is_quoted || (at != 0 && next.is_some());
                if folds && !is_after_space && self.column > self.width && is_inner && next != Some(' ') {
                    self.write_indent();
                } else {
                    self.push(c);
                }
                is_after_space = true;
            } else if is_break(c) {
                if !is_after_break && c == '\n' {
                    self.push_line_end();
                }
                self.push_line_end();
                self.is_indenting = true;
                is_after_break = true;
            } else {
                if is_after_break {
                    self.write_indent();
                }
                if c == '\'' && is_quoted {
                    self.push(c);
                }
                self.push(c);
                self.is_indenting = false;
                (is_after_space, is_after_break) = (false, false);
            }
        }
        is_after_break
    }

    fn double_quoted(&mut self, text: &str, folds: bool) {
        self.indicator("\"", true, false, false);
        let mut is_after_space = false;
        for (at, c) in text.char_indices() {
            let next = text[at + c.len_utf8()..].chars().next();
            if !is_printable(c) || is_break(c) || matches!(c, '"' | '\\') {
                for escaped in escape(c).chars() {
                    self.push(escaped);
                }
                is_after_space = false;
            } else if c == ' ' {
                if folds && !is_after_space && self.column > self.width && at != 0 && next.is_some() {
                    self.write_indent();
                    if next == Some(' ') {
                        self.push('\\');
                    }
                } else {
                    self.push(c);
                }
                is_after_space = true;
            } else {
                self.push(c);
                is_after_space = false;
            }
        }
        self.indicator("\"", false, false, false);
        self.is_after_space = false;
        self.is_indenting = false;
    }

    fn literal(&mut self, text: &str) {
        self.indicator("|", true, false, false);
        if text.starts_with(' ') || text.starts_with(is_break) {
            let step = self.step.to_string();
            self.indicator(&step, false, false, false);
        }
        let mut end = text.chars().rev();
        match (end.next(), end.next()) {
            (Some(last), _) if !is_break(last) => self.indicator("-", false, false, false),
            (Some(_), before) if before.is_none_or(is_break) => {
                self.indicator("+", false, false, false);
                self.is_open = true;
            }
            _ => {}
        }
        self.push_line_end();
        self.is_indenting = true;
        self.is_after_space = true;
        let mut is_after_break = true;
        for c in text.chars() {
            if is_break(c) {
                self.push_line_end();
                self.is_indenting = true;
                is_after_break = true;
            } else {
                if is_after_break {
                    self.write_indent();
                }
                self.push(c);
                self.is_indenting = false;
                is_after_break = false;
            }
        }
    }
}

/// The escape of a character in double quotes.
fn escape(c: char) -> String {
    let short = match c {
        '\0' => '0',
        '\x07' => 'a',
        '\x08' => 'b',
        '\t' => 't',
        '\n' => 'n',
        '\x0B' => 'v',
        '\x0C' => 'f',
        '\r' => 'r',
        '\x1B' => 'e',
        '"' | '\\' => c,
        '\u{85}' => 'N',
        '\u{2028}' => 'L',
        '\u{2029}' => 'P',
        _ => return long_escape(u32::from(c)),
    };
    format!("\\{short}")
}

fn long_escape(code: u32) -> String {
    match code {
        0..=0xFF => format!("\\x{code:02X}"),
        0x100..=0xFFFF => format!("\\u{code:04X}"),
        _ => format!("\\U{code:08X}"),
    }
}
