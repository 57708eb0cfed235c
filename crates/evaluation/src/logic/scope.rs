//! The host of a rule: its variables, and the types and objects that the rule can use.
//!
//! | | checks | invariants, `derived` | `get`, `set` |
//! | --- | --- | --- | --- |
//! | `$it`, and the feature's own name | the value | | the value that is set or stored |
//! | the other features, `$self` | | yes | yes |
//! | `$meta` | the feature | the type; the feature | the feature |

use super::draft::Setter;
use super::identity::Identity;
use super::object_space::{Instance, MAX_SUGGESTIONS, ObjectSpace};
use super::rule::{Role, Rule};
use crate::diagnostic::nearest;
use crate::ecore::{ClassId, FeatureId};
use crate::evaluate::{Budget, Change, Class, Hash, Host, HostAnswer, HostError, Object, Type, Value};

/// The number of `$it`. The variables that are not features have the lowest numbers.
const IT: u32 = 0;
/// The number of `$self`.
const SELF: u32 = 1;
/// The number of `$meta`.
const META: u32 = 2;
/// The number of the feature's own name, which is a variable if the rule has a value.
const OWN_VALUE: u32 = 3;
/// The number of the first feature.
const FEATURES: u32 = 4;

/// The host of one evaluation.
pub(super) struct Scope<'a> {
    space: &'a ObjectSpace<'a>,
    rule: Option<&'a Rule>,
    subject: Option<Instance>,
    /// The value of `$it`.
    checked_value: Option<&'a Value>,
}

impl<'a> Scope<'a> {
    /// The scope of a rule without an object, for resolving names.
    pub(super) fn for_rule(space: &'a ObjectSpace<'a>, rule: &'a Rule) -> Self {
        Self { space, rule: Some(rule), subject: None, checked_value: None }
    }

    /// The scope of a check that is evaluated for a value without an object.
    pub(super) fn for_value(space: &'a ObjectSpace<'a>, rule: &'a Rule, checked_value: &'a Value) -> Self {
        Self { space, rule: Some(rule), subject: None, checked_value: Some(checked_value) }
    }

    /// The scope of a rule that is evaluated for an object, optionally with a value as `$it`.
    pub(super) fn for_instance(
        space: &'a ObjectSpace<'a>,
        rule: &'a Rule,
        subject: Instance,
        checked_value: Option<&'a Value>,
    ) -> Self {
        Self { space, rule: Some(rule), subject: Some(subject), checked_value }
    }

    /// The scope of statements that do not belong to a type, optionally with an object as `$self`.
    pub(super) fn for_session(space: &'a ObjectSpace<'a>, subject: Option<Instance>) -> Self {
        Self { space, rule: None, subject, checked_value: None }
    }

    /// The value of `$self`.
    pub(super) fn self_value(&self) -> Value {
        match (self.space.model, self.subject) {
            (Some(model), Some(Instance::Model(object))) => self.space.prepared.object_value(model, object),
            (_, Some(Instance::Draft(draft))) => self.space.draft_value(draft),
            _ => Value::Undef,
        }
    }

    /// The class whose features are variables; `None` in a session without an object.
    fn class(&self) -> Option<ClassId> {
        match (self.rule, self.subject) {
            (Some(rule), _) => Some(rule.owner),
            // A rule can read the features of the class that declares it, a session those of its object.
            (None, Some(Instance::Model(object))) => Some(self.space.model?.class(object)),
            (None, Some(Instance::Draft(draft))) => Some(self.space.drafts.borrow()[draft].class),
            (None, None) => None,
        }
    }

    /// The value of `$meta`: the feature of the rule, or else the class.
    fn meta(&self) -> Value {
        match self.rule.and_then(|rule| rule.feature) {
            Some(feature) => self.space.meta_of_feature(feature),
            None => self.class().map_or(Value::Undef, |class| self.space.meta_of_class(class)),
        }
    }

    /// Whether the rule can read the features of its object, and one of these has the name of a variable.
    fn hides_feature(&self, name: &str) -> bool {
        let is_visible = self.rule.is_none_or(|rule| !matches!(rule.role, Role::Check | Role::Type));
        is_visible
            && self.class().is_some_and(|class| self.space.prepared.metamodel.feature(class, name).is_some())
    }

    /// Whether the rule is about a value, which is `$it`.
    fn has_value(&self) -> bool {
        let role = self.rule.map(|rule| rule.role);
        matches!(role, Some(Role::Check | Role::Get | Role::Set | Role::Type))
    }

    /// The number of the variable with a name; `None` if the rule has no such variable.
    fn variable_number(&self, name: &str) -> Option<u32> {
        let metamodel = &self.space.prepared.metamodel;
        let role = self.rule.map(|rule| rule.role);
        let has_value = self.has_value();
        let own_feature = self.rule.and_then(|rule| rule.feature);
        let is_own_name = own_feature.is_some_and(|feature| metamodel[feature].name() == name);
        let class = self.class();
        match name {
            "meta" if class.is_some() => return Some(META),
            "self" if role != Some(Role::Check) && class.is_some() => return Some(SELF),
            "it" if has_value => return Some(IT),
            _ if has_value && is_own_name => return Some(OWN_VALUE),
            // As in ARM-7, an invariant can read all features, a check cannot.
            _ if role == Some(Role::Check) => return None,
            _ => {}
        }
        let feature = metamodel.feature(class?, name)?;
        Some(FEATURES + u32::try_from(feature.index()).ok()?)
    }
}

impl Host for Scope<'_> {
    fn resolve_variable(&self, name: &str) -> HostAnswer<u32> {
        let number = self.variable_number(name);
        if number == Some(META) && self.hides_feature(name) {
            let message = "`$meta` describes the type or the feature here, and hides the feature `meta`";
            return Err(HostError::new(message).with_help("write `$self[meta]` for the value of the feature"));
        }
        Ok(number)
    }

    fn read_variable(&self, variable: u32, budget: &mut Budget) -> Result<Value, HostError> {
        match (variable, self.subject) {
            (IT | OWN_VALUE, _) => Ok(self.checked_value.cloned().unwrap_or(Value::Undef)),
            (SELF, _) => Ok(self.self_value()),
            (META, _) => Ok(self.meta()),
            // Without an object, only checks of values are evaluated, and these cannot read features.
            (_, None) => Ok(Value::Undef),
            (number, Some(subject)) => {
                self.space.read(subject, FeatureId::new((number - FEATURES) as usize), budget)
            }
        }
    }

    fn suggest_variable(&self, name: &str) -> Option<String> {
        // A check only reads the value that it checks, as `$it` or by the name of its feature, and `$meta`.
        if let Some(rule) = self.rule
            && rule.role == Role::Check
        {
            let own_name = rule.feature.map(|feature| self.space.prepared.metamodel[feature].name());
            return nearest(name, own_name.into_iter().chain(["it", "meta"])).map(str::to_owned);
        }
        let features = self.space.prepared.metamodel.table(self.class()?).all_features();
        if features.len() > MAX_SUGGESTIONS {
            return None;
        }
        let names = features.iter().map(|id| self.space.prepared.metamodel[*id].name());
        let it_name = self.has_value().then_some("it");
        nearest(name, names.chain(["self"]).chain(it_name)).map(str::to_owned)
    }

    fn has_feature(&self, name: &str) -> bool {
        // The class of the object before the point is known only at run time, so the features of all classes count.
        self.space.prepared.metamodel.features().any(|(_, feature)| feature.name() == name)
    }

    fn is_feature_of(&self, object: &Object, name: &str) -> bool {
        let class = match (Identity::decode(object), self.space.model) {
            (Identity::Model(id), Some(model)) => model.class(id),
            (Identity::Draft(draft), _) => self.space.drafts.borrow()[draft].class,
            _ => return false,
        };
        self.space.prepared.metamodel.table(class).slot_named(name).is_some()
    }

    fn suggest_feature(&self, name: &str) -> Option<String> {
        let features = self.space.prepared.metamodel.features().take(MAX_SUGGESTIONS);
        nearest(name, features.map(|(_, feature)| feature.name())).map(str::to_owned)
    }

    fn suggest_type(&self, name: &str) -> Option<String> {
        let metamodel = &self.space.prepared.metamodel;
        let is_declared = |package| !metamodel.is_built_in(package) && !metamodel.is_ecore_package(package);
        let classes = metamodel.classes().filter(|(_, class)| is_declared(class.package));
        let classes = classes.map(|(_, class)| class.name.as_str());
        let data_types = metamodel.data_types().filter(|(_, data)| is_declared(data.package));
        let data_types = data_types.map(|(_, data)| data.name.as_str());
        // A type with this name may exist, but be invisible from here.
        let others = classes.chain(data_types).filter(|other| *other != name);
        nearest(name, others.take(MAX_SUGGESTIONS)).map(str::to_owned)
    }

    fn is_settable(&self, variable: u32) -> bool {
        self.rule.is_some_and(|rule| rule.role == Role::Set)
            && (variable == OWN_VALUE || variable >= FEATURES)
    }

    fn set_variable(
        &self,
        variable: u32,
        change: Change,
        value: &Value,
        budget: &mut Budget,
    ) -> Result<(), HostError> {
        let own_feature = self.rule.and_then(|rule| rule.feature);
        let feature = match variable {
            OWN_VALUE => own_feature,
            number => number.checked_sub(FEATURES).map(|index| FeatureId::new(index as usize)),
        };
        match (feature, self.subject) {
            (Some(feature), Some(Instance::Draft(draft))) => {
                self.space.assign(draft, feature, change, value, Setter::Logic, budget)
            }
            _ => Err(HostError::new("this cannot be set: the object is complete")),
        }
    }

    fn set_feature(
        &self,
        object: &Object,
        name: &str,
        change: Change,
        value: &Value,
        budget: &mut Budget,
    ) -> Result<(), HostError> {
        match Identity::decode(object) {
            Identity::Draft(draft) => self.space.assign_named(draft, name, change, value, budget),
            _ => {
                let message = format!(
                    "the object of `{}` is complete; only an object that is being created can be changed",
                    object.class.name
                );
                Err(HostError::new(message).with_help("write `==` to compare"))
            }
        }
    }

    fn create_object(
        &self,
        class: &Class,
        values: Option<&Hash>,
        budget: &mut Budget,
    ) -> Result<Object, HostError> {
        let draft = self.space.create_draft(ClassId::new(class.id as usize), values, budget)?;
        Ok(self.space.draft_object(draft))
    }

    fn complete_object(&self, object: &Object, budget: &mut Budget) -> Result<(), HostError> {
        let Identity::Draft(draft) = Identity::decode(object) else { return Ok(()) };
        // A host error has a single cause, so only the first problem is reported.
        match self.space.complete_draft(draft, budget).into_iter().next() {
            Some(problem) => Err(HostError::caused_by(Box::new(problem))),
            None => Ok(()),
        }
    }

    fn resolve_type(&self, name: &str) -> HostAnswer<Type> {
        let prepared = &*self.space.prepared;
        let metamodel = &prepared.metamodel;
        let package = match self.class() {
            Some(class) => Some(metamodel[class].package),
            // Statements belong to no package, so they see the same names as the first declared package.
            None => metamodel.roots().find(|id| !metamodel.is_built_in(*id)),
        };
        let start_package = package.filter(|_| !name.starts_with("::"));
        let classifier =
            start_package.and_then(|package| prepared.find_around(package, name)).or_else(|| {
                // The search is recorded even if no type is found, because another document could declare the type.
                self.space.has_searched_roots.set(true);
                prepared.find_from_root(name)
            });
        Ok(classifier.and_then(|classifier| prepared.type_of(classifier)))
    }

    fn read_feature(&self, object: &Object, name: &str, budget: &mut Budget) -> Result<Value, HostError> {
        match Identity::decode(object) {
            Identity::Model(id) => self.space.read_named(Instance::Model(id), name, budget),
            Identity::Draft(draft) => self.space.read_named(Instance::Draft(draft), name, budget),
            Identity::Feature(id) => self.space.read_meta_feature(id, name),
            Identity::Class(id) => self.space.read_meta_class(id, name),
            Identity::Package(id) => self.space.read_meta_package(id, name),
        }
    }
}
