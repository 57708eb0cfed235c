//! Which types of the schemas extend which, and what the types of all objects of a class have in common.
//!
//! Invariants: a question about two classes takes constant time, and a class is examined once. This module does not
//! know which class a type extends: see [`Schemas::base`].

use super::Schemas;
use modelwright_metamodel::ecore::{ClassId, PackageId};
use std::rc::Rc;

/// The types in an order in which each is followed by all types that extend it, directly or indirectly.
#[derive(Debug)]
pub(super) struct Derivation {
    /// For each class, the position of its type, and the position after the last type that extends it.
    positions: Vec<(usize, usize)>,
}

impl Derivation {
    /// The order of types for the direct base of each class. Bases have no cycles.
    fn new(bases: &[Option<ClassId>]) -> Self {
        let mut subclasses: Vec<Vec<usize>> = vec![Vec::new(); bases.len()];
        let mut stack: Vec<(usize, bool)> = Vec::new();
        for (class, base) in bases.iter().enumerate() {
            match base {
                Some(base) => subclasses[base.index()].push(class),
                None => stack.push((class, false)),
            }
        }
        // For each class, its position, and the one after the last class that is derived from it.
        let mut positions = vec![(0, 0); bases.len()];
        let mut next_position = 0;
        // Each class is visited twice, because chains may be long: before and after its derived types.
        while let Some((class, is_done)) = stack.pop() {
            if is_done {
                positions[class].1 = next_position;
                continue;
            }
            positions[class].0 = next_position;
            next_position += 1;
            stack.push((class, true));
            stack.extend(subclasses[class].iter().map(|subclass| (*subclass, false)));
        }
        Self { positions }
    }

    /// Whether the type of a class is that of `ancestor`, or extends it directly or indirectly.
    fn extends(&self, class: ClassId, ancestor: ClassId) -> bool {
        let (first, end) = self.positions[ancestor.index()];
        (first..end).contains(&self.positions[class.index()].0)
    }
}

/// What the types of all objects of a class have in common.
#[derive(Debug)]
pub(super) struct ObjectTypes {
    /// The packages of the types, each once.
    pub(super) packages: Vec<PackageId>,
    /// Whether all of these types extend the type of the class.
    pub(super) all_extend_class: bool,
    /// Whether at least one of these types contains only text.
    pub(super) any_has_text: bool,
}

impl Schemas<'_, '_> {
    /// What the types of the objects of a class have in common.
    pub(super) fn object_types(&mut self, class: ClassId) -> Rc<ObjectTypes> {
        if let Some(known) = self.object_types.get(&class) {
            return Rc::clone(known);
        }
        let concrete = self.scope.concrete(class);
        let metamodel = self.scope.metamodel;
        let mut packages: Vec<PackageId> = Vec::new();
        for package in concrete.iter().map(|class| metamodel[*class].package) {
            if !packages.contains(&package) {
                packages.push(package);
            }
        }
        let derivation = self.derivation.get_or_init(|| {
            let bases: Vec<_> = metamodel.classes().map(|(class, _)| self.base(class)).collect();
            Derivation::new(&bases)
        });
        let all_extend_class = concrete.iter().all(|subclass| derivation.extends(*subclass, class));
        let any_has_text = concrete.iter().any(|class| self.has_text(*class));
        let object_types = Rc::new(ObjectTypes { packages, all_extend_class, any_has_text });
        self.object_types.insert(class, Rc::clone(&object_types));
        object_types
    }
}
