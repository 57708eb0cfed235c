//! Problems of a Hiera tree that Ruby never reports.
//!
//! One file for each question: the [values](values) that Hiera reads differently than they look, the
//! [references](references) between keys and to variables, the [options](options) of lookups, the [files](files) that no
//! level uses, the values that are [shadowed](shadows), and, with [manifests](manifests), unused [keys](usage) and values
//! of the wrong type. Some problems have [corrections](corrections), which [`correct`] applies.
//!
//! Invariant: an error is a lookup that fails, or a value that does not have its parameter's type, whatever the
//! scope; a problem that depends on unknown information is a warning. This module reads files only through the
//! hierarchy and its arguments.

mod correct;
mod corrections;
mod files;
mod manifests;
mod options;
mod references;
mod shadows;
mod site;
mod usage;
mod values;

pub use correct::correct;
pub use manifests::Manifests;

use super::lookup::Hierarchy;
use crate::store::Value;
use modelwright_metamodel::diagnostic::Diagnostics;
use site::Site;

/// Information outside the tree.
#[derive(Debug, Default)]
pub struct CheckOptions<'a> {
    /// The nodes with their variables; empty if they are unknown.
    pub scopes: &'a [(String, Value)],
    /// The manifests that use keys, if they are known.
    pub manifests: Option<&'a Manifests>,
}

/// Checks a tree; the problems are ordered by file and position.
#[must_use]
pub fn check(hierarchy: &Hierarchy, options: &CheckOptions<'_>) -> Diagnostics {
    hierarchy.read_files();
    let site = Site::new(hierarchy);
    let mut problems = Diagnostics::new();
    files::check(&site, options.scopes, &mut problems);
    values::check(&site, &mut problems);
    references::check(&site, options.scopes, &mut problems);
    options::check(&site, &mut problems);
    shadows::check(&site, &mut problems);
    if let Some(manifests) = options.manifests {
        usage::check(&site, manifests, &mut problems);
    }
    site.set_keys(&mut problems);
    corrections::keep_valid(&site, &mut problems);
    sorted(problems)
}

/// Ordered by file and position, with problems without a position first.
fn sorted(problems: Diagnostics) -> Diagnostics {
    let mut list: Vec<_> = problems.into_iter().collect();
    list.sort_by_cached_key(|problem| {
        problem.primary_label().map(|label| (label.source.name().to_owned(), label.range.start))
    });
    let mut sorted = Diagnostics::new();
    sorted.extend(list);
    sorted
}
