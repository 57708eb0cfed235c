//! Facts: values of Ecore's own features that a metamodel has no field for.
//!
//! A metamodel and its facts together are the complete model. Values are trees in the dialect of JSON
//! documents: strings are addresses where references stand, maps are objects. In a list of contained
//! objects a number is the position of an object of the metamodel itself.

use super::ids::{Classifier, Element};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The name of the fact that is no feature: an object's `xmi:id`.
pub const ID: &str = "id";

/// A value as facts give it.
#[derive(Debug, Clone, PartialEq)]
pub enum Tree {
    /// No value.
    Null,
    /// A truth value.
    Boolean(bool),
    /// A number in its own spelling.
    Number(String),
    /// A string, or an address.
    String(String),
    /// Several values.
    List(Vec<Tree>),
    /// An object: its features by name; `$type`, `$id` and `$ref` as in JSON.
    Map(Vec<(String, Tree)>),
}

/// The value of one feature.
#[derive(Debug, Clone, PartialEq)]
pub struct Fact {
    /// The feature's name in Ecore, or [`ID`].
    pub feature: String,
    /// Its value.
    pub value: Tree,
    /// Which of the sources it was read from.
    pub source: usize,
    /// Where it was read: bytes of the source's text.
    pub place: Range<usize>,
}

/// All facts besides a metamodel.
#[derive(Debug, Clone, Default)]
pub struct Facts {
    /// Facts of the document; the only feature of interest is `roots`.
    pub document: Vec<Fact>,
    /// Facts of each element.
    pub elements: FxHashMap<Element, Vec<Fact>>,
    /// Types that other documents declare, each with its address as seen from this one.
    pub external: FxHashMap<Classifier, String>,
}
