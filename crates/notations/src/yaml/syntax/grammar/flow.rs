//! The grammar of collections in brackets.
//!
//! Invariant: each function returns the next event, and sets the state after it.

use super::super::cursor::SyntaxVariant;
use super::super::token::TokenKind;
use super::super::{Event, ParseResult, Properties, SpannedEvent};
use super::{Grammar, NodePosition, State};

impl<'a> Grammar<'a> {
    /// The next event in the state [`State::FlowSequenceEntry`].
    pub(super) fn flow_sequence_entry(&mut self, is_first: bool) -> ParseResult<SpannedEvent<'a>> {
        // No comma is needed before the first entry or the closing bracket.
        if !is_first && !self.is_next(&TokenKind::FlowSequenceEnd)? {
            if !self.is_next(&TokenKind::FlowEntry)? {
                return self.fail("`,` or `]`", "close the list with `]`");
            }
            self.scanner.take()?;
        }
        // `[: a]` is a pair with an empty key in YAML 1.2.
        let is_bare_value = self.variant == SyntaxVariant::Core && self.is_next(&TokenKind::Value)?;
        if self.is_next(&TokenKind::Key)? || is_bare_value {
            let span = self.scanner.peek()?.span.clone();
            if !is_bare_value {
                self.scanner.take()?;
            }
            self.state = State::PairKey;
            // A pair in a list is a map of one entry.
            return Ok((Event::MappingStart(Properties::default()), span));
        }
        if self.is_next(&TokenKind::FlowSequenceEnd)? {
            self.pop();
            self.brackets.pop();
            return Ok((Event::SequenceEnd, self.scanner.take()?.span));
        }
        self.states.push(State::FlowSequenceEntry { is_first: false });
        self.node(NodePosition::Flow)
    }

    /// The next event in the state [`State::PairKey`].
    pub(super) fn pair_key(&mut self) -> ParseResult<SpannedEvent<'a>> {
        if self.is_next_any(&[TokenKind::Value, TokenKind::FlowEntry, TokenKind::FlowSequenceEnd])? {
            let empty = self.empty_node()?;
            // libyaml drops the token after a lone `?` in brackets; the libyaml variant must do the same.
            if self.variant == SyntaxVariant::Libyaml {
                self.scanner.take()?;
            }
            self.state = State::PairValue;
            return Ok(empty);
        }
        self.states.push(State::PairValue);
        self.node(NodePosition::Flow)
    }

    /// The next event in the state [`State::PairValue`].
    pub(super) fn pair_value(&mut self) -> ParseResult<SpannedEvent<'a>> {
        if self.is_next(&TokenKind::Value)? {
            self.scanner.take()?;
            if !self.is_next_any(&[TokenKind::FlowEntry, TokenKind::FlowSequenceEnd])? {
                self.states.push(State::PairEnd);
                return self.node(NodePosition::Flow);
            }
        }
        self.state = State::PairEnd;
        self.empty_node()
    }

    /// The next event in the state [`State::FlowMappingKey`].
    pub(super) fn flow_mapping_key(&mut self, is_first: bool) -> ParseResult<SpannedEvent<'a>> {
        if !is_first && !self.is_next(&TokenKind::FlowMappingEnd)? {
            if !self.is_next(&TokenKind::FlowEntry)? {
                return self.fail("`,` or `}`", "close the map with `}`");
            }
            self.scanner.take()?;
        }
        if self.is_next(&TokenKind::Key)? {
            self.scanner.take()?;
            if self.is_next_any(&[TokenKind::Value, TokenKind::FlowEntry, TokenKind::FlowMappingEnd])? {
                self.state = State::FlowMappingValue { is_absent: false };
                return self.empty_node();
            }
            self.states.push(State::FlowMappingValue { is_absent: false });
            return self.node(NodePosition::Flow);
        }
        if self.variant == SyntaxVariant::Core && self.is_next(&TokenKind::Value)? {
            self.state = State::FlowMappingValue { is_absent: false };
            return self.empty_node();
        }
        if self.is_next(&TokenKind::FlowMappingEnd)? {
            self.pop();
            self.brackets.pop();
            return Ok((Event::MappingEnd, self.scanner.take()?.span));
        }
        // `{a}` is the key `a` without a value.
        self.states.push(State::FlowMappingValue { is_absent: true });
        self.node(NodePosition::Flow)
    }

    /// The next event in the state [`State::FlowMappingValue`]. If `is_absent` is set, the key has no `:`, and thus an
    /// empty value.
    pub(super) fn flow_mapping_value(&mut self, is_absent: bool) -> ParseResult<SpannedEvent<'a>> {
        self.state = State::FlowMappingKey { is_first: false };
        if is_absent || !self.is_next(&TokenKind::Value)? {
            return self.empty_node();
        }
        self.scanner.take()?;
        if self.is_next_any(&[TokenKind::FlowEntry, TokenKind::FlowMappingEnd])? {
            return self.empty_node();
        }
        self.states.push(State::FlowMappingKey { is_first: false });
        self.node(NodePosition::Flow)
    }
}
