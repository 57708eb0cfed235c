//! Converts patterns of XML Schema to regular expressions of ECMAScript in Unicode mode, which JSON Schema uses.
//!
//! Invariant: the results are valid, and have the same meaning in other engines. A pattern that cannot be expressed
//! with the same meaning has no result, except for digits: those become ASCII digits.

use modelwright_metamodel::ecore::facet_items;
use std::iter::Peekable;
use std::str::Chars;

/// A regular expression.
#[derive(Debug, PartialEq)]
pub(super) struct Pattern {
    pub(super) text: String,
    /// Whether the pattern matches exactly what the facet matches, also for digits of other scripts.
    pub(super) is_exact: bool,
}

/// The greatest count in a quantifier. Some engines reject a schema with a greater one.
const MAX_REPETITIONS: u32 = 1_000;

/// Characters that have another meaning without a backslash, outside of brackets.
const METACHARACTERS: &str = "\\|.?*+(){}[]^$/";

/// The characters that `\s` matches in XML Schema, in the syntax of bracket classes.
const SPACES: &str = " \\t\\n\\r";

/// The patterns of a facet, one of which must match an entire string; `None` if one of them cannot be expressed.
pub(super) fn pattern(facet: &str) -> Option<Pattern> {
    any_of(facet_items(facet))
}

/// Translates patterns in the notation of XML Schema to one pattern for the texts that match any of them; `None` if one
/// of them cannot be expressed.
pub(super) fn any_of(patterns: impl Iterator<Item = String>) -> Option<Pattern> {
    let translated_patterns: Option<Vec<Pattern>> = patterns.map(|pattern| translate(&pattern)).collect();
    let translated_patterns = translated_patterns?;
    let is_exact = translated_patterns.iter().all(|pattern| pattern.is_exact);
    let texts: Vec<&str> = translated_patterns.iter().map(|pattern| pattern.text.as_str()).collect();
    Some(Pattern { text: format!("^(?:{})$", texts.join("|")), is_exact })
}

/// Translates one pattern; `None` if it cannot be expressed.
fn translate(pattern: &str) -> Option<Pattern> {
    let mut out = Pattern { text: String::with_capacity(pattern.len()), is_exact: true };
    let mut chars = pattern.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => escape(chars.next()?, &mut out)?,
            // `[\s\S]` (any character): the type language writes it around a pattern without anchors. It is handled
            // here, because `bracket_class` rejects `\S`.
            '[' if chars.clone().take(5).eq("\\s\\S]".chars()) => {
                // The five characters after the opening bracket are read.
                chars.nth(4);
                out.text.push_str("[\\s\\S]");
            }
            '[' => bracket_class(&mut chars, &mut out)?,
            '{' => repetition(&mut chars, &mut out.text)?,
            // XML Schema has no anchors, and in Unicode mode closing brackets must be escaped.
            '^' | '$' | ']' | '}' => out.text.extend(['\\', c]),
            _ => out.text.push(c),
        }
    }
    Some(out)
}

/// Translates the character after a backslash, outside of brackets; `None` if it cannot be expressed.
fn escape(c: char, out: &mut Pattern) -> Option<()> {
    // In XML Schema, these characters are about the digits of all scripts.
    if matches!(c, 'd' | 'D') {
        out.is_exact = false;
    }
    match c {
        's' => out.text.extend(["[", SPACES, "]"]),
        'S' => out.text.extend(["[^", SPACES, "]"]),
        'd' => out.text.push_str("[0-9]"),
        'D' => out.text.push_str("[^0-9]"),
        // In Unicode mode, an escape that is not necessary is an error.
        '-' => out.text.push(c),
        'n' | 'r' | 't' => out.text.extend(['\\', c]),
        _ if METACHARACTERS.contains(c) => out.text.extend(['\\', c]),
        // Entities, name characters and blocks are specific to XML; some engines have no properties.
        _ => return None,
    }
    Some(())
}

/// Translates the content of brackets, up to their end; `None` if it cannot be expressed.
fn bracket_class(chars: &mut Peekable<Chars<'_>>, out: &mut Pattern) -> Option<()> {
    out.text.push('[');
    if chars.next_if_eq(&'^').is_some() {
        out.text.push('^');
    }
    // XML Schema has no empty class, and the empty class of ECMAScript matches nothing.
    if chars.peek() == Some(&']') {
        return None;
    }
    let mut follows_hyphen = false;
    loop {
        let c = chars.next()?;
        // The characters of a set such as `\s`.
        let set = match (c, chars.peek()) {
            (']', _) => break,
            // The subtraction of a class, which ECMAScript does not have in this mode.
            ('[', _) => return None,
            ('\\', Some('s')) => Some(SPACES),
            ('\\', Some('d')) => Some("0-9"),
            _ => None,
        };
        if let Some(set) = set {
            // A set cannot begin or end a range.
            if follows_hyphen {
                return None;
            }
            // `\d` has the digits of all scripts in XML Schema.
            let letter = chars.next();
            if letter == Some('d') {
                out.is_exact = false;
            }
            out.text.push_str(set);
            // Without a backslash, the hyphen would start a range at the last character of the set.
            if chars.next_if_eq(&'-').is_some() {
                out.text.push_str("\\-");
            }
            continue;
        }
        follows_hyphen = c == '-';
        match c {
            '\\' => match chars.next()? {
                c @ ('n' | 'r' | 't') => out.text.extend(['\\', c]),
                c if c == '-' || METACHARACTERS.contains(c) => out.text.extend(['\\', c]),
                _ => return None,
            },
            _ => out.text.push(c),
        }
    }
    out.text.push(']');
    Some(())
}

/// Copies a quantifier, `{2}`, `{2,}` or `{2,3}`, after its opening brace; `None` if it is not valid.
fn repetition(chars: &mut Peekable<Chars<'_>>, out: &mut String) -> Option<()> {
    let text: String = std::iter::from_fn(|| chars.next_if(|c| *c != '}')).collect();
    // A repetition without its closing brace is not valid.
    chars.next()?;
    let (min, max) = text.split_once(',').unwrap_or((&text, ""));
    if !is_legal_count(min) || !(max.is_empty() || is_legal_count(max)) {
        return None;
    }
    out.extend(["{", &text, "}"]);
    Some(())
}

/// Whether a text is a number that is allowed in a quantifier.
fn is_legal_count(text: &str) -> bool {
    text.parse::<u32>().is_ok_and(|count| count <= MAX_REPETITIONS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_the_entire_text() {
        for (facet, text) in [
            ("[a-z]+", Some("^(?:[a-z]+)$")),
            ("a|b c%20d", Some("^(?:a|b|c d)$")),
            ("^$", Some("^(?:\\^\\$)$")),
            ("a\\-b", Some("^(?:a-b)$")),
            ("[a\\-b]", Some("^(?:[a\\-b])$")),
            ("a]b}", Some("^(?:a\\]b\\})$")),
            ("a{2}b{2,}c{2,3}", Some("^(?:a{2}b{2,}c{2,3})$")),
            ("\\s\\S", Some("^(?:[ \\t\\n\\r][^ \\t\\n\\r])$")),
            ("[\\s\\S]*b", Some("^(?:[\\s\\S]*b)$")),
            ("[^\\s]", Some("^(?:[^ \\t\\n\\r])$")),
            ("a{,2}", None),
            ("a{2", None),
            ("a{99999}", None),
            ("\\i\\c*", None),
            ("\\w", None),
            ("\\p{Lu}", None),
            ("\\b", None),
            ("[\\w]", None),
            ("[\\S]", None),
            ("[a-z-[x]]", None),
            ("[a", None),
            ("[]", None),
        ] {
            let expected = text.map(|text| Pattern { text: text.to_owned(), is_exact: true });
            assert_eq!(pattern(facet), expected, "{facet}");
        }
    }

    #[test]
    fn digits_are_those_of_ascii() {
        for (facet, text) in [
            ("\\d{3}\\-\\d{4}", Some("^(?:[0-9]{3}-[0-9]{4})$")),
            ("\\D", Some("^(?:[^0-9])$")),
            ("[a-f\\d]", Some("^(?:[a-f0-9])$")),
            ("[\\d-x]", Some("^(?:[0-9\\-x])$")),
            ("[+-\\d]", None),
        ] {
            let expected = text.map(|text| Pattern { text: text.to_owned(), is_exact: false });
            assert_eq!(pattern(facet), expected, "{facet}");
        }
    }
}
