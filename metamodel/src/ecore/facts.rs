//! Facts: the values of Ecore's own features for which the metamodel in memory has no field.
//!
//! A metamodel and its facts together are the complete model. Values are trees as in JSON documents:
//! references are written as strings with an address, objects as maps. In a list of contained objects, a
//! number is the position of an object that the metamodel itself contains.

use super::ids::{Classifier, Element};

use std::collections::BTreeMap;
use std::ops::Range;

/// The name of the fact with an object's `xmi:id`, which is not a feature.
pub const ID: &str = "id";

/// The value of a fact.
#[derive(Debug, Clone, PartialEq)]
pub enum Tree {
    /// No value.
    Null,
    /// A boolean.
    Boolean(bool),
    /// A number as it was written.
    Number(String),
    /// A string, or an address.
    String(String),
    /// Several values.
    List(Vec<Tree>),
    /// An object: its features by name; `$type`, `$id` and `$ref` as in JSON.
    Map(Vec<(String, Tree)>),
}

/// The value of a feature.
#[derive(Debug, Clone, PartialEq)]
pub struct Fact {
    /// The feature's name in Ecore, or that of a fact that is not a feature, such as [`ID`].
    pub feature: String,
    /// The value of the feature.
    pub value: Tree,
    /// The index of the source that the fact was read from.
    pub source: usize,
    /// The range of bytes in the source.
    pub place: Range<usize>,
}

/// All facts of a metamodel.
#[derive(Debug, Clone, Default)]
pub struct Facts {
    /// Facts of the document: its `roots`, and the `encoding`, `xml` and `xmi` of its header.
    pub document: Vec<Fact>,
    /// Facts of each element.
    pub elements: BTreeMap<Element, Vec<Fact>>,
    /// Types that other documents declare, each with its address relative to this one.
    pub external: BTreeMap<Classifier, String>,
}
