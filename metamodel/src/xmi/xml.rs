//! Well-formed XML, token by token: quick-xml finds the markup, this layer refuses what it lets through.
//!
//! Invariants of a token stream without error: one element at the top, every element closed, no
//! text outside it, attributes unique within their tag, only characters that XML allows, entities
//! expanded within a budget, and nothing external ever read.
//! This module knows neither namespaces nor models.

mod entities;

use crate::diagnostic::{Code, Diagnostic, Source, codes};
use crate::input::Limits;
use quick_xml::Reader;
use quick_xml::events::Event;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::sync::Arc;

/// A piece of a document.
#[derive(Debug)]
pub(super) enum Token<'s> {
    /// An element starts; its attributes are in [`Xml::attributes`]. An empty one ends by a token of its own.
    Start {
        name: &'s str,
        offset: usize,
    },
    End,
    Text(Cow<'s, str>),
    Eof,
}

/// An attribute as written, its value normalised and its references expanded.
#[derive(Debug)]
pub(super) struct Attribute<'s> {
    pub(super) name: &'s str,
    pub(super) value: Cow<'s, str>,
    /// Where the value starts in the source.
    pub(super) offset: usize,
}

/// A problem that ends the reading; boxed since it is rare.
pub(super) type Fatal = Box<Diagnostic>;

/// Bytes of a name; what is longer was not written to be read.
const LONGEST_NAME: usize = 1 << 16;

pub(super) struct Xml<'s> {
    reader: Reader<&'s [u8]>,
    source: &'s Arc<Source>,
    text: &'s str,
    limits: Limits,
    depth: usize,
    seen_root: bool,
    pending_end: bool,
    attributes: Vec<Attribute<'s>>,
    entities: FxHashMap<String, String>,
    budget: usize,
}

impl<'s> Xml<'s> {
    pub(super) fn new(source: &'s Arc<Source>, limits: Limits) -> Result<Self, Fatal> {
        let text = source.text();
        check_characters(source)?;
        let mut reader = Reader::from_str(text);
        reader.config_mut().check_comments = true;
        Ok(Self {
            reader,
            source,
            text,
            limits,
            depth: 0,
            seen_root: false,
            pending_end: false,
            attributes: Vec::new(),
            entities: FxHashMap::default(),
            budget: limits.expansion,
        })
    }

    /// The attributes of the element that started last.
    pub(super) fn attributes(&self) -> &[Attribute<'s>] {
        &self.attributes
    }

    /// Hands the attributes over, so that the caller can use them while it goes on.
    pub(super) fn take_attributes(&mut self) -> Vec<Attribute<'s>> {
        std::mem::take(&mut self.attributes)
    }

    /// Takes the vector back, to use its memory again.
    pub(super) fn recycle(&mut self, mut attributes: Vec<Attribute<'s>>) {
        attributes.clear();
        self.attributes = attributes;
    }

    #[expect(clippy::cast_possible_truncation, reason = "positions lie within a text in memory")]
    fn position(&self) -> usize {
        self.reader.buffer_position() as usize
    }

    fn fatal(&self, code: Code, range: std::ops::Range<usize>, message: impl Into<String>) -> Fatal {
        Box::new(Diagnostic::error(code, message).at(self.source, range))
    }

    fn syntax(&self, range: std::ops::Range<usize>, message: impl Into<String>) -> Fatal {
        self.fatal(codes::XML_SYNTAX, range, message)
    }

    pub(super) fn next(&mut self) -> Result<Token<'s>, Fatal> {
        if std::mem::take(&mut self.pending_end) {
            self.depth -= 1;
            return Ok(Token::End);
        }
        loop {
            let start = self.position();
            let event = match self.reader.read_event() {
                Ok(event) => event,
                Err(error) => return Err(self.quick_xml_error(start, &error)),
            };
            let raw = &self.text[start..self.position().max(start)];
            let token = match event {
                Event::Start(_) => Some(self.start(start, &raw[1..raw.len() - 1])?),
                Event::Empty(_) => {
                    let token = self.start(start, &raw[1..raw.len() - 2])?;
                    self.pending_end = true;
                    Some(token)
                }
                Event::End(_) => {
                    self.depth -= 1;
                    Some(Token::End)
                }
                Event::Text(_) => self.character_data(start, raw)?,
                Event::CData(_) => {
                    let inner = &raw["<![CDATA[".len()..raw.len() - "]]>".len()];
                    self.in_element(start, raw)?;
                    Some(Token::Text(normalise_lines(inner)))
                }
                Event::GeneralRef(_) => {
                    self.in_element(start, raw)?;
                    let mut out = String::new();
                    self.reference(&raw[1..raw.len() - 1], start, &mut out, 0)?;
                    Some(Token::Text(Cow::Owned(out)))
                }
                Event::DocType(_) => {
                    self.doctype(start, raw)?;
                    None
                }
                Event::Decl(_) => {
                    self.declaration(start, raw)?;
                    None
                }
                Event::PI(pi) => {
                    if pi.target().eq_ignore_ascii_case("xml") {
                        return Err(self.syntax(
                            start..start + raw.len(),
                            "the XML declaration may only stand at the very start",
                        ));
                    }
                    None
                }
                Event::Comment(_) => None,
                Event::Eof => return self.end_of_file(),
            };
            if let Some(token) = token {
                return Ok(token);
            }
        }
    }

    fn end_of_file(&self) -> Result<Token<'s>, Fatal> {
        let end = self.text.len();
        if self.depth > 0 {
            let message = format!("the document ends with {} element(s) still open", self.depth);
            let help = "the file may have been cut off; look for the missing end tags";
            return Err(Box::new(self.syntax(end..end, message).help(help)));
        }
        if !self.seen_root {
            return Err(self.fatal(
                codes::EMPTY_INPUT,
                end..end,
                "expected an element, found the end of the document",
            ));
        }
        Ok(Token::Eof)
    }

    fn quick_xml_error(&self, start: usize, error: &quick_xml::Error) -> Fatal {
        #[expect(clippy::cast_possible_truncation, reason = "positions lie within a text in memory")]
        let at = (self.reader.error_position() as usize).max(start).min(self.text.len());
        let text = error.to_string();
        let message = text.split_once(": ").map_or(text.as_str(), |(_, detail)| detail);
        self.syntax(at..at + 1, message.to_owned())
    }

    fn declaration(&self, start: usize, raw: &str) -> Result<(), Fatal> {
        if start != 0 {
            return Err(
                self.syntax(start..start + raw.len(), "the XML declaration may only stand at the very start")
            );
        }
        if !raw.contains("version") {
            return Err(self.syntax(start..start + raw.len(), "the XML declaration must give the version"));
        }
        Ok(())
    }

    fn start(&mut self, offset: usize, content: &'s str) -> Result<Token<'s>, Fatal> {
        if self.depth == 0 && self.seen_root {
            let message = "a document has one element at the top, found a second one";
            let help = "wrap several roots in <xmi:XMI> … </xmi:XMI>";
            return Err(Box::new(self.syntax(offset..offset + content.len() + 1, message).help(help)));
        }
        self.seen_root = true;
        self.depth += 1;
        if self.depth > self.limits.depth {
            let message = format!("elements are nested more than {} levels deep", self.limits.depth);
            return Err(self.fatal(codes::LIMIT, offset..offset + content.len() + 1, message));
        }
        let end = content.bytes().position(is_space).unwrap_or(content.len());
        let name = &content[..end];
        self.check_name(name, "an element", offset..offset + 1 + end)?;
        self.attributes.clear();
        self.read_attributes(offset + 1 + end, &content[end..])?;
        Ok(Token::Start { name, offset })
    }

    /// Splits the rest of a tag into attributes. `base` is where `rest` starts in the source.
    fn read_attributes(&mut self, base: usize, mut rest: &'s str) -> Result<(), Fatal> {
        let whole = rest.len();
        loop {
            let trimmed = skip_space(rest);
            let at = base + whole - trimmed.len();
            if trimmed.is_empty() {
                return self.check_unique(base);
            }
            if trimmed.len() == rest.len() {
                return Err(self.syntax(at..at + 1, "expected white space between attributes"));
            }
            let Some(equals) = memchr::memchr(b'=', trimmed.as_bytes()) else {
                return Err(self.syntax(at..at + trimmed.len(), "expected name=\"value\", found no `=`"));
            };
            let name = trimmed[..equals].trim_ascii_end();
            self.check_name(name, "an attribute", at..at + equals)?;
            let value = skip_space(&trimmed[equals + 1..]);
            let quote = value.as_bytes().first().copied();
            let offset = base + whole - value.len() + 1;
            let Some(quote) = quote.filter(|q| matches!(q, b'"' | b'\'')) else {
                return Err(
                    self.syntax(offset - 1..offset, format!("the value of `{name}` must stand in quotes"))
                );
            };
            let Some(close) = memchr::memchr(quote, &value.as_bytes()[1..]) else {
                return Err(self.syntax(
                    offset..offset + value.len(),
                    format!("the value of `{name}` has no closing quote"),
                ));
            };
            let raw = &value[1..=close];
            let value_text = self.attribute_value(name, raw, offset)?;
            self.attributes.push(Attribute { name, value: value_text, offset });
            rest = &value[close + 2..];
        }
    }

    fn check_name(&self, name: &str, what: &str, range: std::ops::Range<usize>) -> Result<(), Fatal> {
        if name.len() > LONGEST_NAME {
            let message = format!("the name of {what} has more than {LONGEST_NAME} bytes");
            return Err(self.fatal(codes::LIMIT, range, message));
        }
        if !is_name(name) {
            return Err(self.syntax(range, format!("expected the name of {what}, found `{name}`")));
        }
        Ok(())
    }

    fn check_unique(&self, base: usize) -> Result<(), Fatal> {
        let names = || self.attributes.iter().map(|a| a.name);
        let twice = if self.attributes.len() <= 16 {
            names().enumerate().find(|(at, name)| names().take(*at).any(|n| n == *name)).map(|(_, name)| name)
        } else {
            let mut seen = rustc_hash::FxHashSet::default();
            names().find(|name| !seen.insert(*name))
        };
        match twice {
            None => Ok(()),
            Some(name) => {
                Err(self
                    .syntax(base..base + 1, format!("the attribute `{name}` stands twice in this element")))
            }
        }
    }

    fn attribute_value(&mut self, name: &str, raw: &'s str, offset: usize) -> Result<Cow<'s, str>, Fatal> {
        if raw.len() > self.limits.value {
            let message = format!(
                "the value of `{name}` has {} bytes, more than the {} that are read",
                raw.len(),
                self.limits.value
            );
            return Err(self.fatal(codes::LIMIT, offset..offset + 1, message));
        }
        let special = |b: u8| matches!(b, b'&' | b'<' | b'\n' | b'\t' | b'\r');
        // Without an early exit the compiler looks at many bytes at once, and most values have none.
        if !raw.bytes().fold(false, |found, b| found | special(b)) {
            return Ok(Cow::Borrowed(raw));
        }
        let first = raw.bytes().position(special).unwrap_or(0);
        let mut out = String::with_capacity(raw.len());
        out.push_str(&raw[..first]);
        let mut at = first;
        while let Some(byte) = raw.as_bytes().get(at) {
            match byte {
                b'<' => {
                    let place = offset + at..offset + at + 1;
                    return Err(Box::new(
                        self.syntax(place, "`<` may not stand in an attribute").help("write `&lt;`"),
                    ));
                }
                b'&' => at += self.reference_at(&raw[at..], offset + at, &mut out)?,
                b'\r' if raw.as_bytes().get(at + 1) == Some(&b'\n') => at += 1,
                b'\n' | b'\t' | b'\r' => {
                    out.push(' ');
                    at += 1;
                }
                _ => {
                    let tail = &raw[at..];
                    let plain = tail.find(['&', '<', '\n', '\t', '\r']).unwrap_or(tail.len());
                    out.push_str(&tail[..plain]);
                    at += plain;
                }
            }
        }
        Ok(Cow::Owned(out))
    }

    /// Expands the reference that `text` starts with; gives its length.
    fn reference_at(&mut self, text: &str, offset: usize, out: &mut String) -> Result<usize, Fatal> {
        let Some(end) = text.find(';').filter(|end| *end <= 256) else {
            let error = self.syntax(offset..offset + 1, "`&` must start a reference such as `&amp;`");
            return Err(Box::new(error.help("write `&amp;` for the character itself")));
        };
        self.reference(&text[1..end], offset, out, 0)?;
        Ok(end + 1)
    }

    fn in_element(&self, start: usize, raw: &str) -> Result<(), Fatal> {
        if self.depth > 0 {
            return Ok(());
        }
        let skip = raw.len() - raw.trim_start().len();
        Err(self.syntax(start + skip..start + raw.len(), "text may not stand outside the document's element"))
    }

    fn character_data(&self, start: usize, raw: &'s str) -> Result<Option<Token<'s>>, Fatal> {
        if self.depth == 0 {
            let blank = raw.bytes().all(|b| matches!(b, b' ' | b'\t' | b'\n' | b'\r'));
            return if blank { Ok(None) } else { self.in_element(start, raw).map(|()| None) };
        }
        if let Some(at) = raw.find("]]>") {
            return Err(
                self.syntax(start + at..start + at + 3, "`]]>` may not stand in text; write `]]&gt;`")
            );
        }
        Ok(Some(Token::Text(normalise_lines(raw))))
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

fn skip_space(text: &str) -> &str {
    let blank = text.bytes().take_while(|byte| is_space(*byte)).count();
    &text[blank..]
}

/// XML's line ends: `\r\n` and `\r` are `\n`.
fn normalise_lines(text: &str) -> Cow<'_, str> {
    if memchr::memchr(b'\r', text.as_bytes()).is_none() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
}

/// Refuses characters that may not stand anywhere in an XML document.
fn check_characters(source: &Arc<Source>) -> Result<(), Fatal> {
    let bytes = source.text().as_bytes();
    // Most documents have none, so the quick look comes first; the loop vectorises.
    let suspicious =
        bytes.iter().fold(false, |found, b| found | (*b < 0x20 && !matches!(b, b'\t' | b'\n' | b'\r')));
    let control = suspicious
        .then(|| bytes.iter().position(|b| *b < 0x20 && !matches!(b, b'\t' | b'\n' | b'\r')))
        .flatten();
    let noncharacter = || {
        memchr::memmem::find_iter(bytes, b"\xef\xbf")
            .find(|at| matches!(bytes.get(at + 2), Some(0xbe | 0xbf)))
    };
    let Some(at) = control.or_else(noncharacter) else { return Ok(()) };
    let c = source.text()[at..].chars().next().unwrap_or_default();
    let message = format!("the character U+{:04X} may not stand in an XML document", u32::from(c));
    Err(Box::new(Diagnostic::error(codes::XML_SYNTAX, message).at(source, at..at + c.len_utf8())))
}

fn is_xml_char(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..)
}

/// Whether a text is an XML name (with at most one colon in the middle left to the caller).
fn is_name(name: &str) -> bool {
    let ascii = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b':' | b'-' | b'.');
    match name.as_bytes().first() {
        None => false,
        Some(b'-' | b'.' | b'0'..=b'9') => false,
        Some(_) if name.bytes().all(ascii) => true,
        Some(_) => name.chars().enumerate().all(|(at, c)| is_name_char(c, at == 0)),
    }
}

fn is_name_char(c: char, first: bool) -> bool {
    matches!(c, ':' | '_' | 'A'..='Z' | 'a'..='z' | '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{2FF}'
        | '\u{370}'..='\u{37D}' | '\u{37F}'..='\u{1FFF}' | '\u{200C}'..='\u{200D}' | '\u{2070}'..='\u{218F}'
        | '\u{2C00}'..='\u{2FEF}' | '\u{3001}'..='\u{D7FF}' | '\u{F900}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FFFD}'
        | '\u{10000}'..='\u{EFFFF}')
        || (!first
            && matches!(c, '-' | '.' | '0'..='9' | '\u{B7}' | '\u{300}'..='\u{36F}' | '\u{203F}'..='\u{2040}'))
}
