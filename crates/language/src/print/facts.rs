//! Writes facts, and the types of other documents.

use super::Printer;
use crate::ecore::facts::{Fact, Tree};
use crate::ecore::{Classifier, DataTypeId, Element, PackageId};
use crate::layout::LayoutNode;
use crate::types::spelling;
use std::fmt::Write as _;

impl Printer<'_> {
    /// The facts of an element.
    pub(super) fn facts_of(&self, element: impl Into<Element>) -> Vec<LayoutNode> {
        let facts = self.facts.elements.get(&element.into());
        facts.map(Vec::as_slice).unwrap_or_default().iter().map(fact).collect()
    }

    /// Whether a data type or its literals have facts.
    pub(super) fn has_facts(&self, id: DataTypeId) -> bool {
        let literals = 0..self.metamodel[id].enum_literals().len();
        let mut elements =
            literals.map(|index| Element::EnumLiteral(id, index)).chain([Element::DataType(id)]);
        elements.any(|element| self.facts.elements.contains_key(&element))
    }

    /// Writes the facts of the document.
    pub(super) fn write_document_facts(&self, out: &mut String) {
        for item in self.facts.document.iter().map(fact) {
            item.write_at_top(out, &mut Vec::new());
        }
    }

    /// Declares a package of another document, with only the types that are referenced.
    pub(super) fn external_package(&self, id: PackageId, document: &str) -> LayoutNode {
        let package = &self.metamodel[id];
        let mut items = vec![LayoutNode::line(format!("external => {}", spelling::string(document)))];
        for classifier in &package.classifiers {
            let name = self.metamodel.name(*classifier);
            let head = match classifier {
                Classifier::Class(_) => "type",
                Classifier::DataType(id) if self.metamodel[*id].literals.is_some() => "enum",
                Classifier::DataType(_) => "datatype",
            };
            let address = self.facts.external.get(classifier).map_or("", String::as_str);
            let fragment = address.strip_prefix(document).and_then(|suffix| suffix.strip_prefix('#'));
            let mut parts = Vec::new();
            // `//Name` follows from the name, so only other addresses are written.
            if let Some(fragment) = fragment.filter(|fragment| *fragment != format!("//{name}")) {
                parts.push(LayoutNode::line(format!("external => {}", spelling::string(fragment))));
            }
            let head = format!("{head} {}", spelling::type_name(name));
            let item = match classifier {
                // In the syntax, types and enumerations need braces; data types do not.
                Classifier::DataType(id) if self.metamodel[*id].literals.is_none() => {
                    LayoutNode::settings(head, parts)
                }
                _ => LayoutNode::braces(head, parts),
            };
            items.push(item.with_element(*classifier));
        }
        LayoutNode::body(format!("package {}", self.package_name(id)), items)
            .with_element(Element::Package(id))
    }

    /// The other document to which a package belongs; `None` if it belongs to the document itself.
    pub(super) fn document_of(&self, package: PackageId) -> Option<&str> {
        let first = self.metamodel[package].classifiers.first()?;
        let address = self.facts.external.get(first)?;
        Some(address.split_once('#').map_or(address.as_str(), |(document, _)| document))
    }
}

/// A fact as a line, or a line with parts.
pub(super) fn fact(fact: &Fact) -> LayoutNode {
    value(format!("${} =>", fact.feature), &fact.value)
}

/// A value after a head. The caller limits the depth of trees.
fn value(head: String, tree: &Tree) -> LayoutNode {
    match tree {
        // A list of plain values is written on one line, as `format` does.
        Tree::List(items) if items.iter().any(|item| matches!(item, Tree::Map(_) | Tree::List(_))) => {
            let parts = items.iter().map(|item| value(String::new(), item)).collect();
            LayoutNode::list(head, parts)
        }
        Tree::Map(entries) if !entries.is_empty() => {
            let entries = entries.iter().map(|(name, tree)| value(format!("{} =>", key(name)), tree));
            LayoutNode::braces(head, entries.collect())
        }
        plain => {
            let mut line = head;
            if !line.is_empty() {
                line.push(' ');
            }
            scalar(plain, &mut line);
            LayoutNode::line(line)
        }
    }
}

/// A key of an object. Keys of the dialect itself start with `$`, and are not quoted.
fn key(name: &str) -> String {
    match name.strip_prefix('$') {
        Some(word) if spelling::is_identifier(word) => name.to_owned(),
        _ => spelling::name(name),
    }
}

/// Writes a value on one line.
fn scalar(tree: &Tree, out: &mut String) {
    match tree {
        Tree::Null => out.push_str("undef"),
        Tree::Boolean(value) => {
            let _ = write!(out, "{value}");
        }
        Tree::Number(text) => out.push_str(text),
        Tree::String(text) => out.push_str(&spelling::string(text)),
        Tree::Map(_) => out.push_str("{}"),
        Tree::List(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index > 0 { ", " } else { "" });
                scalar(item, out);
            }
            out.push(']');
        }
    }
}
