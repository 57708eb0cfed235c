//! Problems of a Hiera tree that neither Ruby nor Puppet reports.
//!
//! One file for each question: the [values](values) that Hiera reads differently than they look, the
//! [references](references) between keys ([cycles](cycles)) and to [variables](variables), the [options](options) of
//! lookups, the [files](files) that no level uses (except data of other [environments](environments)), the values that
//! are [shadowed](shadows), [secrets](secrets) in plain text, [encrypted](encrypted) values that are damaged, and, with
//! [manifests](manifests), unused [keys](usage) and the answers for [parameters](parameters). Some problems have
//! [corrections](corrections), which [`correct`] applies; [similar] finds what was meant by a misspelt name.
//!
//! Invariants: a problem is an error only if a lookup fails, or a value does not have the type of its parameter, for
//! every scope (an invalid pattern in `lookup_options`). A problem that depends on unknown information is a warning (a
//! key that no code uses). One that depends on data or code that was not given is a note (the same key, if a module
//! that was not given may use it). To follow the help of a problem changes no answer that code requests. No problem
//! shows a secret. This module reads files only through the hierarchy and its arguments.

mod correct;
mod corrections;
mod cycles;
mod encrypted;
mod environments;
mod files;
mod manifests;
mod nodes;
mod options;
mod parameters;
mod references;
mod secrets;
mod shadows;
mod similar;
mod site;
mod usage;
mod values;
mod variables;

pub use correct::correct;
pub use manifests::Manifests;
pub use manifests::Parameter;
pub use nodes::list_nodes;
pub use secrets::is_secret_name;

use super::lookup::Hierarchy;
use crate::store::Value;
use modelwright_metamodel::diagnostic::{Diagnostics, silence};
use secrets::Secrets;
use site::Site;

/// What a check knows in addition to the tree.
#[derive(Debug, Default)]
pub struct CheckOptions<'a> {
    /// The nodes with their variables; empty if they are unknown.
    pub scopes: &'a [(String, Value)],
    /// The code that uses keys, if it is known.
    pub manifests: Option<&'a Manifests>,
}

/// Checks a tree; the problems are ordered by file and position.
#[must_use]
pub fn check(hierarchy: &Hierarchy, options: &CheckOptions<'_>) -> Diagnostics {
    // All files are needed, and this reads them on all cores.
    hierarchy.read_files();
    let site = Site::new(hierarchy, options.scopes);
    let secrets = Secrets::new(&site, options.manifests);
    let mut problems = Diagnostics::new();
    files::check(&site, options.scopes, &mut problems);
    values::check(&site, &secrets, &mut problems);
    references::check(&site, options.scopes, &mut problems);
    options::check(&site, options.manifests, &mut problems);
    shadows::check(&site, options.manifests, &mut problems);
    encrypted::check(&site, &mut problems);
    secrets::check(&site, &mut problems);
    if let Some(manifests) = options.manifests {
        usage::check(&site, manifests, &mut problems);
        parameters::check(&site, manifests, options.scopes, &secrets, &mut problems);
    }
    site.set_keys(&mut problems);
    corrections::keep_valid(&site, &mut problems);
    // Secrets are hidden last, when all labels and all corrections exist.
    secrets.hide(&mut problems);
    let manifests = options.manifests.into_iter().flat_map(|manifests| &manifests.sources);
    let sources = site.files.iter().map(|file| &file.source).chain(manifests);
    sorted(silence(problems, sources))
}

/// The problems in the order of files and positions, after those without a position.
fn sorted(problems: Diagnostics) -> Diagnostics {
    // The copy keeps the count of problems that exceeded the limit.
    let mut sorted = problems.without_problems();
    let mut list: Vec<_> = problems.into_iter().collect();
    list.sort_by_cached_key(|problem| {
        problem.primary_label().map(|label| (label.source.name().to_owned(), label.range.start))
    });
    sorted.extend(list);
    sorted
}
