//! JSON as text, with keys in the order they were given.
//!
//! Numbers keep their digits, so that bounds of 64 bits and more stay exact.

use crate::languages::texts::push_spaces;
use modelwright_metamodel::diagnostic::is_unprintable;
use modelwright_notations::json;
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// The maximum length of a line, including its indentation.
const WIDTH: usize = 100;

/// A key or a text. Most of them are words of a schema language, which are not copied.
pub(crate) type Text = Cow<'static, str>;

/// A JSON value to be printed, whose texts are its own or words of a schema language.
pub(crate) type Json = JsonOf<'static>;

/// The entries of a map.
pub(crate) type Entries<'t> = Vec<(Cow<'t, str>, JsonOf<'t>)>;

/// A JSON value to be printed, which may borrow texts.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum JsonOf<'t> {
    Null,
    Bool(bool),
    /// A legal JSON number.
    Number(Cow<'t, str>),
    String(Cow<'t, str>),
    List(Vec<JsonOf<'t>>),
    Map(Entries<'t>),
}

impl<'t> JsonOf<'t> {
    pub(crate) fn string(text: impl Into<Cow<'t, str>>) -> Self {
        Self::String(text.into())
    }

    /// A string with a copy of a text.
    pub(crate) fn copy(text: &str) -> Self {
        Self::String(Cow::Owned(text.to_owned()))
    }

    pub(crate) fn number(value: impl std::fmt::Display) -> Self {
        Self::Number(Cow::Owned(value.to_string()))
    }

    /// A map of the given entries.
    pub(crate) fn map<const N: usize>(entries: [(&'static str, Self); N]) -> Self {
        Self::Map(entries.into_iter().map(|(key, value)| (Cow::Borrowed(key), value)).collect())
    }

    /// A map of entries, each of which replaces an earlier one with the same key, in linear time.
    pub(crate) fn map_of(entries: Entries<'t>) -> Self {
        // A search through the list for each key would be quadratic: a class may have many thousand
        // properties.
        let mut last_positions: FxHashMap<&str, usize> = FxHashMap::default();
        last_positions.extend(entries.iter().enumerate().map(|(at, (key, _))| (&**key, at)));
        if last_positions.len() == entries.len() {
            return Self::Map(entries);
        }
        let mut map: Entries<'t> = Vec::new();
        let mut positions: FxHashMap<Cow<'t, str>, usize> = FxHashMap::default();
        for (key, value) in entries {
            match positions.get(&key) {
                Some(at) => map[*at].1 = value,
                None => {
                    positions.insert(key.clone(), map.len());
                    map.push((key, value));
                }
            }
        }
        Self::Map(map)
    }

    /// A map of those of the given entries that have a value.
    pub(crate) fn map_of_some<const N: usize>(entries: [(&'static str, Option<Self>); N]) -> Self {
        let mut map = Vec::with_capacity(entries.iter().filter(|(_, value)| value.is_some()).count());
        map.extend(entries.into_iter().filter_map(|(key, value)| Some((Cow::Borrowed(key), value?))));
        Self::Map(map)
    }

    /// The map with an entry, which replaces one with the same key. Values that are not maps remain unchanged.
    pub(crate) fn with(mut self, key: impl Into<Cow<'t, str>>, value: Self) -> Self {
        if let Self::Map(entries) = &mut self {
            let key = key.into();
            match entries.iter_mut().find(|(known, _)| *known == key) {
                Some((_, old)) => *old = value,
                None => entries.push((key, value)),
            }
        }
        self
    }

    /// Adds an entry if there is a value.
    pub(crate) fn with_some(self, key: &'static str, value: Option<Self>) -> Self {
        match value {
            Some(value) => self.with(key, value),
            None => self,
        }
    }

    /// The value of a key, and the map without that key.
    pub(crate) fn split(mut self, key: &str) -> (Option<Self>, Self) {
        let value = match &mut self {
            Self::Map(entries) => {
                let position = entries.iter().position(|(known, _)| known == key);
                position.map(|position| entries.remove(position).1)
            }
            _ => None,
        };
        (value, self)
    }

    /// The text, indented by two spaces for each level; short values are on one line.
    pub(crate) fn pretty(&self) -> String {
        let mut out = String::new();
        self.print(0, &mut out);
        out.push('\n');
        out
    }

    /// The text, on one line.
    pub(crate) fn line(&self) -> String {
        let mut out = String::new();
        self.print_flat(&mut out);
        out
    }

    /// Prints the value: on one line if it fits, otherwise with each item on a line of its own, indented by two more.
    fn print(&self, indent: usize, out: &mut String) {
        if self.print_if_it_fits(indent, out) {
            return;
        }
        match self {
            Self::List(items) => {
                out.push('[');
                for (at, item) in items.iter().enumerate() {
                    start_item(at, indent, out);
                    item.print(indent + 2, out);
                }
                newline(indent, out);
                out.push(']');
            }
            Self::Map(entries) => {
                out.push('{');
                for (at, (key, value)) in entries.iter().enumerate() {
                    start_item(at, indent, out);
                    quote_key(key, out);
                    value.print(indent + 2, out);
                }
                newline(indent, out);
                out.push('}');
            }
            // Scalars are never divided, so they are already printed.
            _ => {}
        }
    }

    /// Prints the value if it fits on the line or has no items, and returns `true`; otherwise prints nothing, and
    /// returns `false`.
    fn print_if_it_fits(&self, indent: usize, out: &mut String) -> bool {
        let width = WIDTH.saturating_sub(indent);
        let has_items = self.has_items();
        // Most values that are too wide are recognised without printing them. Escapes lengthen the others at most
        // sixfold, so the time remains linear.
        if has_items && self.space_after(width).is_none() {
            return false;
        }
        let start = out.len();
        self.print_flat(out);
        let fits = !has_items || out.len() - start <= width;
        if !fits {
            out.truncate(start);
        }
        fits
    }

    /// Whether the value is a list or a map that is not empty.
    fn has_items(&self) -> bool {
        match self {
            Self::List(items) => !items.is_empty(),
            Self::Map(entries) => !entries.is_empty(),
            _ => false,
        }
    }

    /// The part of a space that remains after the value on one line, apart from escapes; `None` if the value is longer.
    /// It examines no more items than the space has columns.
    fn space_after(&self, space: usize) -> Option<usize> {
        match self {
            Self::Null | Self::Bool(true) => space.checked_sub(4),
            Self::Bool(false) => space.checked_sub(5),
            Self::Number(digits) => space.checked_sub(digits.len()),
            Self::String(text) => space.checked_sub(text.len() + 2),
            // The brackets, and a comma and a space between two items.
            Self::List(items) => {
                let space = space.checked_sub(2 * items.len().max(1))?;
                items.iter().try_fold(space, |space, item| item.space_after(space))
            }
            // Braces have spaces inside, and each key has quotes, a colon and a space.
            Self::Map(entries) => {
                let space = space.checked_sub(2 * entries.len() + 2)?;
                entries.iter().try_fold(space, |space, (key, value)| {
                    value.space_after(space.checked_sub(key.len() + 4)?)
                })
            }
        }
    }

    /// Prints the value on one line.
    fn print_flat(&self, out: &mut String) {
        match self {
            Self::Null => out.push_str("null"),
            Self::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            Self::Number(digits) => out.push_str(digits),
            Self::String(text) => quote(text, out),
            Self::List(items) => {
                out.push('[');
                for (at, item) in items.iter().enumerate() {
                    out.push_str(if at > 0 { ", " } else { "" });
                    item.print_flat(out);
                }
                out.push(']');
            }
            Self::Map(entries) if entries.is_empty() => out.push_str("{}"),
            Self::Map(entries) => {
                for (at, (key, value)) in entries.iter().enumerate() {
                    out.push_str(if at > 0 { ", " } else { "{ " });
                    quote_key(key, out);
                    value.print_flat(out);
                }
                out.push_str(" }");
            }
        }
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

/// Appends a key, and the colon after it.
fn quote_key(key: &str, out: &mut String) {
    quote(key, out);
    out.push_str(": ");
}

/// Appends a text as a string of JSON.
pub(crate) fn quote(text: &str, out: &mut String) {
    // Most texts are short words, for which a table is faster than a comparison of several bytes at once.
    if text.bytes().all(|byte| PLAIN_BYTES[usize::from(byte)]) {
        out.push('"');
        out.push_str(text);
        return out.push('"');
    }
    json::quote(
        text,
        |c| !matches!(c, ' '..='~') && (is_unprintable(c) || matches!(c, '\u{2028}' | '\u{2029}')),
        out,
    );
}

/// Whether a byte is printed unchanged in a string: printable ASCII without quotation marks and backslashes.
const PLAIN_BYTES: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = b' ';
    while byte <= b'~' {
        table[byte as usize] = !matches!(byte, b'"' | b'\\');
        byte += 1;
    }
    table
};
