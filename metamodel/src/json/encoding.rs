//! From bytes to text: UTF-8 as the standard asks, and the UTF-16 that some tools write all the same.

use crate::diagnostic::{Diagnostic, Source, codes};
use std::sync::Arc;

/// The text of a document's bytes.
///
/// # Errors
/// [`codes::BAD_ENCODING`] where the bytes are neither UTF-8 nor UTF-16 with a byte order mark.
pub fn decode(name: &str, bytes: Vec<u8>) -> Result<Arc<Source>, Box<Diagnostic>> {
    match bytes.as_slice() {
        [0xfe, 0xff, rest @ ..] => utf16(name, rest, u16::from_be_bytes),
        [0xff, 0xfe, rest @ ..] => utf16(name, rest, u16::from_le_bytes),
        _ => match String::from_utf8(bytes) {
            Ok(text) => Ok(Source::new(name, text)),
            Err(error) => {
                let at = error.utf8_error().valid_up_to();
                let bytes = error.as_bytes();
                let byte = bytes.get(at).copied().unwrap_or_default();
                let message = format!("expected UTF-8, found the byte {byte:#04x}");
                Err(refuse(name, &String::from_utf8_lossy(bytes), at, &message))
            }
        },
    }
}

fn utf16(name: &str, bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<Arc<Source>, Box<Diagnostic>> {
    let (pairs, odd) = bytes.as_chunks::<2>();
    let text = char::decode_utf16(pairs.iter().copied().map(unit)).collect::<Result<String, _>>();
    match text {
        Ok(text) if odd.is_empty() => Ok(Source::new(name, text)),
        _ => Err(refuse(name, "", 0, "expected UTF-16 as the byte order mark says, found something else")),
    }
}

fn refuse(name: &str, text: &str, at: usize, message: &str) -> Box<Diagnostic> {
    let diagnostic = Diagnostic::error(codes::BAD_ENCODING, message).at(&Source::new(name, text), at..at + 3);
    Box::new(diagnostic.help("save the file as UTF-8"))
}
