//! Well-formed XML, token by token.
//!
//! Invariants of a token stream without an error: there is one element at the top; every element is closed by
//! a tag with its name; there is no text outside the element; attributes are unique within their tag; only
//! characters that XML allows occur; entities are expanded within a budget; nothing external is ever read.
//! This module knows neither namespaces nor models; the role of a name is determined once for each name.

mod entities;
mod markup;
mod scan;
mod tag;

use super::roles::{Role, Roles};
use crate::diagnostic::{Code, Diagnostic, Source, codes};
use crate::input::Limits;
use crate::names::Names;
use rustc_hash::FxHashMap;
pub(super) use scan::is_name;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

/// A token of a document.
#[derive(Debug)]
pub(super) enum Token<'s> {
    /// An element starts; its attributes are in [`Xml::attributes`]. The end of an empty element is a
    /// separate token.
    Start(Opening<'s>),
    /// The innermost element ends.
    End,
    /// Text; the text between two tags may be split into several tokens.
    Text(Cow<'s, str>),
    /// A processing instruction, if instructions are requested.
    Instruction { target: &'s str, data: Option<&'s str> },
    /// The end of the text.
    Eof,
}

/// The start of an element.
#[derive(Debug, Clone, Copy)]
pub(super) struct Opening<'s> {
    pub(super) name: &'s str,
    pub(super) symbol: Symbol,
    /// The position of the tag's `<`.
    pub(super) offset: usize,
    /// The roles of the element's attributes.
    pub(super) roles: Roles,
}

/// A name's number in its document: equal names have the same number.
pub(super) type Symbol = usize;

/// A name that occurred before, and is therefore valid.
#[derive(Debug, Clone, Copy)]
struct KnownName<'s> {
    name: &'s str,
    role: Role,
}

impl AsRef<str> for KnownName<'_> {
    fn as_ref(&self) -> &str {
        self.name
    }
}

/// An attribute as written, its value normalised and its references expanded.
#[derive(Debug, Clone)]
pub(super) struct Attribute<'s> {
    pub(super) name: &'s str,
    pub(super) symbol: Symbol,
    pub(super) value: Cow<'s, str>,
    /// The start of the value in the source.
    pub(super) offset: usize,
    pub(super) role: Role,
}

impl Attribute<'_> {
    /// The start of the name in the text that it was read from. The value's quote and the `=` are after the
    /// name.
    pub(super) fn name_offset(&self, text: &str) -> usize {
        let trim_before = |end: usize| text[..end].trim_end_matches([' ', '\t', '\n', '\r']);
        // The tag was valid, so only white space is around the `=`.
        let equals = trim_before(self.offset - 1).len() - 1;
        trim_before(equals).len() - self.name.len()
    }
}

/// An open element, and the span of its start tag.
#[derive(Debug)]
struct OpenElement<'s> {
    name: &'s str,
    tag: Range<usize>,
}

/// A problem that ends the reading; boxed because it is rare.
pub(super) type FatalProblem = Box<Diagnostic>;

/// A reader of the tokens of a text.
pub(super) struct Xml<'s> {
    source: &'s Arc<Source>,
    text: &'s str,
    /// The start of the next token.
    position: usize,
    /// The start of the text that was returned last.
    text_start: usize,
    limits: Limits,
    /// The open elements, innermost last.
    open_elements: Vec<OpenElement<'s>>,
    /// Whether the document continues after this text, which ends before a tag.
    is_continued: bool,
    /// The names that occurred so far.
    names: Names<KnownName<'s>>,
    has_seen_root: bool,
    has_seen_document_type: bool,
    /// Whether the element that started last is empty, and its end is the next token.
    is_end_pending: bool,
    /// Whether processing instructions are returned.
    keeps_instructions: bool,
    attributes: Vec<Attribute<'s>>,
    /// The values of the declared entities; the names of parameter entities start with `%`.
    entities: FxHashMap<String, String>,
    /// The number of bytes to which entities may still expand.
    budget: usize,
}

impl<'s> Xml<'s> {
    /// Reads the XML declaration, and stops before the first element.
    ///
    /// # Errors
    /// If the declaration is wrong, or the text contains a character that no XML document may contain.
    pub(super) fn new(source: &'s Arc<Source>, limits: Limits) -> Result<Self, FatalProblem> {
        // The characters are checked once at the start, so that scanners need not examine each character.
        check_characters(source)?;
        let mut xml = Self {
            source,
            text: source.text(),
            position: 0,
            text_start: 0,
            limits,
            open_elements: Vec::new(),
            is_continued: false,
            names: Names::default(),
            has_seen_root: false,
            has_seen_document_type: false,
            is_end_pending: false,
            keeps_instructions: false,
            attributes: Vec::new(),
            entities: FxHashMap::default(),
            budget: limits.expansion,
        };
        xml.read_declaration()?;
        Ok(xml)
    }

    /// Sets whether processing instructions are returned or skipped from now on.
    pub(super) fn keep_instructions(&mut self, keeps: bool) {
        self.keeps_instructions = keeps;
    }

    /// Marks the text as a part of a document that is not the last one.
    pub(super) fn set_continued(&mut self) {
        self.is_continued = true;
    }

    /// Whether the document continues after this text.
    pub(super) fn is_continued(&self) -> bool {
        self.is_continued
    }

    /// The problem that ends the reading of a part of a document before content that may extend beyond the part.
    pub(super) fn exceeds_text(&self) -> FatalProblem {
        // This problem is never shown, because the document is then read as one text.
        self.cut_off(self.position, "the content")
    }

    /// The start tags of the open elements, as written.
    pub(super) fn open_tags(&self) -> impl Iterator<Item = &'s str> {
        self.open_elements.iter().map(|open| &self.text[open.tag.clone()])
    }

    /// The position of the text that was returned last.
    pub(super) fn text_start(&self) -> usize {
        self.text_start
    }

    /// The start of the next token.
    pub(super) fn position(&self) -> usize {
        self.position
    }

    /// The attributes of the element that started last.
    pub(super) fn attributes(&self) -> &[Attribute<'s>] {
        &self.attributes
    }

    /// Moves the attributes to the caller, who can use them while reading continues.
    pub(super) fn take_attributes(&mut self) -> Vec<Attribute<'s>> {
        // A borrow would prevent the caller from reading the next token.
        std::mem::take(&mut self.attributes)
    }

    /// Returns the vector, to reuse its memory.
    pub(super) fn recycle(&mut self, mut attributes: Vec<Attribute<'s>>) {
        attributes.clear();
        self.attributes = attributes;
    }

    /// An error at a range of the source.
    fn fatal(&self, code: Code, range: Range<usize>, message: impl Into<String>) -> FatalProblem {
        Box::new(Diagnostic::error(code, message).at(self.source, range))
    }

    /// An error in the syntax of XML.
    fn syntax(&self, range: Range<usize>, message: impl Into<String>) -> FatalProblem {
        self.fatal(codes::XML_SYNTAX, range, message)
    }

    /// Adds a label at the start of the innermost open element.
    fn with_open_element(&self, problem: Diagnostic) -> Diagnostic {
        match self.open_elements.last() {
            Some(open) => problem.label(self.source, open.tag.clone(), "this element is open"),
            None => problem,
        }
    }

    /// The byte at a position; `None` after the end.
    fn byte(&self, position: usize) -> Option<u8> {
        self.text.as_bytes().get(position).copied()
    }

    /// Whether the element that started last is empty; if so, its end is no longer a separate token.
    #[inline]
    pub(super) fn take_end(&mut self) -> bool {
        // An empty element was opened like others, so that checks of depth and roots apply.
        let is_empty = std::mem::take(&mut self.is_end_pending);
        if is_empty {
            self.open_elements.pop();
        }
        is_empty
    }

    /// The next token, which may be text that consists only of white space.
    pub(super) fn next_with_blanks(&mut self) -> Result<Token<'s>, FatalProblem> {
        let keeps_blank = true;
        self.next(keeps_blank)
    }

    /// The next token that is not only white space.
    pub(super) fn next_without_blanks(&mut self) -> Result<Token<'s>, FatalProblem> {
        let keeps_blank = false;
        self.next(keeps_blank)
    }

    /// The next token. Text that consists only of white space is a token only if `keeps_blank` is set.
    pub(super) fn next(&mut self, keeps_blank: bool) -> Result<Token<'s>, FatalProblem> {
        if self.take_end() {
            return Ok(Token::End);
        }
        loop {
            // Skipped blanks are part of the text that follows them, so their start is stored.
            let start = self.position;
            if !keeps_blank {
                self.position = scan::skip_indentation(self.text.as_bytes(), self.position);
            }
            let token = match (self.byte(self.position), self.byte(self.position + 1)) {
                (None, _) => return self.end_of_file(),
                (Some(b'<'), Some(b'/')) => return self.read_end_tag(),
                (Some(b'<'), Some(b'!' | b'?')) => self.read_markup()?,
                (Some(b'<'), _) => return self.read_start_tag(),
                (Some(b'&'), _) => Some(self.read_reference()?),
                (Some(_), _) => self.character_data(start)?,
            };
            if let Some(token) = token {
                return Ok(token);
            }
        }
    }

    /// Checks that the document is complete at the end of the text.
    fn end_of_file(&self) -> Result<Token<'s>, FatalProblem> {
        let end = self.text.len();
        if self.is_continued {
            // The open elements continue in the next piece, which starts with their tags (Decision 9).
            return Ok(Token::Eof);
        }
        if let Some(open) = self.open_elements.last() {
            let message = format!("expected `</{}>`, found the end of the document", open.name);
            let help = "the file may be truncated; look for the missing end tag";
            return Err(Box::new(self.with_open_element(*self.syntax(end..end, message)).help(help)));
        }
        if !self.has_seen_root {
            return Err(self.fatal(
                codes::EMPTY_INPUT,
                end..end,
                "expected an element, found the end of the document",
            ));
        }
        Ok(Token::Eof)
    }

    /// Reports content that is not inside an element; `raw` is the content as written, which starts at `start`.
    fn check_in_element(&self, start: usize, raw: &str) -> Result<(), FatalProblem> {
        if !self.open_elements.is_empty() {
            return Ok(());
        }
        let blank_len = raw.len() - raw.trim_start().len();
        let range = start + blank_len..start + raw.len();
        Err(self.syntax(range, "text is not allowed outside the document's element"))
    }

    /// Reads the reference at this position as text.
    fn read_reference(&mut self) -> Result<Token<'s>, FatalProblem> {
        let start = self.position;
        let mut out = String::new();
        self.text_start = start;
        let len =
            self.expand_reference_at(&self.text[start..], start, &mut out, entities::ReferenceContext::Text)?;
        self.check_in_element(start, &self.text[start..start + len])?;
        self.position += len;
        Ok(Token::Text(Cow::Owned(out)))
    }

    /// Reads text from `start`, with the blanks skipped since then, up to the next tag or reference; `None` if it is
    /// blank and outside the document's element.
    #[inline(never)]
    fn character_data(&mut self, start: usize) -> Result<Option<Token<'s>>, FatalProblem> {
        let remaining = &self.text[self.position..];
        // A reference ends a text token, so that texts without references can be borrowed.
        let len = memchr::memchr2(b'<', b'&', remaining.as_bytes()).unwrap_or(remaining.len());
        let raw_text = &self.text[start..self.position + len];
        self.text_start = start;
        self.position += len;
        if self.open_elements.is_empty() {
            return if raw_text.bytes().all(scan::is_space) {
                Ok(None)
            } else {
                self.check_in_element(start, raw_text).map(|()| None)
            };
        }
        if let Some(position) = memchr::memmem::find(raw_text.as_bytes(), b"]]>") {
            return Err(self.syntax(
                start + position..start + position + 3,
                "`]]>` is not allowed in text; write `]]&gt;`",
            ));
        }
        Ok(Some(Token::Text(normalise_lines(raw_text))))
    }
}

/// A text with XML's line ends: `\r\n` and `\r` become `\n`.
fn normalise_lines(text: &str) -> Cow<'_, str> {
    // Most files have line feeds only, and their text is borrowed.
    if memchr::memchr(b'\r', text.as_bytes()).is_none() {
        return Cow::Borrowed(text);
    }
    // Pairs are replaced first, so that the second step does not turn one line break into two.
    Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
}

/// The size of the parts of a text that are searched several times, one part after another.
const CHUNK: usize = 1 << 15;

/// Rejects characters that are not allowed anywhere in an XML document.
fn check_characters(source: &Arc<Source>) -> Result<(), FatalProblem> {
    let bytes = source.text().as_bytes();
    // A chunk is searched several times while it is in the processor's cache.
    let Some(position) = (0..bytes.len()).step_by(CHUNK).find_map(|start| find_forbidden(bytes, start))
    else {
        return Ok(());
    };
    let c = source.text()[position..].chars().next().unwrap_or_default();
    let message = format!("the character U+{:04X} is not allowed in an XML document", u32::from(c));
    Err(Box::new(Diagnostic::error(codes::XML_SYNTAX, message).at(source, position..position + c.len_utf8())))
}

/// The first position from `start` on, within a chunk, of a character that XML does not allow.
fn find_forbidden(bytes: &[u8], start: usize) -> Option<usize> {
    let chunk = &bytes[start..bytes.len().min(start + CHUNK)];
    // Most chunks contain no control character except line ends, and no character from U+F000 to U+FFFF, whose first
    // byte is 0xef.
    if !has_byte(chunk, |b| (b < 0x20 && b != b'\n') || b == 0xef) {
        return None;
    }
    let control = if has_byte(chunk, |b| is_control(&b)) { chunk.iter().position(is_control) } else { None };
    // U+FFFE and U+FFFF may begin in this chunk and end in the next one.
    let overlapping = &bytes[start..bytes.len().min(start + CHUNK + 2)];
    let noncharacter = memchr::memmem::find_iter(overlapping, b"\xef\xbf")
        .find(|position| matches!(overlapping.get(position + 2), Some(0xbe | 0xbf)));
    let first = match (control, noncharacter) {
        (Some(control), Some(noncharacter)) => control.min(noncharacter),
        (control, noncharacter) => control.or(noncharacter)?,
    };
    Some(start + first)
}

/// Whether a condition is true for any byte. All bytes are examined even after the first such byte: a loop without an
/// exit takes only a few instructions for many bytes.
#[inline]
fn has_byte(bytes: &[u8], condition: impl Fn(u8) -> bool) -> bool {
    let mut has_byte = false;
    for byte in bytes {
        has_byte |= condition(*byte);
    }
    has_byte
}

/// Whether a byte is a control character that XML does not allow.
fn is_control(b: &u8) -> bool {
    *b < 0x20 && !matches!(b, b'\t' | b'\n' | b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forbidden_characters_are_found_across_chunks() {
        for before in CHUNK - 4..CHUNK + 2 {
            for bad in ["\u{FFFE}", "\u{FFFF}", "\u{1}", "\u{1f}"] {
                let source = Source::new("a.xmi", "<a>".to_owned() + &"x".repeat(before) + bad + "</a>\u{2}");
                let problem = check_characters(&source).expect_err("a forbidden character");
                let code = format!("U+{:04X}", u32::from(bad.chars().next().unwrap_or_default()));
                assert!(problem.message.contains(&code), "{before}: {}", problem.message);
            }
        }
        assert!(check_characters(&Source::new("a.xmi", "\u{FFFD}\t\r\n".repeat(CHUNK))).is_ok());
    }
}
