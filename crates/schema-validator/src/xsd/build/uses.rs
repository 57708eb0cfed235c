//! Builds attributes and attribute groups.

use super::{Builder, SchemaNode, SymbolSpace};
use crate::xsd::Fault;
use crate::xsd::schema::{ANY_SIMPLE_TYPE, Attribute, AttributeId, Attributes, Symbol, Use};
use std::sync::Arc;

/// The maximum number of attributes that all references to attribute groups may add.
// The number is limited, because the attributes of a group are copied to each group and type that refers to it.
const MAX_GROUP_ATTRIBUTES: usize = 1_000_000;

impl<'d> Builder<'d> {
    /// The attributes that a type or an attribute group declares, and those of the groups to which it refers.
    pub(super) fn attributes(&mut self, node: SchemaNode<'d>) -> Result<Attributes, Fault> {
        let mut attributes = Attributes::default();
        let mut groups = Vec::new();
        for child in node.children() {
            match child.name() {
                "attribute" => self.attribute_use(child, &mut attributes)?,
                "attributeGroup" => {
                    let Some(name) = child.get("ref") else {
                        return Err(child.fault("`attributeGroup` has no `ref`"));
                    };
                    let symbol = self.refer(child, SymbolSpace::AttributeGroup, "ref", name)?;
                    let definition = self.globals[&(SymbolSpace::AttributeGroup, symbol)];
                    let group = self.attribute_group(definition, symbol)?;
                    // The reference itself counts as well, so that references to empty groups are limited, too.
                    self.group_attribute_count += 1 + group.uses.len() + group.wildcards.len();
                    if self.group_attribute_count > MAX_GROUP_ATTRIBUTES {
                        let message =
                            format!("groups contribute more than {MAX_GROUP_ATTRIBUTES} attributes");
                        return Err(child.fault(message));
                    }
                    groups.push(group);
                }
                "anyAttribute" => attributes.wildcards.push(self.wildcard(child)?),
                _ => {}
            }
        }
        // The attributes of groups are added after those of the element itself, which take precedence.
        for group in groups {
            for (name, attribute_use) in &group.uses {
                attributes.uses.entry(*name).or_insert_with(|| attribute_use.clone());
            }
            attributes.required.extend(&group.required);
            attributes.wildcards.extend(group.wildcards.iter().cloned());
        }
        Ok(attributes)
    }

    /// The attributes of a group, which is built when it is first used.
    pub(super) fn attribute_group(
        &mut self,
        node: SchemaNode<'d>,
        symbol: Symbol,
    ) -> Result<Arc<Attributes>, Fault> {
        match self.attribute_groups.get(&symbol) {
            Some(Some(known)) => return Ok(Arc::clone(known)),
            Some(None) => {
                let name = self.schema.names.local(symbol);
                return Err(node.fault(format!("the group of attributes `{name}` is part of itself")));
            }
            None => {}
        }
        // If this entry is found while the group is being built, the group refers to itself.
        self.attribute_groups.insert(symbol, None);
        let mut attributes = self.deeper(node, |builder| builder.attributes(node))?;
        // A prohibited attribute in a group has no effect: only a restriction can prohibit attributes.
        attributes.uses.retain(|_, attribute_use| !attribute_use.is_prohibited);
        let attributes = Arc::new(attributes);
        self.attribute_groups.insert(symbol, Some(Arc::clone(&attributes)));
        Ok(attributes)
    }

    /// Adds an attribute of a complex type, declared in place or by reference.
    fn attribute_use(&mut self, node: SchemaNode<'d>, attributes: &mut Attributes) -> Result<(), Fault> {
        let (name, attribute) = match node.get("ref") {
            Some(name) => {
                let symbol = self.refer(node, SymbolSpace::Attribute, "ref", name)?;
                (symbol, self.schema.global_attributes[&symbol])
            }
            None => {
                let name = self.local_name(node, "attributeFormDefault")?;
                let declared = self.attribute(node)?;
                self.schema.attributes.push(declared);
                (name, AttributeId(self.schema.attributes.len() - 1))
            }
        };
        // XML Schema Part 1, section 3.2.3 (src-attribute 2).
        if node.get("default").is_some() && !matches!(node.get("use"), None | Some("optional")) {
            return Err(node.fault_in("use", "only optional attributes may have a `default`"));
        }
        let is_prohibited = match node.get("use") {
            None | Some("optional") => false,
            Some("required") => {
                attributes.required.push(name);
                false
            }
            Some("prohibited") => true,
            Some(other) => return Err(node.fault(format!("`use` cannot be `{other}`"))),
        };
        let fixed = node.node().raw("fixed").map(str::to_owned);
        if attributes.uses.insert(name, Use { attribute, is_prohibited, fixed }).is_some() {
            let name = self.schema.names.local(name);
            return Err(node.fault(format!("the attribute `{name}` is declared twice")));
        }
        Ok(())
    }

    /// Builds an attribute from its declaration.
    pub(super) fn attribute(&mut self, node: SchemaNode<'d>) -> Result<Attribute, Fault> {
        let value_type = match (node.get("type"), node.child(&["simpleType"])) {
            (Some(_), Some(child)) => {
                return Err(child.fault("`simpleType` is not allowed if there is a `type`"));
            }
            (Some(name), None) => self.type_named(node, "type", name)?,
            (None, Some(child)) => self.local_type(child)?,
            (None, None) => ANY_SIMPLE_TYPE,
        };
        if let Some(other) = node.children().find(|child| child.name() != "simpleType") {
            return other.misplaced();
        }
        Ok(Attribute { span: node.span(), value_type, fixed: node.node().raw("fixed").map(str::to_owned) })
    }
}
