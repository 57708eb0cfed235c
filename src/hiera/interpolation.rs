//! Hiera's `%{…}` in strings, as expressions and producers of the bindings model.
//!
//! A function is recognised as in Hiera 3: `%{name('argument')}` without any space. All other text between `%{` and
//! the next `}` is the name of a variable. Text that Hiera rejects when a lookup reads it is reported as a
//! [`Rejection`].

use super::lookup::split_key as split_segments;
use crate::generated::bindings::{
    EvaluatingProducer, Expression, Interpolation, LiteralText, LookupCall, LookupProducer,
    ProducerDescriptor, VariableAccess,
};
use modelwright_metamodel::diagnostic::{Code, codes};

/// A part of a string: literal or interpolated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Segment<'a> {
    Text(&'a str),
    Interpolated {
        /// Including `%{` and `}`.
        text: &'a str,
        /// The text between them.
        inner: &'a str,
    },
}

/// Splits a string into its segments.
pub(super) fn split(text: &str) -> Vec<Segment<'_>> {
    let mut segments = Vec::new();
    let (mut rest, mut from) = (text, 0);
    while let Some(start) = rest[from..].find("%{").map(|at| at + from) {
        let Some(end) = rest[start..].find('}').map(|at| at + start) else { break };
        if start > 0 {
            segments.push(Segment::Text(&rest[..start]));
        }
        segments.push(Segment::Interpolated { text: &rest[start..=end], inner: &rest[start + 2..end] });
        rest = &rest[end + 1..];
        from = 0;
    }
    if !rest.is_empty() {
        segments.push(Segment::Text(rest));
    }
    segments
}

/// Whether a string contains interpolations.
pub(super) fn is_interpolated(text: &str) -> bool {
    text.find("%{").is_some_and(|at| text[at..].contains('}'))
}

/// Why Hiera may reject a string when a lookup reads it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Rejection {
    pub(super) code: Code,
    pub(super) message: String,
    pub(super) help: &'static str,
}

/// A function call inside `%{…}`: its name and its argument, which is `None` unless it is quoted.
fn call(inner: &str) -> Option<(&str, Option<&str>)> {
    let (name, rest) = inner.split_once('(')?;
    let argument = rest.strip_suffix(')').filter(|argument| !argument.contains(')'))?;
    let is_word = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let quoted = |quote: char| {
        let inside = argument.strip_prefix(quote)?.strip_suffix(quote)?;
        (!inside.is_empty() && !inside.contains(quote)).then_some(inside)
    };
    is_word.then(|| (name, quoted('"').or_else(|| quoted('\''))))
}

/// Whether Hiera treats it as an empty name, whose value is empty.
pub(super) fn is_blank(inner: &str) -> bool {
    let is_space = |c: char| matches!(c, '\t'..='\r' | ' ' | '\0');
    matches!(inner.trim_matches(is_space), "" | "::" | "\"\"" | "''" | "\"::\"" | "'::'")
}

/// Whether Hiera can split a key into its segments.
fn is_key(key: &str) -> bool {
    !key.is_empty() && split_segments(key).is_ok()
}

/// Why Hiera may reject a segment; `alone` if it is the only one of its string.
fn rejection(segment: &Segment<'_>, alone: bool) -> Option<Rejection> {
    let Segment::Interpolated { text, inner } = segment else { return None };
    let bad = |message: String, help| Some(Rejection { code: codes::HIERA_INTERPOLATION, message, help });
    let variable = match call(inner) {
        Some(("scope", key)) => key,
        None => Some(*inner),
        _ => None,
    };
    match call(inner) {
        _ if is_blank(inner) => None,
        Some(("alias", Some(_))) if !alone => {
            let message =
                "alias() is not the entire string, which Hiera rejects unless its value is a string";
            let help = "make alias() the entire string, or use hiera() for a string";
            Some(Rejection { code: codes::HIERA_ALIAS, message: message.to_owned(), help })
        }
        _ if variable.is_some_and(|name| !is_key(name)) => bad(
            format!("`{text}` does not name a variable, so Hiera rejects it"),
            "write only the name of a variable",
        ),
        Some(("scope" | "hiera" | "literal" | "alias", Some(_))) | None => None,
        Some((name @ ("scope" | "hiera" | "literal" | "alias"), None)) => bad(
            format!("the argument of {name}() is not in quotes, so Hiera rejects it"),
            "put the argument in quotes",
        ),
        Some(("lookup", Some(_))) => {
            bad("lookup() exists since Hiera 5; older versions reject it".to_owned(), "use hiera()")
        }
        Some((name, _)) => bad(
            format!("Hiera has no function `{name}`, so it rejects the value"),
            "use one of hiera(), scope(), literal() and alias()",
        ),
    }
}

/// Why Hiera may reject a text when a lookup reads it.
pub(super) fn rejections(text: &str) -> Vec<Rejection> {
    let segments = split(text);
    segments.iter().filter_map(|segment| rejection(segment, segments.len() == 1)).collect()
}

/// The target of an interpolation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reference<'t> {
    /// Another key.
    Key(&'t str),
    /// A variable.
    Variable(&'t str),
}

/// A `literal()` that occurs twice in a text, which Hiera treats as a loop: its loop check ends too late.
pub(super) fn repeated_literal(text: &str) -> Option<&str> {
    let mut seen = Vec::new();
    for segment in split(text) {
        let Segment::Interpolated { inner, .. } = segment else { continue };
        if !matches!(call(inner), Some(("literal", Some(_)))) {
            continue;
        }
        if seen.contains(&inner) {
            return Some(inner);
        }
        seen.push(inner);
    }
    None
}

/// The targets of the interpolations of a text, in order.
pub(super) fn references(text: &str) -> Vec<Reference<'_>> {
    split(text).into_iter().filter_map(reference).collect()
}

fn reference(segment: Segment<'_>) -> Option<Reference<'_>> {
    let Segment::Interpolated { inner, .. } = segment else { return None };
    match call(inner) {
        _ if is_blank(inner) => None,
        Some(("hiera" | "alias", Some(key))) => Some(Reference::Key(key)),
        Some(("scope", Some(name))) => Some(Reference::Variable(name)),
        Some(_) => None,
        None => Some(Reference::Variable(inner)),
    }
}

/// The producer of the value of an interpolated string, and why Hiera may reject it. An `alias` gives the value of
/// another key, of any type; everything else produces a string.
pub(super) fn producer(text: &str) -> (ProducerDescriptor, Vec<Rejection>) {
    let segments = split(text);
    let rejections = segments.iter().filter_map(|segment| rejection(segment, segments.len() == 1)).collect();
    if let [Segment::Interpolated { inner, .. }] = segments.as_slice()
        && let Some(("alias", Some(name))) = call(inner)
    {
        return (LookupProducer { name: name.to_owned(), ..LookupProducer::default() }.into(), rejections);
    }
    let expression = lower(&segments);
    (EvaluatingProducer { file: None, line: 0, column: 0, transformer: None, expression }.into(), rejections)
}

/// The expression of a string, with or without interpolations.
pub(super) fn expression(text: &str) -> Expression {
    lower(&split(text))
}

fn lower(segments: &[Segment<'_>]) -> Expression {
    match segments {
        [] => LiteralText::default().into(),
        [Segment::Text(text)] => LiteralText { text: (*text).to_owned(), ..LiteralText::default() }.into(),
        segments => Interpolation {
            segments: segments.iter().map(lower_segment).collect(),
            ..Interpolation::default()
        }
        .into(),
    }
}

fn lower_segment(segment: &Segment<'_>) -> Expression {
    let (text, inner) = match segment {
        Segment::Text(text) => {
            return LiteralText { text: (*text).to_owned(), ..LiteralText::default() }.into();
        }
        Segment::Interpolated { text, inner } => (*text, *inner),
    };
    let source = Some(text.to_owned());
    match call(inner) {
        _ if is_blank(inner) => LiteralText { source, ..LiteralText::default() }.into(),
        Some(("literal", Some(text))) => {
            LiteralText { source, text: text.to_owned(), ..LiteralText::default() }.into()
        }
        Some(("hiera" | "lookup" | "alias", Some(key))) => {
            LookupCall { source, key: key.to_owned(), ..LookupCall::default() }.into()
        }
        Some(("scope", Some(variable))) => variable_access(source, variable),
        _ => variable_access(source, inner),
    }
}

fn variable_access(source: Option<String>, text: &str) -> Expression {
    let mut parts = split_key(text).into_iter();
    let name = parts.next().unwrap_or_default();
    VariableAccess { source, name, path: parts.collect(), ..VariableAccess::default() }.into()
}

/// Splits a key at its dots, except for dots in quotes.
fn split_key(key: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut quote = None;
    for c in key.chars() {
        match (c, quote) {
            ('.', None) => parts.push(String::new()),
            ('\'' | '"', None) => quote = Some(c),
            (c, Some(open)) if c == open => quote = None,
            (c, _) => {
                if let Some(last) = parts.last_mut() {
                    last.push(c);
                }
            }
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let show = |e: &Expression| match e {
            Expression::LiteralText(it) => format!("text({})", it.text),
            Expression::VariableAccess(it) => {
                format!("var({}{})", it.name, it.path.iter().fold(String::new(), |s, p| s + "|" + p))
            }
            Expression::LookupCall(it) => format!("lookup({})", it.key),
            other => format!("{other:?}"),
        };
        match producer(text).0 {
            ProducerDescriptor::LookupProducer(it) => format!("alias({})", it.name),
            ProducerDescriptor::EvaluatingProducer(it) => match it.expression {
                Expression::Interpolation(it) => it.segments.iter().map(show).collect::<Vec<_>>().join(" "),
                other => show(&other),
            },
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn every_form_is_recognised() {
        for (text, expected) in [
            ("a %{x} b", "text(a ) var(x) text( b)"),
            ("%{::a.b.0}", "var(::a|b|0)"),
            ("%{'a.b'.c}", "var(a.b|c)"),
            ("%{scope('x.y')}", "var(x|y)"),
            ("%{hiera('k')}%{lookup(\"l\")}", "lookup(k) lookup(l)"),
            ("%{alias('k')}", "alias(k)"),
            ("%{literal('%')}{x}", "text(%) text({x})"),
            ("a%{}b", "text(a) text() text(b)"),
            ("%{ hiera('k') }", "var( hiera(k) )"),
            ("100% {x} %{", "text(100% {x} %{)"),
            ("%%{x}", "text(%) var(x)"),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }

    #[test]
    fn texts_that_hiera_rejects_are_reported() {
        for text in [
            "a %{alias('k')}",
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
            assert_eq!(producer(text).1.len(), 1, "{text}");
        }
        for text in [
            "%{alias('k')}",
            "%{a}%{::b.0.'c.d'}",
            "%{hiera(\"a'b\")}",
            "%{}",
            "%{ :: }",
            "%{x y}",
            "%{a::b}",
        ] {
            assert_eq!(producer(text).1, [], "{text}");
        }
        assert!(is_interpolated("%{x}") && !is_interpolated("%{x") && !is_interpolated("100%"));
    }
}
