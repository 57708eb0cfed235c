//! The inheritance of the classes of a document, computed for all of them at once.
//!
//! Rules check one class at a time. If each collected everything that its class inherits, a chain of classes would
//! take quadratic time; so a rule first checks here whether a class can have a problem at all. Invariants: a class
//! that is not marked here has no such problem; the cost is linear in the direct supertypes and features, except
//! below classes with several supertypes. This module reports nothing.

use super::super::normalized_name;
use super::{ModelElement, View, f};
use modelwright_metamodel::ecore::MAP_ENTRY;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The classes that may have problems; see the module.
#[derive(Debug, Default)]
pub(crate) struct Inheritance {
    circular: FxHashSet<ModelElement>,
    remarkable: FxHashSet<ModelElement>,
    crowded: FxHashSet<ModelElement>,
}

impl Inheritance {
    pub(super) fn new(view: &View<'_>) -> Self {
        let mut inheritance = Self::default();
        let components = components(view);
        for component in &components {
            inheritance.mark_component(view, component);
        }
        let classes: Vec<ModelElement> = components.into_iter().flatten().collect();
        inheritance.crowded = crowded(view, &classes, &inheritance.circular);
        inheritance
    }

    /// Whether a class inherits from itself.
    pub(crate) fn is_circular(&self, class: ModelElement) -> bool {
        self.circular.contains(&class)
    }

    /// Whether a direct or indirect superclass is a map entry class, is generic, or could not be found.
    pub(crate) fn is_remarkable(&self, class: ModelElement) -> bool {
        self.remarkable.contains(&class)
    }

    /// Whether the name of a feature of the class is similar to that of another own or inherited feature, or the class
    /// has a second id. Not computed for classes with several supertypes.
    pub(crate) fn is_crowded(&self, class: ModelElement) -> bool {
        self.crowded.contains(&class)
    }

    /// Marks the classes of a component that inherit from each other.
    fn mark_component(&mut self, view: &View<'_>, component: &[ModelElement]) {
        let parents: Vec<Rc<[ModelElement]>> =
            component.iter().map(|class| view.supertypes(*class)).collect();
        // Superclasses are already marked, because components come after the components of their superclasses.
        let mut above = parents.iter().flat_map(|parents| parents.iter().copied());
        if above.any(|parent| stands_out(view, parent) || self.remarkable.contains(&parent)) {
            self.remarkable.extend(component);
        }
        // A component with one class is a cycle only if the class is its own supertype.
        if component.len() > 1 || parents.iter().any(|parents| parents.contains(&component[0])) {
            self.circular.extend(component);
        }
    }
}

/// Whether the subclasses of a class are remarkable: the class is a map entry class, is generic, or was not found.
fn stands_out(view: &View<'_>, class: ModelElement) -> bool {
    view.is_unresolved(class)
        || view.instance_class(class) == Some(MAP_ENTRY)
        || view.list(class, f().type_parameters).next().is_some()
}

/// A class on the current path from a class to its superclasses.
struct Step {
    class: ModelElement,
    parents: Rc<[ModelElement]>,
    next: usize,
    number: usize,
    /// The lowest position on the path that can be reached from the class.
    lowest: usize,
}

/// The classes, grouped into strongly connected components by Tarjan's algorithm: the classes of a group inherit from
/// each other. Each group comes after the groups of its superclasses.
fn components(view: &View<'_>) -> Vec<Vec<ModelElement>> {
    let mut components = Vec::new();
    let mut numbers: FxHashMap<ModelElement, usize> = FxHashMap::default();
    let mut open: Vec<ModelElement> = Vec::new();
    let mut is_open: FxHashSet<ModelElement> = FxHashSet::default();
    // An explicit path instead of recursion, because chains of supertypes may be long.
    let mut path: Vec<Step> = Vec::new();
    for class in view.classes() {
        let mut entered = (!numbers.contains_key(&class)).then_some(class);
        loop {
            if let Some(class) = entered.take() {
                let number = numbers.len();
                numbers.insert(class, number);
                open.push(class);
                is_open.insert(class);
                let parents = view.supertypes(class);
                path.push(Step { class, parents, next: 0, number, lowest: number });
            }
            let Some(step) = path.last_mut() else { break };
            if let Some(parent) = step.parents.get(step.next).copied() {
                step.next += 1;
                match numbers.get(&parent) {
                    None => entered = Some(parent),
                    Some(number) if is_open.contains(&parent) => step.lowest = step.lowest.min(*number),
                    Some(_) => {}
                }
                continue;
            }
            let Step { class, number, lowest, .. } = *step;
            path.pop();
            if let Some(below) = path.last_mut() {
                below.lowest = below.lowest.min(lowest);
            }
            if lowest == number {
                let from = open.iter().rposition(|at| *at == class).unwrap_or(0);
                let component = open.split_off(from);
                for class in &component {
                    is_open.remove(class);
                }
                components.push(component);
            }
        }
    }
    components
}

/// A class whose features are in scope, and the number of its subclasses that were already visited.
struct Scope {
    class: ModelElement,
    names: Vec<String>,
    ids: usize,
    next: usize,
}

/// The classes with at most one supertype whose own features conflict with those in scope. Each class is visited once,
/// while the features of its superclasses are counted.
fn crowded(
    view: &View<'_>,
    classes: &[ModelElement],
    circular: &FxHashSet<ModelElement>,
) -> FxHashSet<ModelElement> {
    let mut crowded: FxHashSet<ModelElement> = FxHashSet::default();
    let mut subclasses: FxHashMap<ModelElement, Vec<ModelElement>> = FxHashMap::default();
    // The classes with which a search for conflicts starts: each has no superclass that is visited before.
    let mut tops = Vec::new();
    for class in classes.iter().filter(|class| !circular.contains(class)) {
        match *view.supertypes(*class) {
            // On a cycle, the superclasses never end, so the class is marked, and the rule itself checks it.
            [parent] if circular.contains(&parent) => {
                crowded.insert(*class);
                tops.push(*class);
            }
            [parent] => subclasses.entry(parent).or_default().push(*class),
            _ => tops.push(*class),
        }
    }
    let mut names: FxHashMap<String, u32> = FxHashMap::default();
    let mut ids = 0;
    let mut stack: Vec<Scope> = Vec::new();
    for top in tops {
        let mut entered = Some(top);
        loop {
            if let Some(class) = entered.take() {
                // A search starts at `top`, so its inherited features count as well; each class below adds only its own.
                let all = if class == top { view.all_features(class) } else { view.features(class) };
                let own: Vec<String> =
                    all.iter().filter_map(|feature| view.name(*feature).map(normalized_name)).collect();
                let own_ids = all.iter().filter(|feature| view.flag(**feature, f().id)).count();
                let mut clash = false;
                for name in &own {
                    let count = names.entry(name.clone()).or_insert(0);
                    *count += 1;
                    clash |= *count > 1;
                }
                ids += own_ids;
                if clash || (own_ids > 0 && ids > 1) {
                    crowded.insert(class);
                }
                stack.push(Scope { class, names: own, ids: own_ids, next: 0 });
            }
            let Some(scope) = stack.last_mut() else { break };
            entered = subclasses.get(&scope.class).and_then(|subclasses| subclasses.get(scope.next)).copied();
            scope.next += 1;
            if entered.is_none()
                && let Some(scope) = stack.pop()
            {
                // Leaving a class removes its features, so that they do not conflict with those of its siblings.
                ids -= scope.ids;
                for name in scope.names {
                    if let Some(count) = names.get_mut(&name) {
                        *count -= 1;
                    }
                }
            }
        }
    }
    crowded
}
