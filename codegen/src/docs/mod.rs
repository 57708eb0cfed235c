//! Target `docs`: a static site that documents metamodels, for browsers.
//!
//! The pages are templates (`pages/`) over the elements that users' templates see, so both have the same view of a
//! metamodel. Invariants: the site works from files and from any server, loads nothing from elsewhere, and can be
//! read without scripts; the address of a page depends only on the names of its package and its type; every text of
//! a metamodel is escaped by the library, so that none is markup. This module does not know what a diagram or an
//! example looks like.

mod addresses;
mod example;
mod pages;
mod search;
mod texts;
mod type_links;
mod users;
mod words;

use crate::scope::Scope;
use crate::{GeneratedFile, Target};
use example::{Example, Examples};
use modelwright_metamodel::diagnostic::Diagnostics;
use modelwright_metamodel::ecore::{ClassId, Metamodel, PackageId};
use modelwright_metamodel::options::OptionSpec;
use std::sync::Arc;

/// A site of documentation.
pub const TARGET: Target = Target {
    name: "docs",
    extension: None,
    description: "A site with all types: what they contain, who uses them, examples, search",
    options: &[
        OptionSpec::text("title", "TEXT", "The title of the site; by default the name of the first package"),
        OptionSpec::metamodel(
            SINCE,
            "OLD",
            "An earlier version: a page lists the changes since then, and the other pages mark them",
        )
        .repeated(),
    ],
    script: None,
    examples: &[
        "library.pp -o site/",
        "shop.pp billing.ecore -o site/ --title 'The shop'",
        "library.pp -o site/ --since old/library.pp",
    ],
    run: |request| {
        let names: Vec<&str> = request.options.texts(SINCE).map(file_name).collect();
        let since = request.metamodel_of(SINCE);
        let options = DocsOptions {
            title: request.options.text("title").map(str::to_owned),
            sources: request.sources.clone(),
            since: since.map(|earlier| Since { name: names.join(", "), metamodel: Arc::clone(earlier) }),
        };
        generate(request.metamodel, &request.packages, &options)
    },
};

/// The option with the earlier version.
const SINCE: &str = "since";

/// The name of a file without its directories.
fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// The options of the target.
#[derive(Debug, Clone, Default)]
pub struct DocsOptions {
    /// The title of the site; without it, the name of the first package.
    pub title: Option<String>,
    /// The names of the files that the metamodels were read from, for the first page.
    pub sources: Vec<String>,
    /// An earlier version of the metamodel, whose differences the site shows.
    pub since: Option<Since>,
}

/// An earlier version of a metamodel.
#[derive(Debug, Clone)]
pub struct Since {
    /// The name for readers.
    pub name: String,
    /// The metamodel.
    pub metamodel: Arc<Metamodel>,
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

/// A valid object of a class.
#[derive(Debug)]
pub struct ClassExample {
    /// The class.
    pub class: ClassId,
    /// The name of the class of the root, which ordinary JSON does not contain.
    pub root: String,
    /// The name of each notation that can express it, and the text.
    pub texts: Vec<(&'static str, String)>,
}

impl ClassExample {
    /// The text in ordinary JSON; `None` if ordinary JSON cannot express the object.
    #[must_use]
    pub fn json(&self) -> Option<&str> {
        self.texts.iter().find(|(notation, _)| *notation == "JSON").map(|(_, text)| text.as_str())
    }
}

/// The examples of the classes of packages and their subpackages, and the classes for which no valid example was found
/// although they may have objects.
#[must_use]
pub fn examples(metamodel: &Arc<Metamodel>, packages: &[PackageId]) -> (Vec<ClassExample>, Vec<ClassId>) {
    let scope = Scope::new(metamodel, packages);
    let mut examples = Examples::new(&scope, Arc::clone(metamodel));
    let (mut class_examples, mut classes_without_example) = (Vec::new(), Vec::new());
    for class in scope.classes.iter().copied().filter(|class| !scope.is_abstract(*class)) {
        match examples.example_of(class) {
            Some(Example { root, texts, .. }) => class_examples.push(ClassExample { class, root, texts }),
            None if examples.has_own_objects(class) => classes_without_example.push(class),
            None => {}
        }
    }
    (class_examples, classes_without_example)
}
