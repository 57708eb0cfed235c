//! Names that are unique among the declarations of a package, or among the features of a class.

use rustc_hash::{FxHashMap, FxHashSet};

/// Names that are taken. Two names that differ only in case count as the same one, as the type language requires of
/// types.
#[derive(Debug, Default)]
pub struct UniqueNames {
    taken: FxHashSet<String>,
    /// The last number after each name.
    numbers: FxHashMap<String, usize>,
}

impl UniqueNames {
    /// Reserves a name; if it is taken, the first free one of `name2`, `name3` and so on.
    pub fn reserve(&mut self, name: &str) -> String {
        if self.taken.insert(name.to_lowercase()) {
            return name.to_owned();
        }
        let number = self.numbers.entry(name.to_lowercase()).or_insert(1);
        loop {
            *number += 1;
            let other = format!("{name}{number}");
            if self.taken.insert(other.to_lowercase()) {
                return other;
            }
        }
    }
}

/// The name of a class for a text of a schema: its words with a capital each, without characters that are neither
/// letters nor digits. It is `Type` if nothing is left, and begins with `Type` if it would begin with a digit.
#[must_use]
pub fn class_name(text: &str) -> String {
    let mut name = String::with_capacity(text.len());
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let mut chars = word.chars();
        name.extend(chars.next().into_iter().flat_map(char::to_uppercase));
        name.push_str(chars.as_str());
    }
    if name.is_empty() || name.starts_with(char::is_numeric) { format!("Type{name}") } else { name }
}
