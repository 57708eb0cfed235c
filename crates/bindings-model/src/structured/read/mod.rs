//! Converts the tree of structured bindings to objects: declarations and lists of bindings.
//!
//! Invariants: every object has the line and column at which its map or list starts; all problems are collected.
//! Recursion is limited by the depth of the tree.

mod conditions;
mod entries;
mod fields;
mod producers;
mod site;

use super::nodes::{Content, Node};
use super::{Notation, VERSION};
use crate::generated::bindings as b;
use crate::text::EmbeddedParser;
use fields::Fields;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source};
pub(super) use producers::EXPRESSION;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// The declarations of a document, in order.
pub(super) fn declarations(
    source: &Arc<Source>,
    notation: Notation,
    root: &Node,
) -> (Vec<b::DocumentedElement>, Diagnostics) {
    let mut reader = Reader::new(source, notation);
    let mut roots = Vec::new();
    if let Some(mut fields) = reader.fields(root, "a document of bindings") {
        reader.version(&mut fields);
        match fields.take("declarations") {
            Some(list) => {
                for node in reader.list(list, "declarations") {
                    if let Some(mut fields) = reader.fields(node, "a declaration") {
                        roots.extend(reader.declaration(&mut fields));
                        reader.finish(&fields);
                    }
                }
            }
            None => roots.extend(reader.declaration(&mut fields)),
        }
        // `finish` must be called last, because every key that was not read is reported as unknown.
        reader.finish(&fields);
    }
    (roots, reader.problems())
}

struct Reader<'s> {
    embedded_parser: EmbeddedParser<'s>,
    notation: Notation,
    /// Problems about missing keys, each with the offset of its map.
    missing: Vec<(usize, Diagnostic)>,
    /// The offsets of the maps that have unknown keys.
    misspelled: FxHashSet<usize>,
}

impl<'s> Reader<'s> {
    fn new(source: &'s Arc<Source>, notation: Notation) -> Self {
        let (missing, misspelled) = (Vec::new(), FxHashSet::default());
        Self { embedded_parser: EmbeddedParser::new(source), notation, missing, misspelled }
    }
}

impl Reader<'_> {
    /// All problems, in the order of their positions.
    fn problems(self) -> Diagnostics {
        // The missing key of a map with an unknown key is probably that key, misspelled, which is reported already.
        let missing = self.missing.into_iter().filter(|(map, _)| !self.misspelled.contains(map));
        if self.embedded_parser.problems.suppressed() > 0 {
            // A sorted list would lose the number of problems that were only counted.
            return self.embedded_parser.problems;
        }
        let mut all: Vec<_> = self
            .embedded_parser
            .problems
            .iter()
            .cloned()
            .chain(missing.map(|(_, problem)| problem))
            .collect();
        all.sort_by_key(|problem| problem.primary_label().map(|label| label.range.start));
        let mut problems = Diagnostics::new();
        problems.extend(all);
        problems
    }

    /// The line and column of a node.
    fn at(&mut self, node: &Node) -> (i64, i64) {
        self.embedded_parser.at(node.range.start)
    }

    /// Checks the version of the document. Reports a version that is missing or wrong.
    fn version(&mut self, fields: &mut Fields<'_>) {
        let Some(node) = fields.take(VERSION) else {
            let message = "structured bindings must have a version";
            self.report_missing(fields.node, message, format!("add `{VERSION}: 1`"));
            return;
        };
        if !matches!(&node.content, Content::Number(digits) if &**digits == "1") {
            self.report_unexpected(
                node,
                "version 1 of structured bindings",
                &format!("write `{VERSION}: 1`"),
            );
        }
    }

    /// The elements of a list; empty after an error if the value is not a list.
    fn list<'n>(&mut self, node: &'n Node, elements: &str) -> &'n [Node] {
        match &node.content {
            Content::List(items) => items,
            _ => {
                self.report_unexpected(
                    node,
                    &format!("a list of {elements}"),
                    "write the elements as a list",
                );
                &[]
            }
        }
    }

    /// A site, or bindings with a name.
    fn declaration(&mut self, fields: &mut Fields<'_>) -> Option<b::DocumentedElement> {
        // The key `site` determines the kind; a site has no name.
        if let Some(node) = fields.take("site") {
            return self.site(node).map(b::DocumentedElement::Site);
        }
        self.named_bindings(fields).map(b::DocumentedElement::NamedBindings)
    }

    /// Bindings with a name; `None` after a reported problem.
    fn named_bindings(&mut self, fields: &mut Fields<'_>) -> Option<b::NamedBindings> {
        let (line, column) = self.at(fields.node);
        let doc = self.doc(fields);
        let name = match fields.take("name") {
            Some(node) => self.string(node, "the name of the bindings"),
            None => {
                let message = "bindings must have a name";
                self.report_missing(fields.node, message, "add `name`, such as `name: default`");
                None
            }
        };
        let bindings = match fields.take("bind") {
            Some(list) => self.bindings(list),
            None => {
                let message = "these bindings have no list of bindings";
                self.report_missing(fields.node, message, "add `bind` with a list");
                Vec::new()
            }
        };
        // The name is required last, so that the problems of the bindings are reported even if it is missing.
        Some(b::NamedBindings { file: None, line, column, doc, bindings, name: name? })
    }

    fn bindings(&mut self, node: &Node) -> Vec<b::AbstractBinding> {
        let entries = self.list(node, "bindings");
        entries.iter().filter_map(|entry| self.entry(entry)).collect()
    }
}
