//! The table of built-in types, which is written by `interop/src/catalogs/types.rb`.
//!
//! Invariant: a line that is not of the format is left out, so reading cannot fail; a test compares the numbers. This
//! module does not know what the attributes mean.

use super::title::{TitlePattern, TitlePatterns, Titles};
use super::{AttributeKind, ResourceType, ResourceTypes};

/// Reads a table.
pub(super) fn read(text: &str) -> ResourceTypes {
    let mut types = ResourceTypes::default();
    let mut open: Option<ResourceType> = None;
    let mut is_core = true;
    for line in text.lines() {
        let mut words = line.split_whitespace();
        match (words.next(), words.next()) {
            (Some("modules"), None) => {
                close(&mut types, open.take(), is_core);
                is_core = false;
            }
            (Some("metaparameter"), Some(name)) => types.metaparameters.push(name.into()),
            (Some("type"), Some(name)) => {
                close(&mut types, open.take(), is_core);
                let mut next = ResourceType::new(name);
                next.is_isomorphic = words.next() != Some("not_isomorphic");
                open = Some(next);
            }
            (Some(word), Some(name)) => {
                if let Some(open) = &mut open {
                    attribute(open, word, name, line);
                }
            }
            _ => {}
        }
    }
    close(&mut types, open, is_core);
    types
}

fn close(types: &mut ResourceTypes, complete: Option<ResourceType>, is_core: bool) {
    if let Some(complete) = complete {
        if is_core {
            types.core.push(complete.name.clone());
        }
        types.insert(complete);
    }
}

fn attribute(open: &mut ResourceType, word: &str, name: &str, line: &str) {
    let is_key = line.ends_with(" key");
    match word {
        "property" => open.add(name, AttributeKind::Property, is_key),
        "parameter" => open.add(name, AttributeKind::Parameter, is_key),
        "pattern" => {
            let written = line.split_once('/').and_then(|(_, rest)| rest.rsplit_once('/'));
            let Some((source, flags)) = written else { return };
            let keys = name.split(',').map(Into::into).collect();
            open.titles.add(TitlePattern::new(&source.replace(r"\/", "/"), flags, keys).ok());
        }
        _ => {}
    }
}

impl Titles {
    /// Adds a pattern; without one, titles are unknown.
    pub(super) fn add(&mut self, pattern: Option<TitlePattern>) {
        match (self, pattern) {
            (Self::Patterns(patterns), Some(pattern)) => patterns.push(pattern),
            (titles @ Self::Whole, Some(pattern)) => *titles = Self::Patterns(TitlePatterns::new(pattern)),
            (Self::Computed, _) => {}
            (titles, None) => *titles = Self::Computed,
        }
    }
}
