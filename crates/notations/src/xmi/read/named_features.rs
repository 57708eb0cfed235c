//! The features that names refer to in a class: cached, because they are needed for every attribute and element.
//!
//! Invariant: the cache agrees with the metamodel. Only the first names of a document are cached, so that
//! many names and many classes together cannot exhaust the memory.

use super::computed::ComputedFeature;
use crate::ecore::{ClassId, DataKind, DataTypeId, FeatureId, Metamodel};
use crate::model::load::ReferenceKind;
use crate::xmi::names::split;
use crate::xmi::xml::Symbol;

/// The maximum number of cached names.
const MAX_SYMBOLS: usize = 256;

/// The feature of a name, and the form of its values in documents.
#[derive(Debug, Clone, Copy)]
pub(super) struct NamedFeature {
    pub(super) slot: usize,
    pub(super) feature: FeatureId,
    pub(super) form: ValueForm,
}

/// The form of a feature's values in documents, which determines the steps before a value can be stored. All
/// variants but the last two are for features that are changeable and not in a feature map.
#[derive(Debug, Clone, Copy)]
pub(super) enum ValueForm {
    /// One value of a data type for which every text is a value, so no step is needed.
    Text,
    /// One value of another data type.
    Value(DataTypeId),
    /// References to objects that are contained elsewhere.
    Reference(ReferenceKind),
    /// Contained objects: of this class unless they name another one, and of any class if `accepts_any` is set.
    Contents { class: Option<ClassId>, accepts_any: bool },
    /// A value that one of Ecore's own classes computes.
    Computed(ComputedFeature),
    /// Anything else, for which all steps are needed.
    General,
}

/// The feature of a name, if it has been looked up.
type CachedFeature = Option<Option<NamedFeature>>;

/// The features of classes by the names of elements and attributes.
#[derive(Debug)]
pub(super) struct NamedFeatures<'x> {
    metamodel: &'x Metamodel,
    /// The cached features, by class and then by name.
    features_by_class: Vec<Vec<CachedFeature>>,
}

impl<'x> NamedFeatures<'x> {
    pub(super) fn new(metamodel: &'x Metamodel) -> Self {
        Self { metamodel, features_by_class: Vec::new() }
    }

    /// The feature of a name, ignoring its prefix. `symbol` is the number of `name`.
    #[inline]
    pub(super) fn find(&mut self, class: ClassId, symbol: Symbol, name: &str) -> Option<NamedFeature> {
        // Two array look-ups take less time than a hash of the name, and this runs for each element and attribute
        // (Decision 7).
        match self.features_by_class.get(class.index()).and_then(|names| names.get(symbol)) {
            Some(Some(known)) => *known,
            _ => self.look_up(class, symbol, name),
        }
    }

    /// Finds the feature with a name, and the form in which its values are read.
    #[cold]
    fn look_up(&mut self, class: ClassId, symbol: Symbol, name: &str) -> Option<NamedFeature> {
        let table = self.metamodel.table(class);
        let named_feature = table.slot_named(split(name).1).map(|slot| {
            let feature = table.all_features()[slot];
            // The values of these features must be checked, so the fast forms cannot be used.
            let is_special = !self.metamodel[feature].changeable || table.feature_map(slot).is_some();
            // Ecore's own computed features come first: most of them are not changeable, but have rules of their own.
            let form = match ComputedFeature::of(self.metamodel, class, feature) {
                Some(computed) => ValueForm::Computed(computed),
                None if is_special => ValueForm::General,
                None => self.value_form(feature),
            };
            NamedFeature { slot, feature, form }
        });
        // Names are numbered by their first occurrence, so the names of a metamodel have low numbers; the bound
        // prevents a document with ever new names from filling the table.
        if symbol < MAX_SYMBOLS {
            if self.features_by_class.len() <= class.index() {
                self.features_by_class.resize(class.index() + 1, Vec::new());
            }
            let names = &mut self.features_by_class[class.index()];
            if names.len() <= symbol {
                names.resize(symbol + 1, None);
            }
            names[symbol] = Some(named_feature);
        }
        named_feature
    }

    /// The form of the values of a changeable feature outside feature maps.
    fn value_form(&self, feature: FeatureId) -> ValueForm {
        let metamodel = self.metamodel;
        let data = &metamodel[feature];
        if data.is_containment() {
            let target = metamodel.target(feature);
            // An abstract class has no instances, so such an element must name its class.
            let class = (!metamodel[target].is_abstract).then_some(target);
            return ValueForm::Contents { class, accepts_any: metamodel.takes_any_class(feature) };
        }
        if data.is_reference() {
            return ValueForm::Reference(ReferenceKind::new(metamodel, feature));
        }
        let id = metamodel.data_type(feature);
        let data_type = &metamodel[id];
        match data_type.kind {
            // An attribute with several values is split into words, and an element has one value.
            _ if data.many() => ValueForm::General,
            DataKind::FeatureMapEntry => ValueForm::General,
            // Types of XML Schema may normalise white space, even if their values are strings.
            DataKind::String if data_type.lexical.is_none() => ValueForm::Text,
            _ => ValueForm::Value(id),
        }
    }
}
