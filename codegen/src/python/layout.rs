//! Lines of Python as its formatters write them, with a width of 88: expressions, texts and docstrings.
//!
//! Invariant: nothing from a model is more than a text or a comment. This module does not know what is generated.

use super::mentions::Mentions;
use crate::languages::texts::{
    documentation_lines, is_hidden, needs_no_escapes, push_line, push_spaces, width, wrap,
};
use std::borrow::Cow;
use std::fmt::Write as _;

/// The width of a line.
const WIDTH: usize = 88;

/// An expression that may be broken into several lines.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Expression {
    /// A text that stays on one line.
    Atom(Cow<'static, str>),
    /// A text, items in brackets after it, and the closing bracket, perhaps followed by a symbol: `f(a, b)` consists of
    /// `f`, the two items and `)`.
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
    pub(super) fn flatten(&self, out: &mut String) {
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
    /// The names in the lines without documentation.
    mentions: Mentions,
}

impl Printer {
    pub(super) fn finish(self) -> String {
        self.out
    }

    pub(super) fn is_empty(&self) -> bool {
        self.out.is_empty()
    }

    /// Adds the names of another printer to those of this one.
    pub(super) fn add_code(&mut self, other: &Self) {
        self.mentions.add_all(&other.mentions);
    }

    /// Adds the lines of another printer.
    pub(super) fn append(&mut self, other: &Self) {
        self.out.push_str(&other.out);
        self.add_code(other);
    }

    /// Whether a name is in the code, outside of texts and documentation. If it has a point at its end, another name
    /// must follow it: `oj.` is in `oj.TEXT`, but not in `oj`.
    pub(super) fn uses(&self, name: &str) -> bool {
        self.mentions.contain(name)
    }

    /// Adds the names in a text to those of the code.
    pub(super) fn mention(&mut self, text: &str) {
        self.mentions.add(text);
    }

    pub(super) fn line(&mut self, indent: usize, text: &str) {
        self.mention(text);
        push_line(indent, text, &mut self.out);
    }

    /// Prints a line of several parts.
    fn concat(&mut self, indent: usize, parts: &[&str]) {
        push_spaces(indent, &mut self.out);
        let start = self.out.len();
        self.out.extend(parts.iter().copied());
        self.end_line(start);
    }

    /// Ends a line, whose code starts at a position of the text.
    fn end_line(&mut self, start: usize) {
        self.mentions.add(&self.out[start..]);
        self.out.push('\n');
    }

    /// Empty lines.
    pub(super) fn blank(&mut self, lines: usize) {
        self.out.extend(std::iter::repeat_n('\n', lines));
    }

    /// A text before an expression, and the expression on as many lines as it needs.
    pub(super) fn expression(&mut self, indent: usize, head: &str, value: &Expression) {
        self.statement(indent, head, value, "");
    }

    /// Prints an expression between the texts `head` and `tail`, on as many lines as it needs.
    pub(super) fn statement(&mut self, indent: usize, head: &str, value: &Expression, tail: &str) {
        let start = self.out.len();
        push_spaces(indent, &mut self.out);
        self.out.push_str(head);
        value.flatten(&mut self.out);
        self.out.push_str(tail);
        let is_one_line = match value {
            Expression::Atom(_) => true,
            Expression::Items(_, items, _) if items.is_empty() => true,
            _ => fits(&self.out[start..]),
        };
        if is_one_line {
            return self.end_line(start + indent);
        }
        self.out.truncate(start);
        self.lines(indent, head, value, tail);
    }

    /// Prints an expression between the texts `head` and `tail`, on several lines.
    fn lines(&mut self, indent: usize, head: &str, value: &Expression, tail: &str) {
        match value {
            Expression::Atom(text) => self.concat(indent, &[head, text, tail]),
            Expression::Items(open, items, end) => {
                self.concat(indent, &[head, open, opening(end)]);
                self.items(indent + 4, items);
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

    /// Prints items on one line, or on a line each.
    fn items(&mut self, indent: usize, items: &[Expression]) {
        let start = self.out.len();
        push_spaces(indent, &mut self.out);
        flatten_all(items, ", ", &mut self.out);
        if fits(&self.out[start..]) {
            return self.end_line(start + indent);
        }
        self.out.truncate(start);
        items.iter().for_each(|item| self.statement(indent, "", item, ","));
    }

    /// A docstring, if there is text.
    pub(super) fn docstring(&mut self, indent: usize, text: &str) {
        if text.is_empty() {
            return;
        }
        let lines = lines(text, WIDTH - indent);
        match lines.as_slice() {
            [] => {}
            [line] if indent + "\"\"\"".len() + width(line) + "\"\"\"".len() <= WIDTH => {
                push_line(indent, &["\"\"\"", line, "\"\"\""].concat(), &mut self.out);
            }
            [first, following @ ..] => {
                push_line(indent, &["\"\"\"", first].concat(), &mut self.out);
                following.iter().for_each(|line| push_line(indent, line, &mut self.out));
                push_line(indent, "\"\"\"", &mut self.out);
            }
        }
    }
}

/// Whether a line is not too long.
fn fits(line: &str) -> bool {
    // No text has more columns than bytes.
    line.len() <= WIDTH || width(line) <= WIDTH
}

/// A text as a literal of Python.
pub(super) fn quoted(text: &str) -> String {
    if needs_no_escapes(text) {
        return ["\"", text, "\""].concat();
    }
    let mut out = String::with_capacity(text.len() + 2);
    // As formatters do: the quotes that need fewer backslashes.
    let quote = if text.contains('"') && !text.contains('\'') { '\'' } else { '"' };
    out.push(quote);
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
        let line = match needs_no_escapes(&line) {
            true => line,
            false => line.replace('\\', "\\\\").replace("\"\"\"", "\\\"\\\"\\\""),
        };
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
