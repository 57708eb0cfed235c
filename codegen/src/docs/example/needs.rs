//! What an object must have: references to others, and parts, which must have references and parts as well.
//!
//! Invariant: the parts of the class that [`Needs::simplest`] returns need less than that class, so that its objects
//! are finite. This module does not know values.

use crate::scope::Scope;
use modelwright_metamodel::ecore::ClassId;
use rustc_hash::FxHashMap;

/// The number of references that an object and its parts must have, and the least number of levels of parts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Need {
    reference_count: usize,
    levels: usize,
}

/// The required references and parts of the objects of each class. Classes without finite objects are left out.
pub(super) struct Needs(FxHashMap<ClassId, Need>);

impl Needs {
    /// The needs of all classes in a scope.
    pub(super) fn new(scope: &Scope<'_>) -> Self {
        let metamodel = scope.metamodel;
        let mut needs = Self(FxHashMap::default());
        // The classes with required parts, whose needs must be known first: each with the number of its required
        // references, and the classes of the parts.
        let mut classes_with_parts: Vec<(ClassId, usize, Vec<ClassId>)> = Vec::new();
        for class in scope.classes.iter().copied().filter(|class| !scope.is_abstract(*class)) {
            let features = metamodel.table(class).all_features().iter().copied();
            let required = features.filter(|id| {
                metamodel[*id].is_reference() && scope.is_required(*id) && metamodel.is_stored(*id)
            });
            let (parts, others): (Vec<_>, Vec<_>) = required.partition(|id| metamodel[*id].is_containment());
            let reference_count = others.into_iter().filter(|id| !metamodel.is_container(*id)).count();
            let parts: Vec<ClassId> = parts.into_iter().map(|id| metamodel.target(id)).collect();
            if parts.is_empty() {
                needs.0.insert(class, Need { reference_count, levels: 0 });
            } else {
                classes_with_parts.push((class, reference_count, parts));
            }
        }
        // Each round determines the needs of the classes whose parts are known. Classes that contain each other without
        // end never become known.
        loop {
            let known_count = needs.0.len();
            let new_needs: Vec<(ClassId, Need)> = classes_with_parts
                .iter()
                .filter_map(|(class, count, parts)| Some((*class, needs.total(scope, *count, parts)?)))
                .collect();
            needs.0.extend(new_needs);
            classes_with_parts.retain(|(class, ..)| !needs.0.contains_key(class));
            if classes_with_parts.is_empty() || needs.0.len() == known_count {
                return needs;
            }
        }
    }

    /// The need of a class with some required references of its own and some required parts; `None` if the need of a
    /// part is not known.
    fn total(&self, scope: &Scope<'_>, reference_count: usize, parts: &[ClassId]) -> Option<Need> {
        let mut total = Need { reference_count, levels: 0 };
        for part in parts {
            let need = self.simplest(scope, *part).and_then(|part| self.0.get(&part))?;
            total.reference_count += need.reference_count;
            total.levels = total.levels.max(need.levels + 1);
        }
        Some(total)
    }

    /// Of a class and its subclasses, the one whose objects need least. Of several that need the same, it is the class
    /// itself, or else the first subclass. `None` if no finite object exists.
    pub(super) fn simplest(&self, scope: &Scope<'_>, class: ClassId) -> Option<ClassId> {
        let finite = scope.concrete(class).iter().copied().filter(|id| self.0.contains_key(id));
        // `false` is less than `true`, so the class itself precedes its subclasses. Of equal ones, `min_by_key` returns
        // the first.
        finite.min_by_key(|id| {
            let is_subclass = *id != class;
            (self.0[id], is_subclass)
        })
    }
}
