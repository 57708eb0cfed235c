//! Puts objects that were made into a model.
//!
//! Invariant: the model gets all of an object or nothing of it.

use super::identity::Who;
use super::make::Draft;
use super::ready::Ready;
use super::scope::World;
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::ecore::{ClassId, Classifier, FeatureId, Literal};
use crate::evaluate::{Budget, Limits, Value};
use crate::model::{self, Model, ObjectId};
use rustc_hash::FxHashMap;

impl Ready<'_> {
    /// Makes an object as `new` does, with what features are given by name: defaults first, then the values, each
    /// through `set` and checked; in the end nothing may be missing, and the invariants have to hold.
    ///
    /// Objects of the model are given as [`Ready::reference`] makes them.
    ///
    /// # Errors
    /// Everything that is wrong; the model is as it was then.
    pub fn new_object(
        &self,
        model: &mut Model,
        class: ClassId,
        values: impl IntoIterator<Item = (String, Value)>,
    ) -> Result<ObjectId, Diagnostics> {
        let values = Value::hash(values.into_iter().map(|(name, value)| (Value::string(&name), value)));
        let mut budget = Budget::new(Limits::default());
        let (drafts, root) = {
            let world = World::new(self, Some(model));
            let hash = if let Value::Hash(hash) = &values { Some(&**hash) } else { None };
            let draft =
                world.begin(class, hash, &mut budget).map_err(|t| Diagnostics::from(Diagnostic::from(t)))?;
            let found = world.finish(draft, &mut budget);
            if !found.is_empty() {
                let mut problems = Diagnostics::new();
                problems.extend(found);
                return Err(problems);
            }
            (world.drafts.into_inner(), draft)
        };
        self.put(model, &drafts, root)
    }

    /// An object of a model as a value of logic.
    #[must_use]
    pub fn reference(&self, model: &Model, object: ObjectId) -> Value {
        self.object(model, object)
    }

    fn put(&self, model: &mut Model, drafts: &[Draft], root: usize) -> Result<ObjectId, Diagnostics> {
        let mut made: FxHashMap<usize, ObjectId> = FxHashMap::default();
        let (mut order, mut open) = (Vec::new(), vec![root]);
        while let Some(at) = open.pop() {
            if made.contains_key(&at) {
                continue;
            }
            made.insert(
                at,
                model.create(drafts[at].class).map_err(|e| Diagnostics::from(Diagnostic::from(e)))?,
            );
            order.push(at);
            for value in drafts[at].values.values() {
                open.extend(items(value).iter().filter_map(Who::draft));
            }
        }
        for at in order {
            let object = made[&at];
            let features = self.metamodel.table(drafts[at].class).all_features().iter();
            for feature in features.filter(|feature| drafts[at].values.contains_key(feature)) {
                self.fill(model, object, *feature, &drafts[at].values[feature], &made)?;
            }
        }
        Ok(made[&root])
    }

    fn fill(
        &self,
        model: &mut Model,
        object: ObjectId,
        feature: FeatureId,
        value: &Value,
        made: &FxHashMap<usize, ObjectId>,
    ) -> Result<(), Diagnostics> {
        let many = self.metamodel[feature].many();
        let list = if many { items(value) } else { std::slice::from_ref(value) };
        let literals: Vec<Literal> = list.iter().map(|value| self.literal(feature, value)).collect();
        let values: Vec<model::Value<'_>> = list
            .iter()
            .zip(&literals)
            .map(|(value, literal)| match value {
                Value::Object(object) => match Who::of(object) {
                    Who::Model(id) => Ok(model::Value::Object(id)),
                    Who::Draft(draft) => Ok(model::Value::Object(made[&draft])),
                    Who::Feature(_) | Who::Class(_) | Who::Package(_) => Err(self.no_object(feature)),
                },
                _ => Ok(model::literal(literal)),
            })
            .collect::<Result<_, _>>()?;
        let done = if many {
            model.set_list(object, feature, &values)
        } else {
            model.set(object, feature, values[0])
        };
        done.map_err(|error| Diagnostics::from(Diagnostic::from(error)))
    }

    fn no_object(&self, feature: FeatureId) -> Diagnostics {
        let label = self.metamodel.feature_label(feature);
        let message =
            format!("`{label}` was given a part of the metamodel, as $meta tells of it; that is no object");
        Diagnostics::from(Diagnostic::error(codes::LOGIC_FAILED, message))
    }

    /// A value of logic as the feature's data type has it.
    fn literal(&self, feature: FeatureId, value: &Value) -> Literal {
        let Some(Classifier::DataType(id)) = self.metamodel[feature].typed.classifier() else {
            return Literal::Null;
        };
        let (data, text) = (&self.metamodel[id], value.to_text());
        if data.literals.is_some() {
            let named = data.enum_literals().iter().position(|literal| literal.name == text);
            return named.and_then(|at| u32::try_from(at).ok()).map_or(Literal::Null, Literal::Enum);
        }
        data.parse(&text).map_or(Literal::Null, Literal::from)
    }
}

fn items(value: &Value) -> &[Value] {
    match value {
        Value::Array(items) => items,
        other => std::slice::from_ref(other),
    }
}
