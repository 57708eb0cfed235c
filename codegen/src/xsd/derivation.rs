//! Which types of the schemas extend which, and what the types of all objects of a class have in common.
//!
//! Invariants: a question about two classes takes constant time, and a class is examined once. This module does not
//! know which class a type extends: see [`Schemas::base`].

use super::Schemas;
use modelwright_metamodel::ecore::{ClassId, PackageId};
use std::rc::Rc;

/// The types in an order in which each is followed by those that extend it.
#[derive(Debug)]
pub(super) struct Derivation {
    /// For each class its place, and the place behind the last type that extends it.
    places: Vec<(usize, usize)>,
}

impl Derivation {
    /// The order for the direct bases of all classes, which have no cycles.
    fn new(bases: &[Option<ClassId>]) -> Self {
        let mut heirs: Vec<Vec<usize>> = vec![Vec::new(); bases.len()];
        let mut open: Vec<(usize, bool)> = Vec::new();
        for (class, base) in bases.iter().enumerate() {
            match base {
                Some(base) => heirs[base.index()].push(class),
                None => open.push((class, false)),
            }
        }
        let mut places = vec![(0, 0); bases.len()];
        let mut next = 0;
        // Each class is visited twice, because chains may be long: before and after its derived types.
        while let Some((class, is_done)) = open.pop() {
            if is_done {
                places[class].1 = next;
                continue;
            }
            places[class].0 = next;
            next += 1;
            open.push((class, true));
            open.extend(heirs[class].iter().map(|heir| (*heir, false)));
        }
        Self { places }
    }

    /// Whether a type is another one, or extends it directly or indirectly.
    fn extends(&self, class: ClassId, ancestor: ClassId) -> bool {
        let (first, end) = self.places[ancestor.index()];
        (first..end).contains(&self.places[class.index()].0)
    }
}

/// What the types of all objects of a class have in common.
#[derive(Debug)]
pub(super) struct ObjectTypes {
    /// Their packages, each once.
    pub(super) packages: Vec<PackageId>,
    /// Whether all of these types extend the type of the class.
    pub(super) extend_one: bool,
    /// Whether any of these types contains only text.
    pub(super) have_text: bool,
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
        let extend_one = concrete.iter().all(|heir| derivation.extends(*heir, class));
        let have_text = concrete.iter().any(|class| self.has_text(*class));
        let found = Rc::new(ObjectTypes { packages, extend_one, have_text });
        self.object_types.insert(class, Rc::clone(&found));
        found
    }
}
