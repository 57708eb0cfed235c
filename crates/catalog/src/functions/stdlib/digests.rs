//! Digests and encodings: `md5`, `sha1`, `sha256`, `digest`, `base64`, `fqdn_uuid`, `stdlib::crc32`.

use super::Answer;
use super::arguments::{string, wrong_type};
use md5::Digest as _;
use modelwright_evaluation::evaluate::{Budget, HostError, Value, base64_bytes, base64_text};

/// Hexadecimal digits of bytes.
fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes of memory that are charged for the text of a digest: enough for the longest, SHA-256.
const DIGEST_BYTES: usize = 128;
/// The bytes of memory that are charged for the text of a checksum.
const CHECKSUM_BYTES: usize = 16;

/// The bytes of an argument that must be a string; charges for its digest.
fn charged_bytes<'v>(name: &str, value: &'v Value, budget: &mut Budget) -> Result<&'v [u8], HostError> {
    let text = string(name, value)?;
    budget.charge(text.len(), DIGEST_BYTES)?;
    Ok(text.as_bytes())
}

/// The MD5 digest of a text.
pub(super) fn md5(values: &[Value], budget: &mut Budget) -> Answer {
    let bytes = charged_bytes("md5", &values[0], budget)?;
    Ok(Value::string(&hexadecimal(&md5::Md5::digest(bytes))))
}

/// The SHA-1 digest of a text.
pub(super) fn sha1(values: &[Value], budget: &mut Budget) -> Answer {
    let bytes = charged_bytes("sha1", &values[0], budget)?;
    Ok(Value::string(&hexadecimal(&sha1::Sha1::digest(bytes))))
}

/// `sha256`, and also `digest`, because SHA-256 is Puppet's default algorithm.
pub(super) fn sha256(values: &[Value], budget: &mut Budget) -> Answer {
    let bytes = charged_bytes("sha256", &values[0], budget)?;
    Ok(Value::string(&hexadecimal(&sha2::Sha256::digest(bytes))))
}

/// The text of a value of the types that `stdlib::sha256` accepts, or of such a value inside `Sensitive`.
fn scalar_text(name: &str, value: &Value) -> Result<String, HostError> {
    match value.as_sensitive().unwrap_or(value) {
        inner @ (Value::String(_) | Value::Integer(_) | Value::Float(_) | Value::Boolean(_)) => {
            Ok(inner.to_ruby_text())
        }
        Value::Rich(rich) if rich.type_name() == "Binary" => Ok(rich.text()),
        other => Err(wrong_type(name, "a scalar or a Binary", other)),
    }
}

/// `stdlib::sha256`: the SHA-256 digest of a scalar as text.
pub(super) fn stdlib_sha256(values: &[Value], budget: &mut Budget) -> Answer {
    let text = scalar_text("stdlib::sha256", &values[0])?;
    budget.charge(text.len(), DIGEST_BYTES)?;
    Ok(Value::string(&hexadecimal(&sha2::Sha256::digest(text.as_bytes()))))
}

/// The polynomial of CRC-32, with its bits in reverse order.
const REVERSED_POLYNOMIAL: u32 = 0xedb8_8320;

/// The checksum CRC-32 of a text, in hexadecimal digits.
pub(super) fn crc32(values: &[Value], budget: &mut Budget) -> Answer {
    let text = scalar_text("stdlib::crc32", &values[0])?;
    budget.charge(text.len(), CHECKSUM_BYTES)?;
    let mut sum = u32::MAX;
    for byte in text.bytes() {
        sum ^= u32::from(byte);
        for _ in 0..8 {
            sum = sum >> 1 ^ if sum & 1 == 1 { REVERSED_POLYNOMIAL } else { 0 };
        }
    }
    Ok(Value::string(&format!("{:x}", !sum)))
}

/// The namespace of domain names for UUIDs (RFC 4122).
const DNS_NAMESPACE: [u8; 16] =
    [0x6b, 0xa7, 0xb8, 0x10, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8];

/// The UUID of version 5 for a domain name.
pub(super) fn fqdn_uuid(values: &[Value], budget: &mut Budget) -> Answer {
    let name = charged_bytes("fqdn_uuid", &values[0], budget)?;
    let digest = sha1::Sha1::new().chain_update(DNS_NAMESPACE).chain_update(name).finalize();
    let mut bytes = digest[..16].to_vec();
    // The bits of the version, which is 5, and of the variant of RFC 4122.
    bytes[6] = bytes[6] & 0x0f | 0x50;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let digits = hexadecimal(&bytes);
    let parts = [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]];
    Ok(Value::string(&parts.join("-")))
}

/// Encodes a text in Base64, or decodes it, by one of three methods.
pub(super) fn base64(values: &[Value], budget: &mut Budget) -> Answer {
    let (action, text) = (string("base64", &values[0])?, string("base64", &values[1])?);
    let method =
        values.get(2).map_or(Ok("default"), |method| string("base64", method).map(|text| &**text))?;
    budget.charge(text.len(), text.len() * 2)?;
    // Without `strict`, Ruby decodes any text.
    let is_strict = method != "default";
    match (&**action, method) {
        ("encode", "default") => Ok(Value::string(&in_lines(&base64_text(text.as_bytes())))),
        ("encode", "strict") => Ok(Value::string(&base64_text(text.as_bytes()))),
        ("encode", "urlsafe") => {
            Ok(Value::string(&base64_text(text.as_bytes()).replace('+', "-").replace('/', "_")))
        }
        ("decode", "default") => decoded(Some(base64_bytes(text, is_strict).unwrap_or_default())),
        ("decode", "strict") => decoded(base64_bytes(text, is_strict)),
        ("decode", "urlsafe") => {
            // The text may omit the padding, which the decoder requires.
            let padding = if text.ends_with('=') { 0 } else { (4 - text.chars().count() % 4) % 4 };
            let standard = text.replace('-', "+").replace('_', "/") + &"=".repeat(padding);
            decoded(base64_bytes(&standard, is_strict))
        }
        ("encode" | "decode", _) => {
            Err(HostError::new("the method of `base64` must be `default`, `strict` or `urlsafe`"))
        }
        _ => Err(HostError::new("the action of `base64` must be `encode` or `decode`")),
    }
}

/// The length of the lines in which Ruby's `encode64` writes Base64.
const BASE64_LINE_LENGTH: usize = 60;

/// Base64 in lines, as Ruby's `encode64` writes it.
fn in_lines(base64: &str) -> String {
    let mut out = String::with_capacity(base64.len() + base64.len() / BASE64_LINE_LENGTH + 1);
    let mut unwritten = base64;
    while !unwritten.is_empty() {
        // Base64 is ASCII, so each byte is a character.
        let (line, remaining) = unwritten.split_at(unwritten.len().min(BASE64_LINE_LENGTH));
        out.extend([line, "\n"]);
        unwritten = remaining;
    }
    out
}

/// The text of decoded bytes, which are `None` if they could not be decoded.
fn decoded(bytes: Option<Vec<u8>>) -> Answer {
    let bytes = bytes.ok_or_else(|| HostError::new("`base64` cannot decode this text"))?;
    let text = String::from_utf8(bytes).map_err(|_| {
        HostError::new("`base64` decodes this to bytes that are not text; use `Binary` for bytes")
    })?;
    Ok(Value::string(&text))
}
