//! Names of a language from those of a model: valid, in the language's case, and unique in their scope.
//!
//! Invariants: names depend only on the metamodel's order; the first of two that collide keeps the plain form; each
//! name is an identifier of Unicode that normalisation does not change. This module does not know any language's words.

use crate::numbered_names::NumberedNames;
use heck::{ToLowerCamelCase, ToShoutySnakeCase, ToSnakeCase, ToUpperCamelCase};
use modelwright_metamodel::diagnostic::{Diagnostic, Severity, codes};
use modelwright_metamodel::ecore::{Classifier, Metamodel};
use rustc_hash::{FxBuildHasher, FxHashSet};
use std::borrow::Cow;
use unicode_security::GeneralSecurityProfile;

/// The way in which a language joins the words of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Case {
    /// `on_loan`.
    Snake,
    /// `onLoan`.
    LowerCamel,
    /// `OnLoan`.
    UpperCamel,
    /// `ON_LOAN`.
    Shouty,
}

/// An identifier for a name, which may still be a word of the language.
pub(crate) fn spell(name: &str, case: Case) -> String {
    if let Some(spelled) = spell_plainly(name, case) {
        return spelled;
    }
    let words = transliterated(name);
    let mut spelled = match case {
        Case::Snake => words.to_snake_case(),
        Case::LowerCamel => words.to_lower_camel_case(),
        Case::UpperCamel => words.to_upper_camel_case(),
        Case::Shouty => words.to_shouty_snake_case(),
    };
    // A change of case can make letters that identifiers must not contain.
    spelled = encode(&spelled, is_allowed);
    if !spelled.starts_with(unicode_ident::is_xid_start) {
        // Languages treat names with a leading underscore as private, so a letter is put before a digit.
        spelled.insert(0, if matches!(case, Case::UpperCamel | Case::Shouty) { 'N' } else { 'n' });
    }
    spelled
}

/// The result of [`spell`] for the names that most elements have: ASCII letters and digits, with a letter first, in
/// which every word but the first begins with a capital after a small letter, or after a single underscore. `None` for
/// other names.
fn spell_plainly(name: &str, case: Case) -> Option<String> {
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let mut spelled = String::with_capacity(name.len() + 4);
    let mut remaining = name;
    while !remaining.is_empty() {
        let (word, following) = split_plain_word(remaining)?;
        push_plain_word(word, case, &mut spelled);
        remaining = following;
    }
    Some(spelled)
}

/// The first word of a name, in which only the first letter may be a capital, and the name after it. `None` if the
/// general rules must find the words.
fn split_plain_word(name: &str) -> Option<(&str, &str)> {
    let (first, following) = name.as_bytes().split_first()?;
    if !first.is_ascii_alphanumeric() {
        return None;
    }
    let inner = following.iter().take_while(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    let (word, following) = name.split_at(1 + inner.count());
    if let Some(following) = following.strip_prefix('_') {
        return (!following.is_empty()).then_some((word, following));
    }
    let starts_word = following.starts_with(|c: char| c.is_ascii_uppercase())
        && word.ends_with(|c: char| c.is_ascii_lowercase());
    (following.is_empty() || starts_word).then_some((word, following))
}

/// Appends a word of a name, in which only the first letter may be a capital, to the words before it.
fn push_plain_word(word: &str, case: Case, spelled: &mut String) {
    let is_first = spelled.is_empty();
    if !is_first && matches!(case, Case::Snake | Case::Shouty) {
        spelled.push('_');
    }
    let start = spelled.len();
    spelled.push_str(word);
    match case {
        Case::Shouty => spelled[start..].make_ascii_uppercase(),
        Case::LowerCamel if is_first => spelled[start..=start].make_ascii_lowercase(),
        Case::Snake => spelled[start..=start].make_ascii_lowercase(),
        Case::LowerCamel | Case::UpperCamel => spelled[start..=start].make_ascii_uppercase(),
    }
}

/// The name with code points in place of letters that identifiers must not contain; if it consists only of symbols,
/// with words in place of them.
fn transliterated(name: &str) -> String {
    if name.is_empty() {
        return "unnamed".to_owned();
    }
    if !name.chars().any(char::is_alphanumeric) {
        return name.chars().map(symbol_name).collect::<Vec<_>>().join("_");
    }
    encode(name, |c| is_allowed(c) || !c.is_alphanumeric())
}

/// Whether identifiers may contain a character.
fn is_allowed(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || unicode_ident::is_xid_continue(c) && c.identifier_allowed()
}

/// A word for a symbol.
pub(crate) fn symbol_name(c: char) -> String {
    let word = match c {
        ' ' => "space",
        '_' => "underscore",
        '+' => "plus",
        '-' => "minus",
        '*' => "star",
        '/' => "slash",
        '\\' => "backslash",
        '=' => "equal",
        '<' => "less",
        '>' => "greater",
        '!' => "not",
        '%' => "percent",
        '&' => "and",
        '|' => "or",
        '^' => "caret",
        '~' => "tilde",
        '.' => "dot",
        ',' => "comma",
        ':' => "colon",
        ';' => "semicolon",
        '?' => "question",
        '@' => "at",
        '#' => "hash",
        '$' => "dollar",
        _ => return code(c),
    };
    word.to_owned()
}

/// The name with code points in place of characters that it must not contain.
pub(crate) fn encode(name: &str, keeps: impl Fn(char) -> bool) -> String {
    let mut out = String::with_capacity(name.len() + 2);
    for c in name.chars() {
        if keeps(c) {
            out.push(c);
        } else {
            out.push_str(&code(c));
        }
    }
    out
}

/// The code point of a character.
pub(crate) fn code(c: char) -> String {
    format!("u{:x}", u32::from(c))
}

/// A name of at most `max` bytes: a hash of the entire name replaces the end of a longer one.
pub(crate) fn shortened(name: &str, max: usize) -> Cow<'_, str> {
    if name.len() <= max {
        return Cow::Borrowed(name);
    }
    // FNV-1a, which depends on nothing but the name.
    let (offset_basis, prime) = (0x811c_9dc5_u32, 0x0100_0193);
    let hash = name.bytes().fold(offset_basis, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(prime));
    // The name ends with an underscore and eight hexadecimal digits.
    let mut end = max - 9;
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    Cow::Owned(format!("{}_{hash:08x}", &name[..end]))
}

/// The names of one scope, each used once.
#[derive(Debug, Default, Clone)]
pub(crate) struct Names {
    taken: FxHashSet<String>,
    numbers: NumberedNames,
}

/// Why a name is not the plain one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reason {
    /// The plain name is a word of the language or of the generated text.
    Word,
    /// Another name would be the same.
    Same,
}

/// A name, and the reason why it is not the plain one.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ChosenName {
    pub(crate) name: String,
    pub(crate) reason: Option<Reason>,
}

impl Names {
    /// No names, with space for `count` of them.
    pub(crate) fn with_capacity(count: usize) -> Self {
        let taken = FxHashSet::with_capacity_and_hasher(count, FxBuildHasher);
        Self { taken, numbers: NumberedNames::default() }
    }

    /// Reserves a name, so that `take` never chooses it. Returns whether the name was free before.
    pub(crate) fn reserve(&mut self, name: &str) -> bool {
        self.taken.insert(name.to_owned())
    }

    /// Whether a name is reserved or chosen.
    pub(crate) fn contains(&self, name: &str) -> bool {
        self.taken.contains(name)
    }

    /// Chooses a name: the plain one, if it is not a word and not taken here or elsewhere; otherwise the plain name
    /// with an underscore if it is a word, one of the other candidates, or the last of them with a number.
    pub(crate) fn take(
        &mut self,
        plain: &str,
        other_candidates: &[String],
        is_word: impl Fn(&str) -> bool,
        is_taken_elsewhere: impl Fn(&str) -> bool,
    ) -> ChosenName {
        let is_usable =
            |name: &str| !self.taken.contains(name) && !is_word(name) && !is_taken_elsewhere(name);
        if is_usable(plain) {
            self.taken.insert(plain.to_owned());
            return ChosenName { name: plain.to_owned(), reason: None };
        }
        let last_candidate = other_candidates.last().map_or(plain, String::as_str);
        let separator = if plain.contains('_') || plain.chars().all(char::is_lowercase) { "_" } else { "" };
        let with_underscore = is_word(plain).then(|| format!("{plain}_"));
        let mut candidates = with_underscore.into_iter().chain(other_candidates.iter().cloned());
        let name = candidates
            .find(|name| is_usable(name))
            .unwrap_or_else(|| self.numbers.next(&format!("{last_candidate}{separator}"), is_usable));
        let reason = if is_word(plain) { Reason::Word } else { Reason::Same };
        self.taken.insert(name.clone());
        ChosenName { name, reason: Some(reason) }
    }
}

/// The note that an element, which `label` names, has another name in a language; `None` if its name is the plain one.
pub(crate) fn rename_note(
    label: impl FnOnce() -> String,
    chosen: &ChosenName,
    plain: &str,
    language: &str,
) -> Option<Diagnostic> {
    let reason_text = match chosen.reason? {
        Reason::Word => format!("`{plain}` already has a meaning there"),
        Reason::Same => format!("another name would be the same in {language}"),
    };
    Some(renamed(&label(), &chosen.name, language, &reason_text))
}

/// The note that an element has another name in a language.
pub(crate) fn renamed(element: &str, name: &str, language: &str, reason: &str) -> Diagnostic {
    let message = format!("`{element}` is named `{name}` in {language}, because {reason}");
    Diagnostic::new(codes::RENAMED, Severity::Note, message)
}

/// The name of a class or a data type, with the name of its package in front if it is taken; and a report if it is
/// changed.
pub(crate) fn type_name(
    names: &mut Names,
    metamodel: &Metamodel,
    classifier: Classifier,
    is_word: impl Fn(&str) -> bool,
    language: &str,
) -> (String, Option<Diagnostic>) {
    let name = metamodel.name(classifier);
    let plain = spell(name, Case::UpperCamel);
    let package = &metamodel[metamodel.package_of(classifier)].name;
    let long_name = spell(&format!("{package}_{name}"), Case::UpperCamel);
    let chosen = names.take(&plain, &[long_name], is_word, |_| false);
    let report = rename_note(|| metamodel.qualified_name(classifier), &chosen, &plain, language);
    (chosen.name, report)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_identifiers_in_each_case() {
        for (name, snake, lower, upper, shouty) in [
            ("onLoan", "on_loan", "onLoan", "OnLoan", "ON_LOAN"),
            ("2nd", "n2nd", "n2nd", "N2nd", "N2ND"),
            ("<=", "less_equal", "lessEqual", "LessEqual", "LESS_EQUAL"),
            ("", "unnamed", "unnamed", "Unnamed", "UNNAMED"),
            ("_", "underscore", "underscore", "Underscore", "UNDERSCORE"),
            ("größe", "größe", "größe", "Größe", "GRÖSSE"),
            ("ﬁne", "ufb01ne", "ufb01ne", "Ufb01ne", "UFB01NE"),
            ("日本", "日本", "日本", "日本", "日本"),
        ] {
            let cases = [Case::Snake, Case::LowerCamel, Case::UpperCamel, Case::Shouty];
            assert_eq!(cases.map(|case| spell(name, case)), [snake, lower, upper, shouty]);
        }
    }

    #[test]
    fn plain_names_are_spelled_as_all_others() {
        for name in ["a", "Abc", "onLoan", "OnLoan2", "a1b2", "on_loan", "On_loan", "x_1", "x1_Y2zW"] {
            let heck = [
                name.to_snake_case(),
                name.to_lower_camel_case(),
                name.to_upper_camel_case(),
                name.to_shouty_snake_case(),
            ];
            let cases = [Case::Snake, Case::LowerCamel, Case::UpperCamel, Case::Shouty];
            assert_eq!(cases.map(|case| spell_plainly(name, case)), heck.map(Some), "{name}");
        }
        for name in ["", "_", "_a", "a_", "a__b", "1a", "aB1C", "URI", "aB_", "a-b", "ä", "x_1Y"] {
            assert_eq!(spell_plainly(name, Case::Snake), None, "{name}");
        }
    }

    #[test]
    fn long_names_are_cut() {
        let (long, longer) = ("ü".repeat(40), "ü".repeat(41));
        let cut = shortened(&long, 63);
        assert!(cut.len() <= 63 && cut.starts_with('ü') && cut != shortened(&longer, 63));
    }

    #[test]
    fn words_and_names_of_others_are_avoided() {
        let mut names = Names::default();
        let mut take = |name: &str| names.take(name, &[], |it| it == "class", |it| it == "base").name;
        let all = ["class", "class", "a", "a", "base", "Item", "Item"].map(&mut take);
        assert_eq!(all, ["class_", "class_2", "a", "a_2", "base_2", "Item", "Item2"]);
    }
}
