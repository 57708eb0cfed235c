//! Files of keys: the bytes between the lines of a label.
//!
//! Source: RFC 7468; like OpenSSL, text around the lines and the length of lines do not matter.

use base64ct::{Base64Unpadded, Encoding as _};

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
    // Files that were edited on Windows have a carriage return before each line break.
    let mut lines = text.lines().map(str::trim_end);
    while let Some(line) = lines.next() {
        let Some(label) = label(line, "-----BEGIN ") else { continue };
        // A file may have other blocks before, such as the key of a certificate.
        if !is_accepted(label) {
            found.get_or_insert(label);
            continue;
        }
        let mut body = String::new();
        for line in lines.by_ref() {
            if self::label(line, "-----END ") == Some(label) {
                // Without padding, both spellings are read: with `=` at the end and without.
                let bytes = Base64Unpadded::decode_vec(body.trim_end_matches('='));
                let bytes = bytes.map_err(|_| format!("{label} is not in base64"))?;
                return Ok((label.to_owned(), bytes));
            }
            // The header of a key that OpenSSL protected in its old form:
            // `Proc-Type: 4,ENCRYPTED` (RFC 1421).
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
