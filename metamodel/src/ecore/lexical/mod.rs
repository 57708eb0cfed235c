//! Parses the values of data types that Java's conversions do not cover: the types of XML Schema, and types that
//! annotations derive from others (`baseType`, `itemType`, `memberTypes`). The rules are those of EMF's factories.
//!
//! Invariant: the result of `parse` is canonical, and parses as itself. This module does not know metamodels;
//! [`super::tables`] determines which type is derived from which.

mod binary;
mod calendar;
mod duration;
mod types;

pub(super) use types::{LexicalRules, java_kind};

use super::data::{self, DataKind, ParsedValue};
use crate::unicode::is_nc_name;
use std::borrow::Cow;
use std::sync::Arc;

/// The treatment of white space around and inside a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum WhiteSpace {
    /// All white space is preserved.
    #[default]
    Preserve,
    /// Each character of white space becomes a space.
    Replace,
    /// Only single spaces between words remain.
    Collapse,
}

impl WhiteSpace {
    /// The treatment with this name; white space is preserved if the name is unknown.
    pub(super) fn named(name: &str) -> Self {
        match name {
            "replace" => WhiteSpace::Replace,
            "collapse" => WhiteSpace::Collapse,
            _ => WhiteSpace::Preserve,
        }
    }

    /// The text after its white space is treated.
    fn apply(self, text: &str) -> Cow<'_, str> {
        match self {
            WhiteSpace::Preserve => Cow::Borrowed(text),
            WhiteSpace::Replace if !text.contains(['\t', '\n', '\r']) => Cow::Borrowed(text),
            WhiteSpace::Replace => Cow::Owned(text.replace(['\t', '\n', '\r'], " ")),
            WhiteSpace::Collapse if is_collapsed(text) => Cow::Borrowed(text),
            WhiteSpace::Collapse => Cow::Owned(words(text).collect::<Vec<_>>().join(" ")),
        }
    }
}

/// Whether a character is white space of XML.
fn is_white(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r')
}

/// The words of a text, between white space.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_white).filter(|word| !word.is_empty())
}

/// Whether the only white space in a text is single spaces between words.
fn is_collapsed(text: &str) -> bool {
    !text.starts_with(' ')
        && !text.ends_with(' ')
        && !text.contains(['\t', '\n', '\r'])
        && !text.contains("  ")
}

/// The lexical rules of a data type.
#[derive(Debug, Clone, PartialEq)]
pub struct Lexical {
    /// What happens to white space before the form applies.
    pub(super) white_space: WhiteSpace,
    pub(super) form: Form,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Form {
    /// The texts that Java's conversions accept.
    Java(DataKind),
    /// A boolean of this kind as Java creates it from text: every text except `true` is false.
    AnyBoolean(DataKind),
    /// The literals of an enumeration, which many types may restrict.
    Literals(Arc<[String]>),
    /// A type of XML Schema.
    Schema(Schema),
    /// A list of words of one type.
    Words(Box<Lexical>),
    /// A union: the first of these types that accepts the text.
    Either(Vec<Lexical>),
}

/// The types of XML Schema, grouped by their values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Schema {
    /// Any text.
    Any,
    /// A string.
    Text,
    /// A boolean or a number of this kind.
    Number(DataKind),
    Base64,
    Hexadecimal,
    /// A date, a time or a part of one. Java has a single class for all of them.
    Calendar,
    Duration,
    /// A qualified name, whose prefix is optional.
    Name,
    /// A list of words.
    Words,
}

impl Lexical {
    /// Returns the rules of the type with this name and Java class in the package of XML Schema.
    pub(super) fn of_schema(name: &str, class: &str) -> Self {
        let form = match class {
            "java.lang.Object" => Schema::Any,
            "java.lang.String" => Schema::Text,
            "java.util.List" => Schema::Words,
            "javax.xml.datatype.XMLGregorianCalendar" => Schema::Calendar,
            "javax.xml.datatype.Duration" => Schema::Duration,
            "javax.xml.namespace.QName" => Schema::Name,
            "byte[]" if name == "Base64Binary" => Schema::Base64,
            "byte[]" if name == "HexBinary" => Schema::Hexadecimal,
            class => Schema::Number(DataKind::of_java(class)),
        };
        let white_space = match name {
            "AnySimpleType" | "AnyURI" | "String" => WhiteSpace::Preserve,
            "NormalizedString" => WhiteSpace::Replace,
            _ => WhiteSpace::Collapse,
        };
        Self { white_space, form: Form::Schema(form) }
    }

    /// Returns the kind of its values.
    pub(super) fn kind(&self) -> DataKind {
        match &self.form {
            Form::Java(kind) | Form::AnyBoolean(kind) | Form::Schema(Schema::Number(kind)) => *kind,
            Form::Schema(Schema::Text) => DataKind::String,
            Form::Schema(Schema::Base64 | Schema::Hexadecimal) => DataKind::Bytes,
            Form::Schema(_) | Form::Literals(_) | Form::Words(_) | Form::Either(_) => DataKind::Other,
        }
    }

    /// Whether infinity is written as in XML Schema, rather than as in Java.
    pub(crate) fn has_schema_numbers(&self) -> bool {
        matches!(self.form, Form::Schema(Schema::Number(_)))
    }

    /// Whether the type's values are dates, times or parts of one.
    pub fn is_calendar(&self) -> bool {
        self.form == Form::Schema(Schema::Calendar)
    }

    /// Whether a text is neither `true` nor `false`, and is read as false nevertheless.
    pub(crate) fn reads_as_false(&self, text: &str) -> bool {
        match self.form {
            Form::AnyBoolean(kind) => data::parse(kind, &self.white_space.apply(text)).is_none(),
            _ => false,
        }
    }

    /// Returns the name of the XML Schema type that the canonical form of a date, a time or a part of one
    /// belongs to.
    pub fn calendar_type(text: &str) -> &'static str {
        calendar::schema_type(text)
    }

    /// Whether the type's values are bytes in Base64.
    #[must_use]
    pub fn is_base64(&self) -> bool {
        self.form == Form::Schema(Schema::Base64)
    }

    /// Whether values are those of several types.
    pub(super) fn is_union(&self) -> bool {
        matches!(self.form, Form::Either(_))
    }

    /// Returns the number of bytes in canonical Base64 data.
    pub fn base64_length(text: &str) -> usize {
        // Canonical data has no white space, and each `=` represents a byte that is missing.
        text.len() / 4 * 3 - (text.len() - text.trim_end_matches('=').len())
    }

    /// Parses a value; `None` if EMF rejects it.
    pub(super) fn parse<'t>(&self, text: &'t str) -> Option<ParsedValue<'t>> {
        match self.white_space.apply(text) {
            Cow::Borrowed(text) => self.form.parse(text),
            // The normalised text does not outlive this function, so the value must own its text.
            Cow::Owned(text) => self.form.parse(&text).map(ParsedValue::into_owned),
        }
    }
}

impl Form {
    /// The canonical value of a text; `None` if the text is invalid.
    fn parse<'t>(&self, text: &'t str) -> Option<ParsedValue<'t>> {
        Some(match self {
            Form::Java(kind) => data::parse(*kind, text)?,
            Form::AnyBoolean(_) => ParsedValue::Bool(text.eq_ignore_ascii_case("true")),
            Form::Schema(schema) => schema.parse(text)?,
            Form::Literals(literals) if literals.iter().any(|literal| literal == text) => {
                ParsedValue::Lexical(text.into())
            }
            Form::Literals(_) => return None,
            Form::Words(item) => {
                let items: Option<Vec<String>> = words(text)
                    // Each word is made canonical, so that equal lists are equal texts.
                    .map(|word| item.parse(word).map(|item| data::format_canonical(&item)))
                    .collect();
                ParsedValue::Lexical(Cow::Owned(items?.join(" ")))
            }
            Form::Either(members) => {
                // As in EMF, the first member that accepts the text determines the value.
                let value = members.iter().find_map(|member| member.parse(text))?;
                ParsedValue::Lexical(Cow::Owned(data::format_canonical(&value)))
            }
        })
    }
}

impl Schema {
    /// The canonical value of a text; `None` if the text is invalid.
    fn parse(self, text: &str) -> Option<ParsedValue<'_>> {
        match self {
            Schema::Any => Some(ParsedValue::Lexical(Cow::Borrowed(text))),
            Schema::Text => Some(ParsedValue::String(Cow::Borrowed(text))),
            Schema::Number(kind) => number(kind, text),
            Schema::Base64 => lexical_value(binary::base64(text)),
            Schema::Hexadecimal => lexical_value(binary::hexadecimal(text)),
            Schema::Calendar => lexical_value(calendar::canonical(text)),
            Schema::Duration => lexical_value(duration::canonical(text)),
            Schema::Name => lexical_value(qualified_name(text)),
            Schema::Words => {
                Some(ParsedValue::Lexical(Cow::Owned(words(text).collect::<Vec<_>>().join(" "))))
            }
        }
    }
}

/// A value with a canonical text, if there is one.
fn lexical_value(text: Option<String>) -> Option<ParsedValue<'static>> {
    text.map(|text| ParsedValue::Lexical(Cow::Owned(text)))
}

/// Parses a boolean or a number of XML Schema.
fn number(kind: DataKind, text: &str) -> Option<ParsedValue<'_>> {
    let text = match (kind, text) {
        (DataKind::Boolean { .. }, "1") => "true",
        (DataKind::Boolean { .. }, "0") => "false",
        (DataKind::Boolean { .. }, "true" | "false") => text,
        // Any other text is rejected here, because `data::parse` accepts upper case, which XML Schema does not.
        (DataKind::Boolean { .. }, _) => return None,
        (DataKind::Float { .. } | DataKind::Double { .. }, "INF" | "+INF") => "Infinity",
        (DataKind::Float { .. } | DataKind::Double { .. }, "-INF") => "-Infinity",
        _ => text,
    };
    match data::parse(kind, text)? {
        // Decimals of XML Schema have no exponent.
        ParsedValue::Lexical(number) if kind == DataKind::BigDecimal => {
            Some(ParsedValue::Lexical(without_exponent(number)))
        }
        value => Some(value),
    }
}

/// The maximum exponent that is converted to zeros. EMF converts any exponent for which it has enough memory.
const MAX_ZEROS: usize = 10_000;

/// Converts a decimal number to plain notation, without an exponent: `1.5E+3` becomes `1500`, and `1.5E-3` becomes
/// `0.0015`. A number with an exponent beyond the limit is returned unchanged.
fn without_exponent(number: Cow<'_, str>) -> Cow<'_, str> {
    let Some((mantissa, exponent)) = number.split_once('E') else { return number };
    let Ok(exponent) = exponent.parse::<i64>() else { return number };
    // Without this limit, a few characters could become gigabytes of zeros.
    if exponent.unsigned_abs() > MAX_ZEROS as u64 {
        return number;
    }
    let (sign, mantissa) = mantissa.strip_prefix('-').map_or(("", mantissa), |unsigned| ("-", unsigned));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    // The number of digits before the point; if it is negative, as many zeros follow the point before the digits.
    let point = i64::try_from(whole.len()).unwrap_or(0) + exponent;
    Cow::Owned(match usize::try_from(point).ok().filter(|point| *point > 0) {
        None => format!("{sign}0.{}{digits}", zeros(-point)),
        Some(point) if point < digits.len() => format!("{sign}{}.{}", &digits[..point], &digits[point..]),
        Some(_) => {
            let zero_count = point - i64::try_from(digits.len()).unwrap_or(0);
            format!("{sign}{digits}{}", zeros(zero_count))
        }
    })
}

fn zeros(count: i64) -> String {
    "0".repeat(usize::try_from(count).unwrap_or(0))
}

/// The canonical form of a qualified name, or `None` if it is invalid.
fn qualified_name(text: &str) -> Option<String> {
    let (prefix, local) = text.split_once(':').unwrap_or(("", text));
    if !is_nc_name(local) || !(prefix.is_empty() || is_nc_name(prefix)) {
        return None;
    }
    // A colon after an empty prefix is not part of the canonical form.
    Some(if prefix.is_empty() { local.to_owned() } else { text.to_owned() })
}
