//! Typed views of a syntax tree: what its nodes declare, before any name is looked up.
//!
//! A view is a node of the tree with functions that find its parts, so it costs nothing until somebody asks; only names
//! and values, which are small, are copied. Invariants: a part that a syntax error left out is missing, and errors among
//! the children of a node are passed over; views are at most [`MAX_DEPTH`](super::MAX_DEPTH) levels deep, so that walking
//! them by recursion is safe. Nothing here knows what a name refers to.

mod alias;
mod annotations;
mod declarations;
mod members;
mod names;
mod types;
mod values;

pub(crate) use alias::AliasDecl;
pub(crate) use annotations::{AnnotationDecl, AnnotationEntry, ElementReference};
pub(crate) use declarations::{
    DataTypeDecl, EnumDecl, LiteralDecl, PackageDecl, Statement, TypeDecl, statements,
};
pub(crate) use members::{
    FeatureDecl, InvariantDecl, Member, OperationDecl, ParameterDecl, TypeParameterDecl,
};
pub(crate) use names::{Name, Path};
pub(crate) use types::{ArgumentKind, StructField, TypeArgument, TypeExpr, TypeKind};
pub(crate) use values::{Setting, Settings, Value, ValueKind};

pub(crate) use super::kind::ElementKind;
