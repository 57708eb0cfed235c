//! Adds numbers to names that are taken.
//!
//! Invariant: the numbers of a name are tried once, however often the name occurs, so that many equal names take linear
//! time. This module does not know which names are taken, or how they are spelled.

use rustc_hash::FxHashMap;

/// The last number of each name that got one.
#[derive(Debug, Default, Clone)]
pub(crate) struct NumberedNames {
    last_numbers: FxHashMap<String, u64>,
}

impl NumberedNames {
    /// The name with the first number, from 2 on, for which `take` returns true. A number for which it returned false
    /// is not tried again.
    pub(crate) fn next(&mut self, base: &str, take: impl FnMut(&str) -> bool) -> String {
        self.next_after(1, base, take)
    }

    /// As [`Self::next`], with numbers above `last`.
    pub(crate) fn next_after(&mut self, last: u64, base: &str, mut take: impl FnMut(&str) -> bool) -> String {
        let number = self.last_numbers.entry(base.to_owned()).or_insert(last);
        loop {
            *number += 1;
            let name = format!("{base}{number}");
            if take(&name) {
                return name;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::NumberedNames;
    use std::collections::HashSet;

    #[test]
    fn each_name_is_counted_for_itself() {
        let (mut numbers, mut taken) = (NumberedNames::default(), HashSet::from(["a_3".to_owned()]));
        let mut tried = 0;
        let names = ["a_", "a_", "b_", "a_"].map(|base| {
            numbers.next(base, |name| {
                tried += 1;
                taken.insert(name.to_owned())
            })
        });
        assert_eq!((names, tried), (["a_2", "a_4", "b_2", "a_5"].map(str::to_owned), 5));
    }
}
