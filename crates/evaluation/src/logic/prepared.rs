//! The rules of a metamodel, prepared once for any number of models and threads.
//!
//! Invariant: prepared rules depend only on the metamodel. This module does not know objects.

use super::object_space::ObjectSpace;
use super::rule::{Role, Rule, RuleId, RuleSet};
use super::scope::Scope;
use super::values::is_bytes;
use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::ecore::{ClassId, Classifier, DataKind, DataTypeId, FeatureId, Metamodel, PackageId};
use crate::evaluate::{Class, Host, Program, Type, type_of_text};
use crate::language;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::{Arc, OnceLock};

/// The rules that are evaluated for the objects of a class.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// Checks, each with the feature whose values are checked.
    pub(super) checks: Vec<(FeatureId, RuleId)>,
    pub(super) invariants: Vec<RuleId>,
}

impl Plan {
    /// Whether there are no rules.
    pub(super) fn is_empty(&self) -> bool {
        self.checks.is_empty() && self.invariants.is_empty()
    }
}

/// The rules that compute the value of a feature.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Accessors {
    pub(super) get: Option<RuleId>,
    pub(super) set: Option<RuleId>,
    pub(super) derived: Option<RuleId>,
}

/// The program of a rule, and its problems that do not depend on objects.
#[derive(Debug)]
struct PreparedRule {
    program: Program,
    problems: Vec<Diagnostic>,
    /// Whether a type was not found in the packages around the rule.
    uses_other_packages: bool,
}

/// The rules of a metamodel, prepared for evaluation.
///
/// Prepared rules can be shared by threads. They can be evaluated only for models of the same metamodel.
#[derive(Debug)]
pub struct PreparedRules {
    pub(super) metamodel: Arc<Metamodel>,
    pub(super) rules: RuleSet,
    programs: Vec<PreparedRule>,
    accessors: FxHashMap<FeatureId, Accessors>,
    /// The plan of each class, computed on first use.
    plans: Vec<OnceLock<Plan>>,
    /// For each class, the form of it that values contain.
    classes: Vec<OnceLock<Arc<Class>>>,
    /// The type in logic of each data type.
    types: Vec<OnceLock<Option<Type>>>,
    /// The problems of the rules, computed once, because every document of the metamodel has them.
    problems: OnceLock<Diagnostics>,
    /// The names of all literals.
    literals: OnceLock<FxHashSet<String>>,
}

/// A list of values that are not computed yet.
fn unset_values<T>(count: usize) -> Vec<OnceLock<T>> {
    let mut list = Vec::new();
    list.resize_with(count, OnceLock::new);
    list
}

impl PreparedRules {
    /// Collects and prepares the rules that a metamodel contains.
    #[must_use]
    pub fn new(metamodel: &Arc<Metamodel>) -> Self {
        let rules = RuleSet::collect(metamodel);
        let mut accessors: FxHashMap<FeatureId, Accessors> = FxHashMap::default();
        for feature in rules.of_feature.keys() {
            let with_role = |role| rules.with_role(*feature, role);
            let feature_accessors = Accessors {
                get: with_role(Role::Get),
                set: with_role(Role::Set),
                derived: with_role(Role::Derived),
            };
            accessors.insert(*feature, feature_accessors);
        }
        let mut prepared = Self {
            metamodel: Arc::clone(metamodel),
            rules,
            programs: Vec::new(),
            accessors,
            plans: unset_values(metamodel.classes().count()),
            classes: unset_values(metamodel.classes().count()),
            types: unset_values(metamodel.data_types().count()),
            problems: OnceLock::new(),
            literals: OnceLock::new(),
        };
        // Preparing a rule resolves types with `prepared`, so everything except for its programs must be complete.
        let programs = prepared.rules.list.iter().map(|rule| prepared.prepare(rule)).collect();
        prepared.programs = programs;
        prepared
    }

    /// Resolves the names in a rule, and finds its problems.
    fn prepare(&self, rule: &Rule) -> PreparedRule {
        let space = ObjectSpace::new(self, None);
        let scope = Scope::for_rule(&space, rule);
        let program = Program::new(&rule.logic.expressions, &[rule.logic.root], &scope);
        let existing_variables = (rule.role == Role::Check)
            .then_some("a check sees $it and $meta; an invariant sees every feature and $self");
        // Decision 16: this also compiles regular expressions, so that no object is charged for it.
        let mut problems = program.problems(&scope, existing_variables);
        if problems.is_empty() {
            problems.extend(self.misleading_words(rule, &scope));
        }
        PreparedRule { program, problems, uses_other_packages: space.has_searched_roots.get() }
    }

    /// Warnings of words that are strings, but probably were meant as a variable or `undef`.
    fn misleading_words(&self, rule: &Rule, scope: &Scope<'_>) -> Diagnostics {
        let (expressions, result) = (&rule.logic.expressions, [rule.logic.root]);
        let is_literal = |word: &str| self.is_literal(word);
        let is_variable =
            |word: &str| matches!(scope.resolve_variable(word), Ok(Some(_))) && !is_literal(word);
        let mut warnings = language::misleading_parts(expressions, &is_literal);
        warnings.append(language::bare_variables(expressions, &result, &is_variable));
        warnings
    }

    /// Whether a word is the name of a literal of an enumeration.
    pub(super) fn is_literal(&self, word: &str) -> bool {
        // The names are collected only for words that seem to be mistakes.
        let names = self.literals.get_or_init(|| {
            let literals = self.metamodel.data_types().flat_map(|(_, data)| data.enum_literals());
            literals.map(|literal| literal.name.clone()).collect()
        });
        names.contains(word)
    }

    /// The rule with an id.
    pub(super) fn rule(&self, id: RuleId) -> &Rule {
        &self.rules.list[id]
    }

    /// The program of the rule with an id.
    pub(super) fn program(&self, id: RuleId) -> &Program {
        &self.programs[id].program
    }

    /// The rules that compute the value of a feature.
    pub(super) fn accessors(&self, feature: FeatureId) -> Accessors {
        // This runs for every value that is read, so the hash lookup is skipped in metamodels without rules of
        // features.
        if self.accessors.is_empty() {
            return Accessors::default();
        }
        self.accessors.get(&feature).copied().unwrap_or_default()
    }

    /// The problems of the rules themselves, which do not depend on objects.
    #[must_use]
    pub fn problems(&self) -> Diagnostics {
        self.problems
            .get_or_init(|| {
                let mut all_problems = Diagnostics::new();
                self.visit_problems(|_, problems| all_problems.append(problems));
                all_problems
            })
            .clone()
    }

    /// Calls a function with the problems of each rule, type and default, and the package that contains them.
    pub(super) fn visit_problems(&self, mut visit: impl FnMut(PackageId, Diagnostics)) {
        for (package, problems) in self.rules.problems() {
            visit(*package, problems.clone());
        }
        for (package, problem) in self.type_problems() {
            visit(package, problem.into());
        }
        let rules = self.rules.list.iter().zip(&self.programs);
        // The problems of types are already reported, once for each type.
        for (rule, prepared) in rules.filter(|(rule, _)| rule.role != Role::Type) {
            for problem in &prepared.problems {
                visit(self.package_of(rule), self.with_rule(problem.clone(), rule).into());
            }
        }
        for (package, problem) in self.default_problems() {
            visit(package, problem.into());
        }
    }

    /// The package of the class to which a rule belongs.
    pub(super) fn package_of(&self, rule: &Rule) -> PackageId {
        self.metamodel[rule.owner].package
    }

    /// Whether any rule uses the name of a type that is not in the packages that contain the rule.
    pub(super) fn uses_other_packages(&self) -> bool {
        self.programs.iter().any(|prepared| prepared.uses_other_packages)
    }

    /// Whether a rule can be evaluated.
    pub(super) fn can_be_evaluated(&self, id: RuleId) -> bool {
        // A rule with an error would fail in the same way for every object, so it is not evaluated.
        if self.programs[id].problems.iter().any(|problem| problem.severity == Severity::Error) {
            return false;
        }
        let rule = self.rule(id);
        // Neither is the constraint of a type that logic does not have.
        rule.role != Role::Type || rule.feature.is_some_and(|feature| self.has_type(feature))
    }

    /// Whether logic has a type for the data type of a feature.
    fn has_type(&self, feature: FeatureId) -> bool {
        self.data_type(self.metamodel.data_type(feature)).is_some()
    }

    /// Labels a problem with the position of its rule, unless it already has a label in the same text.
    pub(super) fn with_rule(&self, problem: Diagnostic, rule: &Rule) -> Diagnostic {
        let is_elsewhere = rule.location.as_ref().is_some_and(|(source, _)| {
            problem.labels.iter().all(|label| !Arc::ptr_eq(&label.source, source))
        });
        if is_elsewhere { rule.label(problem, &self.metamodel) } else { problem }
    }

    /// The rules that are evaluated for the objects of a class.
    pub(super) fn plan(&self, class: ClassId) -> &Plan {
        // Plans are created on first use, because the objects of a document may be of only a few classes.
        self.plans[class.index()].get_or_init(|| self.make_plan(class))
    }

    /// Collects the rules that are evaluated for the objects of a class.
    fn make_plan(&self, class: ClassId) -> Plan {
        let mut plan = Plan::default();
        let table = self.metamodel.table(class);
        for feature in table.all_features() {
            let rules = self.rules.of_feature.get(feature).into_iter().flatten();
            let checks = rules.copied().filter(|id| {
                matches!(self.rule(*id).role, Role::Check | Role::Type) && self.can_be_evaluated(*id)
            });
            // The checks of an inherited feature are those of the class that declares it.
            plan.checks.extend(checks.map(|id| (*feature, id)));
        }
        // Inherited invariants come first.
        let classes = table.supertypes().iter().filter(|other| **other != class).chain([&class]);
        for class in classes {
            let invariants = self.rules.invariants.get(class).into_iter().flatten();
            plan.invariants.extend(invariants.copied().filter(|id| self.can_be_evaluated(*id)));
        }
        plan
    }

    /// The class in the form to which values refer.
    pub(super) fn class(&self, id: ClassId) -> Arc<Class> {
        Arc::clone(self.classes[id.index()].get_or_init(|| Arc::new(self.make_class(id))))
    }

    /// Converts a class to the form to which values refer.
    fn make_class(&self, id: ClassId) -> Class {
        let supertypes = self.metamodel.table(id).supertypes().iter().copied();
        let mut ancestors: Vec<u32> = supertypes.chain([id]).map(number_of).collect();
        // The numbers are sorted for the binary search in `Class::is`.
        ancestors.sort_unstable();
        ancestors.dedup();
        Class { name: Arc::from(self.metamodel[id].name.as_str()), id: number_of(id), ancestors }
    }

    /// The classifier with a relative name, in a package or in the packages that contain it; `None` if there is none.
    pub(super) fn find_around(&self, from: PackageId, name: &str) -> Option<Classifier> {
        let mut packages = std::iter::successors(Some(from), |package| self.metamodel[*package].parent);
        packages.find_map(|package| self.find_classifier(Some(package), name))
    }

    /// The classifier with a name, starting at the root; `None` if there is none.
    pub(super) fn find_from_root(&self, name: &str) -> Option<Classifier> {
        let root = None;
        self.find_classifier(root, name.strip_prefix("::").unwrap_or(name))
    }

    /// A classifier as a type of values; `None` if logic has no such type.
    pub(super) fn type_of(&self, classifier: Classifier) -> Option<Type> {
        match classifier {
            Classifier::Class(id) => Some(Type::class(self.class(id))),
            Classifier::DataType(id) => self.data_type(id),
        }
    }

    /// The classifier with a path, starting at a package or at the root; `None` if there is no such classifier.
    fn find_classifier(&self, start: Option<PackageId>, path: &str) -> Option<Classifier> {
        let mut segments: Vec<&str> = path.split("::").collect();
        let name = segments.pop()?;
        let mut package = start;
        for segment in segments {
            // In logic, all segments of a type's name are capitalised, so the case of packages is ignored.
            let is_named = |id: &PackageId| self.metamodel[*id].name.eq_ignore_ascii_case(segment);
            package = Some(match package {
                Some(package) => self.metamodel[package].subpackages.iter().copied().find(is_named)?,
                None => self.metamodel.roots().find(is_named)?,
            });
        }
        match package {
            Some(package) => self.metamodel.classifier(package, name),
            None => {
                let mut roots = self.metamodel.roots().filter(|id| !self.metamodel.is_built_in(*id));
                roots.find_map(|id| self.metamodel.classifier(id, name))
            }
        }
    }

    /// A data type as a type of values; `None` if logic has no such type.
    pub(super) fn data_type(&self, id: DataTypeId) -> Option<Type> {
        self.types[id.index()].get_or_init(|| self.make_type(id)).clone()
    }

    /// The type of the type language that corresponds to a data type; `None` if there is none.
    fn make_type(&self, id: DataTypeId) -> Option<Type> {
        let data = &self.metamodel[id];
        if data.literals.is_some() {
            return Some(Type::one_of(data.enum_literals().iter().map(|literal| literal.name.as_str())));
        }
        // `type_problems` reports once why a declared text is not a valid type.
        type_of_text(&self.text_of_type(id)?).ok()
    }

    /// The text of the type that corresponds to a data type without literals; `None` if there is none.
    fn text_of_type(&self, id: DataTypeId) -> Option<String> {
        let data = &self.metamodel[id];
        if let Some(kind) = data.any {
            return Some(kind.name().to_owned());
        }
        if let Some(declared_text) = language::constraint_text(&self.metamodel, id) {
            return Some(declared_text);
        }
        Some(match data.kind {
            DataKind::Boolean { .. } => "Boolean".to_owned(),
            // The range lets `new` reject numbers that are too large for the Java type.
            DataKind::Integer { bits, .. } if bits < 64 => {
                let max = (1_i64 << (bits - 1)) - 1;
                format!("Integer[{}, {max}]", -max - 1)
            }
            DataKind::Integer { .. } | DataKind::BigInteger => "Integer".to_owned(),
            // Not `Float`, because it would reject the whole numbers that documents may contain.
            DataKind::Float { .. } | DataKind::Double { .. } | DataKind::BigDecimal => "Numeric".to_owned(),
            DataKind::String => "String".to_owned(),
            DataKind::Date => "Timestamp".to_owned(),
            DataKind::Bytes if is_bytes(data) => "Binary".to_owned(),
            _ => return None,
        })
    }
}

/// The id of a class in values.
fn number_of(id: ClassId) -> u32 {
    u32::try_from(id.index()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::PreparedRules;
    use crate::evaluate::{Program, Value};

    #[test]
    fn prepared_rules_programs_and_values_can_be_shared_by_threads() {
        fn assert_shareable<T: Send + Sync>() {}
        assert_shareable::<PreparedRules>();
        assert_shareable::<Program>();
        assert_shareable::<Value>();
    }
}
