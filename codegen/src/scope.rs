//! The part of a metamodel that is generated: the classes and enumerations of some packages, and their relations.
//!
//! All targets share it, so that they agree on the features that documents contain, and on whether a class's name is
//! sufficient. This module does not know any target.

use modelwright_metamodel::ecore::extended::is_document_root;
use modelwright_metamodel::ecore::{
    ClassId, Classifier, DataKind, DataTypeId, EXTENDED_META_DATA, FeatureId, Literal, Metamodel, PackageId,
    ValueRules, annotation, builtin,
};
use modelwright_validation::is_uncheckable;
use rustc_hash::{FxHashMap, FxHashSet};

/// What schemas do not check about a feature map, because documents contain only its members.
pub(crate) const BOUNDED_MAP: &str = "has an allowed number of entries";

/// The maximum number of features and subclasses of all classes together that definitions for each class may contain.
/// Definitions of a class have all inherited features, or a choice of all subclasses, so their number grows with the
/// square of the length of a chain of classes. Compilers cannot process many more.
pub(crate) const MAX_MEMBERS: usize = 300_000;

/// The part of a metamodel that is generated.
#[derive(Debug)]
pub(crate) struct Scope<'m> {
    pub(crate) metamodel: &'m Metamodel,
    /// The classes, in the order of packages and classifiers; without `EObject`, which represents all classes.
    pub(crate) classes: Vec<ClassId>,
    /// The enumerations, in the same order, then the enumerations of other packages that features use.
    pub(crate) enums: Vec<DataTypeId>,
    /// All classes and enumerations of the selected packages, in order.
    pub(crate) classifiers: Vec<Classifier>,
    /// The package whose classes documents name without its URI.
    pub(crate) main: Option<PackageId>,
    /// The generated classes.
    generated_classes: FxHashSet<ClassId>,
    /// The classes whose instances may be used if a class is expected, in order.
    concrete: FxHashMap<ClassId, Vec<ClassId>>,
}

/// The packages to generate if none is selected: the root packages. Copies of EMF's own packages, which are loaded if a
/// document refers to the files of EMF's plug-in, are left out, unless the metamodel has no other packages.
fn own_packages(metamodel: &Metamodel) -> Vec<PackageId> {
    let roots: Vec<PackageId> = metamodel.roots().collect();
    let originals: Vec<PackageId> = roots.iter().copied().filter(|id| !is_copy(metamodel, *id)).collect();
    if originals.is_empty() { roots } else { originals }
}

/// Whether a package is a copy of one of EMF's own.
fn is_copy(metamodel: &Metamodel, package: PackageId) -> bool {
    let uri = metamodel[package].ns_uri.as_deref();
    uri.is_some_and(|uri| uri == builtin::NS_URI || builtin::OPTIONAL_URIS.contains(&uri))
}

/// Packages and all packages inside of them, each before those inside of it, in the order of the metamodel.
pub(crate) fn with_subpackages(metamodel: &Metamodel, packages: &[PackageId]) -> Vec<PackageId> {
    let (mut all, mut known) = (Vec::new(), FxHashSet::default());
    // Reversed, because the last package on the stack is visited first.
    let mut stack: Vec<PackageId> = packages.iter().rev().copied().collect();
    while let Some(package) = stack.pop() {
        if known.insert(package) {
            all.push(package);
            stack.extend(metamodel[package].subpackages.iter().rev());
        }
    }
    all
}

/// Whether a class has objects of its own.
pub(crate) fn has_objects(metamodel: &Metamodel, class: ClassId) -> bool {
    !metamodel[class].is_abstract && !metamodel[class].is_interface
}

/// Whether a missing value violates the feature's lower bound.
pub(crate) fn is_required(metamodel: &Metamodel, feature: FeatureId) -> bool {
    let data = &metamodel[feature];
    data.typed.required() && (data.many() || data.unsettable || data.default == Literal::Null)
}

/// Whether objects must have a value of a feature in documents.
pub(crate) fn is_needed(metamodel: &Metamodel, feature: FeatureId) -> bool {
    is_required(metamodel, feature) && metamodel.is_stored(feature)
}

impl<'m> Scope<'m> {
    /// The given packages; all top-level ones if none is given.
    pub(crate) fn chosen(metamodel: &Metamodel, packages: &[PackageId]) -> Vec<PackageId> {
        if packages.is_empty() { own_packages(metamodel) } else { packages.to_vec() }
    }

    /// The given packages and their subpackages; all packages if none is given.
    pub(crate) fn new(metamodel: &'m Metamodel, packages: &[PackageId]) -> Self {
        let chosen = Self::chosen(metamodel, packages);
        let all_packages = with_subpackages(metamodel, &chosen);
        // Documents name the root package, even if only a package inside of it is generated.
        let main = chosen.first().map(|first| metamodel.root_of(*first));
        let mut scope = Self {
            metamodel,
            classes: Vec::new(),
            enums: Vec::new(),
            classifiers: Vec::new(),
            main,
            generated_classes: FxHashSet::default(),
            concrete: FxHashMap::default(),
        };
        for package in all_packages {
            for classifier in &metamodel[package].classifiers {
                scope.add(*classifier);
            }
        }
        scope.generated_classes = scope.classes.iter().copied().collect();
        scope.find_concrete();
        scope.add_used_enums();
        scope
    }

    /// The packages that have classes, in order.
    pub(crate) fn packages(&self) -> Vec<PackageId> {
        // Classes were added package by package, so equal packages are beside each other.
        let mut packages: Vec<_> = self.classes.iter().map(|class| self.metamodel[*class].package).collect();
        packages.dedup();
        packages
    }

    /// The rules for values that all packages share; `None` if they differ.
    pub(crate) fn value_rules(&self) -> Option<ValueRules> {
        let mut rules_of_packages =
            self.packages().into_iter().map(|package| self.metamodel[package].value_rules);
        let first_rules = rules_of_packages.next()?;
        rules_of_packages.all(|rules| rules == first_rules).then_some(first_rules)
    }

    /// Adds a class other than `EObject`, or an enumeration. Other data types are ignored.
    fn add(&mut self, classifier: Classifier) {
        match classifier {
            Classifier::Class(id) if id != builtin::EOBJECT => self.classes.push(id),
            Classifier::DataType(id) if self.metamodel[id].literals.is_some() => self.enums.push(id),
            _ => return,
        }
        self.classifiers.push(classifier);
    }

    /// Finds the concrete classes for each class that may be expected.
    fn find_concrete(&mut self) {
        let mut concrete: FxHashMap<ClassId, Vec<ClassId>> = FxHashMap::default();
        for class in self.classes.iter().copied().filter(|class| !self.is_abstract(*class)) {
            let supertypes = self.metamodel.table(class).supertypes().iter().copied();
            for expected in supertypes.filter(|id| *id != class).chain([class]) {
                concrete.entry(expected).or_default().push(class);
            }
        }
        self.concrete = concrete;
    }

    /// Adds the classes of other packages to which the features that `follows` selects refer, with their subclasses,
    /// and with the superclasses of all of these if `with_bases` is true.
    pub(crate) fn add_used(&mut self, follows: impl Fn(FeatureId) -> bool, with_bases: bool) {
        let metamodel = self.metamodel;
        let initial_count = self.classes.len();
        let mut index = 0;
        // By index, because the list grows while it is read: added classes use further classes.
        while let Some(class) = self.classes.get(index).copied() {
            let leads_outside = |id: &FeatureId| {
                let target = metamodel[*id].is_reference().then(|| metamodel.target(*id));
                target.is_some_and(|it| it != builtin::EOBJECT && !self.covers(it)) && follows(*id)
            };
            let mut used_classes = Vec::new();
            // Few classes refer to others that are not generated, and the list of features is an allocation.
            if metamodel.table(class).all_features().iter().any(leads_outside) {
                let references = self.features_and_members(class).filter(leads_outside);
                for target in references.map(|id| metamodel.target(id)) {
                    let classes = metamodel.classes().map(|(id, _)| id);
                    used_classes.extend(classes.filter(|id| metamodel.conforms(*id, target)));
                }
            }
            if with_bases && index >= initial_count {
                used_classes.extend(metamodel.table(class).supertypes());
            }
            for class in used_classes.into_iter().filter(|id| *id != builtin::EOBJECT) {
                if self.generated_classes.insert(class) {
                    self.add(Classifier::Class(class));
                }
            }
            index += 1;
        }
        self.classes[initial_count..].sort_by_key(|id| id.index());
        // Classes of the same package must follow each other.
        let mut packages: FxHashMap<PackageId, usize> = FxHashMap::default();
        for class in &self.classes {
            let position = packages.len();
            packages.entry(metamodel[*class].package).or_insert(position);
        }
        // The sort is stable, so that the order within a package is kept.
        self.classes.sort_by_key(|id| packages.get(&metamodel[*id].package).copied());
        self.find_concrete();
    }

    /// Adds the enumerations of other packages that features of the classes use.
    fn add_used_enums(&mut self) {
        let metamodel = self.metamodel;
        let used_enum = |feature: FeatureId| {
            Some(metamodel.data_type(feature))
                .filter(|id| !metamodel[feature].is_reference() && metamodel[*id].kind == DataKind::Enum)
        };
        let mut known_enums: FxHashSet<DataTypeId> = self.enums.iter().copied().collect();
        for class in self.classes.clone() {
            // Nearly no class uses an enumeration of another package, and the lists below cost an allocation each.
            let mut features = metamodel.table(class).all_features().iter();
            if !features.any(|id| used_enum(*id).is_some_and(|data_type| !known_enums.contains(&data_type))) {
                continue;
            }
            let data_types: Vec<_> = self.features_and_members(class).filter_map(used_enum).collect();
            for data_type in data_types {
                if known_enums.insert(data_type) {
                    self.add(Classifier::DataType(data_type));
                }
            }
        }
    }

    /// Whether a class is generated.
    pub(crate) fn covers(&self, class: ClassId) -> bool {
        self.generated_classes.contains(&class)
    }

    /// Whether there are no direct instances of a class.
    pub(crate) fn is_abstract(&self, class: ClassId) -> bool {
        !has_objects(self.metamodel, class)
    }

    /// The generated classes whose instances may be used if the class is expected.
    pub(crate) fn concrete(&self, class: ClassId) -> &[ClassId] {
        self.concrete.get(&class).map_or(&[], Vec::as_slice)
    }

    /// Whether all classes together have more than [`MAX_MEMBERS`] features, inherited ones included, and subclasses.
    pub(crate) fn has_too_many_members(&self) -> bool {
        self.has_more_members(MAX_MEMBERS)
    }

    /// Whether all classes together have more than `max` features, inherited ones included, and subclasses.
    pub(crate) fn has_more_members(&self, max: usize) -> bool {
        let members =
            |class: &ClassId| self.metamodel.table(*class).all_features().len() + self.concrete(*class).len();
        // Subtracting from the limit ends early and cannot overflow.
        self.classes.iter().try_fold(max, |remaining, class| remaining.checked_sub(members(class))).is_none()
    }

    /// Whether a class contains objects of any class.
    pub(crate) fn contains_anything(&self) -> bool {
        self.classes.iter().any(|class| {
            let features = self.metamodel.table(*class).all_features();
            features.iter().any(|id| self.accepts_anything(*id))
        })
    }

    /// Whether a feature contains objects of any class.
    fn accepts_anything(&self, id: FeatureId) -> bool {
        self.metamodel[id].is_containment()
            && self.metamodel.target(id) == builtin::EOBJECT
            && self.metamodel.is_stored(id)
    }

    /// Allows all classes if `EObject` is expected, even classes that do not inherit from it.
    pub(crate) fn open_anything(&mut self) {
        let concrete = self.classes.iter().copied().filter(|class| !self.is_abstract(*class)).collect();
        self.concrete.insert(builtin::EOBJECT, concrete);
    }

    /// Whether objects of other classes may be used if a class is expected.
    pub(crate) fn is_open(&self, class: ClassId) -> bool {
        self.is_abstract(class) || self.concrete(class).len() > 1
    }

    /// The features that documents contain, inherited ones first. If two have the same name, documents contain only
    /// the first.
    pub(crate) fn features(&self, class: ClassId) -> Vec<FeatureId> {
        self.stored_features(class).0
    }

    /// As [`Self::features`], and the features that documents lack because an earlier one has the same name.
    pub(crate) fn stored_features(&self, class: ClassId) -> (Vec<FeatureId>, Vec<FeatureId>) {
        let is_stored = |id: &FeatureId| self.metamodel.is_stored(*id);
        let table = self.metamodel.table(class);
        let (mut features, mut hidden) = (Vec::with_capacity(table.all_features().len()), Vec::new());
        // The names whose first feature is not stored, which are few.
        let mut names = FxHashSet::default();
        for id in table.all_features().iter().copied().filter(is_stored) {
            let name = self.metamodel[id].name();
            let first = table.feature_named(name);
            let is_first = first == Some(id) || !first.as_ref().is_some_and(is_stored) && names.insert(name);
            if is_first { features.push(id) } else { hidden.push(id) }
        }
        (features, hidden)
    }

    /// As [`Self::features`], followed by the features whose values are in feature maps.
    pub(crate) fn features_and_members(&self, class: ClassId) -> impl Iterator<Item = FeatureId> {
        self.features(class).into_iter().chain(self.members(class))
    }

    /// The features whose values are in feature maps.
    pub(crate) fn members(&self, class: ClassId) -> impl Iterator<Item = FeatureId> {
        let all_features = self.metamodel.table(class).all_features().iter().copied();
        all_features.filter(|id| self.metamodel.is_in_feature_map(*id))
    }

    /// The opposites of containments by which a root refers to its container in another document.
    pub(crate) fn container_ends(&self, class: ClassId) -> Vec<FeatureId> {
        let table = self.metamodel.table(class);
        let ends = table.all_features().iter().enumerate().filter(|(slot, id)| {
            let feature = &self.metamodel[**id];
            self.metamodel.is_container(**id)
                && !feature.transient
                // Documents contain only the first feature with a name.
                && table.slot_named(feature.name()) == Some(*slot)
        });
        ends.map(|(_, id)| *id).collect()
    }

    /// A rule that the objects of a feature must differ, as a predicate for messages; `None` if there is no such rule.
    pub(crate) fn uniqueness_rule(&self, feature: FeatureId) -> Option<&'static str> {
        match &self.metamodel[feature] {
            data if !data.keys().is_empty() => Some("contains objects with different keys"),
            _ if self.metamodel.holds_entries(feature) => Some("contains each key once"),
            _ => None,
        }
    }

    /// Whether no instance of a class can be valid, because a superclass was not found or is Ecore's own.
    pub(crate) fn is_uncheckable(&self, class: ClassId) -> bool {
        !self.is_abstract(class) && is_uncheckable(self.metamodel, class)
    }

    /// Whether documents may refer to a contained object, or to a root's container, in another document.
    pub(crate) fn may_refer_across_documents(&self) -> bool {
        let mut classes = self.classes.iter();
        classes.any(|class| {
            self.features(*class).iter().any(|id| self.metamodel[*id].is_containment())
                || !self.container_ends(*class).is_empty()
        })
    }

    /// Features that must have a value, but that documents do not contain.
    pub(crate) fn unseen_required(&self, class: ClassId) -> Vec<FeatureId> {
        let declared_features = self.metamodel[class].features.iter().copied();
        declared_features.filter(|id| !self.metamodel.is_stored(*id) && self.is_required(*id)).collect()
    }

    /// Feature maps of a class with a bounded number of entries: feature maps of a document root contain one element
    /// each.
    pub(crate) fn bounded_maps(&self, class: ClassId) -> Vec<FeatureId> {
        let is_root = is_document_root(self.metamodel, class);
        let all_features = self.metamodel.table(class).all_features().iter().copied();
        let bounded_maps = all_features.filter(|id| {
            let bounds = &self.metamodel[*id].typed;
            self.metamodel.is_feature_map(*id) && (bounds.lower > 0 || bounds.upper > 0 || is_root)
        });
        bounded_maps.collect()
    }

    /// The base of a data type: named in the same package, or as `URI#name` in another one. `None` if the type declares
    /// no base, or an unknown one.
    pub(crate) fn base_type(&self, id: DataTypeId) -> Option<DataTypeId> {
        let metamodel = self.metamodel;
        let extended_metadata = |id: DataTypeId| annotation(&metamodel[id].annotations, EXTENDED_META_DATA);
        let base = extended_metadata(id)?.detail("baseType")?;
        let package_of_type = metamodel[id].package;
        let (package, name) = match base.rsplit_once('#') {
            Some(("", name)) => (package_of_type, name),
            Some((uri, name)) => (metamodel.package_by_uri(uri)?, name),
            None => (package_of_type, base),
        };
        let mut types = metamodel[package].classifiers.iter().filter_map(|classifier| match classifier {
            Classifier::DataType(id) => Some(*id),
            Classifier::Class(_) => None,
        });
        // Extended metadata refers to types by their names in XML, which may differ from those in Ecore.
        types.find(|id| {
            extended_metadata(*id).and_then(|a| a.detail("name")).unwrap_or(&metamodel[*id].name) == name
        })
    }

    /// The references to containers whose slot in a class differs from their slot in the class that declares them, and
    /// whose opposite is a list. EMF does not find the opposite of such a reference if the list is long.
    pub(crate) fn displaced_ends(&self, class: ClassId) -> Vec<FeatureId> {
        let metamodel = self.metamodel;
        if self.is_abstract(class) {
            return Vec::new();
        }
        let all_features = metamodel.table(class).all_features().iter().copied();
        let displaced_ends = all_features.filter(|id| {
            let declared_slot = metamodel.table(metamodel[*id].owner).slot(*id);
            let has_list_as_opposite = metamodel[*id].opposite().is_some_and(|it| metamodel[it].many());
            has_list_as_opposite
                && metamodel.is_container(*id)
                && metamodel.table(class).slot(*id) != declared_slot
        });
        displaced_ends.collect()
    }

    /// Features that share their name with an earlier one.
    pub(crate) fn hidden_features(&self, class: ClassId) -> Vec<FeatureId> {
        self.stored_features(class).1
    }

    /// Whether a missing value violates the feature's lower bound.
    pub(crate) fn is_required(&self, feature: FeatureId) -> bool {
        is_required(self.metamodel, feature)
    }

    /// Whether null is a value of an attribute.
    pub(crate) fn is_nullable(&self, id: FeatureId) -> bool {
        let kind = self.metamodel[self.metamodel.data_type(id)].kind;
        !self.metamodel[id].is_reference()
            && !matches!(kind, DataKind::Enum | DataKind::FeatureMapEntry)
            && kind.intrinsic_default() == Literal::Null
    }

    /// Whether null may be among the values of a list: Java's lists may contain it for any type of their items; under
    /// declared rules it is not a value.
    pub(crate) fn holds_null(&self, id: FeatureId) -> bool {
        let data = &self.metamodel[id];
        data.many()
            && self.metamodel.value_rules(id) == ValueRules::Java
            && !data.is_reference()
            && !self.metamodel.is_feature_map(id)
    }

    /// Whether documents may contain null as the value of a feature, as opposed to no value.
    pub(crate) fn accepts_null(&self, id: FeatureId) -> bool {
        let data = &self.metamodel[id];
        // With another default, null is not the same as no value.
        let null_is_value = data.unsettable || (data.default_literal.is_some() && self.is_nullable(id));
        // A feature that can be unset may be null if null is a value; under declared rules, a required feature must
        // have another value.
        let may_be_set_to_null = data.unsettable
            && self.metamodel.value_rules(id) == ValueRules::Java
            && (data.is_reference() || self.is_nullable(id));
        null_is_value && (may_be_set_to_null || !data.typed.required())
    }

    /// Whether the values of a feature must differ. Contained objects may be equal without being the same object. For
    /// references, see decision 14.
    pub(crate) fn holds_distinct(&self, id: FeatureId) -> bool {
        let data = &self.metamodel[id];
        data.typed.unique && !data.is_containment() && (data.is_reference() || !data.derived)
    }

    /// The value of `$type` for a class.
    pub(crate) fn type_name(&self, class: ClassId) -> String {
        let data = &self.metamodel[class];
        if Some(data.package) == self.main {
            return data.name.clone();
        }
        self.qualified_name(class)
    }

    /// The name of a class with the URI of its package.
    pub(crate) fn qualified_name(&self, class: ClassId) -> String {
        let root = self.metamodel.root_of(self.metamodel[class].package);
        [self.uri(root), "#//", &self.name_in_documents(class)].concat()
    }

    /// The name of a class in documents of its own package, with the names of the packages around it except the root.
    pub(crate) fn name_in_documents(&self, class: ClassId) -> String {
        let data = &self.metamodel[class];
        let mut path = self.path(data.package);
        path.push(&data.name);
        path.split_first().map_or_else(String::new, |(_, inner_path)| inner_path.join("/"))
    }

    /// The names of a package and of all packages around it, the outermost first.
    pub(crate) fn path(&self, package: PackageId) -> Vec<&'m str> {
        let mut path = Vec::new();
        let mut next_package = Some(package);
        while let Some(package) = next_package {
            path.push(self.metamodel[package].name.as_str());
            next_package = self.metamodel[package].parent;
        }
        path.reverse();
        path
    }

    /// The name of a package's file without its extension: all names of its path. Files of packages refer to each other
    /// in the same directory, so characters that separate directories, or have a meaning in an address, become `_`.
    pub(crate) fn file_stem(&self, package: PackageId) -> String {
        self.path(package).join(".").replace(['/', '\\', '#', '?', '%'], "_")
    }

    /// The namespace URI of a package in documents.
    pub(crate) fn uri(&self, package: PackageId) -> &'m str {
        let data = &self.metamodel[package];
        data.ns_uri.as_deref().unwrap_or(&data.name)
    }

    /// The name of the first package, for files and headers.
    pub(crate) fn name(&self) -> &'m str {
        self.main.map_or("", |main| &self.metamodel[main].name)
    }
}
