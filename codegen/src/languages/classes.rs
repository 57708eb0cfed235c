//! The classes of a language with several supertypes: their order, the supertypes that they keep, and the features that
//! each declares itself.
//!
//! Invariants: a class comes after its supertypes; with those that it keeps, the classes have a linear order (C3); each
//! class has every feature of its documents exactly once, declared or inherited. This module does not know how classes
//! are written.

use super::names::{Case, spell};
use crate::scope::Scope;
use modelwright_metamodel::ecore::{ClassId, Classifier, FeatureId, Metamodel, builtin};
use rustc_hash::{FxHashMap, FxHashSet};

/// How a class is declared.
#[derive(Debug)]
pub(crate) struct Layout {
    pub(crate) class: ClassId,
    /// The direct supertypes.
    pub(crate) bases: Vec<ClassId>,
    /// The features that it declares, in the order of documents.
    pub(crate) features: Vec<FeatureId>,
    /// The direct supertypes of the metamodel that cannot be combined with the others.
    pub(crate) dropped_bases: Vec<ClassId>,
}

/// The layouts of all classes, and for each class its subclasses in the metamodel that do not inherit from it in the
/// language.
#[derive(Debug, Default)]
pub(crate) struct Layouts {
    pub(crate) all: Vec<Layout>,
    pub(crate) separated_subclasses: FxHashMap<ClassId, Vec<ClassId>>,
}

/// The classes that have values of another form, and so no objects: tuples, choices of plain values, and entries of
/// maps.
pub(crate) fn without_objects(metamodel: &Metamodel) -> FxHashSet<ClassId> {
    let (mut natural_classes, mut contained_classes) = (FxHashSet::default(), FxHashSet::default());
    for (class, data) in metamodel.classes() {
        if metamodel.tuple(class).is_some()
            || metamodel.choice(class).is_some_and(|choice| !has_names(&choice))
        {
            natural_classes.insert(class);
        }
        for feature in data.features.iter().copied().filter(|id| metamodel[*id].is_containment()) {
            if let Some(entries) = metamodel.natural_map(feature) {
                natural_classes.insert(entries.class);
            } else if metamodel.natural_tuple(feature).is_none()
                && metamodel.natural_choice(feature).is_none()
            {
                contained_classes.insert(metamodel.target(feature));
            }
        }
    }
    natural_classes.retain(|class| !contained_classes.contains(class));
    natural_classes
}

/// Whether a class is a choice, a tuple, or the entry of a map.
pub(crate) fn is_natural(metamodel: &Metamodel, class: ClassId) -> bool {
    metamodel.tuple(class).is_some() || metamodel.choice(class).is_some() || metamodel.is_entry_class(class)
}

/// Whether some values of a choice have the name of their alternative.
pub(crate) fn has_names(choice: &modelwright_metamodel::ecore::Choice) -> bool {
    choice.alternatives.iter().any(|alternative| alternative.plain.is_none())
}

/// The layouts of the classes for which `has_objects` is true. Names of features are compared in `case`, that of the
/// language's fields.
pub(crate) fn layouts(scope: &Scope<'_>, case: Case, has_objects: impl Fn(ClassId) -> bool) -> Layouts {
    let classes: Vec<ClassId> = scope.classes.iter().copied().filter(|class| has_objects(*class)).collect();
    let known_classes: FxHashSet<ClassId> = classes.iter().copied().collect();
    let mut builder =
        Builder { scope, case, known_classes, orders: FxHashMap::default(), has_multiple_inheritance: false };
    builder.has_multiple_inheritance =
        classes.iter().any(|class| builder.direct_supertypes(*class).0.len() > 1);
    let mut layouts = Layouts::default();
    for class in supertypes_first(&classes, |class| builder.direct_supertypes(class).0) {
        let layout = builder.layout(class);
        builder.find_separated_subclasses(&layout, &mut layouts.separated_subclasses);
        layouts.all.push(layout);
    }
    layouts
}

/// The layouts of the classes for which `has_objects` is true, in a language that can combine all supertypes.
pub(crate) fn free_layouts(scope: &Scope<'_>, has_objects: impl Fn(ClassId) -> bool) -> Vec<Layout> {
    let classes: Vec<ClassId> = scope.classes.iter().copied().filter(|class| has_objects(*class)).collect();
    let known_classes: FxHashSet<ClassId> = classes.iter().copied().collect();
    // Names are not compared, and no linear order of supertypes is needed.
    let (case, orders, has_multiple_inheritance) = (Case::Snake, FxHashMap::default(), false);
    let builder = Builder { scope, case, known_classes, orders, has_multiple_inheritance };
    let supertypes_first = supertypes_first(&classes, |class| builder.direct_supertypes(class).0).into_iter();
    let layouts = supertypes_first.map(|class| {
        let (bases, has_all_supertypes) = builder.direct_supertypes(class);
        let features = builder.declared(class, &bases, has_all_supertypes);
        Layout { class, bases, features, dropped_bases: Vec::new() }
    });
    layouts.collect()
}

/// The classes with their supertypes first, otherwise in their own order.
fn supertypes_first(classes: &[ClassId], supertypes: impl Fn(ClassId) -> Vec<ClassId>) -> Vec<ClassId> {
    let (mut visited, mut order) = (FxHashSet::default(), Vec::with_capacity(classes.len()));
    for class in classes {
        // A class is on the stack until all of its supertypes are in the order.
        let mut stack = vec![(*class, false)];
        while let Some((class, is_ready)) = stack.pop() {
            if is_ready {
                order.push(class);
            } else if visited.insert(class) {
                stack.push((class, true));
                stack.extend(supertypes(class).into_iter().rev().map(|class| (class, false)));
            }
        }
    }
    order
}

struct Builder<'s, 'm> {
    scope: &'s Scope<'m>,
    case: Case,
    known_classes: FxHashSet<ClassId>,
    /// The linear order of each class and its supertypes, if some class has several.
    orders: FxHashMap<ClassId, Vec<ClassId>>,
    /// Whether some class has several direct supertypes.
    has_multiple_inheritance: bool,
}

impl Builder<'_, '_> {
    /// The direct supertypes that are generated, except those that another one of them inherits from; and whether all
    /// direct supertypes are generated.
    fn direct_supertypes(&self, class: ClassId) -> (Vec<ClassId>, bool) {
        let metamodel = self.scope.metamodel;
        let mut direct_supertypes: Vec<ClassId> = Vec::new();
        let mut has_all_supertypes = true;
        for supertype in &metamodel[class].supertypes {
            match supertype.classifier {
                Some(Classifier::Class(id)) if id == builtin::EOBJECT || id == class => {}
                Some(Classifier::Class(id)) if !self.known_classes.contains(&id) => {
                    has_all_supertypes = false;
                }
                Some(Classifier::Class(id)) if !direct_supertypes.contains(&id) => direct_supertypes.push(id),
                _ => {}
            }
        }
        let is_of_another = |id: &ClassId| {
            direct_supertypes.iter().any(|other| other != id && metamodel.table(*other).has_supertype(*id))
        };
        let redundant: Vec<ClassId> = direct_supertypes.iter().copied().filter(is_of_another).collect();
        direct_supertypes.retain(|id| !redundant.contains(id));
        (direct_supertypes, has_all_supertypes)
    }

    /// The layout of a class, whose linear order is also kept for its subclasses. Of its supertypes, only the first one
    /// remains if they have no common order, or if two of them have features with the same name.
    fn layout(&mut self, class: ClassId) -> Layout {
        let (mut bases, has_all_supertypes) = self.direct_supertypes(class);
        let mut dropped_bases = Vec::new();
        let mut order = self.order(class, &bases);
        if bases.len() > 1 && (order.is_none() || self.have_a_name_in_common(&bases)) {
            dropped_bases = bases.split_off(1);
            order = self.order(class, &bases);
        }
        if self.has_multiple_inheritance {
            self.orders.insert(class, order.unwrap_or_default());
        }
        let features = self.declared(class, &bases, has_all_supertypes && dropped_bases.is_empty());
        Layout { class, bases, features, dropped_bases }
    }

    /// The features that a class declares. `has_all_supertypes` is whether its bases cover all of its supertypes;
    /// otherwise the class also declares the inherited features that its bases lack.
    fn declared(&self, class: ClassId, bases: &[ClassId], has_all_supertypes: bool) -> Vec<FeatureId> {
        let features = if has_all_supertypes {
            self.own_features(class)
        } else {
            let of_bases = bases.iter().flat_map(|base| self.scope.features_and_members(*base));
            let inherited: FxHashSet<FeatureId> = of_bases.collect();
            self.scope.features_and_members(class).filter(|id| !inherited.contains(id)).collect()
        };
        features.into_iter().filter(|id| !self.scope.metamodel.is_feature_map(*id)).collect()
    }

    /// The features that documents contain and that the class declares in the metamodel.
    fn own_features(&self, class: ClassId) -> Vec<FeatureId> {
        let metamodel = self.scope.metamodel;
        let is_visible = |id: &FeatureId| {
            // Documents contain the first feature with a name, which is an inherited one.
            let first_feature = metamodel.table(class).feature_named(metamodel[*id].name());
            let is_first = first_feature
                .is_none_or(|first_feature| first_feature == *id || !metamodel.is_stored(first_feature));
            // A feature map stores the values of its members, but documents contain them by the names of the members.
            metamodel.is_in_feature_map(*id) || metamodel.is_stored(*id) && is_first
        };
        metamodel[class].features.iter().copied().filter(is_visible).collect()
    }

    /// The class, its bases, and their bases in a linear order, each before its own bases; `None` if no order is
    /// possible. This is the C3 linearization: the next class is the first of a list that no list contains at a later
    /// position.
    fn order(&self, class: ClassId, bases: &[ClassId]) -> Option<Vec<ClassId>> {
        // Single inheritance always has an order, and nothing uses it.
        if !self.has_multiple_inheritance {
            return Some(Vec::new());
        }
        let mut lists: Vec<&[ClassId]> =
            bases.iter().map(|base| self.orders.get(base).map_or(&[][..], Vec::as_slice)).collect();
        lists.push(bases);
        let mut order = vec![class];
        loop {
            lists.retain(|list| !list.is_empty());
            if lists.is_empty() {
                return Some(order);
            }
            let next_class = *lists
                .iter()
                .map(|list| &list[0])
                .find(|class| !lists.iter().any(|list| list[1..].contains(class)))?;
            order.push(next_class);
            for list in &mut lists {
                if list[0] == next_class {
                    *list = &list[1..];
                }
            }
        }
    }

    /// Whether two different features of some classes would have the same name.
    fn have_a_name_in_common(&self, bases: &[ClassId]) -> bool {
        let metamodel = self.scope.metamodel;
        let mut features_by_name: FxHashMap<String, FeatureId> = FxHashMap::default();
        let mut features = bases.iter().flat_map(|base| self.scope.features_and_members(*base));
        features.any(|id| {
            let name = spell(metamodel[id].name(), self.case);
            features_by_name.insert(name, id).is_some_and(|other| other != id)
        })
    }

    /// Adds a class to the separated subclasses of each supertype from which it does not inherit in the language.
    fn find_separated_subclasses(
        &self,
        layout: &Layout,
        separated_subclasses: &mut FxHashMap<ClassId, Vec<ClassId>>,
    ) {
        if layout.dropped_bases.is_empty() {
            return;
        }
        let inherited_classes = self.orders.get(&layout.class).map_or(&[][..], Vec::as_slice);
        for supertype in self.scope.metamodel.table(layout.class).supertypes() {
            if !inherited_classes.contains(supertype) && self.known_classes.contains(supertype) {
                separated_subclasses.entry(*supertype).or_default().push(layout.class);
            }
        }
    }
}
