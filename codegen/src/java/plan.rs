//! The plan of the generated types: every name and the form of every component, decided before a line is printed.
//!
//! Invariants: a feature has the same name in all types; two features of one class share a name only if they have the
//! same type and no document contains both. This module does not print anything.

use super::names::{TypeNames, TypesToName};
use super::words;
use crate::json_schema::Checker;
use crate::languages::classes::{has_names, without_objects};
use crate::languages::losses::report_deep_maps;
use crate::languages::names::{Case, ChosenName, Reason, rename_note, spell};
use crate::languages::shapes::{Member, Shapes, Value};
use crate::numbered_names::NumberedNames;
use crate::scope::Scope;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use modelwright_metamodel::ecore::{ClassId, Classifier, FeatureId, Metamodel, PackageId, builtin};
use modelwright_notations::tree::Dialect;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;

/// The maximum number of components of a record: Java's constructors have at most 255 arguments with the object itself.
pub(super) const MAX_COMPONENTS: usize = 254;

/// If more features than this have the same name, each of them gets a name of its own, and they are not compared in
/// pairs.
const MAX_NAMESAKES: usize = 200;

pub(super) struct Plan<'m> {
    pub(super) scope: &'m Scope<'m>,
    pub(super) metamodel: &'m Metamodel,
    pub(super) names: TypeNames,
    /// The classes that have objects.
    pub(super) classes: Vec<ClassId>,
    /// The choices and tuples.
    pub(super) aliases: Vec<ClassId>,
    /// The direct supertypes of each class that are interfaces.
    pub(super) bases: FxHashMap<ClassId, Vec<ClassId>>,
    /// The direct subclasses of each class.
    pub(super) children: FxHashMap<ClassId, Vec<ClassId>>,
    /// The classes whose interfaces are sealed: all of their subtypes are in one package, as Java requires outside of
    /// modules.
    pub(super) sealed_interfaces: FxHashSet<ClassId>,
    /// The form of each feature.
    pub(super) members: FxHashMap<FeatureId, Member>,
    /// The name of the component of each feature.
    components: FxHashMap<FeatureId, String>,
    pub(super) problems: Diagnostics,
}

/// The features of a class in documents.
#[derive(Debug, Default)]
pub(super) struct Features {
    /// The features with keys, inherited ones first.
    pub(super) visible: Vec<FeatureId>,
    /// The features whose key an earlier feature has, too: pairs of the feature and the earlier one.
    pub(super) hidden: Vec<(FeatureId, FeatureId)>,
}

impl<'m> Plan<'m> {
    /// Plans the types of a scope, in packages inside of `base_package` if there is one.
    pub(super) fn new(scope: &'m Scope<'m>, base_package: Option<&str>) -> Self {
        let metamodel = scope.metamodel;
        let classes = classes_with_objects(scope);
        let aliases: Vec<ClassId> = scope
            .classes
            .iter()
            .filter(|id| metamodel.tuple(**id).is_some() || metamodel.choice(**id).is_some())
            .copied()
            .collect();
        let (bases, children) = supertypes_and_subclasses(metamodel, &classes);
        let concrete_with_subclasses: FxHashSet<ClassId> = classes
            .iter()
            .copied()
            .filter(|id| children.contains_key(id) && !scope.is_abstract(*id))
            .collect();
        let mut problems = Diagnostics::new();
        let types_to_name = TypesToName {
            classes: &classes,
            concrete_with_subclasses: &concrete_with_subclasses,
            aliases: &aliases,
            base_package,
        };
        let names = TypeNames::new(scope, &types_to_name, &mut problems);
        let mut plan = Self {
            scope,
            metamodel,
            names,
            classes,
            aliases,
            bases,
            children,
            sealed_interfaces: FxHashSet::default(),
            members: FxHashMap::default(),
            components: FxHashMap::default(),
            problems,
        };
        plan.find_sealed();
        let order = plan.find_members();
        plan.name_components(&order);
        plan.report_limits();
        plan
    }

    /// Whether a class is an interface, perhaps with a record.
    pub(super) fn is_interface(&self, class: ClassId) -> bool {
        self.scope.is_abstract(class) || self.children.contains_key(&class)
    }

    /// Finds the sealed interfaces: those whose subtypes are all in the same package, as Java requires outside of named
    /// modules.
    fn find_sealed(&mut self) {
        self.sealed_interfaces =
            self.classes.iter().copied().filter(|class| self.can_be_sealed(*class)).collect();
        // The interface for objects of any class is a supertype of all classes without other supertypes.
        if let Some(any) = &self.names.any_object {
            let mut top_packages = self
                .classes
                .iter()
                .filter(|class| self.bases.get(*class).is_none_or(Vec::is_empty))
                .map(|class| self.package(*class))
                .peekable();
            if top_packages.peek().is_some() && top_packages.all(|package| package == Some(any.package)) {
                self.sealed_interfaces.insert(builtin::EOBJECT);
            }
        }
    }

    /// Whether a class has subtypes, all of them in its own package.
    fn can_be_sealed(&self, class: ClassId) -> bool {
        let own_package = self.package(class);
        let children = self.children.get(&class).map_or(&[][..], Vec::as_slice);
        // The record of a concrete class with subclasses is in the package of the class.
        let has_subtypes = !children.is_empty() || self.names.records.contains_key(&class);
        has_subtypes && children.iter().all(|child| self.package(*child) == own_package)
    }

    /// The package of the type of a class.
    fn package(&self, class: ClassId) -> Option<PackageId> {
        self.names.classes.get(&class).map(|name| name.package)
    }

    /// Finds the form of all features. Returns the features whose components need names, in the order in which they get
    /// them.
    fn find_members(&mut self) -> Vec<FeatureId> {
        let (scope, metamodel) = (self.scope, self.metamodel);
        let mut shapes = Shapes::new(scope, Checker::program("the Java class"));
        let mut order = Vec::new();
        for class in self.classes.clone() {
            let features = self.features(class);
            let hidden: Vec<FeatureId> = features.hidden.iter().map(|(id, _)| *id).collect();
            for id in features.visible.iter().chain(&hidden).copied() {
                if let Entry::Vacant(entry) = self.members.entry(id) {
                    entry.insert(shapes.member(id));
                    order.push(id);
                }
            }
            self.report_left_out(class, &hidden);
        }
        let is_natural = |id: &ClassId| self.names.aliases.contains_key(id) || metamodel.is_entry_class(*id);
        for class in scope.classes.iter().copied().filter(is_natural) {
            for id in metamodel.table(class).all_features().iter().copied() {
                if let Entry::Vacant(entry) = self.members.entry(id) {
                    entry.insert(shapes.member(id));
                    // Only components of the same record need different names. Entries of maps have no record, and the
                    // record of an alternative has a single component.
                    if metamodel.tuple(class).is_some() {
                        order.push(id);
                    }
                }
            }
        }
        self.problems.append(shapes.into_problems());
        order
    }

    /// Reports the features that a class declares and that Java's types do not have: those in `hidden`, whose name
    /// another feature has, and those with the name of a key of the dialect.
    fn report_left_out(&mut self, class: ClassId, hidden: &[FeatureId]) {
        let metamodel = self.metamodel;
        // Inherited features are reported for their owner only.
        for id in hidden.iter().copied().filter(|id| metamodel[*id].owner == class) {
            let label = metamodel.feature_label(id);
            let message = format!("Java has no {label}: another feature has the same name");
            self.problems.push(Diagnostic::warning(codes::NOT_GENERATED, message));
        }
        for id in metamodel[class].features.iter().copied() {
            if is_in_documents(metamodel, id) && is_own_key(metamodel, id) {
                let label = metamodel.feature_label(id);
                let message = format!("Java has no {label}: in JSON, its name is a reserved key");
                self.problems.push(Diagnostic::warning(codes::NOT_GENERATED, message));
            }
        }
    }

    /// The features of a class in documents.
    pub(super) fn features(&self, class: ClassId) -> Features {
        let metamodel = self.metamodel;
        let table = metamodel.table(class);
        let all_features = table.all_features();
        let mut with_keys: Vec<FeatureId> = Vec::with_capacity(all_features.len());
        with_keys.extend(
            all_features.iter().filter(|id| is_in_documents(metamodel, **id) && !is_own_key(metamodel, **id)),
        );
        // Nearly no class has two features with the same key, and finding them costs a map of all keys.
        if with_keys.iter().all(|id| table.feature_named(metamodel[*id].name()) == Some(*id)) {
            return Features { visible: with_keys, hidden: Vec::new() };
        }
        let mut features = Features { visible: Vec::with_capacity(with_keys.len()), hidden: Vec::new() };
        let mut keys: FxHashMap<&str, FeatureId> =
            FxHashMap::with_capacity_and_hasher(with_keys.len(), FxBuildHasher);
        for id in with_keys {
            match keys.entry(metamodel[id].name()) {
                Entry::Occupied(first) => features.hidden.push((id, *first.get())),
                Entry::Vacant(entry) => {
                    entry.insert(id);
                    features.visible.push(id);
                }
            }
        }
        features
    }

    /// The name of the component or the method of a feature.
    pub(super) fn component(&self, feature: FeatureId) -> &str {
        self.components.get(&feature).map_or("value", String::as_str)
    }

    /// Chooses the name of the component of each feature in `order`, and reports names that differ from the plain ones.
    fn name_components(&mut self, order: &[FeatureId]) {
        let metamodel = self.metamodel;
        let plain_names: FxHashMap<FeatureId, String> =
            order.iter().map(|id| (*id, spell(metamodel[*id].name(), Case::LowerCamel))).collect();
        let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
        plain_names.values().for_each(|name| *counts.entry(name).or_default() += 1);
        // For each feature, the features whose components must have other names.
        let rivals = self.rivals(&plain_names, &counts);
        let reserved_words: FxHashSet<&str> = words::words_of_components().collect();
        let mut numbers = NumberedNames::default();
        let mut taken_by_first: FxHashSet<&str> = FxHashSet::default();
        for id in order {
            let Some(plain_name) = plain_names.get(id) else { continue };
            let rivals_of_feature = rivals.get(id).map_or(&[][..], Vec::as_slice);
            // If too many features share a name, only the first of them can have it.
            let has_many_namesakes =
                counts.get(plain_name.as_str()).is_some_and(|count| *count > MAX_NAMESAKES);
            let is_first = !has_many_namesakes || taken_by_first.insert(plain_name.as_str());
            let is_taken = |name: &str| {
                let is_name_of =
                    |other: &FeatureId| self.components.get(other).is_some_and(|known| known == name);
                !is_first || rivals_of_feature.iter().any(is_name_of)
            };
            // Numbers of a name are used once, so that no later feature can have the same one.
            let mut next_numbered = || numbers.next(plain_name, |numbered| !counts.contains_key(numbered));
            let is_reserved = reserved_words.contains(plain_name.as_str()) || self.names.is_type(plain_name);
            let chosen = if is_reserved {
                // A reserved word with `_` after it may still be taken, or be the plain name of another feature.
                let with_underscore = format!("{plain_name}_");
                let is_free = !is_taken(&with_underscore) && !counts.contains_key(with_underscore.as_str());
                let name = if is_free { with_underscore } else { next_numbered() };
                ChosenName { name, reason: Some(Reason::Word) }
            } else if is_taken(plain_name) {
                ChosenName { name: next_numbered(), reason: Some(Reason::Same) }
            } else {
                ChosenName { name: plain_name.clone(), reason: None }
            };
            self.problems.extend(rename_note(|| metamodel.feature_label(*id), &chosen, plain_name, "Java"));
            self.components.insert(*id, chosen.name);
        }
    }

    /// For each feature, the features that must have another name because some class has both.
    fn rivals(
        &self,
        plain_names: &FxHashMap<FeatureId, String>,
        counts: &FxHashMap<&str, usize>,
    ) -> FxHashMap<FeatureId, Vec<FeatureId>> {
        let metamodel = self.metamodel;
        let mut rivals: FxHashMap<FeatureId, Vec<FeatureId>> = FxHashMap::default();
        // Most names occur once. If too many features share a name, `name_components` gives each of them another one.
        let is_shared =
            |name: &str| counts.get(name).is_some_and(|count| (2..=MAX_NAMESAKES).contains(count));
        let shared_names: FxHashMap<FeatureId, &str> = plain_names
            .iter()
            .filter(|(_, name)| is_shared(name))
            .map(|(id, name)| (*id, name.as_str()))
            .collect();
        let natural_classes = self.aliases.iter().filter(|class| !self.names.classes.contains_key(*class));
        for class in self.classes.iter().chain(natural_classes) {
            let mut features_by_name: FxHashMap<&str, Vec<FeatureId>> = FxHashMap::default();
            for id in metamodel.table(*class).all_features() {
                let Some(name) = shared_names.get(id) else { continue };
                let same_name = features_by_name.entry(*name).or_default();
                for other in same_name.iter().filter(|other| !self.is_same(**other, *id)) {
                    rivals.entry(*id).or_default().push(*other);
                    rivals.entry(*other).or_default().push(*id);
                }
                same_name.push(*id);
            }
        }
        rivals
    }

    /// Reports features beyond the greatest number of components, and maps that are nested too deep for their types.
    fn report_limits(&mut self) {
        let metamodel = self.metamodel;
        for class in self.classes.iter().copied().filter(|class| !self.scope.is_abstract(*class)) {
            // A class has at most as many components as features, and the number of features is already known.
            if metamodel.table(class).all_features().len() <= MAX_COMPONENTS {
                continue;
            }
            let count = self.features(class).visible.len();
            if count <= MAX_COMPONENTS {
                continue;
            }
            let message = format!(
                "`{}` has {count} features, of which Java's records have the first {MAX_COMPONENTS}",
                metamodel[class].name
            );
            let help = "move some of them to classes of contained objects";
            self.problems.push(Diagnostic::warning(codes::NOT_GENERATED, message).help(help));
        }
        report_deep_maps(self.scope, "Java", &mut self.problems);
    }
}

/// Whether documents contain the values of a feature under its name.
fn is_in_documents(metamodel: &Metamodel, id: FeatureId) -> bool {
    (metamodel.is_stored(id) || metamodel.is_in_feature_map(id)) && !metamodel.is_feature_map(id)
}

/// Whether the name of a feature is a key of the dialect.
fn is_own_key(metamodel: &Metamodel, id: FeatureId) -> bool {
    Dialect::Plain.is_own_key(metamodel[id].name())
}

/// The classes of objects that documents contain as objects, not as values of another form.
fn classes_with_objects(scope: &Scope<'_>) -> Vec<ClassId> {
    let metamodel = scope.metamodel;
    let hidden = without_objects(metamodel);
    // A choice with named alternatives has a record for each, so it needs no type of its own for objects, unless
    // some feature contains it as an ordinary object.
    let mut contained_classes: FxHashSet<ClassId> = FxHashSet::default();
    for (_, data) in metamodel.classes() {
        let features = data.features.iter().copied();
        let containments = features.filter(|id| metamodel[*id].is_containment());
        let as_objects = containments.filter(|id| metamodel.natural_choice(*id).is_none());
        contained_classes.extend(as_objects.map(|id| metamodel.target(id)));
    }
    let is_choice = |id: ClassId| metamodel.choice(id).is_some_and(|choice| has_names(&choice));
    let has_objects =
        |id: &ClassId| !hidden.contains(id) && (contained_classes.contains(id) || !is_choice(*id));
    scope.classes.iter().copied().filter(has_objects).collect()
}

/// Classes by the class that they belong to.
type ClassesOfClass = FxHashMap<ClassId, Vec<ClassId>>;

/// The direct supertypes of each class, and its direct subclasses. Both are among the given classes.
fn supertypes_and_subclasses(metamodel: &Metamodel, classes: &[ClassId]) -> (ClassesOfClass, ClassesOfClass) {
    let known_classes: FxHashSet<ClassId> = classes.iter().copied().collect();
    let (mut bases, mut children) = (ClassesOfClass::default(), ClassesOfClass::default());
    for class in classes {
        let mut class_bases: Vec<ClassId> = Vec::new();
        for type_use in &metamodel[*class].supertypes {
            let Some(Classifier::Class(supertype)) = type_use.classifier else { continue };
            // A metamodel with errors may list a class twice, or as its own supertype.
            let is_repeated = supertype == *class || class_bases.contains(&supertype);
            if supertype != builtin::EOBJECT && known_classes.contains(&supertype) && !is_repeated {
                class_bases.push(supertype);
            }
        }
        class_bases.iter().for_each(|base| children.entry(*base).or_default().push(*class));
        bases.insert(*class, class_bases);
    }
    (bases, children)
}

/// Whether a value is an object of a class without a type in Java.
pub(super) fn is_unknown(plan: &Plan<'_>, value: &Value) -> bool {
    matches!(value, Value::Object(class) if *class != builtin::EOBJECT && !plan.names.classes.contains_key(class))
}
