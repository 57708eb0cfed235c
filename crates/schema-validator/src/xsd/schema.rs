//! The components of a schema, from all its documents together.
//!
//! Invariants: chains of base types, and of substitution groups, have at most [`MAX_CHAIN`] steps; inherited content is
//! looked up, never copied. This module does not know documents.

use super::simple::SimpleType;

pub(super) use super::ids::{ANY_SIMPLE_TYPE, ANY_TYPE, AttributeId, ElementId, SchemaSpan, Symbol, TypeId};
use modelwright_metamodel::diagnostic::Source;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The maximum length of chains of base types and of substitution groups.
// Inherited content is looked up along the chain, so the limit bounds the cost of each look-up.
pub(super) const MAX_CHAIN: usize = 500;

/// The qualified names of a schema.
#[derive(Debug, Default)]
pub(super) struct Names {
    numbers: FxHashMap<String, FxHashMap<String, Symbol>>,
    local_names: Vec<String>,
}

impl Names {
    /// The symbol of a name, which is added if it is new.
    pub(super) fn add(&mut self, namespace: &str, local: &str) -> Symbol {
        if let Some(known) = self.find(namespace, local) {
            return known;
        }
        let symbol = Symbol(self.local_names.len());
        self.local_names.push(local.to_owned());
        self.numbers.entry(namespace.to_owned()).or_default().insert(local.to_owned(), symbol);
        symbol
    }

    pub(super) fn find(&self, namespace: &str, local: &str) -> Option<Symbol> {
        self.numbers.get(namespace)?.get(local).copied()
    }

    /// The names in a namespace.
    pub(super) fn in_namespace(&self, namespace: &str) -> impl Iterator<Item = (&str, Symbol)> {
        self.numbers.get(namespace).into_iter().flatten().map(|(name, symbol)| (name.as_str(), *symbol))
    }

    /// The local part of a name.
    pub(super) fn local(&self, symbol: Symbol) -> &str {
        &self.local_names[symbol.0]
    }
}

#[derive(Debug, Default)]
pub(super) struct Schema {
    pub(super) names: Names,
    /// The sources of the documents; `None` for built-in documents.
    pub(super) sources: Vec<Option<Arc<Source>>>,
    pub(super) types: Vec<Type>,
    pub(super) elements: Vec<Element>,
    pub(super) attributes: Vec<Attribute>,
    pub(super) global_types: FxHashMap<Symbol, TypeId>,
    pub(super) global_elements: FxHashMap<Symbol, ElementId>,
    pub(super) global_attributes: FxHashMap<Symbol, AttributeId>,
}

/// The kinds of derivation of types, and the substitution of elements.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct DerivationSet {
    pub(super) extension: bool,
    pub(super) restriction: bool,
    pub(super) substitution: bool,
}

#[derive(Debug)]
pub(super) struct Type {
    pub(super) span: SchemaSpan,
    /// The name of the type in messages.
    pub(super) name: Option<Symbol>,
    pub(super) base: Option<TypeId>,
    pub(super) is_extension: bool,
    pub(super) is_abstract: bool,
    /// A type that is derived from this one by one of these kinds of derivation must not replace it.
    pub(super) block: DerivationSet,
    pub(super) kind: Kind,
}

#[derive(Debug)]
pub(super) enum Kind {
    Simple(SimpleType),
    Complex(ComplexType),
}

#[derive(Debug, Default)]
pub(super) struct ComplexType {
    pub(super) is_mixed: bool,
    pub(super) content: Content,
    pub(super) attributes: Attributes,
}

#[derive(Debug)]
pub(super) enum Content {
    /// The content in addition to the inherited content; `None` if there is none.
    Particles(Option<Arc<Particle>>),
    /// The simple type of the content; `None` if it is inherited from the base.
    Simple(Option<TypeId>),
}

impl Default for Content {
    fn default() -> Self {
        Content::Particles(None)
    }
}

/// The attributes of a type in addition to the inherited ones.
#[derive(Debug, Default, Clone)]
pub(super) struct Attributes {
    pub(super) uses: FxHashMap<Symbol, Use>,
    /// The required attributes, in the order of the document.
    pub(super) required: Vec<Symbol>,
    /// The wildcards; an attribute that is not declared must match all of them.
    pub(super) wildcards: Vec<Wildcard>,
}

#[derive(Debug, Clone)]
pub(super) struct Use {
    pub(super) attribute: AttributeId,
    pub(super) is_prohibited: bool,
    pub(super) fixed: Option<String>,
}

#[derive(Debug)]
pub(super) struct Attribute {
    pub(super) span: SchemaSpan,
    pub(super) value_type: TypeId,
    pub(super) fixed: Option<String>,
}

#[derive(Debug)]
pub(super) struct Element {
    pub(super) span: SchemaSpan,
    pub(super) name: Symbol,
    /// The element's own type; `None` if its type is that of the head of its substitution group.
    pub(super) own_type: Option<TypeId>,
    pub(super) head: Option<ElementId>,
    pub(super) is_nillable: bool,
    pub(super) is_abstract: bool,
    pub(super) fixed: Option<String>,
    pub(super) default: Option<String>,
    pub(super) block: DerivationSet,
}

#[derive(Debug)]
pub(super) struct Particle {
    pub(super) min: u64,
    pub(super) max: Option<u64>,
    pub(super) term: Term,
}

#[derive(Debug)]
pub(super) enum Term {
    Element(ElementId),
    Any(Wildcard),
    Sequence(Vec<Arc<Particle>>),
    Choice(Vec<Arc<Particle>>),
    All(Vec<Arc<Particle>>),
}

#[derive(Debug, Clone)]
pub(super) struct Wildcard {
    pub(super) namespaces: Namespaces,
    pub(super) process: Process,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Namespaces {
    Any,
    /// Any namespace except this one.
    Other(String),
    Of(Vec<String>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Process {
    Strict,
    Lax,
    Skip,
}

impl Wildcard {
    /// Whether names of a namespace match; an empty namespace means no namespace.
    pub(super) fn allows(&self, namespace: &str) -> bool {
        match &self.namespaces {
            Namespaces::Any => true,
            // In XML Schema 1.0, `##other` also excludes names without a namespace.
            Namespaces::Other(target) => !namespace.is_empty() && namespace != target,
            Namespaces::Of(namespaces) => namespaces.iter().any(|known| known == namespace),
        }
    }
}

impl Schema {
    pub(super) fn type_at(&self, id: TypeId) -> &Type {
        &self.types[id.0]
    }

    pub(super) fn element(&self, id: ElementId) -> &Element {
        &self.elements[id.0]
    }

    /// The source for a span; `None` if the span is in a built-in document.
    pub(super) fn source_of(&self, span: SchemaSpan) -> Option<&Arc<Source>> {
        self.sources.get(span.document)?.as_ref()
    }

    /// The span of a type's definition; for built-in types, which have no source, `other`.
    pub(super) fn span_of(&self, id: TypeId, other: SchemaSpan) -> SchemaSpan {
        let span = self.type_at(id).span;
        if self.source_of(span).is_some() { span } else { other }
    }

    /// An element, followed by the heads of its substitution groups, nearest first.
    pub(super) fn heads(&self, element: ElementId) -> impl Iterator<Item = ElementId> {
        // This ends, because `finish` rejects cycles before the first look-up.
        std::iter::successors(Some(element), |element| self.element(*element).head)
    }

    /// A type, followed by its base types from the nearest to the root.
    pub(super) fn type_and_bases(&self, id: TypeId) -> impl Iterator<Item = TypeId> {
        std::iter::successors(Some(id), |id| self.type_at(*id).base)
    }

    pub(super) fn element_type(&self, element: ElementId) -> TypeId {
        // The order is that of XML Schema Part 1, section 3.3.2: own type, type of the head, `anyType`.
        self.heads(element).find_map(|element| self.element(element).own_type).unwrap_or(ANY_TYPE)
    }

    /// The simple type of a type's content; `None` if the content is not simple.
    pub(super) fn value_type(&self, id: TypeId) -> Option<TypeId> {
        for ancestor in self.type_and_bases(id) {
            match &self.type_at(ancestor).kind {
                Kind::Simple(_) => return Some(ancestor),
                Kind::Complex(ComplexType { content: Content::Simple(Some(value_type)), .. }) => {
                    return Some(*value_type);
                }
                // An extension has the simple type of its base.
                Kind::Complex(ComplexType { content: Content::Simple(None), .. }) => {}
                Kind::Complex(_) => return None,
            }
        }
        None
    }

    /// The particles of a type: first those of its base types, then its own.
    pub(super) fn particles(&self, id: TypeId) -> Vec<Arc<Particle>> {
        let mut particles = Vec::new();
        for ancestor in self.type_and_bases(id) {
            let Kind::Complex(ComplexType { content: Content::Particles(own_particle), .. }) =
                &self.type_at(ancestor).kind
            else {
                break;
            };
            particles.extend(own_particle.clone());
            // A restriction repeats the content that it keeps, so nothing of its base is added.
            if !self.type_at(ancestor).is_extension {
                break;
            }
        }
        particles.reverse();
        particles
    }

    /// Whether a type allows text between elements.
    pub(super) fn is_mixed(&self, id: TypeId) -> bool {
        for ancestor in self.type_and_bases(id) {
            let Kind::Complex(complex) = &self.type_at(ancestor).kind else { return false };
            // An extension without own particles has the content of its base, including whether it is mixed.
            let inherits_content =
                self.type_at(ancestor).is_extension && matches!(complex.content, Content::Particles(None));
            if complex.is_mixed || !inherits_content {
                return complex.is_mixed;
            }
        }
        false
    }

    /// The complex types whose attributes are allowed on elements of a type: the type itself, and its complex base
    /// types, from the nearest to the root.
    pub(super) fn attribute_holders(&self, id: TypeId) -> impl Iterator<Item = (&Type, &ComplexType)> {
        self.type_and_bases(id).map_while(|ancestor| match &self.type_at(ancestor).kind {
            Kind::Complex(complex) => Some((self.type_at(ancestor), complex)),
            Kind::Simple(_) => None,
        })
    }

    /// Whether a type is `from`, or is derived from it by kinds of derivation that are not in `blocked`.
    pub(super) fn derives(&self, id: TypeId, from: TypeId, blocked: DerivationSet) -> bool {
        for ancestor in self.type_and_bases(id) {
            if ancestor == from {
                return true;
            }
            let is_extension = self.type_at(ancestor).is_extension;
            let is_blocked = if is_extension { blocked.extension } else { blocked.restriction };
            if is_blocked {
                return false;
            }
        }
        // A member type of a union may replace the union (cos-st-derived-ok 2.2.4).
        self.is_member(id, from)
    }

    /// Whether a simple type is a member type of a union.
    fn is_member(&self, id: TypeId, union: TypeId) -> bool {
        let Kind::Simple(simple) = &self.type_at(union).kind else { return false };
        simple.members().iter().any(|member| self.type_and_bases(id).any(|base| base == *member))
    }

    /// Describes a type for messages.
    pub(super) fn type_name(&self, id: TypeId) -> String {
        match self.type_at(id).name {
            Some(name) => format!("`{}`", self.names.local(name)),
            None => match self.type_at(id).base {
                Some(base) if base != ANY_TYPE && base != ANY_SIMPLE_TYPE => {
                    let base = self.type_and_bases(base).find_map(|base| self.type_at(base).name);
                    base.map_or("its type".to_owned(), |base| {
                        format!("its type based on `{}`", self.names.local(base))
                    })
                }
                _ => "its type".to_owned(),
            },
        }
    }
}
