//! Keys that no code uses.
//!
//! A key counts as unused only if the code that could use it is known: keys of a module whose code is unknown are not
//! reported. If a computed name may be the key, the problem is a note.

use super::manifests::Manifests;
use super::similar::Similar;
use super::site::Site;
use crate::lookup::OPTIONS_KEY;
use crate::store::Entry;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, codes};
use rustc_hash::FxHashSet;
use std::fmt::Write as _;

/// Reports the keys that no code uses.
pub(super) fn check(site: &Site<'_>, manifests: &Manifests, problems: &mut Diagnostics) {
    let similar = Similar::default();
    let missing = missing_code(manifests);
    let mut keys: Vec<_> = site.keys.iter().collect();
    keys.sort_unstable_by_key(|(key, _)| **key);
    for (key, entries) in keys {
        let is_used = manifests.parameters.contains_key(*key)
            || manifests.uses.may_look_up(key)
            || site.references.contains(*key)
            || *key == OPTIONS_KEY
            || !manifests.has_module_of(key);
        // A name that is similar to `lookup_options` is reported as a misspelling of it.
        if is_used || (site.hierarchy.has_layers() && similar.likely_meant(key, [OPTIONS_KEY]).is_some()) {
            continue;
        }
        let problem = problem_of_unused(site, key, manifests, missing.as_deref(), &similar, entries);
        // A key that is in several files is reported once; the help contains the number of files.
        let (file, entry) = entries[0];
        problems.push(site.files[file].at_key(problem, entry));
    }
}

/// A description of code that is not given and may use any key without a module: a module whose classes are included,
/// or the main manifest of the site. `None` if all such code is given.
fn missing_code(manifests: &Manifests) -> Option<String> {
    let modules = manifests.inclusion.classes().map(super::manifests::module_of);
    let missing_modules = modules.filter(|module| !manifests.modules.contains(*module));
    // The first in alphabetical order, so that the description does not depend on the order of hashing.
    if let Some(module) = missing_modules.min() {
        return Some(format!("the module {module}"));
    }
    // Only the main manifest of a site declares nodes.
    if !manifests.inclusion.has_nodes() {
        return Some("the manifest of the site".to_owned());
    }
    None
}

/// The problem of a key that no code uses. `missing` describes code that is not given and may use the key.
fn problem_of_unused(
    site: &Site<'_>,
    key: &str,
    manifests: &Manifests,
    missing: Option<&str>,
    similar: &Similar,
    entries: &[(usize, Entry)],
) -> Diagnostic {
    let class_and_parameter = key.rsplit_once("::");
    let message = match class_and_parameter {
        Some((class, name)) if manifests.classes.contains(class) => {
            format!("the class {class} has no parameter `{name}`, and no code that is given looks the key up")
        }
        _ => "no code that is given uses this key".to_owned(),
    };
    // A name that the same file already has is probably not the one that is meant.
    let files: FxHashSet<usize> = entries.iter().map(|(file, _)| *file).collect();
    let parameters = manifests.parameters.keys().map(String::as_str);
    let candidates = parameters.chain(manifests.uses.names()).filter(|name| {
        let occurrences = site.keys.get(name).map_or(&[][..], Vec::as_slice);
        !occurrences.iter().any(|(file, _)| files.contains(file))
    });
    let mut help = match similar.likely_meant(key, candidates) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => "remove it".to_owned(),
    };
    if entries.len() > 1 {
        let _ = write!(help, " ({} files have this key)", entries.len());
    }
    let condition = match (manifests.uses.computed_count, missing.filter(|_| class_and_parameter.is_none())) {
        (0, None) => return Diagnostic::warning(codes::HIERA_UNUSED_KEY, message).help(help),
        (0, Some(code)) => format!("{code}, which is not given, does not use it"),
        (1, _) => "the lookup with a computed key never looks it up".to_owned(),
        (computed, _) => format!("none of the {computed} lookups with computed keys looks it up"),
    };
    Diagnostic::new(codes::HIERA_UNUSED_KEY, Severity::Note, message).help(format!("{help}, if {condition}"))
}
