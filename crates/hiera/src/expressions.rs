//! Converts texts with `%{…}` to expressions and producers of the bindings model, and back.
//!
//! Invariant: an expression that was parsed from a text is written as exactly that text, which is stored in its
//! `source`. If the expression was changed since, so that `source` no longer has its meaning, a new text is written.

use super::interpolation::{self, Function, Rejection, Segment, is_only_interpolation, parse, split};
use super::source_expressions::{HieraLiteral, literal, of_source};
use crate::generated::bindings::{
    EvaluatingProducer, Expression, Interpolation, LiteralText, LookupCall, LookupProducer, NonStringUse,
    ProducerDescriptor, VariableAccess,
};
use std::borrow::Cow;

/// The producer of the value of an interpolated string, and the reasons for which Hiera may reject the string. An
/// `alias` gives the value of another key, of any type; everything else produces a string.
pub(super) fn producer(text: &str) -> (ProducerDescriptor, Vec<Rejection>) {
    let rejections = interpolation::rejections(text);
    if let Some(name) = alias(text) {
        let source = Some(text.to_owned());
        let producer = LookupProducer { name: name.to_owned(), source, ..LookupProducer::default() };
        return (producer.into(), rejections);
    }
    let expression = expression(text);
    (EvaluatingProducer { file: None, line: 0, column: 0, transformer: None, expression }.into(), rejections)
}

/// The argument of `alias` if a call of `alias` is the entire text.
fn alias(text: &str) -> Option<&str> {
    let segments = split(text);
    let [Segment::Interpolated { inner, .. }] = segments.as_slice() else { return None };
    match parse(inner) {
        interpolation::Expression::Call(Function::Alias, name) => Some(name),
        _ => None,
    }
}

/// The expression of a string, with or without interpolations.
pub(super) fn expression(text: &str) -> Expression {
    let segments = split(text);
    let non_string =
        // In Ruby, `^` and `$` match at every line, so a value that is not a string replaces the whole text as soon as
        // one of its lines is only an interpolation.
        if is_only_interpolation(text) { NonStringUse::Replacement } else { NonStringUse::Error };
    match segments.as_slice() {
        [] => LiteralText::default().into(),
        [Segment::Text(text)] => LiteralText { text: (*text).to_owned(), ..LiteralText::default() }.into(),
        segments => {
            let segments = segments.iter().map(|segment| segment_expression(segment, non_string));
            Interpolation::new(segments.collect()).into()
        }
    }
}

/// The expression of a segment. `non_string` determines what happens in a text whose `alias()` gives a value that is
/// not a string.
fn segment_expression(segment: &Segment<'_>, non_string: NonStringUse) -> Expression {
    let (text, inner) = match segment {
        Segment::Text(text) => {
            return LiteralText { text: (*text).to_owned(), ..LiteralText::default() }.into();
        }
        Segment::Interpolated { text, inner } => (*text, *inner),
    };
    let source = Some(text.to_owned());
    let lookup = |key: &str, non_string| LookupCall {
        source: Some(text.to_owned()),
        key: key.to_owned(),
        non_string,
        ..LookupCall::default()
    };
    match parse(inner) {
        interpolation::Expression::Blank => LiteralText { source, ..LiteralText::default() }.into(),
        interpolation::Expression::Call(Function::Literal, text) => {
            LiteralText { source, text: text.to_owned(), ..LiteralText::default() }.into()
        }
        interpolation::Expression::Call(Function::Alias, key) => lookup(key, non_string).into(),
        // `lookup` is Puppet's name of `hiera`, which Ruby does not know.
        interpolation::Expression::Call(Function::Hiera, key)
        | interpolation::Expression::UnknownFunction { name: "lookup", argument: Some(key) } => {
            lookup(key, NonStringUse::Text).into()
        }
        interpolation::Expression::Variable(variable) => variable_access(source, variable),
        // Hiera rejects these interpolations, so they have no meaning. `source` keeps their text, so that lookups fail
        // as in Hiera.
        interpolation::Expression::UnknownFunction { .. } | interpolation::Expression::Unquoted { .. } => {
            variable_access(source, inner)
        }
    }
}

/// The access to the variable of an interpolated name; the segments of the name after the first are its path.
fn variable_access(source: Option<String>, text: &str) -> Expression {
    let mut parts = split_key(text).into_iter();
    let name = parts.next().unwrap_or_default();
    VariableAccess { source, name, path: parts.collect(), ..VariableAccess::default() }.into()
}

/// Splits a key at its dots, except for dots in quotes. Unlike lookups, accepts any text.
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

/// The text whose interpolation gives the value of a producer; `None` if Hiera cannot express the producer.
pub(super) fn producer_text(producer: &ProducerDescriptor) -> Option<String> {
    match producer {
        ProducerDescriptor::LookupProducer(lookup)
            if lookup.transformer.is_none() && lookup.r#type.is_none() =>
        {
            let source = lookup.source.as_ref();
            // The text from the data file is used only if it still looks up the name of the producer.
            let source = source.filter(|source| alias(source) == Some(lookup.name.as_str()));
            source.cloned().or_else(|| Some(format!("%{{alias({})}}", quoted(&lookup.name)?)))
        }
        ProducerDescriptor::EvaluatingProducer(EvaluatingProducer {
            expression, transformer: None, ..
        }) => expression_text(expression),
        _ => None,
    }
}

/// The text whose interpolation gives the value of an expression; `None` if Hiera cannot express it.
pub(super) fn expression_text(expression: &Expression) -> Option<String> {
    if let Expression::SourceExpression(source) = expression {
        return match literal(&source.text) {
            Some(HieraLiteral::Text(text)) => Some(text),
            _ => of_source(&source.text).as_ref().and_then(expression_text),
        };
    }
    let expressions = std::slice::from_ref(expression);
    let segments = match expression {
        Expression::Interpolation(interpolation) => interpolation.segments.as_slice(),
        _ => expressions,
    };
    let mut out = String::new();
    for (index, segment) in segments.iter().enumerate() {
        let is_last = index + 1 == segments.len();
        match segment {
            Expression::LiteralText(LiteralText { source: None, text, .. }) => {
                // A `}` in a later segment would close a `%{` that is not closed here.
                let is_plain = !interpolation::is_interpolated(text) && (is_last || !text.contains("%{"));
                // `%%{}{` is interpolated as `%{`, because `%{}` is empty. `literal('%')` would work only once: Hiera
                // treats its second use in a text as a recursion.
                let text = if is_plain { Cow::from(text) } else { text.replace("%{", "%%{}{").into() };
                out.push_str(&text);
            }
            segment => out.push_str(&segment_text(segment)?),
        }
    }
    Some(out)
}

/// Escapes a text, so that its interpolation results in the text itself.
pub(super) fn literal_text(text: &str) -> Cow<'_, str> {
    if interpolation::is_interpolated(text) {
        let literal = LiteralText { text: text.to_owned(), ..LiteralText::default() };
        expression_text(&literal.into()).map_or(text.into(), Cow::from)
    } else {
        text.into()
    }
}

/// The text of an interpolated segment: its `source` if that still has the meaning of the segment, otherwise a new
/// text.
fn segment_text(segment: &Expression) -> Option<Cow<'_, str>> {
    let (source, non_string) = match segment {
        Expression::LiteralText(literal) => (&literal.source, NonStringUse::default()),
        Expression::VariableAccess(access) => (&access.source, NonStringUse::default()),
        Expression::LookupCall(call) => (&call.source, call.non_string),
        _ => return None,
    };
    if let Some(source) = source
        && let [written @ Segment::Interpolated { .. }] = split(source).as_slice()
        && has_same_meaning(&segment_expression(written, non_string), segment)
    {
        return Some(source.into());
    }
    let inner = match segment {
        Expression::LiteralText(literal) if literal.text.is_empty() => String::new(),
        Expression::LiteralText(literal) => format!("literal({})", quoted(&literal.text)?),
        Expression::VariableAccess(access) => {
            let segments = std::iter::once(&access.name).chain(&access.path).map(|name| {
                let is_plain = !name.is_empty() && !name.contains(['.', '\'', '"']);
                if is_plain { Some(Cow::from(name)) } else { quoted(name).map(Cow::from) }
            });
            segments.collect::<Option<Vec<_>>>()?.join(".")
        }
        Expression::LookupCall(call) => {
            // `hiera` converts the value to a string, `alias` keeps it as it is.
            let function = if call.non_string == NonStringUse::Text { "hiera" } else { "alias" };
            format!("{function}({})", quoted(&call.key)?)
        }
        _ => return None,
    };
    // A `}` would end the interpolation too early.
    (!inner.contains('}')).then(|| format!("%{{{inner}}}").into())
}

/// Whether two segments are equal, apart from their `source` and their positions.
fn has_same_meaning(a: &Expression, b: &Expression) -> bool {
    match (a, b) {
        (Expression::LiteralText(a), Expression::LiteralText(b)) => a.text == b.text,
        (Expression::VariableAccess(a), Expression::VariableAccess(b)) => {
            a.name == b.name && a.path == b.path
        }
        (Expression::LookupCall(a), Expression::LookupCall(b)) => {
            a.key == b.key && a.non_string == b.non_string
        }
        _ => false,
    }
}

/// A text in quotes; `None` if it contains both kinds of quotes.
fn quoted(text: &str) -> Option<String> {
    match (text.contains('\''), text.contains('"')) {
        (false, _) => Some(format!("'{text}'")),
        (true, false) => Some(format!("\"{text}\"")),
        (true, true) => None,
    }
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
            Expression::LookupCall(it) => match it.non_string {
                NonStringUse::Text => format!("lookup({})", it.key),
                NonStringUse::Replacement => format!("replacement({})", it.key),
                NonStringUse::Error => format!("string({})", it.key),
            },
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
    fn every_form_has_an_expression_and_keeps_its_text() {
        for (text, expected) in [
            ("a %{x} b", "text(a ) var(x) text( b)"),
            ("%{::a.b.0}", "var(::a|b|0)"),
            ("%{'a.b'.c}", "var(a.b|c)"),
            ("%{scope('x.y')}", "var(x|y)"),
            ("%{hiera('k')}%{lookup(\"l\")}", "lookup(k) lookup(l)"),
            ("%{alias('k')}", "alias(k)"),
            ("%{alias(\"k\")}", "alias(k)"),
            ("a %{alias('k')}", "text(a ) string(k)"),
            ("a\n%{alias('k')}\nb", "text(a\n) replacement(k) text(\nb)"),
            ("%{literal('%')}{x}", "text(%) text({x})"),
            ("a%{}b", "text(a) text() text(b)"),
            ("%{ hiera('k') }", "var( hiera(k) )"),
            ("%{frob(x)}", "var(frob(x))"),
            ("100% {x} %{", "text(100% {x} %{)"),
            ("%%{x}", "text(%) var(x)"),
            ("", "text()"),
        ] {
            assert_eq!(shown(text), expected, "{text}");
            assert_eq!(producer_text(&producer(text).0).as_deref(), Some(text), "{text}");
        }
    }

    #[test]
    fn changed_expressions_have_the_text_of_their_meaning() {
        let text = |segments: Vec<Expression>| expression_text(&Interpolation::new(segments).into());
        let source = Some("%{x}".to_owned());
        let variable = VariableAccess {
            source: source.clone(),
            name: "a.b".to_owned(),
            path: vec!["c".to_owned()],
            ..VariableAccess::default()
        };
        let lookup = LookupCall { source, key: "k".to_owned(), ..LookupCall::default() };
        let literal = LiteralText { text: "%{".to_owned(), ..LiteralText::default() };
        let expected = "%%{}{%{'a.b'.c}%{hiera('k')}";
        assert_eq!(text(vec![literal.into(), variable.into(), lookup.into()]).as_deref(), Some(expected));
    }
}
