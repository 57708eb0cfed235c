//! Computes the tables of a finished metamodel: linearised features, slots, supertypes, defaults.
//!
//! Invariants: `slots[all_features[i]] == i`; supertypes contain every direct and indirect superclass once; the last
//! edge of a cycle of supertypes is removed and reported, never followed.

use super::any_kinds::set_any_kinds;
use super::check::Problem;
use super::data::{DataKind, Literal};
use super::discriminator;
use super::elements::{
    Class, ClassId, Classifier, DataType, Element, Feature, FeatureId, Package, ValueRules,
};
use super::lexical::{LexicalRules, java_kind};
use crate::diagnostic::codes;
use crate::names::NameIndex;
use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::Arc;

/// The precomputed tables of a class.
#[derive(Clone, Default)]
pub struct ClassTable {
    /// The features of the whole metamodel, which all tables share.
    features: Arc<[Feature]>,
    all_features: Vec<FeatureId>,
    /// The slots of the features, unless there are only a few.
    slots: FxHashMap<FeatureId, u32>,
    /// The slots of the features by name.
    names: NameIndex,
    has_duplicate_names: bool,
    /// All superclasses, in ascending order of id.
    supertypes: Vec<ClassId>,
    id_attribute: Option<FeatureId>,
    /// The slots of containment references.
    containments: Vec<u32>,
    /// The slots of the other references.
    cross_references: Vec<u32>,
    /// For each slot, the slot of the feature map that stores its values; empty if the class has no feature
    /// map.
    maps: Vec<Option<usize>>,
    /// The slots of feature maps, in order.
    map_slots: Vec<usize>,
    /// The class whose annotation declares the discriminator: the class itself, or the first superclass with one.
    pub(super) discriminated_by: Option<ClassId>,
    /// See `Metamodel::is_sealed`; here, `EObject` is not special.
    pub(super) is_sealed: bool,
}

impl ClassTable {
    /// Returns all features, inherited ones first; positions are slot numbers.
    #[must_use]
    pub fn all_features(&self) -> &[FeatureId] {
        &self.all_features
    }

    /// Returns the slot of a feature, if instances of the class have it.
    #[must_use]
    pub fn slot(&self, feature: FeatureId) -> Option<usize> {
        // Most classes have few features, for which a linear search is fastest.
        if self.all_features.len() <= MAX_FEATURES_WITHOUT_MAP {
            return self.all_features.iter().position(|f| *f == feature);
        }
        self.slots.get(&feature).map(|slot| *slot as usize)
    }

    /// Returns the slot of the feature with this name, or of the first one if several have it.
    #[must_use]
    pub fn slot_named(&self, name: &str) -> Option<usize> {
        self.names.find(name, |slot| name_at(&self.features, &self.all_features, slot))
    }

    /// Whether several features have the same name.
    pub(super) fn has_duplicate_names(&self) -> bool {
        self.has_duplicate_names
    }

    /// Returns the feature with this name, or the first one if several have it.
    #[must_use]
    pub fn feature_named(&self, name: &str) -> Option<FeatureId> {
        self.slot_named(name).map(|slot| self.all_features[slot])
    }

    /// Returns all superclasses, direct and indirect, in ascending order of id.
    #[must_use]
    pub fn supertypes(&self) -> &[ClassId] {
        &self.supertypes
    }

    /// Whether a class is among the superclasses.
    #[must_use]
    pub fn has_supertype(&self, class: ClassId) -> bool {
        self.supertypes.binary_search(&class).is_ok()
    }

    /// Returns the attribute whose value identifies instances.
    #[must_use]
    pub fn id_attribute(&self) -> Option<FeatureId> {
        self.id_attribute
    }

    /// Returns the slot of the feature map that stores the values of the derived feature in `slot`.
    #[must_use]
    pub fn feature_map(&self, slot: usize) -> Option<usize> {
        self.maps.get(slot).copied().flatten()
    }

    /// Whether the feature in a slot is a feature map.
    #[must_use]
    pub fn is_feature_map(&self, slot: usize) -> bool {
        self.map_slots.binary_search(&slot).is_ok()
    }

    /// The slots of the feature maps with members, in order.
    #[must_use]
    pub fn feature_maps(&self) -> &[usize] {
        &self.map_slots
    }

    /// Whether any feature's values are stored in a feature map.
    #[must_use]
    pub fn has_feature_maps(&self) -> bool {
        !self.maps.is_empty()
    }

    /// Sets, for each slot, the slot of the feature map that stores its values.
    pub(super) fn set_maps(&mut self, maps: Vec<Option<usize>>) {
        self.map_slots = maps.iter().copied().flatten().collect();
        self.map_slots.sort_unstable();
        self.map_slots.dedup();
        self.maps = maps;
    }

    /// A table that begins with the features and supertypes of this one, with space for more features.
    fn begin_subclass(&self, own_count: usize) -> Self {
        let count = self.all_features.len() + own_count;
        let mut all_features = Vec::with_capacity(count);
        all_features.extend_from_slice(&self.all_features);
        let names =
            self.names.with_space_for(count, |slot| name_at(&self.features, &self.all_features, slot));
        Self {
            features: Arc::clone(&self.features),
            all_features,
            slots: self.slots.clone(),
            names,
            has_duplicate_names: self.has_duplicate_names,
            supertypes: self.supertypes.clone(),
            id_attribute: self.id_attribute,
            containments: self.containments.clone(),
            cross_references: self.cross_references.clone(),
            // The rest does not follow from the features, and is set later.
            maps: Vec::new(),
            map_slots: Vec::new(),
            discriminated_by: None,
            is_sealed: false,
        }
    }

    /// Adds a feature, unless the table contains it.
    fn add_feature(&mut self, id: FeatureId) {
        let slot = self.all_features.len();
        let slot_number = u32::try_from(slot).unwrap_or(u32::MAX);
        if !self.add_slot(id, slot_number) {
            return;
        }
        self.all_features.push(id);
        let feature = &self.features[id.index()];
        let is_new_name =
            self.names.add(feature.name(), slot, |slot| name_at(&self.features, &self.all_features, slot));
        self.has_duplicate_names |= !is_new_name;
        if feature.is_containment() {
            self.containments.push(slot_number);
        } else if feature.is_reference() {
            self.cross_references.push(slot_number);
        }
        // As in EMF's `getEIDAttribute`, the first one is used.
        if feature.is_id() && self.id_attribute.is_none() {
            self.id_attribute = Some(id);
        }
    }

    /// Gives a feature the next slot; returns `false` if it has one.
    fn add_slot(&mut self, feature: FeatureId, next: u32) -> bool {
        // A feature that is inherited on several paths has the first slot, as in EMF. In a short list, a search finds
        // the feature. For a longer list, the map of slots is created when the list exceeds the maximum.
        if self.all_features.len() < MAX_FEATURES_WITHOUT_MAP {
            return !self.all_features.contains(&feature);
        }
        if self.slots.is_empty() {
            self.slots = self.all_features.iter().copied().zip(0u32..).collect();
        }
        // A feature that has a slot has a lower one than the next.
        *self.slots.entry(feature).or_insert(next) == next
    }

    /// Returns the number of features and supertypes that a subclass inherits.
    fn size(&self) -> usize {
        self.all_features.len() + self.supertypes.len() + 1
    }

    /// Returns the slots of containment references, in order.
    pub fn containment_slots(&self) -> impl Iterator<Item = usize> + '_ {
        self.containments.iter().map(|slot| *slot as usize)
    }

    /// Returns the slots of references that are no containments, in order.
    pub fn cross_reference_slots(&self) -> impl Iterator<Item = usize> + '_ {
        self.cross_references.iter().map(|slot| *slot as usize)
    }
}

impl fmt::Debug for ClassTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The features of the whole metamodel are left out, because every table would repeat them.
        f.debug_struct("ClassTable")
            .field("all_features", &self.all_features)
            .field("supertypes", &self.supertypes)
            .finish_non_exhaustive()
    }
}

/// The name of the feature in a slot of a class with these features.
fn name_at<'f>(features: &'f [Feature], all_features: &[FeatureId], slot: usize) -> &'f str {
    features[all_features[slot].index()].name()
}

/// Up to this number of features, a class has no hash map of their slots.
const MAX_FEATURES_WITHOUT_MAP: usize = 8;

/// The maximum total number of features and supertypes of all classes, including inherited ones. The total is quadratic
/// in the length of a chain of superclasses. In real metamodels, it is about ten thousand.
const BUDGET: usize = 2_000_000;

/// Breaks cycles of supertypes, and computes the tables of all classes.
pub(super) fn class_tables(
    classes: &mut [Class],
    features: &Arc<[Feature]>,
    problems: &mut Vec<Problem>,
) -> Vec<ClassTable> {
    let order = supertypes_first(classes, problems);
    let empty_table = ClassTable { features: Arc::clone(features), ..ClassTable::default() };
    let mut tables = vec![empty_table; classes.len()];
    let (mut budget, mut is_reported) = (BUDGET, false);
    for class in order {
        let inherited_sizes =
            superclass_ids(&classes[class.index()]).map(|parent| tables[parent.index()].size());
        match budget.checked_sub(inherited_sizes.sum()) {
            Some(remaining) => budget = remaining,
            None => {
                // The supertypes are removed from the class itself, so that the class agrees with its table.
                classes[class.index()].supertypes.clear();
                if !is_reported {
                    is_reported = true;
                    problems.push(too_much_inherited(&classes[class.index()].name, class));
                }
            }
        }
        let class_data = &classes[class.index()];
        let mut table = class_table(class, class_data, &tables);
        let superclasses = superclass_ids(class_data).map(|parent| tables[parent.index()].discriminated_by);
        table.discriminated_by = discriminator::declaring_class(class, class_data, superclasses);
        tables[class.index()] = table;
    }
    seal(classes, &mut tables);
    tables
}

/// Determines which classes are sealed: those that are not abstract, and whose subclasses are all abstract.
fn seal(classes: &[Class], tables: &mut [ClassTable]) {
    let mut is_sealed: Vec<bool> = classes.iter().map(|class| !class.is_abstract).collect();
    for (class, table) in classes.iter().zip(&*tables) {
        if class.is_abstract {
            continue;
        }
        for parent in &table.supertypes {
            is_sealed[parent.index()] = false;
        }
    }
    for (table, is_sealed) in tables.iter_mut().zip(is_sealed) {
        table.is_sealed = is_sealed;
    }
}

/// The problem of classes that inherit too much in total, of which the first is named.
fn too_much_inherited(name: &str, class: ClassId) -> Problem {
    let message = format!(
        "classes inherit more than {BUDGET} features and supertypes in total; {name} and others inherit nothing"
    );
    Problem::new(codes::LIMIT, Element::Class(class), message).help("make the chains of supertypes shorter")
}

/// The direct superclasses of a class.
fn superclass_ids(class: &Class) -> impl Iterator<Item = ClassId> {
    class.supertypes.iter().filter_map(|ty| match ty.classifier {
        Some(Classifier::Class(id)) => Some(id),
        _ => None,
    })
}

/// Returns all classes, each after its superclasses. A supertype that would complete a cycle is removed.
fn supertypes_first(classes: &mut [Class], problems: &mut Vec<Problem>) -> Vec<ClassId> {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut marks = vec![Mark::New; classes.len()];
    let mut order = Vec::with_capacity(classes.len());
    // An explicit stack, because a chain of supertypes may have any length. Each entry is a class, and the position of
    // its next supertype to visit.
    let mut stack: Vec<(ClassId, usize)> = Vec::new();
    for start in 0..classes.len() {
        if marks[start] == Mark::New {
            marks[start] = Mark::Open;
            stack.push((ClassId::new(start), 0));
        }
        while let Some((class, next)) = stack.last_mut() {
            let (class, position) = (*class, *next);
            match classes[class.index()].supertypes.get(position).map(|ty| ty.classifier) {
                // All supertypes were visited.
                None => {
                    marks[class.index()] = Mark::Done;
                    order.push(class);
                    stack.pop();
                }
                // The parent is still on the stack, so this supertype would complete a cycle.
                Some(Some(Classifier::Class(parent))) if marks[parent.index()] == Mark::Open => {
                    problems.push(inheritance_cycle(classes, parent, &stack));
                    classes[class.index()].supertypes.remove(position);
                }
                Some(Some(Classifier::Class(parent))) if marks[parent.index()] == Mark::New => {
                    *next += 1;
                    marks[parent.index()] = Mark::Open;
                    stack.push((parent, 0));
                }
                // The parent was visited before, or the supertype is not a class.
                Some(_) => *next += 1,
            }
        }
    }
    order
}

/// The problem of a cycle from a class on the stack to the top of the stack, and back.
fn inheritance_cycle(classes: &[Class], parent: ClassId, stack: &[(ClassId, usize)]) -> Problem {
    /// The maximum number of classes in the message.
    const MAX_CLASSES: usize = 20;
    let start = stack.iter().position(|(class, _)| *class == parent).unwrap_or(0);
    let chain: Vec<ClassId> = stack[start..].iter().map(|(class, _)| *class).chain([parent]).collect();
    let names: Vec<&str> =
        chain.iter().take(MAX_CLASSES).map(|class| classes[class.index()].name.as_str()).collect();
    // The chain begins and ends with the class itself.
    let other_classes = &chain[1..chain.len() - 1];
    Problem::new(
        codes::INHERITANCE_CYCLE,
        Element::Class(parent),
        format!("a class must not be its own supertype: {}", names.join(" inherits ")),
    )
    .related(other_classes.iter().take(MAX_CLASSES).map(|class| Element::Class(*class)))
    .help("remove one of the supertypes in the cycle")
}

/// Computes the table of a class, given those of its superclasses. Its own table among `tables` is empty.
fn class_table(id: ClassId, class: &Class, tables: &[ClassTable]) -> ClassTable {
    let mut superclasses = superclass_ids(class);
    // The features of the first superclass have the same slots in the class, so they are copied all at once.
    let first = superclasses.next().unwrap_or(id);
    let mut table = tables[first.index()].begin_subclass(class.features.len());
    for parent in superclasses.map(|parent| &tables[parent.index()]) {
        for feature in &parent.all_features {
            table.add_feature(*feature);
        }
        table.supertypes.extend_from_slice(&parent.supertypes);
    }
    for feature in &class.features {
        table.add_feature(*feature);
    }
    table.supertypes.extend(superclass_ids(class));
    // `has_supertype` uses binary search. The lists of the superclasses are sorted, which a stable sort exploits.
    table.supertypes.sort();
    table.supertypes.dedup();
    table
}

/// Determines the kind of every data type from its literals, the types it is based on, or its Java class.
pub(super) fn data_kinds(data_types: &mut [DataType], packages: &[Package]) {
    let lexical_rules = LexicalRules::new(data_types, packages);
    let kinds: Vec<_> = (0..data_types.len()).map(|index| lexical_rules.kind(index)).collect();
    for (data_type, (kind, lexical)) in data_types.iter_mut().zip(kinds) {
        (data_type.kind, data_type.lexical) = (kind, lexical.map(Box::new));
    }
    set_any_kinds(data_types, packages);
}

/// Returns the default value of a feature, like `EStructuralFeature.getDefaultValue`. `rules` are set by the
/// package that declares the feature.
pub(super) fn default_value(feature: &Feature, rules: ValueRules, data_types: &[DataType]) -> Literal {
    let Some(Classifier::DataType(id)) = feature.typed.classifier() else { return Literal::Null };
    if feature.many() {
        return Literal::Null;
    }
    let data_type = &data_types[id.index()];
    match (&feature.default_literal, data_type.kind) {
        (Some(text), DataKind::Enum) => data_type.literal_index(text).map_or(Literal::Null, Literal::Enum),
        // All values of such a type are null, and so are defaults (Decision 6).
        (Some(_), DataKind::Unknown) => Literal::Null,
        // In EMF, a text is no value of such a type, and so no default either.
        (Some(_), _) if rules == ValueRules::Java && !data_type.serializable => Literal::Null,
        // An inexact text has no value under declared rules, and `check` reports it.
        (Some(text), _) if rules == ValueRules::Declared && !data_type.is_exact(text) => Literal::Null,
        (Some(text), _) => data_type.parse(text).map_or(Literal::Null, Literal::from),
        // Under declared rules, there is no value without a declared default (Decision 19).
        (None, _) if rules == ValueRules::Declared => Literal::Null,
        (None, DataKind::Enum) if !data_type.enum_literals().is_empty() => Literal::Enum(0),
        // The kind of a base type may be a number although values of the type's own class are objects.
        (None, _) if java_kind(data_type).intrinsic_default() == Literal::Null => Literal::Null,
        (None, kind) => kind.intrinsic_default(),
    }
}
