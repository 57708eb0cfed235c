//! The text of a large XML document in pieces, so that it need not be in memory completely.
//!
//! Invariants: every piece but the last ends before a `<`, is UTF-8, and begins where the one before it ended. A cut
//! may be inside a comment or a section; the reader of the piece detects that it does not end. Unusual or invalid
//! text has no pieces: then the document must be read at once, which reports the reason.

use super::{Bom, declared_encoding, detect_unmarked_utf16};
use crate::diagnostic::Source;
use crate::encoding::Encoding;
use std::io::{self, Read};
use std::sync::Arc;

/// The maximum length of a piece in bytes; only a text without tags that is longer would need more.
const LONGEST_PIECE: usize = 16 << 20;

/// A part of a document.
#[derive(Debug, Clone)]
pub struct DocumentPiece {
    /// A given prefix, followed by the part itself.
    pub source: Arc<Source>,
    /// The byte offset of the part in the document.
    pub start: usize,
    /// Whether it is the last one.
    pub last: bool,
}

/// A document in pieces.
pub struct DocumentPieces<'r> {
    name: &'r str,
    from: &'r mut dyn Read,
    len: usize,
    size: usize,
    /// The bytes after the last cut.
    rest: Vec<u8>,
    start: usize,
    /// The encoding in the document's spelling, and whether it is ASCII; known from the first piece.
    encoding: Option<(String, bool)>,
    /// A position where a piece ends, before a tag.
    cut: Option<usize>,
}

/// Opens a document again.
pub type Reopen<'a> = &'a (dyn Fn() -> io::Result<Box<dyn Read>> + Sync);

/// A document that can be opened again, so that its two halves can be read at the same time.
#[derive(Clone)]
pub struct PieceSource<'a> {
    name: &'a str,
    open: Reopen<'a>,
    len: usize,
    size: usize,
    encoding: Option<(String, bool)>,
}

impl<'a> PieceSource<'a> {
    /// The document of some pieces, the first of which was read.
    #[must_use]
    pub fn of(pieces: &DocumentPieces<'a>, open: Reopen<'a>) -> Self {
        let DocumentPieces { name, len, size, encoding, .. } = pieces;
        Self { name, open, len: *len, size: *size, encoding: encoding.clone() }
    }

    /// Opens the document.
    pub fn open(&self) -> Option<Box<dyn Read>> {
        (self.open)().ok()
    }

    /// The pieces from a position near the middle. A function finds the position in the text there.
    pub fn pieces_from_middle<'r>(
        &self,
        from: &'r mut dyn Read,
        divide: impl FnOnce(&[u8]) -> Option<usize>,
    ) -> Option<DocumentPieces<'r>>
    where
        'a: 'r,
    {
        // The second half is smaller, because it takes additional time to find it and to join it to the first one.
        let middle = self.len / 16 * 9;
        // Decision 23: the skipped first half is read a second time by the other thread, from the cache of the system.
        let skipped = io::copy(&mut from.take(middle as u64), &mut io::sink()).ok()?;
        let mut window = Vec::with_capacity(self.size);
        from.take(self.size as u64).read_to_end(&mut window).ok()?;
        let at = divide(&window).filter(|_| skipped == middle as u64)?;
        let rest = window.split_off(at);
        let Self { name, len, size, encoding, .. } = self.clone();
        Some(DocumentPieces { name, from, len, size, rest, start: middle + at, encoding, cut: None })
    }
}

impl std::fmt::Debug for PieceSource<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PieceSource").field("name", &self.name).finish_non_exhaustive()
    }
}

impl std::fmt::Debug for DocumentPieces<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DocumentPieces")
            .field("name", &self.name)
            .field("start", &self.start)
            .finish_non_exhaustive()
    }
}

impl<'r> DocumentPieces<'r> {
    /// A document of `len` bytes in pieces of about `size` bytes.
    pub fn new(name: &'r str, from: &'r mut dyn Read, len: usize, size: usize) -> Self {
        Self { name, from, len, size: size.max(1), rest: Vec::new(), start: 0, encoding: None, cut: None }
    }

    /// The bytes of the document.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a document is not a collection")]
    pub fn len(&self) -> usize {
        self.len
    }

    /// The document's encoding, known after the first piece.
    #[must_use]
    pub fn encoding(&self) -> Option<&str> {
        self.encoding.as_ref().map(|(spelling, _)| spelling.as_str())
    }

    /// The position after the last piece.
    #[must_use]
    pub fn position(&self) -> usize {
        self.start
    }

    /// Ends a piece at this position, which is before a tag, unless it was passed.
    pub fn cut_at(&mut self, position: usize) {
        self.cut = Some(position);
    }

    /// The next piece, with a prefix before it. `None` if the text has no pieces: see the invariants of the module.
    pub fn next(&mut self, before: &str) -> Option<DocumentPiece> {
        let mut bytes = Vec::with_capacity(before.len() + self.rest.len() + self.size);
        bytes.extend_from_slice(before.as_bytes());
        bytes.append(&mut self.rest);
        let mut looked = before.len() + 1;
        let (mut cut, mut last) = loop {
            let read = self.from.take(self.size as u64).read_to_end(&mut bytes).ok()?;
            // `read_to_end` continues until the end even if a pipe returns less at a time, so fewer bytes mean the end.
            if read < self.size {
                break (bytes.len(), true);
            }
            // The first character is the `<` at the last cut, where no piece can end.
            let found = memchr::memrchr(b'<', bytes.get(looked..).unwrap_or_default());
            if let Some(at) = found {
                break (looked + at, false);
            }
            // A long text without tags is probably not XML: a sparse file, for example, may consist of any number of
            // zeros.
            if bytes.len() > LONGEST_PIECE {
                return None;
            }
            looked = bytes.len();
        };
        let start = self.start;
        // Decision 23: another thread reads the document from there on.
        let wanted = self.cut.and_then(|position| Some(before.len() + position.checked_sub(start)?));
        if let Some(wanted) = wanted.filter(|wanted| (before.len() + 1..cut).contains(wanted)) {
            (cut, last) = (wanted, false);
        }
        // Decision 9: a piece is read like a document, so the text after the cut becomes part of the next piece.
        self.rest.extend_from_slice(&bytes[cut..]);
        bytes.truncate(cut);
        self.start += cut - before.len();
        // The file may have grown since its length was determined.
        if self.start > self.len {
            return None;
        }
        if self.encoding.is_none() {
            self.encoding = Some(encoding(&bytes[before.len()..])?);
        }
        let ascii = self.encoding.as_ref().is_some_and(|(_, ascii)| *ascii);
        // A cut before a `<` divides no character, so that each piece alone is UTF-8.
        let text = String::from_utf8(bytes).ok()?;
        (!ascii || text.is_ascii()).then(|| DocumentPiece {
            source: Source::new(self.name, text),
            start,
            last,
        })
    }
}

/// The encoding of a document with this start, if its bytes are the same as those of the text.
fn encoding(bytes: &[u8]) -> Option<(String, bool)> {
    if Bom::detect(bytes) != Bom::None || detect_unmarked_utf16(bytes).is_some() {
        return None;
    }
    let spelling = declared_encoding(bytes).unwrap_or_else(|| "UTF-8".to_owned());
    match Encoding::from_name(&spelling)? {
        Encoding::Utf8 => Some((spelling, false)),
        Encoding::Ascii => Some((spelling, true)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str, size: usize) -> Option<Vec<String>> {
        let mut from = text.as_bytes();
        let mut pieces = DocumentPieces::new("a.xmi", &mut from, text.len(), size);
        let (mut all, mut start) = (Vec::new(), 0);
        loop {
            let piece = pieces.next("<before>")?;
            assert_eq!(piece.start, start);
            let own = piece.source.text().strip_prefix("<before>").expect("it is put before").to_owned();
            start += own.len();
            all.push(own);
            if piece.last {
                return Some(all);
            }
        }
    }

    #[test]
    fn pieces_end_before_tags_and_lose_nothing() {
        let text = "<?xml version=\"1.0\"?>\n<a x=\"größe\"><b>text</b>\n</a>\n";
        for size in 1..80 {
            let all = pieces(text, size).expect("it is UTF-8");
            assert_eq!(all.concat(), text);
            assert!(all.iter().skip(1).all(|piece| piece.starts_with('<')), "{size}: {all:?}");
        }
        assert_eq!(pieces("", 4), Some(vec![String::new()]));
    }

    #[test]
    fn other_encodings_have_no_pieces() {
        let ascii = "<?xml version=\"1.0\" encoding=\"ASCII\"?><a/>";
        assert!(pieces(ascii, 100).is_some());
        assert!(pieces(&ascii.replace("a/", "ä/"), 100).is_none());
        assert!(pieces(&ascii.replace("ASCII", "ISO-8859-1"), 100).is_none());
        assert!(pieces("\u{feff}<a/>", 100).is_none());
    }
}
