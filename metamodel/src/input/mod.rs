//! Converts bytes to text: encodings, byte order marks, and the limits of all readers.
//!
//! Invariant: a [`DocumentText`] is valid UTF-8 without a byte order mark. This module knows how XML declares its
//! encoding, but nothing else of any format.

mod document_pieces;
mod read_limited;

pub use document_pieces::{DocumentPiece, DocumentPieces, PieceSource, Reopen};
pub use read_limited::read_path;
pub use read_limited::{error_text, read_limited};

use crate::diagnostic::{Diagnostic, Source, codes};
use crate::encoding::Encoding;
use std::sync::Arc;

/// The limits of the input of all readers, against hostile documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Limits {
    /// The maximum nesting of elements, and of objects in lists.
    pub depth: usize,
    /// The maximum size of a document in bytes.
    pub document: usize,
    /// The maximum size of a value in bytes.
    pub value: usize,
    /// The maximum size of expanded entities in bytes.
    pub expansion: usize,
    /// The maximum number of nodes of a YAML document, and of entries that its merge keys copy.
    pub nodes: usize,
    /// The maximum number of aliases of a YAML document.
    pub aliases: usize,
    /// The maximum size in bytes of the text that the aliases of a YAML document repeat. A part that Hiera interpolates
    /// is counted as 64 bytes.
    pub repeated: usize,
}

impl Default for Limits {
    #[inline]
    fn default() -> Self {
        Self {
            depth: 1_000,
            // Positions in texts have 32 bits.
            document: u32::MAX as usize - 1,
            value: 256 << 20,
            expansion: 1 << 20,
            nodes: 20_000_000,
            aliases: 1_000_000,
            repeated: 16 << 20,
        }
    }
}

/// A document's text before it is read, and the encoding that its bytes declare.
#[derive(Debug, Clone)]
pub struct DocumentText {
    /// The text, with the document's name.
    pub source: Arc<Source>,
    /// The encoding in the document's spelling, if it declares one.
    pub encoding: Option<String>,
    /// A warning if bytes are invalid in the encoding. As in Java, U+FFFD replaces each of them.
    pub lost: Option<Box<Diagnostic>>,
}

impl From<Arc<Source>> for DocumentText {
    /// A text that declares no encoding.
    fn from(source: Arc<Source>) -> Self {
        Self { source, encoding: None, lost: None }
    }
}

/// Converts the bytes of an XML document to text, according to its byte order mark and its declaration.
///
/// # Errors
/// One problem, if the bytes are invalid in the encoding or exceed the limit.
pub fn decode_xml(name: &str, bytes: Vec<u8>, limits: &Limits) -> Result<DocumentText, Box<Diagnostic>> {
    check_size(name, bytes.len(), limits)?;
    reject_utf32(name, &bytes)?;
    // UTF-32 was rejected before, because its byte order mark begins like that of UTF-16.
    let bom = Bom::detect(&bytes);
    if let Some(is_big_endian) = bom.utf16().or_else(|| detect_unmarked_utf16(&bytes)) {
        let text = decode_utf16(name, &bytes[bom.len()..], is_big_endian)?;
        let encoding = declared_encoding(text.as_bytes());
        let has_mark = bom.utf16().is_some();
        check_utf16(name, encoding.as_deref(), has_mark, is_big_endian)?;
        return Ok(DocumentText { source: Source::new(name, text), encoding, lost: None });
    }
    if bom == Bom::Utf8 {
        // The byte order mark takes precedence over the declaration.
        let text = utf8(name, bytes, bom.len(), DECLARE)?;
        return Ok(Source::new(name, text).into());
    }
    let declared_name = declared_encoding(&bytes);
    let encoding = match &declared_name {
        Some(spelling) => {
            Encoding::from_name(spelling).ok_or_else(|| unknown_encoding(name, &bytes, spelling))?
        }
        None => Encoding::Utf8,
    };
    let mut lost = None;
    // There is no mark to skip.
    let mark_len = 0;
    let text = match encoding {
        Encoding::Utf8 => utf8(name, bytes, mark_len, DECLARE)?,
        Encoding::Latin1 => bytes.iter().map(|b| char::from(*b)).collect(),
        Encoding::Page(page) => {
            let (text, first_invalid) = page.decode(&bytes);
            lost = first_invalid.map(|index| lost_bytes(name, &text, index, bytes[index], page.name));
            text
        }
        Encoding::Multi(multi) => {
            multi.decode(&bytes).map_err(|offset| bad_bytes(name, &bytes, offset, multi.name, DECLARE))?
        }
        Encoding::Ascii => match bytes.iter().position(|byte| !byte.is_ascii()) {
            None => utf8(name, bytes, mark_len, DECLARE)?,
            Some(index) => {
                let text = ascii(&bytes);
                lost = Some(lost_bytes(name, &text, index, bytes[index], "ASCII"));
                text
            }
        },
        // The bytes are not UTF-16, because the declaration was found in bytes of ASCII.
        Encoding::Utf16 | Encoding::Utf16Be | Encoding::Utf16Le => {
            let offset = 0;
            return Err(bad_bytes(name, &bytes, offset, "UTF-16", DECLARE));
        }
    };
    Ok(DocumentText { source: Source::new(name, text), encoding: declared_name, lost })
}

/// The text of bytes in ASCII, with U+FFFD instead of each byte that is not ASCII.
fn ascii(bytes: &[u8]) -> String {
    bytes
        .iter()
        .map(|byte| if byte.is_ascii() { char::from(*byte) } else { char::REPLACEMENT_CHARACTER })
        .collect()
}

/// The additional remedy in XML for bytes that are invalid in the encoding.
const DECLARE: &str = ", or declare the encoding of the file";

/// Converts the bytes of a JSON, YAML or `.pp` document to text. The encoding is UTF-8, or UTF-16 if there is such a
/// mark, or if the first character, which is always ASCII, has two bytes.
///
/// # Errors
/// As [`decode_xml`].
pub fn decode_text(name: &str, bytes: Vec<u8>, limits: &Limits) -> Result<Arc<Source>, Box<Diagnostic>> {
    check_size(name, bytes.len(), limits)?;
    reject_utf32(name, &bytes)?;
    let TextEncoding { bom, utf16 } = TextEncoding::detect(&bytes);
    let text = match utf16 {
        Some(is_big_endian) => decode_utf16(name, &bytes[bom.len()..], is_big_endian)?,
        None => utf8(name, bytes, bom.len(), "")?,
    };
    Ok(Source::new(name, text))
}

/// Converts the bytes of a document that must be in UTF-8 to text. A byte order mark stays in the text.
///
/// # Errors
/// One problem, if the bytes are in another encoding or exceed the limit.
pub fn decode_utf8(name: &str, bytes: Vec<u8>, limits: &Limits) -> Result<Arc<Source>, Box<Diagnostic>> {
    check_size(name, bytes.len(), limits)?;
    reject_utf32(name, &bytes)?;
    if TextEncoding::detect(&bytes).utf16.is_some() {
        let problem = Diagnostic::error(codes::BAD_ENCODING, format!("{name} is in UTF-16 instead of UTF-8"));
        return Err(Box::new(problem.help("save the file in UTF-8")));
    }
    let mark_len = 0;
    Ok(Source::new(name, utf8(name, bytes, mark_len, "")?))
}

/// The encoding of a text, so that it can be written back in the same way.
#[derive(Debug, Clone, Copy)]
pub struct TextEncoding {
    bom: Bom,
    /// `Some(true)` for big-endian UTF-16, `Some(false)` for little-endian; `None` for UTF-8.
    utf16: Option<bool>,
}

impl TextEncoding {
    /// The encoding in which [`decode_text`] reads bytes.
    #[must_use]
    pub fn detect(bytes: &[u8]) -> Self {
        let bom = Bom::detect(bytes);
        Self { bom, utf16: bom.utf16().or_else(|| detect_unmarked_utf16(bytes)) }
    }

    /// A text in this encoding, with the mark at the start if there was one.
    #[must_use]
    pub fn encode(self, text: &str) -> Vec<u8> {
        // The mark is the same character in all these encodings.
        let mark = if self.bom == Bom::None { "" } else { "\u{FEFF}" };
        match self.utf16 {
            None => [mark, text].concat().into_bytes(),
            Some(is_big_endian) => mark
                .encode_utf16()
                .chain(text.encode_utf16())
                .flat_map(|unit| if is_big_endian { unit.to_be_bytes() } else { unit.to_le_bytes() })
                .collect(),
        }
    }
}

/// A byte order mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bom {
    None,
    Utf8,
    Utf16Be,
    Utf16Le,
}

impl Bom {
    /// The byte order mark at the start of a document.
    fn detect(bytes: &[u8]) -> Self {
        match bytes {
            [0xef, 0xbb, 0xbf, ..] => Bom::Utf8,
            [0xfe, 0xff, ..] => Bom::Utf16Be,
            [0xff, 0xfe, ..] => Bom::Utf16Le,
            _ => Bom::None,
        }
    }

    /// The number of bytes of the mark.
    fn len(self) -> usize {
        match self {
            Bom::None => 0,
            Bom::Utf8 => 3,
            Bom::Utf16Be | Bom::Utf16Le => 2,
        }
    }

    /// `Some(true)` for the mark of big-endian UTF-16, `Some(false)` for little-endian; `None` for other marks.
    fn utf16(self) -> Option<bool> {
        match self {
            Bom::Utf16Be => Some(true),
            Bom::Utf16Le => Some(false),
            _ => None,
        }
    }
}

/// Detects UTF-16 without a byte order mark, by the zero in the bytes of its first character: `Some(true)` for
/// big-endian.
fn detect_unmarked_utf16(bytes: &[u8]) -> Option<bool> {
    match bytes {
        [0, 1..=0x7f, ..] => Some(true),
        [1..=0x7f, 0, ..] => Some(false),
        _ => None,
    }
}

/// Rejects UTF-32, which is recognised by its mark, or by the zeros in the bytes of its first character.
fn reject_utf32(name: &str, bytes: &[u8]) -> Result<(), Box<Diagnostic>> {
    match bytes {
        [0xff, 0xfe, 0, 0, ..]
        | [0, 0, 0xfe, 0xff, ..]
        | [1..=0x7f, 0, 0, 0, ..]
        | [0, 0, 0, 1..=0x7f, ..] => {
            let message = format!("{name} is in UTF-32, which is not supported");
            Err(Box::new(Diagnostic::error(codes::BAD_ENCODING, message).help("save the file in UTF-8")))
        }
        _ => Ok(()),
    }
}

/// Checks the size of a document before its bytes are copied.
///
/// # Errors
/// One problem, if the size exceeds the limit.
pub fn check_size(name: &str, len: usize, limits: &Limits) -> Result<(), Box<Diagnostic>> {
    if len <= limits.document {
        return Ok(());
    }
    let message = format!("{name} has {len} bytes, more than the limit of {}", limits.document);
    Err(Box::new(Diagnostic::error(codes::LIMIT, message).help("split the document into several")))
}

/// Converts bytes in UTF-8 to text, without the first `skip` bytes.
fn utf8(name: &str, mut bytes: Vec<u8>, skip: usize, remedy: &str) -> Result<String, Box<Diagnostic>> {
    if skip > 0 {
        bytes.drain(..skip);
    }
    String::from_utf8(bytes).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        bad_bytes(name, error.as_bytes(), offset, "UTF-8", remedy)
    })
}

/// Converts bytes in UTF-16 to text.
fn decode_utf16(name: &str, bytes: &[u8], is_big_endian: bool) -> Result<String, Box<Diagnostic>> {
    // Decoding continues after the first fault, because its position is shown in the complete text.
    let (mut text, mut fault) = (String::with_capacity(bytes.len()), None);
    let units = bytes.chunks_exact(2).map(|pair| {
        if is_big_endian {
            u16::from_be_bytes([pair[0], pair[1]])
        } else {
            u16::from_le_bytes([pair[0], pair[1]])
        }
    });
    for character in char::decode_utf16(units) {
        text.push(character.unwrap_or_else(|error| {
            let found = format!("0x{:04X}, half of a surrogate pair", error.unpaired_surrogate());
            fault.get_or_insert((text.len(), found));
            char::REPLACEMENT_CHARACTER
        }));
    }
    if !bytes.len().is_multiple_of(2) {
        fault.get_or_insert((text.len(), "a single byte at the end of the file".to_owned()));
    }
    let Some((offset, found)) = fault else { return Ok(text) };
    let source = Source::new(name, text);
    let message = format!("expected UTF-16 text, found {found}");
    Err(Box::new(
        Diagnostic::error(codes::BAD_ENCODING, message)
            .at(&source, offset..offset + 1)
            .help("save the file in UTF-8"),
    ))
}

/// The problem of the first invalid byte, which is at an offset.
fn bad_bytes(name: &str, bytes: &[u8], offset: usize, encoding: &str, remedy: &str) -> Box<Diagnostic> {
    let found = bytes.get(offset).map_or("the end of the file".to_owned(), |b| format!("the byte 0x{b:02X}"));
    let source = Source::new(name, String::from_utf8_lossy(bytes));
    // The bytes before the offset are valid, so the offset is the same in the lossy text.
    let message = format!("expected {encoding} text, found {found}");
    let help = format!("save the file in {encoding}{remedy}");
    Box::new(Diagnostic::error(codes::BAD_ENCODING, message).at(&source, offset..offset + 1).help(help))
}

/// The warning about the first byte that was read as U+FFFD. `index` is the number of bytes before it, and also the
/// number of characters before it in the text, because each byte is one character.
fn lost_bytes(name: &str, text: &str, index: usize, byte: u8, encoding: &str) -> Box<Diagnostic> {
    let source = Source::new(name, text);
    let start = text.char_indices().nth(index).map_or(text.len(), |(offset, _)| offset);
    let message = format!("expected {encoding} text, found the byte 0x{byte:02X}, which is lost");
    let help = format!("save the file in {encoding}{DECLARE}");
    let end = start + char::REPLACEMENT_CHARACTER.len_utf8();
    Box::new(Diagnostic::warning(codes::BAD_ENCODING, message).at(&source, start..end).help(help))
}

/// The problem of an unknown encoding.
fn unknown_encoding(name: &str, bytes: &[u8], spelling: &str) -> Box<Diagnostic> {
    let message = format!("the encoding `{spelling}` is not one of {}", Encoding::NAMES);
    let problem = Diagnostic::error(codes::BAD_ENCODING, message).help("convert the file to UTF-8");
    // Only the declaration can be shown, because the encoding of the rest is unknown.
    let end = memchr::memmem::find(bytes, b"?>").map_or(0, |start| start + 2);
    let source = Source::new(name, String::from_utf8_lossy(&bytes[..end]));
    // The last occurrence, because a spelling such as `xml` also occurs before the value.
    let start = source.text().rfind(spelling).unwrap_or(0);
    Box::new(problem.at(&source, start..start + spelling.len()))
}

/// Rejects UTF-16 with a declaration that contradicts its bytes, and UTF-16 with neither a mark nor a declaration.
fn check_utf16(
    name: &str,
    declared: Option<&str>,
    has_mark: bool,
    is_big_endian: bool,
) -> Result<(), Box<Diagnostic>> {
    let variant = if is_big_endian { "UTF-16BE" } else { "UTF-16LE" };
    let found =
        if has_mark { format!("UTF-16 with a byte order mark ({variant})") } else { variant.to_owned() };
    let message = match declared {
        Some(spelling) if agrees_with_utf16(variant, has_mark, spelling) => return Ok(()),
        Some(spelling) => format!("{name} declares the encoding `{spelling}`, but is in {found}"),
        None if has_mark => return Ok(()),
        None => format!(
            "{name} is in {found}, but has neither a byte order mark nor a declaration of the encoding"
        ),
    };
    Err(Box::new(Diagnostic::error(codes::BAD_ENCODING, message).help("declare UTF-16")))
}

/// Whether a declared encoding agrees with bytes of UTF-16. With a mark, only `UTF-16` may be declared, because in the
/// other encodings the mark would be content.
fn agrees_with_utf16(variant: &str, has_mark: bool, spelling: &str) -> bool {
    let is_spelled = |name: &str| name.eq_ignore_ascii_case(spelling);
    is_spelled("UTF-16") || (!has_mark && (is_spelled("ISO-10646-UCS-2") || is_spelled(variant)))
}

/// The encoding in `<?xml … encoding="…"?>`, which is read as ASCII, as in appendix F of XML.
fn declared_encoding(bytes: &[u8]) -> Option<String> {
    declared_attribute(bytes, "encoding")
}

/// The version in `<?xml version="…"?>` if it is not 1.0.
pub fn declared_version(bytes: &[u8]) -> Option<String> {
    declared_attribute(bytes, "version").filter(|version| version != "1.0")
}

/// The value of an attribute of the XML declaration.
fn declared_attribute(bytes: &[u8], attribute: &str) -> Option<String> {
    // White space must follow `<?xml`, because the name of another processing instruction may begin with `xml`.
    let declaration_start =
        bytes.strip_prefix(b"<?xml").filter(|bytes| bytes.first().is_some_and(u8::is_ascii_whitespace))?;
    // The search ends early, because a declaration is short, and a text that only begins like one may be long.
    let end = declaration_start.windows(2).take(512).position(|pair| pair == b"?>")?;
    let attributes = std::str::from_utf8(&declaration_start[..end]).ok()?;
    let (_, after_name) = attributes.split_once(attribute)?;
    let quoted_value = after_name.trim_start().strip_prefix('=')?.trim_start();
    let quote = quoted_value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let (value, _) = quoted_value[1..].split_once(quote)?;
    Some(value.to_owned())
}
