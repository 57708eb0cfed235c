//! Files of keys: the bytes between the lines of a label.
//!
//! Source: RFC 7468; like OpenSSL, text around the lines and the length of lines do not matter.

/// The label and the bytes of the first block whose label is accepted.
///
/// # Errors
/// Why there is none, without content of the file.
pub(crate) fn block(
    file: &[u8],
    expected: &str,
    is_accepted: impl Fn(&str) -> bool,
) -> Result<(String, Vec<u8>), String> {
    let text = std::str::from_utf8(file).map_err(|_| format!("it is not {expected} in PEM"))?;
    let mut found = None;
    let mut lines = text.lines().map(str::trim_end);
    while let Some(line) = lines.next() {
        let Some(label) = label(line, "-----BEGIN ") else { continue };
        if !is_accepted(label) {
            found.get_or_insert(label);
            continue;
        }
        let mut body = String::new();
        for line in lines.by_ref() {
            if self::label(line, "-----END ") == Some(label) {
                let bytes = decode(&body).ok_or_else(|| format!("{label} is not in base64"))?;
                return Ok((label.to_owned(), bytes));
            }
            if line.contains("ENCRYPTED") {
                return Err("it is protected by a passphrase, and passphrases are not read".to_owned());
            }
            body.push_str(line.trim());
        }
        return Err(format!("the line `-----END {label}-----` is missing"));
    }
    Err(match found {
        Some(label) if label.contains("ENCRYPTED") => {
            "it is protected by a passphrase, and passphrases are not read".to_owned()
        }
        Some(label) if label.len() < 40 => format!("expected {expected} in PEM, found {label}"),
        _ => format!("it is not {expected} in PEM"),
    })
}

fn label<'l>(line: &'l str, start: &str) -> Option<&'l str> {
    line.strip_prefix(start)?.strip_suffix("-----")
}

/// Base64 without other characters.
fn decode(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0u32, 0);
    for byte in text.trim_end_matches('=').bytes() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        bits = (bits << 6 | u32::from(value)) & 0xff_ffff;
        count += 1;
        if count % 4 == 0 {
            out.extend_from_slice(&bits.to_be_bytes()[1..]);
        }
    }
    match count % 4 {
        2 => out.push((bits >> 4).to_be_bytes()[3]),
        3 => out.extend_from_slice(&(bits >> 2).to_be_bytes()[2..]),
        _ => {}
    }
    Some(out)
}
