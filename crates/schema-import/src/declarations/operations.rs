//! Operations, and the type parameters of classes, data types and operations.
//!
//! Invariant: names may be any text, as in the parent module. This module does not know where types are declared.

use super::{FeatureSettings, Span, Type};

/// An operation of a class.
#[derive(Debug, Clone)]
pub struct Operation {
    /// The name of the operation.
    pub name: String,
    /// The type parameters of the operation.
    pub type_parameters: Vec<TypeParameter>,
    /// The parameters of the operation, in order.
    pub parameters: Vec<Parameter>,
    /// The type of the operation's result, if it has one.
    pub result: Option<Type>,
    /// The types of the operation's exceptions.
    pub exceptions: Vec<Type>,
    /// The multiplicity of the result, and the documentation and annotations of the operation.
    pub settings: FeatureSettings,
    /// Where the schema declares the operation.
    pub span: Span,
}

/// A parameter of an operation.
#[derive(Debug, Clone)]
pub struct Parameter {
    /// The name of the parameter.
    pub name: String,
    /// The type of the parameter.
    pub value_type: Type,
    /// The multiplicity and the annotations of the parameter.
    pub settings: FeatureSettings,
}

/// A type parameter.
#[derive(Debug, Clone)]
pub struct TypeParameter {
    /// The name of the type parameter.
    pub name: String,
    /// The bounds of the type parameter.
    pub bounds: Vec<Type>,
    /// The annotations of the type parameter.
    pub annotations: Vec<super::Annotation>,
}
