//! The addresses of pages, relative to the site.
//!
//! Invariants: an address contains only letters and digits of ASCII, `.`, `-`, `_` and `~`; no two pages have addresses
//! that differ only in case; no part of an address is the name of a device of Windows. A page keeps its address unless an
//! earlier one takes it.

use crate::numbered_names::NumberedNames;
use modelwright_metamodel::ecore::{Classifier, Element, Metamodel, PackageId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write as _;

/// The address of each package and each of its types.
#[derive(Debug, Default)]
pub(super) struct Addresses {
    pages: FxHashMap<Element, String>,
}

/// The name of a package's own page in its directory.
const INDEX: &str = "index";

/// Names of files that Windows does not allow, with any extension.
const DEVICES: &[&str] = &[
    "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9", "lpt1", "lpt2",
    "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
];

impl Addresses {
    /// The addresses for packages, each before its subpackages.
    pub(super) fn new(metamodel: &Metamodel, packages: &[PackageId]) -> Self {
        let mut addresses = Self::default();
        let mut directories = Names::default();
        for package in packages {
            let directory = directories.take(&qualified_name(metamodel, *package));
            let mut names = Names::default();
            names.take(INDEX);
            for classifier in &metamodel[*package].classifiers {
                let name = names.take(metamodel.name(*classifier));
                addresses.pages.insert(element(*classifier), format!("{directory}/{name}.html"));
            }
            addresses.pages.insert(Element::Package(*package), format!("{directory}/{INDEX}.html"));
        }
        addresses
    }

    /// The address of the page of an element, from the directory of the site; `None` if the site does not have it. Features,
    /// operations and literals are on the page of their type.
    pub(super) fn of(&self, metamodel: &Metamodel, at: Element) -> Option<String> {
        let (page, name) = match at {
            Element::Feature(id) => (Element::Class(metamodel[id].owner), Some(metamodel[id].name())),
            Element::EnumLiteral(id, at) => {
                (Element::DataType(id), metamodel[id].enum_literals().get(at).map(|literal| literal.name.as_str()))
            }
            other => (other, None),
        };
        let page = self.pages.get(&page)?;
        Some(match name {
            Some(name) => format!("{page}#{}", anchor(name)),
            None => page.clone(),
        })
    }
}

/// A classifier as an element.
pub(super) fn element(classifier: Classifier) -> Element {
    match classifier {
        Classifier::Class(id) => Element::Class(id),
        Classifier::DataType(id) => Element::DataType(id),
    }
}

/// The anchor of a feature or a literal on the page of its type. Other anchors have no such start.
pub(super) fn anchor(name: &str) -> String {
    format!("-{}", plain(name))
}

/// The names of a package and the packages around it, the outermost first, with dots between them.
fn qualified_name(metamodel: &Metamodel, package: PackageId) -> String {
    let around = std::iter::successors(Some(package), |id| metamodel[*id].parent);
    let mut names: Vec<&str> = around.map(|id| metamodel[id].name.as_str()).collect();
    names.reverse();
    names.join(".")
}

/// A text in which the numbers of characters replace those that have a meaning in addresses or in a file system.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_') {
            plain.push(c);
        } else {
            let _ = write!(plain, "~{:x}", u32::from(c));
        }
    }
    plain
}

/// Names of files in one directory.
#[derive(Default)]
struct Names {
    taken: FxHashSet<String>,
    numbers: NumberedNames,
}

impl Names {
    /// A name of a file for a text.
    fn take(&mut self, text: &str) -> String {
        let mut name = plain(text);
        let stem = name.split('.').next().unwrap_or_default().to_lowercase();
        // A leading dot hides a file, and a trailing one is lost on Windows.
        if stem.is_empty() || DEVICES.contains(&stem.as_str()) || name.ends_with('.') {
            name = format!("-{}-", name.replace('.', "-"));
        }
        if self.taken.insert(name.to_lowercase()) {
            return name;
        }
        self.numbers.next(&format!("{name}-"), |name| self.taken.insert(name.to_lowercase()))
    }
}

#[cfg(test)]
mod tests {
    use super::Names;

    #[test]
    fn names_are_plain_and_unique_in_any_case() {
        let mut names = Names::default();
        let taken = ["Book", "book", "a/b", "..", "", "nul", "Con.x", "é", "a\"<b>"].map(|text| names.take(text));
        assert_eq!(taken, ["Book", "book-2", "a~2fb", "----", "--", "-nul-", "-Con-x-", "~e9", "a~22~3cb~3e"]);
    }
}
