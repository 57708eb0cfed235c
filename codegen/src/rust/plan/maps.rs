//! Decides which features are maps in Rust, and the types of these maps.
//!
//! Invariant: a map in documents is a map in Rust, except if its key is of a user's own type, or if types of maps
//! would be nested without a limit: those are lists of entries.

use super::{Base, Plan};
use modelwright_metamodel::ecore::{ClassId, EntryFeatures, FeatureId};
use rustc_hash::FxHashSet;

/// The maximum nesting of maps.
const MAX_NESTING: usize = 16;

impl Plan<'_> {
    /// The entries of a feature that is a map in Rust; `None` if it is not a map there.
    pub(super) fn map(&mut self, feature: FeatureId) -> Option<EntryFeatures> {
        let metamodel = self.scope.metamodel;
        let entries = metamodel.natural_map(feature)?;
        // The value of a map may be a map, and so on.
        let (mut innermost, mut levels) = (entries.value, 1);
        while let Some(inner) = metamodel.natural_map(innermost) {
            innermost = inner.value;
            levels += 1;
            if levels > MAX_NESTING {
                return None;
            }
        }
        // A user's own type may not implement `MapKey`, so it cannot be a key.
        let is_quiet = true;
        let has_custom_key = matches!(self.base(entries.key, is_quiet), Some(Base::UserType(_)));
        if has_custom_key || !self.scope.covers(entries.class) { None } else { Some(entries) }
    }

    /// Determines the text of the types of all maps, after the types of their values are known.
    pub(super) fn name_maps(&mut self) {
        let features: Vec<FeatureId> = self.fields.values().flatten().map(|field| field.feature).collect();
        for feature in features {
            self.name_map(feature);
        }
    }

    /// Finds the classes whose objects only occur as entries of maps in Rust, so that nothing would use their structs.
    pub(super) fn find_entries(&mut self) {
        let metamodel = self.scope.metamodel;
        let entries = self.maps.keys().filter_map(|feature| metamodel.natural_map(*feature));
        let mut unused_classes: FxHashSet<ClassId> = entries.map(|entries| entries.class).collect();
        for field in self.fields.values().flatten() {
            if let Base::Part(class, _) | Base::Reference(class) = field.base {
                unused_classes.remove(&class);
            }
        }
        // The enum of a superclass has a variant with the struct.
        for union in self.unions.keys() {
            for class in self.scope.concrete(*union) {
                unused_classes.remove(class);
            }
        }
        self.unused_classes = unused_classes;
    }

    /// Determines the text of the type of a map, after those of the maps inside of it.
    fn name_map(&mut self, feature: FeatureId) {
        if self.maps.contains_key(&feature) {
            return;
        }
        let Some(entries) = self.map(feature) else { return };
        // The inner map is named first. The recursion ends, because `map` limits the nesting.
        self.name_map(entries.value);
        let fields = self.fields(entries.class);
        let Some(key) = fields.iter().find(|field| field.feature == entries.key) else { return };
        let Some(value) = fields.iter().find(|field| field.feature == entries.value) else { return };
        let text = format!("typed::IndexMap<{}, {}>", self.field_type(key), self.field_type(value));
        self.maps.insert(feature, text);
    }
}
