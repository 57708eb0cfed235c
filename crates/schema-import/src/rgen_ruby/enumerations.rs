//! Enumerations: `Enum.new([:a, :b])` and `Enum.new(:name => 'N', :literals => [:a, :b])`.

use super::scopes::{inside, local};
use super::{DeclarationIndex, Enumeration, Reader};
use crate::declarations::{Literal, class_name};
use crate::ruby::{Kind, Node};
use rustc_hash::FxHashSet;

impl Reader<'_> {
    /// Whether a value is a new enumeration.
    pub(super) fn is_enumeration(&self, value: &Node, scope: &str) -> bool {
        let Some(call) = value.as_call().filter(|call| call.name == "new") else { return false };
        let class = call.receiver.as_ref().and_then(Node::constant);
        class.is_some_and(|class| self.resolve(class, scope).built_in() == "Enum")
    }

    /// Declares the enumeration that is the value of a constant.
    pub(super) fn declare_enumeration(&mut self, node: &Node, value: &Node, path: &str) {
        let Some(call) = value.as_call() else { return };
        let options = call.options();
        let option = |name: &str| options.iter().find(|(key, _)| key.text().as_deref() == Some(name));
        let name = option("name").and_then(|(_, name)| name.text()).filter(|name| !name.is_empty());
        let literals =
            option("literals").map(|(_, literals)| literals).or_else(|| call.plain_arguments().first());
        let literals = self.literals(value, literals, path);
        self.enumerations.push(Enumeration {
            name: name.unwrap_or_else(|| local(path).to_owned()),
            span: node.span.clone(),
            doc: self.doc(node),
            literals,
        });
    }

    /// Declares an enumeration in the place of a type, and returns its number.
    pub(super) fn inline_enumeration(&mut self, value: &Node, class: usize, feature: &str) -> usize {
        let number = self.enumerations.len();
        let class = self.classes.get(class).map(|class| class.path.clone()).unwrap_or_default();
        let name = format!("{}{}", local(&class), class_name(feature));
        // The name has no constant, so that nothing else refers to it.
        let path = inside(&class, &name);
        self.declare_enumeration(value, value, &path);
        self.add_item(&path, DeclarationIndex::Enumeration(number));
        number
    }

    /// The literals in a list, each once. Computed literals are reported and left out.
    fn literals(&mut self, value: &Node, literals: Option<&Node>, path: &str) -> Vec<Literal> {
        let Some(items) = literals.and_then(Node::items) else {
            let message = format!("the literals of `{path}` are computed, so they are missing");
            self.report_not_expressed(&value.span, message, "write them as a list of symbols");
            return Vec::new();
        };
        let mut literals: Vec<Literal> = Vec::new();
        let mut names: FxHashSet<String> = FxHashSet::default();
        for item in items {
            let name = match &item.kind {
                Kind::Symbol(name) | Kind::Text(name) => name.clone(),
                Kind::Boolean(value) => value.to_string(),
                _ => {
                    let message = format!("a literal of `{path}` is computed, so it is missing");
                    self.report_not_expressed(&item.span, message, "write a symbol");
                    continue;
                }
            };
            // RGen accepts a symbol that occurs twice, and keeps it once.
            if names.insert(name.clone()) {
                literals.push(Literal { name, ..Literal::default() });
            }
        }
        literals
    }
}
