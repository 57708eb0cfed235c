//! The words of documentation, as the second list of the index of the search.
//!
//! Invariants: the words are in lower case and in the order of their characters; the size of the list is at most
//! proportional to that of the texts. This module does not know which elements there are.

use crate::json::quote;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The most characters of a word. Longer ones, such as keys and encoded data, are cut.
const LONGEST_WORD: usize = 40;

/// A word is common if it is in more than one of this many texts.
const COMMON_SHARE: usize = 8;

/// The least number of texts in which a word can be common.
const FEWEST_WITH_COMMON: usize = 40;

/// The words of texts, each with the entries of the index whose texts have it.
#[derive(Debug, Default)]
pub(super) struct Words {
    words: BTreeMap<String, Uses>,
    texts: usize,
}

/// The entries whose texts have a word.
#[derive(Debug, Default)]
struct Uses {
    /// The distance of each entry from the one before it, as the script reads it.
    distances: String,
    last: usize,
    count: usize,
}

impl Words {
    /// Adds the text of an entry. Entries are added in their order.
    pub(super) fn add(&mut self, entry: usize, text: &str) {
        self.texts += 1;
        // A word is what the script finds between other characters, after the same conversion to lower case.
        for word in text.to_lowercase().split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
        {
            let end = word.char_indices().nth(LONGEST_WORD).map_or(word.len(), |(end, _)| end);
            let word = &word[..end];
            match self.words.get_mut(word) {
                Some(uses) => uses.add(entry),
                None => self.words.entry(word.to_owned()).or_default().add(entry),
            }
        }
    }

    /// Writes a list of texts: each word, and after a space each distance. Common words have no distances, because they
    /// would make up most of the list and distinguish nothing.
    pub(super) fn write(&self, out: &mut String) {
        let max_uses = if self.texts < FEWEST_WITH_COMMON { self.texts } else { self.texts / COMMON_SHARE };
        let mut separator = "[";
        for (word, uses) in &self.words {
            out.push_str(separator);
            separator = ",\n";
            if uses.count <= max_uses {
                quote(&format!("{word}{}", uses.distances), out);
            } else {
                quote(word, out);
            }
        }
        out.push_str(if self.words.is_empty() { "[]" } else { "]" });
    }
}

impl Uses {
    fn add(&mut self, entry: usize) {
        if self.count > 0 && self.last == entry {
            return;
        }
        let _ = write!(self.distances, " {}", entry - self.last);
        (self.last, self.count) = (entry, self.count + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::Words;

    fn written(texts: &[(usize, &str)]) -> String {
        let (mut words, mut out) = (Words::default(), String::new());
        texts.iter().for_each(|(entry, text)| words.add(*entry, text));
        words.write(&mut out);
        out
    }

    #[test]
    fn words_have_the_distances_of_their_entries() {
        let texts = [(2, "A Book, a \"book\"."), (5, "ÜBER book_shelves"), (14, "Book")];
        assert_eq!(written(&texts), "[\"a 2\",\n\"book 2 3 9\",\n\"shelves 5\",\n\"über 5\"]");
        assert_eq!(written(&[]), "[]");
        assert_eq!(written(&[(0, &"x".repeat(100))]), format!("[\"{} 0\"]", "x".repeat(40)));
    }

    #[test]
    fn common_words_have_no_distances() {
        let texts: Vec<(usize, String)> =
            (0..80).map(|entry| (entry, format!("the t{}", entry / 10))).collect();
        let texts: Vec<(usize, &str)> = texts.iter().map(|(entry, text)| (*entry, text.as_str())).collect();
        let index = written(&texts);
        assert!(index.starts_with("[\"t0 0 1 1 1 1 1 1 1 1 1\",\n\"t1 10 1"), "{index}");
        assert!(index.ends_with(",\n\"the\"]"), "{index}");
    }
}
