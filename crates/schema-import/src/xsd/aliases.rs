//! The names of types in documents, also of those that have no name of their own.
//!
//! This module does not know what becomes of a type.

use super::components::{ElementId, Schema, TypeDefinition};

impl Schema<'_> {
    /// The name of a type. For a type without a name of its own, EMF makes one from the name of the element around it.
    pub(super) fn alias(&self, element: ElementId) -> String {
        let mut suffixes: Vec<String> = Vec::new();
        let mut element = element;
        let name = loop {
            if let Some(name) = self.get(element, "name") {
                break name;
            }
            let Some(parent) = self.parent(element) else { break "" };
            let Some(owner) = self.parent(parent) else { break "" };
            element = match self.kind(parent) {
                // As in EMF, the suffix occurs twice for simple content.
                "restriction" if self.kind(owner) == "simpleContent" => {
                    suffixes.extend(["_._base".to_owned(), "_._base".to_owned()]);
                    self.parent(owner).unwrap_or(owner)
                }
                "restriction" => {
                    suffixes.push("_._base".to_owned());
                    owner
                }
                "list" => {
                    suffixes.push("_._item".to_owned());
                    owner
                }
                "union" => {
                    let position =
                        self.members(parent).iter().position(|m| *m == TypeDefinition::Simple(element));
                    suffixes.push(format!("_._member_._{}", position.unwrap_or_default()));
                    owner
                }
                _ => {
                    suffixes.push("_._type".to_owned());
                    parent
                }
            };
        };
        suffixes.iter().rev().fold(name.to_owned(), |name, suffix| name + suffix)
    }
}
