//! The differences of two classes: what they are, their superclasses, features and operations.
//!
//! Invariant: a feature that moves between a class and its superclass is not reported as removed and added.

use super::pairs::pairs_by_key;
use super::{Comparison, Differences, label};
use crate::diagram::operation;
use crate::scope::{has_objects, is_needed};
use modelwright_metamodel::ecore::{ClassId, Classifier, Element, FeatureId, Metamodel, composite_text};

impl Comparison<'_> {
    /// Compares two versions of a class; `package` contains the later one.
    pub(super) fn compare_class(&mut self, before: ClassId, after: ClassId, package: Option<Element>) {
        let mut differences = Differences::default();
        let (old_kind, _) = label(self.old, Classifier::Class(before));
        let (new_kind, new_name) = label(self.new, Classifier::Class(after));
        let loses_objects = has_objects(self.old, before) && !has_objects(self.new, after);
        let risk = loses_objects.then_some("it has no objects any more");
        differences.compare_texts("kind", Some(old_kind), Some(new_kind), risk);
        let (mut old_names, mut new_names) = (superclasses(self.old, before), superclasses(self.new, after));
        let old_superclasses = self.old.supertypes(before).map(|id| self.pairs.class(self.old, self.new, id));
        let superclasses_differ = !old_superclasses.eq(self.new.supertypes(after).map(Some));
        if superclasses_differ && old_names == new_names {
            // The superclasses have the same names, but are in different packages.
            old_names = qualified_superclasses(self.old, before);
            new_names = qualified_superclasses(self.new, after);
        }
        if superclasses_differ || old_names != new_names {
            let risk = self.superclass_risk(before, after);
            differences.compare_texts(
                "superclasses",
                old_names.as_deref(),
                new_names.as_deref(),
                risk.as_deref(),
            );
        }
        let (old, new) = (&self.old[before], &self.new[after]);
        differences.compare_rules(&old.annotations, &new.annotations);
        differences.compare_documentation(&old.annotations, &new.annotations);
        self.push_changed(Element::Class(after), package, (new_kind, new_name), differences);
        self.compare_features(before, after);
        self.compare_operations(before, after);
    }

    /// Compares the features of two versions of a class, by their names. A feature that one version declares and the
    /// other inherits is neither new nor removed.
    fn compare_features(&mut self, before: ClassId, after: ClassId) {
        let (old, new) = (self.old, self.new);
        let container = Some(Element::Class(after));
        let (old_features, new_features) = (&old[before].features, &new[after].features);
        for (old_feature, new_feature) in
            pairs_by_key(old_features, new_features, |id| old[*id].name(), |id| new[*id].name())
        {
            // A version of the class that does not declare the feature may inherit it.
            let old_feature =
                old_feature.or_else(|| old.table(before).feature_named(new[new_feature?].name()));
            let new_feature =
                new_feature.or_else(|| new.table(after).feature_named(old[old_feature?].name()));
            match (old_feature, new_feature) {
                (Some(old_feature), Some(new_feature)) => {
                    self.compare_feature(old_feature, new_feature, after);
                }
                (None, Some(new_feature)) => {
                    let risk = is_needed(new, new_feature).then(|| "objects lack a value for it".to_owned());
                    self.push_added(
                        Element::Feature(new_feature),
                        container,
                        feature_label(new, new_feature, after),
                        risk,
                    );
                }
                (Some(old_feature), None) => {
                    let is_stored = old.is_stored(old_feature);
                    let risk = is_stored.then(|| "its values are not known any more".to_owned());
                    let (what, _) = feature_label(old, old_feature, before);
                    let name = format!("{}.{}", new[after].name, old[old_feature].name());
                    self.push_removed(Element::Feature(old_feature), container, (what, name), risk);
                }
                (None, None) => {}
            }
        }
    }

    /// Why objects may be invalid because the superclasses changed; `None` if they remain valid.
    fn superclass_risk(&self, before: ClassId, after: ClassId) -> Option<String> {
        let (old, new) = (self.old, self.new);
        let (old_table, new_table) = (old.table(before), new.table(after));
        let is_inherited =
            |metamodel: &Metamodel, class: ClassId, id: FeatureId| metamodel[id].owner != class;
        let lost_feature = old_table.all_features().iter().find(|id| {
            let is_lost = new_table.feature_named(old[**id].name()).is_none();
            is_lost && is_inherited(old, before, **id) && old.is_stored(**id)
        });
        if let Some(id) = lost_feature {
            return Some(format!(
                "objects may have `{}`, which they do not inherit any more",
                old[*id].name()
            ));
        }
        let lost_ancestor = old_table.supertypes().iter().find(|ancestor| {
            let counterpart = self.pairs.class(old, new, **ancestor);
            counterpart.is_some_and(|counterpart| !new.conforms(after, counterpart))
        });
        if let Some(ancestor) = lost_ancestor {
            return Some(format!(
                "references to `{}` do not accept its objects any more",
                old[*ancestor].name
            ));
        }
        let needed_feature = new_table.all_features().iter().find(|id| {
            let is_added = old_table.feature_named(new[**id].name()).is_none();
            is_added && is_inherited(new, after, **id) && is_needed(new, **id)
        });
        needed_feature
            .map(|id| format!("objects lack a value for `{}`, which they inherit now", new[*id].name()))
    }

    /// Compares the operations of two versions of a class by their signatures. No change of them is a risk, because
    /// data does not depend on operations.
    fn compare_operations(&mut self, before: ClassId, after: ClassId) {
        let (old, new) = (self.old, self.new);
        let (old_operations, new_operations) = (&old[before].operations, &new[after].operations);
        let pairs = pairs_by_key(
            old_operations,
            new_operations,
            |id| old[*id].typed.name.as_str(),
            |id| new[*id].typed.name.as_str(),
        );
        let container = Some(Element::Class(after));
        let class = &new[after].name;
        for (old_operation, new_operation) in pairs {
            let label = |name: &str| ("operation", format!("{class}.{name}"));
            match (old_operation, new_operation) {
                (Some(old_operation), Some(new_operation)) => {
                    let mut differences = Differences::default();
                    let (old_signature, new_signature) =
                        (operation(old, &old[old_operation]), operation(new, &new[new_operation]));
                    differences.compare_texts("signature", Some(&old_signature), Some(&new_signature), None);
                    differences.compare_documentation(
                        &old[old_operation].typed.annotations,
                        &new[new_operation].typed.annotations,
                    );
                    self.push_changed(
                        Element::Operation(new_operation),
                        container,
                        label(&new[new_operation].typed.name),
                        differences,
                    );
                }
                (None, Some(new_operation)) => {
                    self.push_added(
                        Element::Operation(new_operation),
                        container,
                        label(&new[new_operation].typed.name),
                        None,
                    );
                }
                (Some(old_operation), None) => {
                    self.push_removed(
                        Element::Operation(old_operation),
                        container,
                        label(&old[old_operation].typed.name),
                        None,
                    );
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
    metamodel[id].is_containment() && composite_text(&metamodel[metamodel.target(id)]).is_some()
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
