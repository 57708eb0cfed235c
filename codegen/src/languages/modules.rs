//! The modules of a language: one for each root package, or a single one if packages use each other in a cycle.
//!
//! Invariant: a module uses only modules before it. This module does not know names.

use super::classes::Layout;
use crate::scope::Scope;
use modelwright_metamodel::ecore::{ClassId, Classifier, FeatureId, Metamodel, PackageId, builtin};
use rustc_hash::{FxHashMap, FxHashSet};

/// The root packages of each module: one each, or all in one module if some of them use each other. If types list
/// subclasses, a module also uses the modules of the subclasses of its classes.
pub(crate) fn modules(scope: &Scope<'_>, layouts: &[Layout], lists_subclasses: bool) -> Vec<Vec<PackageId>> {
    let metamodel = scope.metamodel;
    let root = |classifier: Classifier| metamodel.root_of(metamodel.package_of(classifier));
    let classes = layouts.iter().map(|layout| Classifier::Class(layout.class));
    let enums = scope.enums.iter().map(|id| Classifier::DataType(*id));
    let mut packages: Vec<PackageId> = Vec::new();
    let mut known_roots = FxHashSet::default();
    // The order of the scope, in which the package of the documents comes first.
    packages.extend(
        scope.classifiers.iter().map(|classifier| root(*classifier)).filter(|root| known_roots.insert(*root)),
    );
    packages.extend(classes.chain(enums).map(root).filter(|root| known_roots.insert(*root)));
    let mut uses: FxHashMap<PackageId, FxHashSet<PackageId>> = FxHashMap::default();
    let mut add_uses = |class: ClassId, used_types: &mut dyn Iterator<Item = Classifier>| {
        let root_package = root(Classifier::Class(class));
        let used_packages =
            used_types.filter(|classifier| *classifier != Classifier::Class(builtin::EOBJECT)).map(root);
        uses.entry(root_package)
            .or_default()
            .extend(used_packages.filter(|root| *root != root_package && known_roots.contains(root)));
    };
    let used_type = |id: &FeatureId| {
        let feature = &metamodel[*id];
        if feature.is_reference() && !feature.is_containment() {
            // The target is written as a text, so no type is used.
            return None;
        }
        feature.typed.classifier()
    };
    for class in &scope.classes {
        add_uses(*class, &mut metamodel[*class].features.iter().filter_map(used_type));
        if lists_subclasses {
            add_uses(*class, &mut scope.concrete(*class).iter().map(|class| Classifier::Class(*class)));
        }
    }
    for layout in layouts {
        add_uses(layout.class, &mut layout.bases.iter().map(|base| Classifier::Class(*base)));
        add_uses(layout.class, &mut layout.features.iter().filter_map(used_type));
    }
    in_order(&packages, &uses).unwrap_or_else(|| vec![packages])
}

/// A module for each package, after the modules of the packages that it uses; `None` if packages use each other.
fn in_order(
    packages: &[PackageId],
    uses: &FxHashMap<PackageId, FxHashSet<PackageId>>,
) -> Option<Vec<Vec<PackageId>>> {
    let (mut done, mut order) = (FxHashSet::default(), Vec::new());
    while order.len() < packages.len() {
        let next = *packages.iter().find(|id| {
            !done.contains(*id) && uses.get(id).is_none_or(|used| used.iter().all(|id| done.contains(id)))
        })?;
        done.insert(next);
        order.push(vec![next]);
    }
    Some(order)
}

/// Whether a metamodel element belongs to one of some root packages.
pub(crate) fn is_in(metamodel: &Metamodel, classifier: Classifier, roots: &[PackageId]) -> bool {
    roots.contains(&metamodel.root_of(metamodel.package_of(classifier)))
}
