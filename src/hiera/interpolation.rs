//! Hiera's `%{…}` in strings, as expressions and producers of the bindings model.
//!
//! A function is recognised where Hiera recognises it: `%{name('argument')}` without any space. What
//! stands between `%{` and the next `}` and is no function is the name of a variable.

use crate::generated::bindings::{
    EvaluatingProducer, Expression, Interpolation, LiteralText, LookupCall, LookupProducer,
    ProducerDescriptor, VariableAccess,
};

/// A stretch of a string.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    Text(&'a str),
    Interpolated {
        /// All of it, with `%{` and `}`.
        whole: &'a str,
        /// What stands inside.
        inner: &'a str,
    },
}

/// Splits a string.
pub(super) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let (mut rest, mut from) = (text, 0);
    while let Some(start) = rest[from..].find("%{").map(|at| at + from) {
        let Some(end) = rest[start..].find('}').map(|at| at + start) else { break };
        if start > 0 {
            pieces.push(Piece::Text(&rest[..start]));
        }
        pieces.push(Piece::Interpolated { whole: &rest[start..=end], inner: &rest[start + 2..end] });
        rest = &rest[end + 1..];
        from = 0;
    }
    if !rest.is_empty() {
        pieces.push(Piece::Text(rest));
    }
    pieces
}

/// Whether a string has anything to interpolate.
pub(super) fn is_interpolated(text: &str) -> bool {
    text.find("%{").is_some_and(|at| text[at..].contains('}'))
}

/// A function call inside `%{…}`.
fn call(inner: &str) -> Option<(&str, &str)> {
    let (name, rest) = inner.split_once('(')?;
    let argument = rest.strip_suffix(')')?;
    let argument = argument.strip_prefix(['\'', '"'])?.strip_suffix(['\'', '"'])?;
    let known = matches!(name, "scope" | "hiera" | "literal" | "lookup" | "alias");
    (known && !argument.contains(['\'', '"'])).then_some((name, argument))
}

/// What makes the value of an interpolated string. An `alias` is the whole value of another name,
/// which may be of any kind; everything else makes a string.
///
/// Tells whether an `alias` stands where Hiera refuses it: beside other text.
pub(super) fn producer(text: &str, line: i64, column: i64) -> (ProducerDescriptor, bool) {
    let pieces = pieces(text);
    let alias = |piece: &Piece<'_>| match piece {
        Piece::Interpolated { inner, .. } => {
            call(inner).filter(|(name, _)| *name == "alias").map(|(_, key)| key.to_owned())
        }
        Piece::Text(_) => None,
    };
    if let [only] = pieces.as_slice()
        && let Some(name) = alias(only)
    {
        return (LookupProducer { name, line, column, ..LookupProducer::default() }.into(), false);
    }
    let misplaced = pieces.iter().any(|piece| alias(piece).is_some());
    let expression = expression_of(&pieces);
    (EvaluatingProducer { file: None, line, column, transformer: None, expression }.into(), misplaced)
}

/// The expression of a string, interpolated or not.
pub(super) fn expression(text: &str) -> Expression {
    expression_of(&pieces(text))
}

fn expression_of(pieces: &[Piece<'_>]) -> Expression {
    match pieces {
        [] => LiteralText::default().into(),
        [Piece::Text(text)] => LiteralText { text: (*text).to_owned(), ..LiteralText::default() }.into(),
        pieces => {
            Interpolation { segments: pieces.iter().map(segment).collect(), ..Interpolation::default() }
                .into()
        }
    }
}

fn segment(piece: &Piece<'_>) -> Expression {
    let (whole, inner) = match piece {
        Piece::Text(text) => {
            return LiteralText { text: (*text).to_owned(), ..LiteralText::default() }.into();
        }
        Piece::Interpolated { whole, inner } => (*whole, *inner),
    };
    let source = Some(whole.to_owned());
    match call(inner) {
        Some(("literal", text)) => {
            LiteralText { source, text: text.to_owned(), ..LiteralText::default() }.into()
        }
        Some(("hiera" | "lookup" | "alias", key)) => {
            LookupCall { source, key: key.to_owned(), ..LookupCall::default() }.into()
        }
        Some((_, variable)) => variable_access(source, variable),
        None if inner.is_empty() => LiteralText { source, ..LiteralText::default() }.into(),
        None => variable_access(source, inner),
    }
}

fn variable_access(source: Option<String>, text: &str) -> Expression {
    let mut parts = split_key(text).into_iter();
    let name = parts.next().unwrap_or_default();
    VariableAccess { source, name, path: parts.collect(), ..VariableAccess::default() }.into()
}

/// Splits a key at its dots; a part in quotes keeps its own.
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
        match producer(text, 1, 1).0 {
            ProducerDescriptor::LookupProducer(it) => format!("alias({})", it.name),
            ProducerDescriptor::EvaluatingProducer(it) => match it.expression {
                Expression::Interpolation(it) => it.segments.iter().map(show).collect::<Vec<_>>().join(" "),
                other => show(&other),
            },
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn every_form_is_told_apart() {
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
        assert!(producer("a %{alias('k')}", 1, 1).1, "an alias beside text is refused by Hiera");
        assert!(is_interpolated("%{x}") && !is_interpolated("%{x") && !is_interpolated("100%"));
    }
}
