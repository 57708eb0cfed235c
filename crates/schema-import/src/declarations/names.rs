//! Names that are unique among the declarations of a package, or among the features of a class.

use rustc_hash::{FxHashMap, FxHashSet};

/// Names that are taken. Two names that differ only in case count as the same one, as the type language requires of
/// types.
#[derive(Debug, Default)]
pub struct UniqueNames {
    taken: FxHashSet<String>,
    /// The last number that was appended to each name.
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
/// letters nor digits. `"postal-address"` → `PostalAddress`. A name that would be empty or begin with a digit gets
/// `Type` in front: `"3d"` → `Type3d`.
#[must_use]
pub fn class_name(text: &str) -> String {
    let mut name = String::with_capacity(text.len());
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let mut chars = word.chars();
        if let Some(first) = chars.next() {
            name.extend(first.to_uppercase());
        }
        name.push_str(chars.as_str());
    }
    if name.is_empty() || name.starts_with(char::is_numeric) { format!("Type{name}") } else { name }
}
