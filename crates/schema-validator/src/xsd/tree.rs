//! A schema document as a tree of the elements that XML Schema defines.
//!
//! Invariants: node 0 is the document's root element, `schema`; each node matches the grammar, and
//! annotations are omitted; children come after their parents. This module does not know the meaning of elements.

use super::{Fault, bad_schema};
use modelwright_metamodel::diagnostic::Source;
use modelwright_metamodel::input::Limits;
use modelwright_notations::xmi::{Elements, StartTag, XmlEvent};
use modelwright_schema_import::xsd::SCHEMA_NAMESPACE;
use modelwright_schema_import::xsd::grammar::{Entered, GrammarCheck, value_range};
use std::ops::Range;
use std::sync::Arc;

pub(super) const XML_NAMESPACE: &str = "http://www.w3.org/XML/1998/namespace";

/// The index of a node.
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
    /// The span of the node's name.
    pub(super) range: Range<usize>,
    pub(super) children: Vec<NodeId>,
    attributes: Vec<Attribute>,
    scope: Option<usize>,
}

#[derive(Debug)]
struct Attribute {
    name: String,
    value: String,
    /// The span of the value.
    range: Range<usize>,
}

/// The namespace bindings of an element, in addition to those of the outer scope.
#[derive(Debug)]
struct Scope {
    outer: Option<usize>,
    bindings: Vec<(String, String)>,
}

impl Node {
    /// The value of an attribute, without surrounding white space.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.raw(name).map(str::trim)
    }

    /// The value of an attribute, unchanged.
    pub(super) fn raw(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|given| given.name == name).map(|given| given.value.as_str())
    }

    /// The span of an attribute's value; if the element lacks the attribute, that of the element.
    pub(super) fn at_value(&self, name: &str) -> Range<usize> {
        let given = self.attributes.iter().find(|given| given.name == name);
        given.map_or(&self.range, |given| &given.range).clone()
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
        let mut check = GrammarCheck::new(source);
        let mut open_nodes: Vec<Option<NodeId>> = Vec::new();
        loop {
            match reader.next()? {
                XmlEvent::Start => {
                    if tree.nodes.is_empty() {
                        tree.check_root(&reader)?;
                    }
                    let parent = open_nodes.last().copied().flatten();
                    let tag = reader.start_tag();
                    match check.start(&tag) {
                        Entered::Element => {
                            // An open element without a node is an annotation or is inside of one, so its children get
                            // no nodes either.
                            let is_in_annotation = parent.is_none() && !open_nodes.is_empty();
                            open_nodes.push((!is_in_annotation).then(|| tree.node(&reader, &tag, parent)));
                        }
                        Entered::Annotation => open_nodes.push(None),
                        Entered::Unchecked => {}
                    }
                }
                XmlEvent::End => {
                    // An element that was not checked was not added to `open_nodes`.
                    if check.end() {
                        open_nodes.pop();
                    }
                }
                XmlEvent::Text(text) => check.text(&text),
                XmlEvent::Done => break,
            }
        }
        match check.violations().into_iter().next() {
            Some(first) => {
                let fault = *tree.fault_at(first.range, first.message);
                Err(Box::new(match first.help {
                    Some(help) => fault.help(help),
                    None => fault,
                }))
            }
            None => Ok(tree),
        }
    }

    /// Checks that the first element is the root of a schema.
    fn check_root(&self, reader: &Elements<'_>) -> Result<(), Fault> {
        let ((namespace, local), range) = (reader.name(), reader.name_range());
        if namespace == SCHEMA_NAMESPACE && local == "schema" {
            return Ok(());
        }
        let message = format!(
            "{} is not an XML Schema: its root element is `{local}`, not `schema`",
            self.source.name()
        );
        let problem = bad_schema(message).at(&self.source, range);
        Err(Box::new(match local {
            "EPackage" => problem.help("specify a metamodel with `--model`"),
            _ => problem,
        }))
    }

    /// Adds the element that started last.
    fn node(&mut self, reader: &Elements<'_>, tag: &StartTag<'_>, parent: Option<NodeId>) -> NodeId {
        let outer = parent.and_then(|parent| self.nodes[parent].scope);
        let bindings: Vec<_> =
            reader.declarations().map(|(prefix, uri)| (prefix.to_owned(), uri.to_owned())).collect();
        // Few elements declare namespaces; all others share the scope of their parents.
        let mut scope = outer;
        if !bindings.is_empty() {
            self.scopes.push(Scope { outer, bindings });
            scope = Some(self.scopes.len() - 1);
        }
        let unprefixed = tag.attributes.iter().filter(|given| given.namespace.is_empty());
        let attributes = unprefixed.map(|given| Attribute {
            name: given.local.to_owned(),
            value: given.value.to_owned(),
            range: value_range(&self.source, given),
        });
        let attributes = attributes.collect();
        let name = tag.local.to_owned();
        let id = self.nodes.len();
        self.nodes.push(Node { name, range: tag.range.clone(), children: Vec::new(), attributes, scope });
        if let Some(parent) = parent {
            self.nodes[parent].children.push(id);
        }
        id
    }

    /// The first node with one of these names.
    pub(super) fn first_named(&self, names: &[&str]) -> Option<NodeId> {
        self.nodes.iter().position(|node| names.contains(&node.name.as_str()))
    }

    /// The root.
    pub(super) fn top(&self) -> &Node {
        &self.nodes[0]
    }

    /// The node with an id.
    pub(super) fn node_at(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }

    /// The namespace of a prefix at a node, which is empty for no namespace; `None` if the prefix is not declared.
    pub(super) fn namespace(&self, node: NodeId, prefix: &str) -> Option<&str> {
        let mut scope = self.nodes[node].scope;
        while let Some(index) = scope {
            let binding = self.scopes[index].bindings.iter().rev().find(|(known, _)| known == prefix);
            if let Some((_, uri)) = binding {
                return Some(uri);
            }
            scope = self.scopes[index].outer;
        }
        match prefix {
            // Without a default namespace, names without a prefix are in no namespace.
            "" => Some(""),
            "xml" => Some(XML_NAMESPACE),
            _ => None,
        }
    }

    /// A problem with a node.
    pub(super) fn fault(&self, node: NodeId, message: impl std::fmt::Display) -> Fault {
        self.fault_at(self.nodes[node].range.clone(), message)
    }

    /// A problem at a span.
    pub(super) fn fault_at(&self, range: Range<usize>, message: impl std::fmt::Display) -> Fault {
        let message = format!("{} is not a valid schema: {message}", self.source.name());
        Box::new(bad_schema(message).at(&self.source, range))
    }
}
