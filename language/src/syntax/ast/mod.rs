//! Typed views of a syntax tree: what its nodes declare, before any name is looked up.
//!
//! A view is a node of the tree with functions that find its parts, so it costs nothing until somebody asks; only names
//! and values, which are small, are copied. Invariants: a part that a syntax error left out is missing, and errors among
//! the children of a node are passed over; views are at most [`MAX_DEPTH`](super::MAX_DEPTH) levels deep, so that walking
//! them by recursion is safe. Nothing here knows what a name refers to.

mod declarations;
mod members;
mod names;
mod settings;
mod types;

pub(crate) use declarations::{
    AliasDecl, DataTypeDecl, EnumDecl, PackageDecl, Statement, TypeDecl, statements,
};
pub(crate) use members::{
    FeatureDecl, InvariantDecl, Member, OperationDecl, ParameterDecl, TypeParameterDecl,
};
pub(crate) use names::{Name, Path};
pub(crate) use settings::{
    AnnotationDecl, AnnotationEntry, ElementReference, Setting, Settings, Value, ValueKind,
};
pub(crate) use types::{ArgumentKind, LiteralDecl, StructField, TypeArgument, TypeExpr, TypeKind};

pub(crate) use super::kind::ElementKind;
