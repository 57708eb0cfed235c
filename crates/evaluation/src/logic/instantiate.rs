//! Creates objects of a model from drafts.
//!
//! Invariant: if a draft has a problem, the model is unchanged.

use super::any_values;
use super::draft::Draft;
use super::identity::Identity;
use super::object_space::ObjectSpace;
use super::prepared::PreparedRules;
use super::values::items;
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::ecore::{ClassId, Classifier, FeatureId, Literal};
use crate::evaluate::{Budget, EvaluationLimits, Object, Value};
use crate::model::{self, Model, ObjectId};
use rustc_hash::FxHashMap;

impl PreparedRules {
    /// Creates an object as `new` does, with values by feature: defaults come first, then the values, each of which is
    /// passed through `set` and checked; finally, no required value may be missing, and the invariants must hold.
    ///
    /// [`PreparedRules::reference`] creates a value that refers to an object of the model.
    ///
    /// # Errors
    /// All problems of the object; the model is then unchanged.
    pub fn new_object(
        &self,
        model: &mut Model,
        class: ClassId,
        values: impl IntoIterator<Item = (String, Value)>,
    ) -> Result<ObjectId, Diagnostics> {
        let values = Value::hash(values.into_iter().map(|(name, value)| (Value::string(&name), value)));
        let mut budget = Budget::new(EvaluationLimits::default());
        // The space borrows the model, so the model is changed only after the drafts are complete.
        let (drafts, root) = {
            let space = ObjectSpace::new(self, Some(model));
            let hash = if let Value::Hash(hash) = &values { Some(&**hash) } else { None };
            let draft = space
                .create_draft(class, hash, &mut budget)
                .map_err(|error| Diagnostics::from(Diagnostic::from(error)))?;
            let draft_problems = space.complete_draft(draft, &mut budget);
            if !draft_problems.is_empty() {
                let mut problems = Diagnostics::new();
                problems.extend(draft_problems);
                return Err(problems);
            }
            (space.drafts.into_inner(), draft)
        };
        self.instantiate(model, &drafts, root)
    }

    /// An object of a model as a value of logic.
    #[must_use]
    pub fn reference(&self, model: &Model, object: ObjectId) -> Value {
        self.object_value(model, object)
    }

    /// Creates the object of a draft, and the objects to which the draft refers.
    fn instantiate(&self, model: &mut Model, drafts: &[Draft], root: usize) -> Result<ObjectId, Diagnostics> {
        self.instantiate_all(model, drafts, &[root]).map(|objects| objects[0])
    }

    /// Creates the objects of some drafts, each once, followed by the objects to which they refer.
    pub(super) fn instantiate_all(
        &self,
        model: &mut Model,
        drafts: &[Draft],
        roots: &[usize],
    ) -> Result<Vec<ObjectId>, Diagnostics> {
        let mut created: FxHashMap<usize, ObjectId> = FxHashMap::default();
        let mut order = Vec::new();
        // The last element is taken from the stack first, so the roots are reversed to be created in their order.
        let mut pending: Vec<usize> = roots.iter().rev().copied().collect();
        while let Some(index) = pending.pop() {
            if created.contains_key(&index) {
                continue;
            }
            let draft = &drafts[index];
            let object = model.create(draft.class).map_err(|e| Diagnostics::from(Diagnostic::from(e)))?;
            created.insert(index, object);
            order.push(index);
            // All objects are created before any reference is set, because drafts may refer to each other in cycles.
            for value in draft.values.values() {
                pending.extend(items(value).iter().filter_map(Identity::draft));
            }
        }
        for index in &order {
            let (draft, object) = (&drafts[*index], created[index]);
            let features = self.metamodel.table(draft.class).all_features().iter();
            // Features are set in the order of the class, because the order of the hash table is arbitrary.
            for feature in features.filter(|feature| draft.values.contains_key(feature)) {
                self.set_feature(model, object, *feature, &draft.values[feature], &created)?;
            }
        }
        Ok(order.iter().map(|index| created[index]).collect())
    }

    /// Sets a feature of a new object to the value of its draft; `created` contains the objects of all drafts.
    fn set_feature(
        &self,
        model: &mut Model,
        object: ObjectId,
        feature: FeatureId,
        value: &Value,
        created: &FxHashMap<usize, ObjectId>,
    ) -> Result<(), Diagnostics> {
        let is_list = self.metamodel[feature].many();
        let items = if is_list { items(value) } else { std::slice::from_ref(value) };
        let literals: Vec<Literal> = items.iter().map(|value| self.literal(feature, value)).collect();
        // The values borrow from the literals, so these are stored in a separate list.
        let mut values: Vec<model::Value<'_>> = Vec::with_capacity(items.len());
        for (item, literal) in items.iter().zip(&literals) {
            values.push(match item {
                Value::Object(object) => {
                    model::Value::Object(self.object_in_model(feature, object, created)?)
                }
                _ => model::literal(literal),
            });
        }
        let result = if is_list {
            model.set_list(object, feature, &values)
        } else {
            // The list for a single-valued feature contains exactly one element.
            model.set(object, feature, values[0])
        };
        result.map_err(|error| Diagnostics::from(Diagnostic::from(error)))
    }

    /// The object of the model to which a feature shall refer. For a draft, this is the object in `created`.
    fn object_in_model(
        &self,
        feature: FeatureId,
        object: &Object,
        created: &FxHashMap<usize, ObjectId>,
    ) -> Result<ObjectId, Diagnostics> {
        match Identity::decode(object) {
            Identity::Model(id) => Ok(id),
            Identity::Draft(draft) => Ok(created[&draft]),
            Identity::Feature(_) | Identity::Class(_) | Identity::Package(_) => {
                Err(self.not_an_object(feature))
            }
        }
    }

    /// The problem that a feature would refer to an element of the metamodel.
    fn not_an_object(&self, feature: FeatureId) -> Diagnostics {
        let label = self.metamodel.feature_label(feature);
        let message = format!("`{label}` cannot refer to $meta, which is an element of the metamodel");
        Diagnostics::from(Diagnostic::error(codes::LOGIC_FAILED, message))
    }

    /// A value of logic as a literal of the feature's data type.
    fn literal(&self, feature: FeatureId, value: &Value) -> Literal {
        let Some(Classifier::DataType(id)) = self.metamodel[feature].typed.classifier() else {
            return Literal::Null;
        };
        let data = &self.metamodel[id];
        if data.any.is_some() {
            // Values that cannot be stored as text were rejected when they were assigned.
            return any_values::to_text(value).map_or(Literal::Null, Literal::String);
        }
        let text = value.to_model_text();
        if data.literals.is_some() {
            let index = data.enum_literals().iter().position(|literal| literal.name == text);
            return index.and_then(|index| u32::try_from(index).ok()).map_or(Literal::Null, Literal::Enum);
        }
        data.parse(&text).map_or(Literal::Null, Literal::from)
    }
}
