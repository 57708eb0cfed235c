//! The types of texts: lengths, patterns and formats.
//!
//! Invariant: an expression in a type is one that the type language accepts. This module does not match texts.

use super::keywords::RULE_HELP;
use super::meaning::{ItemMeaning, Meaning};
use super::reader::SchemaReader;
use super::schema_node::SchemaNode;
use crate::declarations::{DataType, Declaration, Type, Value};
use modelwright_evaluation::evaluate::Regex;
use std::fmt::Display;

/// Expressions for formats.
const FORMATS: [(&str, &str); 8] = [
    ("date", r"\A\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])\z"),
    (
        "time",
        r"\A(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+\-](?:[01]\d|2[0-3]):[0-5]\d)\z",
    ),
    (
        "duration",
        concat!(
            r"\AP(?:\d+W|(?:\d+Y(?:\d+M)?(?:\d+D)?|\d+M(?:\d+D)?|\d+D)",
            r"(?:T(?:\d+H(?:\d+M)?(?:\d+S)?|\d+M(?:\d+S)?|\d+S))?",
            r"|T(?:\d+H(?:\d+M)?(?:\d+S)?|\d+M(?:\d+S)?|\d+S))\z",
        ),
    ),
    ("email", r"\A[^@\s]+@[^@\s]+\z"),
    (
        "hostname",
        r"\A(?i:[a-z0-9](?:[a-z0-9\-]{0,61}[a-z0-9])?)(?:\.(?i:[a-z0-9](?:[a-z0-9\-]{0,61}[a-z0-9])?))*\z",
    ),
    ("ipv4", r"\A(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\z"),
    ("json-pointer", r"\A(?:/(?:[^~/]|~[01])*)*\z"),
    ("uuid", r"\A(?i:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\z"),
];

/// The start of the pattern for timestamps in schemas that modelwright generates.
const TIMESTAMP_PATTERN_START: &str = "^-?(?:[0-9]{0,5}(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])";

/// Whether a format is that of texts, which are checked.
pub(super) fn is_format_of_text(format: &str) -> bool {
    ["date-time", "uri", "uri-reference"].contains(&format)
        || FORMATS.iter().any(|(known, _)| *known == format)
}

impl SchemaReader<'_> {
    /// The type of texts.
    pub(super) fn text(&mut self, own_schemas: &[SchemaNode], name: &dyn Display) -> Meaning {
        // A maximum length of this many characters or more counts as no maximum.
        let no_limit_from = u64::from(u32::MAX >> 1);
        let min = own_schemas
            .iter()
            .filter_map(|place| self.count(*place, "minLength"))
            .max()
            .filter(|min| *min > 0);
        let max = own_schemas
            .iter()
            .filter_map(|place| self.count(*place, "maxLength"))
            .min()
            .filter(|max| *max < no_limit_from);
        let mut patterns = Vec::new();
        for place in own_schemas {
            let Some(text) = self.files.text(*place, "pattern").map(str::to_owned) else { continue };
            if text.starts_with(TIMESTAMP_PATTERN_START) {
                return Meaning::of(Type::Word("Timestamp"));
            }
            if let Some(Type::Pattern(expressions)) = self.pattern(&text, *place, "pattern") {
                patterns.extend(expressions.into_iter().map(|expression| (*place, expression)));
            }
        }
        let format =
            own_schemas.iter().find_map(|place| self.files.text(*place, "format")).map(str::to_owned);
        let mut remarks = Vec::new();
        if let Some(format) = format {
            let has_no_other_rule = patterns.is_empty() && min.is_none() && max.is_none();
            let word = match format.as_str() {
                "date-time" => Some("Timestamp"),
                "uri" | "uri-reference" => Some("URI"),
                _ => None,
            };
            if let Some(word) = word
                && has_no_other_rule
            {
                return Meaning::of(Type::Word(word));
            }
            match FORMATS.iter().find(|(known, _)| *known == format) {
                Some((_, pattern)) if patterns.is_empty() => {
                    let place = own_schemas.first().copied();
                    patterns.extend(place.map(|place| (place, (*pattern).to_owned())));
                }
                _ => remarks.push(format!("Format: {format}.")),
            }
        }
        let mut meaning = self.text_type(patterns, min, max, name);
        meaning.remarks = remarks;
        meaning
    }

    /// The type of texts. A pattern together with lengths is a data type of its own.
    fn text_type(
        &mut self,
        mut patterns: Vec<(SchemaNode, String)>,
        min: Option<u64>,
        max: Option<u64>,
        name: &dyn Display,
    ) -> Meaning {
        for (place, _) in patterns.iter().skip(1) {
            let effect = "a type has one pattern, so this one is not checked";
            self.report_not_expressed(*place, "pattern", effect, RULE_HELP);
        }
        patterns.truncate(1);
        let Some((place, pattern)) = patterns.pop() else { return Meaning::of(Type::String { min, max }) };
        if min.is_none() && max.is_none() {
            return Meaning::of(Type::Pattern(vec![pattern]));
        }
        let name = self.name_type(&name.to_string(), place);
        let mut facets = Vec::new();
        for (facet, length) in [("minLength", min), ("maxLength", max)] {
            if let Some(length) = length {
                facets.push((facet.to_owned(), Value::Number(length.to_string())));
            }
        }
        let data_type = DataType {
            name: name.clone(),
            base: Some(Type::Pattern(vec![pattern])),
            facets,
            span: self.files.origin(place),
            ..DataType::default()
        };
        self.other_declarations.push((self.classes.len(), Declaration::DataType(data_type)));
        Meaning { item: ItemMeaning::Type(Type::Named(name)), ..Meaning::any() }
    }

    /// The type of texts in which an expression is found; `None` if the type language does not accept the expression,
    /// which is reported.
    pub(super) fn pattern(&mut self, text: &str, place: SchemaNode, keyword: &str) -> Option<Type> {
        let ruby = to_ruby(text);
        match Regex::new(&ruby) {
            Ok(_) => Some(Type::Pattern(vec![ruby])),
            Err(reason) => {
                let effect = format!("any text is accepted, since {reason}");
                let help = "write the expression without look-around and back-references, or state the rule as an \
                            invariant in the converted types";
                self.report_not_expressed(place, keyword, &effect, help);
                None
            }
        }
    }
}

/// An expression of ECMAScript in Ruby's notation: `^` and `$` are the ends of the text, `\d` and `\w` mean the same,
/// and `[^]` is any character.
fn to_ruby(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut chars = text.chars().peekable();
    let mut is_in_class = false;
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                // In ECMAScript, each of these letters after `\` is the letter itself; in Ruby, it has a meaning.
                Some(c @ ('A' | 'z' | 'Z' | 'h' | 'H' | 'G' | 'R' | 'X' | 'e' | 'a')) => out.push(c),
                Some(c) => out.extend(['\\', c]),
                None => out.push('\\'),
            },
            // In Ruby, an inner `[` would begin a nested class.
            '[' if is_in_class => out.push_str("\\["),
            '[' => {
                is_in_class = true;
                out.push('[');
                let is_negated = chars.next_if_eq(&'^').is_some();
                if chars.next_if_eq(&']').is_some() {
                    // `[^]` is any character, and `[]` none.
                    out.push_str(if is_negated { "\\s\\S]" } else { "^\\s\\S]" });
                    is_in_class = false;
                } else if is_negated {
                    out.push('^');
                }
            }
            ']' if is_in_class => {
                is_in_class = false;
                out.push(']');
            }
            // In Ruby, `&&` is the intersection of two classes.
            '&' if is_in_class && chars.peek() == Some(&'&') => out.push_str("\\&"),
            '^' if !is_in_class => out.push_str("\\A"),
            '$' if !is_in_class => out.push_str("\\z"),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{FORMATS, to_ruby};
    use modelwright_evaluation::evaluate::Regex;

    #[test]
    fn expressions_are_translated() {
        let cases = [
            ("^a$", r"\Aa\z"),
            ("[$^]", "[$^]"),
            (r"\^\$", r"\^\$"),
            ("[[a]", r"[\[a]"),
            ("[^]x[]", r"[\s\S]x[^\s\S]"),
            ("[a&&b]", r"[a\&&b]"),
            (r"\A", "A"),
            ("\\", "\\"),
        ];
        for (text, expected) in cases {
            assert_eq!(to_ruby(text), expected);
        }
    }

    #[test]
    fn expressions_of_formats_are_valid() {
        for (format, pattern) in FORMATS {
            assert!(Regex::new(pattern).is_ok(), "{format}");
        }
    }
}
