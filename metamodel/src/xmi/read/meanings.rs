//! What a name means in a class: asked for every attribute and element, so answers are kept.
//!
//! Invariant: what is kept is what the metamodel says. Only a document's first names take part, so that many
//! names and many classes cannot use up the memory together.

use crate::ecore::{ClassId, DataKind, DataTypeId, FeatureId, Metamodel};
use crate::xmi::names::split;
use crate::xmi::xml::Symbol;

/// Names that take part.
const SYMBOLS: usize = 256;

/// A feature that a name stands for, and how a document gives its values.
#[derive(Debug, Clone, Copy)]
pub(super) struct Meaning {
    pub(super) slot: usize,
    pub(super) feature: FeatureId,
    pub(super) way: Way,
}

/// What has to be asked before a value is stored. All but the last are of features that may be changed and are
/// in no feature map.
#[derive(Debug, Clone, Copy)]
pub(super) enum Way {
    /// Nothing: it is one text, and every text is a value.
    Text,
    /// It is one value of another data type.
    Value(DataTypeId),
    /// It refers to objects that something else contains.
    Reference,
    /// It contains objects: of this class where they do not say which, and of any if `any` is set.
    Contents { class: Option<ClassId>, any: bool },
    /// Everything.
    Other,
}

/// The meaning of a name, once it was asked for.
type Known = Option<Option<Meaning>>;

#[derive(Debug)]
pub(super) struct Meanings<'x> {
    metamodel: &'x Metamodel,
    /// By class, then by name.
    known: Vec<Vec<Known>>,
}

impl<'x> Meanings<'x> {
    pub(super) fn new(metamodel: &'x Metamodel) -> Self {
        Self { metamodel, known: Vec::new() }
    }

    /// The feature that a name stands for, whatever its prefix. `symbol` is the number of `name`.
    #[inline]
    pub(super) fn find(&mut self, class: ClassId, symbol: Symbol, name: &str) -> Option<Meaning> {
        match self.known.get(class.index()).and_then(|names| names.get(symbol)) {
            Some(Some(known)) => *known,
            _ => self.look_up(class, symbol, name),
        }
    }

    #[cold]
    fn look_up(&mut self, class: ClassId, symbol: Symbol, name: &str) -> Option<Meaning> {
        let table = self.metamodel.table(class);
        let found = table.slot_named(split(name).1).map(|slot| {
            let feature = table.all_features()[slot];
            let asked = !self.metamodel[feature].changeable || table.feature_map(slot).is_some();
            Meaning { slot, feature, way: if asked { Way::Other } else { self.way(feature) } }
        });
        if symbol < SYMBOLS {
            if self.known.len() <= class.index() {
                self.known.resize(class.index() + 1, Vec::new());
            }
            let names = &mut self.known[class.index()];
            if names.len() <= symbol {
                names.resize(symbol + 1, None);
            }
            names[symbol] = Some(found);
        }
        found
    }

    fn way(&self, feature: FeatureId) -> Way {
        let metamodel = self.metamodel;
        let data = &metamodel[feature];
        if data.is_containment() {
            let target = metamodel.target(feature);
            let class = (!metamodel[target].is_abstract).then_some(target);
            return Way::Contents { class, any: takes_any(metamodel, feature) };
        }
        if data.is_reference() {
            return Way::Reference;
        }
        let id = metamodel.data_type(feature);
        let data_type = &metamodel[id];
        match data_type.kind {
            _ if data.many() => Way::Other,
            DataKind::FeatureMapEntry => Way::Other,
            DataKind::String if data_type.lexical.is_none() => Way::Text,
            _ => Way::Value(id),
        }
    }
}

/// Whether a feature holds objects of any class. EMF checks no lists, except Ecore's own.
pub(super) fn takes_any(metamodel: &Metamodel, feature: FeatureId) -> bool {
    let package = metamodel[metamodel[feature].owner].package;
    metamodel[feature].many() && !metamodel.is_ecore_package(package)
}
