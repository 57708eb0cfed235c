//! Problems of a Hiera tree that Ruby never reports.
//!
//! One file for each question: the [values](values) that are answered as something else than they look like, the
//! [references](references) between keys and to variables, the [files](files) that no level leads to, the values that are
//! [shadowed](shadows), and, with [manifests](manifests), the [keys](usage) that nobody asks for and values of the wrong type.
//!
//! Invariant: an error is a lookup that fails, or a value that breaks its parameter's type, whatever the scope; what depends
//! on more than is known is a warning. This room does not read files but through the hierarchy and what it is given.

mod files;
mod manifests;
mod references;
mod shadows;
mod site;
mod usage;
mod values;

pub use manifests::Manifests;

use super::lookup::Hierarchy;
use crate::store::Value;
use modelwright_metamodel::diagnostic::Diagnostics;
use site::Site;

/// What is known beside the tree.
#[derive(Debug, Default)]
pub struct CheckOptions<'a> {
    /// The nodes with their variables; none if they are not known.
    pub scopes: &'a [(String, Value)],
    /// The manifests that ask for keys, if they are known.
    pub manifests: Option<&'a Manifests>,
}

/// Checks a tree; the problems are in order of file and place.
#[must_use]
pub fn check(hierarchy: &Hierarchy, options: &CheckOptions<'_>) -> Diagnostics {
    let site = Site::new(hierarchy);
    let mut problems = Diagnostics::new();
    files::check(&site, options.scopes, &mut problems);
    values::check(&site, &mut problems);
    references::check(&site, options.scopes, &mut problems);
    shadows::check(&site, &mut problems);
    if let Some(manifests) = options.manifests {
        usage::check(&site, manifests, &mut problems);
    }
    sorted(problems)
}

/// In order of file and place, and problems without a place first.
fn sorted(problems: Diagnostics) -> Diagnostics {
    let mut list: Vec<_> = problems.into_iter().collect();
    list.sort_by_cached_key(|problem| {
        problem.primary_label().map(|label| (label.source.name().to_owned(), label.range.start))
    });
    let mut sorted = Diagnostics::new();
    sorted.extend(list);
    sorted
}
