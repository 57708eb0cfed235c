//! Target `docs`: a static site that documents metamodels, for browsers.
//!
//! The pages are templates (`pages/`) over the elements that users' templates see, so both have the same view of a
//! metamodel. Invariants: the site works from files and from any server, loads nothing from elsewhere, and can be read
//! without scripts; the address of a page depends only on the names of its package and its type; every text of a metamodel
//! is escaped by the library, so that none is markup. This module does not know what a diagram or an example looks like.

mod addresses;
mod example;
mod pages;
mod search;
mod users;

use crate::{GeneratedFile, Target};
use modelwright_metamodel::diagnostic::Diagnostics;
use modelwright_metamodel::ecore::{Metamodel, PackageId};
use modelwright_metamodel::options::OptionSpec;

/// A site of documentation.
pub const TARGET: Target = Target {
    name: "docs",
    description: "A site with all types: what they contain, who uses them, examples, search",
    options: &[OptionSpec::text(
        "title",
        "TEXT",
        "The title of the site; by default the name of the first package",
    )],
    script: None,
    examples: &["library.pp -o site/", "shop.pp billing.ecore -o site/ --title 'The shop'"],
    run: |request| {
        let options = DocsOptions {
            title: request.options.text("title").map(str::to_owned),
            sources: request.sources.clone(),
        };
        generate(request.metamodel, &request.packages, &options)
    },
};

/// The options of the target.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DocsOptions {
    /// The title of the site; without it, the name of the first package.
    pub title: Option<String>,
    /// The names of the files that the metamodels were read from, for the first page.
    pub sources: Vec<String>,
}

/// Generates the site of the given packages and their subpackages, or of all packages if none is given.
#[must_use]
pub fn generate(
    metamodel: &Metamodel,
    packages: &[PackageId],
    options: &DocsOptions,
) -> (Vec<GeneratedFile>, Diagnostics) {
    pages::generate(metamodel, packages, options)
}
