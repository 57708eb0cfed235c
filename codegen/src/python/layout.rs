//! Lines of Python as its formatters write them, with a width of 88: expressions, texts and docstrings.
//!
//! Invariant: nothing from a model is more than a text or a comment. This module does not know what is generated.

use crate::languages::texts::{documentation_lines, is_hidden, needs_no_escapes, push_line, width, wrap};
use rustc_hash::FxHashSet;
use std::borrow::Cow;
use std::fmt::Write as _;

/// The width of a line.
const WIDTH: usize = 88;

/// An expression that may be broken into several lines.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Expression {
    /// A text that stays on one line.
    Atom(Cow<'static, str>),
    /// A text, items in brackets after it, and the closing bracket, perhaps followed by a symbol.
    Items(Cow<'static, str>, Vec<Expression>, &'static str),
    /// Alternatives, separated by `|`.
    Union(Vec<Expression>),
}

impl Expression {
    pub(super) fn atom(text: impl Into<Cow<'static, str>>) -> Self {
        Self::Atom(text.into())
    }

    /// A call, with or without arguments.
    pub(super) fn call(function: impl Into<Cow<'static, str>>, arguments: Vec<Expression>) -> Self {
        Self::Items(function.into(), arguments, ")")
    }

    /// A type with parameters.
    pub(super) fn index(of: impl Into<Cow<'static, str>>, parameters: Vec<Expression>) -> Self {
        Self::Items(of.into(), parameters, "]")
    }

    /// An argument with a name.
    pub(super) fn named(name: &str, value: Expression) -> Self {
        match value {
            Self::Atom(text) => Self::Atom([name, "=", &text].concat().into()),
            Self::Items(head, items, end) => Self::Items([name, "=", &head].concat().into(), items, end),
            union @ Self::Union(_) => Self::Atom([name, "=", &union.flat()].concat().into()),
        }
    }

    /// A type, or `None`.
    pub(super) fn or_none(self) -> Self {
        let none = Self::atom("None");
        match self {
            Self::Union(mut items) => {
                items.push(none);
                Self::Union(items)
            }
            ty => Self::Union(vec![ty, none]),
        }
    }

    /// The expression on one line.
    pub(super) fn flat(&self) -> String {
        let mut out = String::with_capacity(2 * WIDTH);
        self.flatten(&mut out);
        out
    }

    /// Appends the expression on one line.
    fn flatten(&self, out: &mut String) {
        match self {
            Self::Atom(text) => out.push_str(text),
            Self::Items(head, items, end) => {
                out.push_str(head);
                out.push_str(opening(end));
                flatten_all(items, ", ", out);
                out.push_str(end);
            }
            Self::Union(items) => flatten_all(items, " | ", out),
        }
    }
}

/// The bracket that corresponds to a closing one.
fn opening(end: &str) -> &'static str {
    if end.starts_with(')') { "(" } else { "[" }
}

/// Expressions on one line.
fn flatten_all(items: &[Expression], separator: &str, out: &mut String) {
    for (at, item) in items.iter().enumerate() {
        out.push_str(if at > 0 { separator } else { "" });
        item.flatten(out);
    }
}

/// Collects lines.
#[derive(Debug, Default)]
pub(super) struct Printer {
    out: String,
    /// The words of the lines without documentation, each with the character after it.
    words: FxHashSet<String>,
    /// Reused memory: a line without the content of its literals.
    code: String,
    /// Reused memory: a statement on one line.
    flat: String,
}

impl Printer {
    pub(super) fn finish(self) -> String {
        self.out
    }

    pub(super) fn is_empty(&self) -> bool {
        self.out.is_empty()
    }

    /// Adds the words of another printer to those of this one.
    pub(super) fn add_code(&mut self, other: &Self) {
        self.words.extend(other.words.iter().cloned());
    }

    /// Adds the lines of another printer.
    pub(super) fn append(&mut self, other: &Self) {
        self.out.push_str(&other.out);
        self.add_code(other);
    }

    /// Whether a word is in the code, outside of texts and documentation. If the word ends with a symbol, any word may
    /// follow it.
    pub(super) fn uses(&self, word: &str) -> bool {
        let may_continue = !word.ends_with(char::is_alphanumeric);
        let mut ends = self.words.iter().filter_map(|known| known.strip_prefix(word));
        ends.any(|end| may_continue || !end.starts_with(|c: char| is_word_part(c) && c != '.'))
    }

    pub(super) fn line(&mut self, indent: usize, text: &str) {
        self.mention(text);
        self.text(indent, text);
    }

    /// A line of several parts.
    fn concat(&mut self, indent: usize, parts: &[&str]) {
        self.line(indent, &parts.concat());
    }

    /// Adds a line whose words are not code.
    fn text(&mut self, indent: usize, text: &str) {
        push_line(indent, text, &mut self.out);
    }

    /// Empty lines.
    pub(super) fn blank(&mut self, lines: usize) {
        self.out.extend(std::iter::repeat_n('\n', lines));
    }

    /// A text before an expression, and the expression on as many lines as it needs.
    pub(super) fn expression(&mut self, indent: usize, head: &str, value: &Expression) {
        self.statement(indent, head, value, "");
    }

    /// Adds the words of a text, outside of literals, to the words of the code. Each word has the character after it,
    /// so that `uses` can also search for a word with a point.
    pub(super) fn mention(&mut self, text: &str) {
        self.code.clear();
        push_without_texts(text, &mut self.code);
        let mut remaining = self.code.as_str();
        while let Some(start) = remaining.find(is_word_part) {
            remaining = &remaining[start..];
            let end = remaining.find(|c: char| !is_word_part(c)).unwrap_or(remaining.len());
            let next_length = remaining[end..].chars().next().map_or(0, char::len_utf8);
            if !self.words.contains(&remaining[..end + next_length]) {
                self.words.insert(remaining[..end + next_length].to_owned());
            }
            remaining = &remaining[end..];
        }
    }

    /// Prints an expression between the texts `head` and `tail`, on as many lines as it needs.
    pub(super) fn statement(&mut self, indent: usize, head: &str, value: &Expression, tail: &str) {
        let mut flat = std::mem::take(&mut self.flat);
        flat.clear();
        flat.push_str(head);
        value.flatten(&mut flat);
        flat.push_str(tail);
        let is_one_line = match value {
            Expression::Atom(_) => true,
            Expression::Items(_, items, _) if items.is_empty() => true,
            _ => indent + width(&flat) <= WIDTH,
        };
        if is_one_line {
            self.line(indent, &flat);
        }
        self.flat = flat;
        if !is_one_line {
            self.lines(indent, head, value, tail);
        }
    }

    /// Prints an expression between the texts `head` and `tail`, on several lines.
    fn lines(&mut self, indent: usize, head: &str, value: &Expression, tail: &str) {
        match value {
            Expression::Atom(text) => self.concat(indent, &[head, text, tail]),
            Expression::Items(open, items, end) => {
                self.concat(indent, &[head, open, opening(end)]);
                let mut inner = std::mem::take(&mut self.flat);
                inner.clear();
                flatten_all(items, ", ", &mut inner);
                let is_one_line = indent + 4 + width(&inner) <= WIDTH;
                if is_one_line {
                    self.line(indent + 4, &inner);
                }
                self.flat = inner;
                if !is_one_line {
                    items.iter().for_each(|item| self.statement(indent + 4, "", item, ","));
                }
                self.concat(indent, &[end, tail]);
            }
            // A type on several lines needs brackets around it, unless it is inside of some.
            Expression::Union(items) if head.ends_with("= ") || head.ends_with(": ") => {
                self.concat(indent, &[head, "("]);
                for (at, item) in items.iter().enumerate() {
                    self.statement(indent + 4, if at == 0 { "" } else { "| " }, item, "");
                }
                self.concat(indent, &[")", tail]);
            }
            Expression::Union(items) => {
                for (at, item) in items.iter().enumerate() {
                    let is_last = at + 1 == items.len();
                    let end = if is_last { tail } else { "" };
                    self.statement(indent, if at == 0 { head } else { "| " }, item, end);
                }
            }
        }
    }

    /// A docstring, if there is text.
    pub(super) fn docstring(&mut self, indent: usize, text: &str) {
        let lines = lines(text, WIDTH - indent);
        match lines.as_slice() {
            [] => {}
            [line] if indent + "\"\"\"".len() + width(line) + "\"\"\"".len() <= WIDTH => {
                self.text(indent, &format!("\"\"\"{line}\"\"\""));
            }
            [first, following @ ..] => {
                self.text(indent, &format!("\"\"\"{first}"));
                following.iter().for_each(|line| self.text(indent, line));
                self.text(indent, "\"\"\"");
            }
        }
    }
}

/// Whether a character may be a part of a word, or a dot between two words.
fn is_word_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '.'
}

/// Appends a line of code without the content of its literals, which end on the same line.
fn push_without_texts(line: &str, out: &mut String) {
    if !line.contains(['"', '\'']) {
        return out.push_str(line);
    }
    let mut chars = line.chars();
    let mut quote = None;
    while let Some(c) = chars.next() {
        match (quote, c) {
            (None, '"' | '\'') => quote = Some(c),
            (None, _) => out.push(c),
            (Some(_), '\\') => drop(chars.next()),
            (Some(open), _) if open == c => {
                quote = None;
                // Without a character here, the words before and after the text would become one word.
                out.push('"');
            }
            (Some(_), _) => {}
        }
    }
}

/// A text as a literal of Python.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    // As formatters do: the quotes that need fewer backslashes.
    let quote = if text.contains('"') && !text.contains('\'') { '\'' } else { '"' };
    out.push(quote);
    if needs_no_escapes(text) {
        out.push_str(text);
        out.push(quote);
        return out;
    }
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c == quote => out.extend(['\\', c]),
            c if is_hidden(c) => {
                let code = u32::from(c);
                // Writing to a string cannot fail.
                let _ = if code > 0xffff {
                    write!(out, "\\U{code:08x}")
                } else if code > 0xff {
                    write!(out, "\\u{code:04x}")
                } else {
                    write!(out, "\\x{code:02x}")
                };
            }
            c => out.push(c),
        }
    }
    out.push(quote);
    out
}

/// A text as a raw literal of Python if possible, for regular expressions.
pub(super) fn raw(text: &str) -> String {
    let is_plain = !text.contains('"') && !text.chars().any(is_hidden);
    match is_plain && text.contains('\\') && !text.ends_with('\\') {
        true => format!("r\"{text}\""),
        false => quoted(text),
    }
}

/// A name within backquotes, on one line.
pub(super) fn comment_text(name: &str) -> String {
    let characters = name.chars().map(|c| match c {
        '`' | '"' => '\'',
        '\\' => '/',
        c if is_hidden(c) => ' ',
        c => c,
    });
    characters.collect()
}

/// The lines of a documentation text, which end no docstring; paragraphs with too long lines are wrapped.
fn lines(text: &str, limit: usize) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for line in documentation_lines(text) {
        let line = line.replace('\\', "\\\\").replace("\"\"\"", "\\\"\\\"\\\"");
        // The first line also has the opening quotes.
        let quotes_width = "\"\"\"".len();
        wrap(&line, limit, quotes_width, &mut out);
    }
    if let Some(first) = out.first_mut() {
        *first = first.trim_start().to_owned();
        // Formatters would read a quote that directly follows the opening ones as one of them.
        if first.starts_with('"') {
            first.insert(0, '\\');
        }
    }
    if let Some(last) = out.last_mut().filter(|last| last.ends_with('"')) {
        last.pop();
        // After an odd number of backslashes, the last quote is already escaped.
        if last.bytes().rev().take_while(|byte| *byte == b'\\').count().is_multiple_of(2) {
            last.push('\\');
        }
        last.push('"');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_literals() {
        for (text, literal) in [
            ("a", "\"a\""),
            ("a\"b", "'a\"b'"),
            ("'\"", "\"'\\\"\""),
            ("\\\n\u{202e}\u{1}", "\"\\\\\\n\\u202e\\x01\""),
        ] {
            assert_eq!(quoted(text), literal);
        }
        assert_eq!(raw("^\\d$"), "r\"^\\d$\"");
    }

    #[test]
    fn docstrings_end_only_at_their_end() {
        let mut out = Printer::default();
        out.docstring(4, "\n\"\"\"a\\\n\n\n\u{202e}b\"");
        assert_eq!(out.finish(), "    \"\"\"\\\"\\\"\\\"a\\\\\n\n    b\\\"\n    \"\"\"\n");
    }

    #[test]
    fn long_calls_are_broken_as_by_formatters() {
        let long = "x".repeat(80);
        let call = Expression::call("f", vec![Expression::atom("a"), Expression::atom(long.clone())]);
        let mut out = Printer::default();
        out.expression(0, "y = ", &call);
        assert_eq!(out.finish(), format!("y = f(\n    a, {long}\n)\n"));
    }

    #[test]
    fn empty_brackets_stay_on_one_line() {
        let long = "x".repeat(88);
        for (value, end) in [
            (Expression::call(long.clone(), Vec::new()), "()"),
            (Expression::index(long.clone(), Vec::new()), "[]"),
        ] {
            let mut out = Printer::default();
            out.expression(0, "y = ", &value);
            assert_eq!(out.finish(), format!("y = {long}{end}\n"));
        }
    }
}
