//! The addresses of pages, relative to the site.
//!
//! Invariants: an address contains only letters and digits of ASCII, `.`, `-`, `_` and `~`; no two pages have
//! addresses that differ only in case; no part of an address is the name of a device of Windows. A page keeps its
//! address unless an earlier one takes it.

use crate::languages::names::shortened;
use crate::numbered_names::NumberedNames;
use modelwright_metamodel::ecore::{Classifier, Element, Metamodel, PackageId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::HashSet;
use std::fmt::Write as _;

/// The address of each package, each of its types, and their features, operations and literals.
#[derive(Debug, Default)]
pub(super) struct Addresses {
    pages: Vec<String>,
    locations: FxHashMap<Element, Location>,
}

/// The number of a page, and for a feature, an operation or a literal the anchor on it.
#[derive(Debug)]
struct Location {
    page: usize,
    anchor: Option<Box<str>>,
}

/// The name of a package's own page in its directory, and of its diagram if that has a page of its own.
const INDEX: &str = "index";
const DIAGRAM: &str = "-diagram";

/// The files in the directory of the site.
pub(super) const FIRST_PAGE: &str = "index.html";
pub(super) const CHANGES: &str = "changes.html";
pub(super) const STYLE: &str = "site.css";
pub(super) const SCRIPT: &str = "site.js";
pub(super) const SEARCH: &str = "search.js";

/// The greatest number of characters of the name of a file without its extension and a number; with these, it has at
/// most 255.
const MAX_NAME: usize = 200;

/// Names of files that Windows does not allow, with any extension.
const DEVICES: &[&str] = &[
    "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9",
    "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
];

impl Addresses {
    /// The addresses for packages, each before its subpackages. Types in `hidden` have none.
    pub(super) fn new(metamodel: &Metamodel, packages: &[PackageId], hidden: &HashSet<Classifier>) -> Self {
        let mut addresses = Self::default();
        let mut directories = FileNames::default();
        for file in [FIRST_PAGE, CHANGES, STYLE, SCRIPT, SEARCH] {
            directories.take(file);
        }
        for package in packages {
            let directory = directories.take(&qualified_name(metamodel, *package));
            let mut names = FileNames::default();
            names.take(INDEX);
            names.take(DIAGRAM);
            let types = metamodel[*package].classifiers.iter().filter(|at| !hidden.contains(at));
            for classifier in types {
                let name = names.take(metamodel.name(*classifier));
                addresses.add_type(metamodel, *classifier, format!("{directory}/{name}.html"));
            }
            addresses.add_page(Element::Package(*package), format!("{directory}/{INDEX}.html"));
        }
        addresses
    }

    /// Adds the page of an element, and returns its number.
    fn add_page(&mut self, element: Element, page: String) -> usize {
        let number = self.pages.len();
        self.pages.push(page);
        self.locations.insert(element, Location { page: number, anchor: None });
        number
    }

    /// Adds a page for a type, with anchors for its features and operations, or literals.
    fn add_type(&mut self, metamodel: &Metamodel, classifier: Classifier, page: String) {
        let mut members: Vec<(Element, &str)> = Vec::new();
        match classifier {
            Classifier::Class(class) => {
                for id in &metamodel[class].features {
                    members.push((Element::Feature(*id), metamodel[*id].name()));
                }
                for id in &metamodel[class].operations {
                    members.push((Element::Operation(*id), &*metamodel[*id].typed.name));
                }
            }
            Classifier::DataType(id) => {
                for (at, literal) in metamodel[id].enum_literals().iter().enumerate() {
                    members.push((Element::EnumLiteral(id, at), literal.name.as_str()));
                }
            }
        }
        let page = self.add_page(Element::from(classifier), page);
        let (mut taken, mut numbers) = (FxHashSet::default(), NumberedNames::default());
        for (member, name) in members {
            // The templates have anchors of their own, which do not begin with a hyphen.
            let mut anchor = format!("-{}", encode(name));
            if !taken.insert(anchor.clone()) {
                anchor = numbers.next(&format!("{anchor}-"), |name| taken.insert(name.to_owned()));
            }
            self.locations.insert(member, Location { page, anchor: Some(anchor.into()) });
        }
    }

    /// The address, relative to the site, of the page that describes an element; `None` if no page does.
    pub(super) fn page(&self, element: Element) -> Option<&str> {
        let location = self.locations.get(&element)?;
        Some(&self.pages[location.page])
    }

    /// The address of an element, relative to the directory `from` of the site; `None` if no page describes the
    /// element.
    pub(super) fn address(&self, element: Element, from: &str) -> Option<String> {
        let location = self.locations.get(&element)?;
        let mut address = relative(&self.pages[location.page], from);
        if let Some(anchor) = &location.anchor {
            address.push('#');
            address.push_str(anchor);
        }
        Some(address)
    }

    /// The address of a package's diagram.
    pub(super) fn diagram_address(&self, package: PackageId) -> Option<String> {
        let (directory, _) = self.page(Element::Package(package))?.rsplit_once('/')?;
        Some(format!("{directory}/{DIAGRAM}.html"))
    }

    /// The anchor of a feature, an operation or a literal on the page of its type.
    pub(super) fn anchor(&self, element: Element) -> Option<&str> {
        self.locations.get(&element)?.anchor.as_deref()
    }
}

/// The directory of a page, with the `/` after it; nothing for that of the site.
pub(super) fn directory(page: &str) -> &str {
    page.rfind('/').map_or("", |end| &page[..=end])
}

/// Makes an address that is relative to the site relative to the directory `from`, which is empty or ends with `/`:
/// `shop/Book.html` is `Book.html` from `shop/`, and `../shop/Book.html` from `billing/`.
/// Directories of packages are not nested, so `../` is always the site.
pub(super) fn relative(address: &str, from: &str) -> String {
    match address.strip_prefix(from) {
        Some(name) => name.to_owned(),
        None => format!("../{address}"),
    }
}

/// The name of a package after those of the packages around it, with dots between them.
fn qualified_name(metamodel: &Metamodel, package: PackageId) -> String {
    let package_and_parents = std::iter::successors(Some(package), |id| metamodel[*id].parent);
    let mut names: Vec<&str> = package_and_parents.map(|id| metamodel[id].name.as_str()).collect();
    names.reverse();
    names.join(".")
}

/// A text in which `~` and a hexadecimal code replace each character with a meaning in addresses or in a file system:
/// `a/b` becomes `a~2fb`.
fn encode(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_') {
            encoded.push(c);
        } else {
            let _ = write!(encoded, "~{:x}", u32::from(c));
        }
    }
    encoded
}

/// Names of files in one directory.
#[derive(Default)]
struct FileNames {
    /// The names in use, in lower case, because some file systems do not distinguish case.
    taken: FxHashSet<String>,
    numbers: NumberedNames,
}

impl FileNames {
    /// Reserves a name of a file for a text, and returns the name. Names that Windows reserves get hyphens around them,
    /// names that are in use get a number: `nul` becomes `-nul-`, and after `Book`, `book` becomes `book-2`.
    fn take(&mut self, text: &str) -> String {
        let mut name = shortened(&encode(text), MAX_NAME).into_owned();
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
    use super::FileNames;

    #[test]
    fn names_are_plain_and_unique_in_any_case() {
        let mut names = FileNames::default();
        let taken =
            ["Book", "book", "a/b", "..", "", "nul", "Con.x", "é", "a\"<b>"].map(|text| names.take(text));
        assert_eq!(
            taken,
            ["Book", "book-2", "a~2fb", "----", "--", "-nul-", "-Con-x-", "~e9", "a~22~3cb~3e"]
        );
        let long_names = ["x".repeat(5000), "x".repeat(4000)].map(|text| names.take(&text));
        assert!(long_names.iter().all(|name| name.len() == 200) && long_names[0] != long_names[1]);
    }
}
