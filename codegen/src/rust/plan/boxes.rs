//! Decides which single contained objects are in boxes: objects in a cycle of types, objects that would make the
//! containing struct large, and objects that the options name.
//!
//! Invariant: a feature is boxed in all structs or in none, so that all of them have the same accessor.

use super::{Base, Boxing, Count, Field, Plan};
use modelwright_metamodel::cycles::cyclic_components;
use modelwright_metamodel::ecore::{ClassId, FeatureId};
use rustc_hash::{FxHashMap, FxHashSet};

/// The maximum size of a contained object in words. Nested structs could otherwise double in size at every level.
const MAX_UNBOXED_WORDS: usize = 128;

impl Plan<'_> {
    /// Decides which fields are boxed.
    pub(super) fn find_boxes(&mut self) {
        let mut boxed = self.boxes_of_cycles();
        // After the boxes of cycles: without them, a struct would have no finite size.
        self.box_large(&mut boxed);
        for field in self.fields.values_mut().flatten() {
            if let Base::Part(_, boxing) = &mut field.base
                && boxed.contains(&field.feature)
            {
                *boxing = Boxing::Yes;
            }
        }
    }

    /// The features to box because they are in a cycle of structs, or because the options name them.
    fn boxes_of_cycles(&self) -> FxHashSet<FeatureId> {
        let classes = &self.scope.classes;
        let contained_structs: FxHashMap<ClassId, Vec<ClassId>> =
            classes.iter().map(|class| (*class, self.contained_directly(*class))).collect();
        let cycles = cyclic_components(&contained_structs);
        let mut boxed: FxHashSet<FeatureId> = FxHashSet::default();
        for class in classes.iter().filter(|class| !self.scope.is_abstract(**class)) {
            let cycle = cycles.get(class);
            for (field, target) in self.single_parts(*class) {
                // Only a feature that leads back into its own cycle needs a box; others would be allocated
                // without need.
                let is_in_cycle = cycle.is_some()
                    && self.scope.concrete(target).iter().any(|contained| cycles.get(contained) == cycle);
                if is_in_cycle || self.is_boxed_by_options(field.feature) {
                    boxed.insert(field.feature);
                }
            }
        }
        boxed
    }

    /// Whether the options name a feature, as `Class.feature`.
    fn is_boxed_by_options(&self, feature: FeatureId) -> bool {
        let metamodel = self.scope.metamodel;
        let name = metamodel[feature].name();
        let owner = metamodel[metamodel[feature].owner].name.as_str();
        self.options.boxed.iter().any(|text| text.split_once('.') == Some((owner, name)))
    }

    /// Adds the fields with large objects to the boxed ones. The boxes so far leave no cycles, so every struct comes
    /// after the structs that it contains.
    fn box_large(&self, boxed: &mut FxHashSet<FeatureId>) {
        // The sizes of structs, in words.
        let mut sizes: FxHashMap<ClassId, usize> = FxHashMap::default();
        let concrete = self.scope.classes.iter().copied().filter(|class| !self.scope.is_abstract(*class));
        // A stack instead of recursion, because objects may contain each other as deep as there are
        // classes.
        let mut stack: Vec<ClassId> = concrete.collect();
        while let Some(class) = stack.last().copied() {
            if sizes.contains_key(&class) {
                stack.pop();
                continue;
            }
            let length_before = stack.len();
            for (_, target) in self.single_parts(class).filter(|(field, _)| !boxed.contains(&field.feature)) {
                let contained = self.scope.concrete(target).iter();
                stack.extend(contained.filter(|class| !sizes.contains_key(class)));
            }
            // Nothing was added, so the sizes of all contained structs are known. `size_or_box` boxes the fields that
            // are too large.
            if stack.len() == length_before {
                stack.pop();
                let size =
                    self.fields(class).iter().map(|field| self.size_or_box(field, &sizes, boxed)).sum();
                sizes.insert(class, size);
            }
        }
    }

    /// The approximate size of a field in words. A field that is too large is boxed, and has the size of its box.
    fn size_or_box(
        &self,
        field: &Field,
        sizes: &FxHashMap<ClassId, usize>,
        boxed: &mut FxHashSet<FeatureId>,
    ) -> usize {
        if field.count == Count::Many {
            // A `Vec` has three words, whatever it contains.
            return 3;
        }
        let size = match field.base {
            // A `String` has three words, too. The size of a user's type is unknown, and assumed to be the same.
            Base::String | Base::Number | Base::Lexical | Base::UserType(_) => 3,
            Base::Decimal => self.options.decimals.size_in_words(),
            // About the sizes of the runtime's types for references, maps, and values of any kind.
            Base::Reference(_) => 6,
            Base::Map(..) | Base::Any => 9,
            // An enum has the size of its largest variant, and one word for the number of the variant.
            Base::Part(target, _) if !boxed.contains(&field.feature) => {
                let contained_sizes = self.scope.concrete(target).iter().filter_map(|class| sizes.get(class));
                1 + contained_sizes.max().copied().unwrap_or(0)
            }
            _ => 1,
        };
        if size > MAX_UNBOXED_WORDS {
            boxed.insert(field.feature);
            return 1;
        }
        size + usize::from(field.count == Count::Option)
    }

    /// The fields of a class that contain a single object, each with the class of the object.
    fn single_parts(&self, class: ClassId) -> impl Iterator<Item = (&Field, ClassId)> {
        let single_fields = self.fields(class).iter().filter(|field| field.count != Count::Many);
        single_fields.filter_map(|field| match field.base {
            Base::Part(target, _) => Some((field, target)),
            _ => None,
        })
    }

    /// The structs that a struct contains in single fields.
    fn contained_directly(&self, class: ClassId) -> Vec<ClassId> {
        if self.scope.is_abstract(class) {
            return Vec::new();
        }
        self.single_parts(class).flat_map(|(_, target)| self.scope.concrete(target)).copied().collect()
    }
}
