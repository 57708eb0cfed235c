//! What logic sees: variables, objects and their features, and what `$meta` tells.
//!
//! | | checks | invariants, `derived` | `get`, `set` |
//! | --- | --- | --- | --- |
//! | `$it`, and the feature's own name | the value | | the value that is given or stored |
//! | the other features, `$self` | | yes | yes |
//! | `$meta` | the feature | the type; the feature | the feature |

use super::compile::{Role, Rule, RuleId};
use super::ready::Ready;
use super::values::is_there;
use crate::diagnostic::nearest;
use crate::ecore::{ClassId, Classifier, FeatureId, PackageId, builtin};
use crate::evaluate::{Budget, Evaluated, Host, Object, Trouble, Ty, Value};
use crate::model::{Model, ObjectId};

/// Variables that are no features.
const IT: u32 = 0;
const SELF: u32 = 1;
const META: u32 = 2;
const FEATURES: u32 = 3;

/// Identities of what is no object of the model: what kind it is, and its number.
const KIND: u64 = 1 << 40;
const FEATURE: u64 = KIND;
const CLASS: u64 = 2 * KIND;
const PACKAGE: u64 = 3 * KIND;

/// All objects that logic may come to see.
pub(super) struct World<'a, 'r> {
    pub(super) ready: &'a Ready<'r>,
    pub(super) model: Option<&'a Model>,
}

/// What one piece of logic sees.
pub(super) struct Scope<'a, 'r> {
    world: &'a World<'a, 'r>,
    rule: &'a Rule,
    subject: Option<ObjectId>,
    it: Option<&'a Value>,
}

impl<'a, 'r> World<'a, 'r> {
    /// A world without objects, for which logic is made ready.
    pub(super) fn empty(ready: &'a Ready<'r>) -> Self {
        Self { ready, model: None }
    }

    /// Runs a rule for an object.
    pub(super) fn run(
        &self,
        id: RuleId,
        subject: ObjectId,
        it: Option<&Value>,
        budget: &mut Budget,
    ) -> Evaluated {
        let scope = Scope { world: self, rule: self.ready.rule(id), subject: Some(subject), it };
        let own = if it.is_none() { scope.this() } else { Value::Undef };
        let argument = it.unwrap_or(&own);
        self.ready.logic(id).run(&scope, budget, std::slice::from_ref(argument))
    }

    /// What logic gets where it asks for a feature.
    pub(super) fn read(
        &self,
        object: ObjectId,
        feature: FeatureId,
        budget: &mut Budget,
    ) -> Result<Value, Trouble> {
        let Some(model) = self.model else { return Ok(Value::Undef) };
        let accessors = self.ready.accessors(feature);
        if let Some(derived) = accessors.derived {
            return self.run(derived, object, None, budget).map_err(Trouble::elsewhere);
        }
        if self.ready.metamodel[feature].many() {
            let values = model.list(object, feature);
            if values.is_empty()
                && !is_there(model, object, feature)
                && self.ready.metamodel[feature].unsettable
            {
                return Ok(Value::Undef);
            }
            budget.pay(values.len(), values.len() * size_of::<Value>())?;
            return Ok(Value::array(values.iter().map(|v| self.ready.value(model, feature, v)).collect()));
        }
        let stored = match model.get(object, feature) {
            crate::model::Value::Object(id) => self.ready.object(model, id),
            _ if !is_there(model, object, feature) => Value::Undef,
            value => self.ready.value(model, feature, value),
        };
        match accessors.get {
            Some(get) => self.run(get, object, Some(&stored), budget).map_err(Trouble::elsewhere),
            None => Ok(stored),
        }
    }
}

impl<'a, 'r> Scope<'a, 'r> {
    /// The surroundings of a rule, without an object.
    pub(super) fn of_rule(world: &'a World<'a, 'r>, rule: &'a Rule) -> Self {
        Self { world, rule, subject: None, it: None }
    }

    fn this(&self) -> Value {
        match (self.world.model, self.subject) {
            (Some(model), Some(subject)) => self.world.ready.object(model, subject),
            _ => Value::Undef,
        }
    }

    fn meta(&self) -> Value {
        match self.rule.feature {
            Some(feature) => self.world.about_feature(feature),
            None => self.world.about_class(self.rule.owner),
        }
    }

    fn package(&self) -> PackageId {
        self.world.ready.metamodel[self.rule.owner].package
    }
}

impl Host for Scope<'_, '_> {
    fn variable(&self, name: &str) -> Option<u32> {
        let metamodel = self.world.ready.metamodel;
        let takes_value = matches!(self.rule.role, Role::Check | Role::Get | Role::Set);
        let own = self.rule.feature.filter(|feature| metamodel[*feature].name() == name);
        match name {
            "meta" => return Some(META),
            "self" if self.rule.role != Role::Check => return Some(SELF),
            "it" if takes_value => return Some(IT),
            _ if takes_value && own.is_some() => return Some(IT),
            _ if self.rule.role == Role::Check => return None,
            _ => {}
        }
        let feature = metamodel.feature(self.rule.owner, name)?;
        Some(FEATURES + u32::try_from(feature.index()).ok()?)
    }

    fn read(&self, variable: u32, budget: &mut Budget) -> Result<Value, Trouble> {
        match (variable, self.subject) {
            (IT, _) => Ok(self.it.cloned().unwrap_or(Value::Undef)),
            (SELF, _) => Ok(self.this()),
            (META, _) => Ok(self.meta()),
            (_, None) => Ok(Value::Undef),
            (number, Some(subject)) => {
                self.world.read(subject, FeatureId::new((number - FEATURES) as usize), budget)
            }
        }
    }

    fn ty(&self, name: &str) -> Option<Ty> {
        self.world.ready.type_named(self.package(), name)
    }

    fn member(&self, object: &Object, name: &str, budget: &mut Budget) -> Result<Value, Trouble> {
        let number = usize::try_from(object.identity % KIND).unwrap_or(usize::MAX);
        match object.identity / KIND * KIND {
            FEATURE => self.world.of_feature(FeatureId::new(number), name),
            CLASS => self.world.of_class(ClassId::new(number), name),
            PACKAGE => self.world.of_package(PackageId::new(number), name),
            _ => self.world.of_object(ObjectId(u32::try_from(number).unwrap_or(u32::MAX)), name, budget),
        }
    }
}

/// What objects have under names.
impl World<'_, '_> {
    fn of_object(&self, object: ObjectId, name: &str, budget: &mut Budget) -> Result<Value, Trouble> {
        let Some(model) = self.model else { return Ok(Value::Undef) };
        if let Some(uri) = model.proxy_uri(object) {
            return Err(Trouble::refused(format!("the object that `{uri}` leads to was not found")));
        }
        let (metamodel, class) = (self.ready.metamodel, model.class(object));
        let Some(feature) = metamodel.feature(class, name) else {
            let names = metamodel.table(class).all_features().iter().map(|id| metamodel[*id].name());
            return Err(unknown(&metamodel[class].name, name, names));
        };
        self.read(object, feature, budget)
    }

    fn about(&self, class: ClassId, identity: u64) -> Value {
        Value::Object(Object { class: self.ready.class(class), identity })
    }

    fn about_feature(&self, feature: FeatureId) -> Value {
        let reference = self.ready.metamodel[feature].is_reference();
        let class = if reference { builtin::EREFERENCE } else { builtin::EATTRIBUTE };
        self.about(class, FEATURE | feature.index() as u64)
    }

    fn about_class(&self, class: ClassId) -> Value {
        self.about(builtin::ECLASS, CLASS | class.index() as u64)
    }

    fn about_package(&self, package: Option<PackageId>) -> Value {
        package.map_or(Value::Undef, |id| self.about(builtin::EPACKAGE, PACKAGE | id.index() as u64))
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
            _ => return Err(unknown("$meta", name, ["name", "container", "type", "min", "max"])),
        })
    }

    fn of_class(&self, class: ClassId, name: &str) -> Result<Value, Trouble> {
        let data = &self.ready.metamodel[class];
        Ok(match name {
            "name" => Value::string(&data.name),
            "container" => self.about_package(Some(data.package)),
            _ => return Err(unknown("$meta", name, ["name", "container"])),
        })
    }

    fn of_package(&self, package: PackageId, name: &str) -> Result<Value, Trouble> {
        let data = &self.ready.metamodel[package];
        Ok(match name {
            "name" => Value::string(&data.name),
            "container" => self.about_package(data.parent),
            _ => return Err(unknown("$meta", name, ["name", "container"])),
        })
    }
}

/// That nothing has such a name.
fn unknown<'n>(of: &str, name: &str, names: impl IntoIterator<Item = &'n str>) -> Trouble {
    Trouble::refused(match nearest(name, names) {
        Some(near) => format!("`{of}` has no feature `{name}`; did you mean `{near}`?"),
        None => format!("`{of}` has no feature `{name}`"),
    })
}
