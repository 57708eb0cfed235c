//! Packages that several files declare: unless the declarations are equal, it is unknown which one a document means.
//!
//! Invariant: files with equal bytes, or with equal root packages in any notation, are the same declaration. A location
//! in the document, and a file that the user specifies, take precedence over files that are only found; this module
//! only compares files of the same precedence.

use super::Workspace;
use super::cache::Candidates;
use crate::files::{display_path, read_ordinary_file, uri_path};
use crate::formats::WriteOptions;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use modelwright_metamodel::ecore::{Metamodel, PackageId};
use modelwright_metamodel::model::ecore;
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A package of a metamodel, and the file that declares it.
struct Declaration {
    path: PathBuf,
    metamodel: Arc<Metamodel>,
    root: PackageId,
}

impl Workspace {
    /// The first file that declares a package, and a problem if another file declares it differently.
    pub(super) fn declaration(
        &self,
        candidates: &Candidates,
        package: &str,
    ) -> Option<(PathBuf, Option<Diagnostic>)> {
        let mut declarations =
            candidates.files_declaring(package).filter_map(|path| self.declared_in(path, package));
        let first = declarations.next()?;
        // The search ends at the first different declaration.
        let other = declarations.find(|other| !self.are_equal(&first, other));
        let problem = other.map(|other| ambiguity_problem(package, &first, &other));
        Some((first.path, problem))
    }

    /// The problems of packages that two files of a metamodel declare differently.
    pub(super) fn ambiguous_packages(&self, metamodel: &Arc<Metamodel>) -> Diagnostics {
        let mut first_by_package: FxHashMap<&str, Declaration> = FxHashMap::default();
        let mut problems = Diagnostics::new();
        for root in metamodel.roots().filter(|root| !metamodel[*root].is_proxy) {
            let data = &metamodel[root];
            let (Some(package), Some(source)) = (data.ns_uri.as_deref(), data.source.as_deref()) else {
                continue;
            };
            let document = source.split('#').next().unwrap_or_default();
            let Some(path) = uri_path(document).map(|path| self.relative(path)) else { continue };
            let declaration = Declaration { path, metamodel: Arc::clone(metamodel), root };
            match first_by_package.get(package) {
                None => {
                    first_by_package.insert(package, declaration);
                }
                Some(first) if first.path == declaration.path || self.are_equal(first, &declaration) => {}
                Some(first) => problems.push(ambiguity_problem(package, first, &declaration)),
            }
        }
        problems
    }

    /// The problem of an address that is a namespace URI, if several files in the given directories declare it
    /// differently.
    pub(super) fn ambiguous_namespace(&self, address: &str) -> Option<Diagnostic> {
        if self.path_of(address).is_some() || self.declaring_file(address).is_none() {
            return None;
        }
        let (_, problem) = self.declaration(&*self.candidates()?, address)?;
        problem
    }

    /// The declaration of a package in a file; `None` if the file does not declare it.
    fn declared_in(&self, path: &Path, package: &str) -> Option<Declaration> {
        // Only Ecore is extended, so that all other packages come from this file.
        let (metamodel, _) = self.extended(&Metamodel::ecore(), path, read_ordinary_file);
        let root = metamodel.root_of(metamodel.package_by_uri(package)?);
        Some(Declaration { path: path.to_path_buf(), metamodel, root })
    }

    /// Whether two files declare the same root package.
    fn are_equal(&self, first: &Declaration, second: &Declaration) -> bool {
        let bytes_of = |path| read_ordinary_file(&*self.files, path, &self.reading.limits).ok();
        let is_same_file = first.metamodel[first.root].source == second.metamodel[second.root].source;
        // Bytes are compared first: most copies are identical, and writing metamodels as text is slower.
        is_same_file || bytes_of(&first.path) == bytes_of(&second.path) || first.text() == second.text()
    }
}

impl Declaration {
    /// The root package as `.ecore`, whichever notation it was read from.
    fn text(&self) -> Option<Vec<u8>> {
        // Packages are compared as `.ecore`, so that their notations do not matter (Decision 27).
        let (model, document) = ecore::to_model(&self.metamodel, &[self.root], "");
        let mut bytes = Vec::new();
        crate::formats::ECORE.write(&model, document, &WriteOptions::default(), &mut bytes).ok()?;
        Some(bytes)
    }
}

/// The problem of a package that two files declare differently.
fn ambiguity_problem(package: &str, first: &Declaration, second: &Declaration) -> Diagnostic {
    let (first, second) = (display_path(&first.path), display_path(&second.path));
    let message = format!("two files declare the package `{package}` differently: {first} and {second}");
    let help = "specify one of them with --model, or only its directory with --path";
    Diagnostic::error(codes::AMBIGUOUS_PACKAGE, message).help(help)
}
