//! Scans scalars: plain, quoted and block.
//!
//! This module does not know what their text means.

use super::cursor::is_flow_indicator;
use super::escapes::read_escape;
use super::scanner::Scanner;
use super::token::TokenKind;
use super::{Fault, ParseResult, Style};
use std::borrow::Cow;

/// The pending line breaks and blanks inside a scalar.
#[derive(Default)]
struct Folding {
    /// The blanks since the last word, as long as the line has not ended.
    blanks: String,
    /// The first line break since the last word.
    first_break: &'static str,
    /// The further line breaks, each of which ends a blank line.
    more_breaks: String,
    /// Whether a line break was read since the last word.
    is_broken: bool,
}

impl Folding {
    /// Adds the folded space between two words, and resets.
    fn flush(&mut self, out: &mut String) {
        if !self.is_broken {
            out.push_str(&self.blanks);
        } else if self.first_break == "\n" && self.more_breaks.is_empty() {
            // One line feed becomes a space; the breaks of YAML 1.1 beyond ASCII are not changed.
            out.push(' ');
        } else {
            if self.first_break != "\n" {
                out.push_str(self.first_break);
            }
            out.push_str(&self.more_breaks);
        }
        self.blanks.clear();
        self.more_breaks.clear();
        self.first_break = "";
        self.is_broken = false;
    }

    /// Adds a line break.
    fn add_break(&mut self, content: &'static str) {
        if self.is_broken {
            self.more_breaks.push_str(content);
        } else {
            // Blanks at the end of a line do not belong to the text.
            self.blanks.clear();
            self.first_break = content;
            self.is_broken = true;
        }
    }
}

/// The indentation of a block while it is unknown: before its first line with text, which determines it.
const UNKNOWN_INDENT: isize = -1;

/// The number of blanks that are examined to determine whether a line is blank.
const MAX_BLANKS: usize = 1024;

/// What remains of the line breaks at the end of a block: none, the first one, or all of them.
#[derive(Clone, Copy, PartialEq)]
enum Chomping {
    Strip,
    Clip,
    Keep,
}

impl Scanner<'_> {
    /// Whether the text or the document ends at the cursor.
    fn is_at_content_end(&self) -> bool {
        self.cursor.is_end() || self.cursor.is_document_mark(b'-') || self.cursor.is_document_mark(b'.')
    }

    /// Scans a plain scalar, which may have several lines.
    pub(super) fn scan_plain(&mut self) -> ParseResult<()> {
        let start = self.cursor.offset();
        let mut end = start;
        let mut out = String::new();
        let mut folding = Folding::default();
        loop {
            if self.cursor.is_document_mark(b'-')
                || self.cursor.is_document_mark(b'.')
                || self.cursor.byte(0) == b'#'
            {
                break;
            }
            if !self.cursor.is_space(0) {
                let word_start = self.cursor.offset();
                self.skip_plain_word(start)?;
                if self.cursor.offset() > word_start {
                    folding.flush(&mut out);
                    out.push_str(self.cursor.slice(word_start..self.cursor.offset()));
                    end = self.cursor.offset();
                }
            }
            if !(self.cursor.is_blank() || self.cursor.is_break()) {
                break;
            }
            self.fold_plain(start, &mut folding)?;
            // A line that is not indented deeper than the block does not belong to the scalar.
            if self.flow_level == 0 && (self.cursor.column() as isize) < self.indent + 1 {
                break;
            }
        }
        // After a scalar of several lines the cursor is at the start of a line, as in libyaml.
        self.is_key_allowed |= folding.is_broken;
        self.last_plain = start..end;
        self.push_scalar(out, Style::Plain, start, end);
        Ok(())
    }

    /// Moves over the characters of a plain scalar up to the next space or the end of the scalar.
    fn skip_plain_word(&mut self, start: usize) -> ParseResult<()> {
        while !self.cursor.is_space(0) {
            let byte = self.cursor.byte(0);
            if byte == b':' {
                let next = self.cursor.byte(1);
                // libyaml rejects `{a:}` and `[a:]`; YAML 1.2 reads the `:` as the end of a key.
                let is_before_indicator = self.flow_level > 0 && (is_flow_indicator(next) || next == b'?');
                if is_before_indicator && !self.cursor.is_core() {
                    let help = "put a space after `:`, or put the text in quotes";
                    return Err(Fault::syntax(
                        self.cursor.offset(),
                        "expected a space after `:`, found none",
                        help,
                    )
                    .within(start, "in this plain text"));
                }
                // YAML 1.2 has no special meaning of `:?`.
                if self.cursor.is_space(1) || (is_before_indicator && next != b'?') {
                    return Ok(());
                }
            } else if self.flow_level > 0 && is_flow_indicator(byte) {
                return Ok(());
            }
            self.cursor.skip();
        }
        Ok(())
    }

    /// Collects the blanks and line breaks after a word of a plain scalar.
    fn fold_plain(&mut self, start: usize, folding: &mut Folding) -> ParseResult<()> {
        while self.cursor.is_blank() || self.cursor.is_break() {
            if self.cursor.is_break() {
                folding.add_break(self.cursor.read_break());
                continue;
            }
            let is_indentation = folding.is_broken && (self.cursor.column() as isize) < self.indent + 1;
            if is_indentation && self.cursor.byte(0) == b'\t' && !self.is_blank_line_ahead() {
                return Err(Fault::syntax(
                    self.cursor.offset(),
                    "expected spaces as indentation, found a tab",
                    "indent with spaces",
                )
                .within(start, "in this plain text"));
            }
            let blank_start = self.cursor.offset();
            self.cursor.skip();
            // Blanks at the start of a line are indentation.
            if !folding.is_broken {
                folding.blanks.push_str(self.cursor.slice(blank_start..self.cursor.offset()));
            }
        }
        Ok(())
    }

    /// Whether the rest of the line is blank, in the variant of YAML 1.2: there, a blank line may contain tabs.
    fn is_blank_line_ahead(&self) -> bool {
        let mut ahead = 0;
        // The bound keeps the time linear, because this function is called for each blank of a line.
        while matches!(self.cursor.byte(ahead), b' ' | b'\t') && ahead < MAX_BLANKS {
            ahead += 1;
        }
        self.cursor.is_core() && self.cursor.is_break_or_end(ahead)
    }

    /// Adds the token of a scalar.
    fn push_scalar(&mut self, text: String, style: Style, start: usize, end: usize) {
        let text = Cow::Owned(text);
        self.push_ending(TokenKind::Scalar(text, style), start, end);
    }

    /// Scans a scalar in single or double quotes.
    pub(super) fn scan_quoted(&mut self) -> ParseResult<()> {
        let start = self.cursor.offset();
        let quote = self.cursor.byte(0);
        self.cursor.skip();
        let mut out = String::new();
        loop {
            // A document mark ends the document even inside quotes, so the closing quote is missing.
            if self.cursor.is_document_mark(b'-') || self.cursor.is_document_mark(b'.') {
                let help = "close the quote before the next document starts";
                return Err(Fault::syntax(
                    self.cursor.offset(),
                    "expected the closing quote, found a document mark",
                    help,
                )
                .within(start, "the quote opens here"));
            }
            if self.cursor.is_end() {
                let message = "expected the closing quote, found the end of the text";
                return Err(Fault::syntax(start, message, "close the quote"));
            }
            let is_broken = self.scan_quoted_words(quote, &mut out)?;
            // An escaped line break joins the lines without a space.
            let mut folding = Folding { is_broken, ..Folding::default() };
            if self.cursor.byte(0) == quote {
                break;
            }
            self.fold_quoted(&mut folding);
            folding.flush(&mut out);
        }
        self.cursor.skip();
        let end = self.cursor.offset();
        // A line break in quotes usually means a missing quote, which is reported at the start if the text after it is
        // unexpected.
        if self.cursor.slice(start..end).contains('\n') {
            self.long_quote = Some(start..end);
        }
        self.push_scalar(out, Style::Quoted, start, end);
        Ok(())
    }

    /// Reads up to a space or the closing quote; returns whether an escaped line break ended it.
    fn scan_quoted_words(&mut self, quote: u8, out: &mut String) -> ParseResult<bool> {
        let mut copied_end = self.cursor.offset();
        while !self.cursor.is_space(0) {
            match self.cursor.byte(0) {
                b'\'' if quote == b'\'' && self.cursor.byte(1) == b'\'' => {
                    self.cursor.skip();
                    out.push_str(self.cursor.slice(copied_end..self.cursor.offset()));
                    self.cursor.skip();
                    copied_end = self.cursor.offset();
                }
                byte if byte == quote => break,
                b'\\' if quote == b'"' => {
                    out.push_str(self.cursor.slice(copied_end..self.cursor.offset()));
                    if self.cursor.break_length(1) > 0 {
                        self.cursor.skip();
                        self.cursor.read_break();
                        // An escaped line break: blanks at the start of the next
                        // line are dropped, those before the backslash stay.
                        return Ok(true);
                    }
                    read_escape(&mut self.cursor, out)?;
                    copied_end = self.cursor.offset();
                }
                _ => self.cursor.skip(),
            }
        }
        out.push_str(self.cursor.slice(copied_end..self.cursor.offset()));
        Ok(false)
    }

    /// Collects the blanks and line breaks between two words in quotes.
    fn fold_quoted(&mut self, folding: &mut Folding) {
        while self.cursor.is_blank() || self.cursor.is_break() {
            if self.cursor.is_break() {
                folding.add_break(self.cursor.read_break());
                continue;
            }
            let blank_start = self.cursor.offset();
            self.cursor.skip();
            // Blanks at the start of a line are indentation.
            if !folding.is_broken {
                folding.blanks.push_str(self.cursor.slice(blank_start..self.cursor.offset()));
            }
        }
    }

    /// Scans a scalar in block style, line by line.
    pub(super) fn scan_block(&mut self) -> ParseResult<()> {
        let start = self.cursor.offset();
        let is_literal = self.cursor.byte(0) == b'|';
        self.cursor.skip();
        let (chomping, increment) = self.scan_block_header()?;
        // Outside of blocks the indentation is -1, but an indicator counts from the margin.
        let base = self.indent.max(0);
        let mut indent = if increment > 0 { base + increment } else { UNKNOWN_INDENT };
        let mut end = self.cursor.offset();
        let mut out = String::new();
        // The break after the last line with text, and those of the blank lines after it.
        let mut first_break = "";
        let mut more_breaks = String::new();
        self.scan_block_breaks(start, &mut indent, &mut more_breaks, &mut end)?;
        // Whether the last line starts with a blank.
        let mut is_after_blank = false;
        while self.cursor.column() as isize == indent && !self.is_at_content_end() {
            let starts_with_blank = self.cursor.is_blank();
            // Folding does not join lines that start with a blank.
            let is_folded = !is_literal && first_break == "\n" && !is_after_blank && !starts_with_blank;
            if is_folded {
                if more_breaks.is_empty() {
                    out.push(' ');
                }
            } else {
                out.push_str(first_break);
            }
            out.push_str(&more_breaks);
            more_breaks.clear();
            is_after_blank = starts_with_blank;
            let line_start = self.cursor.offset();
            self.cursor.skip_rest_of_line();
            out.push_str(self.cursor.slice(line_start..self.cursor.offset()));
            end = self.cursor.offset();
            first_break = self.cursor.read_break();
            self.scan_block_breaks(start, &mut indent, &mut more_breaks, &mut end)?;
        }
        // The first line end belongs to the last line, so it stays unless it is stripped.
        if chomping != Chomping::Strip {
            out.push_str(first_break);
        }
        if chomping == Chomping::Keep {
            out.push_str(&more_breaks);
        }
        self.push_scalar(out, Style::Block, start, end);
        Ok(())
    }

    /// Scans the rest of the line after `|` or `>`; returns the chomping, and the indentation indicator or 0.
    fn scan_block_header(&mut self) -> ParseResult<(Chomping, isize)> {
        let mut chomping = None;
        let mut increment = 0;
        // The indicators of chomping and indentation, in either order.
        for _ in 0..2 {
            let byte = self.cursor.byte(0);
            match byte {
                b'+' | b'-' if chomping.is_none() => {
                    chomping = Some(if byte == b'+' { Chomping::Keep } else { Chomping::Strip });
                }
                b'0' if increment == 0 => {
                    let help = "the indentation of a block is a digit from 1 to 9";
                    return Err(Fault::syntax(
                        self.cursor.offset(),
                        "expected an indentation from 1 to 9, found 0",
                        help,
                    ));
                }
                b'1'..=b'9' if increment == 0 => increment = isize::from(byte - b'0'),
                _ => break,
            }
            self.cursor.skip();
        }
        let header_end = self.cursor.offset();
        self.cursor.skip_blanks();
        // libyaml needs no space before this comment.
        if self.cursor.byte(0) == b'#' && (self.cursor.offset() > header_end || !self.cursor.is_core()) {
            self.cursor.skip_rest_of_line();
        }
        if !self.cursor.is_break_or_end(0) {
            let help = "put the text of the block on the lines below";
            return Err(Fault::syntax(
                self.cursor.offset(),
                "expected the end of the line after `|` or `>`, found text",
                help,
            ));
        }
        self.cursor.read_break();
        Ok((chomping.unwrap_or(Chomping::Clip), increment))
    }

    /// Moves over indentation and empty lines, and determines the indentation if it is not known yet. Adds the line
    /// breaks to `breaks`, and moves `end` after the last of them.
    fn scan_block_breaks(
        &mut self,
        start: usize,
        indent: &mut isize,
        breaks: &mut String,
        end: &mut usize,
    ) -> ParseResult<()> {
        // The widest indentation of the blank lines and of the first line with text.
        let mut widest = 0;
        loop {
            while (*indent == UNKNOWN_INDENT || (self.cursor.column() as isize) < *indent)
                && self.cursor.byte(0) == b' '
            {
                self.cursor.skip();
            }
            let column = self.cursor.column() as isize;
            widest = column.max(widest);
            let is_in_indentation = if *indent == UNKNOWN_INDENT {
                // YAML 1.2 accepts a tab as content once the line is indented deeper than the block around this one.
                !self.cursor.is_core() || column <= self.indent
            } else {
                column < *indent
            };
            if is_in_indentation && self.cursor.byte(0) == b'\t' && !self.is_blank_line_ahead() {
                let help = "indent with spaces";
                return Err(Fault::syntax(
                    self.cursor.offset(),
                    "expected spaces as indentation, found a tab",
                    help,
                )
                .within(start, "in this block"));
            }
            if self.cursor.is_break() {
                breaks.push_str(self.cursor.read_break());
                *end = self.cursor.offset();
            } else {
                break;
            }
        }
        if *indent == UNKNOWN_INDENT {
            // In YAML 1.2 a block scalar as the document's root needs no indentation.
            let min = if self.cursor.is_core() { 0 } else { 1 };
            // Blank lines before the first text count, too, as in libyaml.
            *indent = widest.max(self.indent + 1).max(min);
        }
        Ok(())
    }
}
