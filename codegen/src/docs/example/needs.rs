//! What an object must have: references to others, and parts, which must have references and parts as well.
//!
//! Invariant: the parts of the class that [`Needs::simplest`] returns need less than it, so that an object of it ends. This
//! module does not know values.

use crate::scope::Scope;
use modelwright_metamodel::ecore::ClassId;
use rustc_hash::FxHashMap;

/// The number of references that an object and its parts must have, and the least number of levels of parts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Need {
    references: usize,
    levels: usize,
}

/// What the objects of each class need; classes whose objects cannot end are left out.
pub(super) struct Needs(FxHashMap<ClassId, Need>);

impl Needs {
    /// The needs of all classes in a scope.
    pub(super) fn new(scope: &Scope<'_>) -> Self {
        let metamodel = scope.metamodel;
        let mut needs = Self(FxHashMap::default());
        // The classes with required parts, whose needs must be known first: each with the number of its required
        // references, and the classes of the parts.
        let mut waiting: Vec<(ClassId, usize, Vec<ClassId>)> = Vec::new();
        for class in scope.classes.iter().copied().filter(|class| !scope.is_abstract(*class)) {
            let features = metamodel.table(class).all_features().iter().copied();
            let required = features.filter(|id| {
                metamodel[*id].is_reference() && scope.is_required(*id) && metamodel.is_stored(*id)
            });
            let (parts, others): (Vec<_>, Vec<_>) = required.partition(|id| metamodel[*id].is_containment());
            let references = others.into_iter().filter(|id| !metamodel.is_container(*id)).count();
            let parts: Vec<ClassId> = parts.into_iter().map(|id| metamodel.target(id)).collect();
            if parts.is_empty() {
                needs.0.insert(class, Need { references, levels: 0 });
            } else {
                waiting.push((class, references, parts));
            }
        }
        loop {
            let known = needs.0.len();
            let new: Vec<(ClassId, Need)> = waiting
                .iter()
                .filter_map(|(class, references, parts)| {
                    let mut all = Need { references: *references, levels: 0 };
                    for part in parts {
                        let need = needs.simplest(scope, *part).and_then(|part| needs.0.get(&part))?;
                        all.references += need.references;
                        all.levels = all.levels.max(need.levels + 1);
                    }
                    Some((*class, all))
                })
                .collect();
            needs.0.extend(new);
            waiting.retain(|(class, ..)| !needs.0.contains_key(class));
            if waiting.is_empty() || needs.0.len() == known {
                return needs;
            }
        }
    }

    /// The class itself or one of its subclasses, whose objects need least; the first of several, if it is not the class
    /// itself. `None` if no object ends.
    pub(super) fn simplest(&self, scope: &Scope<'_>, class: ClassId) -> Option<ClassId> {
        let known = scope.concrete(class).iter().filter_map(|id| Some((*self.0.get(id)?, *id != class, *id)));
        // Of equal ones, `min_by_key` returns the first.
        known.min_by_key(|(need, is_subclass, _)| (*need, *is_subclass)).map(|(_, _, id)| id)
    }
}
