//! The plan of the aliases: their names, and the classes that need more than one.
//!
//! Invariants: names differ in more than case, because they are names of files; an alias with all classes of a value
//! distinguishes them by `$type`. This module does not know the layout of files.

use super::cycles::cyclic;
use super::text::{Entry, Expression, push_quoted};
use crate::json_schema::Checker;
use crate::languages::classes::is_natural;
use crate::languages::classes::without_objects;
use crate::languages::names::{Case, ChosenName, Names, encode, rename_note, shortened, spell};
use crate::languages::shapes::{Member, Shapes};
use crate::scope::Scope;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, codes};
use modelwright_metamodel::ecore::{
    ClassId, Classifier, DataTypeId, FeatureId, Metamodel, builtin, documentation,
};
use modelwright_notations::tree::Dialect;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The greatest number of characters of a name. Other names are derived from it with prefixes and suffixes, and names
/// of files have at most 255.
const MAX_NAME: usize = 120;

pub(super) struct Plan<'m> {
    pub(super) scope: &'m Scope<'m>,
    pub(super) metamodel: &'m Metamodel,
    /// The first part of all names.
    namespace: String,
    shapes: Shapes<'m, 'm>,
    members: FxHashMap<FeatureId, Rc<Member>>,
    /// The aliases of classes, choices and tuples.
    pub(super) classes: FxHashMap<ClassId, String>,
    /// The aliases of the objects of classes that have `$type`.
    pub(super) aliases_with_type: FxHashMap<ClassId, String>,
    /// The aliases of the objects of a class and its subclasses.
    pub(super) aliases_with_subclasses: FxHashMap<ClassId, String>,
    pub(super) enums: FxHashMap<DataTypeId, String>,
    /// The alias of dates.
    pub(super) date: String,
    pub(super) has_dates: bool,
    cyclic: FxHashSet<ClassId>,
    reported: FxHashSet<String>,
    pub(super) problems: Diagnostics,
}

/// Names that differ in more than case.
#[derive(Default)]
struct FileNames {
    names: Names,
    taken: FxHashSet<String>,
}

impl FileNames {
    /// Chooses a name that differs from all others in more than case: the plain one, another candidate, or one with a
    /// number.
    fn take(&mut self, plain: &str, other_candidate: impl FnOnce() -> Option<String>) -> ChosenName {
        if self.taken.insert(plain.to_lowercase()) {
            return ChosenName { name: plain.to_owned(), reason: None };
        }
        let taken = &self.taken;
        let chosen = self.names.take(
            plain,
            other_candidate().as_slice(),
            |_| false,
            |name| taken.contains(&name.to_lowercase()),
        );
        self.taken.insert(chosen.name.to_lowercase());
        chosen
    }
}

impl<'m> Plan<'m> {
    /// Plans the aliases of a scope in the namespace of a module.
    pub(super) fn new(scope: &'m Scope<'m>, module: &str) -> Self {
        let mut namespace = module.to_owned();
        if let Some(first) = namespace.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        let mut plan = Self {
            scope,
            metamodel: scope.metamodel,
            namespace,
            shapes: Shapes::new(scope, Checker::program("Puppet")),
            members: FxHashMap::default(),
            classes: FxHashMap::default(),
            aliases_with_type: FxHashMap::default(),
            aliases_with_subclasses: FxHashMap::default(),
            enums: FxHashMap::default(),
            date: String::new(),
            has_dates: false,
            cyclic: cyclic(scope),
            reported: FxHashSet::default(),
            problems: Diagnostics::new(),
        };
        plan.name_aliases();
        plan
    }

    /// Names the aliases. A class may need three: of its own objects without `$type`, of those with it, and of all
    /// objects of the class and its subclasses.
    fn name_aliases(&mut self) {
        let (scope, metamodel) = (self.scope, self.metamodel);
        let mut names = FileNames::default();
        let hidden = without_objects(metamodel);
        let is_natural =
            |class: ClassId| metamodel.tuple(class).is_some() || metamodel.choice(class).is_some();
        let classes: Vec<ClassId> = scope
            .classes
            .iter()
            .copied()
            .filter(|class| !hidden.contains(class) && !is_natural(*class))
            .collect();
        let natural_classes = scope.classes.iter().copied().filter(|class| is_natural(*class));
        let concrete = classes.iter().copied().filter(|class| !scope.is_abstract(*class));
        for class in concrete.chain(natural_classes) {
            let name = self.take(&mut names, Classifier::Class(class));
            self.classes.insert(class, name);
        }
        for id in &scope.enums {
            let name = self.take(&mut names, Classifier::DataType(*id));
            self.enums.insert(*id, name);
        }
        let has_any_object = scope.contains_anything();
        for class in classes.iter().copied().filter(|class| scope.is_open(*class)) {
            let plain = format!("Any{}", ascii(&metamodel[class].name));
            let name = names.take(&plain, || None).name;
            self.aliases_with_subclasses.insert(class, name);
        }
        if has_any_object {
            self.aliases_with_subclasses.insert(builtin::EOBJECT, names.take("AnyObject", || None).name);
        }
        for class in classes {
            let mut supertypes = metamodel.table(class).supertypes().iter();
            let is_subclass =
                supertypes.any(|other| *other != class && self.aliases_with_subclasses.contains_key(other));
            if let Some(name) = self.classes.get(&class)
                && (is_subclass || has_any_object)
            {
                let name = names.take(&format!("{name}WithType"), || None).name;
                self.aliases_with_type.insert(class, name);
            }
        }
        self.date = names.take("Date", || Some("DateText".to_owned())).name;
    }

    /// Chooses the name of a classifier in Puppet, and reports if it differs from the name in the metamodel.
    fn take(&mut self, names: &mut FileNames, classifier: Classifier) -> String {
        let metamodel = self.metamodel;
        let name = metamodel.name(classifier);
        let plain = ascii(name);
        let package = &metamodel[metamodel.package_of(classifier)].name;
        let chosen = names.take(&plain, || Some(ascii(&format!("{package}_{name}"))));
        self.problems.extend(rename_note(|| metamodel.qualified_name(classifier), &chosen, &plain, "Puppet"));
        chosen.name
    }

    /// Reports a rule of a feature that the types do not check, once for each feature and rule. The rule is a
    /// predicate, such as `contains each value once`.
    pub(super) fn report_unchecked(&mut self, feature: FeatureId, rule: &str) {
        let label = self.metamodel.feature_label(feature);
        let message = format!("Puppet does not check that {label} {rule}");
        if self.reported.insert(message.clone()) {
            self.problems.push(Diagnostic::new(codes::WEAKER_SCHEMA, Severity::Note, message));
        }
    }

    /// Reports content that the types lack, once.
    pub(super) fn report_left_out(&mut self, element: &str, reason: &str) {
        let message = format!("Puppet has no {element}: {reason}");
        if self.reported.insert(message.clone()) {
            self.problems.push(Diagnostic::warning(codes::NOT_GENERATED, message));
        }
    }

    /// All problems.
    pub(super) fn into_problems(self) -> Diagnostics {
        let mut problems = self.problems;
        problems.append(self.shapes.into_problems());
        problems
    }

    /// The form of a feature.
    pub(super) fn shape(&mut self, feature: FeatureId) -> Rc<Member> {
        let member = self.members.entry(feature);
        Rc::clone(member.or_insert_with(|| Rc::new(self.shapes.member(feature))))
    }

    /// Whether documents can contain a feature under its name: the name must not be a key of the dialect.
    pub(super) fn has_key(&self, feature: FeatureId) -> bool {
        let name = self.metamodel[feature].name();
        !name.is_empty() && !Dialect::Plain.is_own_key(name) && !self.metamodel.is_feature_map(feature)
    }

    /// Whether a class has objects that are structs.
    pub(super) fn is_record(&self, class: ClassId) -> bool {
        let is_natural = self.metamodel.tuple(class).is_some() || self.metamodel.choice(class).is_some();
        self.classes.contains_key(&class) && !is_natural
    }

    /// Whether the objects of a class are values without a function: entries of maps, tuples and choices.
    pub(super) fn is_part_of_value(&self, class: ClassId) -> bool {
        is_natural(self.metamodel, class)
    }

    /// The full name of an alias.
    pub(super) fn qualified(&self, name: &str) -> String {
        [self.namespace.as_str(), "::", name].concat()
    }

    /// A reference to an alias.
    fn refer(&self, name: Option<&String>) -> Expression<'m> {
        match name {
            Some(name) => Expression::atom(self.qualified(name)),
            // Objects of classes without an alias.
            None => Expression::atom("Hash[String, Data]"),
        }
    }

    /// The objects of a class and its subclasses.
    pub(super) fn object(&self, class: ClassId) -> Expression<'m> {
        let ty = self.refer(self.aliases_with_subclasses.get(&class).or_else(|| self.classes.get(&class)));
        match self.scope.concrete(class) {
            [only] => self.guarded_against_cycles(*only, ty),
            // The alias for objects of several classes is a choice already.
            _ => ty,
        }
    }

    /// A reference to the alias of a class whose values are a choice or a tuple.
    pub(super) fn alias_of_values(&self, class: ClassId) -> Expression<'m> {
        self.guarded_against_cycles(class, self.refer(self.classes.get(&class)))
    }

    /// A reference `alias` to the alias of a class. If the alias may contain itself, the reference becomes a choice of
    /// the alias and a type without values, because Puppet 7 never finishes to resolve an alias that contains itself
    /// without a choice.
    fn guarded_against_cycles(&self, class: ClassId, alias: Expression<'m>) -> Expression<'m> {
        if self.cyclic.contains(&class) {
            return Expression::one_of(vec![alias, Expression::never()]);
        }
        alias
    }

    /// A reference to the alias of an enumeration.
    pub(super) fn alias_of_enum(&self, id: DataTypeId) -> Expression<'m> {
        match self.enums.get(&id) {
            Some(name) => Expression::atom(self.qualified(name)),
            None => Expression::atom("String"),
        }
    }

    /// The names of a class in documents.
    pub(super) fn type_names(&self, class: ClassId) -> Expression<'m> {
        let names = [self.scope.type_name(class), self.scope.qualified_name(class)];
        Expression::texts(names.iter().map(String::as_str))
    }

    /// The type of the objects of exactly one class, in which `$type` is optional.
    pub(super) fn record(&mut self, class: ClassId) -> Expression<'m> {
        let (scope, metamodel) = (self.scope, self.metamodel);
        let mut entries = Vec::with_capacity(metamodel.table(class).all_features().len() + 1);
        entries.push(Entry::new("Optional['$type']", self.type_names(class)));
        for feature in scope.features_and_members(class).filter(|id| !metamodel.is_feature_map(*id)) {
            if !self.has_key(feature) {
                let label = metamodel.feature_label(feature);
                self.report_left_out(&label, "a struct has no such key");
                continue;
            }
            let member = self.shape(feature);
            let ty = self.member(&member, 0);
            let key = struct_key(metamodel[feature].name(), member.is_required, &ty).into();
            let docs = documentation(&metamodel[feature].typed.annotations).unwrap_or_default();
            entries.push(Entry { key, ty, docs });
        }
        Expression::Struct(entries)
    }

    /// The objects of a class and its subclasses. Those of the class itself may have no `$type`, those of its
    /// subclasses must have it.
    pub(super) fn any_of(&self, class: ClassId) -> Expression<'m> {
        let mut types = Vec::new();
        if class != builtin::EOBJECT {
            types.extend(self.classes.get(&class).map(|name| Expression::atom(self.qualified(name))));
        }
        let subclasses = self.scope.concrete(class).iter().filter(|other| **other != class);
        let names = subclasses.filter_map(|other| self.aliases_with_type.get(other));
        types.extend(names.map(|name| Expression::atom(self.qualified(name))));
        // The names of aliases differ.
        Expression::one_of(types)
    }
}

/// Changes the type of the objects of a class, so that these must have `$type`, which is its first key.
pub(super) fn require_type(record: &mut Expression<'_>) {
    if let Expression::Struct(entries) = record
        && let Some(type_names) = entries.first_mut()
    {
        type_names.key = "'$type'".into();
    }
}

/// The key of a struct for values of a type. Objects may lack it unless it is required.
fn struct_key(name: &str, is_required: bool, ty: &Expression<'_>) -> String {
    let mut key = String::with_capacity(name.len() + "Optional['']".len());
    let wrapper = match ty {
        _ if !is_required => "Optional[",
        // A key whose value may be `undef` would be optional.
        Expression::Atom(text) if text == "Data" => "NotUndef[",
        _ => "",
    };
    key.push_str(wrapper);
    push_quoted(name, &mut key);
    if !wrapper.is_empty() {
        key.push(']');
    }
    key
}

/// A name of a type, which has only letters and digits of ASCII and starts with a capital letter.
fn ascii(name: &str) -> String {
    let spelled = spell(name, Case::UpperCamel);
    let mut out = encode(&spelled, |c| c.is_ascii_alphanumeric());
    if let Some(first) = out.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    shortened(&out, MAX_NAME).into_owned()
}

/// A name of a module, which has only small letters and digits of ASCII.
pub(super) fn module_name(name: &str) -> String {
    let out = encode(&spell(name, Case::Snake), |c| c.is_ascii_alphanumeric() || c == '_');
    shortened(&out.to_ascii_lowercase(), MAX_NAME).into_owned()
}

/// Whether Puppet accepts the name of a module.
pub(super) fn is_module_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
        && !matches!(name, "main" | "settings")
}
