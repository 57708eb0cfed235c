//! Reads conditions: a map of categories, a list of alternatives, or a condition in a string.

use super::Reader;
use crate::generated::bindings as b;
use crate::structured::nodes::{Content, Node};

impl Reader<'_> {
    /// The first alternative of a condition, and the other alternatives. `None` after a reported problem.
    pub(super) fn condition(&mut self, node: &Node) -> Option<(Vec<b::Category>, Vec<b::Alternative>)> {
        match &node.content {
            Content::Text(_) => {
                let embedded = self.embedded_text(node, "a condition")?;
                self.embedded_parser.condition(&embedded)
            }
            Content::List(items) if !items.is_empty() => {
                let mut alternatives: Vec<b::Alternative> = Vec::with_capacity(items.len());
                for item in items {
                    let (line, column) = self.at(item);
                    let predicates = self.categories_of(item);
                    alternatives.push(b::Alternative { file: None, line, column, predicates });
                }
                let first = std::mem::take(&mut alternatives[0].predicates);
                alternatives.remove(0);
                // An alternative is empty only after a problem that was reported.
                (!first.is_empty()).then_some((first, alternatives))
            }
            _ => {
                let predicates = self.categories_of(node);
                (!predicates.is_empty()).then_some((predicates, Vec::new()))
            }
        }
    }

    /// The categories of one alternative, all of which must have the given values.
    fn categories_of(&mut self, node: &Node) -> Vec<b::Category> {
        let Content::Map(entries) = &node.content else {
            let help = "write `when: {category: value}`, or a list of such maps as alternatives";
            self.report_unexpected(node, "categories with their values", help);
            return Vec::new();
        };
        if entries.is_empty() {
            let help = "write `when: {category: value}`";
            self.report_unexpected(node, "at least one category with its value", help);
        }
        self.report_duplicates(entries);
        entries.iter().filter_map(|(key, value)| self.category(key, value)).collect()
    }

    /// A category with its value; `None` after a reported problem.
    fn category(&mut self, key: &Node, node: &Node) -> Option<b::Category> {
        let (line, column) = self.at(key);
        let categorization = self.string(key, "the name of a category")?;
        let (value, kind) = match &node.content {
            Content::Null if categorization == "common" => (None, b::CategoryValueKind::default()),
            Content::Text(text) => (Some(text.to_string()), b::CategoryValueKind::String),
            Content::Number(digits) => (Some(digits.to_string()), b::CategoryValueKind::Number),
            Content::Boolean(value) => (Some(value.to_string()), b::CategoryValueKind::Boolean),
            _ => {
                let expected = format!("the value of the category `{categorization}`");
                self.report_unexpected(node, &expected, "write a string, a number, true or false");
                return None;
            }
        };
        Some(b::Category { file: None, line, column, categorization, value, kind })
    }
}
