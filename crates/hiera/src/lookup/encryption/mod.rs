//! Encrypted parts of texts, `ENC[SCHEME,BASE64]`: where they are, and the interface to decrypt them.
//!
//! This follows the parser of hiera-eyaml 3. Invariants: finding the parts takes linear time; keys are only read
//! through `Files`, from directories that the user allowed. This module knows no cipher; implementations of [`Scheme`]
//! do.

mod keyring;

pub(super) use keyring::Keyring;

use super::error::LookupError;
use crate::store::Value;
use std::fmt::Debug;

/// The text that pages and messages show in the place of an encrypted part.
const HIDDEN: &str = "<encrypted>";

/// A way to encrypt texts, such as PKCS7.
pub trait Scheme: Debug + Send + Sync {
    /// The name of the scheme in encrypted parts; its case is ignored.
    fn tag(&self) -> &'static str;

    /// The settings that name the files of its keys, in the order in which hiera-eyaml requires them.
    fn key_settings(&self) -> &'static [&'static str];

    /// Reads the keys from the contents of these files.
    ///
    /// # Errors
    /// The setting whose file is not a key, and a reason that does not contain any content of the file.
    fn decryptor(&self, files: &[Vec<u8>]) -> Result<Box<dyn Decryptor>, (&'static str, String)>;
}

/// A scheme with its keys.
pub trait Decryptor: Debug + Send + Sync {
    /// Decrypts the bytes of an encrypted part.
    ///
    /// # Errors
    /// The reason for which they cannot be decrypted, which contains no decrypted content.
    fn decrypt(&self, encrypted: &[u8]) -> Result<Vec<u8>, String>;
}

/// What lookups return for encrypted parts of texts.
#[derive(Debug, Clone, Copy)]
pub enum Encrypted {
    /// The decrypted content. A lookup fails if the scheme or its keys are not available.
    Decrypted(&'static [&'static dyn Scheme]),
    /// The parts as they are written.
    Kept,
    /// `<encrypted>` in the place of each part; no key is read.
    Hidden,
}

impl Default for Encrypted {
    fn default() -> Self {
        Encrypted::Decrypted(&[])
    }
}

/// The decrypted texts of a lookup, which must not be shown.
#[derive(Debug, Default)]
pub(super) struct Secrets {
    /// The number of texts that were decrypted so far.
    pub(super) count: usize,
    /// The number of decrypted texts whose interpolation is not complete. No steps are recorded meanwhile.
    pub(super) open: usize,
}

impl Secrets {
    /// The value, or a placeholder if a text was decrypted since `count` texts had been decrypted.
    pub(super) fn shown_value(&self, count: usize, value: Value) -> Value {
        if self.count == count { value } else { Value::text(HIDDEN) }
    }

    /// Removes the parts of an error's message that may come from decrypted texts, if there are any.
    pub(super) fn redact(&self, error: LookupError) -> LookupError {
        if self.count > 0 && error.quotes_texts() { error.without_secrets() } else { error }
    }
}

/// An encrypted part of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Part<'t> {
    start: usize,
    end: usize,
    /// The name of the scheme; `None` for the default scheme.
    pub(super) scheme: Option<&'t str>,
    /// The text in base64, which may contain spaces and line ends.
    pub(super) encoded: &'t str,
}

impl Part<'_> {
    /// The encrypted bytes, decoded as leniently as by Ruby's `decode64`; `None` if there is only blank space.
    pub(super) fn bytes(&self) -> Option<Vec<u8>> {
        (!self.encoded.chars().all(|c| matches!(c, ' ' | '\n'))).then(|| decode64(self.encoded.as_bytes()))
    }
}

/// Whether hiera-eyaml treats a text as encrypted, because a line contains `ENC[` and then `]`.
pub(super) fn is_encrypted(text: &str) -> bool {
    text.split('\n').any(|line| line.find("ENC[").is_some_and(|start| line[start..].contains(']')))
}

/// The first encrypted part, `ENC[BASE64]` or `ENC[SCHEME,BASE64]`, at or after a position.
fn find_part(text: &str, from: usize) -> Option<Part<'_>> {
    let mut search_start = from;
    while let Some(distance) = text.get(search_start..)?.find("ENC[") {
        let start = search_start + distance;
        let inner_start = start + "ENC[".len();
        let inner = &text[inner_start..];
        let word_length = inner.find(|c| !is_scheme_character(c)).unwrap_or(inner.len());
        let has_scheme = word_length > 0 && inner[word_length..].starts_with(',');
        let scheme = has_scheme.then(|| &inner[..word_length]);
        let content_start = scheme.map_or(inner_start, |scheme| inner_start + scheme.len() + 1);
        let content = &text[content_start..];
        let length = content.find(|c| !is_content_character(c)).unwrap_or(content.len());
        let end = content_start + length;
        if length > 0 && text[end..].starts_with(']') {
            return Some(Part { start, end: end + 1, scheme, encoded: &text[content_start..end] });
        }
        // The brackets may contain another beginning of a part, as in `ENC[ENC[QQ]`.
        search_start = inner_start;
    }
    None
}

/// Whether the name of a scheme may contain a character.
fn is_scheme_character(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Whether encrypted content in base64 may contain a character.
fn is_content_character(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=' | ' ' | '\n')
}

/// The fault of the first part of a text that begins like an encrypted part, but can never be decrypted.
pub(crate) fn first_fault(text: &str) -> Option<&'static str> {
    text.match_indices("ENC[").find_map(|(start, _)| {
        match find_part(text, start).filter(|part| part.start == start) {
            Some(part) => fault(&part),
            None if !text[start..].contains(']') => {
                Some("the encrypted value has no `]`, so it is not decrypted")
            }
            None => Some("the value between `ENC[` and `]` is not in base64, so it is not decrypted"),
        }
    })
}

/// The reason for which a part can never be decrypted; `None` if its form is valid, or not known here.
fn fault(part: &Part<'_>) -> Option<&'static str> {
    let Some(bytes) = part.bytes() else { return Some("the encrypted value is empty") };
    // The form of other schemes is not known.
    let is_pkcs7 = part.scheme.is_none_or(|scheme| scheme.eq_ignore_ascii_case("PKCS7"));
    if !is_pkcs7 {
        return None;
    }
    // PKCS7 is a DER sequence: a byte `0x30`, the length of the content, and the content. A length below 128 is one
    // byte; for a greater one, the first byte is 128 plus the number of bytes that follow with the length.
    let length = match bytes.as_slice() {
        // The sequence has indefinite length, so a missing end cannot be detected.
        [0x30, 0x80, ..] => return None,
        [0x30, short @ 0..0x80, ..] => 2 + usize::from(*short),
        [0x30, long @ 0x81..=0x84, following @ ..] if following.len() >= usize::from(long & 0x7f) => {
            let digits = usize::from(long & 0x7f);
            let content =
                following[..digits].iter().fold(0, |length, digit| length << 8 | usize::from(*digit));
            2 + digits + content
        }
        _ => return Some("the encrypted value is damaged: it is not PKCS7"),
    };
    (bytes.len() < length).then_some("the encrypted value is cut off")
}

/// The text in which each encrypted part is replaced. One line end at the end of the text is removed.
///
/// # Errors
/// The first error of a replacement.
pub(super) fn replace_parts<E>(
    text: &str,
    mut replace: impl FnMut(Part<'_>) -> Result<String, E>,
) -> Result<String, E> {
    let mut out = String::new();
    let mut copied_end = 0;
    while let Some(part) = find_part(text, copied_end) {
        out.push_str(&text[copied_end..part.start]);
        out.push_str(&replace(part)?);
        copied_end = part.end;
    }
    out.push_str(&text[copied_end..]);
    // Ruby's `chomp` removes one line end: `\n`, `\r\n` or `\r`.
    let length = out.strip_suffix('\n').unwrap_or(&out).len();
    let length = out[..length].strip_suffix('\r').map_or(length, str::len);
    out.truncate(length);
    Ok(out)
}

/// Whether a value contains an encrypted text, or the placeholder of a hidden one.
pub(crate) fn has_encrypted(value: &Value) -> bool {
    // If lookups may not decrypt, they have replaced the encrypted part by the placeholder.
    has_text(value, &|text| text.contains(HIDDEN) || is_encrypted(text))
}

/// Whether a value contains the placeholder of an encrypted part.
#[must_use]
pub fn has_hidden(value: &Value) -> bool {
    has_text(value, &|text| text.contains(HIDDEN))
}

/// Whether a value contains a text for which `test` is true.
fn has_text(value: &Value, test: &impl Fn(&str) -> bool) -> bool {
    match value {
        Value::Text(text) => test(text),
        Value::Array(items) => items.iter().any(|item| has_text(item, test)),
        Value::Hash(hash) => hash.values().any(|value| has_text(value, test)),
        Value::Sensitive(value) => has_text(value, test),
        _ => false,
    }
}

/// The value in whose texts [`HIDDEN`] replaces each encrypted part.
#[must_use]
pub(crate) fn hide_encrypted(value: Value) -> Value {
    match value {
        Value::Text(text) if is_encrypted(&text) => Value::text(hide_parts(&text)),
        Value::Array(items) => Value::Array(items.into_iter().map(hide_encrypted).collect()),
        Value::Hash(hash) => {
            let pairs = hash.into_iter().map(|(key, value)| (hide_encrypted(key), hide_encrypted(value)));
            Value::Hash(pairs.collect())
        }
        value => value,
    }
}

/// The text in which [`HIDDEN`] replaces each encrypted part.
pub(crate) fn hide_parts(text: &str) -> String {
    let replaced: Result<String, std::convert::Infallible> = replace_parts(text, |_| Ok(HIDDEN.to_owned()));
    replaced.unwrap_or_default()
}

/// Decodes base64 as Ruby's `decode64` does: other characters are skipped, and what follows `=` is ignored.
pub(super) fn decode64(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    // The digits that do not form complete bytes yet, and their number. A digit has 6 bits, so four digits are three
    // bytes.
    let (mut bits, mut count) = (0u32, 0);
    for byte in text {
        match base64_digit(*byte) {
            Some(value) => {
                bits = bits << 6 | u32::from(value);
                count += 1;
            }
            // A complete byte needs two digits; Ruby skips an `=` before that.
            None if *byte == b'=' && count >= 2 => break,
            None => continue,
        }
        if count == 4 {
            out.extend_from_slice(&bits.to_be_bytes()[1..]);
            (bits, count) = (0, 0);
        }
    }
    // Two digits contain one byte, and three digits contain two. The bits are shifted as if four digits were there.
    match count {
        2 => out.extend_from_slice(&(bits << 12).to_be_bytes()[1..2]),
        3 => out.extend_from_slice(&(bits << 6).to_be_bytes()[1..3]),
        _ => {}
    }
    out
}

/// The value of a digit of Base64.
fn base64_digit(byte: u8) -> Option<u8> {
    Some(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The scheme of a part if it is given, and the text in base64.
    type Found<'t> = (Option<&'t str>, &'t str);

    fn parts(text: &str) -> Vec<Found<'_>> {
        let mut found = Vec::new();
        let mut from = 0;
        while let Some(part) = find_part(text, from) {
            found.push((part.scheme, part.encoded));
            from = part.end;
        }
        found
    }

    #[test]
    fn parts_are_those_of_the_parser_of_eyaml() {
        let cases: [(&str, &[Found<'_>]); 9] = [
            ("ENC[PKCS7,QQ==]", &[(Some("PKCS7"), "QQ==")]),
            ("a ENC[QQ] b ENC[GPG,Q Q\n] c", &[(None, "QQ"), (Some("GPG"), "Q Q\n")]),
            ("ENC[]", &[]),
            ("ENC[a,]", &[]),
            ("ENC[,a]", &[]),
            ("ENC[a_b]", &[]),
            ("ENC[ENC[QQ]", &[(None, "QQ")]),
            ("ENC[a,b,c]", &[]),
            ("ENC[ ]", &[(None, " ")]),
        ];
        for (text, expected) in cases {
            assert_eq!(parts(text), expected, "{text}");
        }
    }

    #[test]
    fn base64_is_as_lenient_as_in_ruby() {
        let cases: [(&str, &[u8]); 9] = [
            ("QUJD", b"ABC"),
            ("QUI=", b"AB"),
            ("QQ==", b"A"),
            ("QQ", b"A"),
            ("Q", b""),
            ("=QQ", b"A"),
            ("Q=Q", b"A"),
            ("QQ=QUJD", b"A"),
            ("Q-U J\nD", b"ABC"),
        ];
        for (text, expected) in cases {
            assert_eq!(decode64(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn one_line_end_is_removed() {
        for (text, expected) in [("a\n\n", "a\n"), ("a\r\n", "a"), ("a\r", "a"), ("a\n\r", "a\n"), ("a", "a")]
        {
            assert_eq!(hide_parts(text), expected, "{text:?}");
        }
        assert_eq!(hide_parts("u:ENC[QQ]@ENC[PKCS7,QQ]\n"), "u:<encrypted>@<encrypted>");
    }
}
