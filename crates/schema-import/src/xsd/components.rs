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

/// An element of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct At {
    pub(super) document: usize,
    pub(super) node: usize,
}

/// A type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TypeDefinition {
    /// A type of XML Schema itself.
    BuiltIn(&'static str),
    Simple(At),
    Complex(At),
    /// A name that nothing declares.
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
pub(super) struct Schema {
    pub(super) documents: Vec<Document>,
    named: FxHashMap<(Kind, String, String), At>,
    /// The declarations that replace others, with these.
    redefined: FxHashMap<At, At>,
    /// The elements that are heads of substitution groups.
    heads: FxHashSet<At>,
    /// The types from which the complex types at the top of documents are derived.
    bases: FxHashMap<At, TypeDefinition>,
    pub(super) type_names: TypeNames,
}

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

impl Schema {
    pub(super) fn new(documents: Vec<Document>) -> Self {
        let (named, redefined, heads) = (FxHashMap::default(), FxHashMap::default(), FxHashSet::default());
        let (bases, type_names) = Default::default();
        let mut schema = Self { documents, named, redefined, heads, bases, type_names };
        let tops: Vec<At> = (0..schema.documents.len()).flat_map(|d| schema.top_level(d)).collect();
        for at in tops {
            if let Some(key) = schema.key(at) {
                schema.named.entry(key).or_insert(at);
            }
        }
        schema.redefine();
        let elements: Vec<At> =
            schema.named.iter().filter(|(key, _)| key.0 == Kind::Element).map(|(_, at)| *at).collect();
        let heads = elements.iter().filter_map(|at| schema.head(*at)).collect();
        let types = schema.named.iter().filter(|(key, _)| key.0 == Kind::Type).map(|(_, at)| *at);
        let complex = types.filter(|at| schema.kind(*at) == "complexType");
        // Base types are determined once, because chains of types are followed from each of their types.
        let bases = complex.map(|at| (at, schema.complex_base(at))).collect();
        let type_names = schema.named.keys().filter(|key| key.0 == Kind::Type);
        let type_names = TypeNames::new(type_names.map(|(_, namespace, local)| (&**namespace, &**local)));
        Self { heads, bases, type_names, ..schema }
    }

    fn key(&self, at: At) -> Option<(Kind, String, String)> {
        let node = self.node(at)?;
        Some((kind_of(node)?, self.target(at).to_owned(), node.get("name")?.to_owned()))
    }

    fn top_level(&self, document: usize) -> Vec<At> {
        self.children(At { document, node: 0 })
    }

    /// Replaces the declarations that others redefine.
    fn redefine(&mut self) {
        let of = |(number, document): (usize, &Document)| {
            let nodes: Vec<usize> = document.redefines.iter().map(|(node, _)| *node).collect();
            nodes.into_iter().map(move |node| At { document: number, node })
        };
        let all: Vec<At> = self.documents.iter().enumerate().flat_map(of).collect();
        for at in all.into_iter().flat_map(|at| self.children(at)).collect::<Vec<_>>() {
            if let Some(key) = self.key(at)
                && let Some(replaced) = self.named.insert(key, at)
            {
                self.redefined.insert(at, replaced);
            }
        }
    }

    pub(super) fn node(&self, at: At) -> Option<&Node> {
        self.documents.get(at.document)?.tree.get(at.node)
    }

    pub(super) fn document(&self, at: At) -> Option<&Document> {
        self.documents.get(at.document)
    }

    /// The local name of an element of XML Schema; empty for other elements.
    pub(super) fn kind(&self, at: At) -> &str {
        self.node(at).map(|node| &*node.kind).unwrap_or_default()
    }

    pub(super) fn get(&self, at: At, name: &str) -> Option<&str> {
        self.node(at)?.get(name)
    }

    /// The value of an attribute of Ecore's namespace.
    pub(super) fn ecore(&self, at: At, name: &str) -> Option<&str> {
        self.node(at)?.ecore(name)
    }

    /// Whether an element has attributes of Ecore's namespace.
    pub(super) fn has_ecore(&self, at: At) -> bool {
        self.node(at).is_some_and(Node::has_ecore)
    }

    /// The first value of an attribute of Ecore's namespace in two elements.
    pub(super) fn ecore_of(&self, places: [At; 2], name: &str) -> Option<&str> {
        places.into_iter().find_map(|at| self.ecore(at, name))
    }

    pub(super) fn children(&self, at: At) -> Vec<At> {
        let nodes = self.node(at).map(|node| node.children.as_slice()).unwrap_or_default();
        nodes.iter().map(|node| At { node: *node, ..at }).collect()
    }

    pub(super) fn child(&self, at: At, kinds: &[&str]) -> Option<At> {
        let nodes = self.node(at).map(|node| node.children.as_slice()).unwrap_or_default();
        nodes.iter().map(|node| At { node: *node, ..at }).find(|child| kinds.contains(&self.kind(*child)))
    }

    pub(super) fn parent(&self, at: At) -> Option<At> {
        Some(At { node: self.node(at)?.parent?, ..at })
    }

    /// The namespace of the document of an element; empty for none.
    pub(super) fn target(&self, at: At) -> &str {
        self.document(at).map(|document| document.target.as_str()).unwrap_or_default()
    }

    fn is_top(&self, at: At) -> bool {
        let parent = self.parent(at).map(|parent| self.kind(parent));
        parent.is_some_and(|parent| matches!(parent, "schema" | "redefine"))
    }

    /// The namespace of an element's or attribute's name in documents; empty for none.
    pub(super) fn namespace_of(&self, at: At) -> &str {
        let default = if self.kind(at) == "element" { "elementFormDefault" } else { "attributeFormDefault" };
        let form = self.get(at, "form").or_else(|| self.get(At { node: 0, ..at }, default));
        if self.is_top(at) || form == Some("qualified") { self.target(at) } else { "" }
    }

    /// The namespace and name of a qualified name at an element.
    pub(super) fn qualified<'a>(&'a self, at: At, name: &'a str) -> (&'a str, &'a str) {
        let (prefix, local) = name.split_once(':').unwrap_or(("", name));
        let Some(document) = self.document(at) else { return ("", local) };
        match document.tree.namespace(at.node, prefix) {
            Some("") if document.is_chameleon => (document.target.as_str(), local),
            Some(namespace) => (namespace, local),
            // The prefix is not declared; no schema has this namespace, so nothing is found.
            None => ("\0", local),
        }
    }

    /// The declaration with a name.
    pub(super) fn find(&self, kind: Kind, from: At, name: &str) -> Option<At> {
        let (namespace, local) = self.qualified(from, name);
        let found = *self.named.get(&(kind, namespace.to_owned(), local.to_owned()))?;
        // A declaration that replaces another one means the other one by its own name.
        match self.redefined.get(&found) {
            Some(original) if self.is_inside(from, found) => Some(*original),
            _ => Some(found),
        }
    }

    fn is_inside(&self, mut at: At, outer: At) -> bool {
        if at.document != outer.document {
            return false;
        }
        while at != outer {
            let Some(parent) = self.parent(at) else { return false };
            at = parent;
        }
        true
    }

    /// The type with a name.
    pub(super) fn type_named(&self, from: At, name: &str) -> TypeDefinition {
        let (namespace, local) = self.qualified(from, name);
        if namespace == SCHEMA_NAMESPACE
            && let Some(name) = built_in_type(local)
        {
            return TypeDefinition::BuiltIn(name);
        }
        self.find(Kind::Type, from, name).map_or(TypeDefinition::Missing, |at| self.type_at(at))
    }

    pub(super) fn type_at(&self, at: At) -> TypeDefinition {
        if self.kind(at) == "complexType" { TypeDefinition::Complex(at) } else { TypeDefinition::Simple(at) }
    }

    /// All declarations of a kind at the top of documents, sorted by name and then by namespace.
    pub(super) fn sorted(&self, kind: Kind) -> Vec<At> {
        let mut all: Vec<(&(Kind, String, String), At)> =
            self.named.iter().filter(|(key, _)| key.0 == kind).map(|(key, at)| (key, *at)).collect();
        all.sort_by(|((_, left_space, left), left_at), ((_, right_space, right), right_at)| {
            let empty = left_space.is_empty().cmp(&right_space.is_empty());
            let spaces = empty.then_with(|| collate(left_space, right_space));
            collate(left, right).then(spaces).then(left_at.cmp(right_at))
        });
        all.into_iter().map(|(_, at)| at).collect()
    }

    /// The element to whose substitution group an element belongs.
    pub(super) fn head(&self, element: At) -> Option<At> {
        self.find(Kind::Element, element, self.get(element, "substitutionGroup")?)
    }

    pub(super) fn is_head(&self, element: At) -> bool {
        self.heads.contains(&element)
    }

    /// The type of an element or an attribute.
    pub(super) fn type_of(&self, declaration: At) -> TypeDefinition {
        let mut at = declaration;
        for _ in 0..MAX_STEPS {
            if let Some(name) = self.get(at, "type") {
                return self.type_named(at, name);
            }
            if let Some(inline) = self.child(at, &["complexType", "simpleType"]) {
                return self.type_at(inline);
            }
            match self.head(at) {
                Some(head) => at = head,
                None => break,
            }
        }
        let default = if self.kind(declaration) == "element" { "anyType" } else { "anySimpleType" };
        TypeDefinition::BuiltIn(default)
    }

    /// The element that a particle or an attribute use refers to, or itself.
    pub(super) fn declaration(&self, kind: Kind, at: At) -> Option<At> {
        match self.get(at, "ref") {
            Some(name) => self.find(kind, at, name),
            None => Some(at),
        }
    }

    /// The derivation of a complex type: its `extension` or `restriction` element.
    pub(super) fn derivation(&self, complex: At) -> Option<At> {
        let content = self.child(complex, &["simpleContent", "complexContent"])?;
        self.child(content, &["extension", "restriction"])
    }

    /// The type from which a type is derived.
    pub(super) fn base(&self, of: &TypeDefinition) -> TypeDefinition {
        match of {
            TypeDefinition::Complex(at) => match self.bases.get(at) {
                Some(known) => *known,
                None => self.complex_base(*at),
            },
            TypeDefinition::Simple(at) => self.simple_base(*at),
            TypeDefinition::BuiltIn(name) => TypeDefinition::BuiltIn(super::built_in_base(name)),
            TypeDefinition::Missing => TypeDefinition::Missing,
        }
    }

    fn complex_base(&self, at: At) -> TypeDefinition {
        let derivation = self.derivation(at);
        let base = derivation.and_then(|derivation| Some((derivation, self.get(derivation, "base")?)));
        match base {
            Some((derivation, name)) => self.type_named(derivation, name),
            None => TypeDefinition::BuiltIn("anyType"),
        }
    }

    /// The base of a simple type, which is `anySimpleType` for lists and unions.
    fn simple_base(&self, at: At) -> TypeDefinition {
        let Some(restriction) = self.child(at, &["restriction"]) else {
            return TypeDefinition::BuiltIn("anySimpleType");
        };
        match (self.get(restriction, "base"), self.child(restriction, &["simpleType"])) {
            (Some(name), _) => self.type_named(restriction, name),
            (None, Some(inline)) => TypeDefinition::Simple(inline),
            (None, None) => TypeDefinition::BuiltIn("anySimpleType"),
        }
    }

    /// A type, and those from which it is derived, the nearest first; ends before a type occurs again.
    pub(super) fn chain(&self, of: &TypeDefinition) -> impl Iterator<Item = TypeDefinition> {
        let mut seen = FxHashSet::default();
        let steps = std::iter::successors(Some(*of), |at| {
            let base = self.base(at);
            (base != TypeDefinition::Missing && base != *at).then_some(base)
        });
        let is_new = move |at: &TypeDefinition| match at {
            TypeDefinition::Simple(own) | TypeDefinition::Complex(own) => seen.insert(*own),
            _ => true,
        };
        steps.take_while(is_new).take(MAX_STEPS)
    }

    pub(super) fn variety(&self, of: &TypeDefinition) -> Variety {
        for step in self.chain(of) {
            match step {
                TypeDefinition::Simple(at) if self.child(at, &["list"]).is_some() => return Variety::List,
                TypeDefinition::Simple(at) if self.child(at, &["union"]).is_some() => return Variety::Union,
                TypeDefinition::BuiltIn("NMTOKENS" | "IDREFS" | "ENTITIES") => {
                    return Variety::List;
                }
                _ => {}
            }
        }
        Variety::Atomic
    }

    /// The type of a list's items.
    pub(super) fn item(&self, of: &TypeDefinition) -> TypeDefinition {
        for step in self.chain(of) {
            if let TypeDefinition::Simple(at) = step
                && let Some(list) = self.child(at, &["list"])
            {
                return match (self.get(list, "itemType"), self.child(list, &["simpleType"])) {
                    (Some(name), _) => self.type_named(list, name),
                    (None, Some(inline)) => TypeDefinition::Simple(inline),
                    (None, None) => TypeDefinition::Missing,
                };
            }
            if let TypeDefinition::BuiltIn(name) = step
                && let Some(item @ ("NMTOKEN" | "IDREF")) = name.strip_suffix('S')
            {
                return TypeDefinition::BuiltIn(item);
            }
        }
        TypeDefinition::Missing
    }

    /// The types of a union, those with names first.
    pub(super) fn members(&self, union: At) -> Vec<TypeDefinition> {
        let named = self.get(union, "memberTypes").unwrap_or_default().split_ascii_whitespace();
        let mut members: Vec<_> = named.map(|name| self.type_named(union, name)).collect();
        let inline = self.children(union).into_iter().filter(|child| self.kind(*child) == "simpleType");
        members.extend(inline.map(TypeDefinition::Simple));
        members
    }

    /// The facets of a simple type's own restriction.
    pub(super) fn facets(&self, simple: At) -> Vec<At> {
        let restriction = self.child(simple, &["restriction"]);
        let all = restriction.map(|at| self.children(at)).unwrap_or_default();
        all.into_iter().filter(|at| self.get(*at, "value").is_some()).collect()
    }

    /// The nearest facet with a name in a type, and in those from which it is derived.
    pub(super) fn effective_facet(&self, of: &TypeDefinition, name: &str) -> Option<At> {
        self.chain(of).find_map(|step| match step {
            TypeDefinition::Simple(at) => self.facets(at).into_iter().find(|facet| self.kind(*facet) == name),
            _ => None,
        })
    }

    /// Whether a type is one of the built-in ones with these names, or derived from one of them.
    pub(super) fn is_derived_from(&self, of: &TypeDefinition, names: &[&str]) -> bool {
        self.chain(of).any(|step| matches!(step, TypeDefinition::BuiltIn(name) if names.contains(&name)))
    }

    /// The name of a type, also of one without a name of its own.
    pub(super) fn alias(&self, at: At) -> String {
        let mut suffixes: Vec<String> = Vec::new();
        let mut at = at;
        let name = loop {
            if let Some(name) = self.get(at, "name") {
                break name;
            }
            let Some(parent) = self.parent(at) else { break "" };
            let Some(owner) = self.parent(parent) else { break "" };
            at = match self.kind(parent) {
                "restriction" if self.kind(owner) == "simpleContent" => {
                    suffixes.extend(["_._base".to_owned(), "_._base".to_owned()]);
                    self.parent(owner).unwrap_or(owner)
                }
                "restriction" => {
                    suffixes.push("_._base".to_owned());
                    owner
                }
                "list" => {
                    suffixes.push("_._item".to_owned());
                    owner
                }
                "union" => {
                    let position = self.members(parent).iter().position(|m| *m == TypeDefinition::Simple(at));
                    suffixes.push(format!("_._member_._{}", position.unwrap_or_default()));
                    owner
                }
                _ => {
                    suffixes.push("_._type".to_owned());
                    parent
                }
            };
        };
        suffixes.iter().rev().fold(name.to_owned(), |name, suffix| name + suffix)
    }
}
