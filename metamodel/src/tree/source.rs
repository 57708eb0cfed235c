//! What a syntax's reader gives: tokens in document order, each with its place.
//!
//! Invariant of every source: tokens are well nested up to [`Token::End`], which is then repeated
//! for ever; it may come early, where the syntax is beyond repair.

use super::keys;
use crate::diagnostic::{Code, Diagnostic, Source};
use rustc_hash::FxHashSet;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

/// One step through a tree.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Token<'t> {
    /// A map starts: keys and values follow by turns.
    BeginMap,
    /// The innermost map ends.
    EndMap,
    /// A list starts.
    BeginList,
    /// The innermost list ends.
    EndList,
    /// The key of the value that follows.
    Key(Cow<'t, str>),
    /// A null.
    Null,
    /// A truth value.
    Boolean(bool),
    /// A number as a legal JSON number, with all its digits.
    Number(Cow<'t, str>),
    /// A string.
    String(Cow<'t, str>),
    /// A value that could not be read; the source has said why.
    Unreadable,
    /// There is nothing more.
    #[default]
    End,
}

/// Gives the tokens of one document; JSON's tokenizer and YAML's tree implement it.
pub trait TreeSource<'t> {
    /// The next token.
    ///
    /// # Errors
    /// A problem of the syntax. Reading goes on with the next call: with what the source could make
    /// of the rest, or with [`Token::End`].
    fn next(&mut self) -> Result<Token<'t>, Box<Fault>>;

    /// Where the token given last stands: bytes of the source's text.
    fn range(&self) -> Range<usize>;
}

/// A problem of the syntax, found without knowing the source's name.
#[derive(Debug, Clone)]
pub struct Fault {
    /// The stable code.
    pub code: Code,
    /// What was expected and what was found.
    pub message: String,
    /// Where.
    pub range: Range<usize>,
    /// What to do.
    pub help: Option<String>,
    /// Another place concerned, with what is to be said of it.
    pub related: Option<(Range<usize>, &'static str)>,
}

impl Fault {
    /// A problem at a place.
    #[must_use]
    pub fn new(code: Code, message: impl Into<String>, range: Range<usize>) -> Box<Self> {
        Box::new(Self { code, message: message.into(), range, help: None, related: None })
    }

    /// Says what to do.
    #[must_use]
    pub fn help(mut self: Box<Self>, help: impl Into<String>) -> Box<Self> {
        self.help = Some(help.into());
        self
    }

    /// Adds another place.
    #[must_use]
    pub fn related(mut self: Box<Self>, range: Range<usize>, text: &'static str) -> Box<Self> {
        self.related = Some((range, text));
        self
    }

    /// The problem in its source.
    #[must_use]
    pub fn diagnostic(self, source: &Arc<Source>) -> Diagnostic {
        let mut diagnostic = Diagnostic::error(self.code, self.message).at(source, self.range);
        if let Some((range, text)) = self.related {
            diagnostic = diagnostic.label(source, range, text);
        }
        diagnostic.help = self.help;
        diagnostic
    }
}

/// What a document says of its metamodel.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Header {
    /// The `$model`: a namespace URI.
    pub model: Option<String>,
    /// The `$schemaLocation`, if it stands before all features: namespace URIs and where their metamodels are.
    pub locations: Vec<(String, String)>,
    /// Further namespace URIs that its text seems to name in a `$type`.
    pub others: Vec<String>,
}

impl Header {
    /// Looks for namespace URIs of classes in a document's text, which stand behind a key. One too many is looked
    /// for in vain; one with escapes is not seen.
    #[must_use]
    pub(super) fn with_types_of(mut self, text: &str, key: &str) -> Self {
        let mut seen: FxHashSet<&str> = self.model.as_deref().into_iter().collect();
        let mut others = Vec::new();
        for at in memchr::memmem::find_iter(text.as_bytes(), key) {
            let value = &text[at + key.len()..];
            let value = value.trim_start_matches(['"', '\'', ' ', ':']);
            let end = value.find(['#', '"', '\'', '\n', '\\', ' ']).unwrap_or(value.len());
            if end > 0 && value[end..].starts_with("#/") && seen.insert(&value[..end]) {
                others.push(value[..end].to_owned());
            }
        }
        self.others = others;
        self
    }
}

/// What a document says of its metamodel, read as far as needed: before the metamodel is known.
pub(super) fn peek<'t>(mut tokens: impl TreeSource<'t>) -> Header {
    let mut header = Header::default();
    let (mut depth, mut pair) = (0usize, Vec::new());
    // The key of the document's own map that the tokens belong to.
    let mut key = Cow::Borrowed("");
    loop {
        // A fault is told when the document is read in earnest.
        let Ok(token) = tokens.next() else { continue };
        match token {
            Token::End => return header,
            Token::BeginMap | Token::BeginList => depth += 1,
            Token::EndMap | Token::EndList => {
                depth = depth.saturating_sub(1);
                if let Ok([namespace, place]) = <[String; 2]>::try_from(std::mem::take(&mut pair)) {
                    header.locations.push((namespace, place));
                }
            }
            _ if depth == 0 => return header,
            Token::Key(name) if depth == 1 => {
                // The writer puts what concerns the document first; a feature may go on for gigabytes.
                let of_document =
                    [keys::MODEL, keys::ENCODING, keys::XMI, keys::SCHEMA_LOCATION, keys::NO_NAMESPACE];
                if header.model.is_some() && !of_document.contains(&&*name) {
                    return header;
                }
                key = name;
            }
            Token::String(value) if depth == 1 && key == keys::MODEL => {
                header.model = Some(value.into_owned());
            }
            Token::String(value) if depth == 3 && key == keys::SCHEMA_LOCATION => {
                pair.push(value.into_owned());
            }
            _ => {}
        }
    }
}
