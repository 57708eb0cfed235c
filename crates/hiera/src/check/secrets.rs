//! Finds secrets in the data. Those in plain text are reported, and no report shows the text of a secret.
//!
//! A value is secret if its name is that of a secret, if a conversion or the type of its parameter is `Sensitive`, or
//! if its text looks like a private key or a token. Invariant: a message about a secret contains no part of its value.

use super::manifests::{Manifests, Parameter};
use super::site::{Site, SiteFile};
use crate::interpolation::is_interpolated;
use crate::lookup::{FileIndex, OPTIONS_KEY};
use crate::store::{DataValue, Entry, NodeIndex};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::ops::Range;

/// The words with which names of secrets end. A name that ends with two words is compared without the separator between
/// them.
const SECRET_NAMES: [&str; 17] = [
    "password",
    "passwords",
    "passwd",
    "passphrase",
    "secret",
    "secrets",
    "token",
    "tokens",
    "credential",
    "credentials",
    "apikey",
    "accesskey",
    "secretkey",
    "privatekey",
    "sharedkey",
    "encryptionkey",
    "passwort",
];
/// Values that are not secret, even if their name is that of a secret.
const PLACEHOLDERS: [&str; 14] = [
    "absent", "changeme", "default", "disabled", "enabled", "false", "hidden", "optional", "password",
    "present", "prompt", "redacted", "required", "undef",
];
/// Prefixes of strings that are secrets under any name.
const TOKEN_PREFIXES: [&str; 7] = ["ghp_", "gho_", "glpat-", "xoxb-", "xoxp-", "AKIA", "sk_live_"];
/// The minimum entropy of a secret, in bits. Texts with less entropy are words, such as `none`.
const MIN_BITS: f64 = 10.0;

/// The positions of all secrets: for each file, the spans of the entries that contain them.
pub(super) struct Secrets {
    /// The ranges of the entries with secrets in each file, in ascending order and without overlaps.
    spans: FxHashMap<FileIndex, Vec<Range<usize>>>,
    /// The files by name.
    files: FxHashMap<String, FileIndex>,
}

impl Secrets {
    /// Searches all files for secrets.
    pub(super) fn new(site: &Site<'_>, manifests: Option<&Manifests>) -> Self {
        let mut secrets = Self { spans: FxHashMap::default(), files: FxHashMap::default() };
        for file in &site.files {
            let mut search = Search { file, seen: FxHashSet::default(), spans: Vec::new() };
            // The order of entries is not always that of the text: a key that is written twice keeps its first place in
            // the list, but has the position of the last entry.
            let starts = sorted_starts(file.data.entries().map(|entry| file.offset(entry.key)));
            for entry in file.data.entries() {
                let start = file.offset(entry.key);
                let span = start..next_start(&starts, start).unwrap_or(file.source.text().len());
                let key = file.data.text(entry.key).unwrap_or_default();
                if is_sensitive(key, site, manifests) {
                    search.spans.push(span);
                } else {
                    search.search_entry(key, entry.value, span);
                }
            }
            secrets.files.insert(file.source.name().to_owned(), file.index);
            secrets.spans.insert(file.index, joined_spans(search.spans));
        }
        secrets
    }

    /// Whether a range of a file overlaps a secret.
    pub(super) fn overlaps(&self, file: FileIndex, range: &Range<usize>) -> bool {
        let spans = self.spans.get(&file).map_or(&[][..], Vec::as_slice);
        let index = spans.partition_point(|span| span.end <= range.start);
        // An empty range is extended to the next character.
        spans.get(index).is_some_and(|span| span.start < range.end.max(range.start + 1))
    }

    /// Whether a top-level entry contains a secret.
    pub(super) fn overlaps_entry(&self, file: &SiteFile<'_>, entry: Entry) -> bool {
        let start = file.offset(entry.key);
        let starts = file.data.entries().map(|other| file.offset(other.key));
        let end = starts.filter(|other| *other > start).min().unwrap_or(file.source.text().len());
        self.overlaps(file.index, &(start..end))
    }

    /// Marks the labels whose lines contain a secret, so that reports hide these lines, and removes corrections that
    /// contain a secret.
    pub(super) fn hide(&self, problems: &mut Diagnostics) {
        for problem in problems.iter_mut() {
            for label in &mut problem.labels {
                let Some(file) = self.files.get(label.source.name()) else { continue };
                let Some((start, line)) = label.source.line(label.position().line) else { continue };
                // The range is extended to the line, because a report shows the complete line of a label.
                label.is_secret |= self.overlaps(*file, &(start..start + line.len()));
            }
            // Reports for programs show corrections as edits, with their text.
            if problem.fix.is_some()
                && problem.labels.first().is_some_and(|label| {
                    self.files.get(label.source.name()).is_some_and(|file| self.overlaps(*file, &label.range))
                })
            {
                problem.fix = None;
            }
        }
    }
}

/// The search for secrets in a file.
struct Search<'s, 'h> {
    file: &'s SiteFile<'h>,
    /// The values that were searched, because a value with several aliases is searched once.
    seen: FxHashSet<NodeIndex>,
    /// The ranges of secrets that were found, in any order.
    spans: Vec<Range<usize>>,
}

impl Search<'_, '_> {
    /// Searches an entry, whose text is at `span`, for secrets.
    fn search_entry(&mut self, name: &str, value: NodeIndex, span: Range<usize>) {
        if is_secret_name(name) {
            self.spans.push(span);
            return;
        }
        if !self.seen.insert(value) {
            return;
        }
        match self.file.data.value(value) {
            DataValue::Text(text) if secret_kind(text).is_some() => self.spans.push(span),
            DataValue::Array(items) => {
                // The end of an element is not known. If an element is secret, the entire list counts as secret.
                let no_name = "";
                for item in items {
                    self.search_entry(no_name, *item, span.clone());
                }
            }
            DataValue::Hash(pairs) => {
                let starts = sorted_starts(pairs.iter().map(|(key, _)| self.file.offset(key)));
                for (key, value) in pairs.iter() {
                    let start = self.file.offset(key);
                    let end = next_start(&starts, start).unwrap_or(span.end).min(span.end);
                    let name = self.file.data.text(key).unwrap_or_default().to_owned();
                    // The keys of a value to which an alias refers are elsewhere in the text. In this case the span of
                    // the alias itself is used.
                    let inner = if start < end { start..end } else { span.clone() };
                    self.search_entry(&name, value, inner);
                }
            }
            _ => {}
        }
    }
}

fn sorted_starts(starts: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut starts: Vec<usize> = starts.collect();
    starts.sort_unstable();
    starts
}

/// Sorts spans and joins those that overlap, so that a binary search can find them.
fn joined_spans(mut spans: Vec<Range<usize>>) -> Vec<Range<usize>> {
    spans.sort_unstable_by_key(|span| span.start);
    let mut joined: Vec<Range<usize>> = Vec::with_capacity(spans.len());
    for span in spans {
        match joined.last_mut() {
            Some(last) if span.start < last.end => last.end = last.end.max(span.end),
            _ => joined.push(span),
        }
    }
    joined
}

/// The first of the starts that is greater than `start`.
fn next_start(starts: &[usize], start: usize) -> Option<usize> {
    starts.get(starts.partition_point(|other| *other <= start)).copied()
}

/// Reports secrets in plain text.
pub(super) fn check(site: &Site<'_>, problems: &mut Diagnostics) {
    for file in &site.files {
        let mut found = BTreeMap::new();
        let mut seen = FxHashSet::default();
        for entry in file.data.entries() {
            let key = file.data.text(entry.key).unwrap_or_default();
            // `lookup_options` contains no secrets, although its keys may be names of secrets.
            if key != OPTIONS_KEY {
                let is_named = is_secret_name(key);
                collect_plain(file, key, entry.value, is_named, &mut seen, &mut found);
            }
        }
        for (node, message) in found.into_values() {
            let problem = Diagnostic::warning(codes::HIERA_SECRET, message);
            let help = "encrypt it, for example with `eyaml encrypt`";
            problems.push(file.at(problem.help(help), node));
        }
    }
}

/// Collects the secrets in plain text in the value `node`, in the order of their positions. `path` is the keys through
/// which the value is reached. `is_named` is set if the last of them is the name of a secret, or if the hash around the
/// value has such a name in the plural.
fn collect_plain(
    file: &SiteFile<'_>,
    path: &str,
    node: NodeIndex,
    is_named: bool,
    seen: &mut FxHashSet<NodeIndex>,
    found: &mut BTreeMap<usize, (NodeIndex, String)>,
) {
    if !seen.insert(node) || found.len() >= Diagnostics::LIMIT {
        return;
    }
    match file.data.value(node) {
        DataValue::Text(text) => {
            let message = match secret_kind(text) {
                Some(kind) => format!("the value of `{path}` is {kind} in plain text"),
                None if is_named && is_secret_value(text) => {
                    format!("`{path}` is the name of a secret, and the value is in plain text")
                }
                None => return,
            };
            found.insert(file.offset(node), (node, message));
        }
        DataValue::Array(items) => {
            items.iter().for_each(|item| collect_plain(file, path, *item, is_named, seen, found));
        }
        DataValue::Hash(pairs) => {
            for (key, value) in pairs.iter() {
                let inner = file.data.text(key).unwrap_or_default();
                // In a hash called `passwords`, each value is a password, whatever its key is. In a hash called
                // `password`, only the keys decide.
                let is_named = is_secret_name(inner) || (is_named && path.ends_with('s'));
                collect_plain(file, &format!("{path}.{inner}"), value, is_named, seen, found);
            }
        }
        _ => {}
    }
}

/// Whether the data or the parameter of a key is declared as `Sensitive`.
fn is_sensitive(key: &str, site: &Site<'_>, manifests: Option<&Manifests>) -> bool {
    let parameter = manifests.and_then(|manifests| manifests.parameters.get(key));
    site.hierarchy.is_sensitive(key) || parameter.is_some_and(Parameter::is_sensitive)
}

/// Whether a name ends with one or two words that name a secret.
pub fn is_secret_name(name: &str) -> bool {
    let last = name.rsplit("::").next().unwrap_or(name);
    let letters = last.trim_end_matches(|c: char| c.is_ascii_digit() || "_-.".contains(c));
    let mut words: Vec<String> = vec![String::new()];
    let mut is_lower = false;
    for c in letters.chars() {
        // A capital letter after a small one begins a word, as in `dbPassword`.
        if !c.is_alphanumeric() || (c.is_uppercase() && is_lower) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| c.is_alphanumeric()) {
            word.extend(c.to_lowercase());
        }
        is_lower = c.is_lowercase();
    }
    let last_words = |count: usize| words[words.len().saturating_sub(count)..].concat();
    SECRET_NAMES.contains(&last_words(1).as_str()) || SECRET_NAMES.contains(&last_words(2).as_str())
}

/// Whether a value whose name is that of a secret is itself a secret: neither a common word, nor a hash, nor the
/// location of a secret.
fn is_secret_value(text: &str) -> bool {
    let text = text.trim();
    let lower = text.to_lowercase();
    // A text of one of these forms only refers to the place of the secret.
    let is_reference = is_interpolated(text)
        || text.contains("ENC[")
        || text.contains("://")
        || text.contains("::")
        || text.starts_with(['/', '<', '$', '{', '~'])
        || (text.contains('/') && !text.contains(|c: char| c.is_ascii_digit() || c.is_uppercase()));
    !is_reference && !PLACEHOLDERS.contains(&lower.as_str()) && entropy(text) >= MIN_BITS
}

/// The kind of secret that a text looks like, in words; `None` if it looks like no secret.
fn secret_kind(text: &str) -> Option<&'static str> {
    if text.contains("-----BEGIN ") && text.contains("PRIVATE KEY-----") {
        return Some("a private key");
    }
    // The shortest tokens with one of these prefixes have 20 characters.
    if text.len() >= 20 && TOKEN_PREFIXES.iter().any(|prefix| text.starts_with(prefix)) && is_word(text) {
        return Some("a token");
    }
    // The last `@` ends the password, because a password may contain `@`.
    let (_, after_scheme) = text.split_once("://")?;
    let (user, _) = after_scheme.split(['/', '?', '#']).next()?.rsplit_once('@')?;
    let (_, password) = user.split_once(':')?;
    is_secret_value(password).then_some("a URL with a password")
}

fn is_word(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c))
}

/// The entropy of a text in bits, estimated from the frequencies of its characters.
fn entropy(text: &str) -> f64 {
    let mut counts: BTreeMap<char, u32> = BTreeMap::new();
    // Only the start of a long text is counted, because a text of megabytes takes time and is no more secret for its
    // length.
    for c in text.chars().take(1_000) {
        *counts.entry(c).or_default() += 1;
    }
    let length = f64::from(counts.values().sum::<u32>());
    counts.values().map(|count| f64::from(*count)).map(|count| count * (length / count).log2()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_secrets_end_with_their_words() {
        for name in
            ["password", "db::root_password", "m::apiKey", "aws_secret_access_key", "token2", "PASSWD"]
        {
            assert!(is_secret_name(name), "{name}");
        }
        for name in ["password_file", "m::token_ttl", "secretary", "public_key", "pw", "passwordless", "key"]
        {
            assert!(!is_secret_name(name), "{name}");
        }
    }

    #[test]
    fn values_that_are_words_or_places_are_no_secrets() {
        for text in ["hunter2", "S3cr3t!", "correct horse", "abcdef123456"] {
            assert!(is_secret_value(text), "{text}");
        }
        for text in
            ["", "no", "absent", "%{lookup('x')}", "ENC[PKCS7,QQ]", "/etc/key.pem", "vault:///kv", "aaaaaa"]
        {
            assert!(!is_secret_value(text), "{text}");
        }
        assert_eq!(secret_kind("postgres://app:hunter2@db/x"), Some("a URL with a password"));
        assert_eq!(secret_kind("https://example.org/a:b@c"), None);
    }
}
