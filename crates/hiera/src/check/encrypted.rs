//! Encrypted texts that cannot be decrypted, and texts of encrypted files that are not encrypted.
//!
//! Invariant: no key is read, and nothing is decrypted.

use super::site::{Site, SiteFile};
use crate::lookup::{OPTIONS_KEY, first_encrypted_fault};
use crate::store::{DataValue, Entry, NodeIndex};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use rustc_hash::FxHashSet;

/// The number of keys that a message lists.
const MAX_LISTED_KEYS: usize = 3;

/// Reports encrypted texts that are damaged or that no level decrypts, and plain texts in encrypted files.
pub(super) fn check(site: &Site<'_>, problems: &mut Diagnostics) {
    for file in &site.files {
        let mut texts = Vec::new();
        let mut seen = FxHashSet::default();
        for entry in file.data.entries() {
            collect(file, entry.value, &mut seen, &mut texts);
        }
        if site.hierarchy.decrypts_file(file.index) {
            problems.extend(texts.iter().filter_map(|(node, text)| damaged_text_problem(file, *node, text)));
        } else {
            problems.extend(undecrypted_texts_problem(file, &texts));
        }
        if file.source.name().ends_with(".eyaml") {
            problems.extend(clear_text_problem(file));
        }
    }
}

/// Collects the texts of a value that begin as encrypted texts do. `seen` keeps a value with several aliases from being
/// searched twice.
fn collect<'h>(
    file: &SiteFile<'h>,
    node: NodeIndex,
    seen: &mut FxHashSet<NodeIndex>,
    out: &mut Vec<(NodeIndex, &'h str)>,
) {
    if !file.data.is_encrypted(node) || !seen.insert(node) {
        return;
    }
    match file.data.value(node) {
        DataValue::Array(items) => items.iter().for_each(|item| collect(file, *item, seen, out)),
        DataValue::Hash(pairs) => pairs.iter().for_each(|(_, value)| collect(file, value, seen, out)),
        DataValue::Text(text) => out.push((node, text)),
        _ => {}
    }
}

/// The problem of an encrypted text that cannot be decrypted because it is incomplete or damaged.
fn damaged_text_problem(file: &SiteFile<'_>, node: NodeIndex, text: &str) -> Option<Diagnostic> {
    let fault = first_encrypted_fault(text)?;
    let help = "encrypt the value again, and copy all of it";
    Some(file.at(Diagnostic::warning(codes::HIERA_ENCRYPTED, fault).help(help), node))
}

/// The problem of a file with encrypted texts that no level decrypts.
fn undecrypted_texts_problem(file: &SiteFile<'_>, texts: &[(NodeIndex, &str)]) -> Option<Diagnostic> {
    let (first, _) = texts.first()?;
    let encrypted_texts = match texts.len() {
        1 => "its encrypted text".to_owned(),
        count => format!("its {count} encrypted texts"),
    };
    let message =
        format!("no level with eyaml reads the file, so lookups return {encrypted_texts} as written");
    let help = "write `lookup_key: eyaml_lookup_key` at the level, or use the backend eyaml";
    Some(file.at(Diagnostic::warning(codes::HIERA_ENCRYPTED, message).help(help), *first))
}

/// The problem of a file with the extension `.eyaml` that has texts which are not encrypted.
fn clear_text_problem(file: &SiteFile<'_>) -> Option<Diagnostic> {
    let plain_entries = file.data.entries().filter(|entry| {
        !file.data.is_encrypted(entry.value)
            // An interpolated text may get its secret from an encrypted text.
            && !file.data.may_change(entry.value)
            && file.data.text(entry.key) != Some(OPTIONS_KEY)
            && has_text(file, entry.value, &mut FxHashSet::default())
    });
    let plain_entries: Vec<Entry> = plain_entries.collect();
    let first_entry = *plain_entries.first()?;
    let names: Vec<String> = plain_entries
        .iter()
        .take(MAX_LISTED_KEYS)
        .filter_map(|entry| file.data.text(entry.key).map(|key| format!("`{key}`")))
        .collect();
    let further_count = plain_entries.len() - names.len();
    let further = if further_count == 0 { String::new() } else { format!(" and {further_count} more") };
    let verb = if plain_entries.len() == 1 { "is" } else { "are" };
    let message = format!(
        "{}{further} {verb} not encrypted, although the file has the extension .eyaml",
        names.join(", ")
    );
    let problem = Diagnostic::warning(codes::HIERA_CLEAR_TEXT, message);
    let help = "encrypt what is secret, and move the rest to a .yaml file";
    Some(file.at_key(problem.help(help), first_entry))
}

/// Whether a value contains a string. `seen` contains the values that were searched, so that a value with several
/// aliases is searched once.
fn has_text(file: &SiteFile<'_>, node: NodeIndex, seen: &mut FxHashSet<NodeIndex>) -> bool {
    if !seen.insert(node) {
        return false;
    }
    match file.data.value(node) {
        DataValue::Text(_) => true,
        DataValue::Array(items) => items.iter().any(|item| has_text(file, *item, seen)),
        DataValue::Hash(pairs) => pairs.iter().any(|(_, value)| has_text(file, value, seen)),
        _ => false,
    }
}
