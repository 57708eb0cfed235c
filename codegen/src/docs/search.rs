//! The index of the search: the names of all packages, types, features, operations and literals, with their addresses,
//! and the words of their documentation.
//!
//! It is a script, because pages that are opened as files cannot load data in any other form. Invariants: the index is
//! JSON, whose texts cannot end the call around it; anchors that the script can derive from names are not in it.

use super::addresses::Addresses;
use super::words::Words;
use crate::json::quote;
use crate::template::view::element_annotations;
use modelwright_metamodel::ecore::{Classifier, Element, Metamodel, PackageId, documentation};

/// The text of the script: a call with one list for each package and type, and a list of words. The list of a package or
/// type contains its name, description and address, then a list for each kind of members: the word for the kind, and each
/// name, together with the anchor if the script cannot derive the anchor from the name. The words refer to packages,
/// types and members by their numbers in this order:
///
/// ```text
/// searchIndex([
/// ["shop","package","shop/index.html"],
/// ["Book","class in shop","shop/Book.html",["feature","title",["größe","-gr~f6~dfe"]]]
/// ],
/// ["author 1 1"]);
/// ```
pub(super) fn index(metamodel: &Metamodel, packages: &[PackageId], addresses: &Addresses) -> String {
    let text = String::from("searchIndex([\n");
    let mut entries = Entries { metamodel, addresses, text, words: Words::default(), count: 0 };
    for package in packages {
        entries.start_entry(&metamodel[*package].name, "package", Element::Package(*package));
        entries.text.push_str("],\n");
        for classifier in &metamodel[*package].classifiers {
            entries.add_classifier(*classifier, &metamodel[*package].name);
        }
    }
    let Entries { mut text, words, .. } = entries;
    // A list of JSON does not end with a comma.
    text.truncate(text.trim_end_matches(",\n").len());
    text.push_str("\n],\n");
    words.write(&mut text);
    text.push_str(");\n");
    text.shrink_to_fit();
    text
}

/// The text of the index so far, and its words.
struct Entries<'m> {
    metamodel: &'m Metamodel,
    addresses: &'m Addresses,
    text: String,
    words: Words,
    /// The number of packages, types and members so far.
    count: usize,
}

impl Entries<'_> {
    /// Starts the entry of a package or a type.
    fn start_entry(&mut self, name: &str, description: &str, at: Element) {
        let mut separator = '[';
        for text in [name, description, self.addresses.page(at).unwrap_or_default()] {
            self.text.push(separator);
            quote(text, &mut self.text);
            separator = ',';
        }
        self.add_words(at);
    }

    /// Adds the words of the documentation of the next package, type or member.
    fn add_words(&mut self, at: Element) {
        if let Some(text) = documentation(element_annotations(self.metamodel, at)) {
            self.words.add(self.count, text);
        }
        self.count += 1;
    }

    /// Adds a type with its features and operations, or with its literals.
    fn add_classifier(&mut self, classifier: Classifier, package: &str) {
        let (metamodel, at) = (self.metamodel, Element::from(classifier));
        if self.addresses.page(at).is_none() {
            return;
        }
        let kind = match classifier {
            Classifier::Class(_) => "class",
            Classifier::DataType(id) if metamodel[id].literals.is_some() => "enumeration",
            Classifier::DataType(_) => "data type",
        };
        self.start_entry(metamodel.name(classifier), &format!("{kind} in {package}"), at);
        match classifier {
            Classifier::Class(class) => {
                let class = &metamodel[class];
                let features = class.features.iter().map(|id| (metamodel[*id].name(), Element::Feature(*id)));
                self.add_members("feature", features);
                let operations = class.operations.iter();
                let operations = operations.map(|id| (&*metamodel[*id].typed.name, Element::Operation(*id)));
                self.add_members("operation", operations);
            }
            Classifier::DataType(id) => {
                let literals = metamodel[id].enum_literals().iter().enumerate();
                let literals = literals.map(|(at, literal)| (&*literal.name, Element::EnumLiteral(id, at)));
                self.add_members("literal", literals);
            }
        }
        self.text.push_str("],\n");
    }

    /// Adds the list of members of one kind to the last entry.
    fn add_members<'n>(&mut self, kind: &str, members: impl Iterator<Item = (&'n str, Element)>) {
        let mut members = members.peekable();
        if members.peek().is_none() {
            return;
        }
        self.text.push_str(",[");
        quote(kind, &mut self.text);
        for (name, at) in members {
            self.text.push(',');
            let anchor = self.addresses.anchor(at).unwrap_or_default();
            // The script derives the anchor from the name: a hyphen and the name.
            let is_derivable = anchor.strip_prefix('-') == Some(name);
            if !is_derivable {
                self.text.push('[');
            }
            quote(name, &mut self.text);
            if !is_derivable {
                self.text.push(',');
                quote(anchor, &mut self.text);
                self.text.push(']');
            }
            self.add_words(at);
        }
        self.text.push(']');
    }
}
