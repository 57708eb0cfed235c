//! Scans directives, anchors, aliases and tags.
//!
//! This module does not know which anchors and tag handles exist.

use super::cursor::{is_flow_indicator, is_word};
use super::scanner::Scanner;
use super::token::TokenKind;
use super::{Fault, ParseResult};

/// What a scanned part of a tag's URI is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum UriExtent {
    /// The complete URI, or its start in a directive.
    Complete,
    /// The suffix of a shorthand, such as `name` in `!name`.
    Suffix,
}

impl<'a> Scanner<'a> {
    /// Scans a directive with the rest of its line.
    pub(super) fn scan_directive(&mut self) -> ParseResult<()> {
        let start = self.cursor.offset();
        self.cursor.skip();
        let name = self.scan_word();
        let kind = match name {
            "YAML" if self.cursor.is_blank() => self.scan_version()?,
            "TAG" if self.cursor.is_blank() => self.scan_tag_directive()?,
            _ => {
                let help =
                    "a line that starts with `%` is a directive; put the text in quotes if it is content";
                return Err(Fault::syntax(
                    start,
                    "expected the directive %YAML or %TAG, found another",
                    help,
                ));
            }
        };
        let end = self.cursor.offset();
        self.cursor.skip_blanks();
        // libyaml needs no space before this comment.
        if self.cursor.byte(0) == b'#' {
            self.cursor.skip_rest_of_line();
        }
        if !self.cursor.is_break_or_end(0) {
            let help = "put nothing but a comment after a directive";
            return Err(Fault::syntax(
                self.cursor.offset(),
                "expected the end of the directive, found more",
                help,
            ));
        }
        self.cursor.read_break();
        self.push_ending(kind, start, end);
        Ok(())
    }

    /// Scans letters, digits, `-` and `_`.
    fn scan_word(&mut self) -> &'a str {
        let start = self.cursor.offset();
        while is_word(self.cursor.byte(0)) {
            self.cursor.skip();
        }
        self.cursor.slice(start..self.cursor.offset())
    }

    /// Scans the version in a `%YAML` directive.
    fn scan_version(&mut self) -> ParseResult<TokenKind<'a>> {
        self.cursor.skip_blanks();
        let start = self.cursor.offset();
        let major = self.scan_number();
        let is_dot = self.cursor.byte(0) == b'.';
        if is_dot {
            self.cursor.skip();
        }
        match (major, is_dot, self.scan_number()) {
            (Some(major), true, Some(minor)) => Ok(TokenKind::Version(major, minor)),
            _ => Err(Fault::syntax(
                start,
                "expected a version such as 1.2, found something else",
                "write `%YAML 1.2`",
            )),
        }
    }

    /// A number of one to nine digits.
    fn scan_number(&mut self) -> Option<u32> {
        let start = self.cursor.offset();
        while self.cursor.byte(0).is_ascii_digit() {
            self.cursor.skip();
        }
        let digits = self.cursor.slice(start..self.cursor.offset());
        // The same limit as in libyaml; it also ensures that the number has at most 32 bits.
        if digits.len() > 9 { None } else { digits.parse().ok() }
    }

    /// Scans the handle and the prefix in a `%TAG` directive.
    fn scan_tag_directive(&mut self) -> ParseResult<TokenKind<'a>> {
        let help = "write `%TAG !name! prefix`";
        self.cursor.skip_blanks();
        let start = self.cursor.offset();
        let handle = self.scan_handle();
        // `!word` without a second `!` is a tag, not a handle.
        let is_handle = handle == "!" || (handle.len() > 1 && handle.ends_with('!'));
        if !is_handle || !self.cursor.is_blank() {
            return Err(Fault::syntax(
                start,
                "expected a tag handle such as !name!, found something else",
                help,
            ));
        }
        self.cursor.skip_blanks();
        let prefix = self.scan_uri(UriExtent::Complete)?;
        if prefix.is_empty() || !self.cursor.is_space(0) {
            return Err(Fault::syntax(
                self.cursor.offset(),
                "expected a tag prefix, found something else",
                help,
            ));
        }
        Ok(TokenKind::TagDirective(handle, prefix))
    }

    /// Scans an anchor, an alias or a tag; the character at the cursor determines which of them.
    pub(super) fn scan_property(&mut self) -> ParseResult<()> {
        match self.cursor.byte(0) {
            b'!' => self.scan_tag(),
            b'*' => self.scan_anchor(TokenKind::Alias),
            _ => self.scan_anchor(TokenKind::Anchor),
        }
    }

    /// Scans an anchor or an alias.
    fn scan_anchor(&mut self, kind: fn(&'a str) -> TokenKind<'a>) -> ParseResult<()> {
        let start = self.cursor.offset();
        self.cursor.skip();
        let name_start = self.cursor.offset();
        if self.cursor.is_core() {
            // YAML 1.2 allows everything but flow indicators in a name, libyaml only letters, digits, `-` and `_`.
            while !self.cursor.is_space(0) && !is_flow_indicator(self.cursor.byte(0)) {
                self.cursor.skip();
            }
        } else {
            self.scan_word();
        }
        let name = self.cursor.slice(name_start..self.cursor.offset());
        let is_complete = self.cursor.is_space(0)
            // The characters that may follow a name in libyaml.
            || matches!(self.cursor.byte(0), b'?' | b':' | b',' | b']' | b'}' | b'%' | b'@' | b'`')
            || (self.cursor.is_core() && is_flow_indicator(self.cursor.byte(0)));
        if name.is_empty() || !is_complete {
            let help = "specify an anchor with letters, digits, `-` and `_`, or put the text in quotes";
            return Err(Fault::syntax(start, "expected the name of an anchor, found something else", help));
        }
        self.push(kind(name), start);
        Ok(())
    }

    /// Scans a tag.
    fn scan_tag(&mut self) -> ParseResult<()> {
        let start = self.cursor.offset();
        let (handle, suffix) =
            if self.cursor.byte(1) == b'<' { self.scan_verbatim()? } else { self.scan_shorthand()? };
        // In libyaml only a comma ends a tag without a space.
        let is_flow_end = match self.cursor.byte(0) {
            b',' => true,
            byte => self.cursor.is_core() && is_flow_indicator(byte),
        };
        let is_complete = self.cursor.is_space(0) || (self.flow_level > 0 && is_flow_end);
        if !is_complete {
            let help = "put a space after the tag";
            return Err(Fault::syntax(
                self.cursor.offset(),
                "expected a space after the tag, found something else",
                help,
            )
            .within(start, "the tag"));
        }
        self.push(TokenKind::Tag(handle, suffix), start);
        Ok(())
    }

    /// Scans a tag such as `!<tag:example.org,2000:name>`; returns an empty handle and the URI.
    fn scan_verbatim(&mut self) -> ParseResult<(&'a str, String)> {
        self.cursor.skip_many("!<".len());
        let suffix = self.scan_uri(UriExtent::Complete)?;
        if suffix.is_empty() || self.cursor.byte(0) != b'>' {
            let help = "write a tag as !name, !!name or !<tag:example.org,2000:name>";
            return Err(Fault::syntax(
                self.cursor.offset(),
                "expected a tag closed by `>`, found something else",
                help,
            ));
        }
        self.cursor.skip();
        Ok(("", suffix))
    }

    /// Scans a tag such as `!name` or `!handle!name`; returns the handle and the rest.
    fn scan_shorthand(&mut self) -> ParseResult<(&'a str, String)> {
        let start = self.cursor.offset();
        let handle = self.scan_handle();
        if handle.len() > 1 && handle.ends_with('!') {
            let suffix = self.scan_uri(UriExtent::Suffix)?;
            if suffix.is_empty() {
                let help = "write a tag as !name, !!name or !<tag:example.org,2000:name>";
                return Err(Fault::syntax(start, "expected a tag name after the handle, found none", help));
            }
            return Ok((handle, suffix));
        }
        // The text that looked like a handle is the start of the name.
        let mut suffix = handle.get(1..).unwrap_or_default().to_owned();
        suffix.push_str(&self.scan_uri(UriExtent::Suffix)?);
        // A lone `!` is a complete tag, not a handle without a name.
        Ok(if suffix.is_empty() { ("", "!".to_owned()) } else { ("!", suffix) })
    }

    /// Scans `!`, `!word` or `!word!`.
    fn scan_handle(&mut self) -> &'a str {
        let start = self.cursor.offset();
        if self.cursor.byte(0) == b'!' {
            self.cursor.skip();
            self.scan_word();
            if self.cursor.byte(0) == b'!' {
                self.cursor.skip();
            }
        }
        self.cursor.slice(start..self.cursor.offset())
    }

    /// Scans the characters of a tag's URI, or of the suffix in a shorthand.
    fn scan_uri(&mut self, extent: UriExtent) -> ParseResult<String> {
        let mut out = String::new();
        loop {
            let byte = self.cursor.byte(0);
            if byte == b'%' {
                self.scan_uri_escape(&mut out)?;
                continue;
            }
            let is_allowed = match byte {
                // A shorthand cannot contain these characters, because they would be ambiguous inside brackets.
                b',' | b'[' | b']' => extent == UriExtent::Complete,
                _ => is_word(byte) || b";/?:@&=+$.!~*'()".contains(&byte),
            };
            if !is_allowed {
                return Ok(out);
            }
            out.push(char::from(byte));
            self.cursor.skip();
        }
    }

    /// Scans the escapes of one character: `%` and two hexadecimal digits for each byte in UTF-8.
    fn scan_uri_escape(&mut self, out: &mut String) -> ParseResult<()> {
        let start = self.cursor.offset();
        let mut bytes = Vec::new();
        loop {
            let digits = [self.cursor.byte(1), self.cursor.byte(2)].map(|byte| char::from(byte).to_digit(16));
            let ([Some(high), Some(low)], b'%') = (digits, self.cursor.byte(0)) else { break };
            bytes.push((high * 16 + low) as u8);
            self.cursor.skip_many(3);
            // The character is decoded byte by byte, because the number of escapes is known only when the character is
            // complete.
            match std::str::from_utf8(&bytes) {
                Ok(text) => {
                    out.push_str(text);
                    return Ok(());
                }
                Err(error) if error.error_len().is_some() => break,
                Err(_) => {}
            }
        }
        let help = "write `%` and two hexadecimal digits for each byte of the character's UTF-8 form";
        Err(Fault::syntax(start, "expected an escaped character in the tag, found something else", help))
    }
}
