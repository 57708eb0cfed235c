//! Lines of Java with a width of 100, as its usual formatter writes them: expressions, texts and Javadoc.
//!
//! Invariant: nothing from a model is more than a text or a comment. This module does not know what is generated.

use crate::languages::texts::{is_hidden, needs_no_escapes, push_line, push_spaces, width};
use std::borrow::Cow;
use std::fmt::Write as _;

/// The width of a line.
const WIDTH: usize = 100;

/// An expression that may be broken into several lines.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Expression {
    /// A text that stays on one line.
    Atom(Cow<'static, str>),
    /// The function, and the arguments.
    Call(Cow<'static, str>, Vec<Expression>),
    /// The items of an array.
    Array(Vec<Expression>),
    /// A condition, the value if it holds, and the value if it does not hold.
    Conditional(String, String, String),
}

impl Expression {
    pub(super) fn atom(text: impl Into<Cow<'static, str>>) -> Self {
        Self::Atom(text.into())
    }

    /// A call.
    pub(super) fn call(function: impl Into<Cow<'static, str>>, arguments: Vec<Expression>) -> Self {
        Self::Call(function.into(), arguments)
    }

    /// The expression on one line.
    fn flatten(&self, out: &mut String) {
        match self {
            Self::Atom(text) => out.push_str(text),
            Self::Call(function, arguments) => {
                out.push_str(function);
                out.push('(');
                flatten_all(arguments, out);
                out.push(')');
            }
            Self::Array(items) => {
                out.push('{');
                flatten_all(items, out);
                out.push('}');
            }
            Self::Conditional(condition, value, otherwise) => {
                out.extend([condition, " ? ", value, " : ", otherwise]);
            }
        }
    }
}

/// Expressions on one line.
fn flatten_all(items: &[Expression], out: &mut String) {
    for (at, item) in items.iter().enumerate() {
        out.push_str(if at > 0 { ", " } else { "" });
        item.flatten(out);
    }
}

/// Collects lines.
#[derive(Debug, Default)]
pub(super) struct Printer {
    out: String,
}

impl Printer {
    /// A printer with memory for a text of this length, which may also be longer.
    pub(super) fn with_capacity(length: usize) -> Self {
        Self { out: String::with_capacity(length) }
    }

    pub(super) fn finish(self) -> String {
        self.out
    }

    pub(super) fn len(&self) -> usize {
        self.out.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.out.is_empty()
    }

    pub(super) fn line(&mut self, indent: usize, text: &str) {
        push_line(indent, text, &mut self.out);
    }

    /// Prints a line of several parts.
    pub(super) fn concat(&mut self, indent: usize, parts: &[&str]) {
        push_spaces(indent, &mut self.out);
        parts.iter().for_each(|part| self.out.push_str(part));
        self.out.push('\n');
    }

    /// Adds the lines of another printer.
    pub(super) fn append(&mut self, other: &Self) {
        self.out.push_str(&other.out);
    }

    /// Prints an expression between the texts `head` and `tail`, on as many lines as it needs.
    pub(super) fn statement(&mut self, indent: usize, head: &str, value: &Expression, tail: &str) {
        let start = self.out.len();
        push_spaces(indent, &mut self.out);
        self.out.push_str(head);
        value.flatten(&mut self.out);
        self.out.push_str(tail);
        let has_parts = match value {
            Expression::Atom(_) => false,
            Expression::Call(_, arguments) => !arguments.is_empty(),
            Expression::Array(_) | Expression::Conditional(..) => true,
        };
        if !has_parts || fits(0, &self.out[start..]) {
            return self.out.push('\n');
        }
        self.out.truncate(start);
        self.lines(indent, head, value, tail);
    }

    /// Prints an expression between the texts `head` and `tail`, on several lines.
    fn lines(&mut self, indent: usize, head: &str, value: &Expression, tail: &str) {
        match value {
            Expression::Atom(text) => self.concat(indent, &[head, text, tail]),
            Expression::Call(function, arguments) => {
                self.concat(indent, &[head, function, "("]);
                self.items(indent + 4, arguments, &[")", tail].concat());
            }
            Expression::Array(items) => {
                self.concat(indent, &[head, "{"]);
                for (at, item) in items.iter().enumerate() {
                    self.statement(indent + 2, "", item, if at + 1 == items.len() { "" } else { "," });
                }
                self.concat(indent, &["}", tail]);
            }
            Expression::Conditional(condition, value, otherwise) => {
                self.line(indent, head.trim_end());
                let flat = format!("{condition} ? {value} : {otherwise}{tail}");
                if fits(indent + 4, &flat) {
                    return self.line(indent + 4, &flat);
                }
                self.line(indent + 4, condition);
                self.line(indent + 8, &format!("? {value}"));
                self.line(indent + 8, &format!(": {otherwise}{tail}"));
            }
        }
    }

    /// Items on one line or on a line each, and what follows the last one.
    pub(super) fn items(&mut self, indent: usize, items: &[Expression], tail: &str) {
        let start = self.out.len();
        push_spaces(indent, &mut self.out);
        flatten_all(items, &mut self.out);
        self.out.push_str(tail);
        if fits(0, &self.out[start..]) {
            return self.out.push('\n');
        }
        self.out.truncate(start);
        for (at, item) in items.iter().enumerate() {
            self.statement(indent, "", item, if at + 1 == items.len() { tail } else { "," });
        }
    }

    /// Prints a documentation comment of the paragraphs of `text`, and a `@param` for the name and the text in each of
    /// `tags`; nothing if there are none.
    pub(super) fn javadoc(&mut self, indent: usize, text: &str, tags: &[(&str, &str)]) {
        let limit = WIDTH - indent - " * ".len();
        let mut lines = paragraphs(text, limit);
        for (at, (tag, text)) in tags.iter().enumerate() {
            if at == 0 && !lines.is_empty() {
                lines.push(String::new());
            }
            let words = match needs_no_escapes(text) {
                true => Cow::Borrowed(*text),
                false => Cow::Owned(text.replace(is_hidden, " ")),
            };
            wrap(&["@param ", tag, " ", &escaped(&words)].concat(), limit, "    ", &mut lines);
        }
        match lines.as_slice() {
            [] => {}
            [line] if tags.is_empty() && fits(indent + "/**  */".len(), line) => {
                self.concat(indent, &["/** ", line, " */"]);
            }
            lines => {
                self.line(indent, "/**");
                for line in lines {
                    push_spaces(indent, &mut self.out);
                    self.out.extend([if line.is_empty() { " *" } else { " * " }, line.trim_end(), "\n"]);
                }
                self.line(indent, " */");
            }
        }
    }
}

/// Whether a line can contain a text after `indent` spaces.
pub(super) fn fits(indent: usize, text: &str) -> bool {
    // No text has more columns than bytes.
    is_short_enough(indent + text.len()) || is_short_enough(indent + width(text))
}

/// Whether a line may be as wide as this.
pub(super) fn is_short_enough(width: usize) -> bool {
    width <= WIDTH
}

/// A text as a literal of Java.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    if needs_no_escapes(text) {
        out.push_str(text);
    } else {
        text.chars().for_each(|c| push_escaped(c, '"', &mut out));
    }
    out.push('"');
    out
}

/// A UTF-16 code unit as a literal of Java.
pub(super) fn character(code: u16) -> String {
    let mut out = "'".to_owned();
    match char::from_u32(u32::from(code)) {
        Some(c) => push_escaped(c, '\'', &mut out),
        // Writing to a string cannot fail.
        None => drop(write!(out, "\\u{code:04x}")),
    }
    out.push('\'');
    out
}

/// Appends a character of a literal that `quote` encloses, with an escape if it needs one.
fn push_escaped(c: char, quote: char, out: &mut String) {
    match c {
        '\\' => out.push_str("\\\\"),
        // Java replaces `\u` escapes before it finds the ends of lines, so line breaks need these escapes.
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        c if c == quote => out.extend(['\\', c]),
        c if is_hidden(c) => {
            for unit in c.encode_utf16(&mut [0; 2]) {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{unit:04x}");
            }
        }
        c => out.push(c),
    }
}

/// A name in a comment, on one line.
pub(super) fn comment_text(name: &str) -> String {
    escaped(&name.replace(|c: char| is_hidden(c), " ")).into_owned()
}

/// A text in a comment: characters that would end it, or mean something in it, as entities of HTML.
fn escaped(text: &str) -> Cow<'_, str> {
    if !text.bytes().any(|byte| matches!(byte, b'&' | b'<' | b'>' | b'@' | b'{' | b'}' | b'\\' | b'/')) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '@' => out.push_str("&#64;"),
            '{' => out.push_str("&#123;"),
            '}' => out.push_str("&#125;"),
            '\\' => out.push_str("&#92;"),
            '/' if out.ends_with('*') => out.push_str("&#47;"),
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// The lines of a documentation text, in which all paragraphs but the first begin with `<p>`.
fn paragraphs(text: &str, limit: usize) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut is_start = true;
    for raw in text.lines() {
        let clean_line: Cow<'_, str> = match needs_no_escapes(raw) {
            true => Cow::Borrowed(raw),
            false => raw.replace('\t', " ").chars().filter(|c| !is_hidden(*c)).collect(),
        };
        let clean_line = escaped(clean_line.trim());
        if clean_line.is_empty() {
            is_start = true;
            continue;
        }
        let is_new = is_start && !out.is_empty();
        if is_new {
            out.push(String::new());
        }
        let marked_line = if is_new { ["<p>", &clean_line].concat().into() } else { clean_line };
        wrap(&marked_line, limit, "", &mut out);
        is_start = false;
    }
    out
}

/// Appends a text to `out` in lines of at most `limit` columns that are broken between words. All lines but the first
/// are indented. A longer word has a line of its own.
fn wrap(text: &str, limit: usize, indent: &str, out: &mut Vec<String>) {
    let mut line = String::with_capacity(limit);
    let mut line_width = 0;
    // A word of other blanks than spaces counts as blank, too: no space follows it.
    let mut is_line_blank = true;
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let word_width = width(word);
        if is_line_blank {
            line.push_str(word);
            line_width += word_width;
            is_line_blank = word.trim().is_empty();
        } else if line_width.saturating_add(1 + word_width) <= limit {
            line.push(' ');
            line.push_str(word);
            line_width += 1 + word_width;
        } else {
            out.push(std::mem::replace(&mut line, [indent, word].concat()));
            line_width = width(indent) + word_width;
            is_line_blank = word.trim().is_empty();
        }
    }
    out.push(line);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_literals() {
        for (text, literal) in [
            ("a", "\"a\""),
            ("a\"b'", "\"a\\\"b'\""),
            ("\\u000a\n\u{202e}", "\"\\\\u000a\\n\\u202e\""),
            ("\u{e0001}", "\"\u{e0001}\""),
        ] {
            assert_eq!(quoted(text), literal);
        }
        let characters = [u16::from(b'\''), u16::from(b'"'), 10, 0xd800].map(character);
        assert_eq!(characters, ["'\\''", "'\"'", "'\\n'", "'\\ud800'"]);
    }

    #[test]
    fn comments_end_only_at_their_end() {
        let mut out = Printer::default();
        out.javadoc(2, "*/ {@code x} \\u002a\n\n\n<b>\u{202e}", &[("a", "@b")]);
        let expected = "  /**\n   * *&#47; &#123;&#64;code x&#125; &#92;u002a\n   *\n   * <p>&lt;b&gt;\n   *\n   \
                        * @param a &#64;b\n   */\n";
        assert_eq!(out.finish(), expected);
    }

    #[test]
    fn long_calls_are_broken_as_by_formatters() {
        let long = "x".repeat(95);
        let call = Expression::call("f", vec![Expression::atom("a"), Expression::atom(long.clone())]);
        let mut out = Printer::default();
        out.statement(0, "y = ", &call, ";");
        assert_eq!(out.finish(), format!("y = f(\n    a,\n    {long});\n"));
    }
}
