//! Reports roots that are probably of another class than the specified one, instead of each of their keys.
//!
//! Invariant: documents whose roots begin with a key of the specified class cost one look-up more.

use super::Reader;
use crate::diagnostic::codes;
use crate::ecore::{ClassId, Metamodel};
use crate::tree::keys;
use crate::tree::plan::is_concrete;
use crate::tree::problems::quoted;
use crate::tree::source::TreeSource;
use crate::tree::tokens::SpannedToken;

impl<'t, S: TreeSource<'t>> Reader<'_, '_, 't, S> {
    /// Whether the keys of a root are all unknown in the specified class, but are all features of another class. The
    /// first such root is reported.
    pub(super) fn is_of_other_root(&mut self, expected: ClassId, begin: &SpannedToken<'t>) -> bool {
        if self.inference.root != Some(expected) || self.ignores_unknown_keys {
            return false;
        }
        // The other keys must be queued, so the first one decides for nearly all documents.
        let first_key = self.tokens.first_key_but(&keys::ALL);
        if first_key.is_none_or(|key| is_known(&self.metamodel, expected, &key)) {
            return false;
        }
        let keys = self.feature_keys();
        let metamodel = self.metamodel.clone();
        for key in &keys {
            // A key with the name of the class is probably around the object itself.
            let is_class_name = key.eq_ignore_ascii_case(&metamodel[expected].name);
            let is_discriminator = self.inference.discriminator.as_ref() == Some(key);
            if is_class_name || is_discriminator || is_known(&metamodel, expected, key) {
                return false;
            }
        }
        // The other class was found and reported for an earlier root.
        if self.inference.has_other_roots {
            return true;
        }
        let has_all_keys =
            |class: &ClassId| keys.iter().all(|key| metamodel.table(*class).slot_named(key).is_some());
        let mut other_classes =
            metamodel.classes().filter(|(_, class)| !metamodel.is_ecore_package(class.package));
        let other_class =
            other_classes.find(|(class, _)| is_concrete(&metamodel, *class) && has_all_keys(class));
        let Some((other_class, _)) = other_class else { return false };
        self.inference.has_other_roots = true;
        self.report_other_root(&metamodel, (expected, other_class), begin);
        true
    }

    /// Reports that the keys of a root are those of the class `other`, and not of the expected one.
    fn report_other_root(
        &mut self,
        metamodel: &Metamodel,
        (expected, other): (ClassId, ClassId),
        begin: &SpannedToken<'t>,
    ) {
        let (root, name) = (&metamodel[expected].name, &metamodel[other].name);
        let message = format!("the keys are those of {name}, but the class of the roots is {root}");
        let mut features = metamodel.table(expected).all_features().iter().map(|id| (*id, &metamodel[*id]));
        let containment = features.find(|(id, feature)| {
            feature.is_containment() && metamodel.conforms(other, metamodel.target(*id))
        });
        let class_help = format!("specify the class of the roots: {name}");
        let help = match containment {
            Some((_, containment)) => {
                format!("write {{{}: …}} around the object, or {class_help}", quoted(containment.name()))
            }
            None => class_help,
        };
        let object = None;
        self.report_class(codes::TREE_SHAPE, message, begin.range.clone(), help, object);
    }
}

/// Whether a class or a subclass has a feature or a discriminator with a name.
fn is_known(metamodel: &Metamodel, class: ClassId, key: &str) -> bool {
    // The class itself is first, because the search for its subclasses visits all classes.
    let mut classes = std::iter::once(class).chain(metamodel.concrete_subclasses(class));
    classes.any(|class| {
        metamodel.table(class).slot_named(key).is_some() || metamodel.discriminator(class) == Some(key)
    })
}
