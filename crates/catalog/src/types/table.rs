//! The table of built-in types, which `interop/src/catalogs/types.rb` writes.
//!
//! Invariant: a line that does not have the format is left out, so reading cannot fail; a test compares the numbers of
//! types and attributes. This module does not know the meaning of the attributes.

use super::title::{TitlePattern, TitlePatterns, Titles};
use super::{AttributeKind, ResourceType, ResourceTypes};

/// Reads a table of types such as `builtin.txt`, in which the attributes of a type follow it.
pub(super) fn read(text: &str) -> ResourceTypes {
    let mut types = ResourceTypes::default();
    let mut current: Option<ResourceType> = None;
    let mut is_core = true;
    for line in text.lines() {
        let mut words = line.split_whitespace();
        match (words.next(), words.next()) {
            (Some("modules"), None) => {
                add_type(&mut types, current.take(), is_core);
                // The types of modules follow those of Puppet itself.
                is_core = false;
            }
            (Some("metaparameter"), Some(name)) => types.metaparameters.push(name.into()),
            (Some("type"), Some(name)) => {
                add_type(&mut types, current.take(), is_core);
                let mut ty = ResourceType::new(name);
                ty.is_isomorphic = words.next() != Some("not_isomorphic");
                current = Some(ty);
            }
            (Some(word), Some(name)) => {
                if let Some(ty) = &mut current {
                    add_attribute_or_pattern(ty, word, name, line);
                }
            }
            _ => {}
        }
    }
    add_type(&mut types, current, is_core);
    types
}

/// Adds a type after its last line was read.
fn add_type(types: &mut ResourceTypes, ty: Option<ResourceType>, is_core: bool) {
    if let Some(ty) = ty {
        if is_core {
            types.core.push(ty.name.clone());
        }
        types.insert(ty);
    }
}

/// Reads a line of a type: `property NAME`, `parameter NAME`, one of these followed by `key`, or
/// `pattern KEYS /REGEX/FLAGS`.
fn add_attribute_or_pattern(ty: &mut ResourceType, word: &str, name: &str, line: &str) {
    let is_key = line.ends_with(" key");
    match word {
        "property" => ty.add(name, AttributeKind::Property, is_key),
        "parameter" => ty.add(name, AttributeKind::Parameter, is_key),
        "pattern" => {
            let regex = line.split_once('/').and_then(|(_, after_slash)| after_slash.rsplit_once('/'));
            let Some((source, flags)) = regex else { return };
            let keys = name.split(',').map(Into::into).collect();
            ty.titles.add(TitlePattern::new(&source.replace(r"\/", "/"), flags, keys).ok());
        }
        _ => {}
    }
}

impl Titles {
    /// Adds a pattern; `None` makes all titles unknown.
    pub(super) fn add(&mut self, pattern: Option<TitlePattern>) {
        match (self, pattern) {
            (Self::Patterns(patterns), Some(pattern)) => patterns.push(pattern),
            (titles @ Self::Whole, Some(pattern)) => *titles = Self::Patterns(TitlePatterns::new(pattern)),
            (Self::Computed, _) => {}
            (titles, None) => *titles = Self::Computed,
        }
    }
}
