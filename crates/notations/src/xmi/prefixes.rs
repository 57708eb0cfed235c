//! The prefixes of a document, as EMF stores them in a document root.
//!
//! Follows `XMLHelperImpl` exactly: if a prefix is bound to several namespaces, the later ones get numbered prefixes,
//! and a default namespace is numbered if the document also has names without namespace.

use rustc_hash::FxHashMap;

/// Prefixes in the order in which they were added; each is bound to one namespace, or to none.
#[derive(Debug, Default)]
pub(super) struct Prefixes {
    entries: Vec<Option<Entry>>,
    positions: FxHashMap<String, usize>,
    by_uri: FxHashMap<Option<String>, Vec<String>>,
    numbers: Numbers,
}

/// A prefix and its namespace; `None` for names without namespace.
#[derive(Debug)]
struct Entry {
    prefix: String,
    uri: Option<String>,
}

/// The next number for each prefix that is needed more than once.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    /// The first number that may be unused.
    next_numbers: FxHashMap<String, usize>,
}

impl Numbers {
    /// The first unused numbered form of a prefix; used forms never become unused.
    pub(super) fn unused(&mut self, prefix: &str, is_used: impl Fn(&str) -> bool) -> String {
        // The next number is stored, so that many packages with the same prefix take linear time.
        let next_number = self.next_numbers.entry(prefix.to_owned()).or_insert(1);
        loop {
            let name = format!("{prefix}_{next_number}");
            if !is_used(&name) {
                return name;
            }
            *next_number += 1;
        }
    }
}

impl Prefixes {
    /// The prefixes of a document, from all its declarations in order. `has_bare_names` is whether it has elements
    /// whose names have no namespace.
    pub(super) fn from_declarations<'a>(
        declared: impl IntoIterator<Item = (&'a str, &'a str)>,
        mut has_bare_names: bool,
    ) -> Self {
        let mut prefixes = Self::default();
        for (prefix, uri) in declared {
            // These prefixes are bound in every document, and cannot be bound to other namespaces.
            if matches!(prefix, "xml" | "xmlns") {
                continue;
            }
            let known_uri = prefixes.uri(prefix).flatten().map(str::to_owned);
            if uri.is_empty() {
                has_bare_names = true;
                if let Some(known_uri) = known_uri {
                    prefixes.remove(prefix);
                    prefixes.put_numbered(prefix, &known_uri);
                }
            } else if (has_bare_names && prefix.is_empty())
                || known_uri.as_deref().is_some_and(|known_uri| known_uri != uri)
            {
                // If there are names without namespace, the empty prefix is reserved for them.
                // A prefix that has another namespace elsewhere in the document keeps
                // its first one, as in EMF; the later namespace gets a numbered prefix.
                prefixes.put_numbered(prefix, uri);
            } else if known_uri.is_none() {
                prefixes.put(prefix, Some(uri));
            }
        }
        prefixes
    }

    /// The namespace of a prefix; the outer `None` if the prefix is not bound.
    pub(super) fn uri(&self, prefix: &str) -> Option<Option<&str>> {
        let entry = self.entries[*self.positions.get(prefix)?].as_ref()?;
        Some(entry.uri.as_deref())
    }

    /// The prefixes of a namespace.
    pub(super) fn for_namespace(&self, uri: Option<&str>) -> &[String] {
        self.by_uri.get(&uri.map(str::to_owned)).map_or(&[], Vec::as_slice)
    }

    /// All prefixes and their namespaces, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        self.entries.iter().flatten().map(|entry| (entry.prefix.as_str(), entry.uri.as_deref()))
    }

    /// Binds a prefix to a namespace, even if it is bound to another one.
    pub(super) fn put(&mut self, prefix: &str, uri: Option<&str>) {
        let uri = uri.map(str::to_owned);
        if let Some(position) = self.positions.get(prefix)
            && let Some(entry) = &mut self.entries[*position]
        {
            // The old namespace loses this prefix, but keeps its other prefixes.
            let old_uri = std::mem::replace(&mut entry.uri, uri.clone());
            let old_prefixes = self.by_uri.entry(old_uri).or_default();
            if let Some(position) = old_prefixes.iter().position(|other| other == prefix) {
                old_prefixes.remove(position);
            }
        } else {
            self.positions.insert(prefix.to_owned(), self.entries.len());
            self.entries.push(Some(Entry { prefix: prefix.to_owned(), uri: uri.clone() }));
        }
        self.by_uri.entry(uri).or_default().push(prefix.to_owned());
    }

    /// Unbinds a prefix. The prefix remains in the list of its namespace, as in EMF, which even adds it
    /// again.
    fn remove(&mut self, prefix: &str) {
        // The entry stays as a gap, so that the positions of later prefixes do not change.
        let entry = self.positions.remove(prefix).and_then(|position| self.entries[position].take());
        if let Some(Entry { prefix, uri }) = entry {
            self.by_uri.entry(uri).or_default().push(prefix);
        }
    }

    /// Assigns a numbered prefix to a namespace that has none.
    fn put_numbered(&mut self, prefix: &str, uri: &str) {
        if self.by_uri.contains_key(&Some(uri.to_owned())) {
            return;
        }
        let is_used = |number: usize| self.positions.contains_key(&format!("{prefix}_{number}"));
        // Exponential and then binary search needs few look-ups, even if a document declares one prefix 100,000 times.
        let (mut low, mut high) = (0, 1);
        while is_used(high) {
            low = high;
            high *= 2;
        }
        while low + 1 < high {
            let middle = usize::midpoint(low, high);
            if is_used(middle) {
                low = middle;
            } else {
                high = middle;
            }
        }
        let name = format!("{prefix}_{}", low + 1);
        self.put(&name, Some(uri));
    }

    /// `prefix`, or its first unused numbered form, for a namespace that needs a prefix.
    pub(super) fn claim(&mut self, prefix: &str, uri: Option<&str>) -> String {
        let mut name = prefix.to_owned();
        if self.uri(prefix).is_some_and(|known| known != uri) {
            name = self.numbers.unused(prefix, |name| self.positions.contains_key(name));
        }
        self.put(&name, uri);
        name
    }
}

/// The prefix that EMF creates for a namespace without one: its end, back to the first word with a letter: `shop` for
/// `http://example.org/shop/`, `v_2` for `http://example.org/v/2`.
pub(super) fn invent_prefix(namespace: &str) -> String {
    // The characters are collected from the end of the namespace; those after its last word are left out.
    let characters = namespace.chars().rev().skip_while(|c| !is_prefix_character(*c));
    let mut reversed_prefix: Vec<char> = Vec::new();
    let mut has_letter = false;
    for c in characters {
        if is_prefix_character(c) {
            reversed_prefix.push(c);
            has_letter |= c.is_alphabetic();
        } else if has_letter {
            break;
        } else {
            reversed_prefix.push('_');
        }
    }
    // A prefix must be an XML name, which cannot start with a digit, a point or a dash.
    let is_name = reversed_prefix.last().is_some_and(|first| first.is_alphabetic() || *first == '_');
    if !is_name {
        reversed_prefix.push('_');
    }
    reversed_prefix.iter().rev().collect()
}

/// Whether a character can be part of a prefix.
fn is_prefix_character(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '.' | '_')
}
