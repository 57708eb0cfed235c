//! The differences of two classes: what they are, their superclasses, features and operations.
//!
//! Invariant: a feature that a class declared and inherits now, or the other way round, is not a removed and an
//! added one.

use super::pairs::matched;
use super::{Comparison, Differences, label};
use crate::diagram::operation;
use crate::scope::{has_objects, is_needed};
use modelwright_metamodel::ecore::{ClassId, Classifier, Element, FeatureId, Metamodel, composite_text};

impl Comparison<'_> {
    /// Compares two versions of a class; `package` contains the later one.
    pub(super) fn class(&mut self, before: ClassId, after: ClassId, package: Option<Element>) {
        let mut found = Differences::default();
        let (old_kind, _) = label(self.old, Classifier::Class(before));
        let new_label = label(self.new, Classifier::Class(after));
        let is_lost = has_objects(self.old, before) && !has_objects(self.new, after);
        let risk = is_lost.then_some("it has no objects any more");
        found.texts("kind", Some(old_kind), Some(new_label.0), risk);
        let (mut old_names, mut new_names) = (superclasses(self.old, before), superclasses(self.new, after));
        let mapped = self.old.supertypes(before).map(|at| self.pairs.class(self.old, self.new, at));
        let has_others = !mapped.eq(self.new.supertypes(after).map(Some));
        if has_others && old_names == new_names {
            // Classes of the same name in different packages.
            old_names = qualified_superclasses(self.old, before);
            new_names = qualified_superclasses(self.new, after);
        }
        if has_others || old_names != new_names {
            let risk = self.superclass_risk(before, after);
            found.texts("superclasses", old_names.as_deref(), new_names.as_deref(), risk.as_deref());
        }
        let (old, new) = (&self.old[before], &self.new[after]);
        found.rules(&old.annotations, &new.annotations);
        found.documentation(&old.annotations, &new.annotations);
        self.push_changed(Element::Class(after), package, new_label, found);
        self.features(before, after);
        self.operations(before, after);
    }

    /// Compares the features of two versions of a class, by their names. A feature that one version declares and the
    /// other inherits is neither new nor removed.
    fn features(&mut self, before: ClassId, after: ClassId) {
        let (old, new) = (self.old, self.new);
        let own = Some(Element::Class(after));
        let (old_features, new_features) = (&old[before].features, &new[after].features);
        for (was, is) in matched(old_features, new_features, |id| old[*id].name(), |id| new[*id].name()) {
            // A version of the class that does not declare the feature may inherit it.
            let was = was.or_else(|| old.table(before).feature_named(new[is?].name()));
            let is = is.or_else(|| new.table(after).feature_named(old[was?].name()));
            match (was, is) {
                (Some(was), Some(is)) => self.feature(was, is, after),
                (None, Some(is)) => {
                    let risk = is_needed(new, is).then(|| "objects lack a value for it".to_owned());
                    self.push_added(Element::Feature(is), own, feature_label(new, is, after), risk);
                }
                (Some(was), None) => {
                    let is_stored = old.is_stored(was);
                    let risk = is_stored.then(|| "its values are not known any more".to_owned());
                    let (what, _) = feature_label(old, was, before);
                    let name = format!("{}.{}", new[after].name, old[was].name());
                    self.push_removed(Element::Feature(was), own, (what, name), risk);
                }
                (None, None) => {}
            }
        }
    }

    /// Why objects may be invalid with other superclasses.
    fn superclass_risk(&self, before: ClassId, after: ClassId) -> Option<String> {
        let (old, new) = (self.old, self.new);
        let (was, is) = (old.table(before), new.table(after));
        let is_inherited =
            |metamodel: &Metamodel, class: ClassId, id: FeatureId| metamodel[id].owner != class;
        let lost = was.all_features().iter().find(|id| {
            let is_lost = is.feature_named(old[**id].name()).is_none();
            is_lost && is_inherited(old, before, **id) && old.is_stored(**id)
        });
        if let Some(id) = lost {
            return Some(format!(
                "objects may have `{}`, which they do not inherit any more",
                old[*id].name()
            ));
        }
        let unknown = was.supertypes().iter().find(|ancestor| {
            let now = self.pairs.class(old, new, **ancestor);
            now.is_some_and(|now| !new.conforms(after, now))
        });
        if let Some(ancestor) = unknown {
            return Some(format!(
                "references to `{}` do not accept its objects any more",
                old[*ancestor].name
            ));
        }
        let needed = is.all_features().iter().find(|id| {
            let is_added = was.feature_named(new[**id].name()).is_none();
            is_added && is_inherited(new, after, **id) && is_needed(new, **id)
        });
        needed.map(|id| format!("objects lack a value for `{}`, which they inherit now", new[*id].name()))
    }

    /// Operations are compared by their signatures; data does not depend on them.
    fn operations(&mut self, before: ClassId, after: ClassId) {
        let (old, new) = (self.old, self.new);
        let (old_operations, new_operations) = (&old[before].operations, &new[after].operations);
        let pairs = matched(
            old_operations,
            new_operations,
            |id| old[*id].typed.name.as_str(),
            |id| new[*id].typed.name.as_str(),
        );
        let own = Some(Element::Class(after));
        let class = &new[after].name;
        for (was, is) in pairs {
            let label = |name: &str| ("operation", format!("{class}.{name}"));
            match (was, is) {
                (Some(was), Some(is)) => {
                    let mut found = Differences::default();
                    let (old_signature, new_signature) =
                        (operation(old, &old[was]), operation(new, &new[is]));
                    found.texts("signature", Some(&old_signature), Some(&new_signature), None);
                    found.documentation(&old[was].typed.annotations, &new[is].typed.annotations);
                    self.push_changed(Element::Operation(is), own, label(&new[is].typed.name), found);
                }
                (None, Some(is)) => {
                    self.push_added(Element::Operation(is), own, label(&new[is].typed.name), None);
                }
                (Some(was), None) => {
                    self.push_removed(Element::Operation(was), own, label(&old[was].typed.name), None);
                }
                (None, None) => {}
            }
        }
    }
}

/// What a feature of a class is, and its name with that of the class.
pub(super) fn feature_label(metamodel: &Metamodel, id: FeatureId, class: ClassId) -> super::Label {
    (feature_kind(metamodel, id), format!("{}.{}", metamodel[class].name, metamodel[id].name()))
}

/// What a feature is, in one word.
pub(super) fn feature_kind(metamodel: &Metamodel, id: FeatureId) -> &'static str {
    match &metamodel[id] {
        _ if is_in_place(metamodel, id) => "attribute",
        feature if feature.is_containment() => "part",
        _ if metamodel.is_container(id) => "container",
        feature if feature.is_reference() => "reference",
        _ => "attribute",
    }
}

/// Whether the type of a feature is a composite type, such as `Hash[String, Integer]`, whose values look like objects.
fn is_in_place(metamodel: &Metamodel, id: FeatureId) -> bool {
    let is_composite = |id: ClassId| composite_text(&metamodel[id]).is_some();
    metamodel[id].is_containment() && is_composite(metamodel.target(id))
}

/// The names of the direct superclasses; `None` if there is none.
fn superclasses(metamodel: &Metamodel, class: ClassId) -> Option<String> {
    let names: Vec<&str> = metamodel.supertypes(class).map(|id| metamodel[id].name.as_str()).collect();
    (!names.is_empty()).then(|| names.join(", "))
}

/// The names of the direct superclasses with those of their packages; `None` if there is none.
fn qualified_superclasses(metamodel: &Metamodel, class: ClassId) -> Option<String> {
    let names = metamodel.supertypes(class).map(|id| metamodel.qualified_name(Classifier::Class(id)));
    let names: Vec<String> = names.collect();
    (!names.is_empty()).then(|| names.join(", "))
}
