//! Start and end tags, and the attributes in them.

use super::entities::ReferenceContext;
use super::scan;
use super::{Attribute, FatalProblem, KnownName, OpenElement, Opening, Symbol, Token, Xml};
use crate::diagnostic::codes;
use crate::names::Key;
use crate::xmi::roles::{Role, Roles};
use rustc_hash::FxHashSet;
use std::borrow::Cow;
use std::ops::Range;

/// The maximum size of a name in bytes.
const MAX_NAME: usize = 1 << 16;

/// The maximum number of attributes of one element; they are stored until all of them have been read.
const MAX_ATTRIBUTES: usize = 1_000_000;

/// Summary of the attributes of one element.
#[derive(Debug, Default)]
struct TagSummary {
    roles: Roles,
    /// The names that occurred, each as one bit of its number.
    seen_bits: u64,
    /// Whether two names share a bit, so that they must be compared.
    has_shared_bits: bool,
}

impl TagSummary {
    /// Adds the name and the role of an attribute.
    #[inline]
    fn add(&mut self, symbol: Symbol, role: Role) {
        // A bit for each name costs less than a comparison with all earlier names; names with equal bits are compared
        // later.
        let bit = 1 << (symbol % 64);
        self.has_shared_bits |= self.seen_bits & bit != 0;
        self.seen_bits |= bit;
        self.roles.add(role);
    }
}

impl<'s> Xml<'s> {
    /// Reads the start tag at this position.
    pub(super) fn read_start_tag(&mut self) -> Result<Token<'s>, FatalProblem> {
        let offset = self.position;
        let bytes = self.text.as_bytes();
        // A name of up to 15 bytes is looked up as two words, which are read together with the byte after it.
        let symbol = match Key::up_to(bytes, offset + 1, scan::tag_name_ends) {
            Some((key, len)) => self.names.find_key(key, len),
            None => None,
        };
        let symbol = match symbol {
            Some(symbol) => symbol,
            None => self.name(offset + 1, "an element")?,
        };
        let name = self.names.get(symbol).name;
        let (position, summary) = self.read_attributes_from(offset + 1 + name.len(), offset)?;
        let is_empty = bytes.get(position) == Some(&b'/');
        let end_len = if is_empty { "/>".len() } else { ">".len() };
        self.position = position + end_len;
        if summary.has_shared_bits {
            self.check_unique()?;
        }
        // Each piece repeats the tag of the root, so it also has one root.
        if self.open_elements.is_empty() && std::mem::replace(&mut self.has_seen_root, true) {
            return Err(self.second_root(offset));
        }
        self.open_elements.push(OpenElement { name, tag: offset..self.position });
        if self.open_elements.len() > self.limits.depth {
            return Err(self.too_deep(offset));
        }
        // The end of an empty element is a separate token, so that readers treat both spellings in the same way.
        self.is_end_pending = is_empty;
        Ok(Token::Start(Opening { name, symbol, offset, roles: summary.roles }))
    }

    /// Reads all the attributes of the tag that begins at `offset`, the first of which is at `position`; returns
    /// the position of the tag's last characters.
    // A separate loop, because it needs all registers.
    #[inline(never)]
    fn read_attributes_from(
        &mut self,
        mut position: usize,
        offset: usize,
    ) -> Result<(usize, TagSummary), FatalProblem> {
        let bytes = self.text.as_bytes();
        let mut summary = TagSummary::default();
        self.attributes.clear();
        loop {
            position = match bytes.get(position..).and_then(<[u8]>::first_chunk) {
                // Nearly always, one blank and a letter follow.
                Some([b' ', letter]) if *letter > b'>' => position + 1,
                _ => {
                    let start = scan::skip_space(bytes, position);
                    match bytes.get(start) {
                        Some(b'>') => return Ok((start, summary)),
                        Some(b'/') if bytes.get(start + 1) == Some(&b'>') => return Ok((start, summary)),
                        None => return Err(self.cut_off(offset, "the tag")),
                        Some(_) if start == position => return Err(self.missing_space(position)),
                        Some(_) => start,
                    }
                }
            };
            position = self.read_attribute(position, &mut summary)?;
            // The limit needs to be checked only if names share bits, as more than 64 names always do.
            if summary.has_shared_bits && self.attributes.len() > MAX_ATTRIBUTES {
                return Err(self.too_many(offset));
            }
        }
    }

    /// The problem of an element with too many attributes.
    #[cold]
    fn too_many(&self, offset: usize) -> FatalProblem {
        let message = format!("the element has more attributes than the limit of {MAX_ATTRIBUTES}");
        self.fatal(codes::LIMIT, offset..offset + 1, message)
    }

    /// The problem of an attribute directly after a value. Usually, the closing quote of a value is missing, so that
    /// the opening quote of the next value ended it.
    #[cold]
    fn missing_space(&self, position: usize) -> FatalProblem {
        let problem = self.syntax(position..position + 1, "expected white space between attributes");
        // As in `a="x b="y"`, where the first value lacks its closing quote.
        Box::new(match self.attributes.last().filter(|last| last.value.ends_with('=')) {
            Some(last) => problem
                .label(self.source, last.offset - 1..last.offset, "the preceding value begins here")
                .help("close that value with a quote"),
            None => problem.help("put a space between them"),
        })
    }

    /// The problem of a second element at the top.
    #[cold]
    fn second_root(&self, offset: usize) -> FatalProblem {
        let message = "a document has one element at the top, found a second one";
        let help = "wrap several roots in <xmi:XMI> … </xmi:XMI>";
        Box::new(self.syntax(offset..self.position, message).help(help))
    }

    /// The problem of an element that is nested too deeply.
    #[cold]
    fn too_deep(&self, offset: usize) -> FatalProblem {
        let message = format!("elements are nested more than {} levels deep", self.limits.depth);
        self.fatal(codes::LIMIT, offset..self.position, message)
    }

    /// Reads the end tag at this position.
    pub(super) fn read_end_tag(&mut self) -> Result<Token<'s>, FatalProblem> {
        let start = self.position;
        let bytes = self.text.as_bytes();
        let expected = self.open_elements.last().map(|open| open.name);
        let name_start = start + "</".len();
        let name_end = name_start + expected.map_or(0, str::len);
        // The expected name is compared directly, without scanning the name in the tag.
        let is_expected =
            expected.is_some_and(|name| bytes.get(name_start..name_end) == Some(name.as_bytes()));
        let end = scan::skip_space(bytes, name_end);
        if !is_expected || bytes.get(end) != Some(&b'>') {
            return Err(self.wrong_end(start, expected));
        }
        self.position = end + 1;
        self.open_elements.pop();
        Ok(Token::End)
    }

    /// The problem of an end tag that does not have the expected name, or is malformed.
    fn wrong_end(&self, start: usize, expected: Option<&str>) -> FatalProblem {
        let name_scan = scan::name(self.text, start + 2);
        // A cut inside the end tag is not a wrong name.
        if self.text.len() == scan::skip_space(self.text.as_bytes(), name_scan.end) {
            return self.cut_off(start, "the tag");
        }
        let name = &self.text[start + 2..name_scan.end];
        let message = match expected {
            Some(expected) if name == expected => format!("expected `>` after `</{name}`"),
            Some(expected) => format!("expected `</{expected}>`, found `</{name}>`"),
            None => format!("`</{name}>` ends an element that was not started"),
        };
        Box::new(self.with_open_element(*self.syntax(start..name_scan.end.max(start + 2), message)))
    }

    /// The problem of a construct that is not complete at the end of the document.
    pub(super) fn cut_off(&self, start: usize, construct: &str) -> FatalProblem {
        let end = self.text.len();
        let error =
            self.syntax(start..(start + 1).min(end), format!("{construct} that starts here is not closed"));
        Box::new(error.help("the file may be truncated"))
    }

    /// The number of the name at this position.
    fn name(&mut self, start: usize, construct: &str) -> Result<Symbol, FatalProblem> {
        // Most names have occurred before, and are followed by one of a few characters.
        let likely_end = scan::likely_name_end(self.text.as_bytes(), start);
        if let Some(name) = self.text.get(start..likely_end)
            && let Some(symbol) = self.names.find(name)
        {
            return Ok(symbol);
        }
        self.new_name(start, construct)
    }

    /// As [`Xml::name`], for a name that may not have occurred before.
    #[cold]
    fn new_name(&mut self, start: usize, construct: &str) -> Result<Symbol, FatalProblem> {
        let name_scan = scan::name(self.text, start);
        if name_scan.end - start > MAX_NAME {
            let message = format!("the name of {construct} has more than {MAX_NAME} bytes");
            return Err(self.fatal(codes::LIMIT, start..start + 1, message));
        }
        if !name_scan.is_valid {
            return Err(self.invalid_name(start, name_scan.end, construct));
        }
        let name = &self.text[start..name_scan.end];
        Ok(match self.names.find(name) {
            Some(symbol) => symbol,
            None => self.names.add(KnownName { name, role: Role::from_name(name) }),
        })
    }

    /// The problem of an invalid name.
    fn invalid_name(&self, start: usize, end: usize, construct: &str) -> FatalProblem {
        if start >= self.text.len() {
            return self.cut_off(start - 1, "the tag");
        }
        let remaining = &self.text[end..];
        let shown_length =
            remaining.find(|c: char| c.is_whitespace() || matches!(c, '=' | '>' | '/' | '<' | '"' | '\''));
        // The message shows only the start of the text, which may be a long line.
        let end = end + shown_length.unwrap_or(remaining.len()).min(60);
        let range = start..end.max(start + 1);
        let shown_text = self.text.get(range.clone()).unwrap_or_default();
        let error = self.syntax(range, format!("expected the name of {construct}, found `{shown_text}`"));
        // Only a `<` without a name after it may have been meant as a character.
        if construct == "an element" {
            Box::new(error.help("write `&lt;` for the character `<` itself"))
        } else {
            error
        }
    }

    /// Reads the attribute at this position; returns its end.
    #[inline]
    fn read_attribute(&mut self, start: usize, summary: &mut TagSummary) -> Result<usize, FatalProblem> {
        let bytes = self.text.as_bytes();
        // Nearly all names occurred before, are short, and are followed by `=` and a quote.
        let known_name = Key::up_to(bytes, start, |block| block.equal(b'='))
            .and_then(|(key, len)| Some((self.names.find_key(key, len)?, start + len + 1)));
        let (symbol, mut position) = match known_name {
            Some(known_name) => known_name,
            None => self.attribute_name(start)?,
        };
        let quote = match bytes.get(position) {
            Some(quote @ (b'"' | b'\'')) => *quote,
            _ => {
                position = scan::skip_space(bytes, position);
                self.quote(position, symbol)?
            }
        };
        let offset = position + 1;
        // The search stops at any character that needs more than a copy, so most values end with their quote.
        let plain_end = scan::plain_value_end(bytes, offset, quote);
        let (value, end) = if bytes.get(plain_end) == Some(&quote) {
            (Cow::Borrowed(&self.text[offset..plain_end]), plain_end)
        } else {
            self.special_value(symbol, offset, plain_end, quote)?
        };
        // The limit is checked after expansion, because entities may multiply a short value.
        if value.len() > self.limits.value {
            return Err(self.too_long(symbol, value.len(), offset));
        }
        let KnownName { name, role } = *self.names.get(symbol);
        summary.add(symbol, role);
        self.attributes.push(Attribute { name, symbol, value, offset, role });
        Ok(end + 1)
    }

    /// The problem of a value of an attribute that is too long.
    #[cold]
    fn too_long(&self, symbol: Symbol, len: usize, offset: usize) -> FatalProblem {
        let (name, limit) = (self.names.get(symbol).name, self.limits.value);
        let message = format!("the value of `{name}` has {len} bytes, more than the limit of {limit}");
        self.fatal(codes::LIMIT, offset..offset + 1, message)
    }

    /// The opening quote of a value.
    #[cold]
    fn quote(&self, position: usize, symbol: Symbol) -> Result<u8, FatalProblem> {
        match self.byte(position) {
            Some(quote @ (b'"' | b'\'')) => Ok(quote),
            _ => {
                let (name, start) = (self.names.get(symbol).name, position.min(self.text.len()));
                let message = format!("the value of `{name}` must be in quotes");
                // Word processors replace straight quotes by curly ones.
                let curly =
                    self.text[start..].chars().next().filter(|c| matches!(c, '“' | '”' | '‘' | '’' | '„'));
                let length = curly.map_or(1, char::len_utf8);
                let problem = self.syntax(start..start + length, message);
                Err(Box::new(match curly {
                    Some(_) => problem.help("write straight quotes: \"…\""),
                    None => *problem,
                }))
            }
        }
    }

    /// The number of the attribute's name at this position, and the position after the `=`.
    #[cold]
    fn attribute_name(&mut self, start: usize) -> Result<(Symbol, usize), FatalProblem> {
        let symbol = self.name(start, "an attribute")?;
        let name = self.names.get(symbol).name;
        let position = scan::skip_space(self.text.as_bytes(), start + name.len());
        if self.byte(position) != Some(b'=') {
            return Err(self.syntax(start..position, format!("expected `=` and a value after `{name}`")));
        }
        Ok((symbol, position + 1))
    }

    /// A value that must be changed: references are expanded, white space becomes spaces. The value starts at `offset`,
    /// and `first` is the position of the first character that must be changed. Also returns the position of the
    /// closing quote.
    #[cold]
    fn special_value(
        &mut self,
        symbol: Symbol,
        offset: usize,
        first: usize,
        quote: u8,
    ) -> Result<(Cow<'s, str>, usize), FatalProblem> {
        // The quote cannot be before `first`, where the search for it stopped.
        let Some(close) = memchr::memchr(quote, &self.text.as_bytes()[first..]) else {
            let message = format!("the value of `{}` has no closing quote", self.names.get(symbol).name);
            let error = self.syntax(offset - 1..offset, message);
            return Err(Box::new(
                error
                    .help("add the quote; if the value is at the end of the text, the file may be truncated"),
            ));
        };
        let end = first + close;
        // The text ends at the quote, so that no reference can extend beyond the value.
        let text = &self.text[..end];
        let mut out = String::with_capacity(end - offset);
        out.push_str(&text[offset..first]);
        let mut position = first;
        while let Some(byte) = text.as_bytes().get(position) {
            match byte {
                b'<' => return Err(self.less_than(position..position + 1)),
                b'&' => {
                    position += self.expand_reference_at(
                        &text[position..],
                        position,
                        &mut out,
                        ReferenceContext::Attribute,
                    )?;
                }
                // `\r\n` is one line break, and thus one space (XML, sections 2.11 and 3.3.3).
                b'\r' if text.as_bytes().get(position + 1) == Some(&b'\n') => position += 1,
                b'\n' | b'\t' | b'\r' => {
                    out.push(' ');
                    position += 1;
                }
                _ => {
                    let plain_end = scan::plain_value_end(text.as_bytes(), position, quote);
                    out.push_str(&text[position..plain_end]);
                    position = plain_end;
                }
            }
        }
        Ok((Cow::Owned(out), end))
    }

    /// The problem of a `<` in an attribute.
    fn less_than(&self, range: Range<usize>) -> FatalProblem {
        Box::new(self.syntax(range, "`<` is not allowed in an attribute").help("write `&lt;`"))
    }

    /// Checks that the attributes of the tag have different names.
    #[cold]
    fn check_unique(&self) -> Result<(), FatalProblem> {
        let mut symbols = FxHashSet::default();
        // Equal names have equal numbers.
        let Some(repeated) = self.attributes.iter().find(|attribute| !symbols.insert(attribute.symbol))
        else {
            return Ok(());
        };
        let start = repeated.name_offset(self.text);
        let message = format!("the attribute `{}` occurs twice in this element", repeated.name);
        Err(self.syntax(start..start + repeated.name.len(), message))
    }
}
