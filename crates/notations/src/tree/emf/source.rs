//! Translates tokens of the `emf` dialect to those of the plain one.
//!
//! Invariants: spans are those of the original tokens; memory is constant for documents of any
//! size. This module knows the meaning of keys; it does not know classes.

use crate::tree::dialect::emf_keys;
use crate::tree::keys;
use crate::tree::source::{Fault, Token, TreeSource};
use std::borrow::Cow;
use std::collections::VecDeque;
use std::ops::Range;

/// A key of the dialect whose value is translated.
#[derive(Clone, Copy, PartialEq)]
enum OwnKey {
    Class,
    Ref,
}

/// The tokens of a document in this dialect, translated to those of the plain one.
pub(super) struct PlainTokens<'t, S> {
    source: S,
    /// The first package that the document names.
    package: Option<String>,
    /// The keys of `xmi:id`s.
    id_keys: Vec<&'static str>,
    /// For each byte, whether one of the dialect's own keys starts with it. This excludes nearly all keys of features
    /// without a comparison of texts.
    initials: [bool; 256],
    /// Tokens to return before reading more.
    pending_tokens: VecDeque<Token<'t>>,
    has_started: bool,
    /// The number of open maps and lists inside the document's list; `None` if it is not a list.
    list_depth: Option<usize>,
    /// Whether the start or the nesting of the document still matters: not inside a single root.
    needs_tracking: bool,
    /// The dialect's own key whose value is the next token.
    value_of: Option<OwnKey>,
}

impl<'t, S: TreeSource<'t>> PlainTokens<'t, S> {
    /// Starts at the first token. `id_keys` are the keys that the document may use for `xmi:id`s.
    pub(super) fn new(source: S, package: Option<String>, id_keys: Vec<&'static str>) -> Self {
        let mut initials = [false; 256];
        for key in [emf_keys::CLASS, keys::REF].iter().chain(&id_keys) {
            initials[usize::from(key.as_bytes().first().copied().unwrap_or_default())] = true;
        }
        Self {
            source,
            package,
            id_keys,
            initials,
            pending_tokens: VecDeque::new(),
            has_started: false,
            list_depth: None,
            needs_tracking: true,
            value_of: None,
        }
    }

    /// Translates the first token, and queues the keys that come before the objects.
    fn start(&mut self, first: &mut Token<'t>) {
        self.has_started = true;
        if !matches!(first, Token::BeginMap | Token::BeginList) {
            return;
        }
        if let Some(package) = self.package.take() {
            // The plain dialect names the package once, before any class.
            self.pending_tokens.push_back(Token::Key(Cow::Borrowed(keys::MODEL)));
            self.pending_tokens.push_back(Token::String(Cow::Owned(package)));
        }
        if *first == Token::BeginList {
            self.list_depth = Some(0);
            self.pending_tokens.push_back(Token::Key(Cow::Borrowed(keys::ROOTS)));
            self.pending_tokens.push_back(Token::BeginList);
        }
        *first = Token::BeginMap;
    }

    /// Tracks the nesting inside the list of roots.
    fn track_nesting(&mut self, token: &Token<'t>) {
        let Some(depth) = &mut self.list_depth else { return };
        match token {
            Token::BeginMap | Token::BeginList => *depth += 1,
            // The list of roots ends, and with it the map of the plain dialect that contains the list.
            Token::EndList if *depth == 0 => {
                self.list_depth = None;
                self.pending_tokens.push_back(Token::EndMap);
            }
            Token::EndMap | Token::EndList => *depth = depth.saturating_sub(1),
            _ => {}
        }
    }

    /// Translates a key that may be one of the dialect's own.
    fn translate_key(&mut self, key: &mut Cow<'t, str>) {
        let plain = match &**key {
            emf_keys::CLASS => {
                self.value_of = Some(OwnKey::Class);
                keys::TYPE
            }
            id if self.id_keys.contains(&id) => keys::ID,
            name => {
                self.value_of = (name == keys::REF).then_some(OwnKey::Ref);
                return;
            }
        };
        *key = Cow::Borrowed(plain);
    }
}

impl<'t, S: TreeSource<'t>> TreeSource<'t> for PlainTokens<'t, S> {
    #[inline]
    fn read(&mut self, token: &mut Token<'t>) -> Result<(), Box<Fault>> {
        if self.needs_tracking {
            if let Some(pending) = self.pending_tokens.pop_front() {
                *token = pending;
                return Ok(());
            }
            self.needs_tracking = !self.has_started || self.list_depth.is_some();
        }
        self.source.read(token)?;
        if self.needs_tracking {
            if !self.has_started {
                self.start(token);
                return Ok(());
            }
            self.track_nesting(token);
        }
        // Only the next token is the value of the key.
        let own_key = self.value_of.take();
        match token {
            Token::Key(key) => {
                let initial = key.as_bytes().first().copied().unwrap_or_default();
                if self.initials[usize::from(initial)] {
                    self.translate_key(key);
                }
            }
            Token::String(text) => {
                let plain = match own_key {
                    None => None,
                    Some(OwnKey::Class) => plain_class(text),
                    Some(OwnKey::Ref) => plain_address(text),
                };
                if let Some(plain) = plain {
                    *text = Cow::Owned(plain);
                }
            }
            _ => {}
        }
        Ok(())
    }

    #[inline]
    fn range(&self) -> Range<usize> {
        self.source.range()
    }
}

/// The name of a class in the plain dialect: `URI#//Class` for `URI#/0/Class`; `None` if both dialects have the same
/// name. If a metamodel's document has several packages, PyEcore adds the position of the package, which the URI
/// already determines.
pub(super) fn plain_class(name: &str) -> Option<String> {
    // The last `#/`, because a URI may contain a `#`.
    let mut hashes = memchr::memrchr_iter(b'#', name.as_bytes());
    let hash = hashes.find(|hash| name.as_bytes().get(hash + 1) == Some(&b'/'))?;
    let (uri, path) = (&name[..hash], &name[hash + "#/".len()..]);
    let (position, class_path) = path.split_once('/')?;
    let is_position = !position.is_empty() && position.bytes().all(|b| b.is_ascii_digit());
    is_position.then(|| format!("{uri}#//{class_path}"))
}

/// The form of an address in the plain dialect, which has no class before the URI: `URI#id` for `Class URI#id`; `None`
/// if both dialects have the same form.
fn plain_address(text: &str) -> Option<String> {
    let hash = memchr::memchr(b'#', text.as_bytes())?;
    // PyEcore writes the class before the URI of an unresolved proxy, as XMI does.
    let (class, _) = text[..hash].split_once(' ')?;
    // Text with a slash before the space is the start of a URI, and not a class.
    if class.contains('/') {
        return None;
    }
    Some(text[class.len() + 1..].to_owned())
}
