//! What logic sees: variables, objects and their features, and what `$meta` tells.
//!
//! | | checks | invariants, `derived` | `get`, `set` |
//! | --- | --- | --- | --- |
//! | `$it`, and the feature's own name | the value | | the value that is given or stored |
//! | the other features, `$self` | | yes | yes |
//! | `$meta` | the feature | the type; the feature | the feature |

use super::compile::{Role, Rule, RuleId};
use super::identity::Who;
use super::make::{Draft, Setter};
use super::ready::Ready;
use super::values::{has_default, is_there};
use crate::diagnostic::nearest;
use crate::ecore::{ClassId, Classifier, FeatureId, PackageId, builtin};
use crate::evaluate::{Budget, Change, Class, Evaluated, Hash, Host, Object, Trouble, Ty, Value};
use crate::model::{Model, ObjectId};
use std::cell::RefCell;

/// Variables that are no features.
const IT: u32 = 0;
const SELF: u32 = 1;
const META: u32 = 2;
/// The feature's own name where it stands for the value given.
const OWN: u32 = 3;
const FEATURES: u32 = 4;

/// What logic is about.
#[derive(Debug, Clone, Copy)]
pub(super) enum Subject {
    Model(ObjectId),
    Draft(usize),
}

/// All objects that logic may come to see.
pub(super) struct World<'a, 'r> {
    pub(super) ready: &'a Ready<'r>,
    pub(super) model: Option<&'a Model>,
    /// What logic has made.
    pub(super) drafts: RefCell<Vec<Draft>>,
}

/// What one piece of logic sees.
pub(super) struct Scope<'a, 'r> {
    world: &'a World<'a, 'r>,
    rule: Option<&'a Rule>,
    subject: Option<Subject>,
    it: Option<&'a Value>,
}

impl<'a, 'r> World<'a, 'r> {
    /// A world without objects, for which logic is made ready.
    pub(super) fn empty(ready: &'a Ready<'r>) -> Self {
        Self::new(ready, None)
    }

    pub(super) fn new(ready: &'a Ready<'r>, model: Option<&'a Model>) -> Self {
        Self { ready, model, drafts: RefCell::default() }
    }

    /// Forgets what logic has made, once it is done.
    pub(super) fn forget(&self) {
        self.drafts.borrow_mut().clear();
    }

    /// Runs a rule for an object.
    pub(super) fn run(
        &self,
        id: RuleId,
        subject: Subject,
        it: Option<&Value>,
        budget: &mut Budget,
    ) -> Evaluated {
        let scope = Scope { world: self, rule: Some(self.ready.rule(id)), subject: Some(subject), it };
        let own = if it.is_none() { scope.this() } else { Value::Undef };
        let argument = it.unwrap_or(&own);
        self.ready.logic(id).run(&scope, budget, std::slice::from_ref(argument))
    }

    /// What logic gets where it asks for a feature.
    pub(super) fn read(
        &self,
        subject: Subject,
        feature: FeatureId,
        budget: &mut Budget,
    ) -> Result<Value, Trouble> {
        let accessors = self.ready.accessors(feature);
        if let Some(derived) = accessors.derived {
            return self.run(derived, subject, None, budget).map_err(Trouble::elsewhere);
        }
        let stored = match subject {
            Subject::Model(object) => self.stored(object, feature, budget)?,
            Subject::Draft(draft) => self.drafted(draft, feature),
        };
        match accessors.get {
            Some(get) => self.run(get, subject, Some(&stored), budget).map_err(Trouble::elsewhere),
            None => Ok(stored),
        }
    }

    /// What an object of the model has.
    fn stored(&self, object: ObjectId, feature: FeatureId, budget: &mut Budget) -> Result<Value, Trouble> {
        let Some(model) = self.model else { return Ok(Value::Undef) };
        let data = &self.ready.metamodel[feature];
        if data.many() {
            let values = model.list(object, feature);
            if values.is_empty() && data.unsettable && !is_there(model, object, feature) {
                return Ok(Value::Undef);
            }
            budget.pay(values.len(), values.len() * size_of::<Value>())?;
            return Ok(Value::array(values.iter().map(|v| self.ready.value(model, feature, v)).collect()));
        }
        Ok(match model.get(object, feature) {
            crate::model::Value::Object(id) => self.ready.object(model, id),
            _ if !is_there(model, object, feature) => Value::Undef,
            value => self.ready.value(model, feature, value),
        })
    }

    /// What an object has that is not complete, or in no model.
    fn drafted(&self, draft: usize, feature: FeatureId) -> Value {
        let data = &self.ready.metamodel[feature];
        match self.drafts.borrow()[draft].values.get(&feature) {
            Some(value) => value.clone(),
            None if data.many() && !data.unsettable => Value::array(Vec::new()),
            None if !data.many() && has_default(data) => self.ready.default_value(feature),
            None => Value::Undef,
        }
    }
}

impl<'a, 'r> Scope<'a, 'r> {
    /// The surroundings of a rule, without an object.
    pub(super) fn of_rule(world: &'a World<'a, 'r>, rule: &'a Rule) -> Self {
        Self { world, rule: Some(rule), subject: None, it: None }
    }

    /// The surroundings of logic that belongs to no type, perhaps about an object.
    pub(super) fn free(world: &'a World<'a, 'r>, subject: Option<Subject>) -> Self {
        Self { world, rule: None, subject, it: None }
    }

    fn this(&self) -> Value {
        match (self.world.model, self.subject) {
            (Some(model), Some(Subject::Model(object))) => self.world.ready.object(model, object),
            (_, Some(Subject::Draft(draft))) => self.world.draft(draft),
            _ => Value::Undef,
        }
    }

    fn class(&self) -> Option<ClassId> {
        match (self.rule, self.subject) {
            (Some(rule), _) => Some(rule.owner),
            (None, Some(Subject::Model(object))) => Some(self.world.model?.class(object)),
            (None, Some(Subject::Draft(draft))) => Some(self.world.drafts.borrow()[draft].class),
            (None, None) => None,
        }
    }

    fn meta(&self) -> Value {
        match self.rule.and_then(|rule| rule.feature) {
            Some(feature) => self.world.about_feature(feature),
            None => self.class().map_or(Value::Undef, |class| self.world.about_class(class)),
        }
    }
}

impl Host for Scope<'_, '_> {
    fn variable(&self, name: &str) -> Option<u32> {
        let metamodel = self.world.ready.metamodel;
        let role = self.rule.map(|rule| rule.role);
        let takes_value = matches!(role, Some(Role::Check | Role::Get | Role::Set | Role::Type));
        let own =
            self.rule.and_then(|rule| rule.feature).filter(|feature| metamodel[*feature].name() == name);
        let class = self.class();
        match name {
            "meta" if class.is_some() => return Some(META),
            "self" if role != Some(Role::Check) && class.is_some() => return Some(SELF),
            "it" if takes_value => return Some(IT),
            _ if takes_value && own.is_some() => return Some(OWN),
            _ if role == Some(Role::Check) => return None,
            _ => {}
        }
        let feature = metamodel.feature(class?, name)?;
        Some(FEATURES + u32::try_from(feature.index()).ok()?)
    }

    fn read(&self, variable: u32, budget: &mut Budget) -> Result<Value, Trouble> {
        match (variable, self.subject) {
            (IT | OWN, _) => Ok(self.it.cloned().unwrap_or(Value::Undef)),
            (SELF, _) => Ok(self.this()),
            (META, _) => Ok(self.meta()),
            (_, None) => Ok(Value::Undef),
            (number, Some(subject)) => {
                self.world.read(subject, FeatureId::new((number - FEATURES) as usize), budget)
            }
        }
    }

    fn is_settable(&self, variable: u32) -> bool {
        self.rule.is_some_and(|rule| rule.role == Role::Set) && (variable == OWN || variable >= FEATURES)
    }

    fn write(
        &self,
        variable: u32,
        change: Change,
        value: &Value,
        budget: &mut Budget,
    ) -> Result<(), Trouble> {
        let own = self.rule.and_then(|rule| rule.feature);
        let feature = match variable {
            OWN => own,
            number => number.checked_sub(FEATURES).map(|at| FeatureId::new(at as usize)),
        };
        match (feature, self.subject) {
            (Some(feature), Some(Subject::Draft(draft))) => {
                self.world.assign(draft, feature, change, value, Setter::Logic, budget)
            }
            _ => Err(Trouble::refused("this cannot be set: the object is complete")),
        }
    }

    fn write_member(
        &self,
        object: &Object,
        name: &str,
        change: Change,
        value: &Value,
        budget: &mut Budget,
    ) -> Result<(), Trouble> {
        match Who::of(object) {
            Who::Draft(draft) => self.world.assign_named(draft, name, change, value, budget),
            _ => {
                let message =
                    format!("this `{}` is complete, so that it cannot be changed", object.class.name);
                Err(Trouble::refused(message))
            }
        }
    }

    fn begin(&self, class: &Class, values: Option<&Hash>, budget: &mut Budget) -> Result<Object, Trouble> {
        let draft = self.world.begin(ClassId::new(class.id as usize), values, budget)?;
        Ok(self.world.draft_object(draft))
    }

    fn finish(&self, object: &Object, budget: &mut Budget) -> Result<(), Trouble> {
        let Who::Draft(draft) = Who::of(object) else { return Ok(()) };
        match self.world.finish(draft, budget).into_iter().next() {
            Some(problem) => Err(Trouble::elsewhere(Box::new(problem))),
            None => Ok(()),
        }
    }

    fn ty(&self, name: &str) -> Option<Ty> {
        let metamodel = self.world.ready.metamodel;
        match self.class() {
            Some(class) => self.world.ready.type_named(metamodel[class].package, name),
            None => {
                let mut roots = metamodel.roots().filter(|id| !metamodel.is_built_in(*id));
                roots.find_map(|package| self.world.ready.type_named(package, name))
            }
        }
    }

    fn member(&self, object: &Object, name: &str, budget: &mut Budget) -> Result<Value, Trouble> {
        match Who::of(object) {
            Who::Model(id) => self.world.of_object(Subject::Model(id), name, budget),
            Who::Draft(draft) => self.world.of_object(Subject::Draft(draft), name, budget),
            Who::Feature(id) => self.world.of_feature(id, name),
            Who::Class(id) => self.world.of_class(id, name),
            Who::Package(id) => self.world.of_package(id, name),
        }
    }
}

/// What objects have under names.
impl World<'_, '_> {
    fn of_object(&self, subject: Subject, name: &str, budget: &mut Budget) -> Result<Value, Trouble> {
        let class = match (subject, self.model) {
            (Subject::Draft(draft), _) => self.drafts.borrow()[draft].class,
            (Subject::Model(object), Some(model)) => {
                if let Some(uri) = model.proxy_uri(object) {
                    return Err(Trouble::refused(format!("the object that `{uri}` leads to was not found")));
                }
                model.class(object)
            }
            (Subject::Model(_), None) => return Ok(Value::Undef),
        };
        let metamodel = self.ready.metamodel;
        let Some(feature) = metamodel.feature(class, name) else {
            let names = metamodel.table(class).all_features().iter().map(|id| metamodel[*id].name());
            let near = self.ready.suggestions.nearest(name, names);
            return Err(unknown(&metamodel[class].name, name, near));
        };
        self.read(subject, feature, budget)
    }

    fn about(&self, class: ClassId, who: Who) -> Value {
        Value::Object(Object { class: self.ready.class(class), identity: who.number() })
    }

    fn about_feature(&self, feature: FeatureId) -> Value {
        let reference = self.ready.metamodel[feature].is_reference();
        let class = if reference { builtin::EREFERENCE } else { builtin::EATTRIBUTE };
        self.about(class, Who::Feature(feature))
    }

    fn about_class(&self, class: ClassId) -> Value {
        self.about(builtin::ECLASS, Who::Class(class))
    }

    fn about_package(&self, package: Option<PackageId>) -> Value {
        package.map_or(Value::Undef, |id| self.about(builtin::EPACKAGE, Who::Package(id)))
    }

    fn of_feature(&self, feature: FeatureId, name: &str) -> Result<Value, Trouble> {
        let data = &self.ready.metamodel[feature];
        Ok(match name {
            "name" => Value::string(data.name()),
            "container" => self.about_class(data.owner),
            "type" => match data.typed.classifier() {
                Some(Classifier::Class(id)) => self.about_class(id),
                Some(classifier) => Value::string(self.ready.metamodel.name(classifier)),
                None => Value::Undef,
            },
            "min" => Value::Integer(i64::from(data.typed.lower)),
            "max" if data.typed.upper < 0 => Value::string("unbound"),
            "max" => Value::Integer(i64::from(data.typed.upper)),
            _ => {
                return Err(unknown(
                    "$meta",
                    name,
                    nearest(name, ["name", "container", "type", "min", "max"]),
                ));
            }
        })
    }

    fn of_class(&self, class: ClassId, name: &str) -> Result<Value, Trouble> {
        let data = &self.ready.metamodel[class];
        Ok(match name {
            "name" => Value::string(&data.name),
            "container" => self.about_package(Some(data.package)),
            _ => return Err(unknown("$meta", name, nearest(name, ["name", "container"]))),
        })
    }

    fn of_package(&self, package: PackageId, name: &str) -> Result<Value, Trouble> {
        let data = &self.ready.metamodel[package];
        Ok(match name {
            "name" => Value::string(&data.name),
            "container" => self.about_package(data.parent),
            _ => return Err(unknown("$meta", name, nearest(name, ["name", "container"]))),
        })
    }
}

impl World<'_, '_> {
    /// The features of an object that have a value, as they are kept; not what contains it, nor what is computed.
    pub(super) fn set_features(&self, object: &Object) -> Vec<(String, Value)> {
        let subject = match Who::of(object) {
            Who::Draft(draft) => Subject::Draft(draft),
            Who::Model(id) => Subject::Model(id),
            _ => return Vec::new(),
        };
        let metamodel = self.ready.metamodel;
        let mut budget = Budget::new(crate::evaluate::Limits::default());
        let features = metamodel.table(ClassId::new(object.class.id as usize)).all_features().iter();
        let shown = features
            .filter(|id| !metamodel.is_container(**id) && self.ready.accessors(**id).derived.is_none());
        let values = shown.map(|id| {
            let value = match subject {
                Subject::Model(object) => self.stored(object, *id, &mut budget).unwrap_or(Value::Undef),
                Subject::Draft(draft) => self.drafted(draft, *id),
            };
            (metamodel[*id].name().to_owned(), value)
        });
        let empty = |value: &Value| match value {
            Value::Undef => true,
            Value::Array(items) => items.is_empty(),
            _ => false,
        };
        values.filter(|(_, value)| !empty(value)).collect()
    }
}

/// That nothing has such a name, and which was probably meant.
pub(super) fn unknown(of: &str, name: &str, near: Option<&str>) -> Trouble {
    Trouble::refused(match near {
        Some(near) => format!("`{of}` has no feature `{name}`; did you mean `{near}`?"),
        None => format!("`{of}` has no feature `{name}`"),
    })
}
