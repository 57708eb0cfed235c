//! A schema document as a tree of the elements that XML Schema names.
//!
//! Invariants: node 0 is the document's element; foreign elements, annotations and text are left out; children come
//! after their parents. This module does not know what elements mean.

use super::{Fault, bad_schema};
use modelwright_metamodel::diagnostic::Source;
use modelwright_metamodel::input::Limits;
use modelwright_metamodel::xmi::{Elements, Part};
use std::ops::Range;
use std::sync::Arc;

pub(super) const SCHEMA_NAMESPACE: &str = "http://www.w3.org/2001/XMLSchema";
pub(super) const XML_NAMESPACE: &str = "http://www.w3.org/XML/1998/namespace";

/// A place in a tree.
pub(super) type NodeId = usize;

#[derive(Debug)]
pub(super) struct Tree {
    pub(super) source: Arc<Source>,
    nodes: Vec<Node>,
    scopes: Vec<Scope>,
}

#[derive(Debug)]
pub(super) struct Node {
    pub(super) name: String,
    pub(super) at: Range<usize>,
    pub(super) children: Vec<NodeId>,
    attributes: Vec<(String, String)>,
    scope: Option<usize>,
}

/// What prefixes stand for, beside those of an outer scope.
#[derive(Debug)]
struct Scope {
    outer: Option<usize>,
    bindings: Vec<(String, String)>,
}

impl Node {
    /// An attribute without the white space around it.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.trim())
    }

    /// An attribute as it is.
    pub(super) fn raw(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub(super) fn is_true(&self, name: &str) -> bool {
        matches!(self.get(name), Some("true" | "1"))
    }
}

impl Tree {
    /// Reads a schema document.
    pub(super) fn read(source: &Arc<Source>, limits: &Limits) -> Result<Self, Fault> {
        let mut reader = Elements::new(source, limits)?;
        let mut tree = Self { source: Arc::clone(source), nodes: Vec::new(), scopes: Vec::new() };
        let mut open: Vec<NodeId> = Vec::new();
        // How deep the reader is in what is left out.
        let mut skipped = 0usize;
        loop {
            match reader.next()? {
                Part::Start if skipped > 0 => skipped += 1,
                Part::Start => {
                    let (namespace, local) = reader.name();
                    if namespace != SCHEMA_NAMESPACE && open.is_empty() {
                        let message = format!("{} is no XML Schema: its element is `{local}`", source.name());
                        return Err(Box::new(bad_schema(message).at(source, reader.name_range())));
                    }
                    if namespace != SCHEMA_NAMESPACE || local == "annotation" {
                        skipped = 1;
                        continue;
                    }
                    let node = tree.node(&reader, open.last().copied());
                    open.push(node);
                }
                Part::End if skipped > 0 => skipped -= 1,
                Part::End => drop(open.pop()),
                Part::Text(_) => {}
                Part::Done => return Ok(tree),
            }
        }
    }

    fn node(&mut self, reader: &Elements<'_>, parent: Option<NodeId>) -> NodeId {
        let outer = parent.and_then(|parent| self.nodes[parent].scope);
        let owned = |(a, b): (&str, &str)| (a.to_owned(), b.to_owned());
        let bindings: Vec<_> = reader.declarations().map(owned).collect();
        let mut scope = outer;
        if !bindings.is_empty() {
            self.scopes.push(Scope { outer, bindings });
            scope = Some(self.scopes.len() - 1);
        }
        let plain = reader.attributes().filter(|given| given.namespace.is_empty());
        let attributes = plain.map(|given| owned((given.local, given.value))).collect();
        let name = reader.name().1.to_owned();
        let id = self.nodes.len();
        self.nodes.push(Node { name, at: reader.name_range(), children: Vec::new(), attributes, scope });
        if let Some(parent) = parent {
            self.nodes[parent].children.push(id);
        }
        id
    }

    /// The first node with one of some names.
    pub(super) fn first_named(&self, names: &[&str]) -> Option<NodeId> {
        self.nodes.iter().position(|node| names.contains(&node.name.as_str()))
    }

    pub(super) fn top(&self) -> &Node {
        &self.nodes[0]
    }

    pub(super) fn node_at(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }

    /// What a prefix stands for at a node.
    pub(super) fn namespace(&self, node: NodeId, prefix: &str) -> Option<&str> {
        let mut scope = self.nodes[node].scope;
        while let Some(at) = scope {
            let found = self.scopes[at].bindings.iter().rev().find(|(known, _)| known == prefix);
            if let Some((_, uri)) = found {
                return Some(uri);
            }
            scope = self.scopes[at].outer;
        }
        match prefix {
            "" => Some(""),
            "xml" => Some(XML_NAMESPACE),
            _ => None,
        }
    }

    /// A problem with a node.
    pub(super) fn fault(&self, node: NodeId, message: impl std::fmt::Display) -> Fault {
        let message = format!("{} is no schema that can be used: {message}", self.source.name());
        Box::new(bad_schema(message).at(&self.source, self.nodes[node].at.clone()))
    }
}
