//! Builds the components of a schema from its documents.
//!
//! Invariants: global components get ids before any of them is built, so documents, types and elements may refer to
//! each other in any way; unknown content is reported, never skipped. The other files of this module build particles,
//! types and attributes. This module does not know the documents that are validated.

pub(super) mod facets;
pub(super) mod finish;
pub(super) mod particles;
pub(super) mod types;
pub(super) mod uses;

use super::Fault;
use super::documents::Document;
use super::schema::{
    ANY_SIMPLE_TYPE, ANY_TYPE, Attribute, AttributeId, Attributes, ComplexType, Content, DerivationSet,
    Element, ElementId, Kind, Namespaces, Particle, Process, Schema, SchemaSpan, Symbol, Term, Type, TypeId,
    Wildcard,
};
use super::simple::{SimpleType, Variety};
use super::tree::{Node, NodeId, XML_NAMESPACE};
use super::value::{PRIMITIVES, Primitive};
use modelwright_metamodel::diagnostic::{Source, nearest};
use modelwright_schema_import::xsd::SCHEMA_NAMESPACE;
use rustc_hash::FxHashMap;
use std::fmt::Display;
use std::ops::Range;
use std::sync::Arc;

/// The maximum nesting of particles and groups.
// Groups refer to each other across documents, so the maximum depth of documents is not sufficient.
const MAX_DEPTH: usize = 500;

/// The kinds of global components, each with its own symbol space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum SymbolSpace {
    Element,
    Attribute,
    Type,
    Group,
    AttributeGroup,
}

impl SymbolSpace {
    /// The symbol space of the names that an element declares; `None` for an element that declares none.
    fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "element" => SymbolSpace::Element,
            "attribute" => SymbolSpace::Attribute,
            "simpleType" | "complexType" => SymbolSpace::Type,
            "group" => SymbolSpace::Group,
            "attributeGroup" => SymbolSpace::AttributeGroup,
            _ => return None,
        })
    }

    /// The noun for messages.
    fn word(self) -> &'static str {
        match self {
            SymbolSpace::Element => "element",
            SymbolSpace::Attribute => "attribute",
            SymbolSpace::Type => "type",
            SymbolSpace::Group => "group",
            SymbolSpace::AttributeGroup => "group of attributes",
        }
    }
}

/// A node of a document.
#[derive(Debug, Clone, Copy)]
pub(super) struct SchemaNode<'d> {
    document: &'d Document,
    id: NodeId,
    /// Inside a redefinition: the kind and name of the redefined component, and the name of the original, to which
    /// references with that name are redirected.
    redefinition: Option<(SymbolSpace, Symbol, Symbol)>,
}

impl<'d> SchemaNode<'d> {
    fn node(&self) -> &'d Node {
        self.document.tree.node_at(self.id)
    }

    fn name(&self) -> &'d str {
        &self.node().name
    }

    fn get(&self, attribute: &str) -> Option<&'d str> {
        self.node().get(attribute)
    }

    fn children(self) -> impl Iterator<Item = SchemaNode<'d>> {
        self.node().children.iter().map(move |id| SchemaNode { id: *id, ..self })
    }

    fn child(self, names: &[&str]) -> Option<SchemaNode<'d>> {
        self.children().find(|child| names.contains(&child.name()))
    }

    fn fault(&self, message: impl Display) -> Fault {
        self.document.tree.fault(self.id, message)
    }

    /// A problem with the value of an attribute.
    fn fault_in(&self, attribute: &str, message: impl Display) -> Fault {
        self.document.tree.fault_at(self.node().at_value(attribute), message)
    }

    /// The span of the node's name, with the number of its document.
    fn span(&self) -> SchemaSpan {
        let Range { start, end } = self.node().range;
        SchemaSpan { document: self.document.number, start, end }
    }

    /// The problem that an element is not allowed at its position.
    fn misplaced<T>(&self) -> Result<T, Fault> {
        Err(self.fault(format!("`{}` is not allowed here", self.name())))
    }
}

pub(super) struct Builder<'d> {
    schema: Schema,
    globals: FxHashMap<(SymbolSpace, Symbol), SchemaNode<'d>>,
    /// The global components in document order.
    order: Vec<(SymbolSpace, Symbol)>,
    /// The particles of groups; `None` while a group is being built.
    groups: FxHashMap<Symbol, Option<Arc<Particle>>>,
    attribute_groups: FxHashMap<Symbol, Option<Arc<Attributes>>>,
    /// The number of documents.
    documents: usize,
    /// The number of attributes that references to groups have added.
    group_attribute_count: usize,
    depth: usize,
    /// The nodes of types, for problems that are found after the types are built.
    type_nodes: FxHashMap<TypeId, SchemaNode<'d>>,
    /// Restrictions, whose facets are read after all types are built.
    facets: Vec<(TypeId, SchemaNode<'d>)>,
    /// Elements with a `substitutionGroup`, whose heads are resolved after all elements are built.
    heads: Vec<(ElementId, SchemaNode<'d>)>,
    /// The simple types of the content of complex types.
    content_types: Vec<TypeId>,
}

/// Builds the components of documents.
pub(super) fn build(documents: &[Document]) -> Result<Schema, Fault> {
    let mut builder = Builder {
        schema: Schema { sources: documents.iter().map(source_of).collect(), ..Schema::default() },
        globals: FxHashMap::default(),
        order: Vec::new(),
        groups: FxHashMap::default(),
        attribute_groups: FxHashMap::default(),
        documents: documents.len(),
        group_attribute_count: 0,
        depth: 0,
        type_nodes: FxHashMap::default(),
        facets: Vec::new(),
        heads: Vec::new(),
        content_types: Vec::new(),
    };
    builder.add_built_in_types();
    builder.register(documents)?;
    builder.assign_ids();
    for (space, symbol) in std::mem::take(&mut builder.order) {
        builder.define_global(space, symbol)?;
    }
    builder.finish()
}

/// The source of a document; `None` for a document of XML Schema itself.
fn source_of(document: &Document) -> Option<Arc<Source>> {
    // Rules of XML Schema itself have no source, because users cannot correct them.
    let is_built_in = matches!(document.target.as_str(), SCHEMA_NAMESPACE | XML_NAMESPACE);
    (!is_built_in).then(|| Arc::clone(&document.tree.source))
}

impl<'d> Builder<'d> {
    /// Adds the built-in types of XML Schema, which no document declares.
    fn add_built_in_types(&mut self) {
        // No document has this number, so these types have no source.
        let built_in = SchemaSpan { document: self.documents, ..SchemaSpan::default() };
        let any = Wildcard { namespaces: Namespaces::Any, process: Process::Lax };
        let particle = Particle { min: 0, max: None, term: Term::Any(any.clone()) };
        let attributes = Attributes { wildcards: vec![any], ..Attributes::default() };
        let content = Content::Particles(Some(Arc::new(particle)));
        let any_content = Kind::Complex(ComplexType { is_mixed: true, content, attributes });
        // These two must come first, because their ids are the constants `ANY_TYPE` and `ANY_SIMPLE_TYPE`.
        let first =
            [("anyType", None, any_content), ("anySimpleType", Some(ANY_TYPE), simple_kind(Primitive::Text))];
        let others =
            PRIMITIVES.map(|(name, primitive)| (name, Some(ANY_SIMPLE_TYPE), simple_kind(primitive)));
        for (name, base, kind) in first.into_iter().chain(others) {
            let symbol = self.schema.names.add(SCHEMA_NAMESPACE, name);
            let id = TypeId(self.schema.types.len());
            self.schema.types.push(Type {
                span: built_in,
                name: Some(symbol),
                base,
                is_extension: false,
                is_abstract: false,
                block: DerivationSet::default(),
                kind,
            });
            self.schema.global_types.insert(symbol, id);
        }
    }

    /// Collects the global components of documents.
    fn register(&mut self, documents: &'d [Document]) -> Result<(), Fault> {
        let mut redefined = Vec::new();
        for document in documents {
            for child in (SchemaNode { document, id: 0, redefinition: None }).children() {
                match (SymbolSpace::from_name(child.name()), child.name()) {
                    (Some(space), _) => self.declare(space, child)?,
                    (None, "redefine") => redefined.push(child),
                    // `documents` has already read `include` and `import`. Notations do not affect validity.
                    (None, "include" | "import" | "notation") => {}
                    (None, _) => return child.misplaced(),
                }
            }
        }
        // Redefinitions of the innermost documents are applied first.
        for redefine in redefined.into_iter().rev() {
            for child in redefine.children() {
                self.redefine(child)?;
            }
        }
        Ok(())
    }

    /// Adds a global component by its name.
    fn declare(&mut self, space: SymbolSpace, node: SchemaNode<'d>) -> Result<(), Fault> {
        let symbol = self.own_name(node)?;
        // Declared types get their ids later, so a type that already has one is a primitive type.
        let is_primitive = space == SymbolSpace::Type && self.schema.global_types.contains_key(&symbol);
        if is_primitive || self.globals.insert((space, symbol), node).is_some() {
            let (word, name) = (space.word(), self.schema.names.local(symbol));
            return Err(node.fault(format!("the {word} `{name}` is declared twice")));
        }
        self.order.push((space, symbol));
        Ok(())
    }

    /// Replaces a component with its redefinition. The original gets a new name, by which the redefinition refers to
    /// it.
    fn redefine(&mut self, node: SchemaNode<'d>) -> Result<(), Fault> {
        let Some(space) = SymbolSpace::from_name(node.name())
            .filter(|s| !matches!(s, SymbolSpace::Element | SymbolSpace::Attribute))
        else {
            return node.misplaced();
        };
        let symbol = self.own_name(node)?;
        let Some(original) = self.globals.get(&(space, symbol)).copied() else {
            let (word, name) = (space.word(), self.schema.names.local(symbol));
            return Err(node.fault(format!("the {word} `{name}` to redefine does not exist")));
        };
        // A name with a space cannot occur in a document, so it is unused.
        let mut unused = format!("{} ", self.schema.names.local(symbol));
        while self.schema.names.find(&node.document.target, &unused).is_some() {
            unused.push(' ');
        }
        let original_name = self.schema.names.add(&node.document.target, &unused);
        // The original component is kept and built like all others.
        self.globals.insert((space, original_name), original);
        self.order.push((space, original_name));
        self.globals.insert(
            (space, symbol),
            SchemaNode { redefinition: Some((space, symbol, original_name)), ..node },
        );
        Ok(())
    }

    /// The name of a global component.
    fn own_name(&mut self, node: SchemaNode<'d>) -> Result<Symbol, Fault> {
        let name = node.get("name").filter(|name| !name.is_empty() && !name.contains([':', ' ']));
        let name = name.ok_or_else(|| node.fault(format!("`{}` has no `name`", node.name())))?;
        Ok(self.schema.names.add(&node.document.target, name))
    }

    /// Assigns ids to global components.
    fn assign_ids(&mut self) {
        for (space, symbol) in self.order.clone() {
            let Some(node) = self.globals.get(&(space, symbol)).copied() else { continue };
            match space {
                SymbolSpace::Type => {
                    let id = self.new_type(Some(symbol), node);
                    self.schema.global_types.insert(symbol, id);
                }
                SymbolSpace::Element => {
                    let id = self.new_element(symbol, node);
                    self.schema.global_elements.insert(symbol, id);
                }
                SymbolSpace::Attribute => {
                    let id = AttributeId(self.schema.attributes.len());
                    let (span, value_type) = (node.span(), ANY_SIMPLE_TYPE);
                    self.schema.attributes.push(Attribute { span, value_type, fixed: None });
                    self.schema.global_attributes.insert(symbol, id);
                }
                // Groups have no ids, because references copy or share their content.
                SymbolSpace::Group | SymbolSpace::AttributeGroup => {}
            }
        }
    }

    /// Adds a type without its content.
    fn new_type(&mut self, name: Option<Symbol>, node: SchemaNode<'d>) -> TypeId {
        self.schema.types.push(Type {
            span: node.span(),
            name,
            // A type without a derivation restricts `anyType` (XML Schema Part 1, section 3.4.2).
            base: Some(ANY_TYPE),
            is_extension: false,
            is_abstract: false,
            block: DerivationSet::default(),
            kind: Kind::Complex(ComplexType::default()),
        });
        TypeId(self.schema.types.len() - 1)
    }

    /// Adds an element without its type and properties.
    fn new_element(&mut self, name: Symbol, node: SchemaNode<'d>) -> ElementId {
        self.schema.elements.push(Element {
            span: node.span(),
            name,
            own_type: None,
            head: None,
            is_nillable: false,
            is_abstract: false,
            fixed: None,
            default: None,
            block: DerivationSet::default(),
        });
        ElementId(self.schema.elements.len() - 1)
    }

    /// Builds a global component.
    fn define_global(&mut self, space: SymbolSpace, symbol: Symbol) -> Result<(), Fault> {
        let Some(node) = self.globals.get(&(space, symbol)).copied() else { return Ok(()) };
        match space {
            SymbolSpace::Type => {
                let id = self.schema.global_types[&symbol];
                self.define_type(id, node)
            }
            SymbolSpace::Element => {
                let id = self.schema.global_elements[&symbol];
                self.define_element(id, node)
            }
            SymbolSpace::Attribute => {
                let id = self.schema.global_attributes[&symbol];
                // The attribute is replaced in place, because references to its id may already exist.
                self.schema.attributes[id.0] = self.attribute(node)?;
                Ok(())
            }
            SymbolSpace::Group => self.group(node, symbol).map(drop),
            SymbolSpace::AttributeGroup => self.attribute_group(node, symbol).map(drop),
        }
    }

    /// Resolves the name in an attribute's value.
    fn refer(
        &mut self,
        node: SchemaNode<'d>,
        space: SymbolSpace,
        attribute: &str,
        text: &str,
    ) -> Result<Symbol, Fault> {
        let (prefix, local) = text.split_once(':').unwrap_or(("", text));
        let Some(namespace) = node.document.tree.namespace(node.id, prefix) else {
            let fault = node.fault_in(attribute, format!("the prefix of `{text}` is not declared"));
            return Err(Box::new(fault.help(format!("declare it: xmlns:{prefix}=\"…\""))));
        };
        // Without a prefix, a document that has taken the namespace of the including document refers to declarations of
        // that namespace.
        let is_own = namespace.is_empty() && node.document.is_chameleon;
        let namespace = if is_own { node.document.target.as_str() } else { namespace };
        let symbol = self.schema.names.find(namespace, local);
        match symbol.filter(|symbol| self.is_global(space, *symbol)) {
            Some(symbol) => Ok(match node.redefinition {
                // Inside a redefinition, the component's own name refers to the original (XML Schema Part 1, section
                // 4.2.2).
                Some((redefined_space, name, original)) if redefined_space == space && name == symbol => {
                    original
                }
                _ => symbol,
            }),
            None => {
                let known_names = self
                    .schema
                    .names
                    .in_namespace(namespace)
                    .filter(|(_, known)| self.is_global(space, *known));
                let help = match nearest(local, known_names.map(|(name, _)| name)) {
                    Some(meant) if prefix.is_empty() => format!("did you mean `{meant}`?"),
                    Some(meant) => format!("did you mean `{prefix}:{meant}`?"),
                    None if namespace == SCHEMA_NAMESPACE => "XML Schema does not declare it".to_owned(),
                    None if namespace.is_empty() => "declare it, without a namespace".to_owned(),
                    None => format!("declare it in a document of `{namespace}`, and import that"),
                };
                let message = format!("unknown {} `{text}`", space.word());
                Err(Box::new(node.fault_in(attribute, message).help(help)))
            }
        }
    }

    fn is_global(&self, space: SymbolSpace, symbol: Symbol) -> bool {
        (space == SymbolSpace::Type && self.schema.global_types.contains_key(&symbol))
            || self.globals.contains_key(&(space, symbol))
    }

    /// The type whose name is in an attribute.
    fn type_named(&mut self, node: SchemaNode<'d>, attribute: &str, text: &str) -> Result<TypeId, Fault> {
        let symbol = self.refer(node, SymbolSpace::Type, attribute, text)?;
        Ok(self.schema.global_types[&symbol])
    }

    /// The kinds of derivation in an attribute; if it is missing, those in the corresponding attribute of the `schema`
    /// element.
    fn derivation_set(node: SchemaNode<'d>, name: &str, default: &str) -> DerivationSet {
        // The attribute of the component overrides the default of the document, even if it is empty.
        let listed = node.get(name).or_else(|| node.document.tree.top().get(default)).unwrap_or_default();
        let is_listed =
            |way: &str| listed == "#all" || listed.split_ascii_whitespace().any(|word| word == way);
        DerivationSet {
            extension: is_listed("extension"),
            restriction: is_listed("restriction"),
            substitution: is_listed("substitution"),
        }
    }

    /// Builds a part that is nested in an element, unless the nesting is too deep.
    fn deeper<T>(
        &mut self,
        node: SchemaNode<'d>,
        build: impl FnOnce(&mut Self) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        if self.depth == MAX_DEPTH {
            return Err(node.fault(format!("groups are nested more than {MAX_DEPTH} levels deep")));
        }
        self.depth += 1;
        let result = build(self);
        self.depth -= 1;
        result
    }
}

fn simple_kind(primitive: Primitive) -> Kind {
    let variety = Some(Variety::Atomic(primitive));
    Kind::Simple(SimpleType { variety, ..SimpleType::default() })
}
