//! The inheritance of the classes of a document, computed for all of them at once.
//!
//! Rules check one class at a time. If each rule collected everything that a class inherits, a chain of classes would
//! take quadratic time. So a rule first checks here whether a class can have a problem at all. Invariants: a class that
//! is not marked here has no such problem; the cost is linear in the direct supertypes and features, except below
//! classes with several supertypes. This module reports nothing.

use super::super::normalized_name;
use super::{EcoreView, ModelElement};
use modelwright_metamodel::ecore::{MAP_ENTRY, features};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The classes that may have problems because of what they inherit.
#[derive(Debug, Default)]
pub(crate) struct Inheritance {
    circular_classes: FxHashSet<ModelElement>,
    classes_with_special_superclass: FxHashSet<ModelElement>,
    conflicting_classes: FxHashSet<ModelElement>,
}

impl Inheritance {
    /// Examines all classes of a view.
    pub(super) fn new(view: &EcoreView<'_>) -> Self {
        let mut inheritance = Self::default();
        let components = components(view);
        for component in &components {
            inheritance.mark_component(view, component);
        }
        let classes: Vec<ModelElement> = components.into_iter().flatten().collect();
        inheritance.conflicting_classes =
            classes_with_conflicts(view, &classes, &inheritance.circular_classes);
        inheritance
    }

    /// Whether a class inherits from itself.
    pub(crate) fn is_circular(&self, class: ModelElement) -> bool {
        self.circular_classes.contains(&class)
    }

    /// Whether a direct or indirect superclass is a map entry class, is generic, or could not be found.
    pub(crate) fn has_special_superclass(&self, class: ModelElement) -> bool {
        self.classes_with_special_superclass.contains(&class)
    }

    /// Whether two features of the class, declared or inherited, may have similar names, or may both be ids. Not
    /// computed for classes with several supertypes.
    pub(crate) fn may_have_conflicts(&self, class: ModelElement) -> bool {
        self.conflicting_classes.contains(&class)
    }

    /// Marks the classes of a component: if they inherit a special superclass, as defined by [`is_special`], and if
    /// they inherit from each other.
    fn mark_component(&mut self, view: &EcoreView<'_>, component: &[ModelElement]) {
        let parents: Vec<Rc<[ModelElement]>> =
            component.iter().map(|class| view.supertypes(*class)).collect();
        // Superclasses are already marked, because a component comes after the components of its superclasses.
        let mut superclasses = parents.iter().flat_map(|parents| parents.iter().copied());
        if superclasses
            .any(|parent| is_special(view, parent) || self.classes_with_special_superclass.contains(&parent))
        {
            self.classes_with_special_superclass.extend(component);
        }
        // A component with one class is a cycle only if the class is its own supertype.
        if component.len() > 1 || parents.iter().any(|parents| parents.contains(&component[0])) {
            self.circular_classes.extend(component);
        }
    }
}

/// Whether a class may cause problems in its subclasses: it is a map entry class, is generic, or could not be found.
fn is_special(view: &EcoreView<'_>, class: ModelElement) -> bool {
    view.is_unresolved(class)
        || view.instance_class(class) == Some(MAP_ENTRY)
        || view.list(class, features::ECLASSIFIER_TYPE_PARAMETERS).next().is_some()
}

/// A class on the current path from a class to its superclasses.
struct Step {
    class: ModelElement,
    parents: Rc<[ModelElement]>,
    /// The position of the next superclass to visit.
    next: usize,
    /// The number of the class, in the order in which classes are visited.
    number: usize,
    /// The lowest number of a class that can be reached from this one and is not in a component yet.
    lowest_reachable: usize,
}

/// The classes, grouped into strongly connected components by Tarjan's algorithm: the classes of a component inherit
/// from each other. Each component comes after those of its superclasses.
fn components(view: &EcoreView<'_>) -> Vec<Vec<ModelElement>> {
    let mut components = Vec::new();
    let mut numbers: FxHashMap<ModelElement, usize> = FxHashMap::default();
    // The stack of Tarjan's algorithm: the visited classes that are not in a component yet.
    let mut unassigned_classes: Vec<ModelElement> = Vec::new();
    let mut classes_on_stack: FxHashSet<ModelElement> = FxHashSet::default();
    // The path is explicit, instead of on the program's stack, because chains of supertypes may be long.
    let mut path: Vec<Step> = Vec::new();
    for class in view.classes() {
        if numbers.contains_key(&class) {
            continue;
        }
        // The new class to put on the path; `None` if the walk continues with the class at the end of the path.
        let mut next_class = Some(class);
        loop {
            if let Some(class) = next_class.take() {
                let number = numbers.len();
                numbers.insert(class, number);
                unassigned_classes.push(class);
                classes_on_stack.insert(class);
                let parents = view.supertypes(class);
                path.push(Step { class, parents, next: 0, number, lowest_reachable: number });
            }
            let Some(step) = path.last_mut() else { break };
            if let Some(parent) = step.parents.get(step.next).copied() {
                step.next += 1;
                match numbers.get(&parent) {
                    None => next_class = Some(parent),
                    Some(number) if classes_on_stack.contains(&parent) => {
                        step.lowest_reachable = step.lowest_reachable.min(*number);
                    }
                    Some(_) => {}
                }
                continue;
            }
            let Step { class, number, lowest_reachable, .. } = *step;
            path.pop();
            if let Some(previous_step) = path.last_mut() {
                previous_step.lowest_reachable = previous_step.lowest_reachable.min(lowest_reachable);
            }
            if lowest_reachable == number {
                let start = unassigned_classes.iter().rposition(|member| *member == class).unwrap_or(0);
                let component = unassigned_classes.split_off(start);
                for class in &component {
                    classes_on_stack.remove(class);
                }
                components.push(component);
            }
        }
    }
    components
}

/// A class whose features are in scope, because the walk visits it or one of its subclasses.
struct Scope {
    class: ModelElement,
    /// The names of the features that the class adds.
    names: Vec<String>,
    /// The number of id attributes that the class adds.
    id_count: usize,
    /// The position of the next subclass to visit.
    next: usize,
}

/// The features of the classes in scope.
#[derive(Default)]
struct ScopedFeatures {
    /// The number of features with each name.
    names: FxHashMap<String, u32>,
    /// The number of id attributes.
    id_count: usize,
}

impl ScopedFeatures {
    /// Adds the features of a class. Also returns whether they conflict with each other or with those in scope.
    fn enter(
        &mut self,
        view: &EcoreView<'_>,
        class: ModelElement,
        features: &[ModelElement],
    ) -> (Scope, bool) {
        let names: Vec<String> =
            features.iter().filter_map(|feature| view.name(*feature).map(normalized_name)).collect();
        let id_count =
            features.iter().filter(|feature| view.flag(**feature, features::EATTRIBUTE_ID)).count();
        let mut has_same_name = false;
        for name in &names {
            let count = self.names.entry(name.clone()).or_insert(0);
            *count += 1;
            has_same_name |= *count > 1;
        }
        self.id_count += id_count;
        let has_conflict = has_same_name || (id_count > 0 && self.id_count > 1);
        (Scope { class, names, id_count, next: 0 }, has_conflict)
    }

    /// Removes the features of a class, so that they do not conflict with those of its siblings.
    fn leave(&mut self, scope: Scope) {
        self.id_count -= scope.id_count;
        for name in scope.names {
            if let Some(count) = self.names.get_mut(&name) {
                *count -= 1;
            }
        }
    }
}

/// The classes with at most one supertype whose features conflict, or may conflict, with those of their superclasses.
/// Each class is visited once, while the features of its superclasses are in scope.
fn classes_with_conflicts(
    view: &EcoreView<'_>,
    classes: &[ModelElement],
    circular: &FxHashSet<ModelElement>,
) -> FxHashSet<ModelElement> {
    let mut conflicting: FxHashSet<ModelElement> = FxHashSet::default();
    let mut subclasses: FxHashMap<ModelElement, Vec<ModelElement>> = FxHashMap::default();
    // The classes with which the walks start.
    let mut start_classes = Vec::new();
    for class in classes.iter().filter(|class| !circular.contains(class)) {
        match *view.supertypes(*class) {
            // A walk from a class on a cycle would not end, so whether its subclass has conflicts is not computed here:
            // it counts as a class that may have some.
            [parent] if circular.contains(&parent) => {
                conflicting.insert(*class);
                start_classes.push(*class);
            }
            [parent] => subclasses.entry(parent).or_default().push(*class),
            _ => start_classes.push(*class),
        }
    }
    let mut scoped_features = ScopedFeatures::default();
    let mut stack: Vec<Scope> = Vec::new();
    for start_class in start_classes {
        // The class to put on the stack; `None` if the walk continues with the class at the top.
        let mut next_class = Some(start_class);
        loop {
            if let Some(class) = next_class.take() {
                // The superclasses of the start class are not visited, so it adds its inherited features as well.
                let features =
                    if class == start_class { view.all_features(class) } else { view.features(class) };
                let (scope, has_conflict) = scoped_features.enter(view, class, &features);
                if has_conflict {
                    conflicting.insert(class);
                }
                stack.push(scope);
            }
            let Some(scope) = stack.last_mut() else { break };
            next_class =
                subclasses.get(&scope.class).and_then(|subclasses| subclasses.get(scope.next)).copied();
            scope.next += 1;
            if next_class.is_none()
                && let Some(scope) = stack.pop()
            {
                scoped_features.leave(scope);
            }
        }
    }
    conflicting
}
