//! `Binary`: bytes, whose text is Base64.

use super::{Family, Rich, RichValue, by_name};
use crate::evaluate::{BYTES_PER_STEP, Value};
use crate::language::expression::Binary as Operator;
use memchr::memmem;
use std::hash::Hasher;

/// Bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::evaluate) struct Binary(pub(in crate::evaluate) Vec<u8>);

pub(super) static BINARY: Family = Family { is_data: true, create: Some(create), ..Family::named("Binary") };

/// `Binary.new`: from Base64 or other text, from numbers, or from a hash with the value and its format.
fn create(arguments: &[Value]) -> Result<Value, String> {
    let bytes = match arguments {
        [Value::String(text)] => from_text(text, None)?,
        [Value::String(text), format] => from_text(text, Some(format))?,
        [Value::Array(items)] => from_numbers(items)?,
        [Value::Hash(hash)] => {
            let [value, format] = by_name("Binary", hash, &["value", "format"])?;
            match (value, format) {
                (Some(Value::String(text)), None | Some(Value::Undef)) => from_text(text, None)?,
                (Some(Value::String(text)), format) => from_text(text, format)?,
                (Some(Value::Array(items)), None) => from_numbers(items)?,
                _ => return Err(usage()),
            }
        }
        _ => return Err(usage()),
    };
    Ok(Rich::value(Binary(bytes)))
}

/// The message for arguments that `Binary.new` does not accept.
fn usage() -> String {
    "`Binary` must be created from a string with an optional format, bytes as numbers, or a hash".to_owned()
}

/// The bytes whose values are the numbers of an array.
fn from_numbers(items: &[Value]) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::with_capacity(items.len());
    for item in items {
        let byte = match item {
            Value::Integer(n) => u8::try_from(*n).ok(),
            _ => None,
        };
        bytes.push(byte.ok_or("bytes must be numbers from 0 to 255")?);
    }
    Ok(bytes)
}

/// The bytes of a text in a format; without a format, the text must be Base64.
fn from_text(text: &str, format: Option<&Value>) -> Result<Vec<u8>, String> {
    match format {
        None => decode_strictly(text).ok_or_else(not_base64),
        Some(Value::String(format)) => match &**format {
            "%B" => decode_strictly(text).ok_or_else(not_base64),
            "%u" => {
                // Base64 for URLs has other digits for 62 and 63, and the padding may be missing.
                let missing_padding = text.len().next_multiple_of(4) - text.len();
                let padding = if text.ends_with('=') { 0 } else { missing_padding };
                let standard = text.replace('-', "+").replace('_', "/");
                decode_strictly(&format!("{standard}{}", "=".repeat(padding))).ok_or_else(not_base64)
            }
            "%b" => Ok(decode_leniently(text)),
            "%s" | "%r" => Ok(text.as_bytes().to_vec()),
            _ => Err("the format of a `Binary` must be %b, %u, %B, %s or %r".to_owned()),
        },
        Some(_) => Err("the format of a `Binary` must be a string".to_owned()),
    }
}

/// The message for a text that is not Base64.
fn not_base64() -> String {
    "the string is not Base64; use the format %s for a string of text".to_owned()
}

/// The value of a character of Base64; `None` for other characters.
fn digit(c: u8) -> Option<u32> {
    Some(match c {
        b'A'..=b'Z' => u32::from(c - b'A'),
        b'a'..=b'z' => u32::from(c - b'a') + 26,
        b'0'..=b'9' => u32::from(c - b'0') + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    })
}

/// Decodes Base64; `None` unless it consists of complete, padded groups of four characters.
fn decode_strictly(text: &str) -> Option<Vec<u8>> {
    let (groups, incomplete_group) = text.as_bytes().as_chunks::<4>();
    if !incomplete_group.is_empty() {
        return None;
    }
    let mut bytes = Vec::with_capacity(groups.len() * 3);
    for (index, group) in groups.iter().enumerate() {
        let is_last = index + 1 == groups.len();
        let padding = if is_last { group.iter().rev().take_while(|c| **c == b'=').count() } else { 0 };
        if padding > 2 {
            return None;
        }
        let mut bits = 0_u32;
        for c in &group[..4 - padding] {
            bits = bits << 6 | digit(*c)?;
        }
        bits <<= 6 * u32::try_from(padding).ok()?;
        // The bits after the last complete byte must be 0.
        let unused = (1_u32 << (8 * padding)) - 1;
        if bits & unused != 0 {
            return None;
        }
        // The 24 bits of a group are the last three of the four bytes.
        bytes.extend_from_slice(&bits.to_be_bytes()[1..4 - padding]);
    }
    Some(bytes)
}

/// Decodes Base64 up to the padding; ignores characters that are not in the alphabet.
fn decode_leniently(text: &str) -> Vec<u8> {
    // Behaves like Ruby's `unpack('m')`.
    let digits: Vec<u32> = text.bytes().take_while(|c| *c != b'=').filter_map(digit).collect();
    let mut bytes = Vec::with_capacity(digits.len() * 3 / 4);
    for group in digits.chunks(4) {
        // The missing digits of the last group count as 0.
        let digit_at = |index: usize| group.get(index).copied().unwrap_or(0);
        let bits = digit_at(0) << 18 | digit_at(1) << 12 | digit_at(2) << 6 | digit_at(3);
        let [_, first, second, third] = bits.to_be_bytes();
        // Two digits are one complete byte, three are two, and four are three.
        let complete_bytes = group.len() - 1;
        bytes.extend_from_slice(&[first, second, third][..complete_bytes]);
    }
    bytes
}

impl Binary {
    /// Encodes as Base64; `last_digits` are the last two characters of the alphabet.
    fn base64(&self, last_digits: [u8; 2]) -> String {
        const ALPHABET: &[u8; 62] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
        // The digits 62 and 63 are not in `ALPHABET`; `% 2` maps them to 0 and 1.
        let character =
            |n: u32| char::from(ALPHABET.get(n as usize).copied().unwrap_or(last_digits[(n as usize) % 2]));
        let mut out = String::with_capacity(self.0.len().div_ceil(3) * 4);
        for group in self.0.chunks(3) {
            // The missing bytes of the last group count as 0.
            let byte_at = |index: usize| u32::from(group.get(index).copied().unwrap_or(0));
            let bits = byte_at(0) << 16 | byte_at(1) << 8 | byte_at(2);
            let digits = [bits >> 18, (bits >> 12) & 63, (bits >> 6) & 63, bits & 63];
            // One byte needs two digits, two need three, and three need four. The other digits are padding.
            let (needed_digits, padding) = digits.split_at(group.len() + 1);
            out.extend(needed_digits.iter().map(|digit| character(*digit)));
            out.extend(padding.iter().map(|_| '='));
        }
        out
    }

    /// Decodes Base64; `None` if it is invalid. Unless `is_strict`, characters outside of the alphabet are ignored.
    pub(in crate::evaluate) fn decode(text: &str, is_strict: bool) -> Option<Vec<u8>> {
        if is_strict { decode_strictly(text) } else { Some(decode_leniently(text)) }
    }

    /// The bytes in Base64.
    pub(in crate::evaluate) fn standard(&self) -> String {
        self.base64(*b"+/")
    }

    /// The bytes in Base64 with the alphabet for URLs.
    pub(in crate::evaluate) fn url_safe(&self) -> String {
        self.base64(*b"-_")
    }

    /// Base64 in lines of 60 characters.
    pub(in crate::evaluate) fn in_lines(&self) -> String {
        // Like Ruby's `pack('m')`, which ends each line with a line break, including the last one.
        let digits = self.standard();
        let mut out = String::with_capacity(digits.len() + digits.len() / 60 + 1);
        for line in digits.as_bytes().chunks(60) {
            out.extend(line.iter().map(|byte| char::from(*byte)));
            out.push('\n');
        }
        out
    }

    /// The bytes that pairs of hexadecimal digits represent; `None` for other texts.
    pub(in crate::evaluate) fn from_hexadecimal(text: &str) -> Option<Value> {
        let (pairs, unpaired) = text.as_bytes().as_chunks::<2>();
        if !unpaired.is_empty() {
            return None;
        }
        let mut bytes = Vec::with_capacity(pairs.len());
        for [high, low] in pairs {
            let byte = hex_digit(*high)? * 16 + hex_digit(*low)?;
            bytes.push(u8::try_from(byte).ok()?);
        }
        Some(Rich::value(Self(bytes)))
    }

    /// The bytes in hexadecimal digits, as models store them.
    pub(in crate::evaluate) fn to_hexadecimal(&self) -> String {
        use std::fmt::Write as _;
        let mut out = String::with_capacity(self.0.len() * 2);
        for byte in &self.0 {
            // EMF writes hexadecimal digits in upper case.
            let _ = write!(out, "{byte:02X}");
        }
        out
    }

    /// A value of the type `Binary`.
    pub(in crate::evaluate) fn value(bytes: &[u8]) -> Value {
        Rich::value(Self(bytes.to_vec()))
    }
}

/// The value of a hexadecimal digit; `None` for other characters.
fn hex_digit(c: u8) -> Option<u32> {
    char::from(c).to_digit(16)
}

impl RichValue for Binary {
    fn family(&self) -> &'static Family {
        &BINARY
    }

    fn text(&self) -> String {
        self.standard()
    }

    fn program_text(&self) -> String {
        format!("Binary(\"{}\")", self.standard())
    }

    fn equals(&self, other: &Value) -> bool {
        other.rich::<Binary>().is_some_and(|other| self == other)
    }

    fn digest(&self, state: &mut dyn Hasher) {
        state.write(&self.0);
    }

    fn weight(&self) -> u32 {
        u32::try_from(self.0.len() / BYTES_PER_STEP + 1).unwrap_or(u32::MAX)
    }

    fn includes_value(&self, value: &Value) -> bool {
        match value {
            Value::String(text) => memmem::find(&self.0, text.as_bytes()).is_some(),
            Value::Integer(n) => u8::try_from(*n).is_ok_and(|byte| self.0.contains(&byte)),
            Value::Float(n) => self.0.iter().any(|byte| f64::from(*byte) == *n),
            value => value.rich::<Binary>().is_some_and(|part| memmem::find(&self.0, &part.0).is_some()),
        }
    }

    fn operate(&self, operator: Operator, left: &Value, right: &Value) -> Option<Result<Value, String>> {
        let (Operator::Plus, Some(left)) = (operator, left.rich::<Binary>()) else { return None };
        Some(match right.rich::<Binary>() {
            Some(right) => Ok(Self::value(&[&*left.0, &right.0].concat())),
            None => Err("only a `Binary` can be added to a `Binary`".to_owned()),
        })
    }
}
