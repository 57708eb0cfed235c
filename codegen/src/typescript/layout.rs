//! Text of TypeScript in the layout of prettier, with its width of 80: parts that are broken into lines if they are too
//! long, literals and comments.
//!
//! Invariant: nothing from a model is more than a text, a key or a comment. This module does not know what is
//! generated.

use crate::languages::texts::{documentation_lines, is_hidden, width, wrap};
use std::fmt::Write as _;

/// The width of a line.
pub(super) const WIDTH: usize = 80;

/// A part of a text.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Doc {
    /// A text that stays on one line.
    Text(String),
    /// A text that is written only if the group is broken.
    Broken(&'static str),
    /// A space, or the end of a line if the group is broken.
    Line,
    /// Nothing, or the end of a line if the group is broken.
    Soft,
    /// Parts that are on one line if they fit.
    Group(Vec<Doc>),
    /// A group that is always broken.
    Open(Vec<Doc>),
    /// Parts whose lines are indented.
    Indent(Vec<Doc>),
    /// Parts of the group around them.
    Row(Vec<Doc>),
}

impl Doc {
    pub(super) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// Items between brackets.
    pub(super) fn items(open: impl Into<String>, items: Vec<Self>, close: &'static str) -> Self {
        if items.is_empty() {
            return Self::Text(open.into() + close);
        }
        // A list of type arguments must not end with a comma.
        let comma = if close.starts_with('>') { "" } else { "," };
        let inner = [Self::Soft].into_iter().chain(with_separators(items, ","));
        Self::Group(vec![
            Self::text(open),
            Self::Indent(inner.collect()),
            Self::Broken(comma),
            Self::Soft,
            Self::text(close),
        ])
    }

    /// A type with parameters.
    pub(super) fn generic(type_name: &str, parameters: Vec<Self>) -> Self {
        // A name as the only parameter is never moved to a line of its own.
        match parameters.as_slice() {
            [Self::Text(name)] if !name.contains(['<', ' ']) => Self::Text(format!("{type_name}<{name}>")),
            _ => Self::items(format!("{type_name}<"), parameters, ">"),
        }
    }

    /// Names or properties between braces.
    pub(super) fn braces(items: Vec<Self>) -> Self {
        if items.is_empty() {
            return Self::text("{}");
        }
        let inner = [Self::Line].into_iter().chain(with_separators(items, ","));
        Self::Group(vec![
            Self::text("{"),
            Self::Indent(inner.collect()),
            Self::Broken(","),
            Self::Line,
            Self::text("}"),
        ])
    }

    /// The members of an object type, with semicolons between them.
    pub(super) fn members(members: Vec<Self>) -> Self {
        let inner = [Self::Line].into_iter().chain(with_separators(members, ";"));
        Self::Group(vec![
            Self::text("{"),
            Self::Indent(inner.collect()),
            Self::Broken(";"),
            Self::Line,
            Self::text("}"),
        ])
    }

    /// Alternatives, separated by `|`.
    pub(super) fn union(mut items: Vec<Self>) -> Self {
        if items.len() == 1 {
            return items.remove(0);
        }
        let inner = Self::Group(alternatives(items).collect());
        Self::Group(vec![Self::Indent(vec![Self::Soft, inner])])
    }

    /// A list of values of a type.
    pub(super) fn array(item: Self) -> Self {
        match item {
            // Only `union` returns a group of a single indented part. A union needs parentheses.
            Self::Group(mut parts) if matches!(parts.as_slice(), [Self::Indent(_)]) => {
                parts.insert(0, Self::text("("));
                parts.push(Self::Soft);
                parts.push(Self::text(")[]"));
                Self::Group(parts)
            }
            other => Self::Row(vec![other, Self::text("[]")]),
        }
    }

    /// A function without parameters, as the only argument of a call.
    pub(super) fn arrow(body: Self) -> Self {
        Self::Group(vec![
            Self::text("() =>"),
            Self::Indent(vec![Self::Line, body]),
            Self::Broken(","),
            Self::Soft,
        ])
    }

    /// Calls of methods, the first one of `head`, each further one of the result of the call before it.
    pub(super) fn chain(head: &str, calls: Vec<Call>) -> Self {
        // The rules of prettier: the first call after a name with a capital stays beside the name. Further calls are on
        // lines of their own if the line would be too long, and always if there are more than two calls and one of them
        // is not simple.
        let is_factory = head.starts_with(|c: char| c.is_uppercase());
        let calls_beside_head = usize::from(is_factory);
        let is_short = calls.len() <= 1 + calls_beside_head;
        let is_always_broken = calls.len() > 2 && calls.iter().any(|call| !call.is_simple());
        let mut parts = vec![Self::text(head)];
        let mut further_calls = Vec::new();
        for (index, call) in calls.into_iter().enumerate() {
            let start = format!(".{}(", call.method);
            let call_doc = match call.hugged {
                Some(hugged) => Self::Row(vec![Self::text(start), hugged, Self::text(")")]),
                None => Self::items(start, call.arguments, ")"),
            };
            if is_short || index < calls_beside_head {
                parts.push(call_doc);
            } else {
                further_calls.extend([Self::Soft, call_doc]);
            }
        }
        if !further_calls.is_empty() {
            parts.push(Self::Indent(further_calls));
        }
        if is_short {
            Self::Row(parts)
        } else if is_always_broken {
            Self::Open(parts)
        } else {
            Self::Group(parts)
        }
    }
}

/// The alternatives of a union.
fn alternatives(items: Vec<Doc>) -> impl Iterator<Item = Doc> {
    items.into_iter().enumerate().flat_map(|(at, item)| match at {
        0 => vec![Doc::Broken("| "), item],
        _ => vec![Doc::Line, Doc::text("| "), item],
    })
}

/// The items with a separator and a line after each but the last one.
fn with_separators(items: Vec<Doc>, separator: &'static str) -> impl Iterator<Item = Doc> {
    let last_index = items.len().saturating_sub(1);
    items.into_iter().enumerate().flat_map(move |(at, item)| match at {
        _ if at == last_index => vec![item],
        _ => vec![item, Doc::text(separator), Doc::Line],
    })
}

/// A call of a method.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Call {
    method: String,
    arguments: Vec<Doc>,
    /// The only argument, whose brackets are beside those of the call.
    hugged: Option<Doc>,
}

impl Call {
    pub(super) fn new(method: &str, arguments: Vec<Doc>) -> Self {
        Self { method: method.to_owned(), arguments, hugged: None }
    }

    /// A call with one list or object.
    pub(super) fn hugging(method: &str, argument: Doc) -> Self {
        Self { method: method.to_owned(), arguments: Vec::new(), hugged: Some(argument) }
    }

    /// Whether prettier leaves several such calls on one line.
    fn is_simple(&self) -> bool {
        let mut text = String::new();
        self.arguments.iter().chain(&self.hugged).for_each(|argument| flatten(argument, &mut text));
        let has_regular_expression = text.starts_with('/') || text.contains("(/");
        let has_function = text.contains("=>");
        !has_regular_expression && !has_function
    }
}

/// Appends a part on one line.
fn flatten(doc: &Doc, out: &mut String) {
    match doc {
        Doc::Text(text) => out.push_str(text),
        Doc::Line => out.push(' '),
        Doc::Broken(_) | Doc::Soft => {}
        Doc::Group(parts) | Doc::Open(parts) | Doc::Indent(parts) | Doc::Row(parts) => {
            parts.iter().for_each(|part| flatten(part, out));
        }
    }
}

/// Collects lines.
#[derive(Debug, Default)]
pub(super) struct Printer {
    out: String,
}

impl Printer {
    pub(super) fn finish(self) -> String {
        self.out
    }

    /// Prints a line without breaks.
    pub(super) fn line(&mut self, indent: usize, text: &str) {
        if !text.is_empty() {
            self.out.extend(std::iter::repeat_n(' ', indent));
            self.out.push_str(text);
        }
        self.out.push('\n');
    }

    /// Prints a statement on as many lines as it needs.
    pub(super) fn statement(&mut self, indent: usize, parts: &[Doc]) {
        self.out.extend(std::iter::repeat_n(' ', indent));
        let mut column = indent;
        // Parts that are still to be printed, the next one last: their indentation, and whether their line breaks are
        // printed.
        let mut stack: Vec<(usize, bool, &Doc)> =
            parts.iter().rev().map(|part| (indent, true, part)).collect();
        while let Some((indent, is_broken, part)) = stack.pop() {
            match part {
                Doc::Text(text) => {
                    self.out.push_str(text);
                    column += width(text);
                }
                Doc::Broken(text) if is_broken => {
                    self.out.push_str(text);
                    column += width(text);
                }
                Doc::Line | Doc::Soft if is_broken => {
                    let trimmed_length = self.out.trim_end_matches(' ').len();
                    self.out.truncate(trimmed_length);
                    self.out.push('\n');
                    self.out.extend(std::iter::repeat_n(' ', indent));
                    column = indent;
                }
                Doc::Line => {
                    self.out.push(' ');
                    column += 1;
                }
                Doc::Broken(_) | Doc::Soft => {}
                Doc::Row(parts) => stack.extend(parts.iter().rev().map(|part| (indent, is_broken, part))),
                Doc::Indent(parts) => {
                    stack.extend(parts.iter().rev().map(|part| (indent + 2, is_broken, part)));
                }
                Doc::Open(parts) => stack.extend(parts.iter().rev().map(|part| (indent, true, part))),
                Doc::Group(parts) => {
                    let is_broken = !fits(parts, &stack, WIDTH.saturating_sub(column));
                    stack.extend(parts.iter().rev().map(|part| (indent, is_broken, part)));
                }
            }
        }
        self.out.push('\n');
    }

    /// The comment for the documentation of a whole module.
    pub(super) fn module_comment(&mut self, text: &str) {
        self.line(0, "/**");
        let lines = lines(text, WIDTH - 3);
        lines.iter().for_each(|line| self.line(0, format!(" * {line}").trim_end()));
        self.line(0, " *");
        self.line(0, " * @packageDocumentation");
        self.line(0, " */");
    }

    /// A comment for documentation, if there is text.
    pub(super) fn comment(&mut self, indent: usize, text: &str) {
        let lines = lines(text, WIDTH.saturating_sub(indent + " * ".len()));
        match lines.as_slice() {
            [] => {}
            [line] if indent + width(line) + "/**  */".len() <= WIDTH => {
                self.line(indent, &format!("/** {line} */"));
            }
            lines => {
                self.line(indent, "/**");
                lines.iter().for_each(|line| self.line(indent, format!(" * {line}").trim_end()));
                self.line(indent, " */");
            }
        }
    }
}

/// Whether parts fit into the remaining columns of a line, together with the parts that follow up to the next possible
/// end of the line. Each of these has its indentation, and is broken if the flag is set.
fn fits(parts: &[Doc], following: &[(usize, bool, &Doc)], columns: usize) -> bool {
    let mut columns = columns;
    let mut stack: Vec<(bool, &Doc)> = parts.iter().rev().map(|part| (false, part)).collect();
    let mut following = following.iter().rev();
    loop {
        let Some((is_broken, part)) = stack.pop() else {
            let Some((_, is_broken, part)) = following.next() else { return true };
            stack.push((*is_broken, part));
            continue;
        };
        let used_columns = match part {
            Doc::Text(text) => width(text),
            Doc::Broken(text) if is_broken => width(text),
            Doc::Line | Doc::Soft if is_broken => return true,
            Doc::Line => 1,
            Doc::Broken(_) | Doc::Soft => 0,
            Doc::Open(_) if !is_broken => return false,
            Doc::Open(parts) => {
                stack.extend(parts.iter().rev().map(|part| (true, part)));
                0
            }
            Doc::Group(parts) => {
                stack.extend(parts.iter().rev().map(|part| (false, part)));
                0
            }
            Doc::Indent(parts) | Doc::Row(parts) => {
                stack.extend(parts.iter().rev().map(|part| (is_broken, part)));
                0
            }
        };
        match columns.checked_sub(used_columns) {
            Some(remaining) => columns = remaining,
            None => return false,
        }
    }
}

/// A text as a literal, in the quotes that need fewer backslashes.
pub(super) fn quoted(text: &str) -> String {
    let count = |quote: char| text.chars().filter(|c| *c == quote).count();
    let quote = if count('"') > count('\'') { '\'' } else { '"' };
    let mut out = String::with_capacity(text.len() + 2);
    out.push(quote);
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c == quote => out.extend(['\\', c]),
            c if is_hidden(c) => push_code(c, &mut out),
            c => out.push(c),
        }
    }
    out.push(quote);
    out
}

/// The escape of a character in texts and in expressions of Unicode mode.
fn push_code(c: char, out: &mut String) {
    let code = u32::from(c);
    // Writing to a string cannot fail.
    let _ = if code > 0xffff { write!(out, "\\u{{{code:x}}}") } else { write!(out, "\\u{code:04x}") };
}

/// Whether a name needs no quotes as a key: for the language, and for prettier.
fn is_identifier(name: &str) -> bool {
    let has_hidden_characters = name.chars().any(is_hidden);
    !has_hidden_characters
        && name.starts_with(is_identifier_start)
        && name.chars().all(|c| is_identifier_start(c) || unicode_ident::is_xid_continue(c))
}

/// Whether an identifier can begin with a character.
fn is_identifier_start(c: char) -> bool {
    unicode_ident::is_xid_start(c) || matches!(c, '_' | '$')
}

/// A key of an object, in quotes if it needs them.
pub(super) fn key(name: &str) -> String {
    match name {
        name if is_identifier(name) => name.to_owned(),
        name => quoted(name),
    }
}

/// A regular expression in Unicode mode as a literal.
pub(super) fn expression(pattern: &str) -> String {
    let mut out = String::with_capacity(pattern.len() + 3);
    out.push('/');
    let (mut is_escaped, mut is_in_brackets) = (false, false);
    for c in pattern.chars() {
        match c {
            '/' if !is_escaped && !is_in_brackets => out.push_str("\\/"),
            // The escape replaces the backslash before the character.
            c if is_hidden(c) && is_escaped => {
                out.pop();
                push_code(c, &mut out);
            }
            c if is_hidden(c) => push_code(c, &mut out),
            c => out.push(c),
        }
        if !is_escaped {
            is_in_brackets = (is_in_brackets || c == '[') && c != ']';
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    out.push_str(if pattern.is_empty() { "(?:)/u" } else { "/u" });
    out
}

/// A name within a comment, on one line.
pub(super) fn comment_text(name: &str) -> String {
    let characters = name.chars().map(|c| match c {
        '`' | '"' => '\'',
        c if is_hidden(c) => ' ',
        c => c,
    });
    characters.collect::<String>().replace("*/", "* /")
}

/// The lines of a documentation text, which ends no comment and has no tags; too long lines are wrapped.
fn lines(text: &str, limit: usize) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for line in documentation_lines(text) {
        wrap(&line.replace("*/", "*\\/").replace('@', "\\@"), limit, 0, &mut out);
    }
    if let Some(first) = out.first_mut() {
        *first = first.trim_start().to_owned();
        // A slash after the star of an otherwise empty comment would end it.
        if first.starts_with('/') {
            first.insert(0, '\\');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_expressions_are_literals() {
        assert_eq!(quoted("a\"b"), "'a\"b'");
        assert_eq!(quoted("\\\n\u{202e}\u{1}"), "\"\\\\\\n\\u202e\\u0001\"");
        assert_eq!(expression("^a/[/]\\/\n$"), "/^a\\/[/]\\/\\u000a$/u");
        assert_eq!(["a", "b c"].map(key), ["a", "\"b c\""]);
    }

    #[test]
    fn comments_end_only_at_their_end() {
        let mut out = Printer::default();
        out.comment(2, "\n/a */ @b\n\n\n\u{202e}c");
        assert_eq!(out.finish(), "  /**\n   * \\/a *\\/ \\@b\n   *\n   * c\n   */\n");
    }

    #[test]
    fn long_unions_are_broken_as_by_prettier() {
        let long = Doc::text("x".repeat(70));
        let mut out = Printer::default();
        let union = Doc::union(vec![long, Doc::text("y".repeat(9))]);
        out.statement(2, &[Doc::text("a: "), Doc::array(union), Doc::text(";")]);
        let x = "x".repeat(70);
        assert_eq!(out.finish(), format!("  a: (\n    | {x}\n    | yyyyyyyyy\n  )[];\n"));
    }
}
