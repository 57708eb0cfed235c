//! Converts a model's names to Rust identifiers: valid, idiomatic and unique.
//!
//! Invariant: identifiers depend only on the metamodel's own order; the first of two that collide keeps
//! the plain form. This module does not know the metamodel.

mod signs;

use crate::languages::names::{encode, symbol_name};
use heck::{ToShoutySnakeCase, ToSnakeCase, ToUpperCamelCase};
use rustc_hash::{FxBuildHasher, FxHashSet};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Keywords of any edition. They are only valid as raw identifiers.
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro",
    "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "static", "struct", "trait",
    "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Keywords that are not valid as raw identifiers, either.
const NEVER_RAW: &[&str] = &["self", "Self", "super", "crate"];

/// The use of a name.
#[derive(Debug, Clone, Copy)]
pub(super) enum NameKind {
    /// A field, method or module.
    Field,
    /// A type or variant.
    Type,
    /// A static.
    Static,
}

/// Converts names to identifiers.
#[derive(Debug, Default)]
pub(super) struct Speller {
    /// Letters that the compiler would warn about.
    confusing: FxHashSet<char>,
}

/// The name of a module in a separate file. The compiler only finds files with ASCII names.
pub(super) fn module(name: &str) -> String {
    let name = Speller::default().snake(name);
    if name.is_ascii() { name } else { Speller::default().legal(&encode(&name, |c| c.is_ascii())) }
}

impl Speller {
    /// A speller for the names of one crate, which determine the letters that can be confused.
    pub(super) fn new<'n, N: Iterator<Item = (NameKind, &'n str)>>(names: impl Fn() -> N) -> Self {
        let mut speller = Self::default();
        // In ASCII alone no letters can be confused, so most metamodels need no search.
        if names().all(|(_, name)| name.is_ascii()) {
            return speller;
        }
        // The names are spelled again for the second search, because the first one may have replaced letters.
        for find in [signs::lone_letters, signs::look_alike_letters] {
            let identifiers: BTreeSet<String> =
                names().map(|(kind, name)| speller.spell(kind, name)).collect();
            for letter in find(&identifiers) {
                // The same name is in upper case as a static, and its words start with capitals as a type.
                speller.confusing.extend(letter.to_lowercase().chain(letter.to_uppercase()).chain([letter]));
            }
        }
        speller
    }

    /// The identifier of a name for one use.
    fn spell(&self, kind: NameKind, name: &str) -> String {
        match kind {
            NameKind::Field => self.snake(name),
            NameKind::Type => self.camel(name),
            NameKind::Static => self.constant(name),
        }
    }

    /// The name of a field, method or module.
    pub(super) fn snake(&self, name: &str) -> String {
        // Splitting a name into words takes longer than everything else.
        if !is_one_word(name) {
            return self.legal(&self.escape_letters(name).to_snake_case());
        }
        // No keyword is longer than eight letters or ends with a digit.
        let is_free = name.len() > 8 || name.ends_with(|c: char| c.is_ascii_digit());
        if is_free { name.to_owned() } else { self.legal(name) }
    }

    /// The name of a type or a variant.
    pub(super) fn camel(&self, name: &str) -> String {
        if is_upper_camel_case(name) {
            return name.to_owned();
        }
        let mut name = self.legal(&self.escape_letters(name).to_upper_camel_case());
        // A first letter whose capital consists of several characters may have been spelled out, as `u…`.
        if let Some(first) = name.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        name
    }

    /// The name of a static.
    pub(super) fn constant(&self, name: &str) -> String {
        let name = self.escape_letters(name).to_shouty_snake_case();
        if name.is_empty() { "PACKAGE".to_owned() } else { self.legal(&name).to_ascii_uppercase() }
    }

    /// Replaces letters that identifiers must not contain by their code points (`u3b1`). A name that consists only of
    /// symbols is spelled out in words.
    fn escape_letters(&self, name: &str) -> String {
        if name.is_empty() {
            return "unnamed".to_owned();
        }
        if !name.chars().any(char::is_alphanumeric) {
            // Code points would be legal as well, but `+` and `-` as literals are more readable in words.
            return name.chars().map(symbol_name).collect::<Vec<_>>().join("_");
        }
        // Symbols are kept here, because the case conversion splits words at them.
        encode(name, |c| self.is_allowed(c) || !c.is_alphanumeric())
    }

    /// Whether an identifier with a character causes no warning. The compiler warns about rare characters, and about
    /// characters that look like another one, such as the micro sign, which looks like a Greek letter.
    fn is_allowed(&self, c: char) -> bool {
        c.is_ascii_alphanumeric()
            || c == '_'
            || unicode_ident::is_xid_continue(c) && signs::is_common(c) && !self.confusing.contains(&c)
    }

    /// Spells out characters that identifiers must not contain, and avoids a leading digit and keywords.
    pub(super) fn legal(&self, name: &str) -> String {
        let mut out = encode(name, |c| self.is_allowed(c));
        if !out.starts_with(unicode_ident::is_xid_start) {
            out.insert(0, '_');
        }
        if KEYWORDS.contains(&out.as_str()) {
            return format!("r#{out}");
        }
        // These words have no raw form.
        if NEVER_RAW.contains(&out.as_str()) {
            out.push('_');
        }
        out
    }
}

/// Whether a name is one word in lower case, possibly followed by digits.
fn is_one_word(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
}

/// Whether a name is in `UpperCamelCase` already: ASCII letters and digits, and a lower-case letter after each capital.
/// `BookCase2` is, `ISBN` is not.
fn is_upper_camel_case(name: &str) -> bool {
    let bytes = name.as_bytes();
    bytes.first().is_some_and(u8::is_ascii_uppercase)
        && bytes.iter().all(u8::is_ascii_alphanumeric)
        && !bytes.windows(2).any(|pair| pair[0].is_ascii_uppercase() && !pair[1].is_ascii_lowercase())
        && !bytes.last().is_some_and(u8::is_ascii_uppercase)
        // A keyword without a raw form.
        && name != "Self"
}

/// Whether clippy would report that the names of an enum's variants, or of a struct's fields, all share a word or
/// contain the name of their owner.
pub(super) fn are_repetitive<'n>(owner: &str, members: impl Iterator<Item = &'n str>) -> bool {
    let members: Vec<&str> = members.collect();
    // The default threshold of both lints of clippy.
    if members.len() < 3 {
        return false;
    }
    let words_of =
        |name: &str| -> Vec<String> { name.to_snake_case().split('_').map(str::to_owned).collect() };
    let names: Vec<Vec<String>> = members.into_iter().map(words_of).collect();
    let owner = words_of(owner);
    let Some(first_name) = names.first() else { return false };
    let have_same_start = names.iter().all(|words| words.first() == first_name.first());
    let have_same_end = names.iter().all(|words| words.last() == first_name.last());
    have_same_start
        || have_same_end
        || names.iter().any(|words| words.starts_with(&owner) || words.ends_with(&owner))
}

/// The names of one scope, each used once.
#[derive(Debug, Clone, Default)]
pub(super) struct UsedNames {
    names: FxHashSet<Rc<str>>,
}

impl UsedNames {
    /// With capacity for this many names.
    pub(super) fn with_capacity(names: usize) -> Self {
        Self { names: FxHashSet::with_capacity_and_hasher(names, FxBuildHasher) }
    }

    /// Whether no element has a name yet.
    pub(super) fn is_free(&self, name: &str) -> bool {
        !self.names.contains(name)
    }

    /// Takes the first unused candidate, or else the last one with a number after `separator`.
    pub(super) fn take(&mut self, candidates: &[String], separator: &str) -> String {
        match candidates.iter().find(|name| self.names.insert(Rc::from(name.as_str()))) {
            Some(free) => free.clone(),
            None => self.number(candidates.last().map_or("unnamed", String::as_str), separator),
        }
    }

    /// As [`UsedNames::take`], for a name that occurs in many scopes.
    pub(super) fn share(&mut self, name: &Rc<str>, separator: &str) -> Rc<str> {
        if self.names.insert(Rc::clone(name)) {
            return Rc::clone(name);
        }
        self.number(name, separator).into()
    }

    /// Takes an unused name: the given one with a number.
    fn number(&mut self, name: &str, separator: &str) -> String {
        // With a number, the name is not a keyword, and `self_` needs no second underscore.
        let base = name.trim_start_matches("r#").trim_end_matches('_');
        let mut number = 2_u64;
        loop {
            let numbered_name = format!("{base}{separator}{number}");
            if self.names.insert(Rc::from(numbered_name.as_str())) {
                return numbered_name;
            }
            number += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_valid_and_idiomatic() {
        let speller = Speller::default();
        for (name, field, ty) in [
            ("name", "name", "Name"),
            ("row2x10", "row2x10", "Row2x10"),
            ("Row2X10Cell", "row2_x10_cell", "Row2X10Cell"),
            ("eClassifiers", "e_classifiers", "EClassifiers"),
            ("XMLFile", "xml_file", "XmlFile"),
            ("type", "r#type", "Type"),
            ("self", "self_", "Self_"),
            ("crate", "crate_", "Crate"),
            ("2nd", "_2nd", "_2nd"),
            ("a-b c", "a_b_c", "ABC"),
            ("<=", "less_equal", "LessEqual"),
            ("", "unnamed", "Unnamed"),
            ("größe", "größe", "Größe"),
            ("日本", "日本", "日本"),
            ("x²", "xub2", "Xub2"),
            ("²", "ub2", "Ub2"),
            ("µm", "ub5m", "Ub5m"),
            ("ﬁne", "ufb01ne", "Ufb01ne"),
        ] {
            assert_eq!((speller.snake(name).as_str(), speller.camel(name).as_str()), (field, ty));
        }
    }

    #[test]
    fn confusable_letters_are_spelled_out() {
        for (names, fields) in [
            (&["ρ"][..], &["u3c1"][..]),
            (&["имя", "нос"], &["имя", "нос"]),
            (&["сор"], &["u441u43eu440"]),
            (&["ω", "ρ"], &["ω", "ρ"]),
            (&["ω", "ρ", "p"], &["ω", "u3c1", "p"]),
            (&["größe", "größе"], &["größe", "größu435"]),
            (&["µm", "mm"], &["ub5m", "mm"]),
            (&["日本", "カ", "力"], &["日本", "カ", "u529b"]),
        ] {
            let speller = Speller::new(|| names.iter().map(|name| (NameKind::Field, *name)));
            let spelled: Vec<String> = names.iter().map(|name| speller.snake(name)).collect();
            assert_eq!(spelled, fields);
        }
        let speller = Speller::new(|| [(NameKind::Type, "сор")].into_iter());
        assert_eq!(speller.camel("сор"), "U441u43eu440");
    }

    #[test]
    fn statics_are_in_capitals() {
        for (name, constant) in [("x²", "XUB2"), ("type", "TYPE"), ("2nd", "_2ND"), ("", "UNNAMED")] {
            assert_eq!(Speller::default().constant(name), constant);
        }
    }

    #[test]
    fn camel_case_is_not_changed() {
        for name in ["Ab", "Row2x10", "Row2Cell", "ClassOf17", "Type"] {
            let spelled = Speller::default().legal(&name.to_upper_camel_case());
            assert!(is_upper_camel_case(name) && spelled == name, "{name}");
        }
        assert!(
            ["", "Self", "XMLFile", "A1B2c", "AbC", "aB", "A_b", "2A", "Größe"]
                .iter()
                .all(|name| !is_upper_camel_case(name))
        );
    }

    #[test]
    fn the_second_of_two_equal_names_is_numbered() {
        let mut taken = UsedNames::default();
        let names = ["r#type", "a", "a", "a_2", "a", "r#type"].map(|n| taken.take(&[n.to_owned()], "_"));
        assert_eq!(names, ["r#type", "a", "a_2", "a_2_2", "a_3", "type_2"]);
    }
}
