//! The keywords of other languages that users write by mistake, and the keywords that they mean.
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

/// The words of `MEMBERS` that start references to objects which are not contained.
const LINKS: &[&str] = &["link", "ref", "reference", "references", "refers"];

/// Words of other languages that declare a feature: the word, the keyword that is meant, and the settings.
const FEATURES: &[(&str, &str, &str)] = &[
    ("contains_a", "has", ""),
    // The following words are from the metamodel builder of RGen (`contains_many_uni`) and from Rails (`belongs_to`).
    ("contains_many", "has", MANY),
    ("contains_many_uni", "has", MANY),
    ("contains_one", "has", ""),
    ("contains_one_uni", "has", ""),
    ("has_a", "has", ""),
    ("has_an", "has", ""),
    ("has_and_belongs_to_many", "has", MANY_UNCONTAINED),
    ("has_attr", "attr", ""),
    ("has_attribute", "attr", ""),
    ("has_field", "attr", ""),
    ("has_many", "has", MANY),
    ("has_many_attr", "attr", MANY),
    ("has_one", "has", ""),
    ("has_property", "attr", ""),
    ("has_ref", "has", UNCONTAINED),
    ("has_reference", "has", UNCONTAINED),
    ("belongs_to", "has", UNCONTAINED),
    ("many_to_many", "has", MANY_UNCONTAINED),
    ("many_to_one", "has", UNCONTAINED),
    ("one_to_many", "has", MANY),
    ("one_to_one", "has", UNCONTAINED),
];

/// Words between a keyword and a name in other languages, such as `has many lines`.
const ARTICLES: &[(&str, &str)] =
    &[("a", ""), ("an", ""), ("many", MANY), ("multiple", MANY), ("one", ""), ("some", MANY)];

/// Words in front of members in other languages, with the setting that expresses them.
const MODIFIERS: &[(&str, &str)] = &[
    ("const", ""),
    ("final", ""),
    ("id", "id => true"),
    ("internal", ""),
    ("key", "id => true"),
    ("mandatory", "min => 1"),
    // Values are optional by default, so no setting is needed.
    ("optional", ""),
    ("private", ""),
    ("protected", ""),
    ("public", ""),
    ("readonly", "setable => false"),
    ("repeated", MANY),
    ("required", "min => 1"),
    ("static", ""),
];

/// Words in front of declarations in other languages, which have no equivalent.
const DECLARATION_MODIFIERS: &[&str] =
    &["data", "export", "final", "internal", "private", "protected", "public", "sealed", "static"];

/// Words between a type and its supertypes in other languages.
const INHERITS: &[&str] =
    &["derives", "from", "implements", "includes", "inherit", "is", "isa", "specializes"];

/// The settings of references in [`FEATURES`]: to any number of objects, to objects that are not contained, or both.
const MANY: &str = "max => unbound";
const UNCONTAINED: &str = "containment => false";
const MANY_UNCONTAINED: &str = "max => unbound, containment => false";

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

/// The second value of the entry of a table whose first value is `word`.
fn find(table: &[(&str, &'static str)], word: &str) -> Option<&'static str> {
    table.iter().find(|(other, _)| *other == word).map(|(_, equivalent)| *equivalent)
}

/// The keyword of the member that a word of another language means.
pub(super) fn member_keyword(word: &str) -> Option<&'static str> {
    find(MEMBERS, word)
}

/// The keyword of the feature that a word of another language means, and the settings that express the word.
pub(super) fn feature_keyword(word: &str) -> Option<(&'static str, &'static str)> {
    if let Some((_, meant, settings)) = FEATURES.iter().find(|(other, ..)| *other == word) {
        return Some((*meant, *settings));
    }
    let meant = member_keyword(word)?;
    // The other members are no features.
    if !matches!(meant, "attr" | "has") {
        return None;
    }
    let settings = if has_other_containment(word) { UNCONTAINED } else { "" };
    Some((meant, settings))
}

/// The settings that a word between a keyword and a name means.
pub(super) fn article(word: &str) -> Option<&'static str> {
    find(ARTICLES, word)
}

/// The settings that a word in front of a member means.
pub(super) fn modifier(word: &str) -> Option<&'static str> {
    find(MODIFIERS, word)
}

/// Whether a word may precede declarations in other languages, but has no meaning in this one.
pub(super) fn is_declaration_modifier(word: &str) -> bool {
    DECLARATION_MODIFIERS.contains(&word)
}

/// Whether a word precedes supertypes in other languages.
pub(super) fn is_inherits(word: &str) -> bool {
    INHERITS.contains(&word)
}

/// Whether a word of another language means a reference whose objects are not contained.
fn has_other_containment(word: &str) -> bool {
    LINKS.contains(&word)
}

/// The keyword of the declaration that a word of another language means.
pub(super) fn declaration_keyword(word: &str) -> Option<&'static str> {
    find(DECLARATIONS, word)
}
