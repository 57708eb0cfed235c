//! The name of a notation, and how its files are recognised.
//!
//! Both formats and importers have a notation. This module does not read or write documents.

use super::catch_panic;
use modelwright_metamodel::diagnostic::Diagnostic;
use std::borrow::Cow;
use std::path::Path;

/// A notation of documents.
#[derive(Debug, Clone, Copy)]
pub struct Notation {
    /// The name used with `--from` and `--to`.
    pub name: &'static str,
    /// A description for lists of notations, in one line.
    pub about: &'static str,
    /// The extensions of files in the notation, without dot, in lower case. Written files get the first extension.
    pub extensions: &'static [&'static str],
    /// Further extensions, which are primarily those of other notations. Files in a directory with one of them are read
    /// in this notation only if the user specifies it.
    pub extensions_if_named: &'static [&'static str],
    /// File names that belong to the notation regardless of their extension.
    pub file_names: &'static [&'static str],
    /// Whether files with one of its extensions often contain something other than models.
    pub shares_extension: bool,
    /// Whether a file with one of its extensions is in this notation only if `is_model` returns `true` for it, because
    /// other notations have the same extensions.
    pub requires_content: bool,
    /// Whether many texts in other notations look like this one, which is therefore tried last when content is
    /// recognised.
    pub is_fallback: bool,
    /// Whether a document that starts like this is probably in this notation.
    pub looks_like: fn(&str) -> bool,
    /// Whether a document that starts like this may be in this notation, although no notation recognises it. The help
    /// for its problems then mentions this notation.
    pub resembles: fn(&str) -> bool,
    /// Whether a file with one of its extensions that starts like this contains a model.
    pub is_model: fn(&str) -> bool,
}

/// The number of bytes at the start of a document that are examined to recognise its notation.
const HEAD_LENGTH: usize = 4096;

impl Notation {
    /// A notation that is recognised neither by a file's name nor by its content.
    #[must_use]
    pub const fn new(name: &'static str, about: &'static str) -> Self {
        Self {
            name,
            about,
            extensions: &[],
            extensions_if_named: &[],
            file_names: &[],
            shares_extension: false,
            requires_content: false,
            is_fallback: false,
            looks_like: |_| false,
            resembles: |_| false,
            is_model: |_| true,
        }
    }

    /// Whether a file belongs to this notation by its name.
    #[must_use]
    pub fn matches_path(&self, path: &Path) -> bool {
        let name = path.file_name().and_then(|name| name.to_str());
        (!self.requires_content && self.has_extension(path))
            || name.is_some_and(|name| self.file_names.contains(&name))
    }

    /// Whether a file in a directory is read in this notation if the user specifies the notation.
    #[must_use]
    pub fn matches_path_if_named(&self, path: &Path) -> bool {
        self.matches_path(path)
            || self.has_extension(path)
            || extension(path).is_some_and(|extension| self.extensions_if_named.contains(&extension.as_str()))
    }

    fn has_extension(&self, path: &Path) -> bool {
        extension(path).is_some_and(|extension| self.extensions.contains(&extension.as_str()))
    }

    /// Whether a file with this name may be in this notation, but only its content decides.
    #[must_use]
    pub fn may_match_file(&self, path: &Path) -> bool {
        self.requires_content && self.has_extension(path)
    }

    /// Whether a file with these first bytes is in this notation, if its content decides.
    #[must_use]
    pub fn matches_file(&self, path: &Path, bytes: &[u8]) -> bool {
        self.may_match_file(path) && self.test_start(self.is_model, bytes).unwrap_or_default()
    }

    /// Whether a document is probably in this notation, according to its first bytes.
    #[must_use]
    pub fn matches_content(&self, bytes: &[u8]) -> bool {
        self.recognise(bytes).unwrap_or_default()
    }

    /// As [`Notation::matches_content`], but reports a panic.
    ///
    /// # Errors
    /// If `looks_like` panics.
    pub(crate) fn recognise(&self, bytes: &[u8]) -> Result<bool, Box<Diagnostic>> {
        self.test_start(self.looks_like, bytes)
    }

    /// Whether a document may be in this notation, though it is not recognised.
    ///
    /// # Errors
    /// If `resembles` panics.
    pub(crate) fn resembles_document(&self, bytes: &[u8]) -> Result<bool, Box<Diagnostic>> {
        self.test_start(self.resembles, bytes)
    }

    /// Applies a predicate to the start of a document; a panic is returned as a problem.
    fn test_start(&self, predicate: fn(&str) -> bool, bytes: &[u8]) -> Result<bool, Box<Diagnostic>> {
        // Panics are caught, because a notation registered by a caller must not prevent other documents from being
        // read.
        catch_panic(self.name, "recognising", || predicate(&head(bytes)))
    }
}

/// The extension of a file's name in lower case, without dot.
fn extension(path: &Path) -> Option<String> {
    path.extension().and_then(|extension| extension.to_str()).map(str::to_ascii_lowercase)
}

/// The first characters of a document.
fn head(bytes: &[u8]) -> Cow<'_, str> {
    // The conversion is lossy, because the head may end inside a character, and the text may have any encoding.
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD_LENGTH)]);
    // Zero bytes and the byte order mark are removed, because zero bytes separate ASCII characters in UTF-16.
    let ignored_characters = ['\0', '\u{feff}'];
    if head.contains(ignored_characters) { head.replace(ignored_characters, "").into() } else { head }
}
