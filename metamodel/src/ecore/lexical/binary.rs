//! The binary data types of XML Schema.

/// Returns the canonical form of Base64 data, or `None` if it is invalid. White space is allowed anywhere.
pub(super) fn base64(text: &str) -> Option<String> {
    let without_space: String = text.chars().filter(|c| !super::is_white(*c)).collect();
    let bytes = without_space.as_bytes();
    if !bytes.len().is_multiple_of(4) {
        return None;
    }
    let digits = without_space.trim_end_matches('=');
    let padding = bytes.len() - digits.len();
    let values: Option<Vec<u8>> = digits.bytes().map(value_of).collect();
    let last_value = values?.last().copied().unwrap_or(0);
    // The bits of the last digit that belong to no byte must be zero.
    let is_valid = match padding {
        0 => true,
        1 => last_value & 0b11 == 0,
        2 => last_value & 0b1111 == 0,
        _ => false,
    };
    is_valid.then_some(without_space)
}

/// The value of a digit of Base64.
fn value_of(digit: u8) -> Option<u8> {
    Some(match digit {
        b'A'..=b'Z' => digit - b'A',
        b'a'..=b'z' => digit - b'a' + 26,
        b'0'..=b'9' => digit - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    })
}

/// Returns the canonical form of bytes in hexadecimal.
pub(super) fn hexadecimal(text: &str) -> Option<String> {
    let is_valid = text.len().is_multiple_of(2) && text.bytes().all(|b| b.is_ascii_hexdigit());
    // The canonical form in XML Schema has upper case only.
    is_valid.then(|| text.to_ascii_uppercase())
}
