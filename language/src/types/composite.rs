//! What `Hash`, `Variant`, `Struct`, `Tuple` and lists in lists become in Ecore: classes whose objects are the values.
//!
//! Invariant: reading and writing ask for the same slots, so that a class is written as a type only where reading
//! that makes the very class. This module does not look names up.

use crate::ecore::{Annotation, Class, InstanceName, TYPE_TEXT};
use crate::syntax::ast::TypeExpr;

/// What EMF calls the class behind the entries of a map.
pub(crate) const ENTRY: &str = "java.util.Map$Entry";

/// A type whose values are objects of a class made for it.
#[derive(Debug)]
pub(crate) struct Composite<'t> {
    pub(crate) slots: Vec<Slot<'t>>,
    /// How many entries there are, where the class is that of a map's entries.
    pub(crate) entries: Option<(i32, i32)>,
}

/// A feature of such a class.
#[derive(Debug)]
pub(crate) struct Slot<'t> {
    pub(crate) name: String,
    pub(crate) ty: TypeExpr<'t>,
    pub(crate) lower: i32,
    pub(crate) upper: i32,
}

impl Slot<'_> {
    /// The bounds, where the type of the slot may be a list of its own.
    pub(crate) fn bounds(&self, list: Option<(i32, i32)>) -> (i32, i32) {
        let (lower, upper) = list.unwrap_or((self.lower, self.upper));
        (if self.lower == 0 { 0 } else { lower }, upper)
    }
}

/// The class for a list or a map that is itself in a list.
pub(crate) fn wrapped(inner: TypeExpr<'_>) -> Composite<'_> {
    let slot = Slot { name: "values".to_owned(), ty: inner, lower: 0, upper: 1 };
    Composite { slots: vec![slot], entries: None }
}

/// The text of the type that a class was made for.
pub(crate) fn made_for(class: &Class) -> Option<&str> {
    let is_text = |a: &&Annotation| a.source.as_deref() == Some(TYPE_TEXT);
    class.annotations.iter().find(is_text)?.detail("type")
}

/// The values that objects of a class stand for, where the class was made for a type of several values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CompositeForm {
    /// `Hash[K, V]`: a hash, whose entries are the objects.
    Entries,
    /// `Struct[{ … }]`: a hash of the features.
    Record,
    /// `Tuple[…]`: an array of the features' values.
    Row,
    /// `Variant[…]`: a value that one of the features takes.
    Choice,
    /// A list in a list: what its only feature takes.
    List,
}

/// The form of the type that a class was made for, by the text of that type.
pub(crate) fn composite_form(class: &Class) -> Option<CompositeForm> {
    let mut text = made_for(class)?;
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
