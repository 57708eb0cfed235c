//! The checks that require all components: chains of types and substitution groups, and facets.

use super::{Builder, SymbolSpace, facets};
use crate::xsd::Fault;
use crate::xsd::bad_schema;
use crate::xsd::schema::{ANY_TYPE, Kind, MAX_CHAIN, Schema, SchemaSpan, TypeId};
use crate::xsd::simple::Variety;

impl Builder<'_> {
    /// Completes the schema after all types, elements and attributes are built.
    pub(super) fn finish(mut self) -> Result<Schema, Fault> {
        // The chains of base types are checked first, because all look-ups below follow them.
        let bases: Vec<Option<usize>> =
            self.schema.types.iter().map(|known| known.base.map(|base| base.0)).collect();
        if let Some(index) = find_endless_chain(&bases) {
            let message = format!("a type is derived from itself, or in more than {MAX_CHAIN} steps");
            // Built-in types have no node.
            return Err(match self.type_nodes.get(&TypeId(index)) {
                Some(node) => node.fault(&message),
                None => Box::new(bad_schema(message)),
            });
        }
        for (element, node) in std::mem::take(&mut self.heads) {
            let name = node.get("substitutionGroup").unwrap_or_default();
            let symbol = self.refer(node, SymbolSpace::Element, "substitutionGroup", name)?;
            self.schema.elements[element.0].head = Some(self.schema.global_elements[&symbol]);
        }
        let heads: Vec<Option<usize>> =
            self.schema.elements.iter().map(|known| known.head.map(|head| head.0)).collect();
        if let Some(index) = find_endless_chain(&heads) {
            let name = self.schema.elements[index].name;
            let message = format!(
                "a substitution group contains itself, or has a chain of more than {MAX_CHAIN} elements"
            );
            return Err(match self.globals.get(&(SymbolSpace::Element, name)) {
                Some(node) => node.fault(&message),
                None => Box::new(bad_schema(message)),
            });
        }
        for id in std::mem::take(&mut self.content_types) {
            // The type of the content is determined now, because all types are built, and the chains of base types end.
            let base = self.schema.type_at(id).base;
            let value_type = base.and_then(|base| self.schema.value_type(base));
            let Some(value_type) = value_type else {
                return Err(self.type_nodes[&id].fault("the base type of this type has no simple content"));
            };
            self.schema.types[id.0].base = Some(value_type);
        }
        // Bases are checked before facets are read, because reading their values requires simple types as bases.
        self.check_simple_bases()?;
        let mut remaining_states = facets::MAX_STATES;
        for (id, node) in std::mem::take(&mut self.facets) {
            self.read_facets(id, node, &mut remaining_states)?;
        }
        Ok(self.schema)
    }
}

impl Builder<'_> {
    /// Rejects simple types and attributes with a base that is not a simple type.
    fn check_simple_bases(&self) -> Result<(), Fault> {
        // `anyType` is not a simple type, but it is the base of `anySimpleType`.
        let is_simple =
            |id: TypeId| id == ANY_TYPE || matches!(self.schema.type_at(id).kind, Kind::Simple(_));
        for definition in &self.schema.types {
            let Kind::Simple(simple) = &definition.kind else { continue };
            let items = match &simple.variety {
                Some(Variety::List(item)) => std::slice::from_ref(item),
                _ => simple.members(),
            };
            if let Some(invalid) = definition.base.iter().chain(items).find(|id| !is_simple(**id)) {
                return Err(self.not_simple(definition.span, *invalid));
            }
        }
        for attribute in &self.schema.attributes {
            if !is_simple(attribute.value_type) || attribute.value_type == ANY_TYPE {
                return Err(self.not_simple(attribute.span, attribute.value_type));
            }
        }
        Ok(())
    }

    /// The problem that a type is not simple; `span` is that of the component that requires a simple type.
    fn not_simple(&self, span: SchemaSpan, type_id: TypeId) -> Fault {
        let name = self.schema.type_name(type_id);
        let Some(source) = self.schema.source_of(span) else {
            return Box::new(bad_schema(format!("{name} is not a simple type")));
        };
        let schema = source.name();
        let message =
            format!("{schema} is not a valid schema: {name} is not a simple type, which is required here");
        Box::new(bad_schema(message).at(source, span.start..span.end))
    }
}

/// The first component whose chain is a cycle or too long.
fn find_endless_chain(next: &[Option<usize>]) -> Option<usize> {
    // The number of steps from each component to the end of its chain, once it is known.
    let mut steps: Vec<Option<usize>> = vec![None; next.len()];
    for start in 0..next.len() {
        let (mut path, mut current) = (Vec::new(), Some(start));
        // A cycle is a chain without an end, so one limit finds both. Chains that were already followed are not
        // followed again.
        while let Some(index) = current.filter(|index| steps[*index].is_none()) {
            if path.len() > MAX_CHAIN {
                return Some(start);
            }
            path.push(index);
            current = next[index];
        }
        let steps_of_first = current.and_then(|current| steps[current]).map_or(0, |steps| steps + 1);
        for (count, index) in (steps_of_first..).zip(path.into_iter().rev()) {
            steps[index] = Some(count);
        }
        if steps[start].is_some_and(|steps| steps > MAX_CHAIN) {
            return Some(start);
        }
    }
    None
}
