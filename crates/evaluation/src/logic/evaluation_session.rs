//! Evaluates statements one after another, with an object as `$self` and the variables that were set before.

use super::document_functions::{DocumentObjects, Referrers};
use super::identity::Identity;
use super::object_space::{Instance, ObjectSpace};
use super::prepared::PreparedRules;
use super::scope::Scope;
use crate::ecore::Metamodel;
use crate::evaluate::{
    Budget, Change, Class, EvaluationLimits, EvaluationResult, Hash, Host, HostAnswer, HostError, Object,
    Program, Type, Value,
};
use crate::language::Manifest;
use crate::model::{DocumentId, Model, ObjectId};
use rustc_hash::FxHashSet;

/// The number of the first variable of the session.
// `Scope` uses the numbers from 4 on for features, so numbers this high are free.
const FIRST_VARIABLE: u32 = 1 << 31;
/// The number of `$roots`.
const ROOTS: u32 = FIRST_VARIABLE - 1;

/// How many levels of nested objects are shown.
const SHOWN_LEVELS: usize = 4;
/// How many bytes of a value are shown.
const SHOWN_BYTES: usize = 16_000;

/// Statements that share variables.
pub struct EvaluationSession<'a> {
    space: ObjectSpace<'a>,
    subject: Option<Instance>,
    variables: Vec<(String, Value)>,
    /// The document whose objects `$roots` and functions such as `all(Type)` return.
    document: Option<DocumentId>,
    referrers: Referrers,
}

impl<'a> EvaluationSession<'a> {
    /// A session with the types of a metamodel; optionally with a model, and an object of it as `$self`.
    #[must_use]
    pub fn new(prepared: &'a PreparedRules, model: Option<&'a Model>, subject: Option<ObjectId>) -> Self {
        let subject = subject.map(Instance::Model);
        Self {
            space: ObjectSpace::new(prepared, model),
            subject,
            variables: Vec::new(),
            document: None,
            referrers: Referrers::new(),
        }
    }

    /// Makes the objects of a document available to statements: with `$roots`, `all(Type)`, `container($object)`,
    /// `referrers($object)` and `address($object)`.
    pub fn set_document(&mut self, document: DocumentId) {
        self.document = Some(document);
        self.space.base = self.space.model.map(|model| model.document(document).uri.clone());
    }

    /// Makes an object `$self`.
    pub fn set_subject(&mut self, subject: ObjectId) {
        self.subject = Some(Instance::Model(subject));
    }

    /// The metamodel of the session's objects.
    #[must_use]
    pub fn metamodel(&self) -> &Metamodel {
        &self.space.prepared.metamodel
    }

    /// Whether `$self` has a feature with this name, which can then be used as a variable, and no enumeration has it as
    /// a literal.
    #[must_use]
    pub fn is_only_feature_of_self(&self, name: &str) -> bool {
        let class = match (self.subject, self.space.model) {
            (Some(Instance::Model(id)), Some(model)) => model.class(id),
            _ => return false,
        };
        let prepared = &self.space.prepared;
        prepared.metamodel.table(class).slot_named(name).is_some() && !prepared.is_literal(name)
    }

    /// The value of the last statement. Variables that statements set are visible to later ones.
    ///
    /// # Errors
    /// Like [`Program::evaluate`].
    pub fn evaluate(&mut self, manifest: &Manifest) -> EvaluationResult {
        let mut new_variables = Vec::new();
        let scope = Scope::for_session(&self.space, self.subject);
        let objects = DocumentObjects::new(&self.space, self.document, &self.referrers);
        let host = SessionScope { scope, variables: &self.variables, objects };
        let program = Program::new(&manifest.expressions, &manifest.statements, &host);
        let mut budget = Budget::new(EvaluationLimits::default());
        // The host borrows the variables while the statements run, so new variables are added afterwards.
        let mut report = |name: &str, value: &Value| new_variables.push((name.to_owned(), value.clone()));
        // Drafts are kept after an evaluation, because variables may refer to them.
        let draft_count = self.space.drafts.borrow().len();
        let result = program.run_with(&host, &mut budget, &[], &mut report);
        // An object whose creation failed must not remain the opposite or owner of other objects.
        if result.is_err() {
            self.space.disconnect_incomplete(draft_count);
        }
        // Variables that were set before a failure are kept, too. They replace variables of earlier statements: a
        // variable is set once only within one evaluation.
        for (name, value) in new_variables {
            self.variables.retain(|(earlier_name, _)| *earlier_name != name);
            self.variables.push((name, value));
        }
        result
    }

    /// The object of the model that is a value; `None` for objects that statements created, and for elements of the
    /// metamodel.
    #[must_use]
    pub fn model_object(&self, object: &Object) -> Option<ObjectId> {
        match Identity::decode(object) {
            Identity::Model(id) if self.space.model.is_some() => Some(id),
            _ => None,
        }
    }

    /// A value as text: a literal that shows the features of each object once.
    #[must_use]
    pub fn show(&self, value: &Value) -> String {
        let mut out = String::new();
        let level = 0;
        self.write(value, level, &mut FxHashSet::default(), &mut out);
        out
    }

    /// Appends a value that is inside of `level` objects; objects in `shown_objects` are not shown again.
    fn write(&self, value: &Value, level: usize, shown_objects: &mut FxHashSet<u64>, out: &mut String) {
        if out.len() > SHOWN_BYTES {
            return out.push('…');
        }
        match value {
            Value::Object(object) => self.write_object(object, level, shown_objects, out),
            // A literal would show only the classes of objects, so arrays with objects are written here.
            Value::Array(items) if items.iter().any(|item| matches!(item, Value::Object(_))) => {
                out.push('[');
                for (index, item) in items.iter().enumerate() {
                    out.push_str(if index == 0 { "" } else { ", " });
                    self.write(item, level, shown_objects, out);
                }
                out.push(']');
            }
            other => out.push_str(&other.to_literal()),
        }
    }

    /// Appends an object with its features; an object that is already shown is not shown again.
    fn write_object(
        &self,
        object: &Object,
        level: usize,
        shown_objects: &mut FxHashSet<u64>,
        out: &mut String,
    ) {
        out.push_str(&object.class.name);
        let unresolved = match Identity::decode(object) {
            Identity::Model(id) => self.space.unresolved_address(id),
            _ => None,
        };
        if let Some(address) = unresolved {
            out.push_str("(unresolved ");
            out.push_str(&Value::string(&address).to_literal());
            return out.push(')');
        }
        // References may form cycles, so each object is shown once.
        if level == SHOWN_LEVELS || !shown_objects.insert(object.identity) {
            return out.push_str("(…)");
        }
        out.push('(');
        let mut is_first = true;
        for (name, value) in self.space.stored_features(object) {
            out.push_str(if is_first { "{'" } else { ", '" });
            out.push_str(&name);
            out.push_str("' => ");
            self.write(&value, level + 1, shown_objects, out);
            is_first = false;
        }
        out.push_str(if is_first { ")" } else { "})" });
    }
}

/// The host of a session's statements.
struct SessionScope<'s, 'a> {
    scope: Scope<'a>,
    variables: &'s [(String, Value)],
    objects: Option<DocumentObjects<'a>>,
}

impl Host for SessionScope<'_, '_> {
    fn resolve_variable(&self, name: &str) -> HostAnswer<u32> {
        let index = self.variables.iter().position(|(variable, _)| variable == name);
        match index.and_then(|index| u32::try_from(index).ok()) {
            Some(index) => Ok(Some(FIRST_VARIABLE + index)),
            None if name == "roots" && self.objects.is_some() => Ok(Some(ROOTS)),
            None => match self.scope.resolve_variable(name)? {
                None if self.objects.is_none() => {
                    let problem = HostError::new(format!("there is no variable `${name}`"));
                    Err(problem.with_help(
                        "there are only variables that were assigned; a document (--instance FILE) adds `$self`, the features \
                         of that object, and `$roots`",
                    ))
                }
                resolved => Ok(resolved),
            },
        }
    }

    fn read_variable(&self, variable: u32, budget: &mut Budget) -> Result<Value, HostError> {
        match variable.checked_sub(FIRST_VARIABLE) {
            Some(index) => {
                Ok(self.variables.get(index as usize).map_or(Value::Undef, |(_, value)| value.clone()))
            }
            None if variable == ROOTS => {
                Ok(self.objects.as_ref().map_or(Value::Undef, DocumentObjects::roots))
            }
            None => self.scope.read_variable(variable, budget),
        }
    }

    fn suggest_variable(&self, name: &str) -> Option<String> {
        let suggestion = match name {
            "root" | "model" | "document" | "doc" => Some("roots[0]".to_owned()),
            "this" | "object" | "instance" => Some("self".to_owned()),
            _ => None,
        };
        // Without objects, there is neither `$roots` nor `$self`.
        suggestion.filter(|_| self.objects.is_some()).or_else(|| self.scope.suggest_variable(name))
    }

    fn has_feature(&self, name: &str) -> bool {
        self.scope.has_feature(name)
    }

    fn is_feature_of(&self, object: &Object, name: &str) -> bool {
        self.scope.is_feature_of(object, name)
    }

    fn suggest_feature(&self, name: &str) -> Option<String> {
        self.scope.suggest_feature(name)
    }

    fn suggest_type(&self, name: &str) -> Option<String> {
        self.scope.suggest_type(name)
    }

    fn resolve_function(&self, name: &str) -> HostAnswer<u32> {
        // Without a document, these functions are unknown, so `all` without a lambda is an ordinary error.
        Ok(self.objects.as_ref().and_then(|_| DocumentObjects::find(name)))
    }

    fn call_function(
        &self,
        function: u32,
        arguments: &[Value],
        budget: &mut Budget,
    ) -> Result<Value, HostError> {
        self.objects.as_ref().map_or(Ok(Value::Undef), |objects| objects.call(function, arguments, budget))
    }

    fn resolve_type(&self, name: &str) -> HostAnswer<Type> {
        self.scope.resolve_type(name)
    }

    fn set_feature(
        &self,
        object: &Object,
        name: &str,
        change: Change,
        value: &Value,
        budget: &mut Budget,
    ) -> Result<(), HostError> {
        self.scope.set_feature(object, name, change, value, budget)
    }

    fn create_object(
        &self,
        class: &Class,
        values: Option<&Hash>,
        budget: &mut Budget,
    ) -> Result<Object, HostError> {
        self.scope.create_object(class, values, budget)
    }

    fn complete_object(&self, object: &Object, budget: &mut Budget) -> Result<(), HostError> {
        self.scope.complete_object(object, budget)
    }

    fn read_feature(&self, object: &Object, name: &str, budget: &mut Budget) -> Result<Value, HostError> {
        self.scope.read_feature(object, name, budget)
    }
}
