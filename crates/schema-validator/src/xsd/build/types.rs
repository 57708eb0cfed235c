//! Builds types from their definitions.

use super::particles::PARTICLE_NAMES;
use super::{Builder, SchemaNode};
use crate::xsd::Fault;
use crate::xsd::schema::{ANY_SIMPLE_TYPE, ANY_TYPE, ComplexType, Content, Kind, TypeId};
use crate::xsd::simple::{SimpleType, Variety, WhiteSpace};

/// The children of a complex type that declare attributes.
const ATTRIBUTE_NAMES: [&str; 3] = ["attribute", "attributeGroup", "anyAttribute"];

/// The names of facets.
pub(super) const FACET_NAMES: [&str; 12] = [
    "enumeration",
    "pattern",
    "whiteSpace",
    "length",
    "minLength",
    "maxLength",
    "minInclusive",
    "maxInclusive",
    "minExclusive",
    "maxExclusive",
    "totalDigits",
    "fractionDigits",
];

impl<'d> Builder<'d> {
    /// Builds an anonymous type.
    pub(super) fn local_type(&mut self, node: SchemaNode<'d>) -> Result<TypeId, Fault> {
        let id = self.new_type(None, node);
        // The nesting is limited, because types contain particles, which contain types.
        self.deeper(node, |builder| builder.define_type(id, node))?;
        Ok(id)
    }

    /// Builds a type whose place in the table is already reserved.
    pub(super) fn define_type(&mut self, id: TypeId, node: SchemaNode<'d>) -> Result<(), Fault> {
        self.type_nodes.insert(id, node);
        if node.name() == "simpleType" {
            return self.simple_type(id, node);
        }
        let definition = &mut self.schema.types[id.0];
        definition.is_abstract = node.node().is_true("abstract");
        definition.block = Self::derivation_set(node, "block", "blockDefault");
        match node.child(&["simpleContent", "complexContent"]) {
            Some(content) => {
                let Some(derivation) = content.child(&["restriction", "extension"]) else {
                    let message = format!("`{}` has neither `restriction` nor `extension`", content.name());
                    return Err(content.fault(message));
                };
                let base = derivation.get("base").unwrap_or_default();
                let base = self.type_named(derivation, "base", base)?;
                let definition = &mut self.schema.types[id.0];
                definition.base = Some(base);
                definition.is_extension = derivation.name() == "extension";
                if content.name() == "simpleContent" {
                    return self.simple_content(id, derivation, base);
                }
                // `mixed` of `complexContent` takes precedence over `mixed` of the type (XML Schema Part 1, section
                // 3.4.2).
                let mixed = if content.get("mixed").is_some() { content } else { node };
                self.complex_content(id, derivation, mixed.node().is_true("mixed"))
            }
            None => self.complex_content(id, node, node.node().is_true("mixed")),
        }
    }

    /// Defines a complex type whose content is elements. Fails if it has a child that is neither a particle nor an
    /// attribute.
    fn complex_content(&mut self, id: TypeId, node: SchemaNode<'d>, is_mixed: bool) -> Result<(), Fault> {
        if let Some(other) = node.children().find(|child| !is_known_part(child)) {
            return other.misplaced();
        }
        let content = Content::Particles(self.content(node)?);
        let attributes = self.attributes(node)?;
        self.schema.types[id.0].kind = Kind::Complex(ComplexType { is_mixed, content, attributes });
        Ok(())
    }

    /// Builds a complex type with simple content from the element `node`, which extends or restricts the type `base`.
    fn simple_content(&mut self, id: TypeId, node: SchemaNode<'d>, base: TypeId) -> Result<(), Fault> {
        let attributes = self.attributes(node)?;
        let mut restricted_type = None;
        if node.name() == "restriction" {
            let value_type = self.new_type(None, node);
            let nested = node.child(&["simpleType"]).map(|child| self.local_type(child)).transpose()?;
            // The base may not be built yet, so `finish` determines the simple type of its content.
            if nested.is_none() {
                self.content_types.push(value_type);
            }
            self.type_nodes.insert(value_type, node);
            self.restriction(value_type, node, nested.unwrap_or(base));
            restricted_type = Some(value_type);
        }
        let is_known = |child: &SchemaNode<'d>| {
            let name = child.name();
            let is_of_values = FACET_NAMES.contains(&name) || name == "simpleType";
            // Only a restriction may restrict the values.
            ATTRIBUTE_NAMES.contains(&name) || (is_of_values && restricted_type.is_some())
        };
        if let Some(other) = node.children().find(|child| !is_known(child)) {
            return other.misplaced();
        }
        let content = Content::Simple(restricted_type);
        self.schema.types[id.0].kind = Kind::Complex(ComplexType { is_mixed: false, content, attributes });
        Ok(())
    }

    /// Builds a simple type from its restriction, list or union.
    fn simple_type(&mut self, id: TypeId, node: SchemaNode<'d>) -> Result<(), Fault> {
        let Some(derivation) = node.child(&["restriction", "list", "union"]) else {
            return Err(node.fault("the type has neither `restriction` nor `list` nor `union`"));
        };
        let mut nested = Vec::new();
        for child in derivation.children() {
            match child.name() {
                "simpleType" => nested.push(self.local_type(child)?),
                name if derivation.name() == "restriction" && FACET_NAMES.contains(&name) => {}
                _ => return child.misplaced(),
            }
        }
        let types_named = |builder: &mut Self, attribute: &str| -> Result<Vec<TypeId>, Fault> {
            let names = derivation.get(attribute).unwrap_or_default().split_ascii_whitespace();
            names.map(|name| builder.type_named(derivation, attribute, name)).collect()
        };
        let variety = match derivation.name() {
            "restriction" => {
                let mut bases = types_named(self, "base")?;
                bases.append(&mut nested);
                // The base is either in the attribute or nested, so there must be exactly one.
                let [base] = bases.as_slice() else {
                    return Err(derivation.fault("`restriction` has no base type, or several"));
                };
                self.restriction(id, derivation, *base);
                return Ok(());
            }
            "list" => {
                let mut items = types_named(self, "itemType")?;
                items.append(&mut nested);
                let [item] = items.as_slice() else {
                    return Err(derivation.fault("`list` has no item type, or several"));
                };
                Variety::List(*item)
            }
            _ => {
                let mut members = types_named(self, "memberTypes")?;
                members.append(&mut nested);
                if members.is_empty() {
                    return Err(derivation.fault("`union` has no member types"));
                }
                Variety::Union(members)
            }
        };
        let definition = &mut self.schema.types[id.0];
        // A list or union inherits neither facets nor white space from its item or member types.
        definition.base = Some(ANY_SIMPLE_TYPE);
        definition.kind = Kind::Simple(SimpleType { variety: Some(variety), ..SimpleType::default() });
        Ok(())
    }

    /// Makes a type a restriction of another type; most facets are read later.
    fn restriction(&mut self, id: TypeId, node: SchemaNode<'d>, base: TypeId) {
        // White space is read here, because the values of all other facets are normalised according to it.
        let facet = node.child(&["whiteSpace"]).and_then(|facet| facet.get("value"));
        let white_space = match facet {
            Some("preserve") => Some(WhiteSpace::Preserve),
            Some("replace") => Some(WhiteSpace::Replace),
            Some("collapse") => Some(WhiteSpace::Collapse),
            _ => None,
        };
        let definition = &mut self.schema.types[id.0];
        definition.base = Some(if base == ANY_TYPE { ANY_SIMPLE_TYPE } else { base });
        definition.kind = Kind::Simple(SimpleType { white_space, ..SimpleType::default() });
        self.facets.push((id, node));
    }
}

/// Whether an element may be part of a complex type.
fn is_known_part(child: &SchemaNode<'_>) -> bool {
    PARTICLE_NAMES.contains(&child.name()) || ATTRIBUTE_NAMES.contains(&child.name())
}
