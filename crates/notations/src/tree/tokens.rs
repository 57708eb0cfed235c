//! A token source with the lookahead that is needed because keys may be in any order.
//!
//! Invariant: lookahead is linear. The tokens of a searched map are queued up to where the search
//! ended, and the search records the `$type` of every inner map on the way, so that no token is
//! searched again for an inner map. The queue always holds inner maps completely.
//! This module does not know models.

use super::keys;
use super::source::{Fault, Token, TreeSource};
use crate::diagnostic::Diagnostics;
use std::borrow::Cow;
use std::collections::VecDeque;
use std::ops::Range;

/// A token with its span, and for the start of a map the keys found by lookahead.
#[derive(Debug, Clone, Default)]
pub(super) struct SpannedToken<'t> {
    pub(super) token: Token<'t>,
    pub(super) range: Range<usize>,
    /// The keys of a map that was searched. Boxed, because few maps are searched, but every token is moved.
    pub(super) map_keys: Option<Box<MapKeys>>,
}

/// The keys that lookahead found in a map.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct MapKeys {
    /// The position of the value of `$type`.
    type_position: Option<usize>,
    /// The position of the value of `$model`.
    model_position: Option<usize>,
    /// Whether the map has the key `$ref`.
    pub(super) is_reference: bool,
}

/// The tokens of a source, of which those that lookahead has read are queued.
#[derive(Debug)]
pub(super) struct Tokens<'t, S> {
    source: S,
    queue: VecDeque<SpannedToken<'t>>,
    /// The position of the first token of the queue: the number of tokens that were taken from the queue so far. All
    /// arithmetic with positions wraps around, because [`Tokens::push_back`] may move this one below 0.
    first_position: usize,
    pub(super) faults: Vec<Fault>,
    /// The positions of the keys of the open map in the queue.
    keys: Vec<usize>,
    /// Whether `keys` has all keys of the open map.
    has_keys: bool,
    /// The maps and lists that a search is in, from the outermost: the position of the start of each inner map, and
    /// [`UNSEARCHED`] for the others. The vector is reused, because a document may have a search for every object.
    open_positions: Vec<usize>,
}

/// Marks a list, or the open map itself: a search records no keys beside their start.
const UNSEARCHED: usize = usize::MAX;

impl<'t, S: TreeSource<'t>> Tokens<'t, S> {
    pub(super) fn new(source: S) -> Self {
        let queue = VecDeque::new();
        Self {
            source,
            queue,
            first_position: 0,
            faults: Vec::new(),
            keys: Vec::new(),
            has_keys: false,
            open_positions: Vec::new(),
        }
    }

    /// Takes the next token.
    #[inline]
    pub(super) fn next(&mut self) -> SpannedToken<'t> {
        if self.queue.is_empty() {
            let mut item = SpannedToken::default();
            pull(&mut self.source, &mut self.faults, &mut item);
            return item;
        }
        self.next_queued()
    }

    /// Takes the first token of the queue.
    #[inline]
    fn next_queued(&mut self) -> SpannedToken<'t> {
        self.first_position = self.first_position.wrapping_add(1);
        self.has_keys = false;
        self.queue.pop_front().unwrap_or_default()
    }

    /// The next token, without taking it.
    pub(super) fn peek(&mut self) -> &Token<'t> {
        self.peek_at(self.first_position)
    }

    /// Takes the next token if it is this key.
    pub(super) fn next_if_key(&mut self, searched_key: &str) -> Option<SpannedToken<'t>> {
        let is_searched = |token: &Token<'t>| matches!(token, Token::Key(key) if key == searched_key);
        if !self.queue.is_empty() {
            return if is_searched(self.peek()) { Some(self.next_queued()) } else { None };
        }
        let mut item = SpannedToken::default();
        pull(&mut self.source, &mut self.faults, &mut item);
        if is_searched(&item.token) {
            return Some(item);
        }
        self.queue.push_back(item);
        None
    }

    /// Undoes the last [`Tokens::next`].
    pub(super) fn push_back(&mut self, item: SpannedToken<'t>) {
        self.has_keys = false;
        self.first_position = self.first_position.wrapping_sub(1);
        self.queue.push_front(item);
    }

    /// Searches the open map for `$type` or `$model`, and records these keys for the inner maps that the search passes.
    pub(super) fn search(&mut self, searched_key: &str) -> MapKeys {
        let mut found_keys = MapKeys::default();
        let mut open_positions = std::mem::take(&mut self.open_positions);
        open_positions.clear();
        open_positions.push(UNSEARCHED);
        self.keys.clear();
        let mut position = self.first_position;
        loop {
            match self.peek_at(position) {
                Token::BeginMap => {
                    // The field is set even if nothing is found later, because the map then counts as searched.
                    if let Some(map_keys) = self.map_keys_mut(position) {
                        *map_keys = Some(Box::default());
                    }
                    open_positions.push(position);
                }
                Token::BeginList => open_positions.push(UNSEARCHED),
                Token::EndMap | Token::EndList => {
                    open_positions.pop();
                }
                Token::End => open_positions.clear(),
                Token::Key(key) => {
                    let may_be_recorded = key.starts_with('$');
                    if open_positions.len() == 1 {
                        self.keys.push(position);
                    }
                    if may_be_recorded {
                        self.record_key(position, &open_positions, &mut found_keys);
                    }
                }
                _ => {}
            }
            let value_position = match searched_key {
                keys::MODEL => found_keys.model_position,
                _ => found_keys.type_position,
            };
            // A key is recorded before its value is queued.
            let is_value_queued = value_position
                .is_some_and(|value_position| self.index(value_position) <= self.index(position));
            let is_map_ended = open_positions.is_empty();
            // The search ends only between entries of the open map, because inner maps must be queued completely.
            let is_between_entries = open_positions.len() == 1;
            if is_map_ended || (is_between_entries && is_value_queued) {
                self.has_keys = is_map_ended;
                self.open_positions = open_positions;
                return found_keys;
            }
            position = position.wrapping_add(1);
        }
    }

    /// The first key of the open map that is not one of `others`.
    pub(super) fn first_key_but(&mut self, others: &[&str]) -> Option<Cow<'t, str>> {
        let (mut position, mut depth) = (self.first_position, 0usize);
        loop {
            match self.peek_at(position) {
                Token::Key(key) if depth == 0 && !others.contains(&&**key) => return Some(key.clone()),
                Token::BeginMap | Token::BeginList => depth += 1,
                Token::EndMap | Token::EndList if depth == 0 => return None,
                Token::EndMap | Token::EndList => depth -= 1,
                Token::End => return None,
                _ => {}
            }
            position = position.wrapping_add(1);
        }
    }

    /// Queues the open map, so that [`Tokens::keys_of_map`] returns its keys until the next token is taken.
    pub(super) fn find_keys(&mut self) {
        if self.has_keys {
            return;
        }
        self.keys.clear();
        let (mut position, mut depth) = (self.first_position, 0usize);
        loop {
            match self.peek_at(position) {
                Token::Key(_) if depth == 0 => self.keys.push(position),
                Token::BeginMap | Token::BeginList => depth += 1,
                Token::EndMap | Token::EndList if depth == 0 => break,
                Token::EndMap | Token::EndList => depth -= 1,
                Token::End => break,
                _ => {}
            }
            position = position.wrapping_add(1);
        }
        self.has_keys = true;
    }

    /// The keys that [`Tokens::find_keys`] has found.
    pub(super) fn keys_of_map(&self) -> impl Iterator<Item = &str> + Clone {
        self.keys.iter().filter_map(|position| match &self.queued(*position)?.token {
            Token::Key(key) => Some(&**key),
            _ => None,
        })
    }

    /// Whether a key of the open map fulfils a condition.
    pub(super) fn has_key(&mut self, condition: impl Fn(&str) -> bool) -> bool {
        self.find_keys();
        self.keys_of_map().any(condition)
    }

    /// The first token of the value of a key of the open map: all of the value, if it is a scalar. `None` if the map
    /// lacks the key.
    pub(super) fn value_of_key(&mut self, searched_key: &str) -> Option<SpannedToken<'t>> {
        self.find_keys();
        let index = self.keys_of_map().position(|key| key == searched_key)?;
        let position = self.keys[index].wrapping_add(1);
        self.peek_at(position);
        self.queued(position).cloned()
    }

    /// The index in the queue of a position.
    fn index(&self, position: usize) -> usize {
        position.wrapping_sub(self.first_position)
    }

    /// The queued token at a position.
    fn queued(&self, position: usize) -> Option<&SpannedToken<'t>> {
        self.queue.get(self.index(position))
    }

    /// The record of the keys of the map that starts at a position; the inner `None` if the map was not searched.
    fn map_keys_mut(&mut self, position: usize) -> Option<&mut Option<Box<MapKeys>>> {
        let index = self.index(position);
        self.queue.get_mut(index).map(|item| &mut item.map_keys)
    }

    /// The token at a position, which is either queued or the next one of the source.
    fn peek_at(&mut self, position: usize) -> &Token<'t> {
        let index = self.index(position);
        if index >= self.queue.len() {
            self.queue.push_back(SpannedToken::default());
            if let Some(item) = self.queue.back_mut() {
                pull(&mut self.source, &mut self.faults, item);
            }
        }
        &self.queue[index].token
    }

    /// Records the position of the value of the key at `position`, if it is `$type` or `$model`, or that the key is
    /// `$ref`. The keys of the open map itself are recorded in `found_keys`, those of an inner map beside its start.
    fn record_key(&mut self, position: usize, open_positions: &[usize], found_keys: &mut MapKeys) {
        let Some(Token::Key(key)) = self.queued(position).map(|item| &item.token) else { return };
        // A function, because `key` borrows the queue, in which the record of an inner map is changed below.
        let mark = match &**key {
            // The first `$type` or `$model` is used; the reader reports further ones when it reads them.
            keys::TYPE => |map_keys: &mut MapKeys, position| {
                map_keys.type_position = map_keys.type_position.or(Some(position));
            },
            keys::MODEL => |map_keys: &mut MapKeys, position| {
                map_keys.model_position = map_keys.model_position.or(Some(position));
            },
            keys::REF => |map_keys: &mut MapKeys, _| map_keys.is_reference = true,
            _ => return,
        };
        let value_position = position.wrapping_add(1);
        // The search is in no inner map, so the key is that of the open map.
        if open_positions.len() == 1 {
            return mark(found_keys, value_position);
        }
        let start = open_positions.last().copied().unwrap_or(UNSEARCHED);
        if start == UNSEARCHED {
            return;
        }
        if let Some(Some(map_keys)) = self.map_keys_mut(start) {
            mark(map_keys, value_position);
        }
    }

    /// The value of the `$type` that a search found. Valid only until the next token is taken.
    pub(super) fn type_value(&self, map_keys: &MapKeys) -> Option<SpannedToken<'t>> {
        map_keys.type_position.and_then(|position| self.queued(position)).cloned()
    }

    /// The value of the `$model` that a search found.
    pub(super) fn model_value(&self, map_keys: &MapKeys) -> Option<SpannedToken<'t>> {
        map_keys.model_position.and_then(|position| self.queued(position)).cloned()
    }

    /// Skips the rest of a value whose first token was read.
    pub(super) fn skip(&mut self, first: &Token<'_>) {
        if matches!(first, Token::BeginMap | Token::BeginList) {
            self.skip_rest();
        }
    }

    /// Skips the rest of the open map or list, its end included.
    pub(super) fn skip_rest(&mut self) {
        let mut depth = 1usize;
        while depth > 0 {
            match self.next().token {
                Token::BeginMap | Token::BeginList => depth += 1,
                Token::EndMap | Token::EndList => depth -= 1,
                Token::End => return,
                _ => {}
            }
        }
    }
}

/// Reads the next token of a source into `item`, which is empty.
#[inline]
fn pull<'t, S: TreeSource<'t>>(source: &mut S, faults: &mut Vec<Fault>, item: &mut SpannedToken<'t>) {
    while let Err(fault) = source.read(&mut item.token) {
        // Beyond the limit on problems, hostile input must not fill the memory.
        if faults.len() >= Diagnostics::LIMIT {
            *item = SpannedToken::default();
            return;
        }
        faults.push(*fault);
    }
    item.range = source.range();
}
