//! PEM files of keys and certificates: the bytes between the `BEGIN` and the `END` line of a label.
//!
//! Source: RFC 7468. As in OpenSSL, text outside of these lines is ignored, and lines may have any length.

use base64ct::{Base64Unpadded, Encoding as _};

/// The label and the bytes of the first block whose label is accepted.
///
/// # Errors
/// Why there is no such block. The reason never contains the content of a block.
pub(crate) fn find_block(
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
        // Other blocks may precede the accepted one, such as a private key before its certificate.
        if !is_accepted(label) {
            found.get_or_insert(label);
            continue;
        }
        let mut body = String::new();
        for line in lines.by_ref() {
            if self::label(line, "-----END ") == Some(label) {
                // The padding is removed first, because files may be written with or without it.
                let bytes = Base64Unpadded::decode_vec(body.trim_end_matches('='));
                let bytes = bytes.map_err(|_| format!("{label} is not in base64"))?;
                return Ok((label.to_owned(), bytes));
            }
            // OpenSSL's traditional format marks an encrypted key with the header
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

/// The label in a line that begins with `start`.
fn label<'l>(line: &'l str, start: &str) -> Option<&'l str> {
    line.strip_prefix(start)?.strip_suffix("-----")
}
