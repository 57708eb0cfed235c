//! The components of a schema: its declarations by name, and the properties that follow from their elements.
//!
//! Invariants: a component is the element that declares it; functions that follow references end, also if these form a
//! cycle. This module does not know what a component becomes.

use super::documents::Document;
use super::names::collate;
use super::tree::Node;
use super::type_names::TypeNames;
use super::{SCHEMA_NAMESPACE, built_in_type};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{OnceCell, RefCell};

/// An element of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct ElementId {
    pub(super) document: usize,
    pub(super) node: usize,
}

/// A type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TypeDefinition {
    /// A type of XML Schema itself.
    BuiltIn(&'static str),
    Simple(ElementId),
    Complex(ElementId),
    /// A type that nothing declares.
    Missing,
}

/// The kind of a simple type's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Variety {
    Atomic,
    List,
    Union,
}

/// The kinds of declarations that have names of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Type,
    Element,
    Attribute,
    Group,
    AttributeGroup,
}

/// The maximum number of references that are followed from one declaration to the next.
pub(super) const MAX_STEPS: usize = 10_000;

/// A schema.
#[derive(Debug)]
pub(super) struct Schema<'d> {
    pub(super) documents: &'d [Document],
    elements_by_name: FxHashMap<Key<'d>, ElementId>,
    /// The declarations that redefine others, each with the one that it redefines.
    redefined_originals: FxHashMap<ElementId, ElementId>,
    /// The elements that are heads of substitution groups.
    heads: FxHashSet<ElementId>,
    /// The types from which the types at the top of documents are derived.
    bases: FxHashMap<ElementId, TypeDefinition>,
    /// The positions of types without names among the members of the unions around them, as far as they were needed.
    pub(super) member_positions: RefCell<FxHashMap<ElementId, usize>>,
    type_names: OnceCell<TypeNames>,
}

/// The kind, namespace and name of a declaration.
type Key<'d> = (Kind, &'d str, &'d str);

/// The kind of an element that may declare something with a name.
fn kind_of(node: &Node) -> Option<Kind> {
    Some(match &*node.kind {
        "complexType" | "simpleType" => Kind::Type,
        "element" => Kind::Element,
        "attribute" => Kind::Attribute,
        "group" => Kind::Group,
        "attributeGroup" => Kind::AttributeGroup,
        _ => return None,
    })
}

impl<'d> Schema<'d> {
    /// The schema that some documents declare together, with its declarations by name.
    pub(super) fn new(documents: &'d [Document]) -> Self {
        let mut schema = Self {
            documents,
            elements_by_name: FxHashMap::default(),
            redefined_originals: FxHashMap::default(),
            heads: FxHashSet::default(),
            bases: FxHashMap::default(),
            member_positions: RefCell::default(),
            type_names: OnceCell::new(),
        };
        let top_elements: Vec<ElementId> =
            (0..schema.documents.len()).flat_map(|d| schema.top_level(d)).collect();
        for element in top_elements {
            if let Some(key) = schema.key(element) {
                schema.elements_by_name.entry(key).or_insert(element);
            }
        }
        schema.redefine();
        let elements = schema.declarations(Kind::Element);
        let heads = elements.filter_map(|(_, element)| schema.head(element)).collect();
        // Base types are determined once, because chains of types are followed from each of their types.
        let types = schema.declarations(Kind::Type);
        let bases = types.map(|(_, element)| (element, schema.declared_base(element))).collect();
        Self { heads, bases, ..schema }
    }

    /// The declarations of a kind at the top of documents, in no particular order.
    fn declarations(&self, kind: Kind) -> impl Iterator<Item = (&Key<'d>, ElementId)> {
        let declarations = self.elements_by_name.iter().filter(move |((known, ..), _)| *known == kind);
        declarations.map(|(key, element)| (key, *element))
    }

    /// The key of a declaration; `None` for an element that declares nothing with a name.
    fn key(&self, element: ElementId) -> Option<Key<'d>> {
        let node = self.node(element)?;
        Some((kind_of(node)?, self.target(element), node.get("name")?))
    }

    /// The names of all declared types; few schemas need them.
    pub(super) fn type_names(&self) -> &TypeNames {
        self.type_names.get_or_init(|| {
            let names = self.elements_by_name.keys().filter(|(kind, ..)| *kind == Kind::Type);
            TypeNames::new(names.map(|(_, namespace, local)| (*namespace, *local)))
        })
    }

    fn top_level(&self, document: usize) -> impl Iterator<Item = ElementId> + use<'d> {
        self.children(ElementId { document, node: 0 })
    }

    /// Replaces the declarations that others redefine.
    fn redefine(&mut self) {
        let mut redefinitions: Vec<ElementId> = Vec::new();
        for (number, document) in self.documents.iter().enumerate() {
            for (node, _) in &document.redefines {
                redefinitions.extend(self.children(ElementId { document: number, node: *node }));
            }
        }
        for element in redefinitions {
            if let Some(key) = self.key(element)
                && let Some(replaced) = self.elements_by_name.insert(key, element)
            {
                self.redefined_originals.insert(element, replaced);
            }
        }
    }

    pub(super) fn node(&self, element: ElementId) -> Option<&'d Node> {
        self.documents.get(element.document)?.tree.get(element.node)
    }

    pub(super) fn document(&self, element: ElementId) -> Option<&'d Document> {
        self.documents.get(element.document)
    }

    /// The local name of an element of XML Schema; empty for other elements.
    pub(super) fn kind(&self, element: ElementId) -> &'d str {
        self.node(element).map(|node| &*node.kind).unwrap_or_default()
    }

    pub(super) fn get(&self, element: ElementId, name: &str) -> Option<&'d str> {
        self.node(element)?.get(name)
    }

    /// The value of an attribute of Ecore's namespace.
    pub(super) fn ecore(&self, element: ElementId, name: &str) -> Option<&'d str> {
        self.node(element)?.ecore(name)
    }

    /// Whether an element has attributes of Ecore's namespace.
    pub(super) fn has_ecore(&self, element: ElementId) -> bool {
        self.node(element).is_some_and(Node::has_ecore)
    }

    /// The value of an attribute of Ecore's namespace in the first of two elements that has the attribute.
    pub(super) fn ecore_of(&self, elements: [ElementId; 2], name: &str) -> Option<&'d str> {
        elements.into_iter().find_map(|element| self.ecore(element, name))
    }

    pub(super) fn children(&self, element: ElementId) -> impl Iterator<Item = ElementId> + use<'d> {
        let nodes = self.document(element).map(|document| document.tree.children(element.node));
        nodes.into_iter().flatten().map(move |node| ElementId { node, ..element })
    }

    /// The first child of one of these kinds.
    pub(super) fn child(&self, element: ElementId, kinds: &[&str]) -> Option<ElementId> {
        self.children(element).find(|child| kinds.contains(&self.kind(*child)))
    }

    pub(super) fn parent(&self, element: ElementId) -> Option<ElementId> {
        Some(ElementId { node: self.node(element)?.parent?, ..element })
    }

    /// The namespace of the document of an element; empty for none.
    pub(super) fn target(&self, element: ElementId) -> &'d str {
        self.document(element).map(|document| document.target.as_str()).unwrap_or_default()
    }

    /// Whether a declaration is at the top of a document.
    fn is_top(&self, element: ElementId) -> bool {
        let parent = self.parent(element).map(|parent| self.kind(parent));
        parent.is_some_and(|parent| matches!(parent, "schema" | "redefine"))
    }

    /// The namespace of an element's or attribute's name in documents; empty for none.
    pub(super) fn namespace_of(&self, element: ElementId) -> &'d str {
        let default =
            if self.kind(element) == "element" { "elementFormDefault" } else { "attributeFormDefault" };
        let form = self.get(element, "form").or_else(|| self.get(ElementId { node: 0, ..element }, default));
        if self.is_top(element) || form == Some("qualified") { self.target(element) } else { "" }
    }

    /// The namespace and name of a qualified name at an element: `shop:price` → the namespace of `shop`, and `price`.
    pub(super) fn qualified<'a>(&'a self, element: ElementId, name: &'a str) -> (&'a str, &'a str) {
        let (prefix, local) = name.split_once(':').unwrap_or(("", name));
        let Some(document) = self.document(element) else { return ("", local) };
        match document.tree.namespace(element.node, prefix) {
            Some("") if document.is_chameleon => (document.target.as_str(), local),
            Some(namespace) => (namespace, local),
            // The prefix is not declared; no schema has this namespace, so nothing is found.
            None => ("\0", local),
        }
    }

    /// The declaration of a kind to which the element `from` refers by a name.
    pub(super) fn find(&self, kind: Kind, from: ElementId, name: &str) -> Option<ElementId> {
        let (namespace, local) = self.qualified(from, name);
        let declaration = *self.elements_by_name.get(&(kind, namespace, local))?;
        // A declaration that redefines another one has the same name; within it, the name means the redefined one.
        match self.redefined_originals.get(&declaration) {
            Some(original) if self.is_inside(from, declaration) => Some(*original),
            _ => Some(declaration),
        }
    }

    /// Whether an element is another one, or inside of it.
    fn is_inside(&self, mut element: ElementId, outer: ElementId) -> bool {
        if element.document != outer.document {
            return false;
        }
        while element != outer {
            let Some(parent) = self.parent(element) else { return false };
            element = parent;
        }
        true
    }

    /// The type to which the element `from` refers by a name.
    pub(super) fn type_named(&self, from: ElementId, name: &str) -> TypeDefinition {
        let (namespace, local) = self.qualified(from, name);
        if namespace == SCHEMA_NAMESPACE
            && let Some(name) = built_in_type(local)
        {
            return TypeDefinition::BuiltIn(name);
        }
        self.find(Kind::Type, from, name).map_or(TypeDefinition::Missing, |element| self.type_at(element))
    }

    /// The type that an element `complexType` or `simpleType` defines.
    pub(super) fn type_at(&self, element: ElementId) -> TypeDefinition {
        if self.kind(element) == "complexType" {
            TypeDefinition::Complex(element)
        } else {
            TypeDefinition::Simple(element)
        }
    }

    /// All declarations of a kind at the top of documents, sorted by name and then by namespace.
    pub(super) fn sorted(&self, kind: Kind) -> Vec<ElementId> {
        let mut declarations: Vec<(&Key<'d>, ElementId)> = self.declarations(kind).collect();
        declarations.sort_by(|(left, left_element), (right, right_element)| {
            let ((_, left_namespace, left_name), (_, right_namespace, right_name)) = (left, right);
            // A declaration without a namespace is the last of those with its name.
            let by_absence = left_namespace.is_empty().cmp(&right_namespace.is_empty());
            let by_namespace = by_absence.then_with(|| collate(left_namespace, right_namespace));
            collate(left_name, right_name).then(by_namespace).then(left_element.cmp(right_element))
        });
        declarations.into_iter().map(|(_, element)| element).collect()
    }

    /// The element to whose substitution group an element belongs.
    pub(super) fn head(&self, element: ElementId) -> Option<ElementId> {
        self.find(Kind::Element, element, self.get(element, "substitutionGroup")?)
    }

    pub(super) fn is_head(&self, element: ElementId) -> bool {
        self.heads.contains(&element)
    }

    /// The type of an element or an attribute.
    pub(super) fn type_of(&self, declaration: ElementId) -> TypeDefinition {
        let mut element = declaration;
        for _ in 0..MAX_STEPS {
            if let Some(name) = self.get(element, "type") {
                return self.type_named(element, name);
            }
            if let Some(inline) = self.child(element, &["complexType", "simpleType"]) {
                return self.type_at(inline);
            }
            // An element without a type has that of the head of its substitution group.
            match self.head(element) {
                Some(head) => element = head,
                None => break,
            }
        }
        let default = if self.kind(declaration) == "element" { "anyType" } else { "anySimpleType" };
        TypeDefinition::BuiltIn(default)
    }

    /// The element that a particle or an attribute use refers to, or itself.
    pub(super) fn declaration(&self, kind: Kind, element: ElementId) -> Option<ElementId> {
        match self.get(element, "ref") {
            Some(name) => self.find(kind, element, name),
            None => Some(element),
        }
    }

    /// The derivation of a complex type: its `extension` or `restriction` element.
    pub(super) fn derivation(&self, complex: ElementId) -> Option<ElementId> {
        let content = self.child(complex, &["simpleContent", "complexContent"])?;
        self.child(content, &["extension", "restriction"])
    }

    /// The type from which a type is derived.
    pub(super) fn base(&self, definition: &TypeDefinition) -> TypeDefinition {
        match definition {
            TypeDefinition::Complex(element) | TypeDefinition::Simple(element) => {
                self.bases.get(element).copied().unwrap_or_else(|| self.declared_base(*element))
            }
            TypeDefinition::BuiltIn(name) => TypeDefinition::BuiltIn(super::built_in_base(name)),
            TypeDefinition::Missing => TypeDefinition::Missing,
        }
    }

    /// The base that the element of a type declares.
    fn declared_base(&self, element: ElementId) -> TypeDefinition {
        match self.type_at(element) {
            TypeDefinition::Complex(_) => self.complex_base(element),
            _ => self.simple_base(element),
        }
    }

    /// The base of a complex type; `anyType` if it has none.
    fn complex_base(&self, element: ElementId) -> TypeDefinition {
        let derivation = self.derivation(element);
        let base = derivation.and_then(|derivation| Some((derivation, self.get(derivation, "base")?)));
        match base {
            Some((derivation, name)) => self.type_named(derivation, name),
            None => TypeDefinition::BuiltIn("anyType"),
        }
    }

    /// The base of a simple type, which is `anySimpleType` for lists and unions.
    fn simple_base(&self, element: ElementId) -> TypeDefinition {
        let Some(restriction) = self.child(element, &["restriction"]) else {
            return TypeDefinition::BuiltIn("anySimpleType");
        };
        match (self.get(restriction, "base"), self.child(restriction, &["simpleType"])) {
            // In simple content, the complex type is named as well.
            (Some(_), Some(inline)) => TypeDefinition::Simple(inline),
            (Some(name), None) => self.restricted_value(self.type_named(restriction, name)),
            (None, Some(inline)) => TypeDefinition::Simple(inline),
            (None, None) => TypeDefinition::BuiltIn("anySimpleType"),
        }
    }

    /// A type, and those from which it is derived, the nearest first; ends before a type occurs again.
    pub(super) fn chain(&self, definition: &TypeDefinition) -> impl Iterator<Item = TypeDefinition> {
        let (first, mut seen) = (*definition, FxHashSet::default());
        let mut previous = None;
        // Each base is determined only when the caller takes it, because most callers need few.
        let steps = std::iter::from_fn(move || {
            let step = match previous {
                None => first,
                Some(derived) => {
                    let base = self.base(&derived);
                    if base == TypeDefinition::Missing || base == derived {
                        return None;
                    }
                    base
                }
            };
            previous = Some(step);
            previous
        });
        steps
            .take_while(move |step| match step {
                TypeDefinition::Simple(element) | TypeDefinition::Complex(element) => seen.insert(*element),
                _ => true,
            })
            .take(MAX_STEPS)
    }

    /// Whether the values of a type are atomic, lists, or those of a union.
    pub(super) fn variety(&self, definition: &TypeDefinition) -> Variety {
        for step in self.chain(definition) {
            match step {
                TypeDefinition::Simple(element) if self.child(element, &["list"]).is_some() => {
                    return Variety::List;
                }
                TypeDefinition::Simple(element) if self.child(element, &["union"]).is_some() => {
                    return Variety::Union;
                }
                TypeDefinition::BuiltIn("NMTOKENS" | "IDREFS" | "ENTITIES") => {
                    return Variety::List;
                }
                // A built-in type is derived only from other ones, none of which is a list.
                TypeDefinition::BuiltIn(_) => break,
                _ => {}
            }
        }
        Variety::Atomic
    }

    /// The type of a list's items.
    pub(super) fn item(&self, definition: &TypeDefinition) -> TypeDefinition {
        for step in self.chain(definition) {
            if let TypeDefinition::Simple(element) = step
                && let Some(list) = self.child(element, &["list"])
            {
                return match (self.get(list, "itemType"), self.child(list, &["simpleType"])) {
                    (Some(name), _) => self.type_named(list, name),
                    (None, Some(inline)) => TypeDefinition::Simple(inline),
                    (None, None) => TypeDefinition::Missing,
                };
            }
            match step {
                TypeDefinition::BuiltIn("NMTOKENS") => return TypeDefinition::BuiltIn("NMTOKEN"),
                TypeDefinition::BuiltIn("IDREFS") => return TypeDefinition::BuiltIn("IDREF"),
                TypeDefinition::BuiltIn("ENTITIES") => return TypeDefinition::BuiltIn("ENTITY"),
                _ => {}
            }
        }
        TypeDefinition::Missing
    }

    /// The types of a union, those with names first.
    pub(super) fn members(&self, union: ElementId) -> Vec<TypeDefinition> {
        let member_names = self.get(union, "memberTypes").unwrap_or_default().split_ascii_whitespace();
        let mut members: Vec<_> = member_names.map(|name| self.type_named(union, name)).collect();
        let inline = self.children(union).filter(|child| self.kind(*child) == "simpleType");
        members.extend(inline.map(TypeDefinition::Simple));
        members
    }

    /// The facets of a simple type's own restriction.
    pub(super) fn facets(&self, simple: ElementId) -> impl Iterator<Item = ElementId> {
        let restriction = self.child(simple, &["restriction"]);
        let children = restriction.into_iter().flat_map(|element| self.children(element));
        children.filter(|element| self.get(*element, "value").is_some())
    }

    /// The facet with this name that is nearest to a type: of the type itself, or of a type from which it is derived.
    pub(super) fn effective_facet(&self, definition: &TypeDefinition, name: &str) -> Option<ElementId> {
        // A built-in type has no element, and is derived only from other built-in types.
        let mut declared =
            self.chain(definition).take_while(|step| !matches!(step, TypeDefinition::BuiltIn(_)));
        declared.find_map(|step| match step {
            TypeDefinition::Simple(element) => self.facets(element).find(|facet| self.kind(*facet) == name),
            _ => None,
        })
    }

    /// Whether a type is one of the built-in ones with these names, or derived from one of them.
    pub(super) fn is_derived_from(&self, definition: &TypeDefinition, names: &[&str]) -> bool {
        self.chain(definition)
            .any(|step| matches!(step, TypeDefinition::BuiltIn(name) if names.contains(&name)))
    }
}
