//! The meaning of a name in a class: needed for every attribute and element, so it is cached.
//!
//! Invariant: the cache agrees with the metamodel. Only a document's first names are cached, so that many names and
//! many classes together cannot exhaust the memory.

use super::computed::ComputedFeature;
use crate::ecore::{ClassId, DataKind, DataTypeId, FeatureId, Metamodel};
use crate::xmi::names::split;
use crate::xmi::xml::Symbol;

/// The maximum number of cached names.
const SYMBOLS: usize = 256;

/// The feature of a name, and the form of its values in documents.
#[derive(Debug, Clone, Copy)]
pub(super) struct Meaning {
    pub(super) slot: usize,
    pub(super) feature: FeatureId,
    pub(super) form: ValueForm,
}

/// The steps before a value can be stored. All but the last two are for features that are changeable and not in a
/// feature map.
#[derive(Debug, Clone, Copy)]
pub(super) enum ValueForm {
    /// None: it is one text, and every text is a value.
    Text,
    /// It is one value of another data type.
    Value(DataTypeId),
    /// It refers to objects that are contained elsewhere.
    Reference,
    /// It contains objects: of this class unless they name one, and of any class if `any` is set.
    Contents { class: Option<ClassId>, any: bool },
    /// One of Ecore's own classes computes it.
    Computed(ComputedFeature),
    /// All of them.
    Other,
}

/// The meaning of a name, once it was looked up.
type CachedMeaning = Option<Option<Meaning>>;

#[derive(Debug)]
pub(super) struct Meanings<'x> {
    metamodel: &'x Metamodel,
    /// By class, then by name.
    known: Vec<Vec<CachedMeaning>>,
}

impl<'x> Meanings<'x> {
    pub(super) fn new(metamodel: &'x Metamodel) -> Self {
        Self { metamodel, known: Vec::new() }
    }

    /// The feature of a name, ignoring its prefix. `symbol` is the number of `name`.
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
            let form = match ComputedFeature::of(self.metamodel, class, feature) {
                Some(computed) => ValueForm::Computed(computed),
                None if asked => ValueForm::Other,
                None => self.value_form(feature),
            };
            Meaning { slot, feature, form }
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

    fn value_form(&self, feature: FeatureId) -> ValueForm {
        let metamodel = self.metamodel;
        let data = &metamodel[feature];
        if data.is_containment() {
            let target = metamodel.target(feature);
            let class = (!metamodel[target].is_abstract).then_some(target);
            return ValueForm::Contents { class, any: metamodel.takes_any_class(feature) };
        }
        if data.is_reference() {
            return ValueForm::Reference;
        }
        let id = metamodel.data_type(feature);
        let data_type = &metamodel[id];
        match data_type.kind {
            _ if data.many() => ValueForm::Other,
            DataKind::FeatureMapEntry => ValueForm::Other,
            DataKind::String if data_type.lexical.is_none() => ValueForm::Text,
            _ => ValueForm::Value(id),
        }
    }
}
