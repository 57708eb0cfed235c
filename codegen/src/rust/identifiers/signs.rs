//! Determines the letters of a metamodel's identifiers that the compiler warns about (Unicode Technical Standard 39):
//! uncommon letters, letters of a script that nothing else uses, such as a lone Greek `ρ`, and letters that make two
//! identifiers look the same.
//!
//! It implements the lints `uncommon_codepoints`, `mixed_script_confusables` and `confusable_idents`, which can only
//! be allowed for a complete crate.

use super::{KEYWORDS, NEVER_RAW};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use unicode_security::GeneralSecurityProfile;
use unicode_security::confusable_detection::skeleton;
use unicode_security::mixed_script::{AugmentedScriptSet, is_potential_mixed_script_confusable_char};

/// Letters that identifiers may contain according to Unicode 18, which `unicode-security` 0.1.3 implements, but not
/// according to Unicode 16, which compilers still use.
const RECENT_LETTERS: &str = "ƁƆƉƊƎƐƑƒƔƖƗƘƙƝƲƳƴƷǝɄɌɍɓɔɖɗɛɣɨɩɲʉʋʒڎ࢏ඦ";

/// Identifiers of the generated text that do not depend on the metamodel, except keywords.
const FIXED_IDENTIFIERS: &str = "AnyObject AnyValue Base64 Box Bytes Char Clone Copy Debug Default EObject Embedded Eq \
                     Hash INFINITY IndexMap Into METAMODEL MapKey NAN NEG_INFINITY None Number ObjectId \
                     Option Ord Package PartialEq PartialOrd Ref String Vec allow approx_constant as_deref \
                     as_ref bool boxed checked choice class clippy default default_of derive \
                     enum_variant_names f32 f64 handle handles i16 i32 i64 i8 ignoring_unknown_keys \
                     include_str into it large_enum_variant list literals modelwright_typed must_use new \
                     number option parsed pub_underscore_fields required std str string \
                     struct_excessive_bools struct_field_names text typed u64 union vec wide_class \
                     with with_declared_values with_defaults with_discriminator with_logic";

/// Whether identifiers may contain a letter beyond ASCII, regardless of the other letters.
pub(super) fn is_common(letter: char) -> bool {
    letter.identifier_allowed() && !RECENT_LETTERS.contains(letter)
}

/// Letters that look like letters of another script, if no other letter of their script is used.
pub(super) fn lone_letters(identifiers: &BTreeSet<String>) -> FxHashSet<char> {
    let letters: BTreeSet<char> = identifiers.iter().flat_map(|name| non_ascii_letters(name)).collect();
    let (doubtful, clear): (Vec<char>, Vec<char>) =
        letters.into_iter().partition(|letter| is_potential_mixed_script_confusable_char(*letter));
    // The generated text itself is in Latin letters, so that this script is always in use.
    let scripts = clear.into_iter().chain(['A']).map(AugmentedScriptSet::for_char);
    let used_scripts: FxHashSet<AugmentedScriptSet> = scripts.filter(|scripts| !scripts.is_all()).collect();
    doubtful.into_iter().filter(|letter| !is_of_script(*letter, &used_scripts)).collect()
}

/// Whether a letter belongs to all scripts, or to one in `scripts`. None of these sets contains all scripts.
fn is_of_script(letter: char, scripts: &FxHashSet<AugmentedScriptSet>) -> bool {
    let scripts_of_letter = AugmentedScriptSet::for_char(letter);
    scripts_of_letter.is_all()
        || scripts.iter().any(|other| {
            // A letter may belong to several scripts: one that both have is enough.
            let mut shared = scripts_of_letter;
            shared.intersect_with(*other);
            !shared.is_empty()
        })
}

/// Letters that make an identifier look like another one.
pub(super) fn look_alike_letters(identifiers: &BTreeSet<String>) -> FxHashSet<char> {
    let fixed_names = FIXED_IDENTIFIERS.split(' ').chain(KEYWORDS.iter().chain(NEVER_RAW).copied());
    // ASCII names come first, so that of two names that look the same, the other one is changed.
    let (plain, others): (Vec<&str>, Vec<&str>) =
        identifiers.iter().map(String::as_str).chain(fixed_names).partition(|name| name.is_ascii());
    let mut names_by_look: FxHashMap<String, &str> = FxHashMap::default();
    let mut look_alikes = FxHashSet::default();
    for name in plain.into_iter().chain(others) {
        let first_name = *names_by_look.entry(skeleton(name).collect()).or_insert(name);
        if first_name == name || name.is_ascii() {
            continue;
        }
        let mut doubtful_letters = non_ascii_letters(name)
            .filter(|letter| is_potential_mixed_script_confusable_char(*letter))
            .peekable();
        match doubtful_letters.peek() {
            Some(_) => look_alikes.extend(doubtful_letters),
            None => look_alikes.extend(non_ascii_letters(name)),
        }
    }
    look_alikes
}

/// The letters of a name that are not ASCII.
fn non_ascii_letters(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(|c| !c.is_ascii())
}
