//! The index of the search: the names of all packages, types, features, operations and literals, with their addresses.
//!
//! It is a script, because pages that are opened as files cannot load data in any other form. Invariant: the index
//! is JSON, whose texts cannot end the call around it.

use super::addresses::Addresses;
use crate::json::quote;
use modelwright_metamodel::ecore::{Classifier, Element, Metamodel, PackageId};

/// The text of the script: a call with a list of name, description and address for each element.
pub(super) fn index(metamodel: &Metamodel, packages: &[PackageId], addresses: &Addresses) -> String {
    let mut entries = Entries { metamodel, addresses, text: String::from("searchIndex([\n") };
    for package in packages {
        entries.add(&metamodel[*package].name, "package", Element::Package(*package));
        for classifier in &metamodel[*package].classifiers {
            entries.classifier(*classifier, &metamodel[*package].name);
        }
    }
    let mut text = entries.text;
    text.push_str("]);\n");
    text.shrink_to_fit();
    text
}

struct Entries<'m> {
    metamodel: &'m Metamodel,
    addresses: &'m Addresses,
    text: String,
}

impl Entries<'_> {
    fn add(&mut self, name: &str, description: impl AsRef<str>, at: Element) {
        if let Some(address) = self.addresses.of(at) {
            let mut separator = '[';
            for text in [name, description.as_ref(), address] {
                self.text.push(separator);
                if separator == ',' {
                    self.text.push(' ');
                }
                quote(text, &mut self.text);
                separator = ',';
            }
            self.text.push_str("],\n");
        }
    }

    /// Adds a type with its features and operations, or with its literals.
    fn classifier(&mut self, classifier: Classifier, package: &str) {
        let metamodel = self.metamodel;
        let name = metamodel.name(classifier);
        let kind = match classifier {
            Classifier::Class(_) => "class",
            Classifier::DataType(id) if metamodel[id].literals.is_some() => "enumeration",
            Classifier::DataType(_) => "data type",
        };
        self.add(name, format!("{kind} in {package}"), Element::from(classifier));
        match classifier {
            Classifier::Class(class) => {
                for feature in &metamodel[class].features {
                    let description = format!("feature of {name}");
                    self.add(metamodel[*feature].name(), description, Element::Feature(*feature));
                }
                for operation in &metamodel[class].operations {
                    let description = format!("operation of {name}");
                    self.add(&metamodel[*operation].typed.name, description, Element::Operation(*operation));
                }
            }
            Classifier::DataType(id) => {
                for (at, literal) in metamodel[id].enum_literals().iter().enumerate() {
                    self.add(&literal.name, format!("literal of {name}"), Element::EnumLiteral(id, at));
                }
            }
        }
    }
}
