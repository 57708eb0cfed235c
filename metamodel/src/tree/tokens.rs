//! A token source with the looking ahead that keys in any order ask for.
//!
//! Invariant: looking ahead is linear. A map that is looked through is queued to where the search
//! ended, and the search notes the `$type` of every map inside it on the way, so that no token is
//! looked through again for the sake of an inner map. Maps inside the queue always lie in it as a whole.
//! This module does not know models.

use super::keys;
use super::source::{Fault, Token, TreeSource};
use crate::diagnostic::Diagnostics;
use std::ops::Range;

/// A token with its place, and for the start of a map what is known of its inside.
#[derive(Debug, Clone, Default)]
pub(super) struct Item<'t> {
    pub(super) token: Token<'t>,
    pub(super) range: Range<usize>,
    /// Boxed, since few maps are looked through and every token is moved about.
    pub(super) inside: Option<Box<Inside>>,
}

/// What a search has found among the keys of a map: positions in the queue.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Inside {
    type_at: Option<usize>,
    model_at: Option<usize>,
    pub(super) is_reference: bool,
}

#[derive(Debug)]
pub(super) struct Tokens<'t, S> {
    source: S,
    queue: Vec<Item<'t>>,
    at: usize,
    pub(super) faults: Vec<Fault>,
}

impl<'t, S: TreeSource<'t>> Tokens<'t, S> {
    pub(super) fn new(source: S) -> Self {
        Self { source, queue: Vec::new(), at: 0, faults: Vec::new() }
    }

    #[inline]
    pub(super) fn next(&mut self) -> Item<'t> {
        if self.queue.is_empty() {
            return self.pull();
        }
        self.next_queued()
    }

    fn next_queued(&mut self) -> Item<'t> {
        let item = std::mem::take(&mut self.queue[self.at]);
        self.at += 1;
        if self.at == self.queue.len() {
            self.queue.clear();
            self.at = 0;
        }
        item
    }

    /// The token that comes next.
    pub(super) fn peek(&mut self) -> &Token<'t> {
        self.peek_at(self.at)
    }

    /// Undoes the last [`Tokens::next`].
    pub(super) fn push_back(&mut self, item: Item<'t>) {
        if self.queue.is_empty() {
            self.queue.push(item);
        } else if let Some(at) = self.at.checked_sub(1) {
            self.queue[at] = item;
            self.at = at;
        } else {
            self.queue.insert(0, item);
        }
    }

    #[inline]
    fn pull(&mut self) -> Item<'t> {
        loop {
            match self.source.next() {
                Ok(token) => return Item { token, range: self.source.range(), inside: None },
                // Past the limit of what is shown, hostile input must not fill the memory.
                Err(_) if self.faults.len() >= Diagnostics::LIMIT => return Item::default(),
                Err(fault) => self.faults.push(*fault),
            }
        }
    }

    /// Looks through the open map for `$type` or `$model`.
    pub(super) fn search(&mut self, key: &str) -> Inside {
        let mut found = Inside::default();
        // The queue positions of the starts of maps; `None` for a list and for the open map itself.
        let mut open: Vec<Option<usize>> = vec![None];
        let mut at = self.at;
        loop {
            match self.peek_at(at) {
                Token::BeginMap => {
                    self.queue[at].inside = Some(Box::default());
                    open.push(Some(at));
                }
                Token::BeginList => open.push(None),
                Token::EndMap | Token::EndList => {
                    open.pop();
                }
                Token::End => open.clear(),
                Token::Key(_) => self.note(at, &open, &mut found),
                _ => {}
            }
            let wanted = if key == keys::MODEL { found.model_at } else { found.type_at };
            let past_it = open.len() == 1 && wanted.is_some_and(|wanted| wanted <= at);
            if open.is_empty() || past_it {
                return found;
            }
            at += 1;
        }
    }

    fn peek_at(&mut self, at: usize) -> &Token<'t> {
        if at >= self.queue.len() {
            let item = self.pull();
            self.queue.push(item);
        }
        &self.queue[at].token
    }

    /// Notes a key for the map it stands in.
    fn note(&mut self, at: usize, open: &[Option<usize>], found: &mut Inside) {
        let Token::Key(key) = &self.queue[at].token else { return };
        let mark = match &**key {
            keys::TYPE => |inside: &mut Inside, at| inside.type_at = inside.type_at.or(Some(at)),
            keys::MODEL => |inside: &mut Inside, at| inside.model_at = inside.model_at.or(Some(at)),
            keys::REF => |inside: &mut Inside, _| inside.is_reference = true,
            _ => return,
        };
        match open.last() {
            Some(Some(start)) => {
                if let Some(inside) = &mut self.queue[*start].inside {
                    mark(inside, at + 1);
                }
            }
            _ if open.len() == 1 => mark(found, at + 1),
            _ => {}
        }
    }

    /// The value of the `$type` that a search found; to be asked before the queue moves on.
    pub(super) fn found_type(&self, inside: &Inside) -> Option<Item<'t>> {
        inside.type_at.and_then(|at| self.queue.get(at)).cloned()
    }

    /// The value of the `$model` that a search found.
    pub(super) fn found_model(&self, inside: &Inside) -> Option<Item<'t>> {
        inside.model_at.and_then(|at| self.queue.get(at)).cloned()
    }

    /// Passes over the rest of a value whose first token was read.
    pub(super) fn skip(&mut self, first: &Token<'_>) {
        if matches!(first, Token::BeginMap | Token::BeginList) {
            self.skip_rest();
        }
    }

    /// Passes over the rest of the open map or list, its end included.
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
