//! How `Hash`, `Variant`, `Struct`, `Tuple` and lists of lists are represented in Ecore: as classes whose objects are
//! the values.
//!
//! Invariant: reading and writing use the same members, so that a class is written as a type only where reading that type
//! creates an equal class. This module does not resolve names.

use crate::ecore::{Annotation, Class, InstanceName, TYPE_TEXT};
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
    let member = CompositeMember { name: "values".to_owned(), ty: inner, lower: 0, upper: 1 };
    Composite { members: vec![member], entries: None }
}

/// The text of the type that a class was created for.
pub(crate) fn composite_text(class: &Class) -> Option<&str> {
    let is_text = |a: &&Annotation| a.source.as_deref() == Some(TYPE_TEXT);
    class.annotations.iter().find(is_text)?.detail("type")
}

/// The values that the objects of a class represent, if the class was created for a composite type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CompositeForm {
    /// `Hash[K, V]`: a hash; the objects are its entries.
    Entries,
    /// `Struct[{ … }]`: a hash with an entry for each feature.
    Record,
    /// `Tuple[…]`: an array of the features' values.
    Row,
    /// `Variant[…]`: the value of the one feature that is set.
    Choice,
    /// A list in a list: the value of its only feature.
    List,
}

/// The form of the type that a class was created for, from the text of that type.
pub(crate) fn composite_form(class: &Class) -> Option<CompositeForm> {
    let mut text = composite_text(class)?;
    while let Some(inner) = text.strip_prefix("Optional[") {
        text = inner;
    }
    let is_entry = class.instance == InstanceName::Class(ENTRY.to_owned());
    match text.split('[').next()? {
        "Hash" if is_entry => Some(CompositeForm::Entries),
        "Struct" => Some(CompositeForm::Record),
        "Tuple" => Some(CompositeForm::Row),
        "Variant" => Some(CompositeForm::Choice),
        "Array" | "Hash" => Some(CompositeForm::List),
        _ => None,
    }
}
