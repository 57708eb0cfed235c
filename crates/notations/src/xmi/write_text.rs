//! The characters of an XMI document: escaping, line width, encoding.
//!
//! Invariants: the text is well-formed XML in the chosen encoding; lines break only before attributes, as in EMF.
//! This module does not know objects and features.

use crate::diagnostic::{Diagnostic, codes, printable_line};
use crate::encoding::Encoding;
use crate::model::{Model, ObjectId};
use crate::simd;
use std::borrow::Cow;

/// A character that XML does not allow, and the object with the value.
pub(super) struct IllegalCharacter {
    character: char,
    object: Option<ObjectId>,
}

impl IllegalCharacter {
    /// The problem, with the position of the object.
    pub(super) fn diagnostic(&self, model: &Model) -> Diagnostic {
        let message =
            format!("the character U+{:04X} cannot be written in an XML document", u32::from(self.character));
        let mut problem = Diagnostic::error(codes::CANNOT_EXPRESS, message).help("remove it from the value");
        if let Some(object) = self.object {
            problem = model.located(problem, object);
            problem.object = Some(model.address(object));
        }
        problem
    }
}

/// The written text, and the positions of missing addresses in it.
#[derive(Debug, Default)]
pub(super) struct Block {
    pub(super) text: String,
    pub(super) gaps: Vec<AddressGap>,
}

/// The position in a block of an object's address that is still missing.
#[derive(Debug, Clone, Copy)]
pub(super) struct AddressGap {
    pub(super) position: usize,
    pub(super) object: ObjectId,
}

/// A line end and the blanks that most lines start with.
const NEW_LINE: &str = "\n                                                                ";

/// Builds one document, block by block.
pub(super) struct XmlText {
    out: String,
    gaps: Vec<AddressGap>,
    encoding: Encoding,
    /// The line length, in UTF-16 units, from which the next attribute is put on a new line; 0 for never.
    line_width: usize,
    /// The length of the current line, counted only if lines may break.
    width: usize,
    /// Indentation of the open tag.
    indent: usize,
    is_formatted: bool,
    problem: Option<IllegalCharacter>,
}

impl XmlText {
    pub(super) fn new(encoding: Encoding, line_width: usize, is_formatted: bool) -> Self {
        Self {
            out: String::new(),
            gaps: Vec::new(),
            encoding,
            line_width,
            width: 0,
            indent: 0,
            is_formatted,
            problem: None,
        }
    }

    /// An empty text of the same kind.
    pub(super) fn new_like(&self) -> Self {
        Self::new(self.encoding, self.line_width, self.is_formatted)
    }

    /// Whether an address may be inserted later: the following text must not depend on its length.
    pub(super) fn defers_addresses(&self) -> bool {
        self.line_width == 0
    }

    /// Leaves a gap for an object's address.
    pub(super) fn defer_address(&mut self, object: ObjectId) {
        self.gaps.push(AddressGap { position: self.out.len(), object });
    }

    /// The text since the last block, with its gaps; the following text uses the memory of `spare`.
    pub(super) fn take_block(&mut self, mut spare: Block) -> Block {
        spare.text.clear();
        spare.gaps.clear();
        Block {
            text: std::mem::replace(&mut self.out, spare.text),
            gaps: std::mem::replace(&mut self.gaps, spare.gaps),
        }
    }

    /// Appends text that is already escaped, or needs no escaping.
    pub(super) fn copy(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// The text since the last block.
    pub(super) fn block(&self) -> &str {
        &self.out
    }

    /// Appends text, and counts it as part of the line.
    #[inline]
    fn push_raw(&mut self, text: &str) {
        self.out.push_str(text);
        // Lines are counted only where they can break: by default only in `.ecore` files.
        if self.line_width > 0 {
            self.add_width(text);
        }
    }

    /// Counts text as part of the current line.
    #[inline(never)]
    fn add_width(&mut self, text: &str) {
        // EMF counts the characters of Java strings.
        self.width += text.chars().map(char::len_utf16).sum::<usize>();
    }

    /// Starts a line, if elements are on separate lines.
    fn start_line(&mut self, indent: usize) {
        if self.is_formatted {
            self.break_line(indent);
        }
    }

    /// Starts a line that is indented by a number of levels.
    fn break_line(&mut self, indent: usize) {
        // The line break, and two blanks for each level.
        let mut remaining = 1 + indent * 2;
        // One copy is enough for 32 levels; deeper levels need several copies.
        let len = remaining.min(NEW_LINE.len());
        self.out.push_str(&NEW_LINE[..len]);
        remaining -= len;
        while remaining > 0 {
            // Further copies do not include the line break, which the first copy contains.
            let len = remaining.min(NEW_LINE.len() - 1);
            self.out.push_str(&NEW_LINE[1..=len]);
            remaining -= len;
        }
        self.width = indent * 2;
    }

    /// Opens a tag on a separate line.
    pub(super) fn open(&mut self, depth: usize, name: &str) {
        self.start_line(depth);
        self.indent = depth;
        self.push_raw("<");
        self.push_raw(name);
    }

    /// Ends the tag that was opened last; its element has no content if `is_empty` is set.
    pub(super) fn close_tag(&mut self, is_empty: bool) {
        if is_empty { self.close_empty_tag() } else { self.close_start_tag() }
    }

    /// Ends the tag of an element without content.
    pub(super) fn close_empty_tag(&mut self) {
        self.push_raw("/>");
    }

    /// Ends the start tag of an element with content.
    pub(super) fn close_start_tag(&mut self) {
        self.push_raw(">");
    }

    /// Writes the end tag of an element with children, on a separate line.
    pub(super) fn end(&mut self, depth: usize, name: &str) {
        self.start_line(depth);
        self.end_tag(name);
    }

    /// Writes an end tag.
    pub(super) fn end_tag(&mut self, name: &str) {
        for part in ["</", name, ">"] {
            self.push_raw(part);
        }
    }

    /// Writes an attribute, or the beginning of one, with the space before it; the text must not need
    /// escaping.
    #[inline]
    pub(super) fn write_verbatim(&mut self, text: &str) {
        if self.line_width == 0 {
            self.out.push_str(text);
        } else {
            self.write_verbatim_in_line(text);
        }
    }

    /// As [`XmlText::write_verbatim`], if lines may break.
    fn write_verbatim_in_line(&mut self, text: &str) {
        if self.is_full() {
            // In EMF, attributes on a new line are indented two levels deeper than their element.
            self.break_line(self.indent + 2);
            // The line break replaces the space.
            self.push_raw(&text[1..]);
        } else {
            self.push_raw(text);
        }
    }

    /// Begins an attribute, whose value follows in parts.
    pub(super) fn begin_attribute(&mut self, name: &str) {
        // EMF breaks before an attribute if the line is already too long, not if the attribute would make it too long.
        if self.is_full() {
            self.break_line(self.indent + 2);
        } else {
            self.push_raw(" ");
        }
        self.push_raw(name);
        self.push_raw("=\"");
    }

    /// Ends an attribute after its value.
    pub(super) fn end_attribute(&mut self) {
        self.push_raw("\"");
    }

    /// Writes an attribute.
    pub(super) fn write_attribute(&mut self, name: &str, value: &str) {
        self.begin_attribute(name);
        self.write_attribute_text(value);
        self.end_attribute();
    }

    /// Writes a part of an attribute's value.
    pub(super) fn write_attribute_text(&mut self, value: &str) {
        self.push_escaped(value, |c| match c {
            '&' => Some("&amp;"),
            '<' => Some("&lt;"),
            '"' => Some("&quot;"),
            // Readers turn raw white space in attributes into spaces (XML, section 3.3.3).
            '\n' => Some("&#xA;"),
            '\r' => Some("&#xD;"),
            '\t' => Some("&#x9;"),
            _ => None,
        });
    }

    /// Writes an element that contains only a text.
    pub(super) fn write_text_element(&mut self, depth: usize, name: &str, value: &str) {
        self.start_line(depth);
        for part in ["<", name, ">"] {
            self.push_raw(part);
        }
        self.write_element_text(value);
        self.end_tag(name);
    }

    /// Writes text into an open element.
    pub(super) fn write_element_text(&mut self, value: &str) {
        let mut remaining = value;
        // Text must not contain `]]>`; EMF escapes its last character.
        while let Some(position) = remaining.find("]]>") {
            self.write_text_part(&remaining[..position]);
            self.push_raw("]]&gt;");
            remaining = &remaining[position + 3..];
        }
        self.write_text_part(remaining);
    }

    /// Writes text between elements, which has its own line breaks.
    pub(super) fn write_mixed_text(&mut self, value: &str) {
        let start = self.out.len();
        self.write_element_text(value);
        // The width matters only if lines may break.
        if self.line_width == 0 {
            return;
        }
        // The text has its own line breaks, so the width counts from the last one.
        if let Some(position) = self.out[start..].rfind(['\n', '\r']) {
            self.width = self.out[start + position..].chars().map(char::len_utf16).sum();
        }
    }

    /// Starts a new line for an element that does not start one itself.
    pub(super) fn indent(&mut self, depth: usize) {
        self.start_line(depth);
    }

    /// Writes markup unchanged.
    pub(super) fn write_markup(&mut self, text: &str) {
        self.push_raw(text);
    }

    /// Sets whether the following elements are on separate lines.
    pub(super) fn set_formatted(&mut self, is_formatted: bool) {
        self.is_formatted = is_formatted;
    }

    /// Writes text without `]]>`.
    fn write_text_part(&mut self, value: &str) {
        self.push_escaped(value, |c| match c {
            '&' => Some("&amp;"),
            '<' => Some("&lt;"),
            '"' => Some("&quot;"),
            // Readers turn a raw carriage return into a line feed (XML, section 2.11).
            '\r' => Some("&#xD;"),
            _ => None,
        });
    }

    /// Writes a value, in which `escape` replaces characters.
    #[inline]
    fn push_escaped(&mut self, value: &str, escape: impl Fn(char) -> Option<&'static str>) {
        match first_special(value) {
            // Nearly all values are copied as they are.
            position if position == value.len() => self.push_raw(value),
            position => self.push_escaped_from(value, position, escape),
        }
    }

    /// Writes a value whose first character that may need escaping is at `first`. `escape` returns the entity that
    /// replaces a character, if there is one.
    #[inline(never)]
    fn push_escaped_from(
        &mut self,
        value: &str,
        first: usize,
        escape: impl Fn(char) -> Option<&'static str>,
    ) {
        let (mut remaining, mut position) = (value, first);
        loop {
            let mut tail = remaining[position..].chars();
            let Some(c) = tail.next() else { break };
            self.push_raw(&remaining[..position]);
            remaining = tail.as_str();
            match escape(c) {
                Some(entity) => self.push_raw(entity),
                // An illegal character is left out, because the document is rejected at the end.
                None if !self.check_legal(c) => {}
                None if is_mappable(c, self.encoding) => self.push_raw(c.encode_utf8(&mut [0; 4])),
                // EMF writes these references in lower case, and references to white space in capitals.
                None => self.push_raw(&format!("&#x{:x};", u32::from(c))),
            }
            position = first_special(remaining);
        }
        self.push_raw(remaining);
    }

    /// Returns whether XML allows a character, and records the first one that is not allowed.
    fn check_legal(&mut self, c: char) -> bool {
        let is_control = c < ' ' && !matches!(c, '\t' | '\n' | '\r');
        let is_noncharacter = matches!(c, '\u{FFFE}' | '\u{FFFF}');
        // A `char` is never a surrogate, so these are all characters that XML 1.0 excludes.
        let is_legal = !is_control && !is_noncharacter;
        if !is_legal && self.problem.is_none() {
            self.problem = Some(IllegalCharacter { character: c, object: None });
        }
        is_legal
    }

    /// The length written so far.
    pub(super) fn len(&self) -> usize {
        self.out.len()
    }

    /// Records the object that owns the text that has just been written: if the text has an invalid character, it is
    /// reported with this object.
    pub(super) fn note_owner(&mut self, object: ObjectId) {
        if let Some(problem) = &mut self.problem {
            // The first object that is recorded after the character contains the value.
            problem.object.get_or_insert(object);
        }
    }

    /// Removes and returns the first character that could not be written.
    pub(super) fn take_problem(&mut self) -> Option<IllegalCharacter> {
        self.problem.take()
    }

    /// Whether the current line is so long that the next attribute must be on another.
    pub(super) fn is_full(&self) -> bool {
        self.line_width > 0 && self.width > self.line_width
    }
}

/// Whether a value is written unchanged in every encoding.
pub(super) fn needs_no_escape(value: &str) -> bool {
    first_special(value) == value.len()
}

/// The position of the first character of a value that may need escaping; the value's length if there is none.
#[inline]
fn first_special(value: &str) -> usize {
    simd::find(value.as_bytes(), 0, |block| {
        block.either(b'"', b'&') | block.equal(b'<') | block.up_to(0x1f) | block.from(0x7f)
    })
}

/// The byte order mark of an encoding.
pub(super) fn byte_order_mark(encoding: Encoding) -> &'static [u8] {
    // Java writes the mark for `UTF-16`, but not for `UTF-16BE` and `UTF-16LE`.
    if encoding == Encoding::Utf16 { &[0xFE, 0xFF] } else { &[] }
}

/// The bytes of a text in an encoding.
///
/// # Errors
/// If the encoding lacks a character of a name or an instruction, in which XML allows no references to characters. (EMF
/// writes `?` or a part of the character, so the document cannot be read.)
pub(super) fn encode(text: &str, encoding: Encoding) -> Result<Cow<'_, [u8]>, Box<Diagnostic>> {
    let bytes: Option<Vec<u8>> = match encoding {
        Encoding::Utf8 => return Ok(Cow::Borrowed(text.as_bytes())),
        // The usual case, because `push_escaped_from` has replaced the other characters of values by references.
        Encoding::Ascii if text.is_ascii() => return Ok(Cow::Borrowed(text.as_bytes())),
        Encoding::Ascii => None,
        Encoding::Latin1 => text.chars().map(|c| u8::try_from(u32::from(c)).ok()).collect(),
        Encoding::Page(page) => text.chars().map(|c| page.encode(c)).collect(),
        Encoding::Multi(multi) => encode_characters(text, |c| multi.encode(c)),
        Encoding::Utf16 | Encoding::Utf16Be => Some(text.encode_utf16().flat_map(u16::to_be_bytes).collect()),
        Encoding::Utf16Le => Some(text.encode_utf16().flat_map(u16::to_le_bytes).collect()),
    };
    bytes.map(Cow::Owned).ok_or_else(|| Box::new(unmappable(text, encoding)))
}

/// The bytes of all characters of a text; `None` if the encoding lacks one of them, for which `encode` returns `None`.
fn encode_characters(text: &str, encode: impl Fn(char) -> Option<Vec<u8>>) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len());
    for c in text.chars() {
        bytes.extend(encode(c)?);
    }
    Some(bytes)
}

/// Whether an encoding has a character.
fn is_mappable(c: char, encoding: Encoding) -> bool {
    match encoding {
        Encoding::Utf8 | Encoding::Utf16 | Encoding::Utf16Be | Encoding::Utf16Le => true,
        Encoding::Page(page) => page.encode(c).is_some(),
        Encoding::Multi(multi) => multi.encode(c).is_some(),
        Encoding::Ascii => c.is_ascii(),
        Encoding::Latin1 => u32::from(c) < 0x100,
    }
}

/// The error about the first character of a text that the encoding lacks, with the name that contains it.
fn unmappable(text: &str, encoding: Encoding) -> Diagnostic {
    let first_unmappable = text.char_indices().find(|(_, c)| !is_mappable(*c, encoding));
    let (position, character) = first_unmappable.unwrap_or_default();
    let start = text[..position].rfind(ends_name).map_or(0, |before| before + 1);
    let end = text[position..].find(ends_name).map_or(text.len(), |length| position + length);
    let (name, encoding) = (printable_line(&text[start..end]), encoding.name());
    let message =
        format!("`{name}` has the character U+{:04X}, which {encoding} lacks", u32::from(character));
    Diagnostic::error(codes::CANNOT_EXPRESS, message).help("choose another encoding, such as UTF-8")
}

/// Whether a character ends a name.
fn ends_name(c: char) -> bool {
    c.is_ascii() && (c.is_ascii_whitespace() || "<>/=?\"".contains(c))
}
