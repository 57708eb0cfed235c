//! JSON text as a stream of tokens.
//!
//! Invariants: no recursion for any nesting; numbers keep their text; each error is reported
//! once, and reading continues after errors that leave the rest unambiguous: a missing or superfluous comma, an
//! invalid word, number or string, a comment. This module does not know what a key means.

use super::strings;
use crate::diagnostic::codes;
use crate::json_text::number_end;
use crate::simd;
use crate::tree::{Fault, Token, TokenSpan, TreeSource};
use std::borrow::Cow;
use std::ops::Range;

/// The tokens of a JSON text.
#[derive(Debug)]
pub struct Tokenizer<'t> {
    text: &'t str,
    /// The offset of the next byte.
    offset: usize,
    /// The span of the last token.
    span: TokenSpan,
    /// The open brackets, from the outermost to the innermost.
    open_brackets: Vec<OpenBracket>,
    state: State,
    /// Scratch space for strings with escapes.
    tape: Vec<u8>,
}

/// The opening bracket of a map or list that is not closed yet.
#[derive(Debug, Clone, Copy, Default)]
struct OpenBracket {
    /// The offset.
    start: usize,
    is_map: bool,
}

/// What is expected next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// A value.
    Value,
    /// A value or the end of the list that has just begun.
    FirstValue,
    /// A key or the end of the map that has just begun.
    FirstKey,
    /// A key or a value.
    AfterComma,
    /// The colon after a key.
    Colon,
    /// A comma, a closing bracket or the end.
    AfterValue,
    /// Nothing: the innermost list ends here, because its bracket is missing, which was reported.
    ListEnd,
    /// Nothing: the token of an invalid value, which was reported, comes first.
    Unreadable,
    /// Nothing: reading has ended.
    Done,
}

type ReadResult = Result<(), Box<Fault>>;

impl<'t> Tokenizer<'t> {
    /// Starts at the beginning of a text, after a byte order mark if there is one.
    #[must_use]
    pub fn new(text: &'t str) -> Self {
        // RFC 8259, section 8.1, allows readers to ignore the mark.
        let offset = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Self {
            text,
            offset,
            span: (offset..offset).into(),
            open_brackets: Vec::new(),
            state: State::Value,
            tape: Vec::new(),
        }
    }

    /// The byte at this position; `None` at the end.
    #[inline]
    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.offset).copied()
    }

    /// Skips white space; returns the byte after it.
    #[inline]
    fn skip_whitespace(&mut self) -> Option<u8> {
        let byte = self.byte();
        if byte.is_none_or(|byte| byte > b' ') {
            return byte;
        }
        self.offset = after_whitespace(self.text.as_bytes(), self.offset);
        self.byte()
    }

    /// A syntax error at a range of the text.
    fn fault(&self, message: impl Into<String>, range: Range<usize>) -> Box<Fault> {
        Fault::new(codes::JSON_SYNTAX, message, range)
    }

    /// Reports an error after which nothing can be read reliably.
    fn stop(&mut self, fault: Box<Fault>) -> ReadResult {
        self.state = State::Done;
        Err(fault)
    }

    /// Reads the next token.
    #[inline]
    fn read_next_token(&mut self, token: &mut Token<'t>) -> ReadResult {
        let byte = self.skip_whitespace();
        match (self.state, byte) {
            // Colons and commas are not tokens, so they are skipped together with the white space before the next
            // token.
            (State::Colon, Some(b':')) => self.state = State::Value,
            (State::AfterValue, Some(b',')) if !self.open_brackets.is_empty() => {
                self.state = State::AfterComma;
            }
            (State::Done, _) => {
                *token = Token::End;
                return Ok(());
            }
            _ => return self.read_token(byte, token),
        }
        self.offset += 1;
        let byte = self.skip_whitespace();
        self.read_token(byte, token)
    }

    /// Reads the token at this position, which is not white space.
    #[inline]
    fn read_token(&mut self, byte: Option<u8>, token: &mut Token<'t>) -> ReadResult {
        self.span = (self.offset..self.offset).into();
        match (self.state, byte) {
            // A comment may occur anywhere; the state after it is the same as before.
            (_, Some(b'/')) => return self.skip_comment(),
            (State::Unreadable, _) => {
                self.state = State::AfterValue;
                *token = Token::Unreadable;
            }
            (State::ListEnd, _) => {
                self.open_brackets.pop();
                self.state = State::AfterComma;
                *token = Token::EndList;
            }
            (State::FirstKey, Some(b'}')) | (State::FirstValue, Some(b']')) => *token = self.close(),
            (State::Value | State::FirstValue, byte) => return self.read_value(byte, token),
            (State::FirstKey, byte) => return self.read_key(byte, token),
            (State::AfterComma, byte) => return self.read_after_comma(byte, token),
            (State::Colon, byte) => return self.report_missing_colon(byte),
            (State::AfterValue, byte) => return self.read_after_value(byte, token),
            (State::Done, _) => *token = Token::End,
        }
        Ok(())
    }

    /// Reads a token where a value is expected.
    fn read_value(&mut self, byte: Option<u8>, token: &mut Token<'t>) -> ReadResult {
        let start = self.offset;
        match byte {
            Some(bracket @ (b'{' | b'[')) => {
                let is_map = bracket == b'{';
                self.offset += 1;
                self.span = (start..self.offset).into();
                // A list instead of recursion, so that the nesting of a text cannot exhaust the stack.
                self.open_brackets.push(OpenBracket { start, is_map });
                self.state = if is_map { State::FirstKey } else { State::FirstValue };
                *token = if is_map { Token::BeginMap } else { Token::BeginList };
            }
            Some(b'"') => match self.read_plain_string() {
                Some(text) => {
                    *token = Token::String(Cow::Borrowed(text));
                    // The comma is usually directly after the value.
                    if self.byte() == Some(b',') && !self.open_brackets.is_empty() {
                        self.offset += 1;
                        self.state = State::AfterComma;
                    }
                }
                None => *token = Token::String(self.read_special_string()?),
            },
            // A JSON number cannot start with `+` or `.`, but the message for an invalid number is better than
            // "expected a value".
            Some(b'-' | b'0'..=b'9' | b'+' | b'.') => *token = self.read_number()?,
            Some(b'a'..=b'z' | b'A'..=b'Z' | b'_') => *token = self.read_word()?,
            // The reader of trees reports that a document is empty.
            None if self.open_brackets.is_empty() => {
                self.state = State::Done;
                *token = Token::End;
            }
            _ => return self.report_unexpected("a value"),
        }
        Ok(())
    }

    /// Reads the string at this position, if it has neither escapes nor errors.
    #[inline]
    fn read_plain_string(&mut self) -> Option<&'t str> {
        let (text, end) = strings::read_plain(self.text, self.offset)?;
        self.span = (self.offset..end).into();
        self.offset = end;
        self.state = State::AfterValue;
        Some(text)
    }

    /// Reads the string at this position, which may have escapes or errors.
    #[inline(never)]
    fn read_special_string(&mut self) -> Result<Cow<'t, str>, Box<Fault>> {
        let start = self.offset;
        let text = strings::read(self.text, start, &mut self.tape);
        self.offset = text.end.unwrap_or(self.text.len());
        self.span = (start..self.offset).into();
        self.state = match (text.end, &text.value) {
            (None, _) => State::Done,
            // An invalid value also becomes a token, so that its key is followed by a value.
            (_, Err(_)) => State::Unreadable,
            _ => State::AfterValue,
        };
        text.value
    }

    /// Reads the number at this position.
    fn read_number(&mut self) -> Result<Token<'t>, Box<Fault>> {
        let start = self.offset;
        let bytes = self.text.as_bytes();
        let valid_end = number_end(bytes, start);
        if let Some(end) = valid_end
            && !bytes.get(end).is_some_and(is_part_of_number)
        {
            self.offset = end;
            self.span = (start..end).into();
            self.state = State::AfterValue;
            return Ok(Token::Number(Cow::Borrowed(&self.text[start..end])));
        }
        // `12abc` is one invalid number, and not a number before a word.
        let invalid_start = valid_end.unwrap_or(start);
        let invalid_length = bytes[invalid_start..].iter().take_while(|b| is_part_of_number(b)).count();
        self.offset = invalid_start + invalid_length;
        self.span = (start..self.offset).into();
        self.state = State::Unreadable;
        let help = match &self.text[self.span.range()] {
            text @ ("-Infinity" | "-NaN") => format!("write {text:?}"),
            _ => "write it like 12, -0.5 or 1e10: no leading zeros, no leading +, digits around the point"
                .to_owned(),
        };
        Err(self.fault("this is not a valid JSON number", self.span.range()).help(help))
    }

    /// Reads the word at this position: `true`, `false`, `null` or an invalid one.
    fn read_word(&mut self) -> Result<Token<'t>, Box<Fault>> {
        let start = self.offset;
        let remaining = &self.text[start..];
        let len = remaining.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(remaining.len());
        self.offset += len;
        self.span = (start..self.offset).into();
        self.state = State::AfterValue;
        let word = &remaining[..len];
        let help = match word {
            "null" => return Ok(Token::Null),
            "true" => return Ok(Token::True),
            "false" => return Ok(Token::False),
            "True" | "TRUE" | "yes" => "write true".to_owned(),
            "False" | "FALSE" | "no" => "write false".to_owned(),
            "None" | "nil" | "NULL" | "Null" | "undefined" => "write null".to_owned(),
            // JSON has no such numbers: documents contain them as strings.
            "NaN" | "Infinity" => format!("write \"{word}\""),
            _ => "put the string in double quotes".to_owned(),
        };
        self.state = State::Unreadable;
        Err(self.fault("expected true, false or null, found another word", self.span.range()).help(help))
    }

    /// Reads the key that begins with `byte`, and the colon directly after the key, if there is one.
    fn read_key(&mut self, byte: Option<u8>, token: &mut Token<'t>) -> ReadResult {
        if byte != Some(b'"') {
            return self.report_unexpected("a key in double quotes");
        }
        match self.read_plain_string() {
            Some(key) => *token = Token::Key(Cow::Borrowed(key)),
            None => match self.read_special_string() {
                Ok(key) => *token = Token::Key(key),
                // Reading stops, because without its key a value cannot be assigned to a feature.
                Err(fault) => return self.stop(fault),
            },
        }
        self.state = State::Colon;
        // The colon is usually directly after the key.
        if self.byte() == Some(b':') {
            self.offset += 1;
            self.state = State::Value;
        }
        Ok(())
    }

    /// Reports that there is no colon after a key.
    fn report_missing_colon(&mut self, byte: Option<u8>) -> ReadResult {
        self.state = State::Value;
        match byte {
            // A value follows, so only the colon is missing, and reading continues.
            Some(b'"' | b'{' | b'[' | b'-' | b'0'..=b'9' | b'a'..=b'z') => Err(self
                .fault("expected a colon after the key", self.offset..self.offset + 1)
                .help("add `:`")),
            _ => self.report_unexpected("a colon after the key"),
        }
    }

    /// Reads the token after a comma.
    fn read_after_comma(&mut self, byte: Option<u8>, token: &mut Token<'t>) -> ReadResult {
        let is_in_map = self.open_brackets.last().is_some_and(|bracket| bracket.is_map);
        if matches!(byte, Some(b'}' | b']')) {
            self.state = State::AfterValue;
            let fault =
                self.fault("there is a comma before the closing bracket", self.offset..self.offset + 1);
            return Err(fault.help("remove the comma"));
        }
        if is_in_map {
            return self.read_key(byte, token);
        }
        let start = self.offset;
        self.read_value(byte, token)?;
        // After a string in a list, a colon can only follow if the string is a key of the map around the list.
        if byte == Some(b'"') && self.state == State::AfterValue && self.skip_whitespace() == Some(b':') {
            return self.end_open_list(start);
        }
        Ok(())
    }

    /// Reads a token after a value: a comma or a closing bracket.
    fn read_after_value(&mut self, byte: Option<u8>, token: &mut Token<'t>) -> ReadResult {
        let Some(OpenBracket { start, is_map }) = self.open_brackets.last().copied() else {
            return self.end(byte, token);
        };
        match (byte, is_map) {
            (Some(b'}'), true) | (Some(b']'), false) => {
                *token = self.close();
                Ok(())
            }
            (Some(b'}' | b']'), _) => {
                // Either bracket may be the wrong one, so the structure of the rest is unknown, and reading stops.
                let (found, expected) = if is_map { (']', '}') } else { ('}', ']') };
                let message = format!("expected `{expected}`, found `{found}`");
                let fault = self.fault(message, self.offset..self.offset + 1);
                self.stop(fault.related(start..start + 1, "opened here"))
            }
            (Some(b'"'), false) if self.is_key_ahead() => self.end_open_list(self.offset),
            // The start of an entry; in a map, an entry starts with a key.
            (Some(b'"'), _) | (Some(b'{' | b'[' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n'), false) => {
                self.state = State::AfterComma;
                Err(self
                    .fault("expected a comma before the next entry", self.offset..self.offset + 1)
                    .help("add `,`"))
            }
            (_, true) => self.report_unexpected("a comma or `}`"),
            (_, false) => self.report_unexpected("a comma or `]`"),
        }
    }

    /// Whether the string at this position is followed by a colon. A string with escapes counts as a value.
    fn is_key_ahead(&self) -> bool {
        let end = strings::read_plain(self.text, self.offset).map(|(_, end)| end);
        end.is_some_and(|end| self.text[end..].trim_start().starts_with(':'))
    }

    /// Reports that a list has no closing bracket before a key of the map around it, as in `{"a": [1, "b": 2}`, and
    /// continues with that key. In a list without a map around it, reading stops.
    #[cold]
    fn end_open_list(&mut self, key_offset: usize) -> ReadResult {
        let mut brackets = self.open_brackets.iter().rev();
        let list_start = brackets.next().map_or(0, |list| list.start);
        let is_in_map = brackets.next().is_some_and(|outer| outer.is_map);
        self.span = (key_offset..key_offset + 1).into();
        if !is_in_map {
            return self.report_unexpected("a comma or `]`");
        }
        self.offset = key_offset;
        self.state = State::ListEnd;
        let fault = self.fault("this list is not closed", list_start..list_start + 1);
        Err(fault.related(key_offset..key_offset + 1, "a key follows").help("write `]` before the key"))
    }

    /// Reads the closing bracket of the innermost map or list.
    fn close(&mut self) -> Token<'t> {
        self.span = (self.offset..self.offset + 1).into();
        self.offset += 1;
        self.state = State::AfterValue;
        let is_map = self.open_brackets.pop().is_some_and(|bracket| bracket.is_map);
        if is_map { Token::EndMap } else { Token::EndList }
    }

    /// Reads the text after the document's value.
    fn end(&mut self, byte: Option<u8>, token: &mut Token<'t>) -> ReadResult {
        self.state = State::Done;
        match byte {
            None => {
                *token = Token::End;
                Ok(())
            }
            Some(b'{' | b'[') => {
                let fault = self.fault(
                    "expected the end of the text, found a second value",
                    self.offset..self.offset + 1,
                );
                Err(fault.help("a document is one value: put several objects in \"$roots\": […], or each in one line, and use --from jsonl"))
            }
            Some(_) => {
                let fault = self.fault(
                    "expected the end of the text, found more characters",
                    self.offset..self.offset + 1,
                );
                Err(fault.help("remove everything after the value"))
            }
        }
    }

    /// Reports a comment and skips it.
    fn skip_comment(&mut self) -> ReadResult {
        let remaining = &self.text[self.offset..];
        // `None` for a comment `/*` that is not closed: its span is only these two characters, and reading stops.
        let length = match remaining.as_bytes().get(1) {
            Some(b'/') => Some(remaining.find('\n').unwrap_or(remaining.len())),
            Some(b'*') => remaining[2..].find("*/").map(|content| "/*".len() + content + "*/".len()),
            // A slash that starts no comment.
            _ => return self.report_unexpected("a value"),
        };
        let range = self.offset..self.offset + length.unwrap_or("/*".len());
        self.offset = range.end;
        let fault = self.fault("JSON has no comments", range).help("remove it");
        if length.is_none() { self.stop(fault) } else { Err(fault) }
    }

    /// Reports that the next character is not what is expected, and ends reading.
    fn report_unexpected(&mut self, expected: &str) -> ReadResult {
        let Some(c) = self.text[self.offset..].chars().next() else { return self.report_early_end(expected) };
        let shown = if c.is_control() { format!("U+{:04X}", u32::from(c)) } else { format!("`{c}`") };
        let fault = self
            .fault(format!("expected {expected}, found {shown}"), self.offset..self.offset + c.len_utf8());
        let help = match c {
            // Word processors replace straight quotes by these characters.
            '\'' | '‘' | '’' | '“' | '”' => Some("put strings and keys in double quotes: \"…\""),
            c if c.is_alphabetic() || c == '_' => Some("put strings and keys in double quotes"),
            _ => None,
        };
        self.stop(match help {
            Some(help) => fault.help(help),
            None => fault,
        })
    }

    /// Reports that the text ends before what is expected, and ends reading.
    fn report_early_end(&mut self, expected: &str) -> ReadResult {
        let OpenBracket { start, is_map } = self.open_brackets.last().copied().unwrap_or_default();
        let bracket = if is_map { '{' } else { '[' };
        let fault =
            self.fault(format!("expected {expected}, found the end of the text"), self.offset..self.offset);
        let fault = fault.related(start..start + 1, "this is not closed");
        self.stop(fault.help(format!("close the `{bracket}`")))
    }
}

/// The offset after the white space at an offset.
#[inline]
pub(super) fn after_whitespace(bytes: &[u8], start: usize) -> usize {
    let mut offset = start;
    // Indentation after a line end may be long; elsewhere a single space is usual.
    if bytes.get(offset) == Some(&b'\n') {
        offset = simd::past(bytes, offset + 1, b' ');
    }
    while let Some(b' ' | b'\n' | b'\r' | b'\t') = bytes.get(offset) {
        offset += 1;
    }
    offset
}

/// Whether a character belongs to a number or to an invalid word that looks like one. An invalid number includes all
/// of these characters, so that one mistake causes one message.
pub(super) fn is_part_of_number(b: &u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.' | b'_')
}

impl<'t> TreeSource<'t> for Tokenizer<'t> {
    #[inline]
    fn read(&mut self, token: &mut Token<'t>) -> ReadResult {
        self.read_next_token(token)
    }

    #[inline]
    fn range(&self) -> Range<usize> {
        self.span.range()
    }
}
