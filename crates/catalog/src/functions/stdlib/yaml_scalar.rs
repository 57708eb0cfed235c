//! Texts in YAML: the style that Psych requests, the styles that `libyaml` allows, and how it writes them.

use modelwright_notations::yaml::is_psych_string;
use rustc_hash::{FxHashMap, FxHashSet};

/// The style of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Plain,
    Single,
    Double,
    Literal,
}

/// The style that Psych requests for a string.
pub(super) fn style(text: &str) -> Style {
    // Psych's `/\n(?!\Z)/`: a line break that is not at the end, nor before one at the end.
    let has_several_lines =
        text.char_indices().any(|(index, c)| c == '\n' && !matches!(&text[index + 1..], "" | "\n"));
    // These are the conditions of Psych's `visit_String`, in the same order.
    if has_several_lines {
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

/// Psych's `/^[^[:word:]][^"]*$/`: whether a line starts with a sign, and no quote follows before the end of a line.
fn starts_with_sign(text: &str) -> bool {
    let line_starts = std::iter::once(0).chain(text.match_indices('\n').map(|(index, _)| index + 1));
    line_starts.filter(|start| *start < text.len()).any(|start| {
        let Some(first) = text[start..].chars().next() else { return false };
        let following_text = &text[start + first.len_utf8()..];
        let before_quote = &following_text[..following_text.find('"').unwrap_or(following_text.len())];
        !is_word(first) && (before_quote.len() == following_text.len() || before_quote.contains('\n'))
    })
}

/// Ruby's `[[:word:]]`.
fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '\u{203F}' | '\u{2040}' | '\u{0300}'..='\u{036F}')
}

/// Psych's `/\A0[0-7]*[89]/`: whether a text starts like an octal number that contains an 8 or a 9.
fn is_wrong_octal(text: &str) -> bool {
    text.strip_prefix('0')
        .is_some_and(|digits| digits.trim_start_matches(|c| ('0'..='7').contains(&c)).starts_with(['8', '9']))
}

/// A text, and the styles in which `libyaml` can write it.
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

/// Whether `libyaml` writes a character as it is. It escapes all characters beyond U+FFFF.
fn is_printable(c: char) -> bool {
    matches!(c, '\n' | ' '..='~' | '\u{A0}'..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}') && c != '\u{FEFF}'
}

/// Whether there is no next character, or it is a blank or a line break.
fn is_blank_or_end(c: Option<char>) -> bool {
    c.is_none_or(|c| matches!(c, ' ' | '\t' | '\0') || is_break(c))
}

impl<'t> Text<'t> {
    /// Determines in which styles a text can be written.
    pub(super) fn new(text: &'t str) -> Self {
        let has_line_ends = text.contains(is_break);
        let has_special = text.chars().any(|c| !is_printable(c));
        let has_blank_edge = text.starts_with(is_edge) || text.ends_with(is_edge);
        let neighbors = || text.chars().zip(text.chars().skip(1));
        let has_break_before_space = neighbors().any(|(first, second)| is_break(first) && second == ' ');
        let has_space_before_break = neighbors().any(|(first, second)| first == ' ' && is_break(second));
        // Only double quotes, with escapes, can write such a text.
        let needs_escapes = has_space_before_break || has_special;
        Self {
            text,
            has_line_ends,
            can_be_plain: !has_blank_edge
                && !has_break_before_space
                && !needs_escapes
                && !has_line_ends
                && !has_indicator(text),
            can_be_single_quoted: !has_break_before_space && !needs_escapes,
            can_be_block: !text.ends_with(' ') && !needs_escapes && !text.is_empty(),
        }
    }

    /// The style in which `libyaml` writes the text if a style is requested.
    pub(super) fn allowed(&self, requested: Style, is_key: bool) -> Style {
        let mut style = requested;
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

/// Whether a character cannot begin or end a plain scalar.
fn is_edge(c: char) -> bool {
    c == ' ' || is_break(c)
}

/// Whether a text contains a character that has a meaning in YAML at its position, unless the text has quotes.
fn has_indicator(text: &str) -> bool {
    let mut previous = None;
    let mut characters = text.chars().peekable();
    let mut is_first = true;
    while let Some(c) = characters.next() {
        let is_before_blank = is_blank_or_end(characters.peek().copied());
        let is_indicator = match c {
            '#' | ',' | '[' | ']' | '{' | '}' | '&' | '*' | '!' | '|' | '>' | '\'' | '"' | '%' | '@'
            | '`'
                if is_first =>
            {
                true
            }
            '?' | '-' if is_first => is_before_blank,
            ':' => is_before_blank,
            '#' => is_blank_or_end(previous),
            _ => false,
        };
        if is_indicator {
            return true;
        }
        previous = Some(c);
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
    /// Whether the line contains only spaces and the marks of blocks until now.
    pub(super) is_indenting: bool,
    /// The indentation of the collection; -1 before the first one.
    pub(super) indent: isize,
    /// The number of columns by which a nested collection is indented.
    pub(super) step: isize,
    /// The column after which a line is broken at a space.
    pub(super) width: usize,
    /// Whether the last text ends with empty lines, so that the document needs an end mark.
    pub(super) is_open: bool,
    /// The numbers of the collections that occur again, by their addresses in memory.
    pub(super) anchors: FxHashMap<usize, usize>,
    /// The addresses of the collections with an anchor that are already written.
    pub(super) written: FxHashSet<usize>,
}

impl Emitter {
    /// Ends the line, unless it is empty.
    pub(super) fn end_line(&mut self) {
        if self.column > 0 {
            self.push_line_end();
        }
    }

    /// Ends the line.
    pub(super) fn push_line_end(&mut self) {
        self.out.push('\n');
        self.column = 0;
    }

    /// Writes a character other than a line break.
    pub(super) fn push(&mut self, c: char) {
        self.out.push(c);
        self.column += 1;
    }

    /// Starts a line at the indentation, unless the current line is still empty up to the indentation.
    pub(super) fn write_indent(&mut self) {
        let indent = usize::try_from(self.indent).unwrap_or(0);
        let is_line_usable =
            self.is_indenting && (self.column < indent || (self.column == indent && self.is_after_space));
        if !is_line_usable {
            self.push_line_end();
        }
        while self.column < indent {
            self.push(' ');
        }
        self.is_after_space = true;
        self.is_indenting = true;
    }

    /// Writes a mark after a space, such as `[]` or the quote before a text.
    pub(super) fn separate_mark(&mut self, mark: &str) {
        self.block_mark(mark);
        self.is_indenting = false;
    }

    /// Writes the mark `-`, `?` or `:` of a block after a space. A nested collection may start on the same line.
    pub(super) fn block_mark(&mut self, mark: &str) {
        if !self.is_after_space {
            self.push(' ');
        }
        mark.chars().for_each(|c| self.push(c));
        self.is_after_space = false;
    }

    /// Writes a mark without a space before it, such as `:` after a key or the quote after a text.
    pub(super) fn adjacent_mark(&mut self, mark: &str) {
        mark.chars().for_each(|c| self.push(c));
        self.is_after_space = false;
        self.is_indenting = false;
    }

    /// Writes a text; `folds` is whether long lines are broken at spaces.
    pub(super) fn text(&mut self, text: &Text<'_>, style: Style, folds: bool) {
        match style {
            Style::Plain => self.plain(text.text, folds),
            Style::Single => self.single_quoted(text.text, folds),
            Style::Double => self.double_quoted(text.text, folds),
            Style::Literal => self.literal(text.text),
        }
    }

    /// Writes a text without quotes.
    fn plain(&mut self, text: &str, folds: bool) {
        if !self.is_after_space && !text.is_empty() {
            self.push(' ');
        }
        let is_quoted = false;
        self.write_folded(text, folds, is_quoted);
        self.is_after_space = false;
        self.is_indenting = false;
    }

    /// Writes a text in single quotes.
    fn single_quoted(&mut self, text: &str, folds: bool) {
        self.separate_mark("'");
        let is_quoted = true;
        if self.write_folded(text, folds, is_quoted) {
            self.write_indent();
        }
        self.adjacent_mark("'");
    }

    /// Writes the characters of a plain or single-quoted text; returns whether it ends with a line break. If `folds`, a
    /// single space beyond the width becomes a line break, which readers replace with a space. Spaces next to a quote
    /// stay, because readers would drop them.
    fn write_folded(&mut self, text: &str, folds: bool, is_quoted: bool) -> bool {
        let (mut is_after_space, mut is_after_break) = (false, false);
        for (index, c) in text.char_indices() {
            let next = text[index + c.len_utf8()..].chars().next();
            if c == ' ' {
                let is_inner = !is_quoted || (index != 0 && next.is_some());
                if folds && !is_after_space && self.column > self.width && is_inner && next != Some(' ') {
                    self.write_indent();
                } else {
                    self.push(c);
                }
                is_after_space = true;
            } else if is_break(c) {
                // A reader replaces a single line break with a space, so the first one is written twice.
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

    /// Writes a text in double quotes, with escapes.
    fn double_quoted(&mut self, text: &str, folds: bool) {
        self.separate_mark("\"");
        let mut is_after_space = false;
        for (index, c) in text.char_indices() {
            let next = text[index + c.len_utf8()..].chars().next();
            if !is_printable(c) || is_break(c) || matches!(c, '"' | '\\') {
                for escaped in escape(c).chars() {
                    self.push(escaped);
                }
                is_after_space = false;
            } else if c == ' ' {
                if folds && !is_after_space && self.column > self.width && index != 0 && next.is_some() {
                    self.write_indent();
                    // A space at the start of a line is part of the text only if it is escaped.
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
        self.adjacent_mark("\"");
    }

    /// Writes a text in the literal style, in which each line break is a line break of the text.
    fn literal(&mut self, text: &str) {
        self.separate_mark("|");
        // The indentation of a text that starts with a blank or a line break must be explicit.
        if text.starts_with(' ') || text.starts_with(is_break) {
            let step = self.step.to_string();
            self.adjacent_mark(&step);
        }
        // Whether the text ends without a line break (`-`), or with several (`+`).
        let mut reversed = text.chars().rev();
        match (reversed.next(), reversed.next()) {
            (Some(last), _) if !is_break(last) => self.adjacent_mark("-"),
            (Some(_), previous) if previous.is_none_or(is_break) => {
                self.adjacent_mark("+");
                // An end mark of the document is needed after the empty lines.
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

/// The escape of a character by its code.
fn long_escape(code: u32) -> String {
    match code {
        0..=0xFF => format!("\\x{code:02X}"),
        0x100..=0xFFFF => format!("\\u{code:04X}"),
        _ => format!("\\U{code:08X}"),
    }
}
