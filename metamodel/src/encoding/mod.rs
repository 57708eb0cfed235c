//! The encodings of documents, by the names in documents.
//!
//! Invariant: the names of the encodings, and their characters, are those of Java, so that a document has the same
//! meaning as in EMF. This module converts bytes to characters and back; it does not know how a format declares its
//! encoding.

mod code_pages;
mod multi_byte;

pub use code_pages::CodePage;
pub use multi_byte::MultiByte;

/// The encoding of a document's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// UTF-8.
    Utf8,
    /// ASCII. As in all encodings below that cannot represent every character, other characters are written as
    /// character references.
    Ascii,
    /// ISO-8859-1.
    Latin1,
    /// An encoding with one byte for each character.
    Page(&'static CodePage),
    /// An encoding with several bytes for some characters.
    Multi(&'static MultiByte),
    /// UTF-16 with a byte order mark, big-endian, as Java writes it.
    Utf16,
    /// UTF-16 without a byte order mark, big-endian.
    Utf16Be,
    /// UTF-16 without a byte order mark, little-endian.
    Utf16Le,
}

impl Encoding {
    /// The name in documents that declare their encoding.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "UTF-8",
            Encoding::Ascii => "ASCII",
            Encoding::Latin1 => "ISO-8859-1",
            Encoding::Page(page) => page.name,
            Encoding::Multi(multi) => multi.name,
            Encoding::Utf16 => "UTF-16",
            Encoding::Utf16Be => "UTF-16BE",
            Encoding::Utf16Le => "UTF-16LE",
        }
    }

    /// The supported names, for messages.
    pub const NAMES: &'static str = "UTF-8, UTF-16, ASCII, ISO-8859-1 to -16, windows-1250 to -1258, KOI8-R, KOI8-U, IBM437, IBM850, IBM852, IBM866, GB2312, GBK, GB18030, Big5, Shift_JIS, windows-31j, EUC-JP, EUC-KR";

    /// The encoding with a declared name, if it is supported.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        // Documents write `UTF-8`, `utf8` and `UTF_8` for the same encoding.
        let normalized: String = name.chars().filter(|c| !matches!(c, '-' | '_')).collect();
        let normalized = normalized.to_ascii_uppercase();
        Some(match normalized.as_str() {
            "UTF8" => Encoding::Utf8,
            "ASCII" | "USASCII" | "ISO646US" | "ANSIX3.41968" => Encoding::Ascii,
            "ISO88591" | "LATIN1" | "L1" | "CP819" | "IBM819" => Encoding::Latin1,
            "UTF16" => Encoding::Utf16,
            "UTF16BE" | "ISO10646UCS2" => Encoding::Utf16Be,
            "UTF16LE" => Encoding::Utf16Le,
            other => match CodePage::named(other) {
                Some(page) => Encoding::Page(page),
                None => Encoding::Multi(MultiByte::named(other)?),
            },
        })
    }
}
