//! Random edits do what the naive model says, and nothing where they are refused.

use super::naive::{Edit, Naive};
use super::random::{self, Step};
use modelwright_metamodel::ecore::{FeatureId, builtin};
use modelwright_metamodel::model::{DocumentId, EditError, Model, ObjectId, Value};
use proptest::prelude::*;
use std::sync::Arc;

fn apply(
    model: &mut Model,
    (object, feature): (ObjectId, FeatureId),
    edit: Edit,
    value: Value<'_>,
) -> Result<(), Box<EditError>> {
    match edit {
        Edit::Set => model.set(object, feature, value),
        Edit::Unset => model.unset(object, feature),
        Edit::Add => model.add(object, feature, value),
        Edit::Insert(at) => model.insert(object, feature, at, value),
        Edit::Remove(at) => model.remove(object, feature, at),
        Edit::Reorder(from, to) => model.reorder(object, feature, from, to),
    }
}

fn step(model: &mut Model, naive: &mut Naive, documents: &[DocumentId], step: &Step) -> Result<(), String> {
    let metamodel = Arc::clone(model.metamodel());
    let objects: Vec<ObjectId> = model.objects().collect();
    let object = objects[step.object % objects.len()];
    let target = objects[step.target % objects.len()];
    match step.bits % 24 {
        0 => {
            model.detach(target);
            naive.leave(target);
            return Ok(());
        }
        1 => {
            let document = documents[step.object % documents.len()];
            model.add_root(document, target);
            naive.add_root(document, target);
            return Ok(());
        }
        2 | 3 => {
            let classes = random::concrete(&metamodel, builtin::EOBJECT);
            let made = random::create(model, classes[step.target % classes.len()], step.bits / 24);
            naive.note(model, made);
            return Ok(());
        }
        _ => {}
    }
    // Now and then a feature of another class.
    let whose = if step.bits.is_multiple_of(29) { target } else { object };
    let features = metamodel.table(model.class(whose)).all_features();
    let feature = features[step.feature % features.len()];
    let literal = random::value(&metamodel, feature, step);
    let value = match &literal {
        _ if metamodel[feature].is_reference() != step.bits.is_multiple_of(31) => match step.bits % 10 {
            0 => Value::Null,
            _ => Value::Object(target),
        },
        Some(literal) => random::as_value(literal),
        None => return Ok(()),
    };
    let len = model.list(object, feature).len() + 1;
    let (at, to) = (step.target % (len + 1), step.object % (len + 1));
    let edit = match (step.bits >> 8) % 12 {
        0 => Edit::Unset,
        1 | 2 => Edit::Remove(at),
        3 | 4 => Edit::Reorder(at, to),
        5 | 6 => Edit::Insert(at),
        7 => Edit::Add,
        8 => Edit::Set,
        _ if metamodel[feature].many() => Edit::Add,
        _ => Edit::Set,
    };
    let allowed = naive.allows(model, (object, feature), edit, value);
    match apply(model, (object, feature), edit, value) {
        Ok(()) if allowed => naive.make(model, (object, feature), edit, value),
        Err(error) if !allowed => complete(&error)?,
        Ok(()) => return Err(format!("{edit:?} with {value:?} was not refused")),
        Err(error) => return Err(format!("{edit:?} with {value:?} was refused: {error}")),
    }
    Ok(())
}

/// A refusal says where, what was expected, and what was found.
fn complete(error: &EditError) -> Result<(), String> {
    let EditError { object, feature, expected, found, .. } = error;
    let text = error.to_string();
    let named =
        [object, feature, expected, found].iter().all(|part| !part.is_empty() && text.contains(*part));
    if named && expected != found { Ok(()) } else { Err(format!("{error:?} does not say all: {text}")) }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn edits_do_what_they_should(
        plans in random::class_plans(),
        start in random::steps(20),
        edits in random::steps(80),
    ) {
        let metamodel = random::metamodel(&plans);
        let (mut model, _) = random::model(&metamodel, &start);
        let documents: Vec<DocumentId> = model.documents().map(|(id, _)| id).collect();
        let mut naive = Naive::new(&model);
        prop_assert_eq!(naive.compare(&model), Ok(()));
        for (at, edit) in edits.iter().enumerate() {
            let done = step(&mut model, &mut naive, &documents, edit).and_then(|()| naive.compare(&model));
            prop_assert_eq!(done, Ok(()), "after edit {}", at);
        }
    }
}

#[test]
fn an_abstract_class_has_no_instances() {
    let ecore = modelwright_metamodel::ecore::Metamodel::ecore();
    let error = Model::new(ecore).create(builtin::ECLASSIFIER).expect_err("a refusal");
    assert_eq!(
        error.to_string(),
        "EClassifier: expected a class that can have instances, found an abstract class"
    );
}
