//! The input of the tree reader: tokens in document order, each with its span.
//!
//! Invariant of every source: tokens are well nested up to [`Token::End`], which is then repeated; it may come early,
//! after a syntax error that cannot be recovered from.

use super::keys;
use crate::diagnostic::{Code, Diagnostic, Source};
use rustc_hash::FxHashSet;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

/// One step through a tree.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Token<'t> {
    /// A map starts: keys and values alternate.
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
    // Two variants instead of one with a `bool`: its tag would be a byte instead of a word, and tokens would be copied
    // in unaligned parts, which is measurably slower.
    /// The boolean `true`.
    True,
    /// The boolean `false`.
    False,
    /// A number in the syntax of JSON, with all its digits.
    Number(Cow<'t, str>),
    /// A string.
    String(Cow<'t, str>),
    /// A value that could not be read; the source has reported why.
    Unreadable,
    /// The end of the document.
    #[default]
    End,
}

impl Token<'_> {
    /// The token of a boolean.
    #[must_use]
    pub const fn boolean(value: bool) -> Self {
        if value { Token::True } else { Token::False }
    }

    /// The same token with an owned text.
    pub(crate) fn into_owned(self) -> Token<'static> {
        match self {
            Token::BeginMap => Token::BeginMap,
            Token::EndMap => Token::EndMap,
            Token::BeginList => Token::BeginList,
            Token::EndList => Token::EndList,
            Token::Key(text) => Token::Key(to_static(text)),
            Token::Null => Token::Null,
            Token::True => Token::True,
            Token::False => Token::False,
            Token::Number(text) => Token::Number(to_static(text)),
            Token::String(text) => Token::String(to_static(text)),
            Token::Unreadable => Token::Unreadable,
            Token::End => Token::End,
        }
    }
}

/// The same text, owned.
fn to_static(text: Cow<'_, str>) -> Cow<'static, str> {
    Cow::Owned(text.into_owned())
}

/// The span of a token, as a start and a length. The processor stalls when one load reads what two stores have just
/// written, as in a copy of two positions. A start and a length are loaded separately, because they are added.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct TokenSpan {
    start: usize,
    length: usize,
}

impl TokenSpan {
    #[inline]
    /// The span as a range.
    pub(crate) fn range(self) -> Range<usize> {
        self.start..self.start + self.length
    }
}

impl From<Range<usize>> for TokenSpan {
    #[inline]
    fn from(range: Range<usize>) -> Self {
        Self { start: range.start, length: range.end.saturating_sub(range.start) }
    }
}

/// The tokens of one document; the tokenizer of JSON and the tree of YAML implement it.
pub trait TreeSource<'t> {
    /// Replaces a token by the next one. Sources are layered, and each layer would move a returned token; a token that
    /// is passed by reference is written only once.
    ///
    /// # Errors
    /// A syntax error; the token is then meaningless. The next call continues with what the source can recover, or with
    /// [`Token::End`].
    fn read(&mut self, token: &mut Token<'t>) -> Result<(), Box<Fault>>;

    /// The next token.
    ///
    /// # Errors
    /// As [`TreeSource::read`].
    #[inline]
    fn next(&mut self) -> Result<Token<'t>, Box<Fault>> {
        let mut token = Token::End;
        self.read(&mut token)?;
        Ok(token)
    }

    /// The span of the last token, in bytes of the source's text.
    fn range(&self) -> Range<usize>;
}

impl<'t> TreeSource<'t> for Box<dyn TreeSource<'t> + 't> {
    fn read(&mut self, token: &mut Token<'t>) -> Result<(), Box<Fault>> {
        (**self).read(token)
    }

    fn range(&self) -> Range<usize> {
        (**self).range()
    }
}

/// A syntax error whose source is not known yet.
#[derive(Debug, Clone)]
pub struct Fault {
    /// The stable code.
    pub code: Code,
    /// What was expected and what was found.
    pub message: String,
    /// The bytes concerned.
    pub range: Range<usize>,
    /// What to do.
    pub help: Option<String>,
    /// Another span concerned, with its label.
    pub related: Option<(Range<usize>, &'static str)>,
}

impl Fault {
    /// A syntax error at a span.
    #[must_use]
    pub fn new(code: Code, message: impl Into<String>, range: Range<usize>) -> Box<Self> {
        // The fault is boxed, so that the result of reading a token is only a pointer.
        Box::new(Self { code, message: message.into(), range, help: None, related: None })
    }

    /// Sets the help.
    #[must_use]
    pub fn help(mut self: Box<Self>, help: impl Into<String>) -> Box<Self> {
        self.help = Some(help.into());
        self
    }

    /// Adds another span with its label.
    #[must_use]
    pub fn related(mut self: Box<Self>, range: Range<usize>, text: &'static str) -> Box<Self> {
        self.related = Some((range, text));
        self
    }

    /// The diagnostic for the source.
    #[must_use]
    pub fn into_diagnostic(self, source: &Arc<Source>) -> Diagnostic {
        let mut diagnostic = Diagnostic::error(self.code, self.message).at(source, self.range);
        if let Some((range, text)) = self.related {
            diagnostic = diagnostic.label(source, range, text);
        }
        diagnostic.help = self.help;
        diagnostic
    }
}

/// The metamodels that a document names in its header, and those that it seems to name in the types of its objects.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Header {
    /// The `$model`: a namespace URI.
    pub model: Option<String>,
    /// The `$schemaLocation`, if it comes before all features: namespace URIs and the locations of their metamodels.
    pub locations: Vec<(String, String)>,
    /// Further namespace URIs that the text seems to use in a `$type`.
    pub others: Vec<String>,
}

impl Header {
    /// Adds the namespace URIs that follow a key in the text of a document. This is a heuristic: a wrong URI only costs
    /// a search for its metamodel; a URI with escapes is missed.
    #[must_use]
    pub(super) fn with_uris_after(mut self, text: &str, key: &str) -> Self {
        let Some(text) = from_first_byte(text, key) else { return self };
        let mut known_uris: FxHashSet<&str> = self.model.as_deref().into_iter().collect();
        let mut other_uris: Vec<String> = Vec::new();
        // The text between the previous key and the path of its class, such as `": "NSURI#/`.
        let mut last_prefix: Option<&str> = None;
        // The end of the value that was read last.
        let mut end_of_value = 0;
        for key_offset in memchr::memmem::find_iter(text.as_bytes(), key) {
            // A key inside a value is part of the value.
            if key_offset < end_of_value {
                continue;
            }
            let key_end = key_offset + key.len();
            let after_key = &text[key_end..];
            // Nearly all types are in the same package as the previous type.
            if let Some(prefix) = last_prefix.filter(|prefix| after_key.starts_with(prefix)) {
                end_of_value = key_end + prefix.len();
                continue;
            }
            let start = position_of(after_key, |byte| !matches!(byte, b'"' | b'\'' | b' ' | b':'));
            let start = start.unwrap_or(after_key.len());
            let value = &after_key[start..];
            let end = position_of(value, |byte| matches!(byte, b'#' | b'"' | b'\'' | b'\n' | b'\\' | b' '));
            let (uri, after_uri) = value.split_at(end.unwrap_or(value.len()));
            end_of_value = key_end + start + uri.len();
            if !uri.is_empty() && after_uri.starts_with("#/") {
                last_prefix = Some(&after_key[..start + uri.len() + "#/".len()]);
                if known_uris.insert(uri) {
                    other_uris.push(uri.to_owned());
                }
            }
        }
        self.others = other_uris;
        self
    }
}

/// The position of the first byte that a condition accepts. Bytes are compared, because a search for characters is
/// slower, and there are as many types as objects.
fn position_of(text: &str, condition: fn(&u8) -> bool) -> Option<usize> {
    text.bytes().position(|byte| condition(&byte))
}

/// Whether a document may have one of some keys: they are in its text, or may be there with escapes.
pub(super) fn may_have_key(text: &str, keys: &[&str]) -> bool {
    for key in keys {
        let Some(remaining) = from_first_byte(text, key) else { continue };
        if memchr::memmem::find(remaining.as_bytes(), key.as_bytes()).is_some() {
            return true;
        }
    }
    may_spell_keys(text)
}

/// Whether a text has escapes that may spell a key: keys consist of ASCII characters, so only escapes of ASCII can.
pub(super) fn may_spell_keys(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr::memchr_iter(b'\\', bytes).any(|at| may_escape_ascii(&bytes[at + 1..]))
}

/// The text from the first byte of a key on: most keys begin with `$`, which is rare in other texts, and a search
/// for one byte takes less time than the preparation of a search for a key.
fn from_first_byte<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    let first = key.as_bytes().first()?;
    memchr::memchr(*first, text.as_bytes()).and_then(|at| text.get(at..))
}

/// Whether the text after a backslash may be the number of a character of ASCII, in JSON or YAML.
fn may_escape_ascii(after: &[u8]) -> bool {
    match after {
        [b'x' | b'U', ..] => true,
        [b'u', b'0', b'0', digit, ..] => *digit < b'8',
        _ => false,
    }
}

/// Reads the header of a document as far as needed, before the metamodel is known.
pub(super) fn peek<'t>(mut tokens: impl TreeSource<'t>) -> Header {
    let mut header = Header::default();
    // The number of open maps and lists: 1 in the document's map, 3 in a pair of the list under `$schemaLocation`.
    let mut depth = 0usize;
    // The strings of the innermost list in `$schemaLocation`.
    let mut pair = Vec::new();
    // The key of the document's own map that the tokens belong to.
    let mut key = Cow::Borrowed("");
    loop {
        // Syntax errors are reported when the document is read.
        let Ok(token) = tokens.next() else { continue };
        match token {
            Token::End => return header,
            Token::BeginMap | Token::BeginList => depth += 1,
            Token::EndMap | Token::EndList => {
                depth = depth.saturating_sub(1);
                if let Ok([namespace, location]) = <[String; 2]>::try_from(std::mem::take(&mut pair)) {
                    header.locations.push((namespace, location));
                }
            }
            _ if depth == 0 => return header,
            Token::Key(name) if depth == 1 => {
                // The writer puts the document's own keys first; a feature may be gigabytes long.
                if header.model.is_some() && !keys::OF_DOCUMENT.contains(&&*name) {
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

#[cfg(test)]
mod tests {
    use super::may_have_key;

    #[test]
    fn keys_are_recognised_with_escapes_and_other_texts_are_not() {
        let may = |text: &str| may_have_key(text, &["$model"]);
        assert!(may(r#"{"$model": 1}"#) && may("$model: 1"));
        assert!(may(r#"{"\u0024model": 1}"#) && may(r#""\x24model": 1"#) && may(r#""\U00000024model": 1"#));
        assert!(!may(r#"{"model": "\u00e9\n\\ $5"}"#) && !may("") && !may("\\"));
    }
}
