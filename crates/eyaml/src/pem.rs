//! PEM files of keys and certificates: the bytes between the `BEGIN` and the `END` line of a label.
//!
//! Source: RFC 7468. As in OpenSSL, text outside of these lines is ignored, and lines may have any length.

use base64ct::{Base64Unpadded, Encoding as _};

/// The length above which a message does not quote a label.
const MAX_LABEL: usize = 40;

/// The label and the bytes of the first block whose label `is_accepted` accepts.
///
/// # Errors
/// The reason for which there is no such block. It never contains the content of a block.
pub(crate) fn find_block(
    file: &[u8],
    expected: &str,
    is_accepted: impl Fn(&str) -> bool,
) -> Result<(String, Vec<u8>), String> {
    let text = std::str::from_utf8(file).map_err(|_| format!("it is not {expected} in PEM"))?;
    let mut first_label = None;
    // Lines of files that were edited on Windows end with a carriage return, which is removed.
    let mut lines = text.lines().map(str::trim_end);
    while let Some(line) = lines.next() {
        let Some(label) = label_after(line, "-----BEGIN ") else { continue };
        if is_accepted(label) {
            return Ok((label.to_owned(), block_bytes(lines, label)?));
        }
        // Other blocks may come before the accepted one, such as a private key before its certificate.
        first_label.get_or_insert(label);
    }
    Err(match first_label {
        Some(label) if label.contains("ENCRYPTED") => {
            "it is protected by a passphrase, and passphrases are not read".to_owned()
        }
        Some(label) if label.len() < MAX_LABEL => format!("expected {expected} in PEM, found {label}"),
        _ => format!("it is not {expected} in PEM"),
    })
}

/// The decoded bytes of the block with a label. The lines are those after its `BEGIN` line.
fn block_bytes<'l>(lines: impl Iterator<Item = &'l str>, label: &str) -> Result<Vec<u8>, String> {
    let mut body = String::new();
    for line in lines {
        if label_after(line, "-----END ") == Some(label) {
            // Files may have padding or not, so it is removed before decoding.
            let bytes = Base64Unpadded::decode_vec(body.trim_end_matches('='));
            return bytes.map_err(|_| format!("{label} is not in base64"));
        }
        // In OpenSSL's traditional format, an encrypted key has the header `Proc-Type: 4,ENCRYPTED` (RFC 1421).
        if line.contains("ENCRYPTED") {
            return Err("it is protected by a passphrase, and passphrases are not read".to_owned());
        }
        body.push_str(line.trim());
    }
    Err(format!("the line `-----END {label}-----` is missing"))
}

/// The label in a line that begins with `start`: `PRIVATE KEY` in `-----BEGIN PRIVATE KEY-----`. `None` for other
/// lines.
fn label_after<'l>(line: &'l str, start: &str) -> Option<&'l str> {
    line.strip_prefix(start)?.strip_suffix("-----")
}
