//! Writes a tree as JSON text, indented or compact.
//!
//! The pretty layout: two spaces per level, one entry per line; a list of scalars, and a map of one or two scalars (a
//! reference with its class, a key with its value), are on one line if the line ends within about 100 columns, because
//! they are read and changed as a unit. Invariant: the same tree yields the same bytes. This module does not know
//! models.

use crate::diagnostic::is_unprintable;
use crate::json_text::push_escape;
use crate::simd;
use crate::tree::{TextWriter, TreeSink};

/// The layout of JSON text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Layout {
    /// Indented, with short lists on one line and a final line end.
    #[default]
    Pretty,
    /// Without spaces and line ends.
    Compact,
}

/// The maximum length, in bytes, of the line of a short list.
const MAX_LINE_LENGTH: usize = 100;

/// The maximum number of entries of a map on one line.
const MAX_MAP_ENTRIES: usize = 2;

/// A writer of JSON text, filled through [`TreeSink`].
#[derive(Debug)]
pub struct JsonWriter {
    out: String,
    is_compact: bool,
    levels: Vec<Level>,
    /// The offsets in `out` of the entries of the innermost level, as long as it is on one line.
    entry_starts: Vec<usize>,
    /// The offset at which the current line starts.
    line_start: usize,
    /// Whether a key was written last, so that its value follows.
    is_after_key: bool,
}

#[derive(Debug, Clone, Copy)]
struct Level {
    is_map: bool,
    /// Whether the level is on one line so far; only the innermost level can be.
    is_flat: bool,
    is_empty: bool,
}

impl JsonWriter {
    /// An empty text.
    #[must_use]
    pub fn new(layout: Layout) -> Self {
        Self {
            out: String::new(),
            is_compact: layout == Layout::Compact,
            levels: Vec::new(),
            entry_starts: Vec::new(),
            line_start: 0,
            is_after_key: false,
        }
    }

    /// The complete text; in the readable layout, it ends with a line break.
    #[must_use]
    pub fn finish(mut self) -> String {
        if !self.is_compact {
            self.out.push('\n');
        }
        self.out
    }

    /// Writes the separator between the last entry and the next one. `opens_level` is whether the next entry is a map
    /// or a list, and not a scalar or a key.
    fn separate(&mut self, opens_level: bool) {
        if std::mem::take(&mut self.is_after_key) {
            // There is no separator between a key and its value. A nested map or list breaks the level that contains it
            // into lines.
            if opens_level {
                self.break_into_lines();
            }
            return;
        }
        let Some(level) = self.levels.last_mut() else { return };
        let is_first = std::mem::take(&mut level.is_empty);
        if self.is_compact {
            if !is_first {
                self.out.push(',');
            }
            return;
        }
        let has_max_entries = level.is_map && self.entry_starts.len() >= MAX_MAP_ENTRIES;
        if opens_level || has_max_entries {
            self.break_into_lines();
        }
        let is_flat = self.levels.last().is_some_and(|level| level.is_flat);
        if !is_first {
            self.out.push(',');
        }
        if is_flat {
            if !is_first {
                self.out.push(' ');
            }
            self.entry_starts.push(self.out.len());
        } else {
            self.start_line(self.levels.len());
        }
    }

    /// Writes the separator between the last entry and a scalar or a key.
    fn separate_scalar(&mut self) {
        let opens_level = false;
        self.separate(opens_level);
    }

    /// Starts a line that is indented by a number of levels.
    fn start_line(&mut self, depth: usize) {
        const SPACES: &str = "                                                                ";
        self.out.push('\n');
        self.line_start = self.out.len();
        let mut remaining = 2 * depth;
        while remaining > 0 {
            let count = remaining.min(SPACES.len());
            self.out.push_str(&SPACES[..count]);
            remaining -= count;
        }
    }

    /// Breaks the innermost level into lines, if it is on one line.
    fn break_into_lines(&mut self) {
        let depth = self.levels.len();
        let Some(level) = self.levels.last_mut().filter(|level| level.is_flat) else { return };
        level.is_flat = false;
        let Some(first_start) = self.entry_starts.first().copied() else { return };
        // Entries are written on one line first, because only their end shows whether they fit.
        let text = self.out.split_off(first_start);
        let entry_starts = std::mem::take(&mut self.entry_starts);
        for (index, entry_start) in entry_starts.iter().enumerate() {
            // The space after a comma belongs to the form on one line.
            self.out.truncate(self.out.trim_end_matches(' ').len());
            self.start_line(depth);
            let entry_end =
                entry_starts.get(index + 1).map_or(text.len(), |next_start| next_start - first_start);
            self.out.push_str(&text[entry_start - first_start..entry_end]);
        }
    }

    /// Breaks the innermost level into lines if its line has become too long.
    fn limit_width(&mut self) {
        if self.out.len() - self.line_start > MAX_LINE_LENGTH {
            self.break_into_lines();
        }
    }

    /// Starts a map or list, on one line as long as it is short.
    fn begin(&mut self, bracket: char) {
        let is_map = bracket == '{';
        let opens_level = true;
        self.separate(opens_level);
        self.out.push(bracket);
        self.entry_starts.clear();
        self.levels.push(Level { is_map, is_flat: !self.is_compact, is_empty: true });
    }

    /// Ends a map or list. The bracket is on a line of its own if the values are.
    fn end(&mut self, bracket: char) {
        let level = self.levels.pop();
        if level.is_some_and(|level| !level.is_flat && !level.is_empty && !self.is_compact) {
            self.start_line(self.levels.len());
        }
        self.entry_starts.clear();
        self.out.push(bracket);
    }

    /// Writes a scalar whose text needs no escapes.
    fn write_scalar(&mut self, text: &str) {
        self.separate_scalar();
        self.out.push_str(text);
        self.limit_width();
    }

    /// Appends a string in quotes.
    fn push_quoted(&mut self, text: &str) {
        self.out.push('"');
        let plain_length = simd::find(text.as_bytes(), 0, |block| {
            // Characters beyond ASCII may be invisible, so they are examined one by one.
            block.equal(b'"') | block.equal(b'\\') | block.up_to(0x1f) | block.from(0x7f)
        });
        self.out.push_str(&text[..plain_length]);
        let mut remaining = &text[plain_length..];
        while let Some(special_position) = remaining.bytes().position(|b| MAY_NEED_ESCAPE[usize::from(b)]) {
            let special_length = remaining[special_position..].chars().next().map_or(1, char::len_utf8);
            self.out.push_str(&remaining[..special_position]);
            self.push_escaped(&remaining[special_position..special_position + special_length]);
            remaining = &remaining[special_position + special_length..];
        }
        self.out.push_str(remaining);
        self.out.push('"');
    }

    /// Appends one character, escaped if JSON requires it, or if the character controls terminals, is invisible or ends
    /// a line in JavaScript.
    fn push_escaped(&mut self, character: &str) {
        match character {
            "\"" => self.out.push_str("\\\""),
            "\\" => self.out.push_str("\\\\"),
            "\n" => self.out.push_str("\\n"),
            "\r" => self.out.push_str("\\r"),
            "\t" => self.out.push_str("\\t"),
            "\u{8}" => self.out.push_str("\\b"),
            "\u{c}" => self.out.push_str("\\f"),
            _ => match character.chars().next() {
                Some(c) if is_unprintable(c) || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}') => {
                    push_escape(c, &mut self.out);
                }
                _ => self.out.push_str(character),
            },
        }
    }
}

/// For each byte, whether a character that begins with it may require an escape.
static MAY_NEED_ESCAPE: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 0x20 {
        table[byte] = true;
        byte += 1;
    }
    table[b'"' as usize] = true;
    table[b'\\' as usize] = true;
    table[0x7f] = true;
    // The first bytes of U+0080 to U+009F, U+061C, U+200E to U+2069, and U+FEFF.
    table[0xc2] = true;
    table[0xd8] = true;
    table[0xe2] = true;
    table[0xef] = true;
    table
};

impl TextWriter for JsonWriter {
    fn text(&self) -> &str {
        &self.out
    }

    fn complete_length(&self) -> usize {
        // The current line may still be broken into several.
        if self.is_compact { self.out.len() } else { self.line_start }
    }

    fn remove_complete(&mut self) {
        let complete_length = self.complete_length();
        self.out.drain(..complete_length);
        if !self.is_compact {
            self.entry_starts.iter_mut().for_each(|start| *start -= complete_length);
            self.line_start = 0;
        }
    }

    fn finish(self) -> String {
        JsonWriter::finish(self)
    }
}

impl TreeSink for JsonWriter {
    fn begin_map(&mut self) {
        self.begin('{');
    }

    fn key(&mut self, key: &str) {
        self.separate_scalar();
        self.push_quoted(key);
        self.out.push_str(if self.is_compact { ":" } else { ": " });
        self.is_after_key = true;
    }

    fn end_map(&mut self) {
        self.end('}');
    }

    fn begin_list(&mut self) {
        self.begin('[');
    }

    fn end_list(&mut self) {
        self.end(']');
    }

    fn null(&mut self) {
        self.write_scalar("null");
    }

    fn boolean(&mut self, value: bool) {
        self.write_scalar(if value { "true" } else { "false" });
    }

    fn number(&mut self, digits: &str) {
        self.write_scalar(digits);
    }

    fn string(&mut self, value: &str) {
        self.separate_scalar();
        self.push_quoted(value);
        self.limit_width();
    }
}
