//! The simple types of the text in complex types with simple content.
//!
//! As in EMF, a restriction of such a type has a simple type of its own for its text, even if it adds no facets; the
//! type's element is `simpleContent`. This module does not know what becomes of a type.

use super::components::{ElementId, Schema, TypeDefinition};

impl Schema<'_> {
    /// The simple type of the text of a complex type with simple content.
    pub(super) fn simple_value(&self, complex: ElementId) -> TypeDefinition {
        for step in self.chain(&TypeDefinition::Complex(complex)) {
            let TypeDefinition::Complex(element) = step else { return step };
            let content = self.child(element, &["simpleContent"]);
            if let Some(content) = content.filter(|content| self.child(*content, &["restriction"]).is_some())
            {
                return TypeDefinition::Simple(content);
            }
        }
        TypeDefinition::Missing
    }

    /// The simple type that a restriction in simple content restricts, unless a simple type is inside of it; `named` is
    /// the type that the restriction names.
    pub(super) fn restricted_value(&self, named: TypeDefinition) -> TypeDefinition {
        match named {
            TypeDefinition::Complex(element) => self.simple_value(element),
            other => other,
        }
    }
}
