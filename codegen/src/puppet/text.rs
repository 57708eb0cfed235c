//! Type expressions of Puppet, and their layout.
//!
//! Invariant: texts are closed literals without interpolation, and expressions match from the first to the last
//! character. This module does not know metamodels.

use crate::languages::expressions::portable;
use crate::languages::texts::{documentation_lines, is_hidden, needs_no_escapes, push_spaces, width};
use std::borrow::Cow;
use std::fmt::Write as _;

/// The greatest length of a line.
const MAX_LINE: usize = 100;

/// A type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Expression<'m> {
    /// A name, a number or a literal.
    Atom(Cow<'static, str>),
    /// A type with arguments.
    Apply(&'static str, Vec<Expression<'m>>),
    /// A struct.
    Struct(Vec<Entry<'m>>),
}

/// A key of a struct.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry<'m> {
    pub(super) key: Cow<'static, str>,
    pub(super) ty: Expression<'m>,
    /// The documentation; empty if there is none.
    pub(super) docs: &'m str,
}

impl<'m> Entry<'m> {
    pub(super) fn new(key: impl Into<Cow<'static, str>>, ty: Expression<'m>) -> Self {
        Self { key: key.into(), ty, docs: "" }
    }
}

impl<'m> Expression<'m> {
    pub(super) fn atom(text: impl Into<Cow<'static, str>>) -> Self {
        Self::Atom(text.into())
    }

    /// The type of the listed texts. Without any it accepts nothing, whereas an empty `Enum` accepts all texts.
    pub(super) fn texts<'t>(texts: impl IntoIterator<Item = &'t str>) -> Self {
        let mut literals: Vec<Self> = Vec::new();
        let mut known_texts = rustc_hash::FxHashSet::default();
        literals.extend(
            texts.into_iter().filter(|text| known_texts.insert(*text)).map(|text| Self::atom(quoted(text))),
        );
        if literals.is_empty() { Self::never() } else { Self::Apply("Enum", literals) }
    }

    /// A type without values.
    pub(super) fn never() -> Self {
        Self::Apply("Pattern", vec![Self::atom("/(?!)/")])
    }

    /// One of some types. Equal types become one, and nested variants become part of this one.
    pub(super) fn variant(types: Vec<Self>) -> Self {
        let mut distinct_types: Vec<Self> = Vec::with_capacity(types.len());
        let mut add = |ty: Self| {
            if !distinct_types.contains(&ty) {
                distinct_types.push(ty);
            }
        };
        for ty in types {
            match ty {
                Self::Apply("Variant", parts) => parts.into_iter().for_each(&mut add),
                ty => add(ty),
            }
        }
        Self::one_of(distinct_types)
    }

    /// One of some types, which differ and are not variants.
    pub(super) fn one_of(mut types: Vec<Self>) -> Self {
        match types.len() {
            0 => Self::never(),
            1 => types.remove(0),
            _ => Self::Apply("Variant", types),
        }
    }

    pub(super) fn optional(self) -> Self {
        Self::Apply("Optional", vec![self])
    }

    /// A type that is limited by two bounds, each of which may be missing.
    pub(super) fn between(name: &'static str, low: Option<String>, high: Option<String>) -> Self {
        let bound = |bound: Option<String>| Self::Atom(bound.map_or(Cow::Borrowed("default"), Cow::Owned));
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
        Self::Apply("Pattern", vec![Self::atom(text)])
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
            // A line cannot be broken inside of an atom.
            Self::Atom(text) => out.push_str(text),
            Self::Struct(entries) if entries.is_empty() => out.push_str("Struct[{}]"),
            Self::Struct(entries) => {
                out.push_str("Struct[{\n");
                print_entries(entries, indent + 2, out);
                push_spaces(indent, out);
                out.push_str("}]");
            }
            // The guard has already written the expression.
            _ if self.print_if_it_fits(column, out) => {}
            // A line does not become shorter by a break before its only argument.
            Self::Apply(name, arguments) if arguments.len() == 1 => {
                out.push_str(name);
                out.push('[');
                arguments[0].print(indent, column + name.len() + 1, out);
                out.push(']');
            }
            Self::Apply(name, arguments) => {
                out.push_str(name);
                out.push_str("[\n");
                for argument in arguments {
                    push_spaces(indent + 2, out);
                    argument.print(indent + 2, indent + 2, out);
                    out.push_str(",\n");
                }
                push_spaces(indent, out);
                out.push(']');
            }
        }
    }
}

/// The entries of a struct, with their arrows below each other.
fn print_entries(entries: &[Entry<'_>], indent: usize, out: &mut String) {
    let key_width = entries.iter().map(|entry| width(&entry.key)).max().unwrap_or_default();
    for Entry { key, ty, docs } in entries {
        comment(indent, docs, out);
        push_spaces(indent, out);
        out.push_str(key);
        push_spaces(key_width - width(key), out);
        out.push_str(" => ");
        ty.print(indent, indent + key_width + " => ".len(), out);
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

/// A text as a literal.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    push_quoted(text, &mut out);
    out
}

/// Appends a text as a literal: in double quotes if it has hidden characters, which need escapes, otherwise in
/// single quotes.
pub(super) fn push_quoted(text: &str, out: &mut String) {
    if needs_no_escapes(text) {
        out.extend(["'", text, "'"]);
    } else if text.chars().any(is_hidden) {
        out.push('"');
        push_escaped(text, out);
        out.push('"');
    } else {
        out.push('\'');
        for c in text.chars() {
            out.extend(matches!(c, '\\' | '\'').then_some('\\'));
            out.push(c);
        }
        out.push('\'');
    }
}

/// Appends a text inside of double quotes.
pub(super) fn push_escaped(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '"' | '\\' | '$' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if is_hidden(c) => push_code(c, out),
            c => out.push(c),
        }
    }
}

/// Appends the lines of a comment after an indentation.
pub(super) fn comment(indent: usize, docs: &str, out: &mut String) {
    // Most keys have no documentation.
    if docs.is_empty() {
        return;
    }
    for line in documentation_lines(docs) {
        push_spaces(indent, out);
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
