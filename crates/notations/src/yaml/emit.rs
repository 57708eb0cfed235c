//! Writes trees as YAML that every common reader reads in the same way.
//!
//! Block style with an indentation of two; lists are indented under their key; a map or list in a list starts
//! on the line of its dash; empty maps and lists are `{}` and `[]`. There are no document markers and no
//! folded texts. Invariant: between calls the current line is complete, except after a dash or a key. This
//! module does not know models.

use super::plain::{is_safe_block, is_safe_plain, quote, write_number};
use crate::tree::{TextWriter, TreeSink};

/// Receives a tree and writes YAML; [`Emitter::finish`] returns the text.
///
/// ```
/// use modelwright_notations::{tree::TreeSink, yaml::Emitter};
/// let mut emitter = Emitter::new();
/// emitter.begin_map();
/// emitter.key("answer");
/// emitter.string("no");
/// emitter.end_map();
/// assert_eq!(emitter.finish(), "answer: \"no\"\n");
/// ```
#[derive(Debug, Default)]
pub struct Emitter {
    out: String,
    open_collections: Vec<OpenCollection>,
    /// Whether the current line contains only the dash of the next entry.
    is_after_dash: bool,
}

/// An open map or list.
#[derive(Debug)]
struct OpenCollection {
    is_map: bool,
    /// Whether the map or list is the value of a key, so that its first entry starts a new line.
    is_under_key: bool,
    is_empty: bool,
    indent: usize,
}

/// The greatest number of characters of a key that is written without a `?`: somewhat fewer than the 1024 characters
/// within which readers search the `:` of such a key.
const MAX_IMPLICIT_KEY: usize = 1000;

/// Writes spaces.
fn write_indent(out: &mut String, count: usize) {
    const SPACES: &str = "                                                                ";
    let mut remaining = count;
    while remaining > SPACES.len() {
        out.push_str(SPACES);
        remaining -= SPACES.len();
    }
    out.push_str(&SPACES[..remaining]);
}

impl Emitter {
    /// An emitter without any output.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The text.
    #[must_use]
    pub fn finish(self) -> String {
        self.out
    }

    /// Starts the line of an entry, unless it follows a dash.
    fn start_entry(&mut self) {
        let Some(open) = self.open_collections.last_mut() else { return };
        // An empty collection stays on the line of its key, so the line break waits for the first entry.
        if std::mem::take(&mut open.is_empty) && open.is_under_key {
            self.out.push('\n');
        }
        // The first entry of a collection in a list follows the dash.
        if !std::mem::take(&mut self.is_after_dash) {
            write_indent(&mut self.out, open.indent);
        }
    }

    /// Starts a scalar: writes the dash of its list entry, or the space after its key.
    fn start_scalar(&mut self) {
        let is_collection = false;
        self.start_value(is_collection);
    }

    /// Writes the dash of a list entry, or the space after a key.
    fn start_value(&mut self, is_collection: bool) {
        match self.open_collections.last() {
            Some(open) if !open.is_map => {
                self.start_entry();
                self.out.push_str("- ");
                self.is_after_dash = is_collection;
            }
            Some(_) if !is_collection => self.out.push(' '),
            _ => {}
        }
    }

    /// Starts a map or a list, whose first entry is written later.
    fn begin(&mut self, is_map: bool) {
        let is_collection = true;
        self.start_value(is_collection);
        let parent = self.open_collections.last();
        let is_under_key = parent.is_some_and(|open| open.is_map);
        let indent = parent.map_or(0, |open| open.indent + 2);
        self.open_collections.push(OpenCollection { is_map, is_under_key, is_empty: true, indent });
    }

    /// Ends a map or a list; `empty` is written if it has no entries.
    fn end(&mut self, empty: &str) {
        let Some(open) = self.open_collections.pop() else { return };
        if open.is_empty {
            if open.is_under_key {
                self.out.push(' ');
            }
            self.out.push_str(empty);
            self.out.push('\n');
            // The line of the dash ends here, so the next entry needs its indentation.
            self.is_after_dash = false;
        }
    }

    /// Writes a scalar that needs no quotes.
    fn write_scalar(&mut self, text: &str) {
        self.start_scalar();
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// Writes a string of several lines as a literal block.
    fn emit_block(&mut self, value: &str) {
        // A document that consists of a string has no parent, but the lines of the block must be indented.
        let indent = self.open_collections.last().map_or(2, |open| open.indent + 2);
        self.out.push_str(if value.ends_with('\n') { "|\n" } else { "|-\n" });
        for line in value.strip_suffix('\n').unwrap_or(value).split('\n') {
            // Indentation without text would be trailing white space.
            if !line.is_empty() {
                write_indent(&mut self.out, indent);
            }
            self.out.push_str(line);
            self.out.push('\n');
        }
    }
}

impl TextWriter for Emitter {
    fn text(&self) -> &str {
        &self.out
    }

    fn complete_length(&self) -> usize {
        self.out.len()
    }

    fn remove_complete(&mut self) {
        self.out.clear();
    }

    fn finish(self) -> String {
        self.out
    }
}

impl TreeSink for Emitter {
    fn begin_map(&mut self) {
        let is_map = true;
        self.begin(is_map);
    }

    fn key(&mut self, key: &str) {
        self.start_entry();
        let start = self.out.len();
        if key == "<<" {
            // Ruby also merges the map under a quoted `<<`, unless the key has the tag of strings.
            self.out.push_str("!!str ");
        }
        if is_safe_plain(key) {
            self.out.push_str(key);
        } else {
            quote(key, &mut self.out);
        }
        let is_long = self.out.get(start..).is_some_and(|written| {
            // Bytes are compared first, so that characters are counted only for keys that may be too long.
            written.len() > MAX_IMPLICIT_KEY && written.chars().count() > MAX_IMPLICIT_KEY
        });
        if is_long {
            // The length is known only after quoting, which may make a key longer.
            self.out.insert_str(start, "? ");
            self.out.push('\n');
            let indent = self.open_collections.last().map_or(0, |open| open.indent);
            write_indent(&mut self.out, indent);
        }
        self.out.push(':');
    }

    fn end_map(&mut self) {
        self.end("{}");
    }

    fn begin_list(&mut self) {
        let is_map = false;
        self.begin(is_map);
    }

    fn end_list(&mut self) {
        self.end("[]");
    }

    fn null(&mut self) {
        self.write_scalar("null");
    }

    fn boolean(&mut self, value: bool) {
        self.write_scalar(if value { "true" } else { "false" });
    }

    fn number(&mut self, digits: &str) {
        self.start_scalar();
        // JSON numbers need another form in YAML 1.1, where `1e3` is a string.
        write_number(digits, &mut self.out);
        self.out.push('\n');
    }

    fn string(&mut self, value: &str) {
        self.start_scalar();
        // Several lines are written as a block, which is readable; all other strings that are not plain are written in
        // quotes.
        if is_safe_block(value) {
            self.emit_block(value);
            return;
        }
        if is_safe_plain(value) {
            self.out.push_str(value);
        } else {
            quote(value, &mut self.out);
        }
        self.out.push('\n');
    }
}
