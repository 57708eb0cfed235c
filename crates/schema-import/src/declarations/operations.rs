//! Operations, and the type parameters of classes, data types and operations.
//!
//! Invariant: names may be any text, as in the parent module. This module does not know where types are declared.

use super::{FeatureSettings, Span, Type};

/// An operation of a class.
#[derive(Debug, Clone)]
pub struct Operation {
    /// Its name.
    pub name: String,
    /// Its type parameters.
    pub type_parameters: Vec<TypeParameter>,
    /// Its parameters, in order.
    pub parameters: Vec<Parameter>,
    /// The type of its result, if it has one.
    pub result: Option<Type>,
    /// The types of its exceptions.
    pub exceptions: Vec<Type>,
    /// The multiplicity of its result, its documentation and its annotations.
    pub settings: FeatureSettings,
    /// Where the schema declares it.
    pub span: Span,
}

/// A parameter of an operation.
#[derive(Debug, Clone)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its type.
    pub value_type: Type,
    /// Its multiplicity and its annotations.
    pub settings: FeatureSettings,
}

/// A type parameter.
#[derive(Debug, Clone)]
pub struct TypeParameter {
    /// Its name.
    pub name: String,
    /// Its bounds.
    pub bounds: Vec<Type>,
    /// Its annotations.
    pub annotations: Vec<super::Annotation>,
}
