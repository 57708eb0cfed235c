//! Hiera's `%{…}` in texts: the only parser of these, used by lookups, by the conversion and by checks.
//!
//! With the [rules](Rules) of Ruby, it does what `Hiera::Interpolate` does: an interpolation ends at the first `}`; a
//! function is recognised only as `name('argument')` without any space; Ruby's `^` and `$` match at the ends of lines,
//! so one line of a text may match the pattern of a call. This module does not resolve variables and keys.

use super::key_segments::split_key;
use super::store::Value;
use modelwright_metamodel::diagnostic::{Code, Diagnostic, Source, codes};
use regex::Regex;
use std::ops::Range;
use std::sync::{Arc, LazyLock};

/// A part of a text that is `%{…}`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Interpolation<'t> {
    pub(super) start: usize,
    pub(super) end: usize,
    /// The text between `%{` and `}`.
    pub(super) inner: &'t str,
}

/// The first interpolation of a text from a position on; `None` if there is none.
pub(super) fn find(text: &str, from: usize) -> Option<Interpolation<'_>> {
    // A search for ASCII characters can work with bytes: in UTF-8, they are never a part of another character.
    let start = memchr::memmem::find(&text.as_bytes()[from..], b"%{")? + from;
    let end = memchr::memchr(b'}', &text.as_bytes()[start..])? + start + 1;
    Some(Interpolation { start, end, inner: &text[start + 2..end - 1] })
}

/// A warning about an interpolation without `}`, if the text at a span of a source contains one.
pub(super) fn unclosed_interpolation(
    text: &str,
    source: &Arc<Source>,
    span: &Range<usize>,
) -> Option<Diagnostic> {
    // Only the last segment can contain a `%{` without `}`, because every other `%{` is closed.
    let Some(Segment::Text(last_text)) = split(text).pop() else { return None };
    let (_, name) = last_text.rsplit_once("%{")?;
    let written = source.text().get(span.clone())?;
    let start = span.start + written.rfind("%{")?;
    let message = "`%{` has no `}`, so the text is not interpolated";
    let name: String = name.chars().take_while(|c| c.is_alphanumeric() || "_:.".contains(*c)).collect();
    let help = if name.is_empty() { "add the `}`".to_owned() } else { format!("write `%{{{name}}}`") };
    Some(Diagnostic::warning(codes::HIERA_INTERPOLATION, message).at(source, start..start + 2).help(help))
}

/// Whether a text contains interpolations.
pub(super) fn is_interpolated(text: &str) -> bool {
    find(text, 0).is_some()
}

/// Whether some text in a value contains an interpolation.
pub(super) fn has_interpolations(value: &Value) -> bool {
    match value {
        Value::Text(text) => text.contains("%{"),
        Value::Array(items) => items.iter().any(has_interpolations),
        Value::Hash(hash) => {
            hash.iter().any(|(key, value)| has_interpolations(key) || has_interpolations(value))
        }
        _ => false,
    }
}

/// Whether some line of a text is a single interpolation and nothing else; this interpolation may itself contain line
/// ends.
pub(super) fn is_only_interpolation(text: &str) -> bool {
    static PATTERN: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?m)^%\{([^\}]*)\}$"));
    PATTERN.is_match(text)
}

/// A part of a text: literal or interpolated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Segment<'t> {
    Text(&'t str),
    Interpolated {
        /// The interpolation with its `%{` and `}`.
        text: &'t str,
        /// The text between `%{` and `}`.
        inner: &'t str,
    },
}

/// Splits a text into its segments.
pub(super) fn split(text: &str) -> Vec<Segment<'_>> {
    let mut segments = Vec::new();
    let mut position = 0;
    while let Some(Interpolation { start, end, inner }) = find(text, position) {
        if start > position {
            segments.push(Segment::Text(&text[position..start]));
        }
        segments.push(Segment::Interpolated { text: &text[start..end], inner });
        position = end;
    }
    if position < text.len() {
        segments.push(Segment::Text(&text[position..]));
    }
    segments
}

/// A function that a text may call, other than `scope`, which is another form of a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Function {
    Hiera,
    Literal,
    Alias,
}

/// The meaning of the text between `%{` and `}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Expression<'t> {
    /// No name, as in `%{}`; the value is an empty text.
    Blank,
    /// The name of a variable, perhaps with a path into its value.
    Variable(&'t str),
    /// A function and its argument.
    Call(Function, &'t str),
    /// A function that Hiera does not have.
    UnknownFunction {
        name: &'t str,
        /// The argument of the call, if it is in quotes.
        argument: Option<&'t str>,
    },
    /// A function whose argument is not in quotes.
    Unquoted { name: &'t str, argument: &'t str },
}

/// The implementation whose rules for interpolations apply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rules {
    /// Hiera 1 to 3.
    Ruby,
    /// Hiera 4 and 5: spaces are trimmed, and everything but a call with a string is a variable.
    Puppet,
}

impl Rules {
    /// The meaning of the text between `%{` and `}`, according to these rules.
    pub(super) fn parse(self, inner: &str) -> Expression<'_> {
        match self {
            Rules::Ruby => parse(inner),
            Rules::Puppet => parse_puppet(inner),
        }
    }
}

/// The meaning that Puppet gives to the text between `%{` and `}`.
fn parse_puppet(inner: &str) -> Expression<'_> {
    static CALL: LazyLock<Regex> =
        LazyLock::new(|| pattern(r#"(?m)^([0-9A-Za-z_]+)\((?:"([^"]+)"|'([^']+)')\)$"#));
    let text = trimmed(inner);
    if is_empty_name(text) {
        return Expression::Blank;
    }
    // A name without a bracket cannot be a call, so most names are not matched with the pattern.
    let found = if text.contains('(') { CALL.captures(text) } else { None };
    let group =
        |number: usize| found.as_ref().and_then(|found| found.get(number)).map(|group| group.as_str());
    let (Some(name), Some(argument)) = (group(1), group(2).or_else(|| group(3))) else {
        return Expression::Variable(text);
    };
    match name {
        "scope" => Expression::Variable(argument),
        "lookup" | "hiera" => Expression::Call(Function::Hiera, argument),
        "literal" => Expression::Call(Function::Literal, argument),
        "alias" => Expression::Call(Function::Alias, argument),
        _ => Expression::UnknownFunction { name, argument: Some(argument) },
    }
}

/// The meaning that Ruby's Hiera gives to the text between `%{` and `}`.
pub(super) fn parse(inner: &str) -> Expression<'_> {
    // One line of the text is enough for a call, because `^` and `$` match at the ends of lines.
    static CALL: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?m)^([0-9A-Za-z_]+)\(([^)]*)\)$"));
    static QUOTED: LazyLock<Regex> = LazyLock::new(|| pattern(r#"(?m)^(?:"([^"]+)"|'([^']+)')$"#));
    if is_blank(inner) {
        return Expression::Blank;
    }
    if !inner.contains('(') {
        return Expression::Variable(inner);
    }
    let Some(found) = CALL.captures(inner) else { return Expression::Variable(inner) };
    let group = |number: usize| found.get(number).map_or("", |group| group.as_str());
    let (name, argument) = (group(1), group(2));
    let quoted = QUOTED.captures(argument).and_then(|quoted| quoted.get(1).or_else(|| quoted.get(2)));
    let quoted = quoted.map(|quoted| quoted.as_str());
    let function = match (name, quoted) {
        ("scope", Some(name)) => return Expression::Variable(name),
        // Without quotes, the function is known, but its argument is rejected below.
        ("hiera", _) => Function::Hiera,
        ("literal", _) => Function::Literal,
        ("alias", _) => Function::Alias,
        ("scope", None) => return Expression::Unquoted { name, argument },
        _ => return Expression::UnknownFunction { name, argument: quoted },
    };
    match quoted {
        Some(argument) => Expression::Call(function, argument),
        None => Expression::Unquoted { name, argument },
    }
}

/// Whether Hiera treats the text between `%{` and `}` as an empty name, whose value is empty.
fn is_blank(inner: &str) -> bool {
    is_empty_name(trimmed(inner))
}

/// A text without spaces around it, as Ruby's `strip` removes them.
pub(super) fn trimmed(text: &str) -> &str {
    text.trim_matches(is_space)
}

/// Whether Ruby's `strip` removes a character.
fn is_space(c: char) -> bool {
    matches!(c, '\t'..='\r' | ' ' | '\0')
}

/// Whether a text without spaces around it is an empty name.
fn is_empty_name(name: &str) -> bool {
    // Ruby and Puppet have the same list of empty names (`EMPTY_INTERPOLATIONS`).
    matches!(name, "" | "::" | "\"\"" | "''" | "\"::\"" | "'::'")
}

#[expect(clippy::expect_used, reason = "the patterns are constants, which tests compile")]
fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a valid pattern")
}

/// A reason for which Hiera may reject a text when a lookup reads it, or may answer with something other than a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Rejection {
    pub(super) code: Code,
    pub(super) message: String,
    pub(super) help: &'static str,
}

/// The reasons for which Hiera may reject a text when a lookup reads it.
pub(super) fn rejections(text: &str) -> Vec<Rejection> {
    let segments = split(text);
    let is_alone = segments.len() == 1;
    segments.iter().filter_map(|segment| rejection(text, segment, is_alone)).collect()
}

/// The reason for which Hiera may reject a segment; `is_alone` if the text has no other segment.
fn rejection(entire_text: &str, segment: &Segment<'_>, is_alone: bool) -> Option<Rejection> {
    let Segment::Interpolated { text, inner } = segment else { return None };
    match parse(inner) {
        Expression::Call(Function::Alias, _) if !is_alone => {
            let message = if is_only_interpolation(entire_text) {
                "alias() is not the entire string, but one line of it is a single interpolation, so the value of alias() \
                 replaces the entire string, unless this value is a string"
            } else {
                "alias() is not the entire string, which Hiera rejects unless its value is a string"
            };
            let help = "make alias() the entire string, or use hiera() for a string";
            Some(Rejection { code: codes::HIERA_ALIAS, message: message.to_owned(), help })
        }
        // Names of variables have the syntax of keys.
        Expression::Variable(name) if split_key(name).is_err() => reject(
            format!("`{text}` does not name a variable, so Hiera rejects it"),
            "write only the name of a variable",
        ),
        Expression::Blank | Expression::Variable(_) | Expression::Call(..) => None,
        Expression::Unquoted { name, .. } => reject(
            format!("the argument of {name}() is not in quotes, so Hiera rejects it"),
            "put the argument in quotes",
        ),
        Expression::UnknownFunction { name: "lookup", argument: Some(_) } => {
            reject("lookup() exists since Hiera 5; older versions reject it".to_owned(), "use hiera()")
        }
        Expression::UnknownFunction { name, .. } => reject(
            format!("Hiera has no function `{name}`, so it rejects the value"),
            "use one of hiera(), scope(), literal() and alias()",
        ),
    }
}

/// A rejection with the code of invalid interpolations.
fn reject(message: String, help: &'static str) -> Option<Rejection> {
    Some(Rejection { code: codes::HIERA_INTERPOLATION, message, help })
}

/// The reasons for which Puppet rejects a text when a lookup reads it.
pub(super) fn puppet_rejections(text: &str) -> Vec<Rejection> {
    let is_alone = split(text).len() == 1;
    let rejections = expressions(text, Rules::Puppet).filter_map(|expression| match expression {
        // Puppet rejects an `alias` with other text around it, even if its value is a string. Ruby accepts strings.
        Expression::Call(Function::Alias, _) if !is_alone => Some(Rejection {
            code: codes::HIERA_ALIAS,
            message: "alias() is not the entire string, which Puppet rejects".to_owned(),
            help: "make alias() the entire string, or use lookup()",
        }),
        Expression::UnknownFunction { name, .. } => reject(
            format!("Puppet has no interpolation method `{name}`, so it rejects the value"),
            "use one of lookup(), hiera(), scope(), literal() and alias()",
        ),
        // A text with a bracket is probably a malformed call, because a bracket in the name of a variable is unlikely.
        Expression::Variable(name) if name.contains('(') => reject(
            format!(
                "`{name}` is read as the name of a variable, because it is not a call with an argument in quotes"
            ),
            "write the argument in quotes, without spaces around it",
        ),
        _ => None,
    });
    rejections.collect()
}

/// What an interpolation refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reference<'t> {
    /// The key that the interpolation looks up.
    Key(&'t str),
    /// The name of the variable that the interpolation inserts.
    Variable(&'t str),
}

/// What the interpolations of a text refer to, in order.
pub(super) fn references(text: &str, rules: Rules) -> Vec<Reference<'_>> {
    expressions(text, rules)
        .filter_map(|expression| match expression {
            Expression::Call(Function::Hiera | Function::Alias, key) => Some(Reference::Key(key)),
            Expression::Variable(name) => Some(Reference::Variable(name)),
            _ => None,
        })
        .collect()
}

/// The first part of a name with dots.
pub(super) fn first_segment(name: &str) -> &str {
    match name.strip_prefix(['"', '\'']) {
        Some(quoted) => quoted.split(['"', '\'']).next().unwrap_or(quoted),
        None => name.split('.').next().unwrap_or(name),
    }
}

/// The first `literal()` that occurs twice in a text. Hiera rejects the second one as a loop, because its check for
/// loops forgets an interpolation only after the entire text.
pub(super) fn repeated_literal(text: &str) -> Option<&str> {
    let mut seen = Vec::new();
    for segment in split(text) {
        let Segment::Interpolated { inner, .. } = segment else { continue };
        if !matches!(parse(inner), Expression::Call(Function::Literal, _)) {
            continue;
        }
        // The texts are compared as they are written, because Ruby compares the texts between the braces.
        if seen.contains(&inner) {
            return Some(inner);
        }
        seen.push(inner);
    }
    None
}

/// The meanings of the interpolations of a text, in order.
fn expressions(text: &str, rules: Rules) -> impl Iterator<Item = Expression<'_>> {
    split(text).into_iter().filter_map(move |segment| match segment {
        Segment::Interpolated { inner, .. } => Some(rules.parse(inner)),
        Segment::Text(_) => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_recognised_as_in_ruby() {
        let call = |function, argument| Expression::Call(function, argument);
        for (inner, expected) in [
            ("", Expression::Blank),
            (" :: ", Expression::Blank),
            ("::a.b.0", Expression::Variable("::a.b.0")),
            ("scope('x.y')", Expression::Variable("x.y")),
            (" hiera('k') ", Expression::Variable(" hiera('k') ")),
            ("hiera('k')", call(Function::Hiera, "k")),
            ("hiera(\"a'b\")", call(Function::Hiera, "a'b")),
            ("alias('k')", call(Function::Alias, "k")),
            ("literal('%')", call(Function::Literal, "%")),
            // A call is recognised if it fills one line.
            ("\nhiera('k')\nx", call(Function::Hiera, "k")),
            ("hiera(x\n'k')", call(Function::Hiera, "k")),
            ("hiera(k)", Expression::Unquoted { name: "hiera", argument: "k" }),
            ("hiera('')", Expression::Unquoted { name: "hiera", argument: "''" }),
            ("scope(k)", Expression::Unquoted { name: "scope", argument: "k" }),
            ("lookup('k')", Expression::UnknownFunction { name: "lookup", argument: Some("k") }),
            ("frob(k)", Expression::UnknownFunction { name: "frob", argument: None }),
        ] {
            assert_eq!(parse(inner), expected, "{inner}");
        }
    }

    #[test]
    fn calls_are_recognised_as_in_puppet() {
        let call = |function, argument| Expression::Call(function, argument);
        for (inner, expected) in [
            (" :: ", Expression::Blank),
            (" a.b ", Expression::Variable("a.b")),
            (" lookup('k') ", call(Function::Hiera, "k")),
            ("hiera(\"a'b\")", call(Function::Hiera, "a'b")),
            ("scope('x')", Expression::Variable("x")),
            ("lookup(k)", Expression::Variable("lookup(k)")),
            ("lookup( 'k' )", Expression::Variable("lookup( 'k' )")),
            ("x\nalias('k')", call(Function::Alias, "k")),
            ("frob('k')", Expression::UnknownFunction { name: "frob", argument: Some("k") }),
        ] {
            assert_eq!(parse_puppet(inner), expected, "{inner}");
        }
        for (text, count) in [
            ("a%{alias('k')}", 1),
            ("%{frob('x')}%{lookup(k)}", 2),
            ("%{alias('k')}%%", 1),
            ("%{ alias('k') }", 0),
        ] {
            assert_eq!(puppet_rejections(text).len(), count, "{text}");
        }
    }

    #[test]
    fn texts_that_hiera_rejects_are_reported() {
        for text in [
            "a %{alias('k')}",
            "a\n%{alias('k')}\nb",
            "%{frob('x')}",
            "%{hiera(k)}",
            "%{hiera('')}",
            "%{ hiera('k') }",
            "%{a..b}",
            "%{a.}",
            "%{'a'b}",
            "%{lookup('k')}",
            "%{scope('a..b')}",
        ] {
            assert_eq!(rejections(text).len(), 1, "{text}");
        }
        for text in [
            "%{alias('k')}",
            "%{\nalias('k')}",
            "%{a}%{::b.0.'c.d'}",
            "%{hiera(\"a'b\")}",
            "%{}",
            "%{ :: }",
            "%{x y}",
            "%{a::b}",
        ] {
            assert_eq!(rejections(text), [], "{text}");
        }
        assert!(is_interpolated("%{x}") && !is_interpolated("%{x") && !is_interpolated("100%"));
    }

    #[test]
    fn one_line_of_a_text_may_be_its_only_interpolation() {
        for (text, expected) in [
            ("%{x}", true),
            ("a\n%{x}", true),
            ("%{x}\nb", true),
            ("%{x\ny}", true),
            ("a %{x}", false),
            ("%{x}%{y}", false),
        ] {
            assert_eq!(is_only_interpolation(text), expected, "{text:?}");
        }
    }
}
