//! Tokens of the `emf` dialect as those of the plain one.
//!
//! Invariants: places are those of the tokens that were read; one token is looked at at a time, however large the
//! document is. This module knows which keys mean what; it does not know classes.

use crate::tree::dialect::words;
use crate::tree::keys;
use crate::tree::source::{Fault, Token, TreeSource};
use std::borrow::Cow;
use std::collections::VecDeque;
use std::ops::Range;

#[derive(Clone, Copy, PartialEq)]
enum Word {
    Class,
    Ref,
}

pub(super) struct AsPlain<'t, S> {
    source: S,
    /// The package that the document names first.
    package: Option<String>,
    /// The keys of ids.
    ids: Vec<&'static str>,
    /// Tokens to be given before any more are read.
    pending: VecDeque<Token<'t>>,
    started: bool,
    /// Whether the document is a list, and how many maps and lists are open inside it.
    list: Option<usize>,
    /// Which of the dialect's own keys the next token is the value of.
    value_of: Option<Word>,
}

impl<'t, S: TreeSource<'t>> AsPlain<'t, S> {
    pub(super) fn new(source: S, package: Option<String>, ids: Vec<&'static str>) -> Self {
        let pending = VecDeque::new();
        Self { source, package, ids, pending, started: false, list: None, value_of: None }
    }

    /// The start of the document's map, with what comes before its objects.
    fn start(&mut self, first: Token<'t>) -> Token<'t> {
        self.started = true;
        if !matches!(first, Token::BeginMap | Token::BeginList) {
            return first;
        }
        if let Some(package) = self.package.take() {
            self.pending.push_back(Token::Key(Cow::Borrowed(keys::MODEL)));
            self.pending.push_back(Token::String(Cow::Owned(package)));
        }
        if first == Token::BeginList {
            self.list = Some(0);
            self.pending.push_back(Token::Key(Cow::Borrowed(keys::ROOTS)));
            self.pending.push_back(Token::BeginList);
        }
        Token::BeginMap
    }

    /// Notes what opens and ends inside the list of roots.
    fn nest(&mut self, token: &Token<'t>) {
        let Some(depth) = &mut self.list else { return };
        match token {
            Token::BeginMap | Token::BeginList => *depth += 1,
            Token::EndList if *depth == 0 => {
                self.list = None;
                self.pending.push_back(Token::EndMap);
            }
            Token::EndMap | Token::EndList => *depth = depth.saturating_sub(1),
            _ => {}
        }
    }

    fn key(&mut self, key: Cow<'t, str>) -> Token<'t> {
        let plain = match &*key {
            words::CLASS => {
                self.value_of = Some(Word::Class);
                keys::TYPE
            }
            id if self.ids.contains(&id) => keys::ID,
            name => {
                self.value_of = (name == keys::REF).then_some(Word::Ref);
                return Token::Key(key);
            }
        };
        Token::Key(Cow::Borrowed(plain))
    }
}

impl<'t, S: TreeSource<'t>> TreeSource<'t> for AsPlain<'t, S> {
    fn next(&mut self) -> Result<Token<'t>, Box<Fault>> {
        if let Some(token) = self.pending.pop_front() {
            return Ok(token);
        }
        let token = self.source.next()?;
        if !self.started {
            return Ok(self.start(token));
        }
        self.nest(&token);
        Ok(match (token, self.value_of.take()) {
            (Token::Key(key), _) => self.key(key),
            (Token::String(name), Some(Word::Class)) => Token::String(class(name)),
            (Token::String(text), Some(Word::Ref)) => Token::String(address(text)),
            (token, _) => token,
        })
    }

    fn range(&self) -> Range<usize> {
        self.source.range()
    }
}

/// The name of a class. Where a metamodel's document has several packages, PyEcore puts the position of the class's
/// package into it, which its URI says already: `URI#/0/Class`.
pub(super) fn class(name: Cow<'_, str>) -> Cow<'_, str> {
    let Some((uri, path)) = name.rsplit_once("#/") else { return name };
    match path.split_once('/') {
        Some((place, inner)) if !place.is_empty() && place.bytes().all(|b| b.is_ascii_digit()) => {
            Cow::Owned(format!("{uri}#//{inner}"))
        }
        _ => name,
    }
}

/// An address, as the plain dialect writes it.
fn address(text: Cow<'_, str>) -> Cow<'_, str> {
    let Some((document, _)) = text.split_once('#') else {
        // Without a document it is one of this document.
        return Cow::Owned(format!("#{text}"));
    };
    // PyEcore writes the class before what it has not loaded, as XMI does.
    match document.split_once(' ') {
        Some((class, _)) if !class.contains('/') => Cow::Owned(text[class.len() + 1..].to_owned()),
        _ => text,
    }
}
