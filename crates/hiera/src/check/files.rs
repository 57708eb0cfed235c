//! Files that cannot be read, that no level uses, or that no node uses.

use super::corrections::offer_removal;
use super::site::Site;
use crate::lookup::Query;
use crate::store::Value;
use crate::tree;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, codes};
use rustc_hash::FxHashSet;

/// Reports files that cannot be read, entries that occur twice in a file, and files that no level or no node uses.
pub(super) fn check(site: &Site<'_>, scopes: &[(String, Value)], problems: &mut Diagnostics) {
    for (file, error) in &site.unreadable_files {
        let name = site.hierarchy.file_name(*file);
        // The problem is that of a failed lookup, but with a message that is about all lookups of the file.
        let mut problem = site.hierarchy.failure("every key", error.clone());
        problem.message = match error.cause() {
            Some(cause) => format!("lookups that read this file fail: {}", cause.message),
            None => format!("lookups that read {name} fail: {}", error.message()),
        };
        problems.push(problem);
    }
    problems.extend(site.hierarchy.unread_files().map(|name| {
        if site.hierarchy.has_layers() {
            unused_file(name, site.hierarchy.unread_levels().next())
        } else {
            tree::no_backend(name)
        }
    }));
    for file in &site.files {
        let mut warnings = site.hierarchy.warnings(file.index);
        warnings.iter_mut().for_each(offer_removal);
        problems.extend(warnings);
    }
    // The levels do not depend on the key, so the key is not relevant.
    let reached: FxHashSet<_> = scopes
        .iter()
        .flat_map(|(_, scope)| site.hierarchy.reached_levels(&Query::new("", scope)))
        .filter_map(|reached| reached.file)
        .collect();
    for file in &site.files {
        // With a computed level, it is not known whether some level uses the file.
        let message = if file.level_matches.is_empty() && !site.hierarchy.has_computed_levels() {
            "no level of the hierarchy uses this file".to_owned()
        } else if !scopes.is_empty() && !reached.contains(&file.index) {
            let nodes = if scopes.len() == 1 { "node" } else { "nodes" };
            format!("none of the {} {nodes} uses this file", scopes.len())
        } else {
            continue;
        };
        let problem = Diagnostic::warning(codes::HIERA_UNREACHED, message).at(&file.source, 0..0);
        let help = if file.level_matches.is_empty() {
            "remove the file, or add a level that uses it"
        } else {
            "remove the file if these are all nodes, or correct its name"
        };
        problems.push(problem.help(help));
    }
}

/// The problem of a data file that no level uses, although it is in a directory that some levels use.
fn unused_file(name: &str, unread: Option<&str>) -> Diagnostic {
    let message = format!("{name} is beside the data, but no level of the hierarchy uses it");
    match unread {
        Some(level) => {
            let message =
                format!("{message} unless it is data of the level `{level}`, which is not read here");
            Diagnostic::new(codes::HIERA_UNREACHED, Severity::Note, message)
        }
        None => {
            let help = "remove the file, rename it, or add a level that uses it";
            Diagnostic::warning(codes::HIERA_UNREACHED, message).help(help)
        }
    }
}
