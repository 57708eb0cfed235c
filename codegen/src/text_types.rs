//! The types of the language whose values are strings, such as `SemVer`, as far as schemas can check the strings.
//!
//! Invariant: a pattern matches exactly the strings of the values, except for what `unchecked` names. This module does
//! not know any schema language.

use modelwright_metamodel::ecore::{DataKind, DataTypeId, EXTENDED_META_DATA, Metamodel, annotation};

/// What a schema can check of strings.
#[derive(Debug, PartialEq)]
pub(crate) struct TextType {
    /// The pattern of the strings, in the notation of XML Schema.
    pub(crate) pattern: Option<String>,
    /// What the pattern does not check, in the form "is of the type …".
    pub(crate) unchecked: Option<String>,
}

/// What a schema can check of a data type's strings; `None` if all of them are valid, or if the data type is none of
/// these types of the language.
pub(crate) fn text_type(metamodel: &Metamodel, id: DataTypeId) -> Option<TextType> {
    let data_type = &metamodel[id];
    let is_text =
        data_type.kind == DataKind::String && data_type.lexical.is_none() && data_type.any.is_none();
    if !is_text || data_type.literals.is_some() {
        return None;
    }
    let text = metamodel.type_text(id)?;
    // The text of the type in the language, which Ecore contains only as an annotation.
    let (word, arguments) = text.split_once('[').map_or((text, None), |(word, rest)| (word, Some(rest)));
    let is_of_type = || Some(format!("is of the type `{text}`"));
    let (pattern, unchecked) = match word {
        "SemVer" => (Some(version()), arguments.and_then(|_| is_of_type())),
        // The bounds of a span are compared as numbers.
        "Timespan" => (Some(span()), is_of_type()),
        "URI" => (Some(uri()), is_of_type()),
        "SemVerRange" | "Type" => (None, is_of_type()),
        "Regexp" => match arguments.and_then(expression) {
            Some(source) => (Some(literal(&source)), None),
            None => (None, is_of_type()),
        },
        "Pattern" => {
            let facets = annotation(&data_type.annotations, EXTENDED_META_DATA);
            // Patterns that XML Schema can express are facets, which the caller writes by itself.
            let is_checked = facets.is_some_and(|facets| facets.detail("pattern").is_some());
            (None, is_of_type().filter(|_| arguments.is_some() && !is_checked))
        }
        _ => return None,
    };
    (pattern.is_some() || unchecked.is_some()).then_some(TextType { pattern, unchecked })
}

/// Whether a string consists of one or more digits.
pub(crate) fn has_only_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// The pattern of versions. As in Puppet, a line break may follow.
fn version() -> String {
    // Readers accept numbers of at most 19 digits.
    let number = "(0|[1-9][0-9]{0,18})";
    let part = "(0|[1-9][0-9]{0,18}|[0-9]*[A-Za-z\\-][0-9A-Za-z\\-]*)";
    let build = "[0-9A-Za-z\\-]+";
    format!("{number}\\.{number}\\.{number}(\\-{part}(\\.{part})*)?(\\+{build}(\\.{build})*)?\\n?")
}

/// The pattern of spans of time in Puppet's formats.
fn span() -> String {
    let two_digits = "[0-9]{1,2}";
    let fraction = "\\.[0-9]{1,9}";
    let days = format!("\\-{two_digits}:{two_digits}(:{two_digits}({fraction})?)?");
    let hours = format!(":{two_digits}:{two_digits}({fraction})?");
    let minutes = format!(":{two_digits}{fraction}");
    format!("\\-?[0-9]+({days}|{hours}|{minutes}|{fraction})?")
}

/// The pattern of the characters of URIs: a string with other characters, or an empty string, is not a URI. Queries may
/// contain any characters.
fn uri() -> String {
    let allowed = "A-Za-z0-9\\-._~!$&'()*+,;=:@/";
    let escape = "%[0-9A-Fa-f]{2}";
    let (query, fragment) = ("\\?[^#]*", format!("#([{allowed}?]|{escape})*"));
    let path = format!("([{allowed}\\[\\]]|{escape})+");
    format!("{path}({query})?({fragment})?|{query}({fragment})?|{fragment}")
}

/// The source of the expression in the arguments of a `Regexp`, up to their closing bracket.
fn expression(arguments: &str) -> Option<String> {
    let source = arguments.strip_suffix(']')?;
    if let Some(source) = source.strip_prefix('/').and_then(|source| source.strip_suffix('/')) {
        return Some(source.replace("\\/", "/"));
    }
    let source = source.strip_prefix('\'')?.strip_suffix('\'')?;
    // Escapes of a quoted text are not resolved here, so such an expression is not checked.
    (!source.contains('\\')).then(|| source.to_owned())
}

/// The pattern that matches exactly one string.
fn literal(text: &str) -> String {
    let mut pattern = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => pattern.push_str("\\n"),
            '\r' => pattern.push_str("\\r"),
            '\t' => pattern.push_str("\\t"),
            c => {
                pattern.extend("\\|.?*+(){}[]-^".contains(c).then_some('\\'));
                pattern.push(c);
            }
        }
    }
    pattern
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_read_without_their_delimiters() {
        assert_eq!(expression("/a\\/b/]").as_deref(), Some("a/b"));
        assert_eq!(expression("'a.b']").as_deref(), Some("a.b"));
        assert_eq!(expression("'a\\'b']"), None);
        assert_eq!(literal("^a.b\\d$"), "\\^a\\.b\\\\d$");
    }
}
