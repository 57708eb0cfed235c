//! The types that a site declares in addition to those of the language: in `types` directories of modules, and in given
//! metamodels.
//!
//! A file of a module either contains Puppet's type aliases or declares a metamodel. A file that cannot be read is
//! skipped.

use super::{SiteDirectories, reading};
use crate::access::SiteAccess;
use crate::aliases::Aliases;
use crate::files::read_source;
use crate::types::DeclaredTypes;
use modelwright_evaluation::logic::PreparedRules;
use modelwright_language::language::{self, NodeKind};
use modelwright_metamodel::diagnostic::{Diagnostics, Source};
use std::sync::Arc;

/// The declared types, and the problems of the metamodels.
pub(crate) fn declared_types(
    directories: &SiteDirectories,
    access: &SiteAccess,
) -> (DeclaredTypes, Diagnostics) {
    let mut aliases = Aliases::default();
    let mut paths = Vec::new();
    for path in reading::files_of_types(directories, access) {
        let Ok(source) = read_source(&*access.base.files, &path, &access.base.limits) else { continue };
        if declares_metamodel(&source) {
            paths.push(path);
        } else {
            aliases.add_declared(&language::expressions(&source).0);
        }
    }
    let Some((metamodel, mut problems)) = access.types.load_types(&paths) else {
        return (DeclaredTypes { aliases, rules: None }, Diagnostics::new());
    };
    let rules = PreparedRules::new(&metamodel);
    problems.append(rules.problems());
    (DeclaredTypes { aliases, rules: Some(Arc::new(rules)) }, problems)
}

/// Whether a file declares types of a metamodel, and not only Puppet's type aliases.
fn declares_metamodel(source: &Arc<Source>) -> bool {
    let (tree, _) = language::syntax_tree(source);
    tree.nodes().any(|node| {
        matches!(
            node.kind(),
            NodeKind::Package | NodeKind::Type | NodeKind::Abstract | NodeKind::Interface | NodeKind::Enum
        )
    })
}
