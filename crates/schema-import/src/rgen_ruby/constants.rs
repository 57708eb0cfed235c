//! Constants that a scope declares.

use super::scopes::ConstantMeaning;
use super::{DeclarationIndex, Reader};
use crate::ruby::{Kind, Node};

impl Reader<'_> {
    /// Declares a constant: another name of something, an enumeration, or a plain value.
    pub(super) fn declare_constant(&mut self, node: &Node, value: &Node, path: &str, scope: &str) {
        let meaning = match &value.kind {
            Kind::Constant(other) => ConstantMeaning::Other(other.clone()),
            _ if self.is_enumeration(value, scope) => {
                let number = self.enumerations.len();
                self.declare_enumeration(node, value, path);
                self.add_item(path, DeclarationIndex::Enumeration(number));
                ConstantMeaning::Enumeration(number)
            }
            _ => ConstantMeaning::Value,
        };
        self.names.entry(path.to_owned()).or_insert(meaning);
    }

    /// Reports a constant whose value is computed, because it may be a class or an enumeration.
    pub(super) fn report_computed_constant(&mut self, node: &Node, left: &Node, value: &Node, scope: &str) {
        let is_plain = matches!(
            value.kind,
            Kind::Constant(_)
                | Kind::Text(_)
                | Kind::Symbol(_)
                | Kind::Number(_)
                | Kind::Regex(..)
                | Kind::Array(_)
                | Kind::Hash(_)
                | Kind::Boolean(_)
                | Kind::Nil
                | Kind::Range(..)
        );
        let is_enumeration =
            value.as_call().is_some_and(|call| call.name == "new" && self.is_enumeration(value, ""));
        let is_frozen = value.as_call().is_some_and(|call| call.name == "freeze");
        if is_plain || is_enumeration || is_frozen {
            return;
        }
        let Some(name) = left.constant() else { return self.report_code(node, scope) };
        let span = super::head(self.text(&node.span), &node.span);
        let message = format!("`{name}` is computed, so what it defines is missing");
        self.report_not_expressed(&span, message, "write a class, or `Enum.new` with its literals");
    }
}
