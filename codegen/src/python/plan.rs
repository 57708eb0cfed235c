//! The plan of the generated modules: every name and the form of every field, decided before the first line is printed.
//!
//! Invariants: names of a module are unique in all modules, so that they may be moved; a field has the same name in all
//! subclasses. This module does not know the flavour.

use super::words;
use crate::json_schema::Checker;
use crate::languages::classes::{Layouts, is_natural, layouts, without_objects};
use crate::languages::losses::{report_deep_maps, report_hidden};
use crate::languages::modules::{is_in, modules};
use crate::languages::names::{Case, ChosenName, Names, rename_note, spell, type_name};
use crate::languages::shapes::{Member, Shapes};
use crate::scope::Scope;
use modelwright_metamodel::cycles::cyclic_components;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use modelwright_metamodel::ecore::{
    ClassId, Classifier, DataTypeId, FeatureId, Metamodel, PackageId, builtin,
};
use modelwright_notations::tree::Dialect;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::collections::hash_map::Entry;

/// A class.
pub(super) struct PlannedClass {
    pub(super) class: ClassId,
    pub(super) bases: Vec<ClassId>,
    pub(super) fields: Vec<Field>,
}

/// A field of a class.
pub(super) struct Field {
    pub(super) name: String,
    pub(super) member: Member,
}

/// A module.
pub(super) struct Module {
    pub(super) name: String,
    pub(super) roots: Vec<PackageId>,
}

/// The modules, their classes and types, and all names.
pub(super) struct Plan<'m> {
    pub(super) scope: &'m Scope<'m>,
    pub(super) metamodel: &'m Metamodel,
    pub(super) modules: Vec<Module>,
    /// The classes that have objects, with their supertypes first.
    pub(super) classes: Vec<PlannedClass>,
    /// The choices and tuples, which are types without objects, in an order in which each follows those that it uses.
    pub(super) aliases: Vec<ClassId>,
    /// The aliases that contain themselves.
    pub(super) recursive_aliases: FxHashSet<ClassId>,
    /// For each class, the classes that inherit from it in the metamodel, but not in the generated code.
    pub(super) separated_subclasses: FxHashMap<ClassId, Vec<ClassId>>,
    /// How each feature of a choice, a tuple or an entry of a map is represented in Python.
    pub(super) part_members: FxHashMap<FeatureId, Member>,
    class_names: FxHashMap<ClassId, String>,
    alias_names: FxHashMap<ClassId, String>,
    codec_names: FxHashMap<ClassId, String>,
    /// For each class with subclasses, the name of the type of the objects of all of them.
    union_names: FxHashMap<ClassId, String>,
    enum_names: FxHashMap<DataTypeId, String>,
    /// The names of the literals of each enumeration.
    pub(super) literals: FxHashMap<DataTypeId, Vec<String>>,
    /// The index of the module that contains each root package.
    modules_of: FxHashMap<PackageId, usize>,
    pub(super) problems: Diagnostics,
}

impl<'m> Plan<'m> {
    /// Plans the classes of a scope; `lists_subclasses` if types list the subclasses of a class.
    pub(super) fn new(scope: &'m Scope<'m>, lists_subclasses: bool) -> Self {
        let metamodel = scope.metamodel;
        let hidden = without_objects(metamodel);
        let Layouts { all, separated_subclasses } =
            layouts(scope, Case::Snake, |class| !hidden.contains(&class));
        let mut plan = Self {
            scope,
            metamodel,
            modules: Vec::new(),
            classes: Vec::new(),
            aliases: Vec::new(),
            recursive_aliases: FxHashSet::default(),
            separated_subclasses,
            part_members: FxHashMap::default(),
            class_names: FxHashMap::default(),
            alias_names: FxHashMap::default(),
            codec_names: FxHashMap::default(),
            union_names: FxHashMap::default(),
            enum_names: FxHashMap::default(),
            literals: FxHashMap::default(),
            modules_of: FxHashMap::default(),
            problems: Diagnostics::new(),
        };
        plan.name_modules(modules(scope, &all, lists_subclasses));
        plan.name_types(&hidden);
        let mut shapes = Shapes::new(scope, Checker::program("the Python module"));
        let plain_names = plain_names(scope);
        let mut names = FieldNames::new(metamodel, &plain_names, plan.type_names());
        for layout in all {
            for base in &layout.dropped_bases {
                let (class, base) = (&metamodel[layout.class].name, &metamodel[*base].name);
                let message = format!(
                    "`{class}` does not inherit from `{base}` in Python, where it cannot be combined with its \
                     other supertypes"
                );
                let help = "its features are declared again; rename features with the same name";
                plan.problems.push(Diagnostic::warning(codes::NOT_GENERATED, message).help(help));
            }
            let mut features = layout.features;
            features.retain(|id| plan.has_key(*id));
            let chosen = names.names_of(layout.class, &features, &mut plan.problems);
            let fields = features.into_iter().zip(chosen);
            let fields = fields.map(|(id, name)| Field { name, member: shapes.member(id) }).collect();
            report_hidden(scope, layout.class, "Python has", &mut plan.problems);
            plan.classes.push(PlannedClass { class: layout.class, bases: layout.bases, fields });
        }
        let natural_classes = scope.classes.iter().filter(|class| is_natural(metamodel, **class));
        let features = natural_classes.flat_map(|class| metamodel.table(*class).all_features());
        plan.part_members = features.map(|feature| (*feature, shapes.member(*feature))).collect();
        plan.order_aliases();
        report_deep_maps(scope, "Python", &mut plan.problems);
        plan.problems.append(shapes.into_problems());
        plan
    }

    /// Whether documents can contain a feature under its name. If the name is a key of the dialect, this is reported.
    fn has_key(&mut self, feature: FeatureId) -> bool {
        let is_key_of_dialect = Dialect::Plain.is_own_key(self.metamodel[feature].name());
        if is_key_of_dialect {
            let label = self.metamodel.feature_label(feature);
            let message = format!("Python has no {label}: in JSON, its name is a reserved key");
            self.problems.push(Diagnostic::warning(codes::NOT_GENERATED, message));
        }
        !is_key_of_dialect
    }

    /// Names the modules after their first root package. `modules` has the root packages of each module.
    fn name_modules(&mut self, modules: Vec<Vec<PackageId>>) {
        let mut names = Names::default();
        for (at, roots) in modules.into_iter().enumerate() {
            let package = roots.first().map_or("", |root| self.metamodel[*root].name.as_str());
            let plain = spell(package, Case::Snake);
            let chosen = names.take(&plain, &[], words::is_word_of_directory, |_| false);
            self.problems.extend(rename_note(|| package.to_owned(), &chosen, &plain, "Python"));
            self.modules_of.extend(roots.iter().map(|root| (*root, at)));
            self.modules.push(Module { name: chosen.name, roots });
        }
    }

    /// Names enumerations, classes except those in `hidden`, aliases and codecs.
    fn name_types(&mut self, hidden: &FxHashSet<ClassId>) {
        let mut names = Names::default();
        for module in &self.modules {
            names.reserve(&module.name);
        }
        let metamodel = self.metamodel;
        for class in self.scope.classes.iter().copied().filter(|class| !hidden.contains(class)) {
            let name = self.take(&mut names, Classifier::Class(class));
            self.class_names.insert(class, name);
        }
        for id in self.scope.enums.clone() {
            let name = self.take(&mut names, Classifier::DataType(id));
            self.enum_names.insert(id, name);
            let mut names_of_literals = Names::default();
            let mut literals = Vec::new();
            for literal in metamodel[id].enum_literals() {
                let plain = spell(&literal.name, Case::Shouty);
                let chosen = names_of_literals.take(&plain, &[], |_| false, |_| false);
                let label = || format!("{}.{}", metamodel[id].name, literal.name);
                self.problems.extend(rename_note(label, &chosen, &plain, "Python"));
                literals.push(chosen.name);
            }
            self.literals.insert(id, literals);
        }
        for class in self.scope.classes.iter().copied() {
            if metamodel.tuple(class).is_none() && metamodel.choice(class).is_none() {
                continue;
            }
            let plain = spell(&metamodel[class].name, Case::UpperCamel);
            // If some values of a choice are objects, there is also a class with its name.
            let other_candidates = [format!("{plain}Value")];
            let alias = names.take(&plain, &other_candidates, words::is_word_of_module, |_| false).name;
            let codec = spell(&alias, Case::Shouty);
            let codec = names.take(&codec, &[format!("{codec}_CODEC")], words::is_word_of_module, |_| false);
            self.alias_names.insert(class, alias);
            self.codec_names.insert(class, codec.name);
        }
        for class in self.scope.classes.iter().copied().filter(|class| self.scope.is_open(*class)) {
            if let Some(name) = self.class_names.get(&class) {
                let plain = format!("Any{name}");
                let chosen = names.take(&plain, &[], words::is_word_of_module, |_| false);
                self.union_names.insert(class, chosen.name);
            }
        }
    }

    /// Chooses the name of a class or an enumeration, and reports it if it is not the plain one.
    fn take(&mut self, names: &mut Names, classifier: Classifier) -> String {
        let (name, report) = type_name(names, self.metamodel, classifier, words::is_word_of_module, "Python");
        self.problems.extend(report);
        name
    }

    /// All names of modules and of what they contain. A field with such a name would hide it.
    fn type_names(&self) -> FxHashSet<String> {
        let classes =
            self.class_names.values().chain(self.alias_names.values()).chain(self.codec_names.values());
        let classes = classes.chain(self.union_names.values());
        let modules = self.modules.iter().map(|module| &module.name);
        classes.chain(self.enum_names.values()).chain(modules).cloned().collect()
    }

    /// Sorts the aliases so that each follows those that it uses, and finds those that contain themselves.
    fn order_aliases(&mut self) {
        let aliases: Vec<ClassId> =
            self.scope.classes.iter().copied().filter(|class| self.alias_names.contains_key(class)).collect();
        let mut uses: FxHashMap<ClassId, Vec<ClassId>> = FxHashMap::default();
        let mut order = Vec::new();
        for class in aliases {
            // A class is on the stack twice: before and after the types that it uses, which must precede it in the
            // order.
            let mut stack = vec![(class, false)];
            while let Some((class, follows_its_uses)) = stack.pop() {
                if follows_its_uses {
                    // Entries of maps are visited as well, but they are not aliases.
                    if self.alias_names.contains_key(&class) {
                        order.push(class);
                    }
                } else if let Entry::Vacant(entry) = uses.entry(class) {
                    stack.push((class, true));
                    let used_types = entry.insert(self.used_types(class));
                    stack.extend(used_types.iter().map(|used| (*used, false)));
                }
            }
        }
        self.aliases = order;
        self.recursive_aliases = cyclic_components(&uses).into_keys().collect();
    }

    /// The choices, tuples and entries of maps that values of a class contain directly.
    fn used_types(&self, class: ClassId) -> Vec<ClassId> {
        let features = self.metamodel.table(class).all_features().iter().copied();
        let containments = features.filter(|id| self.metamodel[*id].is_containment());
        containments
            .map(|id| self.metamodel.target(id))
            .filter(|class| is_natural(self.metamodel, *class))
            .collect()
    }

    /// The name of the type of the objects of a class and its subclasses.
    pub(super) fn union(&self, class: ClassId, module: usize) -> String {
        if class == builtin::EOBJECT {
            return "_AnyObject".to_owned();
        }
        match self.union_names.get(&class) {
            Some(name) => self.qualified(name, Classifier::Class(class), module),
            None => self.class(class, module),
        }
    }

    /// The name of a class, with its module if that is another one.
    pub(super) fn class(&self, class: ClassId, module: usize) -> String {
        if class == builtin::EOBJECT {
            return "Object".to_owned();
        }
        let name = self.class_names.get(&class).map_or("Object", String::as_str);
        self.qualified(name, Classifier::Class(class), module)
    }

    /// Whether a class has objects in Python.
    pub(super) fn has_objects(&self, class: ClassId) -> bool {
        self.class_names.contains_key(&class)
    }

    /// The name of an enumeration, with its module if that is another one.
    pub(super) fn enumeration(&self, id: DataTypeId, module: usize) -> String {
        let name = self.enum_names.get(&id).map_or("str", String::as_str);
        self.qualified(name, Classifier::DataType(id), module)
    }

    /// The name of the type of a choice or a tuple, with its module if that is another one.
    pub(super) fn alias(&self, class: ClassId, module: usize) -> String {
        let name = self.alias_names.get(&class).map_or("object", String::as_str);
        self.qualified(name, Classifier::Class(class), module)
    }

    /// The name of the codec of a choice or a tuple, with its module if that is another one.
    pub(super) fn codec(&self, class: ClassId, module: usize) -> String {
        let name = self.codec_names.get(&class).map_or("ANYTHING", String::as_str);
        self.qualified(name, Classifier::Class(class), module)
    }

    /// A name, with the module of its classifier if that is not `module`.
    fn qualified(&self, name: &str, classifier: Classifier, module: usize) -> String {
        match self.module_of(classifier) {
            Some(other) if other != module => format!("{}.{name}", self.modules[other].name),
            _ => name.to_owned(),
        }
    }

    /// The index of the module that contains a classifier; `None` if it is not generated.
    pub(super) fn module_of(&self, classifier: Classifier) -> Option<usize> {
        let root = self.metamodel.root_of(self.metamodel.package_of(classifier));
        self.modules_of.get(&root).copied()
    }

    /// Whether a module contains a classifier.
    pub(super) fn is_in(&self, classifier: Classifier, module: usize) -> bool {
        is_in(self.metamodel, classifier, &self.modules[module].roots)
    }
}

/// The plain names of the features of all classes in Python.
fn plain_names(scope: &Scope<'_>) -> FxHashMap<FeatureId, String> {
    let metamodel = scope.metamodel;
    let features = scope.classes.iter().flat_map(|class| &metamodel[*class].features);
    features.map(|id| (*id, spell(metamodel[*id].name(), Case::Snake))).collect()
}

/// Chooses the names of fields.
struct FieldNames<'n> {
    metamodel: &'n Metamodel,
    plain_names: &'n FxHashMap<FeatureId, String>,
    /// For each name in Python, the number of features whose plain name it is, plus the number of fields that were
    /// renamed to it.
    counts: FxHashMap<Cow<'n, str>, usize>,
    /// The names of the fields that each class declares.
    chosen: FxHashMap<ClassId, Names>,
    /// The words that cannot be names of fields, and the names of modules and types, which fields must not hide.
    words: FxHashSet<String>,
}

impl<'n> FieldNames<'n> {
    /// Counts the plain names of all features. Fields must not have the names in `types`.
    fn new(
        metamodel: &'n Metamodel,
        plain_names: &'n FxHashMap<FeatureId, String>,
        types: FxHashSet<String>,
    ) -> Self {
        let mut counts = FxHashMap::with_capacity_and_hasher(plain_names.len(), FxBuildHasher);
        for name in plain_names.values() {
            *counts.entry(Cow::Borrowed(name.as_str())).or_default() += 1;
        }
        let mut words = types;
        words.extend(words::words_of_class().map(str::to_owned));
        Self { metamodel, plain_names, counts, chosen: FxHashMap::default(), words }
    }

    /// The plain name of a feature, which may be one of a class that is not generated.
    fn plain_name(&self, feature: FeatureId) -> Cow<'n, str> {
        match self.plain_names.get(&feature) {
            Some(name) => Cow::Borrowed(name),
            None => Cow::Owned(spell(self.metamodel[feature].name(), Case::Snake)),
        }
    }

    /// Chooses the names of the fields that a class declares, one for each of `features`. The names of the supertypes
    /// must have been chosen before.
    fn names_of(
        &mut self,
        class: ClassId,
        features: &[FeatureId],
        problems: &mut Diagnostics,
    ) -> Vec<String> {
        let mut names = Names::default();
        let mut chosen_names = Vec::with_capacity(features.len());
        let supertypes = self.metamodel.table(class).supertypes();
        for feature in features {
            let plain = self.plain_name(*feature);
            // A name that occurs once cannot be that of an inherited field. Most names occur once, so they need no
            // search.
            let is_single = self.counts.get(&plain) == Some(&1);
            let is_word = |name: &str| self.words.contains(name);
            let is_inherited = |name: &str| {
                if is_single && name == plain {
                    return false;
                }
                supertypes.iter().any(|id| self.chosen.get(id).is_some_and(|names| names.contains(name)))
            };
            let chosen: ChosenName = names.take(&plain, &[], is_word, is_inherited);
            let label = || self.metamodel.feature_label(*feature);
            problems.extend(rename_note(label, &chosen, &plain, "Python"));
            if chosen.name != plain {
                // A feature of a subclass may be spelled like the new name.
                *self.counts.entry(Cow::Owned(chosen.name.clone())).or_default() += 1;
            }
            chosen_names.push(chosen.name);
        }
        self.chosen.insert(class, names);
        chosen_names
    }
}
