//! The names that lines of code mention, so that a module imports only what it uses.
//!
//! Invariant: the content of literals is not code. This module does not know which names can be imported.

use rustc_hash::FxHashSet;

/// The first names of all paths in a text, such as `a` of `a.b`.
#[derive(Debug, Default)]
pub(super) struct Mentions {
    /// The names; those of paths with several names also with the point after them.
    names: FxHashSet<String>,
}

impl Mentions {
    /// Adds the names in a line of code. Its literals end on the same line.
    pub(super) fn add(&mut self, line: &str) {
        let mut remaining = line;
        while let Some(start) = remaining.find(|c: char| is_path_part(c) || is_quote(c)) {
            let mut chars = remaining[start..].chars();
            remaining = match chars.next().filter(|c| is_quote(*c)) {
                Some(quote) => after_literal(chars.as_str(), quote),
                None => self.add_path(&remaining[start..]),
            };
        }
    }

    /// Adds the first name of the path at the start of a text, and returns the text after the path.
    fn add_path<'t>(&mut self, text: &'t str) -> &'t str {
        let end = text.find(|c: char| !is_name_part(c)).unwrap_or(text.len());
        let (name, following) = text.split_at(end);
        if !name.is_empty() {
            if following.starts_with('.') {
                self.insert(&text[..=end]);
            }
            self.insert(name);
        }
        following.trim_start_matches(is_path_part)
    }

    /// Adds a name, which is copied only if it is new.
    fn insert(&mut self, name: &str) {
        if !self.names.contains(name) {
            self.names.insert(name.to_owned());
        }
    }

    /// Adds all names of others.
    pub(super) fn add_all(&mut self, other: &Self) {
        self.names.extend(other.names.iter().cloned());
    }

    /// Whether a name is mentioned. If it has a point at its end, another name must follow it.
    pub(super) fn contain(&self, name: &str) -> bool {
        self.names.contains(name)
    }
}

fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\'')
}

fn is_name_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether a character may be a part of a name, or the point between two names.
fn is_path_part(c: char) -> bool {
    is_name_part(c) || c == '.'
}

/// The text after a literal, of which `text` does not contain the opening quote.
fn after_literal(text: &str, quote: char) -> &str {
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => drop(chars.next()),
            c if c == quote => break,
            _ => {}
        }
    }
    chars.as_str()
}

#[cfg(test)]
mod tests {
    use super::Mentions;

    #[test]
    fn only_first_names_of_paths_outside_of_literals_are_mentioned() {
        let mut mentions = Mentions::default();
        mentions.add("a: b_1[c.d.e | None] = r\"f\\\"g.h\"'i'.j(...k, 'l");
        let mentioned = ["a", "b_1", "c", "c.", "None", "r"];
        assert!(mentioned.iter().all(|name| mentions.contain(name)), "{mentions:?}");
        let others = ["a.", "b", "b_", "d", "d.", "e", "f", "g", "g.", "h", "i", "j", "k", "l", ".", ""];
        assert!(!others.iter().any(|name| mentions.contain(name)), "{mentions:?}");
    }
}
