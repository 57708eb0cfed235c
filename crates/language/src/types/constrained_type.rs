//! The constrained types of the language and the equivalent facets in Ecore.
//!
//! Invariant: a data type is written as a constrained type only if reading that type creates an equal instance class
//! name and equal annotations. The facets are EMF's ExtendedMetaData, so that Ecore tools check them too. This module
//! does not know the name of a data type or its declaration.

use super::spelling;
use crate::ecore::{Annotation, AnyKind, EXTENDED_META_DATA, InstanceName, TYPE_TEXT};

/// The namespace of the types of XML Schema, with the separator before their names.
pub(super) const XSD: &str = "http://www.w3.org/2001/XMLSchema#";

/// The annotation with the text of the type that a classifier represents.
pub(crate) fn type_text(text: String) -> Annotation {
    let details = vec![(Some("type".to_owned()), Some(text))];
    Annotation { source: Some(TYPE_TEXT.to_owned()), details, ..Annotation::default() }
}

/// A constrained type, and whether its values may be undef.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ConstrainedType {
    pub(crate) is_optional: bool,
    pub(crate) kind: ConstraintKind,
}

/// The built-in type of a constrained type, with its arguments.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum ConstraintKind {
    /// `Integer[a, b]`, bounds as written.
    Integer(Option<String>, Option<String>),
    /// `Float[a, b]`
    Float(Option<String>, Option<String>),
    /// `String[a, b]`
    String(Option<String>, Option<String>),
    /// `Pattern[/a/, /b/]`
    Pattern(Vec<String>),
    /// `Enum['a', 'b']`, and whether case is ignored, as in `Enum['a', true]`.
    Enum(Vec<String>, bool),
    /// `Boolean[true]`
    Boolean(bool),
    /// `Data`, `Scalar` or another type of values of any kind.
    Any(AnyKind),
    /// `Type[T]`, in the canonical spelling.
    Type(String),
    /// `SemVer['1.x']` or another type whose values are stored as strings, in the canonical spelling.
    Text(String),
}

impl ConstrainedType {
    /// The Java type (instance class name) of a data type with this constraint.
    pub(crate) fn instance(&self) -> InstanceName {
        let name = match (&self.kind, self.is_optional) {
            // `BigInteger` is a Java object, which may be null, so there is no variant for null.
            (ConstraintKind::Integer(low, high), _) if exceeds_long(low, high) => "java.math.BigInteger",
            (ConstraintKind::Integer(..), false) => "long",
            (ConstraintKind::Integer(..), true) => "java.lang.Long",
            (ConstraintKind::Float(..), false) => "double",
            (ConstraintKind::Float(..), true) => "java.lang.Double",
            (ConstraintKind::Boolean(_), false) => "boolean",
            (ConstraintKind::Boolean(_), true) => "java.lang.Boolean",
            _ => "java.lang.String",
        };
        InstanceName::Class(name.to_owned())
    }

    /// The annotations that express the constraint in Ecore.
    pub(crate) fn annotations(&self) -> Vec<Annotation> {
        let needs_text = match &self.kind {
            ConstraintKind::Integer(..) | ConstraintKind::Float(..) => false,
            ConstraintKind::Enum(values, ignores_case) => {
                self.is_optional || *ignores_case || values.iter().any(String::is_empty)
            }
            // `String[1]` and `Optional[String[1]]` have the same facets and the same Java type, so the text is stored
            // as well.
            ConstraintKind::String(..) => self.is_optional,
            ConstraintKind::Pattern(_)
            | ConstraintKind::Boolean(_)
            | ConstraintKind::Any(_)
            | ConstraintKind::Type(_)
            | ConstraintKind::Text(_) => true,
        };
        let text = needs_text.then(|| type_text(self.text()));
        self.facets().into_iter().chain(text).collect()
    }

    /// The annotation with the facets that Ecore tools can check; `None` if no facets can express the type.
    pub(crate) fn facets(&self) -> Option<Annotation> {
        let mut facets = Vec::new();
        let mut facet = |key: &str, value: Option<String>| {
            facets.extend(value.map(|value| (Some(key.to_owned()), Some(value))));
        };
        match &self.kind {
            ConstraintKind::Integer(low, high) | ConstraintKind::Float(low, high) => {
                let base = match &self.kind {
                    ConstraintKind::Integer(low, high) if exceeds_long(low, high) => "integer",
                    ConstraintKind::Integer(..) => "long",
                    _ => "double",
                };
                facet("baseType", Some(format!("{XSD}{base}")));
                facet("minInclusive", low.clone());
                facet("maxInclusive", high.clone());
            }
            ConstraintKind::String(low, high) => {
                facet("baseType", Some(format!("{XSD}string")));
                facet("minLength", low.clone());
                facet("maxLength", high.clone());
            }
            ConstraintKind::Pattern(patterns) => {
                facet("baseType", Some(format!("{XSD}string")));
                let xsd_patterns: Option<Vec<String>> =
                    patterns.iter().map(|pattern| xsd_pattern(pattern)).collect();
                // The facet contains all patterns, or there is no facet: with only some of the alternatives, it would
                // reject strings that the others accept.
                facet("pattern", xsd_patterns.map(|list| joined(&list)));
            }
            ConstraintKind::Enum(values, ignores_case) => {
                facet("baseType", Some(format!("{XSD}string")));
                // In a facet, values are separated by spaces, so it cannot contain the empty string.
                if *ignores_case || values.iter().any(String::is_empty) {
                    facet("pattern", Some(joined(&[any_of(values, *ignores_case)])));
                } else {
                    facet("enumeration", Some(joined(values)));
                }
            }
            ConstraintKind::Boolean(value) => {
                facet("baseType", Some(format!("{XSD}boolean")));
                facet("enumeration", Some(value.to_string()));
            }
            ConstraintKind::Any(_) | ConstraintKind::Type(_) | ConstraintKind::Text(_) => return None,
        }
        let source = Some(EXTENDED_META_DATA.to_owned());
        Some(Annotation { source, details: facets, ..Annotation::default() })
    }

    /// Whether the facets express the constraint completely, patterns included.
    pub(crate) fn is_in_facets(&self) -> bool {
        match self.kind {
            ConstraintKind::Text(_) => false,
            ConstraintKind::Pattern(_) => {
                self.facets().is_some_and(|facets| facets.detail("pattern").is_some())
            }
            _ => true,
        }
    }

    /// Whether values are of any kind. Where no data type can be created, `EJavaObject` of Ecore is used instead.
    pub(crate) fn is_any(&self) -> bool {
        matches!(self.kind, ConstraintKind::Any(_))
    }

    /// The name at the start of its text; `None` if it is in `Optional`, or stored as a text.
    pub(crate) fn word(&self) -> Option<&'static str> {
        match &self.kind {
            _ if self.is_optional => None,
            ConstraintKind::Integer(..) => Some("Integer"),
            ConstraintKind::Float(..) => Some("Float"),
            ConstraintKind::String(..) => Some("String"),
            ConstraintKind::Pattern(_) => Some("Pattern"),
            ConstraintKind::Enum(..) => Some("Enum"),
            ConstraintKind::Boolean(_) => Some("Boolean"),
            ConstraintKind::Any(kind) => Some(kind.name()),
            ConstraintKind::Type(_) | ConstraintKind::Text(_) => None,
        }
    }

    /// The type in the syntax of the language.
    pub(crate) fn text(&self) -> String {
        let inner = match &self.kind {
            ConstraintKind::Integer(low, high) => type_with_range("Integer", low.as_ref(), high.as_ref()),
            ConstraintKind::Float(low, high) => type_with_range("Float", low.as_ref(), high.as_ref()),
            ConstraintKind::String(low, high) => type_with_range("String", low.as_ref(), high.as_ref()),
            ConstraintKind::Pattern(patterns) => {
                let list: Vec<_> = patterns.iter().map(|pattern| spelling::regex(pattern)).collect();
                format!("Pattern[{}]", list.join(", "))
            }
            ConstraintKind::Enum(values, ignores_case) => {
                let values = values.iter().map(|value| spelling::string(value));
                let list: Vec<_> = values.chain(ignores_case.then(|| "true".to_owned())).collect();
                format!("Enum[{}]", list.join(", "))
            }
            ConstraintKind::Boolean(value) => format!("Boolean[{value}]"),
            ConstraintKind::Any(kind) => kind.name().to_owned(),
            ConstraintKind::Type(text) | ConstraintKind::Text(text) => text.clone(),
        };
        if self.is_optional { format!("Optional[{inner}]") } else { inner }
    }
}

/// Whether a bound of integers is beyond the 64 bits of Java's `long`.
fn exceeds_long(low: &Option<String>, high: &Option<String>) -> bool {
    [low, high].into_iter().flatten().any(|bound| bound.parse::<i64>().is_err())
}

/// The text of a type with bounds of its values or its length.
fn type_with_range(word: &str, low: Option<&String>, high: Option<&String>) -> String {
    match (low, high) {
        (None, None) => word.to_owned(),
        (Some(low), None) => format!("{word}[{low}]"),
        (low, Some(high)) => format!("{word}[{}, {high}]", low.map_or("default", String::as_str)),
    }
}

/// Joins the values of one facet: EMF separates them by spaces and writes `%20` for a space within a value.
fn joined(values: &[String]) -> String {
    let escaped: Vec<_> = values.iter().map(|value| value.replace('%', "%25").replace(' ', "%20")).collect();
    escaped.join(" ")
}

/// A pattern that matches exactly these values. As in Puppet, only the case of ASCII letters is ignored.
fn any_of(values: &[String], ignores_case: bool) -> String {
    let non_empty_values = values.iter().filter(|value| !value.is_empty());
    let patterns: Vec<_> = non_empty_values.map(|value| pattern_of(value, ignores_case)).collect();
    let has_empty = patterns.len() < values.len();
    match (patterns.is_empty(), has_empty) {
        // An empty pattern would not be an item of the facet.
        (true, _) => ".{0}".to_owned(),
        (false, true) => format!("({})?", patterns.join("|")),
        (false, false) => patterns.join("|"),
    }
}

/// A pattern that matches exactly one value.
fn pattern_of(value: &str, ignores_case: bool) -> String {
    let mut pattern = String::new();
    for c in value.chars() {
        if ignores_case && c.is_ascii_alphabetic() {
            pattern.extend(['[', c.to_ascii_lowercase(), c.to_ascii_uppercase(), ']']);
            continue;
        }
        let has_meaning = "\\|.?*+(){}[]-^".contains(c);
        if has_meaning {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern
}

/// The XML Schema pattern that accepts the same strings as a regular expression, which may match in the middle of a
/// string; `None` if there is no such pattern. Anchors of lines are treated as anchors of the complete string.
fn xsd_pattern(regex: &str) -> Option<String> {
    if has_alternatives(regex)? {
        // There is no anchor in such a regular expression, so any text may be around its match.
        return Some(format!("[\\s\\S]*({})[\\s\\S]*", with_schema_syntax(regex)?));
    }
    let after_start = ["\\A", "^"].iter().find_map(|anchor| regex.strip_prefix(anchor));
    let without_start = after_start.unwrap_or(regex);
    let before_end = ["\\z", "\\Z", "$"].iter().find_map(|anchor| without_start.strip_suffix(anchor));
    // An escaped character is not an anchor.
    let before_end = before_end.filter(|before_end| !ends_with_escape(before_end));
    let body = with_schema_syntax(before_end.unwrap_or(without_start))?;
    Some(format!("{}{body}{}", text_outside(after_start.is_some()), text_outside(before_end.is_some())))
}

/// Whether the last character of a text is a backslash that escapes what follows the text. In `\\`, the second
/// backslash is escaped itself.
fn ends_with_escape(text: &str) -> bool {
    let backslash_count = text.bytes().rev().take_while(|byte| *byte == b'\\').count();
    backslash_count % 2 == 1
}

/// The pattern for the text before or after the match of a regular expression: any text, unless this end has an anchor.
fn text_outside(is_anchored: bool) -> &'static str {
    if is_anchored { "" } else { "[\\s\\S]*" }
}

/// Replaces what a regular expression and XML Schema write differently: in the language, `\w` and `\d` are ASCII; in
/// XML Schema they include all scripts, but not `_`. XML Schema has no `\$`, no `{,3}` and no braces that are
/// characters. `None` if brackets contain a negated class, or for an escape that XML Schema cannot express.
fn with_schema_syntax(regex: &str) -> Option<String> {
    let mut out = String::with_capacity(regex.len());
    let (mut chars, mut is_in_brackets) = (regex.chars(), false);
    while let Some(c) = chars.next() {
        match c {
            '[' if !is_in_brackets => is_in_brackets = true,
            ']' => is_in_brackets = false,
            '{' if !is_in_brackets => {
                let Some(repetition) = repetition(chars.as_str()) else {
                    out.push_str("\\{");
                    continue;
                };
                out.extend(["{", repetition.low, repetition.comma_and_high, "}"]);
                // XML Schema cannot repeat a repetition.
                if repetition.text_after.starts_with(['*', '+', '?', '{']) {
                    return None;
                }
                chars = repetition.text_after.chars();
                continue;
            }
            '*' | '+' | '?' if !is_in_brackets && chars.as_str().starts_with('{') => return None,
            '}' if !is_in_brackets => out.push('\\'),
            '\\' => {
                let escaped = chars.next()?;
                let is_negated = escaped.is_ascii_uppercase();
                match ascii_class(escaped.to_ascii_lowercase()) {
                    None => push_escaped_character(escaped, &mut out)?,
                    Some(class) if is_in_brackets => {
                        // A character class cannot be the start or the end of a range. A hyphen directly after the
                        // opening bracket does not form a range.
                        let ends_range = out.ends_with('-') && !out.ends_with("[-");
                        let starts_range = chars.as_str().starts_with('-');
                        if is_negated || ends_range || starts_range {
                            return None;
                        }
                        out.push_str(class);
                    }
                    Some(class) => out.extend([if is_negated { "[^" } else { "[" }, class, "]"]),
                }
                continue;
            }
            _ => {}
        }
        out.push(c);
    }
    Some(out)
}

/// A repetition in braces, such as `{2,3}` or `{2}`.
struct Repetition<'r> {
    /// The least number; `0` if it is not written.
    low: &'r str,
    /// `,3`, or `,` if there is no greatest number; empty if there is no comma.
    comma_and_high: &'r str,
    /// The text after the closing brace.
    text_after: &'r str,
}

/// The repetition whose opening brace precedes a text; `None` if the braces are ordinary characters.
fn repetition(after_brace: &str) -> Option<Repetition<'_>> {
    let (content, text_after) = after_brace.split_once('}')?;
    let low_length = content.find(',').unwrap_or(content.len());
    let (low, comma_and_high) = content.split_at(low_length);
    let high = comma_and_high.strip_prefix(',').unwrap_or_default();
    let has_number = !low.is_empty() || !high.is_empty();
    if !has_number || !has_only_digits(low) || !has_only_digits(high) {
        return None;
    }
    Some(Repetition { low: if low.is_empty() { "0" } else { low }, comma_and_high, text_after })
}

/// Whether a text has no other characters than digits.
fn has_only_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The characters of a class that the language and XML Schema define differently; `None` for other characters.
fn ascii_class(letter: char) -> Option<&'static str> {
    match letter {
        'w' => Some("a-zA-Z0-9_"),
        'd' => Some("0-9"),
        'h' => Some("0-9a-fA-F"),
        _ => None,
    }
}

/// Writes an escaped character that is not a character class. `None` if XML Schema does not have the escape.
fn push_escaped_character(escaped: char, out: &mut String) -> Option<()> {
    let needs_escape =
        matches!(escaped, '\\' | '|' | '.' | '^' | '-' | '?' | '*' | '+' | '{' | '}' | '(' | ')' | '[' | ']');
    match escaped {
        'n' | 'r' | 't' | 's' | 'S' => out.extend(['\\', escaped]),
        _ if needs_escape => out.extend(['\\', escaped]),
        _ if escaped.is_alphanumeric() => return None,
        _ => out.push(escaped),
    }
    Some(())
}

/// Whether a regular expression has alternatives outside groups; `None` if it uses syntax that XML Schema does not
/// support: lookaround, lazy repetition, anchors that are not its very first or last part.
fn has_alternatives(regex: &str) -> Option<bool> {
    let bytes = regex.as_bytes();
    let mut group_depth = 0u32;
    let mut is_in_brackets = false;
    let mut has_alternatives = false;
    let mut is_anchored = false;
    let mut index = 0;
    while let Some(byte) = bytes.get(index) {
        let (next, is_last) = (bytes.get(index + 1).copied(), index + 1 == bytes.len());
        match (*byte, is_in_brackets) {
            (b'\\', _) => {
                match next {
                    Some(b'A') if index == 0 => is_anchored = true,
                    Some(b'z' | b'Z') if index + 2 == bytes.len() => is_anchored = true,
                    Some(b'A' | b'z' | b'Z' | b'b' | b'B' | b'G' | b'K' | b'R' | b'X') => {
                        return None;
                    }
                    Some(b'0'..=b'9' | b'k' | b'g' | b'u' | b'x' | b'p' | b'P') => return None,
                    _ => {}
                }
                // The escaped character is skipped.
                index += 1;
            }
            // XML Schema 1.0 has no equivalent of Ruby's nested classes and intersections.
            (b'[', true) | (b'&', true) => return None,
            (b'[', false) => is_in_brackets = true,
            (b']', true) => is_in_brackets = false,
            (_, true) => {}
            (b'(', false) if next == Some(b'?') => return None,
            (b'(', false) => group_depth += 1,
            (b')', false) => group_depth = group_depth.checked_sub(1)?,
            (b'|', false) if group_depth == 0 => has_alternatives = true,
            // Lazy and possessive repetition.
            (b'*' | b'+' | b'?' | b'}', false) if matches!(next, Some(b'?' | b'+')) => return None,
            (b'^', false) if index == 0 => is_anchored = true,
            (b'$', false) if is_last => is_anchored = true,
            (b'^' | b'$', false) => return None,
            _ => {}
        }
        index += 1;
    }
    // An anchor in one alternative does not apply to the others. This combination is not supported.
    let is_complete = group_depth == 0 && !is_in_brackets;
    (is_complete && !(has_alternatives && is_anchored)).then_some(has_alternatives)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ecore::facet_items;

    #[test]
    fn xml_schema_patterns_are_equivalent_or_absent() {
        assert_eq!(xsd_pattern(r"\Aa+\z").as_deref(), Some("a+"));
        assert_eq!(xsd_pattern("a").as_deref(), Some(r"[\s\S]*a[\s\S]*"));
        assert_eq!(xsd_pattern("a|b").as_deref(), Some(r"[\s\S]*(a|b)[\s\S]*"));
        assert_eq!(xsd_pattern("^(a|b)$").as_deref(), Some("(a|b)"));
        assert_eq!(xsd_pattern(r"^a\$").as_deref(), Some(r"a$[\s\S]*"));
        assert_eq!(xsd_pattern(r"\A\w+\@[\:\$]\z").as_deref(), Some("[a-zA-Z0-9_]+@[:$]"));
        assert_eq!(xsd_pattern(r"\Aa{,3}b{2}c{1,}x{d}\z").as_deref(), Some(r"a{0,3}b{2}c{1,}x\{d\}"));
        assert_eq!(xsd_pattern(r"\Aa{3\z").as_deref(), Some(r"a\{3"));
        assert_eq!(
            xsd_pattern(r"\A\w\D[\d\-]\h\z").as_deref(),
            Some(r"[a-zA-Z0-9_][^0-9][0-9\-][0-9a-fA-F]")
        );
        for none in [
            "^a|b$",
            r"\f",
            r"\cA",
            "a{2}{3}",
            "a*{2}",
            "(?=x)",
            "a.*?",
            r"\bx",
            "a^b",
            "[[:alpha:]]",
            "(",
            "[a",
            r"[\W]",
            r"[a-\d]",
            r"[\w-z]",
        ] {
            assert_eq!(xsd_pattern(none), None, "{none}");
        }
    }

    #[test]
    fn lists_that_a_facet_cannot_express_become_patterns() {
        let facets = |values: &[&str], ignores_case: bool| {
            let values = values.iter().map(|value| (*value).to_owned()).collect();
            let constraint =
                ConstrainedType { is_optional: false, kind: ConstraintKind::Enum(values, ignores_case) };
            constraint.facets().and_then(|facets| facets.detail("pattern").map(str::to_owned))
        };
        assert_eq!(facets(&["a", "b"], false), None);
        assert_eq!(facets(&["a", "", "b.c d"], false).as_deref(), Some(r"(a|b\.c%20d)?"));
        assert_eq!(facets(&[""], false).as_deref(), Some(".{0}"));
        assert_eq!(facets(&["ab", "\u{e4} 1"], true).as_deref(), Some("[aA][bB]|\u{e4}%201"));
        assert_eq!(facets(&["a", ""], true).as_deref(), Some("([aA])?"));
    }

    #[test]
    fn values_of_one_facet_keep_their_spaces() {
        let values = vec!["a b".to_owned(), "50%".to_owned(), "%20".to_owned()];
        assert_eq!(facet_items(&joined(&values)).collect::<Vec<_>>(), values);
    }
}
