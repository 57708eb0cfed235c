//! The keywords of other languages that users write by mistake, and the ones that they mean.
//!
//! This module does not know the grammar; each table is read only where a keyword must be.

/// Words that start members in other languages, with the keyword of the member that is meant.
const MEMBERS: &[(&str, &str)] = &[
    ("attribute", "attr"),
    ("child", "has"),
    ("children", "has"),
    ("constraint", "invariant"),
    ("containment", "has"),
    ("contains", "has"),
    ("def", "operation"),
    ("field", "attr"),
    ("fun", "operation"),
    ("function", "operation"),
    ("let", "attr"),
    ("link", "has"),
    ("method", "operation"),
    ("op", "operation"),
    ("owns", "has"),
    ("prop", "attr"),
    ("property", "attr"),
    ("ref", "has"),
    ("reference", "has"),
    ("references", "has"),
    ("refers", "has"),
    ("val", "attr"),
    ("var", "attr"),
];

/// Those that start references to objects which are not contained.
const LINKS: &[&str] = &["link", "ref", "reference", "references", "refers"];

/// Words that start declarations in other languages, with the keyword of the declaration that is meant.
const DECLARATIONS: &[(&str, &str)] = &[
    ("class", "type"),
    ("concept", "type"),
    ("entity", "type"),
    ("enumeration", "enum"),
    ("message", "type"),
    ("model", "package"),
    ("namespace", "package"),
    ("record", "type"),
    ("struct", "type"),
    ("table", "type"),
];

fn find(table: &[(&str, &'static str)], word: &str) -> Option<&'static str> {
    table.iter().find(|(other, _)| *other == word).map(|(_, meant)| *meant)
}

/// The keyword of the member that a word of another language means.
pub(super) fn member_keyword(word: &str) -> Option<&'static str> {
    find(MEMBERS, word)
}

/// Whether a word means a reference whose objects are not contained.
pub(super) fn has_other_containment(word: &str) -> bool {
    LINKS.contains(&word)
}

/// The keyword of the declaration that a word of another language means.
pub(super) fn declaration_keyword(word: &str) -> Option<&'static str> {
    find(DECLARATIONS, word)
}
