//! Target `ecore`: an `.ecore` file for each root package, as EMF writes it.

use crate::{GeneratedFile, Target};
use modelwright_metamodel::diagnostic::Diagnostics;
use modelwright_metamodel::ecore::{Metamodel, PackageId};
use modelwright_metamodel::model::ecore::to_model;
use modelwright_metamodel::output::in_memory;
use modelwright_notations::xmi::{WriteOptions, write};

/// Ecore files.
pub const TARGET: Target = Target {
    name: "ecore",
    extension: None,
    description: "Ecore files that Eclipse EMF, PyEcore and RGen read",
    options: &[],
    script: None,
    examples: &["library.pp -o models/"],
    run: |request| generate(request.metamodel, &request.packages),
};

/// Generates a file for each of the given packages; for each root package if none is given.
#[must_use]
pub fn generate(metamodel: &Metamodel, packages: &[PackageId]) -> (Vec<GeneratedFile>, Diagnostics) {
    let roots: Vec<PackageId> =
        // Without a selection, only root packages have files, because a subpackage is in the file of its root package.
        if packages.is_empty() { metamodel.roots().collect() } else { packages.to_vec() };
    let mut files = Vec::new();
    let mut problems = Diagnostics::new();
    for root in roots {
        let path = format!("{}.ecore", metamodel[root].name);
        let (text, problems_of_root) = document(metamodel, &[root], &path);
        problems.append(problems_of_root);
        files.extend(text.map(|text| GeneratedFile { path, text }));
    }
    (files, problems)
}

/// The text of some packages as one document; `None` if they cannot be written.
pub(crate) fn document(
    metamodel: &Metamodel,
    roots: &[PackageId],
    path: &str,
) -> (Option<String>, Diagnostics) {
    let (model, document) = to_model(metamodel, roots, path);
    match in_memory(|sink| write(&model, document, &WriteOptions::ecore(), sink)) {
        Ok((bytes, _)) => (Some(into_text(bytes)), Diagnostics::new()),
        Err(problems) => (None, problems),
    }
}

/// The bytes as text. Valid UTF-8 is not copied.
fn into_text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}
