//! Returns the events of block maps and lists, of scalars on one line, and of collections in brackets on one
//! line, without creating tokens.
//!
//! The fast path works on the state of the exact path, line by line, and only while the exact path has no token queued.
//! If a line contains anything else (tabs, anchors, tags, aliases, blocks of text, texts of several lines, document
//! marks, carriage returns, the last line without a break, any error), the fast path leaves the state unchanged, and
//! the exact path continues there. Invariant: the fast path returns an event only if the exact path would return the
//! same event next. The exact path scans one token ahead before it closes a block, so the token that closes a block is
//! scanned here first, too.

mod flow;
mod keys;
mod lines;
mod one_line_scalars;

use super::Style;
use super::cursor::SyntaxVariant;
use super::grammar::{Grammar, State};
use flow::Flow;
use keys::{Key, MAX_KEY_LENGTH};
use lines::{Lines, TokenPosition};
use one_line_scalars::{PlainScalar, Terminator, find_key_colon, scan_plain, scan_quoted, starts_plain};
use std::borrow::Cow;
use std::ops::Range;

/// An event that the fast path has determined with certainty. It has no text and 32-bit positions, so that it stays in
/// registers: every event passes through several functions, and copies through memory are slow.
#[derive(Debug, Clone, Copy)]
pub(in crate::yaml) struct CertainEvent {
    pub(in crate::yaml) kind: CertainKind,
    start: u32,
    end: u32,
}

/// The kind of a certain event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::yaml) enum CertainKind {
    Plain,
    Quoted,
    /// A quoted scalar whose text is not in the source in this form.
    Escaped,
    MappingStart,
    MappingEnd,
    SequenceStart,
    SequenceEnd,
}

impl CertainEvent {
    #[inline]
    fn new(kind: CertainKind, span: Range<usize>) -> Self {
        Self { kind, start: narrow(span.start), end: narrow(span.end) }
    }

    /// The span of the event.
    #[inline]
    pub(in crate::yaml) fn span(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The text of a scalar in the document; empty for other nodes. The text of an [escaped](CertainKind::Escaped)
    /// scalar is returned by [`FastPath::take_text`].
    #[inline]
    pub(in crate::yaml) fn text(self, document: &str) -> &str {
        let Range { start, end } = self.span();
        let range = match self.kind {
            CertainKind::Plain => start..end,
            CertainKind::Quoted => start + 1..end.saturating_sub(1),
            _ => return "",
        };
        document.get(range).unwrap_or_default()
    }

    /// A node without any text.
    fn empty(position: usize) -> Self {
        Self::new(CertainKind::Plain, position..position)
    }
}

/// A position in 32 bits. Positions are not larger, because `Events::new` does not use the fast path for longer texts.
fn narrow(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}

/// A value on the line of its key, or an entry on the line of its dash.
#[derive(Clone, Copy)]
enum InlineValue {
    Scalar(CertainEvent),
    Collection,
}

/// The fast path of one text.
#[derive(Debug)]
pub(super) struct FastPath<'a> {
    lines: Lines<'a>,
    flow: Flow,
    /// A key that was scanned before its event is due.
    key: Option<Key<'a>>,
    /// The start of a plain scalar that was scanned to decide whether it is a key, and the scalar.
    plain: Option<(usize, PlainScalar)>,
    /// The text of the last event, if it is not in the source.
    text: String,
    /// A position at which a token is known to start; `usize::MAX` if there is none.
    known_token: usize,
}

impl<'a> FastPath<'a> {
    pub(super) fn new(text: &'a str, variant: SyntaxVariant) -> Self {
        Self {
            lines: Lines::new(text, variant),
            flow: Flow::default(),
            key: None,
            plain: None,
            text: String::new(),
            known_token: usize::MAX,
        }
    }

    /// The next event, if it is certain.
    #[inline]
    pub(super) fn next(&mut self, grammar: &mut Grammar<'a>) -> Option<CertainEvent> {
        // The complete collection was accepted, so its events need no further check.
        if self.flow.has_next() {
            return self.flow.next();
        }
        // If a token or candidate is queued, the state of the grammar does not describe the position of the cursor.
        if !grammar.scanner.is_idle() {
            return None;
        }
        match grammar.state {
            State::MappingKey => self.mapping_key(grammar),
            State::MappingContent => self.mapping_content(grammar),
            State::SequenceEntry => self.sequence_entry(grammar),
            State::IndentlessEntry => self.indentless_entry(grammar),
            _ => None,
        }
    }

    /// Takes the text of the last event, which was [`CertainKind::Escaped`].
    pub(super) fn take_text(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    /// The event of a scalar in quotes. A text that is not in the source in this form is stored for
    /// [`FastPath::take_text`].
    fn quoted_scalar(&mut self, text: Cow<'a, str>, span: Range<usize>) -> CertainEvent {
        match text {
            Cow::Borrowed(_) => CertainEvent::new(CertainKind::Quoted, span),
            Cow::Owned(text) => {
                self.text = text;
                CertainEvent::new(CertainKind::Escaped, span)
            }
        }
    }

    /// The next token, if it starts a line, or if a key may start at it. Only such a token can continue or end a block.
    fn next_block_token(&self, grammar: &Grammar<'a>) -> Option<TokenPosition> {
        let cursor = &grammar.scanner.cursor;
        // A token that is known to start here need not be searched again.
        if cursor.offset() == self.known_token && grammar.scanner.is_key_allowed {
            // The field `starts_line` has no effect here, because a key is allowed.
            let starts_line = false;
            return Some(TokenPosition { position: self.known_token, column: cursor.column(), starts_line });
        }
        let token = self.lines.next_token(cursor.offset(), cursor.column())?;
        (token.starts_line || grammar.scanner.is_key_allowed).then_some(token)
    }

    /// The event at the start of a map's entry, or at the end of the map.
    fn mapping_key(&mut self, grammar: &mut Grammar<'a>) -> Option<CertainEvent> {
        let token = self.next_block_token(grammar)?;
        let column = token.column as isize;
        // A token that is indented deeper than the keys of the map is left to the exact path.
        if column > grammar.scanner.indent {
            return None;
        }
        if column < grammar.scanner.indent {
            return self.end_block(grammar, token, CertainKind::MappingEnd);
        }
        if let Some(event) = self.common_key(grammar, token) {
            return Some(event);
        }
        if !self.scan_key(token.position) {
            return None;
        }
        let key = self.key.take()?;
        go_to_value(grammar, token, key.value_start);
        let span = key.start..key.end;
        Some(match (key.style, key.text) {
            (Style::Plain, _) => CertainEvent::new(CertainKind::Plain, span),
            (_, text) => self.quoted_scalar(text, span),
        })
    }

    /// The key that starts with a letter and contains no space, if it was not scanned before.
    #[inline]
    fn common_key(&self, grammar: &mut Grammar<'a>, token: TokenPosition) -> Option<CertainEvent> {
        // If a key was scanned before, the caller takes it, instead of searching for its colon again.
        if self.key.is_some() || !self.lines.byte(token.position).is_ascii_alphabetic() {
            return None;
        }
        let colon = find_key_colon(self.lines, token.position)
            .filter(|colon| colon - token.position <= MAX_KEY_LENGTH)?;
        go_to_value(grammar, token, colon + 1);
        Some(CertainEvent::new(CertainKind::Plain, token.position..colon))
    }

    /// Closes the innermost block before a token.
    fn end_block(
        &mut self,
        grammar: &mut Grammar<'a>,
        token: TokenPosition,
        kind: CertainKind,
    ) -> Option<CertainEvent> {
        // The exact path scans this token before it closes the block, and may fail there.
        if !self.is_key_or_entry(token) {
            return None;
        }
        grammar.scanner.leave_block();
        grammar.pop();
        self.go_to(grammar, token);
        Some(CertainEvent::new(kind, token.position..token.position))
    }

    /// Moves to a token at which a key may start.
    fn go_to(&mut self, grammar: &mut Grammar<'a>, token: TokenPosition) {
        // Several events may be due at one token, and its line is searched only once.
        self.known_token = token.position;
        grammar.scanner.cursor.jump(token.position, token.column);
        grammar.scanner.is_key_allowed = true;
    }

    /// Whether the token is a key or a list entry.
    fn is_key_or_entry(&mut self, token: TokenPosition) -> bool {
        self.lines.is_entry(token.position) || self.scan_key(token.position)
    }

    /// The first event of the value of a key.
    fn mapping_content(&mut self, grammar: &mut Grammar<'a>) -> Option<CertainEvent> {
        let start = grammar.scanner.cursor.offset();
        let position = self.lines.past_spaces(start);
        if self.lines.is_line_end_after_spaces(start..position) {
            return self.content_below(grammar);
        }
        let column = grammar.scanner.cursor.column() + (position - start);
        let may_be_key = false;
        let inline = self.scan_inline(grammar, position, column, may_be_key)?;
        // The state is set only after the value was accepted, because it must be unchanged if there is no result.
        grammar.state = State::MappingKey;
        Some(self.event(inline, position))
    }

    /// The first event of a value on one line.
    fn event(&mut self, inline: InlineValue, start: usize) -> CertainEvent {
        match inline {
            InlineValue::Scalar(event) => event,
            // A scanned collection has at least one event, so the default is never used.
            InlineValue::Collection => self.flow.next().unwrap_or(CertainEvent::empty(start)),
        }
    }

    /// The first event of the value of a key that has nothing after it on its line.
    fn content_below(&mut self, grammar: &mut Grammar<'a>) -> Option<CertainEvent> {
        let key_end = grammar.scanner.cursor.offset();
        let token = self.next_block_token(grammar)?;
        let column = token.column as isize;
        if column > grammar.scanner.indent {
            return self.open_block(grammar, token, State::MappingKey);
        }
        // A list under a key may be as far left as the key.
        if column == grammar.scanner.indent && self.lines.is_entry(token.position) {
            grammar.states.push(State::MappingKey);
            grammar.state = State::IndentlessEntry;
            self.go_to(grammar, token);
            return Some(CertainEvent::new(CertainKind::SequenceStart, token.position..token.position));
        }
        if !self.is_key_or_entry(token) {
            return None;
        }
        grammar.state = State::MappingKey;
        self.go_to(grammar, token);
        // As in libyaml, the empty value is where its `:` ends.
        Some(CertainEvent::empty(key_end))
    }

    /// Opens the block map or list that starts here; `state_after` is the state after it.
    fn open_block(
        &mut self,
        grammar: &mut Grammar<'a>,
        token: TokenPosition,
        state_after: State,
    ) -> Option<CertainEvent> {
        let (kind, state) = if self.lines.is_entry(token.position) {
            (CertainKind::SequenceStart, State::SequenceEntry)
        } else if self.scan_key(token.position) {
            (CertainKind::MappingStart, State::MappingKey)
        } else {
            return None;
        };
        grammar.states.push(state_after);
        grammar.state = state;
        grammar.scanner.enter_block(token.column);
        self.go_to(grammar, token);
        Some(CertainEvent::new(kind, token.position..token.position))
    }

    /// The event at the start of an entry of an indented list, or at the end of the list.
    fn sequence_entry(&mut self, grammar: &mut Grammar<'a>) -> Option<CertainEvent> {
        let token = self.next_block_token(grammar)?;
        let column = token.column as isize;
        if column < grammar.scanner.indent {
            return self.end_block(grammar, token, CertainKind::SequenceEnd);
        }
        self.entry(grammar, token)
    }

    /// The event at the start of an entry of a list that is not indented below its key, or at the end of the list.
    fn indentless_entry(&mut self, grammar: &mut Grammar<'a>) -> Option<CertainEvent> {
        let token = self.next_block_token(grammar)?;
        let column = token.column as isize;
        // The list is indented like its key, so only the dash distinguishes its entries from keys.
        if self.lines.is_entry(token.position) && column == grammar.scanner.indent {
            return self.entry(grammar, token);
        }
        if column > grammar.scanner.indent || !self.is_key_or_entry(token) {
            return None;
        }
        // A list without indentation did not enter a block, so no block is left.
        grammar.pop();
        self.go_to(grammar, token);
        Some(CertainEvent::new(CertainKind::SequenceEnd, token.position..token.position))
    }

    /// The first event of the content of a list entry.
    fn entry(&mut self, grammar: &mut Grammar<'a>, dash: TokenPosition) -> Option<CertainEvent> {
        if dash.column as isize != grammar.scanner.indent || !self.lines.is_entry(dash.position) {
            return None;
        }
        // After the content of an entry, the grammar returns to the state of the list, which differs for indented and
        // unindented lists.
        let state = grammar.state;
        let token = self.lines.next_token(dash.position + 1, dash.column + 1)?;
        let is_below = token.starts_line;
        if is_below && token.column as isize <= grammar.scanner.indent {
            return None;
        }
        if let Some(event) = self.open_block(grammar, token, state) {
            return Some(event);
        }
        // A scalar or a collection in brackets below the dash is left to the exact path.
        if is_below {
            return None;
        }
        let may_be_key = true;
        let inline = self.scan_inline(grammar, token.position, token.column, may_be_key)?;
        Some(self.event(inline, token.position))
    }

    /// Scans a scalar or a collection in brackets, and moves after it. `may_be_key` is whether a `:` after it would
    /// make it a key. `None` leaves it to the exact path: if text is after a collection, or after a quoted scalar that
    /// may be a key. Text after another quoted scalar is left to the next event.
    fn scan_inline(
        &mut self,
        grammar: &mut Grammar<'a>,
        position: usize,
        column: usize,
        may_be_key: bool,
    ) -> Option<InlineValue> {
        let (inline, end) = match self.lines.byte(position) {
            b'"' | b'\'' => {
                let text = scan_quoted(self.lines, position)?;
                (InlineValue::Scalar(self.quoted_scalar(text.text, position..text.end)), text.end)
            }
            b'[' | b'{' => {
                let end = self.flow.scan(self.lines, position)?;
                // Other text after the collection may be a fault, or make the collection a key. The exact path then
                // reads the collection again, so the events that were scanned here are dropped.
                if !self.lines.is_line_done(end) {
                    self.flow = Flow::default();
                    return None;
                }
                (InlineValue::Collection, end)
            }
            _ => return self.scan_inline_plain(grammar, position, column),
        };
        // What follows on the line may be a `:`, which makes the text the first key of a map.
        if may_be_key && !self.lines.is_line_done(end) {
            return None;
        }
        grammar.scanner.cursor.jump(end, column + (end - position));
        grammar.scanner.is_key_allowed = false;
        Some(inline)
    }

    /// As [`FastPath::scan_inline`], for a plain scalar.
    fn scan_inline_plain(
        &mut self,
        grammar: &mut Grammar<'a>,
        position: usize,
        column: usize,
    ) -> Option<InlineValue> {
        if !starts_plain(self.lines, position) {
            return None;
        }
        // The scalar may have been scanned already, to decide whether it is a key.
        let plain = match self.plain.take() {
            Some((start, plain)) if start == position => plain,
            _ => scan_plain(self.lines, position)?,
        };
        match plain.terminator {
            Terminator::Colon(_) => return None,
            Terminator::Comment(comment) => {
                // The comment is skipped with the space before the next token.
                grammar.scanner.cursor.jump(comment, column + (comment - position));
                grammar.scanner.is_key_allowed = false;
            }
            Terminator::Line(line_end) => {
                let next = self.next_after_plain(line_end, grammar.scanner.indent)?;
                // A comment is no token: the token after it is not known yet.
                if self.lines.byte(next.position) != b'#' {
                    self.known_token = next.position;
                }
                grammar.scanner.cursor.jump(next.position, next.column);
                grammar.scanner.is_key_allowed = true;
            }
        }
        Some(InlineValue::Scalar(CertainEvent::new(CertainKind::Plain, position..plain.end)))
    }

    /// The start of the next line that is not blank after a plain scalar whose line ends at `line_end`. `None` if this
    /// next line may continue the scalar, or is left to the exact path.
    fn next_after_plain(&self, line_end: usize, indent: isize) -> Option<TokenPosition> {
        let mut line = line_end;
        loop {
            let start = line + 1;
            let position = self.lines.past_spaces(start);
            let column = position - start;
            match self.lines.byte(position) {
                b'\n' => line = position,
                0..=b' ' => return None,
                _ if self.lines.may_be_break(position) => return None,
                // A deeper line continues the scalar, which then has several lines; a comment ends it.
                byte if byte != b'#' && column as isize > indent => return None,
                _ => return Some(TokenPosition { position, column, starts_line: true }),
            }
        }
    }
}

/// Moves from a key to the position after its `:`.
fn go_to_value(grammar: &mut Grammar<'_>, key: TokenPosition, value_start: usize) {
    grammar.state = State::MappingContent;
    grammar.scanner.is_key_allowed = false;
    grammar.scanner.cursor.jump(value_start, key.column + (value_start - key.position));
}

#[cfg(test)]
mod tests {
    use super::super::Event;
    use super::*;

    /// How many events of a text the fast path returns, and how many the exact path.
    fn counts(text: &str) -> (usize, usize) {
        let variant = SyntaxVariant::Core;
        let (mut fast, mut grammar) = (FastPath::new(text, variant), Grammar::new(text, variant));
        let (mut certain, mut exact) = (0, 0);
        loop {
            if fast.next(&mut grammar).is_some() {
                certain += 1;
            } else if let Ok((Event::StreamEnd, _)) | Err(_) = grammar.next() {
                return (certain, exact);
            } else {
                exact += 1;
            }
        }
    }

    #[test]
    fn common_lines_need_no_tokens() {
        let line = "  - {a: b, c: [d, 'e']}\n  - f: \"g\"\n    h: i # j\n\n  # k\n  - l\n";
        let (certain, exact) = counts(&format!("a:\n{}b: c\n", line.repeat(100)));
        assert!(certain > 1500, "{certain} events are certain");
        assert!(exact < 20, "{exact} events need tokens");
    }
}
