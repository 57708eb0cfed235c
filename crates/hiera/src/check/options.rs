//! Faults of `lookup_options`: options that make lookups fail, and entries without effect.
//!
//! Only a fault that one file causes alone is an error. The options of all levels and layers are merged, so a strategy
//! that is incomplete in one file may be completed by another.

use super::manifests::Manifests;
use super::similar::Similar;
use super::site::{Site, SiteFile};
use crate::lookup::{OPTIONS_KEY as KEY, Strategy};
use crate::store::{Data, DataValue, Entry, NodeIndex};
use modelwright_evaluation::evaluate::Regex;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, codes};

/// The names of the options that a key may have.
const OPTION_NAMES: [&str; 2] = ["convert_to", "merge"];

/// Reports faults of the `lookup_options` in all files; older versions have none.
pub(super) fn check(site: &Site<'_>, manifests: Option<&Manifests>, problems: &mut Diagnostics) {
    if !site.hierarchy.has_layers() {
        return;
    }
    let similar = Similar::default();
    for (file, entry) in site.keys.get(KEY).into_iter().flatten() {
        let file = &site.files[*file];
        let DataValue::Hash(options) = file.data.value(entry.value) else { continue };
        for (key, value) in options.iter() {
            check_pattern(file, key, problems);
            check_merge(file, value, problems);
            check_names(file, value, &similar, problems);
            problems.extend(ineffective_options(site, manifests, file, key, &similar));
        }
    }
    check_misspelt_keys(site, manifests, &similar, problems);
}

/// Reports keys that are misspellings of `lookup_options`.
fn check_misspelt_keys(
    site: &Site<'_>,
    manifests: Option<&Manifests>,
    similar: &Similar,
    problems: &mut Diagnostics,
) {
    let mut keys: Vec<_> = site.keys.iter().collect();
    keys.sort_unstable_by_key(|(key, _)| **key);
    for (key, entries) in keys {
        let is_used = site.references.contains(key)
            || manifests.is_some_and(|manifests| manifests.uses.may_look_up(key));
        if is_used || similar.likely_meant(key, [KEY]).is_none() {
            continue;
        }
        for (file, entry) in entries {
            let file = &site.files[*file];
            // A key with a similar name is probably meant as `lookup_options` only if its value is a hash.
            if matches!(file.data.value(entry.value), DataValue::Hash(_)) {
                let message = format!("`{key}` is an ordinary key, so its options have no effect");
                let problem = Diagnostic::warning(codes::HIERA_OPTIONS, message);
                problems.push(file.at_key(problem.help(format!("did you mean `{KEY}`?")), *entry));
            }
        }
    }
}

/// The problem of options that apply to no key, because no key has their name or matches their pattern.
fn ineffective_options(
    site: &Site<'_>,
    manifests: Option<&Manifests>,
    file: &SiteFile<'_>,
    key: NodeIndex,
    similar: &Similar,
) -> Option<Diagnostic> {
    let name = file.data.text(key)?;
    let is_pattern = name.starts_with('^');
    let kind = if is_pattern { "pattern" } else { "key" };
    let is_known = if is_pattern {
        let parameters = manifests.into_iter().flat_map(|manifests| manifests.parameters.keys());
        let mut keys = site.keys.keys().copied().chain(parameters.map(String::as_str));
        Regex::new(name).map_or(true, |pattern| keys.any(|key| pattern.is_match(key)))
    } else {
        let is_parameter = manifests.is_some_and(|manifests| manifests.parameters.contains_key(name));
        is_parameter || site.keys.contains_key(name)
    };
    // The data of a module may have options for parameters that only other sites set. So nothing is reported for a
    // module unless its classes are known.
    let is_silent =
        file.module.is_some() && !manifests.is_some_and(|manifests| manifests.has_module_of(name));
    if is_known || is_silent {
        return None;
    }
    let message = format!("the {kind} of the options matches no key, so they have no effect");
    let problem = match site.unread_data() {
        Some(unread) => {
            let message = format!("{message}, unless {unread}, which is not read here, has such a key");
            Diagnostic::new(codes::HIERA_OPTIONS, Severity::Note, message)
        }
        None => Diagnostic::warning(codes::HIERA_OPTIONS, message),
    };
    let help = match similar.likely_meant(name, site.keys.keys().copied().filter(|_| !is_pattern)) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("correct the {kind}, or remove the options"),
    };
    // Only the key of the entry is used.
    Some(file.at_key(problem.help(help), Entry { key, value: key }))
}

/// Reports options whose names Puppet does not know, and therefore ignores.
fn check_names(file: &SiteFile<'_>, options: NodeIndex, similar: &Similar, problems: &mut Diagnostics) {
    let DataValue::Hash(options) = file.data.value(options) else { return };
    for (key, value) in options.iter() {
        let Some(name) = file.data.text(key).filter(|name| !OPTION_NAMES.contains(name)) else { continue };
        let message = format!("there is no option `{name}`, so it has no effect");
        let help = match similar.likely_meant(name, OPTION_NAMES) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => "the options are merge and convert_to".to_owned(),
        };
        let problem = Diagnostic::warning(codes::HIERA_OPTIONS, message).help(help);
        problems.push(file.at_key(problem, Entry { key, value }));
    }
}

/// Reports a pattern that is not a valid regular expression.
fn check_pattern(file: &SiteFile<'_>, key: NodeIndex, problems: &mut Diagnostics) {
    let Some(pattern) = file.data.text(key).filter(|key| key.starts_with('^')) else { return };
    if let Err(fault) = Regex::new(pattern) {
        let message = format!("the pattern `{pattern}` is invalid, so every lookup fails: {fault}");
        let help = "correct the regular expression, or remove `^` if this is a key";
        problems.push(file.at(Diagnostic::error(codes::HIERA_MISMATCH, message).help(help), key));
    }
}

/// Reports a merge strategy that Puppet rejects.
fn check_merge(file: &SiteFile<'_>, options: NodeIndex, problems: &mut Diagnostics) {
    let Some(merge) = option(file.data, options, "merge") else { return };
    if let Err(error) = Strategy::from_value(&file.data.to_value(merge)) {
        let message = format!("lookups with this strategy fail: {}", error.message());
        let help = "the strategies are first, unique, hash and deep";
        problems.push(file.at(Diagnostic::error(codes::HIERA_MISMATCH, message).help(help), merge));
    }
}

/// The value of an option of a key.
fn option(data: &Data, options: NodeIndex, name: &str) -> Option<NodeIndex> {
    let DataValue::Hash(options) = data.value(options) else { return None };
    options.iter().find(|(key, _)| data.text(*key) == Some(name)).map(|(_, value)| value)
}
