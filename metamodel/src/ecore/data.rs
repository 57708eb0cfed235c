//! Data values: the representation and the lexical form of each Ecore data type.
//!
//! The lexical forms are Java's, because EMF reads and writes values with Java's conversions. Invariant: for
//! every stored value, `parse(format(value)) == value`. This module does not know where values are stored or
//! what they are used for.

pub use super::java_float::{format_double, format_float};

use super::java_big_numbers::{canonical_big_decimal, canonical_big_integer};
use super::{java_class, java_float};
use crate::diagnostic::{Diagnostic, codes, shorten};
use crate::unicode;
use std::borrow::Cow;

/// The representation and the lexical form of the values of a data type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DataKind {
    /// A boolean. For all kinds with `object`, this is set for the wrapper class of Java, which allows null.
    Boolean {
        /// Whether null is a value.
        object: bool,
    },
    /// An integer of 8, 16, 32 or 64 bits.
    Integer {
        /// Width in bits.
        bits: u8,
        /// Whether null is a value.
        object: bool,
    },
    /// A 32-bit floating point number.
    Float {
        /// Whether null is a value.
        object: bool,
    },
    /// A 64-bit floating point number.
    Double {
        /// Whether null is a value.
        object: bool,
    },
    /// A UTF-16 code unit.
    Char {
        /// Whether null is a value.
        object: bool,
    },
    /// A string.
    String,
    /// A literal of an enumeration.
    Enum,
    /// A point in time.
    Date,
    /// An integer of any size.
    BigInteger,
    /// A decimal number of any size.
    BigDecimal,
    /// Bytes, written in hexadecimal.
    Bytes,
    /// A feature map entry, which is not a standalone value.
    FeatureMapEntry,
    /// Another class of Java's libraries; its text is stored unchanged.
    Other,
    /// A class of Java's or EMF's libraries whose values cannot be created from text, or an
    /// `instanceTypeName` that is not a class name: EMF rejects all values.
    Opaque,
    /// No Java class, or a class of a single project: without the code of that project, EMF reads every value as null.
    Unknown,
}

impl DataKind {
    /// Returns the kind for a Java class name.
    #[must_use]
    pub fn of_java(class: &str) -> Self {
        match class {
            "boolean" => DataKind::Boolean { object: false },
            "java.lang.Boolean" => DataKind::Boolean { object: true },
            "byte" => DataKind::Integer { bits: 8, object: false },
            "java.lang.Byte" => DataKind::Integer { bits: 8, object: true },
            "short" => DataKind::Integer { bits: 16, object: false },
            "java.lang.Short" => DataKind::Integer { bits: 16, object: true },
            "int" => DataKind::Integer { bits: 32, object: false },
            "java.lang.Integer" => DataKind::Integer { bits: 32, object: true },
            "long" => DataKind::Integer { bits: 64, object: false },
            "java.lang.Long" => DataKind::Integer { bits: 64, object: true },
            "float" => DataKind::Float { object: false },
            "java.lang.Float" => DataKind::Float { object: true },
            "double" => DataKind::Double { object: false },
            "java.lang.Double" => DataKind::Double { object: true },
            "char" => DataKind::Char { object: false },
            "java.lang.Character" => DataKind::Char { object: true },
            "java.lang.String" => DataKind::String,
            "java.util.Date" => DataKind::Date,
            "java.math.BigInteger" => DataKind::BigInteger,
            "java.math.BigDecimal" => DataKind::BigDecimal,
            // Other Java objects are written as the bytes of their serialisation.
            "byte[]" | "java.lang.Object" => DataKind::Bytes,
            "org.eclipse.emf.ecore.util.FeatureMap$Entry" => DataKind::FeatureMapEntry,
            // This is tested first, because `is_of_platform` is true for these classes as well.
            _ if takes_text(class) => DataKind::Other,
            _ if java_class::is_of_platform(class) => DataKind::Opaque,
            // EMF cannot create such values, and reads them as null (Decision 6).
            _ => DataKind::Unknown,
        }
    }

    /// Returns the value of an unset Java field of this type.
    #[must_use]
    pub fn intrinsic_default(self) -> Literal {
        match self {
            DataKind::Boolean { object: false } => Literal::Bool(false),
            DataKind::Integer { object: false, .. } => Literal::Int(0),
            DataKind::Float { object: false } => Literal::Float(0.0),
            DataKind::Double { object: false } => Literal::Double(0.0),
            DataKind::Char { object: false } => Literal::Char(0),
            _ => Literal::Null,
        }
    }

    /// Describes the lexical form, for error messages.
    #[must_use]
    pub fn expectation(self) -> &'static str {
        match self {
            DataKind::Boolean { .. } => "`true` or `false`",
            DataKind::Integer { bits: 8, .. } => "a whole number from -128 to 127",
            DataKind::Integer { bits: 16, .. } => "a whole number from -32768 to 32767",
            DataKind::Integer { bits: 32, .. } => "a whole number from -2147483648 to 2147483647",
            DataKind::Integer { .. } => "a whole number of at most 64 bits",
            DataKind::Float { .. } | DataKind::Double { .. } => {
                "a number such as 1.5, 1.0E10, NaN or -Infinity"
            }
            DataKind::Char { .. } => "one character or its code",
            DataKind::String | DataKind::Other | DataKind::Unknown | DataKind::FeatureMapEntry => "text",
            DataKind::Opaque => "no value, because values of this type cannot be created from text",
            DataKind::Enum => "one of the enumeration's literals",
            DataKind::Date => "a date such as 2023-11-14T22:13:20.123+0000",
            DataKind::BigInteger => "a whole number",
            DataKind::BigDecimal => "a decimal number such as 1.5 or 1E+3",
            DataKind::Bytes => "bytes in hexadecimal such as 00FF10",
        }
    }
}

/// Whether values of a Java class can be created from text, by a constructor, by `valueOf` or by EMF itself.
fn takes_text(class: &str) -> bool {
    matches!(
        class,
        "java.lang.Class"
            | "java.lang.StringBuffer"
            | "java.lang.StringBuilder"
            | "java.net.URI"
            | "java.net.URL"
            | "java.io.File"
            | "java.util.Locale"
            | "java.sql.Date"
            | "java.sql.Time"
            | "java.sql.Timestamp"
            | "java.text.DecimalFormat"
            | "java.text.SimpleDateFormat"
            | "java.math.MathContext"
            | "java.util.concurrent.TimeUnit"
            | "javax.xml.namespace.QName"
    )
}

/// A standalone data value, outside any model.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Literal {
    /// No value.
    #[default]
    Null,
    /// A boolean.
    Bool(bool),
    /// An integer of at most 64 bits.
    Int(i64),
    /// A 32-bit floating point number.
    Float(f32),
    /// A 64-bit floating point number.
    Double(f64),
    /// A UTF-16 code unit.
    Char(u16),
    /// The position of an enumeration literal.
    Enum(u32),
    /// A string.
    String(String),
    /// A value without a dedicated variant, in canonical form.
    Lexical(String),
}

/// A parsed value that may borrow from its source text.
#[derive(Debug, Clone, PartialEq)]
pub enum ParsedValue<'a> {
    /// A boolean.
    Bool(bool),
    /// An integer of at most 64 bits.
    Int(i64),
    /// A 32-bit floating point number.
    Float(f32),
    /// A 64-bit floating point number.
    Double(f64),
    /// A UTF-16 code unit.
    Char(u16),
    /// A string, unchanged.
    String(Cow<'a, str>),
    /// The canonical text of a value without a dedicated variant.
    Lexical(Cow<'a, str>),
}

impl ParsedValue<'_> {
    /// Converts the value to one that owns its text.
    #[must_use]
    pub fn into_owned(self) -> ParsedValue<'static> {
        match self {
            ParsedValue::Bool(v) => ParsedValue::Bool(v),
            ParsedValue::Int(v) => ParsedValue::Int(v),
            ParsedValue::Float(v) => ParsedValue::Float(v),
            ParsedValue::Double(v) => ParsedValue::Double(v),
            ParsedValue::Char(v) => ParsedValue::Char(v),
            ParsedValue::String(v) => ParsedValue::String(Cow::Owned(v.into_owned())),
            ParsedValue::Lexical(v) => ParsedValue::Lexical(Cow::Owned(v.into_owned())),
        }
    }
}

impl From<ParsedValue<'_>> for Literal {
    fn from(parsed: ParsedValue<'_>) -> Self {
        match parsed {
            ParsedValue::Bool(v) => Literal::Bool(v),
            ParsedValue::Int(v) => Literal::Int(v),
            ParsedValue::Float(v) => Literal::Float(v),
            ParsedValue::Double(v) => Literal::Double(v),
            ParsedValue::Char(v) => Literal::Char(v),
            ParsedValue::String(v) => Literal::String(v.into_owned()),
            ParsedValue::Lexical(v) => Literal::Lexical(v.into_owned()),
        }
    }
}

/// Parses the lexical form of a value of this kind; `None` if Java would reject it.
///
/// [`DataKind::Enum`] is not parsed here: the literals are part of the data type.
#[must_use]
pub fn parse(kind: DataKind, text: &str) -> Option<ParsedValue<'_>> {
    // Digits of other scripts are tried second, because they are rare, and converting them copies the text.
    if let Some(value) = parse_ascii(kind, text) {
        return Some(value);
    }
    // Java accepts the digits of every script, except in floating point numbers.
    let accepts_other_digits = matches!(
        kind,
        DataKind::Integer { .. } | DataKind::BigInteger | DataKind::BigDecimal | DataKind::Date
    );
    if !accepts_other_digits {
        return None;
    }
    let text = unicode::with_ascii_digits(text)?;
    parse_ascii(kind, &text).map(ParsedValue::into_owned)
}

/// As [`parse`], for a text with ASCII digits.
fn parse_ascii(kind: DataKind, text: &str) -> Option<ParsedValue<'_>> {
    Some(match kind {
        DataKind::Boolean { .. } => ParsedValue::Bool(parse_bool(text)?),
        DataKind::Integer { bits, .. } => ParsedValue::Int(parse_int(text, bits)?),
        DataKind::Float { .. } => match parse_java_float(text) {
            Some(text) => ParsedValue::Float(text.parse().ok()?),
            // `Float.valueOf` also reads numbers in hexadecimal.
            None => ParsedValue::Float(to_float(java_float::parse_hexadecimal(text)?)),
        },
        DataKind::Double { .. } => match parse_java_float(text) {
            Some(text) => ParsedValue::Double(text.parse().ok()?),
            None => ParsedValue::Double(java_float::parse_hexadecimal(text)?),
        },
        DataKind::Char { .. } => ParsedValue::Char(parse_char(text)?),
        DataKind::String => ParsedValue::String(Cow::Borrowed(text)),
        DataKind::Date => ParsedValue::Lexical(super::date::canonical(text)?),
        DataKind::BigInteger => ParsedValue::Lexical(canonical_big_integer(text)?),
        DataKind::BigDecimal => ParsedValue::Lexical(canonical_big_decimal(text)?),
        DataKind::Bytes => ParsedValue::Lexical(canonical_bytes(text)?),
        DataKind::Other | DataKind::Unknown => ParsedValue::Lexical(Cow::Borrowed(text)),
        DataKind::Enum | DataKind::FeatureMapEntry | DataKind::Opaque => return None,
    })
}

/// Whether a text is a valid RFC 3339 date. EMF also reads others, by lenient rules: `2026-02-30` is the second of
/// March, and an unreadable time is midnight.
#[must_use]
pub fn is_exact_date(text: &str) -> bool {
    super::date::is_exact(text)
}

/// Creates the warning about bytes with an odd number of digits, which EMF reads nevertheless.
pub fn odd_digits(feature: &str, text: &str, bytes: &str) -> Diagnostic {
    let [text, bytes] = [text, bytes].map(shorten);
    let message =
        format!("expected two digits for each byte of {feature}, found `{text}`, which is read as {bytes}");
    Diagnostic::warning(codes::ODD_DIGITS, message).help("write two hexadecimal digits for each byte")
}

/// Creates the warning about a text that is no boolean, which EMF reads as false nevertheless.
pub fn read_as_false(feature: &str, text: &str) -> Diagnostic {
    let text = shorten(text);
    let message = format!("expected `true` or `false` for {feature}, found `{text}`, which is read as false");
    Diagnostic::warning(codes::READ_AS_FALSE, message).help("write `true` or `false`")
}

/// Converts a date from its canonical form to RFC 3339.
#[must_use]
pub fn rfc_3339(canonical: &str) -> Cow<'_, str> {
    super::date::rfc_3339(canonical)
}

/// Formats a value in its canonical form.
#[must_use]
pub fn format_canonical(value: &ParsedValue<'_>) -> String {
    let mut out = String::new();
    match value {
        ParsedValue::Bool(v) => out.push_str(if *v { "true" } else { "false" }),
        ParsedValue::Int(v) => out = v.to_string(),
        ParsedValue::Char(v) => out = v.to_string(),
        ParsedValue::Float(v) => format_float(*v, &mut out),
        ParsedValue::Double(v) => format_double(*v, &mut out),
        ParsedValue::String(v) => out.push_str(v),
        ParsedValue::Lexical(v) => out.push_str(v),
    }
    out
}

/// A boolean in the spellings that EMF reads; `None` for any other text.
fn parse_bool(text: &str) -> Option<bool> {
    match text {
        "true" => Some(true),
        "false" => Some(false),
        // EMF ignores case. It rejects other texts only for Ecore's own types; those of other packages are created by
        // Java's `Boolean.valueOf`, which reads such texts as false (`Form::AnyBoolean`).
        _ if text.eq_ignore_ascii_case("true") => Some(true),
        _ if text.eq_ignore_ascii_case("false") => Some(false),
        _ => None,
    }
}

/// A decimal integer; `None` if the text is not an integer, or needs more than this number of bits.
fn parse_int(text: &str, bits: u8) -> Option<i64> {
    // Rust accepts the same texts as Java's `Long.parseLong`, including a leading plus.
    let value: i64 = text.parse().ok()?;
    // A value is in the range of fewer bits if all bits above them are equal to its sign.
    let unused_bits = 64 - u32::from(bits);
    ((value << unused_bits) >> unused_bits == value).then_some(value)
}

/// Converts a Java floating point literal to one that Rust's parser accepts; `None` if it is invalid.
fn parse_java_float(text: &str) -> Option<&str> {
    // Like Java's `String.trim`, this removes control characters as well as spaces.
    let text = text.trim_matches(|c: char| c <= ' ');
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    // Java accepts a sign before `NaN`, and ignores it.
    if unsigned == "NaN" {
        return Some("NaN");
    }
    if unsigned == "Infinity" {
        return Some(text);
    }
    let digits = text.strip_suffix(['d', 'D', 'f', 'F']).unwrap_or(text);
    // Rust would also accept `inf` and `nan`, which Java rejects.
    let has_valid_characters =
        digits.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'e' | b'E' | b'+' | b'-'));
    (has_valid_characters && digits.bytes().any(|b| b.is_ascii_digit())).then_some(digits)
}

/// Parses a character code, truncated to 16 bits as in Java, or else returns the first character. A single digit is a
/// code as well.
fn parse_char(text: &str) -> Option<u16> {
    parse_code(text)
        .or_else(|| parse_code(&unicode::with_ascii_digits(text)?))
        .or_else(|| text.encode_utf16().next())
}

/// The code of a character that is written as a number.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "Java truncates in the same way")]
fn parse_code(text: &str) -> Option<u16> {
    text.parse::<i32>().map(|code| code as u16).ok()
}

/// The number of 32 bits that is nearest to a number of 64 bits.
#[expect(clippy::cast_possible_truncation, reason = "rounding to the nearest number is intended")]
fn to_float(value: f64) -> f32 {
    value as f32
}

/// Whether a text consists of hexadecimal digits.
pub fn is_hexadecimal(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Whether a text has the characters and the length of Base64, and is not hexadecimal with the prefix `0x`.
pub fn may_be_base64(text: &str) -> bool {
    let digits = text.trim_end_matches('=');
    let is_complete = !digits.is_empty() && text.len().is_multiple_of(4) && !text.starts_with("0x");
    is_complete && digits.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/".contains(&byte))
}

/// The canonical form of hexadecimal bytes. As in EMF, a single digit at the end is a byte of its own (`00FF1` is
/// `00FF01`).
fn canonical_bytes(text: &str) -> Option<Cow<'_, str>> {
    if !text.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    if text.len().is_multiple_of(2) && !text.bytes().any(|b| b.is_ascii_lowercase()) {
        return Some(Cow::Borrowed(text));
    }
    let mut out = text.to_ascii_uppercase();
    if out.len() % 2 == 1 {
        out.insert(out.len() - 1, '0');
    }
    Some(Cow::Owned(out))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn java_spellings_are_read_and_others_rejected() {
        let int = DataKind::Integer { bits: 32, object: false };
        let double = DataKind::Double { object: false };
        assert_eq!(parse(int, "+7"), Some(ParsedValue::Int(7)));
        for bad in ["", " 7 ", "0x10", "99999999999", "+-1"] {
            assert_eq!(parse(int, bad), None, "{bad:?}");
        }
        assert_eq!(parse(double, " 3 "), Some(ParsedValue::Double(3.0)));
        assert_eq!(parse(double, "1.5f"), Some(ParsedValue::Double(1.5)));
        for bad in ["INF", "inf", "infinity", "nan", "", "1e", "."] {
            assert_eq!(parse(double, bad), None, "{bad:?}");
        }
        assert_eq!(parse(DataKind::Boolean { object: false }, "TRUE"), Some(ParsedValue::Bool(true)));
        assert_eq!(parse(DataKind::Char { object: false }, "x"), Some(ParsedValue::Char(120)));
        assert_eq!(parse(DataKind::Char { object: false }, "120"), Some(ParsedValue::Char(120)));
        assert_eq!(parse(DataKind::Char { object: false }, "9"), Some(ParsedValue::Char(9)));
        assert_eq!(parse(DataKind::Char { object: false }, "-"), Some(ParsedValue::Char(45)));
        assert_eq!(parse(DataKind::Char { object: false }, "xy"), Some(ParsedValue::Char(120)));
        assert_eq!(parse(DataKind::Char { object: false }, "65537"), Some(ParsedValue::Char(1)));
        assert_eq!(parse(DataKind::Char { object: false }, ""), None);
        assert_eq!(parse(double, " 0x1.8p3d "), Some(ParsedValue::Double(12.0)));
        assert_eq!(parse(double, "-0X.1P-4"), Some(ParsedValue::Double(-0.003_906_25)));
        for bad in ["0x1", "0xp1", "0x1.8p", "0x1.g8p1"] {
            assert_eq!(parse(double, bad), None, "{bad:?}");
        }
    }

    #[test]
    fn canonical_forms_follow_java() {
        let lexical = |kind, text| match parse(kind, text) {
            Some(ParsedValue::Lexical(v)) => v.into_owned(),
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(lexical(DataKind::BigDecimal, "1E+3"), "1E+3");
        assert_eq!(lexical(DataKind::BigDecimal, "1.50"), "1.50");
        assert_eq!(lexical(DataKind::BigDecimal, "-.5"), "-0.5");
        assert_eq!(lexical(DataKind::BigDecimal, "0.0000001"), "1E-7");
        assert_eq!(lexical(DataKind::BigDecimal, "123e2"), "1.23E+4");
        assert_eq!(lexical(DataKind::BigInteger, "-007"), "-7");
        assert_eq!(lexical(DataKind::Bytes, "00fF1"), "00FF01");
    }
}
