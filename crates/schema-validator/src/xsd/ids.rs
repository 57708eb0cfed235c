//! The numbers by which the components of a schema refer to each other.
//!
//! Invariant: a number is valid only in the schema that assigned it.

/// A span in a document of the schema.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct SchemaSpan {
    pub(super) document: usize,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The number of a qualified name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Symbol(pub(super) usize);
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct TypeId(pub(super) usize);
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct ElementId(pub(super) usize);
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct AttributeId(pub(super) usize);

/// `xs:anyType`, from which all types are derived.
pub(super) const ANY_TYPE: TypeId = TypeId(0);
/// `xs:anySimpleType`.
pub(super) const ANY_SIMPLE_TYPE: TypeId = TypeId(1);
