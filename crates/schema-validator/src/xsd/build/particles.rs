//! Builds elements and particles.

use super::{Builder, SchemaNode, SymbolSpace};
use crate::xsd::Fault;
use crate::xsd::schema::{ElementId, Namespaces, Particle, Process, Symbol, Term, Wildcard};
use std::sync::Arc;

/// The names of particles.
pub(super) const PARTICLE_NAMES: [&str; 4] = ["group", "all", "choice", "sequence"];

impl<'d> Builder<'d> {
    /// Builds an element from its declaration.
    pub(super) fn define_element(&mut self, id: ElementId, node: SchemaNode<'d>) -> Result<(), Fault> {
        let mut own_type = node.get("type").map(|name| self.type_named(node, "type", name)).transpose()?;
        for child in node.children() {
            match child.name() {
                "simpleType" | "complexType" if own_type.is_none() => {
                    own_type = Some(self.local_type(child)?);
                }
                "unique" | "key" | "keyref" => {}
                _ => return child.misplaced(),
            }
        }
        if node.get("substitutionGroup").is_some() {
            self.heads.push((id, node));
        }
        let element = &mut self.schema.elements[id.0];
        element.own_type = own_type;
        element.is_nillable = node.node().is_true("nillable");
        element.is_abstract = node.node().is_true("abstract");
        // White space is significant in these values, unlike in other attributes, so they are not trimmed.
        element.fixed = node.node().raw("fixed").map(str::to_owned);
        element.default = node.node().raw("default").map(str::to_owned);
        element.block = Self::derivation_set(node, "block", "blockDefault");
        Ok(())
    }

    /// The name of a local component, which is in the target namespace if it is qualified. `default` is the attribute
    /// of `schema` that decides this if the component has no `form`.
    pub(super) fn local_name(&mut self, node: SchemaNode<'d>, default: &str) -> Result<Symbol, Fault> {
        let Some(name) = node.get("name").filter(|name| !name.is_empty()) else {
            return Err(node.fault(format!("`{}` has neither `name` nor `ref`", node.name())));
        };
        let is_qualified = match node.get("form") {
            Some(form) => form == "qualified",
            None => node.document.qualifies(default),
        };
        let namespace = if is_qualified { node.document.target.as_str() } else { "" };
        Ok(self.schema.names.add(namespace, name))
    }

    /// The particle of a type or a group; `None` if it has none.
    pub(super) fn content(&mut self, node: SchemaNode<'d>) -> Result<Option<Arc<Particle>>, Fault> {
        node.child(&PARTICLE_NAMES).map_or(Ok(None), |child| self.particle(child))
    }

    /// A particle; `None` if it is empty or can never occur.
    fn particle(&mut self, node: SchemaNode<'d>) -> Result<Option<Arc<Particle>>, Fault> {
        // `minOccurs` cannot be `unbounded`, so this default is never used.
        let min = occurs(node, "minOccurs")?.unwrap_or(u64::MAX);
        let max = occurs(node, "maxOccurs")?;
        if max.is_some_and(|max| max < min) {
            return Err(node.fault("`maxOccurs` is less than `minOccurs`"));
        }
        // The term is built even if it can never occur, so that problems in it are reported.
        let term = self.deeper(node, |builder| builder.term(node, max))?;
        let is_absent = max == Some(0);
        Ok(term.filter(|_| !is_absent).map(|term| Arc::new(Particle { min, max, term })))
    }

    /// The term of a particle that occurs at most `max_occurs` times; `None` if the term is empty.
    fn term(&mut self, node: SchemaNode<'d>, max_occurs: Option<u64>) -> Result<Option<Term>, Fault> {
        match node.name() {
            "element" => self.element_term(node).map(Some),
            "any" => self.wildcard(node).map(|wildcard| Some(Term::Any(wildcard))),
            "group" => {
                let Some(name) = node.get("ref") else { return Err(node.fault("`group` has no `ref`")) };
                let symbol = self.refer(node, SymbolSpace::Group, "ref", name)?;
                let definition = self.globals[&(SymbolSpace::Group, symbol)];
                let group = self.group(definition, symbol)?;
                Ok(Some(match &group.term {
                    // `all` must be the only particle of its type, so it is not wrapped in a sequence.
                    Term::All(members) if max_occurs == Some(1) => Term::All(members.clone()),
                    // The group is shared instead of copied, because groups that contain another group twice would
                    // double in size at each level (Decision 17).
                    _ => Term::Sequence(vec![group]),
                }))
            }
            name @ ("sequence" | "choice" | "all") => {
                let mut parts = Vec::new();
                for child in node.children() {
                    match child.name() {
                        "element" => {}
                        "any" | "group" | "choice" | "sequence" if name != "all" => {}
                        _ => return child.misplaced(),
                    }
                    match self.particle(child)? {
                        Some(part) => parts.push(part),
                        // An empty alternative of a choice is kept, because with it the choice may be empty.
                        None if name == "choice" => parts.push(Arc::new(Particle {
                            min: 1,
                            max: Some(1),
                            term: Term::Sequence(Vec::new()),
                        })),
                        None => {}
                    }
                }
                Ok(match name {
                    "choice" => Some(Term::Choice(parts)),
                    _ if parts.is_empty() => None,
                    "all" => Some(Term::All(parts)),
                    _ => Some(Term::Sequence(parts)),
                })
            }
            _ => node.misplaced(),
        }
    }

    /// The element that a particle declares, or to which it refers.
    fn element_term(&mut self, node: SchemaNode<'d>) -> Result<Term, Fault> {
        if let Some(name) = node.get("ref") {
            let symbol = self.refer(node, SymbolSpace::Element, "ref", name)?;
            return Ok(Term::Element(self.schema.global_elements[&symbol]));
        }
        let name = self.local_name(node, "elementFormDefault")?;
        let id = self.new_element(name, node);
        self.define_element(id, node)?;
        Ok(Term::Element(id))
    }

    /// The particle of a group; the group is built if necessary.
    pub(super) fn group(&mut self, node: SchemaNode<'d>, symbol: Symbol) -> Result<Arc<Particle>, Fault> {
        match self.groups.get(&symbol) {
            Some(Some(known)) => return Ok(Arc::clone(known)),
            Some(None) => {
                let name = self.schema.names.local(symbol);
                return Err(node.fault(format!("the group `{name}` is part of itself")));
            }
            None => {}
        }
        // If this entry is found while the group is being built, the group refers to itself.
        self.groups.insert(symbol, None);
        let particle = self.content(node)?;
        let particle = particle
            .unwrap_or_else(|| Arc::new(Particle { min: 1, max: Some(1), term: Term::Sequence(Vec::new()) }));
        self.groups.insert(symbol, Some(Arc::clone(&particle)));
        Ok(particle)
    }

    /// Builds the wildcard of `xs:any` and `xs:anyAttribute`.
    pub(super) fn wildcard(&mut self, node: SchemaNode<'d>) -> Result<Wildcard, Fault> {
        let target = node.document.target.as_str();
        let namespaces = match node.get("namespace") {
            None | Some("##any") => Namespaces::Any,
            Some("##other") => Namespaces::Other(target.to_owned()),
            Some(listed) => Namespaces::Of(
                listed
                    .split_ascii_whitespace()
                    .map(|word| match word {
                        "##targetNamespace" => target.to_owned(),
                        "##local" => String::new(),
                        uri => uri.to_owned(),
                    })
                    .collect(),
            ),
        };
        let process = match node.get("processContents") {
            None | Some("strict") => Process::Strict,
            Some("lax") => Process::Lax,
            Some("skip") => Process::Skip,
            Some(other) => return Err(node.fault(format!("`processContents` cannot be `{other}`"))),
        };
        Ok(Wildcard { namespaces, process })
    }
}

/// The number of occurrences in an attribute; `None` for `unbounded`.
fn occurs(node: SchemaNode<'_>, name: &str) -> Result<Option<u64>, Fault> {
    match node.get(name) {
        None => Ok(Some(1)),
        Some("unbounded") if name == "maxOccurs" => Ok(None),
        Some(digits) if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) => {
            // The number of children of an element always fits into 64 bits, so a larger number is not different.
            Ok(Some(digits.parse().unwrap_or(u64::MAX)))
        }
        Some(other) => Err(node.fault(format!("`{name}` cannot be `{other}`"))),
    }
}
