//! Typed views of a syntax tree: the contents of declarations, before names are resolved.
//!
//! A view is a node of the tree with functions that find its parts on demand, so that creating it costs nothing; only
//! names and values, which are small, are copied. Invariants: parts that are absent because of a syntax error are
//! `None`, and error nodes among the children are skipped; views are at most [`MAX_DEPTH`](super::MAX_DEPTH) levels
//! deep, so that recursion over them is safe. Nothing here knows what a name refers to.

mod declarations;
mod members;
mod names;
mod settings;
mod types;

pub use declarations::{AliasDecl, DataTypeDecl, EnumDecl, PackageDecl, Statement, TypeDecl, statements};
pub use members::{FeatureDecl, InvariantDecl, Member, OperationDecl, ParameterDecl, TypeParameterDecl};
pub use names::{Name, Path};
pub use settings::{AnnotationDecl, AnnotationEntry, ElementReference, Setting, Settings, Value, ValueKind};
pub use types::{ArgumentKind, LiteralDecl, StructField, TypeArgument, TypeExpr, TypeKind};

pub use super::kind::ElementKind;
