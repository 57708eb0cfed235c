//! The plan of the generated modules: every name and the form of every member, decided before the first line is
//! printed.
//!
//! Invariants: names of types are unique in all modules, so that modules import them without another name; keys are
//! those of documents. This module does not know how types are written.

use super::Flavour;
use crate::json_schema::Checker;
use crate::languages::classes::{Layout, is_natural, layouts, without_objects};
use crate::languages::losses::{report_deep_maps, report_hidden};
use crate::languages::modules::modules;
use crate::languages::names::{Case, Names, rename_note, spell, type_name};
use crate::languages::shapes::{Count, Member, Shapes, Value};
use crate::scope::Scope;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, codes};
use modelwright_metamodel::ecore::{
    ClassId, Classifier, DataTypeId, FeatureId, Metamodel, PackageId, PlainValues, builtin,
};
use modelwright_notations::tree::Dialect;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// The largest integer up to which JavaScript represents every integer exactly.
pub(super) const MAX_SAFE: u64 = (1 << 53) - 1;

/// The key that names the classes without a discriminator.
pub(super) const TYPE: &str = "$type";

/// Names that modules use themselves, in either flavour.
const OF_MODULE: &[&str] = &["AnyObject", "Omit", "Pick", "Record", "Required", "URI", "WithKey", "WithType"];

/// Names of files that modules import, or that have a meaning in a directory.
const OF_DIRECTORY: &[&str] = &["aux", "con", "index", "nul", "ordinary_json", "prn"];

/// Members that every object of JavaScript has.
const OF_OBJECTS: &[&str] = &[
    "constructor",
    "hasOwnProperty",
    "isPrototypeOf",
    "propertyIsEnumerable",
    "toLocaleString",
    "toString",
    "valueOf",
];

/// A class that has objects.
pub(super) struct PlannedClass {
    pub(super) class: ClassId,
    pub(super) bases: Vec<ClassId>,
    pub(super) members: Vec<Member>,
    /// The keys that name superclasses, but not the class itself.
    pub(super) other_keys: Vec<String>,
}

/// A module.
pub(super) struct Module {
    pub(super) name: String,
    pub(super) roots: Vec<PackageId>,
}

pub(super) struct Plan<'m> {
    pub(super) scope: &'m Scope<'m>,
    pub(super) metamodel: &'m Metamodel,
    pub(super) flavour: Flavour,
    pub(super) modules: Vec<Module>,
    /// The classes that have objects, with their supertypes first.
    pub(super) classes: Vec<PlannedClass>,
    /// The choices and tuples, which are types without objects.
    pub(super) aliases: Vec<ClassId>,
    /// The data types that have names in modules, and the form of their values.
    pub(super) data_types: Vec<(DataTypeId, Value)>,
    /// How each feature of a choice, a tuple or an entry of a map is represented in TypeScript.
    pub(super) part_members: FxHashMap<FeatureId, Member>,
    /// The names of classes in documents that several classes have.
    ambiguous_names: FxHashSet<String>,
    /// The classes with a member that every object has.
    hiding_classes: FxHashSet<ClassId>,
    class_names: FxHashMap<ClassId, String>,
    alias_names: FxHashMap<ClassId, String>,
    union_names: FxHashMap<ClassId, String>,
    type_names: FxHashMap<DataTypeId, String>,
    modules_of: FxHashMap<PackageId, usize>,
    pub(super) problems: Diagnostics,
}

impl<'m> Plan<'m> {
    /// Plans the modules of a scope: their classes, members, data types and names.
    pub(super) fn new(scope: &'m Scope<'m>, flavour: Flavour) -> Self {
        let metamodel = scope.metamodel;
        let hidden = without_objects(metamodel);
        let class_layouts = layouts(scope, Case::Snake, |class| !hidden.contains(&class)).all;
        let mut plan = Self {
            scope,
            metamodel,
            flavour,
            modules: Vec::new(),
            classes: Vec::new(),
            aliases: Vec::new(),
            data_types: Vec::new(),
            part_members: FxHashMap::default(),
            ambiguous_names: FxHashSet::default(),
            hiding_classes: FxHashSet::default(),
            class_names: FxHashMap::default(),
            alias_names: FxHashMap::default(),
            union_names: FxHashMap::default(),
            type_names: FxHashMap::default(),
            modules_of: FxHashMap::default(),
            problems: Diagnostics::new(),
        };
        let lists_subclasses = true;
        let mut groups = modules(scope, &class_layouts, lists_subclasses);
        if flavour == Flavour::Types {
            // Types may follow their use, also in other modules.
            groups = groups.into_iter().flatten().map(|root| vec![root]).collect();
        } else if scope.contains_anything() {
            // A schema for objects of any class uses those of all modules.
            groups = vec![groups.into_iter().flatten().collect()];
        }
        plan.name_modules(groups);
        let mut shapes = Shapes::new(scope, Checker::program("the TypeScript module"));
        plan.plan_classes(&class_layouts, &mut shapes);
        let natural_classes = scope.classes.iter().filter(|class| is_natural(metamodel, **class));
        let features = natural_classes.flat_map(|class| metamodel.table(*class).all_features());
        plan.part_members = features.map(|feature| (*feature, shapes.member(*feature))).collect();
        if flavour == Flavour::Zod {
            // Types check no facets at all.
            plan.problems.append(shapes.into_problems());
        }
        plan.name_types(&hidden);
        plan.report_numbers();
        report_deep_maps(scope, "TypeScript", &mut plan.problems);
        plan
    }

    /// Plans the classes, whose bases come before the classes that inherit from them.
    fn plan_classes(&mut self, layouts: &[Layout], shapes: &mut Shapes<'_, '_>) {
        let (scope, metamodel) = (self.scope, self.metamodel);
        // The keys that name classes in the schema of each class, its own and inherited ones.
        let mut keys: FxHashMap<ClassId, BTreeSet<&str>> = FxHashMap::default();
        for layout in layouts {
            let features = layout.features.iter().filter(|id| self.has_key(**id));
            let members: Vec<Member> = features.map(|id| shapes.member(*id)).collect();
            report_hidden(scope, layout.class, "TypeScript has", &mut self.problems);
            let hides_member = |member: &Member| OF_OBJECTS.contains(&metamodel[member.feature].name());
            if members.iter().any(hides_member)
                || layout.bases.iter().any(|base| self.hiding_classes.contains(base))
            {
                self.hiding_classes.insert(layout.class);
            }
            let keys_of_class = layout.bases.iter().filter_map(|base| keys.get(base)).flatten().copied();
            let mut keys_of_class: BTreeSet<&str> = keys_of_class.collect();
            let mut other_keys = Vec::new();
            if !scope.is_abstract(layout.class) {
                let key_of_objects = class_key(metamodel, layout.class);
                other_keys = keys_of_class
                    .iter()
                    .filter(|key| **key != key_of_objects)
                    .map(|key| (*key).to_owned())
                    .collect();
                keys_of_class = BTreeSet::from([key_of_objects]);
            }
            keys.insert(layout.class, keys_of_class);
            let (class, bases) = (layout.class, layout.bases.clone());
            self.classes.push(PlannedClass { class, bases, members, other_keys });
        }
    }

    /// Whether documents can contain a feature under its name. If the name is a key of the dialect or of JavaScript,
    /// this is reported.
    fn has_key(&mut self, feature: FeatureId) -> bool {
        let name = self.metamodel[feature].name();
        let reason = match name {
            name if Dialect::Plain.is_own_key(name) => "in JSON, its name is a reserved key",
            "__proto__" => "in JavaScript, its name is a reserved key",
            _ => return true,
        };
        let label = self.metamodel.feature_label(feature);
        let message = format!("TypeScript has no {label}: {reason}");
        self.problems.push(Diagnostic::warning(codes::NOT_GENERATED, message));
        false
    }

    /// Reports numbers with more digits than those of JavaScript.
    fn report_numbers(&mut self) {
        let members =
            self.classes.iter().flat_map(|planned| &planned.members).chain(self.part_members.values());
        let mut messages: Vec<(FeatureId, String)> = Vec::new();
        for member in members {
            let label = self.metamodel.feature_label(member.feature);
            let message = match &member.value {
                Value::Integer(facets) if is_large(facets.integers()) => {
                    format!("{label} cannot have integers beyond 2^53 in JavaScript")
                }
                Value::Decimal(_) => {
                    format!("{label} loses digits in JavaScript, whose numbers have 64 bits")
                }
                _ => continue,
            };
            messages.push((member.feature, message));
        }
        messages.sort_by_key(|(feature, _)| feature.index());
        messages.dedup_by_key(|(feature, _)| *feature);
        let reports = messages.into_iter().map(|(_, message)| {
            Diagnostic::new(codes::NOT_GENERATED, Severity::Note, message)
                .help("declare bounds, or use a text if all digits matter")
        });
        self.problems.extend(reports);
    }

    /// Names the modules, each with the given root packages.
    fn name_modules(&mut self, modules: Vec<Vec<PackageId>>) {
        let mut names = Names::default();
        for (at, roots) in modules.into_iter().enumerate() {
            let package = roots.first().map_or("", |root| self.metamodel[*root].name.as_str());
            let plain = spell(package, Case::Snake);
            let chosen = names.take(&plain, &[], |name| OF_DIRECTORY.contains(&name), |_| false);
            self.problems.extend(rename_note(|| package.to_owned(), &chosen, &plain, "TypeScript"));
            self.modules_of.extend(roots.iter().map(|root| (*root, at)));
            self.modules.push(Module { name: chosen.name, roots });
        }
    }

    /// Names classes except those in `hidden`, enumerations, other data types, aliases and unions.
    fn name_types(&mut self, hidden: &FxHashSet<ClassId>) {
        let mut names = Names::default();
        let metamodel = self.metamodel;
        let mut short_names = FxHashSet::default();
        for class in self.scope.classes.iter().copied().filter(|class| !hidden.contains(class)) {
            let name = self.take(&mut names, Classifier::Class(class));
            self.class_names.insert(class, name);
            let short_name = self.scope.name_in_documents(class);
            if !self.scope.is_abstract(class) && !short_names.insert(short_name.clone()) {
                self.ambiguous_names.insert(short_name);
            }
        }
        for id in self.scope.enums.clone() {
            let name = self.take(&mut names, Classifier::DataType(id));
            self.type_names.insert(id, name);
        }
        self.data_types = self.named_data_types();
        let named_types: Vec<DataTypeId> = self.data_types.iter().map(|(id, _)| *id).collect();
        for id in named_types {
            let name = self.take(&mut names, Classifier::DataType(id));
            self.type_names.insert(id, name);
        }
        for class in self.scope.classes.iter().copied() {
            if metamodel.tuple(class).is_none() && metamodel.choice(class).is_none() {
                continue;
            }
            self.aliases.push(class);
            let plain = spell(&metamodel[class].name, Case::UpperCamel);
            // If some values of a choice are objects, there is also a class with its name.
            let other_candidates = [format!("{plain}Value")];
            let alias = names.take(&plain, &other_candidates, is_word, |_| false).name;
            self.alias_names.insert(class, alias);
        }
        for class in self.scope.classes.iter().copied().filter(|class| self.scope.is_open(*class)) {
            if let Some(name) = self.class_names.get(&class) {
                let chosen = names.take(&format!("Any{name}"), &[], is_word, |_| false);
                self.union_names.insert(class, chosen.name);
            }
        }
    }

    /// The data types that metamodels name and that members use. Those that the type language creates have no names
    /// here.
    fn named_data_types(&self) -> Vec<(DataTypeId, Value)> {
        let metamodel = self.metamodel;
        let mut named_types = Vec::new();
        let mut known_types = FxHashSet::default();
        for member in self.classes.iter().flat_map(|planned| &planned.members) {
            if metamodel[member.feature].is_reference() {
                continue;
            }
            let id = metamodel.data_type(member.feature);
            let is_plain = !matches!(member.value, Value::Any { .. } | Value::Enum(_) | Value::Boolean(_));
            let is_named = self.module_of(Classifier::DataType(id)).is_some()
                && metamodel.type_text(id).is_none()
                && metamodel[id].literals.is_none()
                && !is_named_in_place(metamodel, member.feature, id);
            if is_named && is_plain && known_types.insert(id) {
                named_types.push((id, member.value.clone()));
            }
        }
        named_types.sort_by_key(|(id, _)| id.index());
        named_types
    }

    fn take(&mut self, names: &mut Names, classifier: Classifier) -> String {
        let (name, report) = type_name(names, self.metamodel, classifier, is_word, "TypeScript");
        self.problems.extend(report);
        name
    }

    /// The key that names a class in documents.
    pub(super) fn class_key(&self, class: ClassId) -> &'m str {
        class_key(self.metamodel, class)
    }

    /// The URI of the root package of a class.
    pub(super) fn uri(&self, class: ClassId) -> &'m str {
        self.scope.uri(self.metamodel.root_of(self.metamodel[class].package))
    }

    /// Whether several classes have the same name in documents of their packages.
    pub(super) fn is_ambiguous(&self, class: ClassId) -> bool {
        self.ambiguous_names.contains(&self.scope.name_in_documents(class))
    }

    /// Whether a class has a member that every object of JavaScript has.
    pub(super) fn hides_member_of_objects(&self, class: ClassId) -> bool {
        self.hiding_classes.contains(&class)
    }

    /// The name of a class.
    pub(super) fn class(&self, class: ClassId) -> Option<&str> {
        self.class_names.get(&class).map(String::as_str)
    }

    /// The name of the type of the objects of a class and its subclasses; `None` if that is the type of the class.
    pub(super) fn union(&self, class: ClassId) -> Option<&str> {
        if class == builtin::EOBJECT {
            Some("AnyObject")
        } else {
            self.union_names.get(&class).map(String::as_str)
        }
    }

    /// The name of the type of a choice or a tuple.
    pub(super) fn alias(&self, class: ClassId) -> Option<&str> {
        self.alias_names.get(&class).map(String::as_str)
    }

    /// The name of an enumeration or of another data type.
    pub(super) fn data_type(&self, id: DataTypeId) -> Option<&str> {
        self.type_names.get(&id).map(String::as_str)
    }

    /// The classes whose objects may be values of a feature that has a class as its type.
    pub(super) fn concrete(&self, class: ClassId) -> Vec<ClassId> {
        let all = self.scope.concrete(class).iter().copied();
        all.filter(|class| self.class_names.contains_key(class)).collect()
    }

    /// The module that contains an element.
    pub(super) fn module_of(&self, classifier: Classifier) -> Option<usize> {
        if classifier == Classifier::Class(builtin::EOBJECT) {
            return None;
        }
        let root = self.metamodel.root_of(self.metamodel.package_of(classifier));
        self.modules_of.get(&root).copied()
    }

    pub(super) fn is_in(&self, classifier: Classifier, module: usize) -> bool {
        self.module_of(classifier) == Some(module)
    }

    /// The alternatives of a choice that have plain values; integers come before other numbers, which would accept
    /// them.
    pub(super) fn plain_alternatives(&self, class: ClassId) -> Vec<FeatureId> {
        let Some(choice) = self.metamodel.choice(class) else { return Vec::new() };
        let mut plain: Vec<_> =
            choice.alternatives.into_iter().filter(|alternative| alternative.plain.is_some()).collect();
        plain.sort_by_key(|alternative| matches!(alternative.plain, Some(PlainValues::Numbers(..))));
        plain.into_iter().map(|alternative| alternative.feature).collect()
    }
}

/// The key that names a class in documents.
fn class_key(metamodel: &Metamodel, class: ClassId) -> &str {
    metamodel.discriminator(class).unwrap_or(TYPE)
}

/// Whether modules use a name themselves.
fn is_word(name: &str) -> bool {
    OF_MODULE.contains(&name)
}

/// Whether a data type is named like a type that the feature declares in place. In the type language, the name of such
/// a type is the name of the class and that of the feature with a capital, such as `BookIsbn` for `isbn` of `Book`.
fn is_named_in_place(metamodel: &Metamodel, feature: FeatureId, id: DataTypeId) -> bool {
    let class_name = &metamodel[metamodel[feature].owner].name;
    let mut letters = metamodel[feature].name().chars();
    let capital = letters.next().map(|c| c.to_uppercase().collect::<String>()).unwrap_or_default();
    let further_letters = letters.as_str();
    let after_class_name = metamodel[id].name.strip_prefix(class_name.as_str());
    after_class_name
        .and_then(|name| name.strip_prefix(capital.as_str()))
        .is_some_and(|rest| rest == further_letters)
}

/// Whether some of the integers are too large for JavaScript to represent exactly.
fn is_large((low, high): (Option<i128>, Option<i128>)) -> bool {
    let limit = i128::from(MAX_SAFE);
    low.is_none_or(|low| low < -limit) || high.is_none_or(|high| high > limit)
}

/// Whether an entry of a map, or an item of a tuple, may have no value.
pub(super) fn is_empty_allowed(value: &Member) -> bool {
    matches!(value.count, Count::One) && !value.is_required
}
