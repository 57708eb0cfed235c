//! The names of types in documents, also of those that have no name of their own.
//!
//! This module does not know what becomes of a type.

use super::components::{ElementId, Schema, TypeDefinition};

impl Schema<'_> {
    /// The name of a type. For a type without a name of its own, EMF makes one from the name of the element around it:
    /// `price_._type` for the type in the element `price`, and `price_._type_._base` for the type that this restricts.
    pub(super) fn alias(&self, element: ElementId) -> String {
        let mut suffixes: Vec<String> = Vec::new();
        let mut element = element;
        let name = loop {
            if let Some(name) = self.get(element, "name") {
                break name;
            }
            let Some(parent) = self.parent(element) else { break "" };
            if self.kind(element) == "simpleContent" {
                suffixes.push("_._base".to_owned());
                element = parent;
                continue;
            }
            let Some(owner) = self.parent(parent) else { break "" };
            element = match self.kind(parent) {
                "restriction" => {
                    suffixes.push("_._base".to_owned());
                    owner
                }
                "list" => {
                    suffixes.push("_._item".to_owned());
                    owner
                }
                "union" => {
                    suffixes.push(format!("_._member_._{}", self.member_position(parent, element)));
                    owner
                }
                _ => {
                    suffixes.push("_._type".to_owned());
                    parent
                }
            };
        };
        let mut alias = name.to_owned();
        // The suffixes were found from the inside to the outside.
        for suffix in suffixes.iter().rev() {
            alias.push_str(suffix);
        }
        alias
    }

    /// The position of a type without a name among the members of the union around it.
    fn member_position(&self, union: ElementId, member: ElementId) -> usize {
        let mut positions = self.member_positions.borrow_mut();
        if let Some(known) = positions.get(&member) {
            return *known;
        }
        // All members at once, because each of them needs its position.
        for (position, definition) in self.members(union).into_iter().enumerate() {
            if let TypeDefinition::Simple(element) = definition {
                positions.entry(element).or_insert(position);
            }
        }
        positions.get(&member).copied().unwrap_or_default()
    }
}
