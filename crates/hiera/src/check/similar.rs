//! Finds the known name that is probably meant by an unknown name.
//!
//! Invariants: a suggestion is a likely typing error. It belongs to the same module, differs in few characters, and not
//! only in a number. The number of comparisons of names is limited, which limits the work; the number of candidates is
//! not limited.

use modelwright_metamodel::diagnostic::Suggestions;

/// Finds the names that are probably meant, with a limit on the comparisons for one tree.
#[derive(Default)]
pub(super) struct Similar {
    suggestions: Suggestions,
}

impl Similar {
    /// The candidate that is most likely meant by a name that nothing declares.
    pub(super) fn likely_meant<'a>(
        &self,
        unknown_name: &str,
        candidates: impl IntoIterator<Item = &'a str>,
    ) -> Option<&'a str> {
        let (module, name) = split(unknown_name);
        let limit = difference_limit(name);
        if limit == 0 {
            return None;
        }
        let comparable = candidates.into_iter().filter(|candidate| {
            let (module_of_candidate, _) = split(candidate);
            module_of_candidate == module
                && *candidate != unknown_name
                && !differ_in_numbers(candidate, unknown_name)
        });
        // Two swapped letters are one typing error, although the comparison counts two differences.
        let mut swapped = None;
        let candidates = comparable.inspect(|candidate| {
            // The candidates come from a hash map, in arbitrary order, so the first in alphabetical order is taken.
            if swapped.is_none_or(|known| *candidate < known) && are_swapped(unknown_name, candidate) {
                swapped = Some(*candidate);
            }
        });
        let nearest = self.suggestions.nearest_within(unknown_name, limit, candidates);
        swapped.or(nearest)
    }
}

/// Splits a name into its module and its last part; the module is empty if the name has only one part.
fn split(name: &str) -> (&str, &str) {
    name.rsplit_once("::").unwrap_or(("", name))
}

/// The maximum number of characters in which a suggestion differs from a name.
fn difference_limit(name: &str) -> usize {
    match name.chars().count() {
        0..=2 => 0,
        3..=5 => 1,
        6..=15 => 2,
        _ => 3,
    }
}

/// Whether two names are equal except for two neighbouring characters that are swapped.
fn are_swapped(one: &str, other: &str) -> bool {
    let mut differences = one.char_indices().zip(other.chars()).filter(|((_, a), b)| a != b);
    let (Some(((first_index, first), first_of_other)), Some(((second_index, second), second_of_other)), None) =
        (differences.next(), differences.next(), differences.next())
    else {
        return false;
    };
    one.len() == other.len()
        && first_index + first.len_utf8() == second_index
        && (first, second) == (second_of_other, first_of_other)
}

/// Whether two names are equal except for their digits.
fn differ_in_numbers(one: &str, other: &str) -> bool {
    without_digits(one) == without_digits(other)
}

fn without_digits(text: &str) -> String {
    text.chars().filter(|c| !c.is_ascii_digit()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_typing_errors_are_meant() {
        for (unknown_name, known, expected) in [
            ("ntp::server", "ntp::servers", true),
            ("mergd", "merged", true),
            ("oss", "os", true),
            ("lookup_option", "lookup_options", true),
            ("m::serevrs", "m::servers", true),
            ("m::hots", "m::host", true),
            ("m::servers", "n::servers", false),
            ("m::port", "m::host", false),
            ("web1", "web2", false),
            ("ab", "ac", false),
            ("m::a", "m::b", false),
        ] {
            assert_eq!(
                Similar::default().likely_meant(unknown_name, [known]).is_some(),
                expected,
                "{unknown_name} {known}"
            );
        }
    }
}
