//! The text of a large XML document in pieces, so that it need not be in memory completely.
//!
//! Invariants: every piece but the last ends before a `<`, is UTF-8, and begins where the one before it ended. A cut
//! may be inside a comment or a section, which the reader of the piece detects, because it does not end. Unusual or
//! invalid text has no pieces. Such a document must be read at once, which also reports why it is invalid.

use super::{Bom, declared_encoding, detect_unmarked_utf16};
use crate::diagnostic::Source;
use crate::encoding::Encoding;
use std::io::{self, Read};
use std::sync::Arc;

/// The maximum length of a piece in bytes. Only a longer text without tags would need more.
const MAX_PIECE_LENGTH: usize = 16 << 20;

/// A part of a document.
#[derive(Debug, Clone)]
pub struct DocumentPiece {
    /// The prefix that was passed to [`DocumentPieces::next`], followed by the part itself.
    pub source: Arc<Source>,
    /// The byte offset of the part in the document.
    pub start: usize,
    /// Whether this is the last piece.
    pub last: bool,
}

/// A document in pieces.
pub struct DocumentPieces<'r> {
    name: &'r str,
    reader: &'r mut dyn Read,
    /// The length of the document.
    len: usize,
    /// The usual size of a piece.
    size: usize,
    /// The bytes after the last cut that were already read.
    pending: Vec<u8>,
    /// The position of the last cut.
    start: usize,
    /// The encoding, which the first piece determines.
    encoding: Option<PieceEncoding>,
    /// A position before a tag at which a piece must end.
    requested_cut: Option<usize>,
}

/// The encoding of a document that is read in pieces.
#[derive(Clone)]
struct PieceEncoding {
    /// The encoding in the document's spelling.
    spelling: String,
    is_ascii: bool,
}

/// A function that opens a document again.
pub type Reopen<'a> = &'a (dyn Fn() -> io::Result<Box<dyn Read>> + Sync);

/// A document that can be opened again, so that its two halves can be read at the same time.
#[derive(Clone)]
pub struct PieceSource<'a> {
    name: &'a str,
    open: Reopen<'a>,
    len: usize,
    size: usize,
    encoding: Option<PieceEncoding>,
}

impl<'a> PieceSource<'a> {
    /// The document of pieces, of which the first one was already read.
    #[must_use]
    pub fn of(pieces: &DocumentPieces<'a>, open: Reopen<'a>) -> Self {
        let DocumentPieces { name, len, size, encoding, .. } = pieces;
        Self { name, open, len: *len, size: *size, encoding: encoding.clone() }
    }

    /// Opens the document.
    pub fn open(&self) -> Option<Box<dyn Read>> {
        (self.open)().ok()
    }

    /// The pieces from a position near the middle on. `divide` returns the offset of this position in a text that
    /// begins near the middle. `None` if there is no such position, or if the document cannot be read.
    pub fn pieces_from_middle<'r>(
        &self,
        reader: &'r mut dyn Read,
        divide: impl FnOnce(&[u8]) -> Option<usize>,
    ) -> Option<DocumentPieces<'r>>
    where
        'a: 'r,
    {
        // The second part is smaller than the first one, because finding it and joining it to the first one takes
        // additional time.
        let middle = self.len / 16 * 9;
        // The first part is read twice, by this thread to skip it, and by the other one from the cache of the system
        // (Decision 23).
        let skipped = io::copy(&mut reader.take(middle as u64), &mut io::sink()).ok()?;
        let mut window = Vec::with_capacity(self.size);
        reader.take(self.size as u64).read_to_end(&mut window).ok()?;
        let division = divide(&window)?;
        // The file may have become shorter.
        if skipped != middle as u64 {
            return None;
        }
        let pending = window.split_off(division);
        let Self { name, len, size, encoding, .. } = self.clone();
        Some(DocumentPieces {
            name,
            reader,
            len,
            size,
            pending,
            start: middle + division,
            encoding,
            requested_cut: None,
        })
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
    pub fn new(name: &'r str, reader: &'r mut dyn Read, len: usize, size: usize) -> Self {
        Self {
            name,
            reader,
            len,
            size: size.max(1),
            pending: Vec::new(),
            start: 0,
            encoding: None,
            requested_cut: None,
        }
    }

    /// The number of bytes of the document.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a document is not a collection")]
    pub fn len(&self) -> usize {
        self.len
    }

    /// The document's encoding, known after the first piece.
    #[must_use]
    pub fn encoding(&self) -> Option<&str> {
        self.encoding.as_ref().map(|encoding| encoding.spelling.as_str())
    }

    /// The position after the last piece.
    #[must_use]
    pub fn position(&self) -> usize {
        self.start
    }

    /// Makes a piece end at this position, which is before a tag, unless the pieces so far have passed it.
    pub fn cut_at(&mut self, position: usize) {
        self.requested_cut = Some(position);
    }

    /// The next piece, with a prefix before it. `None` if the text has no pieces (see the invariants of the module).
    pub fn next(&mut self, prefix: &str) -> Option<DocumentPiece> {
        let mut bytes = Vec::with_capacity(prefix.len() + self.pending.len() + self.size);
        bytes.extend_from_slice(prefix.as_bytes());
        bytes.append(&mut self.pending);
        // The search starts after the `<` at the last cut, where no piece can end.
        let first_cut = prefix.len() + 1;
        let (mut cut, mut is_last) = self.read_to_cut(&mut bytes, first_cut)?;
        let start = self.start;
        // Another thread reads the document from the requested cut on (Decision 23).
        if let Some(position) = self.requested_cut
            && let Some(offset) = position.checked_sub(start)
            && (first_cut..cut).contains(&(prefix.len() + offset))
        {
            (cut, is_last) = (prefix.len() + offset, false);
        }
        // A piece is read like a document (Decision 9), so the text after the cut belongs to the next piece.
        self.pending.extend_from_slice(&bytes[cut..]);
        bytes.truncate(cut);
        self.start += cut - prefix.len();
        // The file may have grown since its length was determined.
        if self.start > self.len {
            return None;
        }
        if self.encoding.is_none() {
            self.encoding = Some(encoding(&bytes[prefix.len()..])?);
        }
        let is_ascii = self.encoding.as_ref().is_some_and(|encoding| encoding.is_ascii);
        // A cut before a `<` divides no character, so each piece alone is UTF-8.
        let text = String::from_utf8(bytes).ok()?;
        // Other bytes in a document that declares ASCII are reported when the document is read at once.
        (!is_ascii || text.is_ascii()).then(|| DocumentPiece {
            source: Source::new(self.name, text),
            start,
            last: is_last,
        })
    }
}

impl DocumentPieces<'_> {
    /// Appends bytes of the document until a piece can end, at or after the index `first_cut` of `bytes`. Returns the
    /// index of the cut, and whether it is the end of the document. `None` if the document cannot be read, or has no
    /// tags for a long distance.
    fn read_to_cut(&mut self, bytes: &mut Vec<u8>, first_cut: usize) -> Option<(usize, bool)> {
        let mut searched = first_cut;
        loop {
            let byte_count = self.reader.take(self.size as u64).read_to_end(bytes).ok()?;
            // `read_to_end` reads as many bytes as possible, even from a pipe, so fewer bytes mean the end.
            if byte_count < self.size {
                return Some((bytes.len(), true));
            }
            let tag = memchr::memrchr(b'<', bytes.get(searched..).unwrap_or_default());
            if let Some(offset) = tag {
                return Some((searched + offset, false));
            }
            // A long text without tags is probably not XML, but for example a sparse file of zeros.
            if bytes.len() > MAX_PIECE_LENGTH {
                return None;
            }
            searched = bytes.len();
        }
    }
}

/// The encoding of a document with this start; `None` if it is neither UTF-8 nor ASCII, or has a byte order mark.
fn encoding(bytes: &[u8]) -> Option<PieceEncoding> {
    if Bom::detect(bytes) != Bom::None || detect_unmarked_utf16(bytes).is_some() {
        return None;
    }
    let spelling = declared_encoding(bytes).unwrap_or_else(|| "UTF-8".to_owned());
    let is_ascii = match Encoding::from_name(&spelling)? {
        Encoding::Utf8 => false,
        Encoding::Ascii => true,
        _ => return None,
    };
    Some(PieceEncoding { spelling, is_ascii })
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
