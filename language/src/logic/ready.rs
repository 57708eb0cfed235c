//! Rules made ready to run: each is prepared once, when the first object needs it.
//!
//! Invariant: what is prepared depends on the metamodel only, so that it holds for every object.

use super::compile::{Role, Rule, RuleId, Rules};
use super::scope::{Scope, World};
use crate::diagnostic::{Diagnostic, Diagnostics, Severity, Source, Suggestions, codes};
use crate::ecore::{ClassId, Classifier, DataKind, DataTypeId, FeatureId, Metamodel, PackageId};
use crate::evaluate::{Class, Limits, Logic, Nothing, Ty, Value};
use crate::language;
use rustc_hash::FxHashMap;
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// What is evaluated for the objects of a class.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// Checks, with the feature whose values they look at.
    pub(super) checks: Vec<(FeatureId, RuleId)>,
    pub(super) invariants: Vec<RuleId>,
}

impl Plan {
    pub(super) fn is_empty(&self) -> bool {
        self.checks.is_empty() && self.invariants.is_empty()
    }
}

/// The logic of a feature besides its check.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Accessors {
    pub(super) get: Option<RuleId>,
    pub(super) set: Option<RuleId>,
    pub(super) derived: Option<RuleId>,
}

/// The rules of a metamodel, ready to run.
#[derive(Debug)]
pub struct Ready<'r> {
    pub(super) metamodel: &'r Metamodel,
    pub(super) rules: &'r Rules,
    logic: Vec<OnceCell<Logic<'r>>>,
    plans: RefCell<Vec<Option<Rc<Plan>>>>,
    classes: RefCell<FxHashMap<ClassId, Rc<Class>>>,
    accessors: FxHashMap<FeatureId, Accessors>,
    types: RefCell<FxHashMap<DataTypeId, Option<Ty>>>,
    pub(super) suggestions: Suggestions,
}

impl<'r> Ready<'r> {
    /// Makes rules ready; they have to be those of the metamodel.
    #[must_use]
    pub fn new(metamodel: &'r Metamodel, rules: &'r Rules) -> Self {
        let mut accessors: FxHashMap<FeatureId, Accessors> = FxHashMap::default();
        for feature in rules.of_feature.keys() {
            let rule = |role| rules.rule_of(*feature, role);
            let found =
                Accessors { get: rule(Role::Get), set: rule(Role::Set), derived: rule(Role::Derived) };
            accessors.insert(*feature, found);
        }
        let mut logic = Vec::new();
        logic.resize_with(rules.list.len(), OnceCell::new);
        Self {
            metamodel,
            rules,
            logic,
            plans: RefCell::new(vec![None; metamodel.classes().count()]),
            classes: RefCell::default(),
            accessors,
            types: RefCell::default(),
            suggestions: Suggestions::default(),
        }
    }

    pub(super) fn rule(&self, id: RuleId) -> &'r Rule {
        &self.rules.list[id]
    }

    pub(super) fn logic(&self, id: RuleId) -> &Logic<'r> {
        self.logic[id].get_or_init(|| {
            let rule = self.rule(id);
            let world = World::empty(self);
            Logic::new(&rule.piece.expressions, &[rule.piece.root], &Scope::of_rule(&world, rule))
        })
    }

    pub(super) fn accessors(&self, feature: FeatureId) -> Accessors {
        if self.accessors.is_empty() {
            return Accessors::default();
        }
        self.accessors.get(&feature).copied().unwrap_or_default()
    }

    /// Everything that is wrong with the rules whatever the objects are.
    #[must_use]
    pub fn problems(&self) -> Diagnostics {
        let mut found = Diagnostics::new();
        found.append(self.rules.problems().clone());
        for id in 0..self.rules.list.len() {
            let rule = self.rule(id);
            let variables = (rule.role == Role::Check)
                .then_some("a check sees $it and $meta; an invariant sees every feature and $self");
            for problem in self.logic(id).problems(variables) {
                found.push(self.placed(problem, rule));
            }
        }
        found
    }

    /// Whether a rule can be run at all.
    pub(super) fn is_sound(&self, id: RuleId) -> bool {
        self.logic(id).problems(None).is_empty()
    }

    /// A problem of a rule, with the place of the rule unless it has one in that text already.
    pub(super) fn placed(&self, problem: Diagnostic, rule: &Rule) -> Diagnostic {
        let apart = rule.place.as_ref().is_some_and(|(source, _)| {
            problem.labels.iter().all(|label| !std::sync::Arc::ptr_eq(&label.source, source))
        });
        if apart { rule.shown_in(problem, self.metamodel) } else { problem }
    }

    pub(super) fn plan(&self, class: ClassId) -> Rc<Plan> {
        if let Some(plan) = &self.plans.borrow()[class.index()] {
            return Rc::clone(plan);
        }
        let plan = Rc::new(self.make_plan(class));
        self.plans.borrow_mut()[class.index()] = Some(Rc::clone(&plan));
        plan
    }

    fn make_plan(&self, class: ClassId) -> Plan {
        let mut plan = Plan::default();
        let table = self.metamodel.table(class);
        for feature in table.all_features() {
            let rules = self.rules.of_feature.get(feature).into_iter().flatten();
            let is_check = |id: &RuleId| matches!(self.rule(*id).role, Role::Check | Role::Type);
            let checks = rules.copied().filter(|id| is_check(id) && self.is_sound(*id));
            plan.checks.extend(checks.map(|id| (*feature, id)));
        }
        // What is inherited comes first.
        let classes = table.supertypes().iter().filter(|other| **other != class).chain([&class]);
        for class in classes {
            let invariants = self.rules.invariants.get(class).into_iter().flatten();
            plan.invariants.extend(invariants.copied().filter(|id| self.is_sound(*id)));
        }
        plan
    }

    /// A class as values know it.
    pub(super) fn class(&self, id: ClassId) -> Rc<Class> {
        if let Some(class) = self.classes.borrow().get(&id) {
            return Rc::clone(class);
        }
        let number = |id: ClassId| u32::try_from(id.index()).unwrap_or(u32::MAX);
        let table = self.metamodel.table(id);
        let mut ancestors: Vec<u32> = table.supertypes().iter().copied().chain([id]).map(number).collect();
        ancestors.sort_unstable();
        ancestors.dedup();
        let name = Rc::from(self.metamodel[id].name.as_str());
        let class = Rc::new(Class { name, id: number(id), ancestors });
        self.classes.borrow_mut().insert(id, Rc::clone(&class));
        class
    }

    /// The type of this name as seen from a package: there, in those around it, or from the root.
    pub(super) fn type_named(&self, from: PackageId, name: &str) -> Option<Ty> {
        let (absolute, path) = name.strip_prefix("::").map_or((false, name), |rest| (true, rest));
        let mut at = if absolute { None } else { Some(from) };
        loop {
            if let Some(found) = self.find(at, path) {
                return match found {
                    Classifier::Class(id) => Some(Ty::class(self.class(id))),
                    Classifier::DataType(id) => self.data_type(id),
                };
            }
            at = self.metamodel[at?].parent;
        }
    }

    /// A classifier by its path from a package, or from the root.
    fn find(&self, from: Option<PackageId>, path: &str) -> Option<Classifier> {
        let mut segments: Vec<&str> = path.split("::").collect();
        let last = segments.pop()?;
        let mut package = from;
        for segment in segments {
            // In logic, all segments of a type's name are capitalised.
            let named = |id: &PackageId| self.metamodel[*id].name.eq_ignore_ascii_case(segment);
            package = Some(match package {
                Some(package) => self.metamodel[package].subpackages.iter().copied().find(named)?,
                None => self.metamodel.roots().find(named)?,
            });
        }
        match package {
            Some(package) => self.metamodel.classifier(package, last),
            None => {
                let mut roots = self.metamodel.roots().filter(|id| !self.metamodel.is_built_in(*id));
                roots.find_map(|id| self.metamodel.classifier(id, last))
            }
        }
    }

    /// A data type as a type of values.
    pub(super) fn data_type(&self, id: DataTypeId) -> Option<Ty> {
        if let Some(found) = self.types.borrow().get(&id) {
            return found.clone();
        }
        let found = self.make_type(id);
        self.types.borrow_mut().insert(id, found.clone());
        found
    }

    fn make_type(&self, id: DataTypeId) -> Option<Ty> {
        let data = &self.metamodel[id];
        if data.literals.is_some() {
            return Some(Ty::one_of(data.enum_literals().iter().map(|literal| literal.name.as_str())));
        }
        let text = language::constraint_text(data).or_else(|| {
            Some(match data.kind {
                DataKind::Boolean { .. } => "Boolean".to_owned(),
                DataKind::Integer { bits, .. } if bits < 64 => {
                    let most = (1_i64 << (bits - 1)) - 1;
                    format!("Integer[{}, {most}]", -most - 1)
                }
                DataKind::Integer { .. } | DataKind::BigInteger => "Integer".to_owned(),
                DataKind::Float { .. } | DataKind::Double { .. } | DataKind::BigDecimal => {
                    "Numeric".to_owned()
                }
                DataKind::String => "String".to_owned(),
                _ => return None,
            })
        })?;
        let (piece, found) = language::logic(&Source::new("type", text.as_str()), 0..text.len());
        if found.iter().any(|problem| problem.severity == Severity::Error) {
            return None;
        }
        let logic = Logic::new(&piece.expressions, &[piece.root], &Nothing);
        match logic.evaluate(&Nothing, Limits::default()) {
            Ok(Value::Type(ty)) => Some(ty),
            _ => None,
        }
    }
}

/// That a document's rules cost more than they may.
pub(super) fn spent(rule: &str) -> Diagnostic {
    let message =
        format!("the rules of this document take too long; {rule} and those after it are not evaluated");
    Diagnostic::error(codes::LIMIT, message).help("logic must end soon, whatever the model; make it simpler")
}
