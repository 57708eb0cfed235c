//! Texts of a metamodel as literals and comments of SQL.
//!
//! Invariant: a literal ends where it should, whether or not the server reads backslashes in plain literals; a comment is
//! one line. This module does not know tables.

use super::options::SqlDialect;
use crate::languages::texts::{documentation_lines, is_hidden, needs_no_escapes};
use std::fmt::Write as _;

/// A literal of a text, which has no null character.
pub(super) fn literal(text: &str, dialect: SqlDialect) -> String {
    match dialect {
        SqlDialect::PostgreSql => postgresql_literal(text, is_hidden),
        SqlDialect::Sqlite => sqlite_expression(text),
    }
}

/// A literal of PostgreSQL, with escapes for the hidden characters and backslashes.
fn postgresql_literal(text: &str, is_hidden: impl Fn(char) -> bool) -> String {
    if needs_no_escapes(text) {
        return ["'", text, "'"].concat();
    }
    let has_escapes = text.chars().any(|c| c == '\\' || is_hidden(c));
    let mut out = String::with_capacity(text.len() + 3);
    out.push_str(if has_escapes { "E'" } else { "'" });
    for c in text.chars() {
        match c {
            '\'' => out.push_str("''"),
            '\\' => out.push_str("\\\\"),
            '\n' if is_hidden(c) => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if is_hidden(c) => {
                let code = u32::from(c);
                // Writing to a string cannot fail.
                let _ = match code > 0xffff {
                    true => write!(out, "\\U{code:08x}"),
                    false => write!(out, "\\u{code:04x}"),
                };
            }
            c => out.push(c),
        }
    }
    out.push('\'');
    out
}

/// An expression of SQLite: literals, which have no escapes, and `char(…)` for hidden characters.
fn sqlite_expression(text: &str) -> String {
    let (mut parts, mut remaining) = (Vec::new(), text);
    while let Some(at) = remaining.find(is_hidden) {
        let (plain, from_hidden) = remaining.split_at(at);
        if !plain.is_empty() {
            parts.push(quoted(plain));
        }
        let hidden = from_hidden.chars().take_while(|c| is_hidden(*c));
        let codes: Vec<String> = hidden.clone().map(|c| u32::from(c).to_string()).collect();
        parts.push(format!("char({})", codes.join(", ")));
        remaining = &from_hidden[hidden.map(char::len_utf8).sum()..];
    }
    if !remaining.is_empty() || parts.is_empty() {
        parts.push(quoted(remaining));
    }
    if let [literal] = parts.as_slice()
        && literal.starts_with('\'')
    {
        return parts.remove(0);
    }
    format!("({})", parts.join(" || "))
}

/// A literal of SQLite.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// The literal of a documentation text, which keeps its lines; `None` if it has none.
pub(super) fn documentation(docs: &str) -> Option<String> {
    // Most texts are one line, from which only spaces at the end are removed.
    if needs_no_escapes(docs) {
        let line = docs.trim_end();
        return (!line.is_empty()).then(|| ["'", line, "'"].concat());
    }
    let lines = documentation_lines(docs);
    (!lines.is_empty()).then(|| postgresql_literal(&lines.join("\n"), |c| c != '\n' && is_hidden(c)))
}

/// A name in a comment.
pub(super) fn comment_text(name: &str) -> String {
    name.chars().map(|c| if is_hidden(c) { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_closed_and_visible() {
        for (text, postgresql, sqlite) in [
            ("it's", "'it''s'", "'it''s'"),
            ("", "''", "''"),
            ("a\\", "E'a\\\\'", "'a\\'"),
            ("a\nb", "E'a\\nb'", "('a' || char(10) || 'b')"),
            ("\u{202e}", "E'\\u202e'", "(char(8238))"),
        ] {
            let both = [SqlDialect::PostgreSql, SqlDialect::Sqlite].map(|dialect| literal(text, dialect));
            assert_eq!(both, [postgresql, sqlite]);
        }
        for (docs, literal) in
            [("a\r\n\n\nb'\n", Some("'a\n\nb'''")), (" a ", Some("' a'")), (" ", None), ("", None)]
        {
            assert_eq!(documentation(docs).as_deref(), literal);
        }
    }
}
