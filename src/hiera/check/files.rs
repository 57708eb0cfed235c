//! Files that cannot be read, that no level uses, or that no node uses.

use super::corrections::offer_removal;
use super::site::Site;
use crate::hiera::lookup::Query;
use crate::hiera::tree;
use crate::store::Value;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use rustc_hash::FxHashSet;

pub(super) fn check(site: &Site<'_>, scopes: &[(String, Value)], problems: &mut Diagnostics) {
    for (file, error) in &site.broken {
        let name = site.hierarchy.file_name(*file);
        let mut problem = error.clone().into_diagnostic("every key", site.hierarchy);
        problem.message = match error.cause() {
            Some(cause) => format!("lookups that read this file fail: {}", cause.message),
            None => format!("lookups that read {name} fail: {}", error.message()),
        };
        problems.push(problem);
    }
    problems.extend(site.hierarchy.unread_files().map(tree::no_backend));
    for file in &site.files {
        let mut warnings = site.hierarchy.warnings(file.index);
        warnings.iter_mut().for_each(offer_removal);
        problems.extend(warnings);
    }
    let reached: FxHashSet<_> = scopes
        .iter()
        .flat_map(|(_, scope)| site.hierarchy.reached(&Query::new("", scope)))
        .filter_map(|reached| reached.file)
        .collect();
    for file in &site.files {
        let message = if file.level_matches.is_empty() && !site.hierarchy.has_computed_levels() {
            "no level of the hierarchy uses this file".to_owned()
        } else if !scopes.is_empty() && !reached.contains(&file.index) {
            let nodes = if scopes.len() == 1 { "node" } else { "nodes" };
            format!("none of the {} {nodes} uses this file", scopes.len())
        } else {
            continue;
        };
        let problem = Diagnostic::warning(codes::HIERA_UNREACHED, message).at(&file.source, 0..0);
        problems.push(problem.help("remove the file, or add a level that uses it"));
    }
}
