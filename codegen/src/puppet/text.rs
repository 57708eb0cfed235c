//! Type expressions of Puppet, and their layout.
//!
//! Invariant: texts are closed literals without interpolation, and expressions match from the first to the last
//! character. This module does not know metamodels.

use crate::languages::expressions::portable;
use crate::languages::texts::{documentation_lines, is_hidden, needs_no_escapes};
use std::fmt::Write as _;

/// The greatest length of a line.
const MAX_LINE: usize = 100;

/// A type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Expression {
    /// A name, a number or a literal.
    Atom(String),
    /// A type with arguments.
    Apply(&'static str, Vec<Expression>),
    /// A struct.
    Struct(Vec<Entry>),
}

/// A key of a struct.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) ty: Expression,
    pub(super) docs: String,
}

impl Entry {
    pub(super) fn new(key: impl Into<String>, ty: Expression) -> Self {
        Self { key: key.into(), ty, docs: String::new() }
    }
}

impl Expression {
    pub(super) fn atom(text: impl Into<String>) -> Self {
        Self::Atom(text.into())
    }

    /// The type of the listed texts. Without any it accepts nothing, whereas an empty `Enum` accepts all texts.
    pub(super) fn texts<'t>(texts: impl IntoIterator<Item = &'t str>) -> Self {
        let mut literals: Vec<Expression> = Vec::new();
        let mut known_texts = rustc_hash::FxHashSet::default();
        literals.extend(
            texts.into_iter().filter(|text| known_texts.insert(*text)).map(|text| Self::Atom(quoted(text))),
        );
        if literals.is_empty() { Self::never() } else { Self::Apply("Enum", literals) }
    }

    /// A type without values.
    pub(super) fn never() -> Self {
        Self::Apply("Pattern", vec![Self::atom("/(?!)/")])
    }

    /// One of some types, each of which occurs once. Nested variants become part of this one.
    pub(super) fn variant(types: Vec<Expression>) -> Self {
        let mut distinct_types: Vec<Expression> = Vec::with_capacity(types.len());
        for ty in types {
            let parts = match ty {
                Self::Apply("Variant", parts) => parts,
                ty => vec![ty],
            };
            for part in parts {
                if !distinct_types.contains(&part) {
                    distinct_types.push(part);
                }
            }
        }
        match distinct_types.len() {
            0 => Self::never(),
            1 => distinct_types.remove(0),
            _ => Self::Apply("Variant", distinct_types),
        }
    }

    pub(super) fn optional(self) -> Self {
        Self::Apply("Optional", vec![self])
    }

    /// A type that is limited by two bounds, each of which may be missing.
    pub(super) fn between(name: &'static str, low: Option<String>, high: Option<String>) -> Self {
        let bound = |bound: Option<String>| Self::Atom(bound.unwrap_or_else(|| "default".to_owned()));
        match (low, high) {
            (None, None) => Self::atom(name),
            (low, None) => Self::Apply(name, vec![bound(low)]),
            (low, high) => Self::Apply(name, vec![bound(low), bound(high)]),
        }
    }

    /// The type of the texts that match all of the given expressions of ECMAScript.
    pub(super) fn pattern(patterns: &[String]) -> Self {
        let bodies: Vec<String> = patterns.iter().map(|pattern| body(pattern)).collect();
        let text = match bodies.as_slice() {
            [body] => format!("/\\A{body}\\z/"),
            bodies => {
                let conditions: String = bodies.iter().map(|body| format!("(?={body}\\z)")).collect();
                format!("/\\A{conditions}/")
            }
        };
        Self::Apply("Pattern", vec![Self::Atom(text)])
    }

    /// The expression on one line.
    #[cfg(test)]
    pub(super) fn flat(&self) -> String {
        let mut out = String::new();
        self.flatten(&mut out);
        out
    }

    /// Appends the expression on one line.
    fn flatten(&self, out: &mut String) {
        match self {
            Self::Atom(text) => out.push_str(text),
            Self::Apply(name, arguments) => {
                out.push_str(name);
                out.push('[');
                for (at, argument) in arguments.iter().enumerate() {
                    out.push_str(if at > 0 { ", " } else { "" });
                    argument.flatten(out);
                }
                out.push(']');
            }
            Self::Struct(entries) => {
                out.push_str("Struct[{ ");
                for (at, entry) in entries.iter().enumerate() {
                    out.extend([if at > 0 { ", " } else { "" }, &entry.key, " => "]);
                    entry.ty.flatten(out);
                }
                out.push_str(" }]");
            }
        }
    }

    /// Writes the expression if the line is long enough for it after `column` characters, and returns whether it is.
    fn print_if_it_fits(&self, column: usize, out: &mut String) -> bool {
        let start = out.len();
        self.flatten(out);
        let is_short = column + out[start..].chars().count() < MAX_LINE;
        if !is_short {
            out.truncate(start);
        }
        is_short
    }

    /// Writes the expression after `column` characters of a line. Recursion is as deep as types are nested.
    pub(super) fn print(&self, indent: usize, column: usize, out: &mut String) {
        match self {
            Self::Struct(entries) if entries.is_empty() => out.push_str("Struct[{}]"),
            Self::Struct(entries) => {
                out.push_str("Struct[{\n");
                print_entries(entries, indent + 2, out);
                out.push_str(&" ".repeat(indent));
                out.push_str("}]");
            }
            // The guard has already written the expression.
            _ if self.print_if_it_fits(column, out) => {}
            Self::Atom(text) => out.push_str(text),
            // A line does not become shorter by a break before its only argument.
            Self::Apply(name, arguments) if arguments.len() == 1 => {
                out.push_str(name);
                out.push('[');
                arguments[0].print(indent, column + name.len() + 1, out);
                out.push(']');
            }
            Self::Apply(name, arguments) => {
                let margin = " ".repeat(indent);
                out.push_str(name);
                out.push_str("[\n");
                for argument in arguments {
                    out.push_str(&margin);
                    out.push_str("  ");
                    argument.print(indent + 2, indent + 2, out);
                    out.push_str(",\n");
                }
                out.push_str(&margin);
                out.push(']');
            }
        }
    }
}

/// The entries of a struct, with their arrows below each other.
fn print_entries(entries: &[Entry], indent: usize, out: &mut String) {
    let margin = " ".repeat(indent);
    let width = entries.iter().map(|entry| entry.key.chars().count()).max().unwrap_or_default();
    for Entry { key, ty, docs } in entries {
        let mut lines = String::new();
        comment(docs, &mut lines);
        for line in lines.lines() {
            out.extend([&margin, line, "\n"]);
        }
        let padding = " ".repeat(width - key.chars().count());
        out.extend([&margin, key, &padding, " => "]);
        ty.print(indent, indent + width + " => ".len(), out);
        out.push_str(",\n");
    }
}

/// The body of a regular expression of Puppet, which is written between slashes, for an expression of ECMAScript that
/// matches entire texts. Its anchors are removed.
fn body(pattern: &str) -> String {
    let without_anchors =
        pattern.strip_prefix('^').and_then(|rest| rest.strip_suffix('$')).unwrap_or(pattern);
    let mut out = String::with_capacity(without_anchors.len());
    let portable = portable(without_anchors);
    let mut chars = portable.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                // Puppet's own escape of a slash is ambiguous after a backslash.
                Some('/') => out.push_str("\\x2f"),
                Some(c) if !is_hidden(c) => out.extend(['\\', c]),
                Some(c) => push_code(c, &mut out),
                None => {}
            },
            '/' => out.push_str("\\x2f"),
            c if is_hidden(c) => push_code(c, &mut out),
            c => out.push(c),
        }
    }
    // The group keeps alternatives together when the caller adds anchors.
    if out.starts_with("(?:") && out.ends_with(')') { out } else { format!("(?:{out})") }
}

/// Appends the escape of a character with its code.
fn push_code(c: char, out: &mut String) {
    // Writing to a string cannot fail.
    let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
}

/// A text as a literal: in double quotes if it has hidden characters, which need escapes, otherwise in single quotes.
pub(super) fn quoted(text: &str) -> String {
    if needs_no_escapes(text) {
        return ["'", text, "'"].concat();
    }
    if !text.chars().any(is_hidden) {
        return format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"));
    }
    format!("\"{}\"", escaped(text))
}

/// A text inside of double quotes.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' | '\\' | '$' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if is_hidden(c) => push_code(c, &mut out),
            c => out.push(c),
        }
    }
    out
}

/// The lines of a comment.
pub(super) fn comment(docs: &str, out: &mut String) {
    for line in documentation_lines(docs) {
        out.extend(["#", if line.is_empty() { "" } else { " " }, &line, "\n"]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_have_no_interpolation() {
        assert_eq!(quoted("it's ${x} \\"), "'it\\'s ${x} \\\\'");
        assert_eq!(quoted("${x}\n\u{202e}\""), "\"\\${x}\\n\\u{202e}\\\"\"");
    }

    #[test]
    fn patterns_match_entire_texts() {
        for (pattern, expected) in [
            ("^(?:a/b|c)$", "Pattern[/\\A(?:a\\x2fb|c)\\z/]"),
            ("^[0-9]*$", "Pattern[/\\A(?:[0-9]*)\\z/]"),
            ("^(?:a\\/.)$", "Pattern[/\\A(?:a\\x2f[^\\n\\r])\\z/]"),
        ] {
            assert_eq!(Expression::pattern(&[pattern.to_owned()]).flat(), expected);
        }
    }

    #[test]
    fn an_empty_enumeration_accepts_nothing() {
        assert_eq!(Expression::texts([]).flat(), "Pattern[/(?!)/]");
    }
}
