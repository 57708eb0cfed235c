//! The text of JSON values, on lines of limited width.
//!
//! Invariants: a value is on one line if it fits; the text does not depend on the number of threads. This module does
//! not know what the values describe.

use super::{Json, Text};
use crate::languages::texts::{self, push_spaces};
use modelwright_metamodel::diagnostic::is_unprintable;
use modelwright_metamodel::threads::in_parts;
use modelwright_notations::json;

/// The maximum length of a line, including its indentation.
const WIDTH: usize = 100;

/// The number of items of a list or a map from which they are printed on all cores.
const MANY_ITEMS: usize = 500;

impl Json {
    /// The text, indented by two spaces for each level; short values are on one line.
    pub(crate) fn pretty(&self) -> String {
        let mut printer = Printer::default();
        printer.print(self, 0);
        printer.out.push('\n');
        printer.out
    }

    /// The text, on one line.
    pub(crate) fn line(&self) -> String {
        let mut out = String::new();
        push_flat(self, usize::MAX, &mut out);
        out
    }

    /// The number of items of a list or a map; 0 for other values.
    fn item_count(&self) -> usize {
        match self {
            Json::List(items) => items.len(),
            Json::Map(entries) => entries.len(),
            _ => 0,
        }
    }

    /// An item of a list or a map, with its key in the map.
    fn item(&self, index: usize) -> Option<(Option<&Text>, &Json)> {
        match self {
            Json::List(items) => items.get(index).map(|item| (None, item)),
            Json::Map(entries) => entries.get(index).map(|(key, value)| (Some(key), value)),
            _ => None,
        }
    }

    /// What is before and after the items, if they are on one line.
    fn flat_brackets(&self) -> (&'static str, &'static str) {
        if matches!(self, Json::List(_)) { ("[", "]") } else { ("{ ", " }") }
    }
}

/// Prints values, on several lines if they are too long for one.
#[derive(Default)]
struct Printer {
    out: String,
    /// The texts on one line of the lists and maps around the current position, each as far as it fits.
    flat: String,
    /// The ends of the items in `flat` that are complete, for each of these lists and maps.
    item_ends: Vec<usize>,
}

impl Printer {
    /// Prints a value: on one line if it fits, otherwise with each item on a line of its own, indented by two more.
    fn print(&mut self, value: &Json, indent: usize) {
        let count = value.item_count();
        if count == 0 {
            return push_without_items(value, &mut self.out);
        }
        let (flat_start, ends_start) = (self.flat.len(), self.item_ends.len());
        if self.fits_on_line(value, WIDTH.saturating_sub(indent)) {
            self.out.push_str(&self.flat[flat_start..]);
        } else {
            let (open, close) = value.flat_brackets();
            self.out.push_str(open.trim_end());
            if count < MANY_ITEMS {
                self.print_items(value, indent, (flat_start, ends_start));
            } else {
                let indices: Vec<usize> = (0..count).collect();
                let texts = in_parts(&indices, |indices| {
                    let mut printer = Printer::default();
                    indices.iter().for_each(|index| printer.print_item(value, *index, indent));
                    printer.out
                });
                self.out.extend(texts);
            }
            newline(indent, &mut self.out);
            self.out.push_str(close.trim_start());
        }
        self.flat.truncate(flat_start);
        self.item_ends.truncate(ends_start);
    }

    /// Appends the value to `flat` as far as it has at most `width` bytes on one line, and the ends of its complete
    /// items to `item_ends`. Returns whether it is complete.
    fn fits_on_line(&mut self, value: &Json, width: usize) -> bool {
        let end = self.flat.len() + width;
        let (open, close) = value.flat_brackets();
        self.flat.push_str(open);
        for index in 0..value.item_count() {
            // Printing stops at the limit: printing each value completely at each level would be quadratic in depth.
            if !push_flat_item(value, index, end, &mut self.flat) {
                return false;
            }
            self.item_ends.push(self.flat.len());
        }
        self.flat.push_str(close);
        self.flat.len() <= end
    }

    /// Prints the items of a list or a map on lines of their own, after an attempt to print them on one line, whose
    /// text and ends of items start at the given indices.
    fn print_items(&mut self, container: &Json, indent: usize, (flat_start, ends_start): (usize, usize)) {
        let mut start = flat_start + container.flat_brackets().0.len();
        for index in 0..container.item_count() {
            // Later attempts append to `item_ends`, and remove what they have appended.
            match self.item_ends.get(ends_start + index) {
                // Items that are complete on the common line are copied, because printing them again takes longer.
                Some(end) if end - start <= WIDTH.saturating_sub(indent + 2) => {
                    start_item(index, indent, &mut self.out);
                    self.out.push_str(&self.flat[start..*end]);
                    start = *end + ITEM_SEPARATOR.len();
                }
                end => {
                    start = end.map_or(start, |end| end + ITEM_SEPARATOR.len());
                    self.print_item(container, index, indent);
                }
            }
        }
    }

    /// Prints an item of a list or a map on a line of its own, or on several ones.
    fn print_item(&mut self, container: &Json, index: usize, indent: usize) {
        let Some((key, value)) = container.item(index) else { return };
        start_item(index, indent, &mut self.out);
        push_key(key, &mut self.out);
        self.print(value, indent + 2);
    }
}

/// What is between two items on one line.
const ITEM_SEPARATOR: &str = ", ";

/// Appends a value on one line. Returns `false` if the text ends after `end`; it may then be incomplete.
fn push_flat(value: &Json, end: usize, out: &mut String) -> bool {
    let count = value.item_count();
    if count == 0 {
        push_without_items(value, out);
        return out.len() <= end;
    }
    let (open, close) = value.flat_brackets();
    out.push_str(open);
    let fits = (0..count).all(|index| push_flat_item(value, index, end, out));
    out.push_str(close);
    fits && out.len() <= end
}

/// Appends an item of a list or a map on the line of the items before. Returns `false` if the text ends after `end`; it
/// may then be incomplete.
fn push_flat_item(container: &Json, index: usize, end: usize, out: &mut String) -> bool {
    let Some((key, value)) = container.item(index) else { return true };
    out.push_str(if index > 0 { ITEM_SEPARATOR } else { "" });
    push_key(key, out);
    push_flat(value, end, out)
}

/// Appends a value that is neither a list nor a map with items.
fn push_without_items(value: &Json, out: &mut String) {
    match value {
        Json::Null => out.push_str("null"),
        Json::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Json::Number(digits) => out.push_str(digits),
        Json::String(text) => quote(text, out),
        Json::List(_) => out.push_str("[]"),
        Json::Map(_) => out.push_str("{}"),
    }
}

/// Appends the key of an entry of a map.
fn push_key(key: Option<&Text>, out: &mut String) {
    if let Some(key) = key {
        quote(key, out);
        out.push_str(": ");
    }
}

/// Starts the line of the item with an index, after a comma if it is not the first one.
fn start_item(index: usize, indent: usize, out: &mut String) {
    out.push_str(if index > 0 { "," } else { "" });
    newline(indent + 2, out);
}

/// Ends a line, and indents the next one.
fn newline(indent: usize, out: &mut String) {
    out.push('\n');
    push_spaces(indent, out);
}

/// Appends a text as a string of JSON.
pub(crate) fn quote(text: &str, out: &mut String) {
    if texts::needs_no_escapes(text) {
        out.push('"');
        out.push_str(text);
        return out.push('"');
    }
    let is_plain = |c| matches!(c, ' '..='~');
    json::quote(text, |c| !is_plain(c) && (is_unprintable(c) || matches!(c, '\u{2028}' | '\u{2029}')), out);
}
