//! Builds types from their definitions.

use super::particles::PARTICLES;
use super::{Builder, SchemaNode};
use crate::xsd::Fault;
use crate::xsd::schema::{ANY_SIMPLE_TYPE, ANY_TYPE, ComplexType, Content, Kind, TypeId};
use crate::xsd::simple::{SimpleType, Variety, WhiteSpace};

/// The children of a complex type that declare attributes.
const ATTRIBUTES: [&str; 3] = ["attribute", "attributeGroup", "anyAttribute"];

/// The names of facets.
pub(super) const FACETS: [&str; 12] = [
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
    pub(super) fn local_type(&mut self, at: SchemaNode<'d>) -> Result<TypeId, Fault> {
        let id = self.new_type(None, at);
        // The nesting is limited, because types contain particles, which contain types.
        self.deeper(at, |builder| builder.define_type(id, at))?;
        Ok(id)
    }

    /// Builds a type whose place in the table is already reserved.
    pub(super) fn define_type(&mut self, id: TypeId, at: SchemaNode<'d>) -> Result<(), Fault> {
        self.type_nodes.insert(id, at);
        if at.name() == "simpleType" {
            return self.simple_type(id, at);
        }
        let own = &mut self.schema.types[id.0];
        own.is_abstract = at.node().is_true("abstract");
        own.block = Self::derivation_set(at, "block", "blockDefault");
        match at.child(&["simpleContent", "complexContent"]) {
            Some(content) => {
                let Some(derivation) = content.child(&["restriction", "extension"]) else {
                    return Err(content.fault("it has neither `restriction` nor `extension`"));
                };
                let base = derivation.get("base").unwrap_or_default();
                let base = self.type_named(derivation, "base", base)?;
                let own = &mut self.schema.types[id.0];
                own.base = Some(base);
                own.is_extension = derivation.name() == "extension";
                if content.name() == "simpleContent" {
                    return self.simple_content(id, derivation, base);
                }
                // `mixed` of `complexContent` takes precedence over `mixed` of the type (XML Schema Part 1, section
                // 3.4.2).
                let mixed = if content.get("mixed").is_some() { content } else { at };
                self.complex_content(id, derivation, mixed.node().is_true("mixed"))
            }
            None => self.complex_content(id, at, at.node().is_true("mixed")),
        }
    }

    fn complex_content(&mut self, id: TypeId, at: SchemaNode<'d>, is_mixed: bool) -> Result<(), Fault> {
        let is_known =
            |child: &SchemaNode<'d>| PARTICLES.contains(&child.name()) || ATTRIBUTES.contains(&child.name());
        if let Some(other) = at.children().find(|child| !is_known(child)) {
            return other.misplaced();
        }
        let content = Content::Particles(self.content(at)?);
        let attributes = self.attributes(at)?;
        self.schema.types[id.0].kind = Kind::Complex(ComplexType { is_mixed, content, attributes });
        Ok(())
    }

    /// Builds a complex type with simple content.
    fn simple_content(&mut self, id: TypeId, at: SchemaNode<'d>, base: TypeId) -> Result<(), Fault> {
        let attributes = self.attributes(at)?;
        let mut own = None;
        if at.name() == "restriction" {
            let value_type = self.new_type(None, at);
            let nested = at.child(&["simpleType"]).map(|child| self.local_type(child)).transpose()?;
            // The base may not be built yet, so `finish` determines the simple type of its content.
            if nested.is_none() {
                self.of_content.push(value_type);
            }
            self.type_nodes.insert(value_type, at);
            self.restriction(value_type, at, nested.unwrap_or(base));
            own = Some(value_type);
        }
        let known = |child: &SchemaNode<'d>| {
            let name = child.name();
            let is_of_values = FACETS.contains(&name) || name == "simpleType";
            ATTRIBUTES.contains(&name) || (is_of_values && own.is_some())
        };
        if let Some(other) = at.children().find(|child| !known(child)) {
            return other.misplaced();
        }
        let content = Content::Simple(own);
        self.schema.types[id.0].kind = Kind::Complex(ComplexType { is_mixed: false, content, attributes });
        Ok(())
    }

    /// Builds a simple type from its restriction, list or union.
    fn simple_type(&mut self, id: TypeId, at: SchemaNode<'d>) -> Result<(), Fault> {
        let Some(how) = at.child(&["restriction", "list", "union"]) else {
            return Err(at.fault("the type has neither `restriction` nor `list` nor `union`"));
        };
        let mut nested = Vec::new();
        for child in how.children() {
            match child.name() {
                "simpleType" => nested.push(self.local_type(child)?),
                name if how.name() == "restriction" && FACETS.contains(&name) => {}
                _ => return child.misplaced(),
            }
        }
        let named = |builder: &mut Self, attribute: &str| -> Result<Vec<TypeId>, Fault> {
            let names = how.get(attribute).unwrap_or_default().split_ascii_whitespace();
            names.map(|name| builder.type_named(how, attribute, name)).collect()
        };
        let variety = match how.name() {
            "restriction" => {
                let mut bases = named(self, "base")?;
                bases.append(&mut nested);
                // The base is either in the attribute or nested, so there must be exactly one.
                let [base] = bases.as_slice() else { return Err(how.fault("it has no base, or several")) };
                self.restriction(id, how, *base);
                return Ok(());
            }
            "list" => {
                let mut items = named(self, "itemType")?;
                items.append(&mut nested);
                let [item] = items.as_slice() else {
                    return Err(how.fault("it has no item type, or several"));
                };
                Variety::List(*item)
            }
            _ => {
                let mut members = named(self, "memberTypes")?;
                members.append(&mut nested);
                if members.is_empty() {
                    return Err(how.fault("it has no member types"));
                }
                Variety::Union(members)
            }
        };
        let own = &mut self.schema.types[id.0];
        // A list or union inherits neither facets nor white space from its item or member types.
        own.base = Some(ANY_SIMPLE_TYPE);
        own.kind = Kind::Simple(SimpleType { variety: Some(variety), ..SimpleType::default() });
        Ok(())
    }

    /// Makes a type a restriction of another type; most facets are read later.
    fn restriction(&mut self, id: TypeId, at: SchemaNode<'d>, base: TypeId) {
        // White space is read here, because the values of all other facets are normalised according to it.
        let facet = at.child(&["whiteSpace"]).and_then(|facet| facet.get("value"));
        let white_space = match facet {
            Some("preserve") => Some(WhiteSpace::Preserve),
            Some("replace") => Some(WhiteSpace::Replace),
            Some("collapse") => Some(WhiteSpace::Collapse),
            _ => None,
        };
        let own = &mut self.schema.types[id.0];
        own.base = Some(if base == ANY_TYPE { ANY_SIMPLE_TYPE } else { base });
        own.kind = Kind::Simple(SimpleType { white_space, ..SimpleType::default() });
        self.facets.push((id, at));
    }
}
