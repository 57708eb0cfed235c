//! Finds the ends of names, blanks and plain values: the loops that read every byte of a document.
//!
//! The loops process bytes, several at a time if that is faster. This module does not know the structure of a document.

use crate::simd::{self, Block, Marks};

/// A byte that may start a name.
const NAME_START: u8 = 1;
/// A byte that may be inside a name, but not start it.
const NAME_PART: u8 = 2;
/// The byte that separates prefix and local part.
const COLON: u8 = 4;
/// A byte of a character beyond ASCII, for which the complete character is tested.
const NON_ASCII: u8 = 8;

static NAME_CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => NAME_START,
            b'0'..=b'9' | b'-' | b'.' => NAME_PART,
            b':' => COLON,
            0x80.. => NON_ASCII,
            _ => 0,
        };
        byte += 1;
    }
    classes
};

/// The result of scanning a name.
#[derive(Debug, Clone, Copy)]
pub(super) struct NameScan {
    /// The end of the name.
    pub(super) end: usize,
    /// Whether the scanned text is a name; otherwise it is at most the start of one.
    pub(super) is_valid: bool,
}

/// Finds the end of the name that starts at a position.
#[inline]
pub(super) fn name(text: &str, start: usize) -> NameScan {
    let bytes = text.as_bytes();
    let mut end = start;
    let mut classes = 0;
    while let Some(byte) = bytes.get(end) {
        let class = NAME_CLASSES[usize::from(*byte)];
        // Bytes beyond ASCII continue the name for now; whether their characters are allowed is checked below.
        if class == 0 {
            break;
        }
        classes |= class;
        end += 1;
    }
    let first_class = bytes.get(start).map_or(0, |byte| NAME_CLASSES[usize::from(*byte)]);
    let mut is_valid = first_class & (NAME_START | COLON) != 0;
    // Characters beyond ASCII are rare, so the table decides for nearly all names.
    if classes & NON_ASCII != 0 {
        is_valid = is_name(&text[start..end]);
    }
    NameScan { end, is_valid }
}

/// Whether a text is an XML name; it may contain colons anywhere.
pub(in crate::xmi) fn is_name(name: &str) -> bool {
    // `Name` of XML 1.0, fifth edition: a colon counts as a letter.
    !name.is_empty() && name.chars().enumerate().all(|(position, c)| is_name_char(c, position == 0))
}

/// Whether a character may be in a name; `is_first` is whether the name starts with it.
fn is_name_char(c: char, is_first: bool) -> bool {
    matches!(c, ':' | '_' | 'A'..='Z' | 'a'..='z' | '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{2FF}'
        | '\u{370}'..='\u{37D}' | '\u{37F}'..='\u{1FFF}' | '\u{200C}'..='\u{200D}' | '\u{2070}'..='\u{218F}'
        | '\u{2C00}'..='\u{2FEF}' | '\u{3001}'..='\u{D7FF}' | '\u{F900}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FFFC}'
        | '\u{10000}'..='\u{EFFFF}')
        || (!is_first
            && matches!(c, '-' | '.' | '0'..='9' | '\u{B7}' | '\u{300}'..='\u{36F}' | '\u{203F}'..='\u{2040}'))
}

/// Whether XML allows a character in a document.
pub(super) fn is_xml_char(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..)
}

/// Whether a byte is white space of XML.
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// The first position from `position` on that is not white space.
#[inline]
pub(super) fn skip_space(bytes: &[u8], mut position: usize) -> usize {
    while bytes.get(position).is_some_and(|byte| is_space(*byte)) {
        position += 1;
    }
    position
}

/// As [`skip_space`], for a position where a new line with indentation is likely.
#[inline]
pub(super) fn skip_indentation(bytes: &[u8], position: usize) -> usize {
    // Documents with `\r\n` use only the slower search.
    let indented =
        if bytes.get(position) == Some(&b'\n') { simd::past(bytes, position + 1, b' ') } else { position };
    skip_space(bytes, indented)
}

/// The characters that usually follow the name of an element.
#[inline]
pub(super) fn tag_name_ends(block: Block) -> Marks {
    block.equal(b'>') | block.equal(b'/') | block.up_to(b' ')
}

/// The end of a name, if one of the usual characters follows.
#[inline]
pub(super) fn likely_name_end(bytes: &[u8], start: usize) -> usize {
    simd::find(bytes, start, |block| block.equal(b'=') | tag_name_ends(block))
}

/// The first position from `position` on that ends an attribute's value or may change it: the quote, `&`, `<`, or any
/// control character. The end of the text if there is none.
#[inline]
pub(super) fn plain_value_end(bytes: &[u8], position: usize, quote: u8) -> usize {
    // With a constant quote, the compiler precomputes the vector that the search compares with.
    if quote == b'"' { value_end::<b'"'>(bytes, position) } else { single_quoted_end(bytes, position) }
}

/// As [`value_end`], for single quotes: a separate function, because few documents use them.
#[inline(never)]
fn single_quoted_end(bytes: &[u8], position: usize) -> usize {
    value_end::<b'\''>(bytes, position)
}

/// As [`plain_value_end`], for a constant quote.
#[inline]
fn value_end<const QUOTE: u8>(bytes: &[u8], position: usize) -> usize {
    // Each quote differs from `&` in one bit.
    simd::find(bytes, position, |block| block.either(QUOTE, b'&') | block.equal(b'<') | block.up_to(0x1f))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_end_as_in_xml() {
        for (text, end, is_valid) in [
            ("name=", 4, true),
            ("xsi:type ", 8, true),
            ("a.b-c1>", 6, true),
            ("größe/", 7, true),
            ("-a ", 2, false),
            ("1 ", 1, false),
            ("=", 0, false),
            ("a\u{d7}b ", 4, false),
            ("", 0, false),
        ] {
            let found = name(text, 0);
            assert_eq!((found.end, found.is_valid), (end, is_valid), "{text}");
        }
    }

    #[test]
    fn values_end_at_the_quote() {
        for len in 0..40 {
            for tail in ["\"", "&", "<", "\n", "\t", "\u{1}", ""] {
                let text = format!("{}é{}{tail}abcdefgh\"", "x".repeat(len), "~".repeat(len / 2));
                let naive = text.bytes().position(|b| b == b'"' || b == b'&' || b == b'<' || b < 0x20);
                assert_eq!(plain_value_end(text.as_bytes(), 0, b'"'), naive.unwrap_or(text.len()), "{text}");
            }
        }
        assert_eq!(plain_value_end(b"no end", 0, b'"'), 6);
        assert_eq!(plain_value_end(b"it's", 0, b'"'), 4);
        assert_eq!(plain_value_end(b"it's", 0, b'\''), 2);
    }
}
