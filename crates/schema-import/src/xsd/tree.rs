//! A schema document as a tree of all of its elements, with their attributes of any namespace.
//!
//! Invariants: node 0 is the root element, `schema`; nodes have the order of their start tags; no element is nested
//! deeper than [`MAX_DEPTH`], so that functions may recurse over a tree. This module does not know what the elements
//! mean.

use super::SCHEMA_NAMESPACE;
use super::grammar::{GrammarCheck, Violation, value_range};
use modelwright_metamodel::diagnostic::{Diagnostic, Source, codes};
use modelwright_metamodel::input::Limits;
use modelwright_notations::xmi::{Elements, ResolvedAttribute, StartTag, XmlEvent};
use rustc_hash::FxHashSet;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

/// The maximum nesting of elements.
const MAX_DEPTH: usize = 100;

/// The namespace of attributes such as `ecore:name`, which control what the importer creates.
pub(super) const ECORE: &str = modelwright_metamodel::ecore::builtin::NS_URI;

/// An element.
#[derive(Debug)]
pub(super) struct Node {
    /// The document, in which most values of attributes are.
    source: Arc<Source>,
    /// The local name of the node, if it is of XML Schema, and otherwise empty.
    pub(super) kind: Rc<str>,
    /// The local name of the node.
    pub(super) local: Rc<str>,
    pub(super) has_namespace: bool,
    pub(super) range: Range<usize>,
    pub(super) parent: Option<usize>,
    /// The number of the first node after those inside of this one.
    end: usize,
    pub(super) attributes: Vec<Attribute>,
    /// The text directly in the node; it is only kept for elements below an annotation.
    pub(super) text: String,
    /// The span between the node's tags.
    pub(super) content_range: Range<usize>,
    /// The innermost scope of prefixes.
    scope: Option<usize>,
}

/// An attribute.
#[derive(Debug)]
pub(super) struct Attribute {
    pub(super) namespace: Rc<str>,
    pub(super) local: Rc<str>,
    /// The name of the attribute as written, with the prefix.
    pub(super) name: Rc<str>,
    /// The span of the value.
    pub(super) range: Range<usize>,
    /// The value, if it differs from the text of the document.
    changed_value: Option<Box<str>>,
}

/// The prefixes that an element binds, in addition to those of the outer scope.
#[derive(Debug)]
struct Scope {
    outer: Option<usize>,
    bindings: Vec<(String, String)>,
}

impl Node {
    /// The value of an attribute without namespace, without surrounding white space.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.raw(name).map(str::trim)
    }

    /// The value of an attribute without namespace, unchanged.
    pub(super) fn raw(&self, name: &str) -> Option<&str> {
        self.attribute("", name).map(|given| self.value(given))
    }

    /// The value of an attribute of Ecore's namespace.
    pub(super) fn ecore(&self, name: &str) -> Option<&str> {
        self.attribute(ECORE, name).map(|given| self.value(given))
    }

    /// Whether the node has attributes of Ecore's namespace.
    pub(super) fn has_ecore(&self) -> bool {
        self.attributes.iter().any(|given| &*given.namespace == ECORE)
    }

    /// The value of an attribute of the node.
    pub(super) fn value<'n>(&'n self, given: &'n Attribute) -> &'n str {
        given
            .changed_value
            .as_deref()
            .unwrap_or_else(|| self.source.text().get(given.range.clone()).unwrap_or_default())
    }

    fn attribute(&self, namespace: &str, name: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|given| &*given.local == name && &*given.namespace == namespace)
    }

    /// The span of an attribute's value; without the attribute, that of the element's name.
    pub(super) fn at_value(&self, name: &str) -> Range<usize> {
        self.attribute("", name).map_or(&self.range, |given| &given.range).clone()
    }
}

/// A document.
#[derive(Debug)]
pub(super) struct Tree {
    pub(super) source: Arc<Source>,
    nodes: Vec<Node>,
    scopes: Vec<Scope>,
    /// The names of elements and attributes, of which a schema has few.
    names: FxHashSet<Rc<str>>,
    /// The empty name, which is the namespace of most attributes.
    no_name: Rc<str>,
    /// The violations of the grammar of schemas.
    pub(super) violations: Vec<Violation>,
}

impl Tree {
    /// Reads a document whose root must be a schema.
    pub(super) fn read(source: &Arc<Source>, limits: &Limits) -> Result<Self, Box<Diagnostic>> {
        let mut reader = Elements::new(source, limits)?;
        let mut tree = Self {
            source: Arc::clone(source),
            nodes: Vec::new(),
            scopes: Vec::new(),
            names: FxHashSet::default(),
            no_name: Rc::default(),
            violations: Vec::new(),
        };
        let mut check = GrammarCheck::new(source);
        let mut open_elements: Vec<usize> = Vec::new();
        // The number of open elements that are an annotation, or are inside of one.
        let mut open_in_annotation = 0usize;
        loop {
            match reader.next()? {
                XmlEvent::Start => {
                    if open_elements.len() >= MAX_DEPTH {
                        let message = format!("a schema is nested at most {MAX_DEPTH} elements deep");
                        let problem = Diagnostic::error(codes::IMPORT_INVALID, message);
                        return Err(Box::new(problem.at(source, reader.name_range())));
                    }
                    let tag = reader.start_tag();
                    let node = tree.enter(&reader, &tag, open_elements.last().copied())?;
                    check.start(&tag);
                    let is_annotation = tree.nodes.get(node).is_some_and(|node| &*node.kind == "annotation");
                    open_in_annotation += usize::from(is_annotation || open_in_annotation > 0);
                    open_elements.push(node);
                }
                XmlEvent::End => {
                    open_in_annotation = open_in_annotation.saturating_sub(1);
                    check.end();
                    if let Some(node) = open_elements.pop() {
                        tree.end(node, reader.position());
                    }
                }
                XmlEvent::Text(text) => {
                    check.text(&text);
                    if open_in_annotation > 0
                        && let Some(node) = open_elements.last().and_then(|node| tree.nodes.get_mut(*node))
                    {
                        node.text.push_str(&text);
                    }
                }
                XmlEvent::Done => {
                    tree.violations = check.violations();
                    return Ok(tree);
                }
            }
        }
    }

    /// Adds an element, whose content is not read yet.
    fn enter(
        &mut self,
        reader: &Elements<'_>,
        tag: &StartTag<'_>,
        parent: Option<usize>,
    ) -> Result<usize, Box<Diagnostic>> {
        let (local, range) = (tag.local, tag.range.clone());
        let is_schema = tag.namespace == SCHEMA_NAMESPACE;
        if parent.is_none() && !(is_schema && local == "schema") {
            let message = format!(
                "expected an XML Schema, whose root element is `schema`, found the element `{local}`"
            );
            let problem = Diagnostic::error(codes::IMPORT_INVALID, message).at(&self.source, range);
            return Err(Box::new(problem.help("if the file is a document, name its format with `--from`")));
        }
        let outer = parent.and_then(|parent| self.nodes.get(parent)).and_then(|parent| parent.scope);
        let bindings: Vec<_> =
            reader.declarations().map(|(prefix, uri)| (prefix.to_owned(), uri.to_owned())).collect();
        let mut scope = outer;
        if !bindings.is_empty() {
            self.scopes.push(Scope { outer, bindings });
            scope = Some(self.scopes.len() - 1);
        }
        let attributes = tag.attributes.iter().map(|given| self.attribute(given)).collect();
        let local = self.name(local);
        let kind = if is_schema { Rc::clone(&local) } else { Rc::clone(&self.no_name) };
        let (start, id) = (reader.position(), self.nodes.len());
        let node = Node {
            source: Arc::clone(&self.source),
            kind,
            local,
            has_namespace: !tag.namespace.is_empty(),
            content_range: start..start,
            range,
            parent,
            end: id + 1,
            attributes,
            text: String::new(),
            scope,
        };
        self.nodes.push(node);
        Ok(id)
    }

    /// A name that all elements with it share.
    fn name(&mut self, text: &str) -> Rc<str> {
        if text.is_empty() {
            return Rc::clone(&self.no_name);
        }
        if let Some(known) = self.names.get(text) {
            return Rc::clone(known);
        }
        let name: Rc<str> = text.into();
        self.names.insert(Rc::clone(&name));
        name
    }

    /// An attribute of the tree, whose names are shared with those of other attributes.
    fn attribute(&mut self, given: &ResolvedAttribute<'_>) -> Attribute {
        let local = self.name(given.local);
        // Few attributes have a prefix.
        let name = if given.name() == given.local { Rc::clone(&local) } else { self.name(given.name()) };
        Attribute {
            namespace: self.name(given.namespace),
            local,
            name,
            range: value_range(&self.source, given),
            changed_value: (!given.is_verbatim()).then(|| given.value.into()),
        }
    }

    /// Completes an element. The span of its content ends where its end tag starts; `after` is the end of that tag.
    fn end(&mut self, node: usize, after: usize) {
        let (text, end) = (self.source.text(), self.nodes.len());
        let Some(node) = self.nodes.get_mut(node) else { return };
        // An end tag contains no other `<`; without one, the element has no content.
        let content = text.as_bytes().get(node.content_range.start..after);
        let content = content.and_then(|rest| rest.iter().rposition(|byte| *byte == b'<'));
        node.end = end;
        node.content_range.end = node.content_range.start + content.unwrap_or_default();
    }

    pub(super) fn get(&self, node: usize) -> Option<&Node> {
        self.nodes.get(node)
    }

    /// The elements directly inside of an element.
    pub(super) fn children(&self, node: usize) -> impl Iterator<Item = usize> {
        let end = self.get(node).map(|node| node.end).unwrap_or_default();
        // A child is followed by its own children, and then by the next child.
        let first = Some(node + 1).filter(|first| *first < end);
        std::iter::successors(first, move |child| Some(self.get(*child)?.end).filter(|next| *next < end))
    }

    /// A prefix that is bound to a namespace at a node.
    pub(super) fn prefix(&self, node: usize, namespace: &str) -> Option<&str> {
        let mut scope = self.nodes.get(node).and_then(|node| node.scope);
        while let Some(current) = scope.and_then(|index| self.scopes.get(index)) {
            let bound = current.bindings.iter().rev().find(|(_, uri)| uri == namespace);
            // An inner element may bind the prefix to another namespace.
            if let Some((prefix, _)) =
                bound.filter(|(prefix, _)| self.namespace(node, prefix) == Some(namespace))
            {
                return Some(prefix);
            }
            scope = current.outer;
        }
        None
    }

    /// The namespace of a prefix at a node, which is empty for no namespace; `None` if the prefix is not declared.
    pub(super) fn namespace(&self, node: usize, prefix: &str) -> Option<&str> {
        let mut scope = self.nodes.get(node).and_then(|node| node.scope);
        while let Some(innermost) = scope.and_then(|index| self.scopes.get(index)) {
            if let Some((_, uri)) = innermost.bindings.iter().rev().find(|(known, _)| known == prefix) {
                return Some(uri);
            }
            scope = innermost.outer;
        }
        match prefix {
            "" => Some(""),
            "xml" => Some(super::XML_NAMESPACE),
            _ => None,
        }
    }
}
