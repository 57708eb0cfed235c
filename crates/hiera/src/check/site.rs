//! The input of the checks: every file that can be read, with its text and the levels that use it.

use super::environments::Environments;
use crate::interpolation::{Reference, first_segment, references};
use crate::lookup::{FileIndex, Hierarchy, LevelMatch, LookupError, OPTIONS_KEY};
use crate::store::{Data, Entry, NodeIndex, Value};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use std::sync::Arc;

/// The number of bytes at the start of a value that are searched for an interpolation, to give its position in a
/// message.
const SEARCHED_BYTES: usize = 64 << 10;

/// A tree with its files.
pub(super) struct Site<'h> {
    pub(super) hierarchy: &'h Hierarchy,
    pub(super) files: Vec<SiteFile<'h>>,
    /// Files that cannot be read.
    pub(super) unreadable_files: Vec<(FileIndex, LookupError)>,
    /// For each key that is a text, its entries, each with the index of its file in `files`.
    pub(super) keys: FxHashMap<&'h str, Vec<(usize, Entry)>>,
    /// The names that the values and the levels refer to.
    pub(super) references: FxHashSet<&'h str>,
}

/// A file that can be read.
pub(super) struct SiteFile<'h> {
    pub(super) index: FileIndex,
    pub(super) data: &'h Data,
    pub(super) source: Arc<Source>,
    pub(super) level_matches: Vec<LevelMatch>,
    /// The module that the file is data of.
    pub(super) module: Option<String>,
}

impl<'h> Site<'h> {
    /// A level, a directory or a file of data that is not read, and may therefore contain any key; `None` if there is
    /// none.
    pub(super) fn unread_data(&self) -> Option<String> {
        if let Some((file, _)) = self.unreadable_files.first() {
            return Some(self.hierarchy.file_name(*file).to_owned());
        }
        if let Some(level) = self.hierarchy.unread_levels().next() {
            return Some(format!("the level `{level}`"));
        }
        self.hierarchy.lacks_data_directories().then(|| "a data directory".to_owned())
    }

    /// The file with an index, if it can be read.
    pub(super) fn file(&self, index: FileIndex) -> Option<&SiteFile<'h>> {
        // Files are added in the order of their indexes.
        let place = self.files.binary_search_by_key(&index, |file| file.index).ok()?;
        self.files.get(place)
    }

    /// Reads the data files that are data of the environments of the nodes.
    pub(super) fn new(hierarchy: &'h Hierarchy, scopes: &[(String, Value)]) -> Self {
        let environments = Environments::new(hierarchy, scopes);
        let mut site = Self {
            hierarchy,
            files: Vec::new(),
            unreadable_files: Vec::new(),
            keys: FxHashMap::default(),
            references: referenced_keys(hierarchy),
        };
        for index in hierarchy.files() {
            let level_matches = hierarchy.level_matches(index);
            if !environments.may_use(hierarchy, index, &level_matches) {
                continue;
            }
            let (data, source) = match hierarchy.data_with_source(index) {
                Ok((data, Some(source))) => (data, source),
                // Data of a model has no text, and so no positions.
                Ok((_, None)) => continue,
                Err(error) => {
                    site.unreadable_files.push((index, error));
                    continue;
                }
            };
            for entry in data.entries() {
                if let Some(key) = data.text(entry.key) {
                    site.keys.entry(key).or_default().push((site.files.len(), entry));
                }
            }
            let layer = level_matches.first().map(|found| found.backend.as_str());
            let module = layer.and_then(|layer| layer.strip_prefix("module ")).map(str::to_owned);
            site.files.push(SiteFile { index, data, source, level_matches, module });
        }
        site
    }

    /// Sets the key of each problem to the top-level key at its position, or the last one before it.
    pub(super) fn set_keys(&self, problems: &mut Diagnostics) {
        let files: FxHashMap<&str, &SiteFile<'h>> =
            self.files.iter().map(|file| (file.source.name(), file)).collect();
        let mut keys_by_file: FxHashMap<&str, Vec<(usize, Option<&'h str>)>> = FxHashMap::default();
        for problem in problems.iter_mut() {
            // An empty range means that the problem concerns the entire file.
            let Some(label) = problem.labels.first().filter(|label| !label.range.is_empty()) else {
                continue;
            };
            let Some((name, file)) = files.get_key_value(label.source.name()) else { continue };
            let keys = keys_by_file.entry(name).or_insert_with(|| file.key_offsets());
            let keys_before = &keys[..keys.partition_point(|(start, _)| *start <= label.range.start)];
            problem.key = keys_before.last().and_then(|(_, key)| *key).map(str::to_owned);
        }
    }
}

/// The keys that values, levels and keys inside values refer to.
fn referenced_keys(hierarchy: &Hierarchy) -> FxHashSet<&str> {
    let mut keys = FxHashSet::default();
    let data = hierarchy.files().filter_map(|file| hierarchy.data(file).ok());
    for text in hierarchy.levels().chain(data.flat_map(Data::texts)) {
        for reference in references(text, hierarchy.rules()) {
            if let Reference::Key(name) = reference {
                keys.insert(first_segment(name));
            }
        }
    }
    keys
}

impl<'h> SiteFile<'h> {
    /// The offsets of the top-level keys, in ascending order.
    fn key_offsets(&self) -> Vec<(usize, Option<&'h str>)> {
        let offsets = self.data.entries().map(|entry| (self.offset(entry.key), self.data.text(entry.key)));
        let mut offsets: Vec<_> = offsets.collect();
        offsets.sort_unstable();
        offsets
    }

    /// The position of a value in the text.
    pub(super) fn offset(&self, node: NodeIndex) -> usize {
        self.data.place(node).offset(&self.source)
    }

    /// Whether lookups of a key may find the key in the file. The data of a module answers only for keys that begin
    /// with the module's name.
    pub(super) fn may_answer(&self, key: &str) -> bool {
        self.module.as_deref().is_none_or(|module| {
            key == OPTIONS_KEY
                || key.strip_prefix(module).is_some_and(|following| following.starts_with("::"))
        })
    }

    /// The span of a value, from its start up to the end of its line, a comma or a closing bracket.
    pub(super) fn span(&self, node: NodeIndex) -> Range<usize> {
        let start = self.data.place(node).offset(&self.source);
        let text = &self.source.text()[start..];
        // A line may be very long, so the end is the first of the characters that may end the value.
        let end = match text.chars().next() {
            Some(quote @ ('"' | '\'')) => quoted_length(text, quote),
            _ => text.find(['#', ',', ']', '}', '\n']),
        };
        start..start + text[..end.unwrap_or(text.len())].trim_end().len()
    }

    /// The span of the first interpolation of a name in a value. The span of the entire value if the interpolation is
    /// far from its start, or is written with escapes.
    pub(super) fn interpolation_span(&self, node: NodeIndex, name: &str) -> Range<usize> {
        let start = self.data.place(node).offset(&self.source);
        let text = &self.source.text()[start..];
        // A character has at most four bytes, so at least one of four consecutive positions is a boundary between
        // characters.
        let near = (0..4).find_map(|shift| text.get(..SEARCHED_BYTES - shift)).unwrap_or(text);
        let interpolations =
            near.match_indices("%{").filter_map(|(offset, _)| Some((offset, near[offset..].find('}')? + 1)));
        let mut named =
            interpolations.filter(|(offset, length)| near[*offset..*offset + *length].contains(name));
        let Some((offset, length)) = named.next() else { return self.span(node) };
        start + offset..start + offset + length
    }

    /// The span of a key.
    pub(super) fn key_span(&self, entry: Entry) -> Range<usize> {
        let span = self.span(entry.key);
        let text = &self.source.text()[span.clone()];
        let end = match self.data.text(entry.key) {
            // The span of a key in quotes ends with its closing quote.
            _ if text.starts_with(['"', '\'']) => text.len(),
            // The text may be the key as it is. This is tested first, because a name such as `a::b` contains colons
            // itself.
            Some(key) if text.starts_with(key) => key.len(),
            // A symbol of Ruby, such as `:a::b`, whose key is its name.
            Some(key) if text.strip_prefix(':').is_some_and(|name| name.starts_with(key)) => 1 + key.len(),
            _ => text.find(':').unwrap_or(text.len()),
        };
        span.start..span.start + end
    }

    /// Sets the position of a problem to that of a value.
    pub(super) fn at(&self, problem: Diagnostic, node: NodeIndex) -> Diagnostic {
        problem.at(&self.source, self.span(node))
    }

    /// Sets the position of a problem to that of a key.
    pub(super) fn at_key(&self, problem: Diagnostic, entry: Entry) -> Diagnostic {
        problem.at(&self.source, self.key_span(entry))
    }
}

/// The number of bytes from the quote at the start of a text up to its closing quote, or to the end of its line; `None`
/// if there is neither.
fn quoted_length(text: &str, quote: char) -> Option<usize> {
    let mut characters = text.char_indices().skip(1).peekable();
    while let Some((at, character)) = characters.next() {
        let is_end = match character {
            '\n' => return Some(at),
            // In double quotes, a backslash escapes the next character.
            '\\' if quote == '"' => {
                characters.next_if(|(_, next)| *next != '\n');
                false
            }
            // In single quotes, two of them represent one.
            '\'' if quote == '\'' => characters.next_if(|(_, next)| *next == '\'').is_none(),
            _ => character == quote,
        };
        if is_end {
            return Some(at + 1);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::quoted_length;

    #[test]
    fn a_text_in_quotes_ends_with_its_closing_quote() {
        for (text, expected) in [
            (r#""a::b": 1"#, r#""a::b""#),
            (r#""a\"b\\": 1"#, r#""a\"b\\""#),
            ("'a::b': 1", "'a::b'"),
            ("'it''s': 1", "'it''s'"),
            (r"'a\': 1", r"'a\'"),
            ("\"a\nb\"", "\"a"),
            ("\"a\\\nb\"", "\"a\\"),
        ] {
            let quote = text.chars().next().expect("a quote");
            assert_eq!(quoted_length(text, quote).map(|length| &text[..length]), Some(expected), "{text}");
        }
        assert_eq!(quoted_length("'a", '\''), None);
    }
}
