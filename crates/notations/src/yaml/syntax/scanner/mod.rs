//! Splits the text into tokens, and decides afterwards which scalars were keys.
//!
//! Invariants: `candidates` has at most one candidate per flow level, in order of position, so a stale one is
//! always at the front. A candidate is valid for one line and 1024 characters, which bounds the number of
//! queued tokens. This module does not know which sequences of tokens form a document.

mod candidates;

use super::cursor::{Cursor, Mark, SyntaxVariant, is_flow_indicator};
use super::token::{Token, TokenKind};
use super::{Fault, ParseResult};
use candidates::{Candidate, MAX_KEY_LENGTH, not_a_key};
use std::collections::VecDeque;
use std::ops::Range;

/// The tokens of a text, of which those that may be keys are queued.
#[derive(Debug)]
pub(super) struct Scanner<'a> {
    pub(super) cursor: Cursor<'a>,
    tokens: VecDeque<Token<'a>>,
    /// The number of consumed tokens.
    taken_count: usize,
    candidates: VecDeque<Candidate>,
    /// Whether a key may start at the cursor.
    pub(super) is_key_allowed: bool,
    /// The number of open brackets and braces.
    pub(super) flow_level: usize,
    /// The column of the innermost block; -1 outside of all blocks.
    pub(super) indent: isize,
    /// The columns of the blocks around the innermost one.
    indents: Vec<isize>,
    /// The offset at which a `:` may follow a quoted scalar or a closing bracket without a space.
    adjacent: Option<usize>,
    /// The last quoted text that contains a line end, which is usually a mistake if other text follows it.
    pub(super) long_quote: Option<Range<usize>>,
    /// The last plain text.
    pub(super) last_plain: Range<usize>,
    has_ended: bool,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str, variant: SyntaxVariant) -> Self {
        Self {
            cursor: Cursor::new(text, variant),
            tokens: VecDeque::new(),
            taken_count: 0,
            candidates: VecDeque::new(),
            is_key_allowed: true,
            flow_level: 0,
            indent: -1,
            indents: Vec::new(),
            adjacent: None,
            long_quote: None,
            last_plain: 0..0,
            has_ended: false,
        }
    }

    /// The next token, without consuming it.
    pub(super) fn peek(&mut self) -> ParseResult<&Token<'a>> {
        self.fill()?;
        let end = self.cursor.offset();
        self.tokens
            .front()
            .ok_or_else(|| Fault::syntax(end, "expected content, found the end", "complete the document"))
    }

    /// The start of the quoted text of several lines that ends directly before a position in its last line.
    pub(super) fn long_quote_before(&self, position: usize) -> Option<usize> {
        let quote = self.long_quote.as_ref().filter(|quote| quote.end <= position)?;
        let between = self.cursor.slice(quote.end..position);
        between.chars().all(|c| matches!(c, ' ' | '\t')).then_some(quote.start)
    }

    /// Consumes the next token.
    pub(super) fn take(&mut self) -> ParseResult<Token<'a>> {
        self.fill()?;
        self.taken_count += 1;
        let end = self.cursor.offset();
        Ok(self.tokens.pop_front().unwrap_or(Token { kind: TokenKind::StreamEnd, span: end..end }))
    }

    /// Scans tokens until the first one in the queue is certain.
    fn fill(&mut self) -> ParseResult<()> {
        loop {
            if !self.tokens.is_empty() {
                self.remove_stale_candidates()?;
                self.drop_optional_candidate();
                // If the first token turns out to be a key, another token is inserted before it.
                let first_may_be_key =
                    self.candidates.front().is_some_and(|key| key.token_number == self.taken_count);
                if !first_may_be_key {
                    return Ok(());
                }
            } else if self.has_ended {
                return Ok(());
            }
            self.fetch()?;
        }
    }

    /// Whether no token or candidate is queued, so that the state describes the position of the cursor.
    pub(super) fn is_idle(&self) -> bool {
        self.tokens.is_empty() && self.candidates.is_empty() && self.flow_level == 0 && !self.has_ended
    }

    /// Opens a block without a token.
    pub(super) fn enter_block(&mut self, column: usize) {
        self.indents.push(self.indent);
        self.indent = column as isize;
    }

    /// Closes the innermost block without a token.
    pub(super) fn leave_block(&mut self) {
        self.indent = self.indents.pop().unwrap_or(-1);
    }

    /// Scans the next token, with the ends of blocks before it.
    fn fetch(&mut self) -> ParseResult<()> {
        // As in libyaml, stale candidates and less indented blocks are dropped before the character is examined.
        self.skip_to_token()?;
        self.remove_stale_candidates()?;
        self.close_blocks(self.cursor.column() as isize);
        if self.cursor.is_end() {
            return self.fetch_end();
        }
        if self.cursor.column() == 0 && self.cursor.byte(0) == b'%' {
            self.leave_content()?;
            return self.scan_directive();
        }
        if self.cursor.is_document_mark(b'-') {
            return self.fetch_document_mark(TokenKind::DocumentStart);
        }
        if self.cursor.is_document_mark(b'.') {
            return self.fetch_document_mark(TokenKind::DocumentEnd);
        }
        self.fetch_content()
    }

    /// Scans the next token, which is part of a document's content.
    fn fetch_content(&mut self) -> ParseResult<()> {
        match self.cursor.byte(0) {
            b'[' => self.open_flow(TokenKind::FlowSequenceStart),
            b'{' => self.open_flow(TokenKind::FlowMappingStart),
            b']' => self.close_flow(TokenKind::FlowSequenceEnd),
            b'}' => self.close_flow(TokenKind::FlowMappingEnd),
            b',' => {
                self.remove_candidate()?;
                // After a comma in brackets the next entry may be a key.
                self.is_key_allowed = true;
                self.push_indicator(TokenKind::FlowEntry);
                Ok(())
            }
            b'-' if self.cursor.is_space(1) => self.fetch_block_entry(),
            b'?' if self.is_key_indicator() => self.fetch_key(),
            b':' if self.is_value_indicator() => self.fetch_value(),
            b'*' | b'&' | b'!' => {
                self.save_candidate()?;
                // The key starts at the property, which was saved as the candidate.
                self.is_key_allowed = false;
                self.scan_property()
            }
            b'|' | b'>' if self.flow_level == 0 => {
                self.remove_candidate()?;
                // A block ends at the start of a line.
                self.is_key_allowed = true;
                self.scan_block()
            }
            b'\'' | b'"' => {
                self.save_candidate()?;
                self.is_key_allowed = false;
                self.scan_quoted()?;
                // In YAML 1.2 `"a":b` is a pair inside brackets, as in JSON.
                self.adjacent = Some(self.cursor.offset());
                Ok(())
            }
            byte if self.starts_plain(byte) => {
                self.save_candidate()?;
                self.is_key_allowed = false;
                self.scan_plain()
            }
            _ => Err(self.no_token()),
        }
    }

    /// The problem of a character that no token starts with.
    fn no_token(&self) -> Box<Fault> {
        let (found, help) = match self.cursor.char() {
            Some('\t') => ("a tab used as indentation".to_owned(), "indent with spaces"),
            Some(c) => (
                format!("`{c}`"),
                "put the text in quotes, or remove this character, which cannot start a text without quotes",
            ),
            None => ("the end".to_owned(), "complete the document"),
        };
        Fault::syntax(self.cursor.offset(), format!("expected a value, found {found}"), help)
    }

    /// Whether the `?` at the cursor starts a key.
    fn is_key_indicator(&self) -> bool {
        // libyaml treats any `?` in brackets as an indicator, so `[?a]` is a key.
        self.cursor.is_space(1) || (self.flow_level > 0 && !self.cursor.is_core())
    }

    /// Whether the `:` at the cursor starts a value.
    fn is_value_indicator(&self) -> bool {
        if self.cursor.is_space(1) {
            return true;
        }
        if self.flow_level == 0 {
            return false;
        }
        // libyaml treats a `:` at the start of a token in brackets as an indicator, regardless of the next character.
        if !self.cursor.is_core() {
            return true;
        }
        // After a quoted scalar or a closing bracket, the `:` needs no space after it.
        let is_adjacent = self.adjacent == Some(self.cursor.offset());
        is_adjacent || is_flow_indicator(self.cursor.byte(1))
    }

    /// Whether a plain scalar starts at the cursor, with this byte.
    fn starts_plain(&self, byte: u8) -> bool {
        let is_core_flow = self.cursor.is_core() && self.flow_level > 0;
        match byte {
            b'-' if is_core_flow => !self.cursor.is_space(1) && !is_flow_indicator(self.cursor.byte(1)),
            // A dash before a line break is a list entry, which was examined first.
            b'-' => !matches!(self.cursor.byte(1), b' ' | b'\t'),
            b'?' | b':' if is_core_flow => {
                !self.cursor.is_space(1) && !is_flow_indicator(self.cursor.byte(1))
            }
            b'?' | b':' => self.flow_level == 0 && !self.cursor.is_space(1),
            b',' | b'[' | b']' | b'{' | b'}' | b'#' | b'&' | b'*' | b'!' | b'|' | b'>' => false,
            b'\'' | b'"' | b'%' | b'@' | b'`' => false,
            _ => !self.cursor.is_space(0),
        }
    }

    /// Moves over blanks, comments and line breaks.
    fn skip_to_token(&mut self) -> ParseResult<()> {
        loop {
            let is_between_documents = self.flow_level == 0 && self.indent < 0;
            self.cursor.skip_byte_order_mark(is_between_documents);
            while self.cursor.byte(0) == b' ' || (self.cursor.byte(0) == b'\t' && self.is_tab_separator()) {
                self.cursor.skip();
            }
            if self.cursor.byte(0) == b'#' {
                self.check_comment()?;
                self.cursor.skip_rest_of_line();
            }
            if !self.cursor.is_break() {
                return Ok(());
            }
            self.cursor.read_break();
            if self.flow_level == 0 {
                // Inside brackets only `,` and an opening bracket allow a key.
                self.is_key_allowed = true;
            }
        }
    }

    /// Whether a tab at the cursor is white space and not indentation.
    fn is_tab_separator(&self) -> bool {
        if self.flow_level > 0 || !self.is_key_allowed {
            return true;
        }
        if !self.cursor.is_core() {
            return false;
        }
        let mut ahead = 0;
        // The bound keeps the time linear for a long line of blanks.
        while matches!(self.cursor.byte(ahead), b' ' | b'\t') && ahead < MAX_KEY_LENGTH {
            ahead += 1;
        }
        // YAML 1.2 allows tabs on a line that is otherwise blank.
        self.cursor.is_break_or_end(ahead) || self.cursor.byte(ahead) == b'#'
    }

    /// Checks that the `#` at the cursor may start a comment.
    fn check_comment(&self) -> ParseResult<()> {
        let is_after_space =
            self.cursor.byte_before().is_none_or(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'));
        // At the start of a line there may be a byte order mark before the `#`, which occupies no column.
        let starts_line = self.cursor.column() == 0;
        // libyaml allows a comment directly after a token.
        if is_after_space || starts_line || !self.cursor.is_core() {
            return Ok(());
        }
        let help = "put a space before `#`, or put the text in quotes";
        Err(Fault::syntax(self.cursor.offset(), "expected a space before the comment, found `#`", help))
    }

    /// Adds a token that ends at the cursor.
    pub(super) fn push(&mut self, kind: TokenKind<'a>, start: usize) {
        let span = start..self.cursor.offset();
        self.tokens.push_back(Token { kind, span });
    }

    /// Adds a token with a span that does not end at the cursor.
    pub(super) fn push_ending(&mut self, kind: TokenKind<'a>, start: usize, end: usize) {
        self.tokens.push_back(Token { kind, span: start..end });
    }

    /// Adds the token of the character at the cursor.
    fn push_indicator(&mut self, kind: TokenKind<'a>) {
        let start = self.cursor.offset();
        self.cursor.skip();
        self.push(kind, start);
    }

    /// Scans an opening bracket.
    fn open_flow(&mut self, kind: TokenKind<'a>) -> ParseResult<()> {
        self.save_candidate()?;
        self.flow_level += 1;
        self.is_key_allowed = true;
        self.push_indicator(kind);
        Ok(())
    }

    /// Scans a closing bracket.
    fn close_flow(&mut self, kind: TokenKind<'a>) -> ParseResult<()> {
        self.remove_candidate()?;
        // An unpaired bracket is reported by the grammar.
        self.flow_level = self.flow_level.saturating_sub(1);
        self.is_key_allowed = false;
        self.push_indicator(kind);
        self.adjacent = Some(self.cursor.offset());
        Ok(())
    }

    /// Scans the `-` of a list entry.
    fn fetch_block_entry(&mut self) -> ParseResult<()> {
        // Inside brackets the grammar reports the dash.
        if self.flow_level == 0 {
            if !self.is_key_allowed {
                let help = "start the list on a line of its own";
                return Err(Fault::syntax(
                    self.cursor.offset(),
                    "expected a value on this line, found a list entry",
                    help,
                ));
            }
            self.open_block(self.cursor.mark(), self.tokens.len(), TokenKind::BlockSequenceStart);
        }
        self.remove_candidate()?;
        self.is_key_allowed = true;
        self.push_indicator(TokenKind::BlockEntry);
        Ok(())
    }

    /// Scans the `?` of a key.
    fn fetch_key(&mut self) -> ParseResult<()> {
        if self.flow_level == 0 {
            if !self.is_key_allowed {
                let help = "start the map on a line of its own";
                return Err(Fault::syntax(
                    self.cursor.offset(),
                    "expected a value on this line, found a map key",
                    help,
                ));
            }
            self.open_block(self.cursor.mark(), self.tokens.len(), TokenKind::BlockMappingStart);
        }
        self.remove_candidate()?;
        self.is_key_allowed = self.flow_level == 0;
        self.push_indicator(TokenKind::Key);
        Ok(())
    }

    /// Scans the `:` of a value, which makes the candidate of this level a key.
    fn fetch_value(&mut self) -> ParseResult<()> {
        match self.take_candidate() {
            Some(key) => self.insert_key(&key),
            None => self.prepare_value_without_key()?,
        }
        self.push_indicator(TokenKind::Value);
        Ok(())
    }

    /// Inserts the token of a key before the token that turned out to be the key, and opens the map of the key.
    fn insert_key(&mut self, key: &Candidate) {
        let key_start = key.mark.offset;
        let index = key.token_number - self.taken_count;
        self.tokens
            .insert(index.min(self.tokens.len()), Token { kind: TokenKind::Key, span: key_start..key_start });
        // The start of the map is inserted at the same index, so it comes before its key.
        self.open_block(key.mark, index, TokenKind::BlockMappingStart);
        // No other key may follow on the line: `a: b: c` is not a map in a map.
        self.is_key_allowed = false;
    }

    /// Opens the map of a `:` without a simple key before it; fails if no such `:` is allowed here.
    fn prepare_value_without_key(&mut self) -> ParseResult<()> {
        if self.flow_level > 0 {
            self.is_key_allowed = false;
            return Ok(());
        }
        if !self.is_key_allowed {
            if let Some(key_start) = self.entry_without_colon() {
                return Err(not_a_key(key_start));
            }
            let help = "put the value in quotes if the `:` belongs to it, else check the indentation";
            return Err(Fault::syntax(
                self.cursor.offset(),
                "expected a plain value, found another `:`",
                help,
            ));
        }
        self.open_block(self.cursor.mark(), self.tokens.len(), TokenKind::BlockMappingStart);
        // After a `:` without a simple key, a map may start on the same line.
        self.is_key_allowed = true;
        Ok(())
    }

    /// The start of the plain value before this `:`, if its first line and its last line begin in the same column. Then
    /// each line was probably meant as an entry, and the first one lacks its `:`.
    fn entry_without_colon(&self) -> Option<usize> {
        let Range { start, end } = self.last_plain;
        let between = self.cursor.slice(end..self.cursor.offset());
        let (_, last_line) = self.cursor.slice(start..end).rsplit_once('\n')?;
        let text_before = self.cursor.slice(0..start);
        let column = text_before.rsplit('\n').next().unwrap_or_default().chars().count();
        let indent = last_line.len() - last_line.trim_start_matches(' ').len();
        (indent == column && between.trim().is_empty()).then_some(start)
    }

    /// Opens a block at the column of `mark`, unless a block of this column is open. The token of the block's start is
    /// inserted at an index of the queue.
    fn open_block(&mut self, mark: Mark, index: usize, kind: TokenKind<'a>) {
        let column = mark.column as isize;
        if self.flow_level > 0 || self.indent >= column {
            return;
        }
        self.enter_block(mark.column);
        let index = index.min(self.tokens.len());
        self.tokens.insert(index, Token { kind, span: mark.offset..mark.offset });
    }

    /// Closes the blocks that are indented deeper than a column.
    fn close_blocks(&mut self, column: isize) {
        // Indentation has no meaning inside brackets.
        while self.flow_level == 0 && self.indent > column {
            let offset = self.cursor.offset();
            self.tokens.push_back(Token { kind: TokenKind::BlockEnd, span: offset..offset });
            self.leave_block();
        }
    }

    /// Closes every block and drops the candidate, before a directive or a document marker.
    fn leave_content(&mut self) -> ParseResult<()> {
        let outside_all_blocks = -1;
        self.close_blocks(outside_all_blocks);
        self.remove_candidate()?;
        self.is_key_allowed = false;
        Ok(())
    }

    /// Scans `---` or `...`.
    fn fetch_document_mark(&mut self, kind: TokenKind<'a>) -> ParseResult<()> {
        self.leave_content()?;
        let start = self.cursor.offset();
        self.cursor.skip_many(3);
        self.push(kind, start);
        Ok(())
    }

    /// Adds the token of the end of the text.
    fn fetch_end(&mut self) -> ParseResult<()> {
        // As in libyaml, the column is reset, so that the end closes every block.
        self.cursor.finish_line();
        self.leave_content()?;
        // After the end no candidate can become a key.
        self.candidates.clear();
        self.push(TokenKind::StreamEnd, self.cursor.offset());
        self.has_ended = true;
        Ok(())
    }
}
