//! The names of built-in types and facets, and the spelling of names and strings in the language.
//!
//! Invariant: the lexer reads the results of [`name`], [`type_name`] and [`string`] as the original text. This module
//! does not know what a name refers to.

use super::unsuitable;
use crate::ecore::Classifier;
use crate::ecore::builtin;
use modelwright_metamodel::diagnostic::is_unprintable;
use std::borrow::Cow;
use std::fmt::Write as _;

/// Built-in types that must not be declared again.
pub(crate) const RESERVED_TYPES: &[&str] = &[
    "Array", "Hash", "Boolean", "Integer", "Float", "Number", "String", "Pattern", "Data", "Literal", "Type",
    "Enum", "Class",
];

/// Built-in types that a declared type with the same name hides.
pub(crate) const SOFT_TYPES: &[&str] = &[
    "Scalar",
    "Optional",
    "Variant",
    "Struct",
    "Tuple",
    "Regexp",
    "Timestamp",
    "Any",
    "ScalarData",
    "RichData",
    "NotUndef",
    "Collection",
    "Numeric",
    "Binary",
    "Timespan",
    "SemVer",
    "SemVerRange",
    "URI",
];

/// Built-in types whose values Ecore stores as strings.
pub const TEXT_TYPES: &[&str] = &["Regexp", "Timespan", "SemVer", "SemVerRange", "URI"];

/// The package setting with the version of the functions that its logic requires, and the key of the detail that stores
/// it.
pub(crate) const FUNCTIONS: &str = "functions";

/// The facets whose values are written without quotes if they are numbers: the first ones.
pub(crate) const NUMERIC_FACETS: &[&str] = FACETS.split_at(9).0;

/// The keys of `facets`: ExtendedMetaData about the values of a data type and its relation to other data types.
/// Those of [`NUMERIC_FACETS`] come first.
pub(crate) const FACETS: &[&str] = &[
    "minInclusive",
    "maxInclusive",
    "minExclusive",
    "maxExclusive",
    "minLength",
    "maxLength",
    "length",
    "totalDigits",
    "fractionDigits",
    "pattern",
    "enumeration",
    "whiteSpace",
    "baseType",
    "itemType",
    "memberTypes",
    "name",
];

/// The Ecore data type of a built-in type; `None` if Ecore has none.
pub(crate) fn data_type_of(word: &str) -> Option<Classifier> {
    let id = match word {
        "Integer" => builtin::ELONG,
        "Float" => builtin::EDOUBLE,
        "String" => builtin::ESTRING,
        "Boolean" => builtin::EBOOLEAN,
        "Number" | "Numeric" => builtin::EBIG_DECIMAL,
        "Binary" => builtin::EBYTE_ARRAY,
        "Timestamp" => builtin::EDATE,
        _ => return None,
    };
    Some(Classifier::DataType(id))
}

/// The built-in type of an Ecore data type: the inverse of [`data_type_of`]. `None` if there is none.
pub(crate) fn type_word(classifier: Classifier) -> Option<&'static str> {
    // There is one name for each data type. `declared` restores the others, such as `Numeric`, from their annotation.
    let words = ["Integer", "Float", "String", "Boolean", "Number", "Timestamp"];
    words.into_iter().find(|word| data_type_of(word) == Some(classifier))
}

/// The type of the language as which an Ecore data type is written: a built-in type, or `Optional` of one. `None` if
/// there is no such type.
pub(crate) fn plain_type(classifier: Classifier) -> Option<String> {
    match type_word(classifier) {
        Some(word) => Some(word.to_owned()),
        None => optional_word(classifier).map(|word| format!("Optional[{word}]")),
    }
}

/// The built-in type whose variant with null is a data type; `None` if there is none.
fn optional_word(classifier: Classifier) -> Option<&'static str> {
    let mut words = ["Integer", "Float", "Boolean"].into_iter();
    words.find(|word| data_type_of(word).and_then(optional_type) == Some(classifier))
}

/// The variant with null of a data type; `None` if Ecore has none.
pub(crate) fn optional_type(classifier: Classifier) -> Option<Classifier> {
    let id = match classifier {
        Classifier::DataType(builtin::ELONG) => builtin::ELONG_OBJECT,
        Classifier::DataType(builtin::EDOUBLE) => builtin::EDOUBLE_OBJECT,
        Classifier::DataType(builtin::EBOOLEAN) => builtin::EBOOLEAN_OBJECT,
        _ => return None,
    };
    Some(Classifier::DataType(id))
}

/// Whether the language has a built-in type with this name, including the types that cannot be declared.
pub(crate) fn is_type_word(name: &str) -> bool {
    RESERVED_TYPES.contains(&name)
        || SOFT_TYPES.contains(&name)
        || unsuitable::names().any(|word| word == name)
}

/// Whether a text can be written as a name without quotes.
pub(crate) fn is_identifier(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_')
        && bytes.all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// Whether a text can be written as a number without quotes, keeping its spelling.
pub(crate) fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    // The lexer itself decides, so that a number without quotes is certainly read as one token.
    crate::syntax::lexer::number_length(digits) == digits.len() && !digits.is_empty()
}

/// The canonical spelling of an unquoted type name: its first letter in upper case.
pub(crate) fn capitalised(name: &str) -> Cow<'_, str> {
    let mut chars = name.chars();
    match chars.next() {
        // The upper case of a character may have several characters.
        Some(first) if !first.is_ascii_uppercase() => first.to_uppercase().chain(chars).collect(),
        _ => Cow::Borrowed(name),
    }
}

/// A name (except that of a type), quoted if it is not an identifier.
#[must_use]
pub fn name(text: &str) -> String {
    spelled(text, push_name)
}

/// The name of a type, quoted if the language would otherwise read it differently.
#[must_use]
pub fn type_name(text: &str) -> String {
    spelled(text, push_type_name)
}

/// A key of an annotation or a map of facets.
#[must_use]
pub fn key(text: &str) -> String {
    spelled(text, push_key)
}

/// A string literal, in single quotes if no character needs an escape.
#[must_use]
pub fn string(text: &str) -> String {
    spelled(text, push_string)
}

/// A literal of a regular expression. A slash in it would end it, unless it is escaped already.
#[must_use]
pub fn regex(source: &str) -> String {
    format!("/{}/", with_slashes(source, "\\/"))
}

/// A regular expression without escapes of slashes, which a literal needs and a string does not.
#[must_use]
pub(crate) fn without_escaped_slashes(source: &str) -> String {
    with_slashes(source, "/")
}

/// A regular expression with each of its slashes in this spelling, whether or not it was escaped.
fn with_slashes(source: &str, slash: &str) -> String {
    let mut out = String::with_capacity(source.len() + 2);
    let mut chars = source.chars();
    while let Some(c) = chars.next() {
        match c {
            '/' => out.push_str(slash),
            // The escape of another character stays, so that `\\` does not escape what follows it.
            '\\' => match chars.next() {
                Some('/') => out.push_str(slash),
                escaped => {
                    out.push(c);
                    out.extend(escaped);
                }
            },
            _ => out.push(c),
        }
    }
    out
}

/// A text as `push` appends it.
fn spelled(text: &str, push: impl Fn(&str, &mut String)) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    push(text, &mut out);
    out
}

/// Appends what [`name`] returns.
pub fn push_name(text: &str, out: &mut String) {
    push_plain_or_quoted(text, is_identifier(text), out);
}

/// Appends what [`type_name`] returns.
pub fn push_type_name(text: &str, out: &mut String) {
    let is_plain = is_identifier(text) && !text.starts_with(|c: char| c.is_ascii_lowercase());
    // The keywords `enum` and `undef` are in lower case, so `is_plain` is false for these.
    push_plain_or_quoted(text, is_plain && !RESERVED_TYPES.contains(&text), out);
}

/// Appends what [`key`] returns.
pub fn push_key(text: &str, out: &mut String) {
    // Without quotes, `undef` would be a missing key, and `annotation` would start a nested annotation.
    push_plain_or_quoted(text, is_identifier(text) && text != "undef" && text != "annotation", out);
}

fn push_plain_or_quoted(text: &str, is_plain: bool, out: &mut String) {
    if is_plain { out.push_str(text) } else { push_string(text, out) }
}

/// Whether a character must be escaped, because it is invisible or changes how the text around it is displayed.
fn needs_escape(c: char) -> bool {
    c.is_control() || is_unprintable(c)
}

/// Appends what [`string`] returns.
pub fn push_string(text: &str, out: &mut String) {
    let is_printable = text.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    // Escapes for such characters exist only in double quotes.
    if !is_printable && text.chars().any(needs_escape) {
        out.push('"');
        escape(text, out);
        out.push('"');
        return;
    }
    out.push('\'');
    let mut remaining = text;
    while let Some(position) = memchr::memchr2(b'\'', b'\\', remaining.as_bytes()) {
        out.push_str(&remaining[..position]);
        out.push('\\');
        out.push_str(&remaining[position..=position]);
        remaining = &remaining[position + 1..];
    }
    out.push_str(remaining);
    out.push('\'');
}

/// Appends a text as it is written inside double quotes.
pub(crate) fn escape(text: &str, out: &mut String) {
    // Most texts need no escapes.
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\' | b'$')) {
        out.push_str(text);
        return;
    }
    for c in text.chars() {
        match c {
            '"' | '\\' | '$' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if needs_escape(c) => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
            }
            c => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ecore::Metamodel;

    #[test]
    fn constants_are_the_ids_of_the_data_types() {
        let ecore = Metamodel::ecore();
        for (id, name) in [
            (builtin::EBIG_DECIMAL, "EBigDecimal"),
            (builtin::EBOOLEAN_OBJECT, "EBooleanObject"),
            (builtin::EDOUBLE_OBJECT, "EDoubleObject"),
            (builtin::ELONG_OBJECT, "ELongObject"),
        ] {
            assert_eq!(ecore[id].name, name);
        }
    }

    #[test]
    fn names_are_quoted_only_where_needed() {
        assert_eq!(type_name("User"), "User");
        assert_eq!(type_name("user"), "'user'");
        assert_eq!(type_name("String"), "'String'");
        assert_eq!(name("x-y"), "'x-y'");
        assert_eq!(string("a'b\\"), r"'a\'b\\'");
        assert_eq!(string("a\n$\u{1}"), r#""a\n\$\u{1}""#);
        assert!(is_number("-1.5e3") && !is_number("1.") && !is_number("-") && !is_number("0x1F "));
    }
}
