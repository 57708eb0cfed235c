//! Logic that is tried out: statements after each other, which see an object and the variables set before.

use super::ready::Ready;
use super::scope::{Scope, Subject, World};
use crate::evaluate::{
    Budget, Change, Class, Evaluated, Hash, Host, Limits, Logic, Object, Trouble, Ty, Value,
};
use crate::language::Manifest;
use crate::model::{Model, ObjectId};

/// Variables from here on are those of the session.
const OWN: u32 = 1 << 31;

/// How deeply objects are shown inside each other.
const SHOWN_LEVELS: usize = 4;
/// How much of a value is shown.
const SHOWN_BYTES: usize = 16_000;

/// Statements, and what they have set.
pub struct Session<'a, 'r> {
    world: World<'a, 'r>,
    subject: Option<Subject>,
    variables: Vec<(String, Value)>,
}

impl<'a, 'r> Session<'a, 'r> {
    /// A session with the types of a metamodel, and perhaps with a model and an object of it as `$self`.
    #[must_use]
    pub fn new(ready: &'a Ready<'r>, model: Option<&'a Model>, subject: Option<ObjectId>) -> Self {
        let subject = subject.map(Subject::Model);
        Self { world: World::new(ready, model), subject, variables: Vec::new() }
    }

    /// Makes an object `$self`.
    pub fn look_at(&mut self, subject: ObjectId) {
        self.subject = Some(Subject::Model(subject));
    }

    /// The value of the last statement. Variables that are set stay.
    ///
    /// # Errors
    /// As [`Logic::evaluate`].
    pub fn evaluate(&mut self, manifest: &Manifest) -> Evaluated {
        let mut set = Vec::new();
        let scope = Scope::free(&self.world, self.subject);
        let host = Seen { scope, variables: &self.variables };
        let logic = Logic::new(&manifest.expressions, &manifest.statements, &host);
        let mut budget = Budget::new(Limits::default());
        let mut keep = |name: &str, value: &Value| set.push((name.to_owned(), value.clone()));
        let result = logic.run_with(&host, &mut budget, &[], &mut keep);
        for (name, value) in set {
            self.variables.retain(|(known, _)| *known != name);
            self.variables.push((name, value));
        }
        result
    }

    /// A value as it is shown: objects with what they have.
    #[must_use]
    pub fn show(&self, value: &Value) -> String {
        let mut out = String::new();
        self.write(value, 0, &mut out);
        out
    }

    fn write(&self, value: &Value, level: usize, out: &mut String) {
        if out.len() > SHOWN_BYTES {
            return out.push('…');
        }
        match value {
            Value::Object(object) => self.write_object(object, level, out),
            Value::Array(items) if items.iter().any(|item| matches!(item, Value::Object(_))) => {
                out.push('[');
                for (at, item) in items.iter().enumerate() {
                    out.push_str(if at == 0 { "" } else { ", " });
                    self.write(item, level, out);
                }
                out.push(']');
            }
            other => out.push_str(&other.to_literal()),
        }
    }

    fn write_object(&self, object: &Object, level: usize, out: &mut String) {
        out.push_str(&object.class.name);
        if level == SHOWN_LEVELS {
            return out.push_str("(…)");
        }
        out.push('(');
        let mut first = true;
        for (name, value) in self.world.set_features(object) {
            out.push_str(if first { "{'" } else { ", '" });
            out.push_str(&name);
            out.push_str("' => ");
            self.write(&value, level + 1, out);
            first = false;
        }
        out.push_str(if first { ")" } else { "})" });
    }
}

/// What a session's statements see.
struct Seen<'s, 'a, 'r> {
    scope: Scope<'a, 'r>,
    variables: &'s [(String, Value)],
}

impl Host for Seen<'_, '_, '_> {
    fn variable(&self, name: &str) -> Option<u32> {
        let own = self.variables.iter().position(|(known, _)| known == name);
        match own.and_then(|at| u32::try_from(at).ok()) {
            Some(at) => Some(OWN + at),
            None => self.scope.variable(name),
        }
    }

    fn read(&self, variable: u32, budget: &mut Budget) -> Result<Value, Trouble> {
        match variable.checked_sub(OWN) {
            Some(at) => Ok(self.variables.get(at as usize).map_or(Value::Undef, |(_, value)| value.clone())),
            None => self.scope.read(variable, budget),
        }
    }

    fn ty(&self, name: &str) -> Option<Ty> {
        self.scope.ty(name)
    }

    fn write_member(
        &self,
        object: &Object,
        name: &str,
        change: Change,
        value: &Value,
        budget: &mut Budget,
    ) -> Result<(), Trouble> {
        self.scope.write_member(object, name, change, value, budget)
    }

    fn begin(&self, class: &Class, values: Option<&Hash>, budget: &mut Budget) -> Result<Object, Trouble> {
        self.scope.begin(class, values, budget)
    }

    fn finish(&self, object: &Object, budget: &mut Budget) -> Result<(), Trouble> {
        self.scope.finish(object, budget)
    }

    fn member(&self, object: &Object, name: &str, budget: &mut Budget) -> Result<Value, Trouble> {
        self.scope.member(object, name, budget)
    }
}
