//! The representation of `Hash`, `Variant`, `Struct`, `Tuple` and lists of lists in Ecore: as classes whose objects
//! are the values.
//!
//! Invariant: reading and writing use the same members, so that a class is written as a type only if reading that
//! type creates an equal class. This module does not resolve names.

use crate::syntax::ast::TypeExpr;

/// EMF's instance class name for map entries.
pub(crate) const ENTRY: &str = "java.util.Map$Entry";

/// A composite type: its values are objects of a class created for it.
#[derive(Debug)]
pub(crate) struct Composite<'t> {
    pub(crate) members: Vec<CompositeMember<'t>>,
    /// The number of entries, if the class is for map entries.
    pub(crate) entries: Option<(i32, i32)>,
}

/// A feature of such a class.
#[derive(Debug)]
pub(crate) struct CompositeMember<'t> {
    pub(crate) name: String,
    pub(crate) ty: TypeExpr<'t>,
    pub(crate) lower: i32,
    pub(crate) upper: i32,
    /// Whether its data type is the variant with null, if Ecore has a separate one. Entries of maps always use it, so
    /// that EMF writes a value that equals Java's default.
    pub(crate) nullable: bool,
}

impl CompositeMember<'_> {
    /// The bounds, if the type of the member may itself be a list.
    pub(crate) fn bounds(&self, list: Option<(i32, i32)>) -> (i32, i32) {
        let (lower, upper) = list.unwrap_or((self.lower, self.upper));
        (if self.lower == 0 { 0 } else { lower }, upper)
    }
}

/// The class for a list or a map inside a list.
pub(crate) fn wrapped(inner: TypeExpr<'_>) -> Composite<'_> {
    let member = CompositeMember { name: "values".to_owned(), ty: inner, lower: 0, upper: 1, nullable: true };
    Composite { members: vec![member], entries: None }
}
