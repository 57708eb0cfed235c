//! Names of boxes as identifiers of a notation: letters, digits and underscores of ASCII, and unique.
//!
//! Invariant: a name that is already an identifier is not changed, unless it is a word of the notation or an earlier
//! box has the same name. This module does not know the words of any notation. Readers of a diagram see names, not
//! identifiers, so a different identifier is no loss.

use crate::numbered_names::NumberedNames;
use std::collections::HashSet;

/// An identifier for each name, in the same order; none of them is in `taken`.
pub(crate) fn identifiers<'n>(
    names: impl Iterator<Item = &'n str> + Clone,
    taken: &mut HashSet<String>,
    is_word: impl Fn(&str) -> bool,
) -> Vec<String> {
    // Plain names first, so that no changed name takes the one that belongs to another box.
    let kept: Vec<bool> = names
        .clone()
        .map(|name| is_identifier(name) && !is_word(name) && taken.insert(name.to_owned()))
        .collect();
    let mut numbers = NumberedNames::default();
    let identifiers = names.zip(kept).map(|(name, is_kept)| {
        if is_kept {
            return name.to_owned();
        }
        let base = legal_identifier(name, &is_word);
        if taken.insert(base.clone()) {
            return base;
        }
        numbers.next(&format!("{base}_"), |name| taken.insert(name.to_owned()))
    });
    identifiers.collect()
}

/// Whether a text is an identifier in every notation.
fn is_identifier(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// A name as an identifier: other characters become `_`, and a prefix is added if one is necessary.
fn legal_identifier(name: &str, is_word: impl Fn(&str) -> bool) -> String {
    let replaced: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    let name = replaced.trim_matches('_');
    if name.is_empty() {
        "Unnamed".to_owned()
    } else if !is_identifier(name) || is_word(name) {
        format!("C_{name}")
    } else {
        name.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::identifiers;
    use std::collections::HashSet;

    #[test]
    fn plain_names_are_kept_and_others_are_unique() {
        let names = ["a b", "a_b", "a-b", "end", "2nd", "", "+", "a_b"];
        let found = identifiers(names.iter().copied(), &mut HashSet::new(), |word| word == "end");
        let expected = ["a_b_2", "a_b", "a_b_3", "C_end", "C_2nd", "Unnamed", "Unnamed_2", "a_b_4"];
        assert_eq!(found, expected);
    }
}
