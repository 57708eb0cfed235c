//! Edits: any sequence of operations is applied or rejected without violating the invariants, and all of them
//! can be undone and redone with exactly the same documents.
#![no_main]

use libfuzzer_sys::fuzz_target;
use modelwright_fuzz::library;
use modelwright_metamodel::ecore::{ClassId, FeatureId};
use modelwright_metamodel::model::{Document, DocumentId, History, Model, ObjectId, Value};
use modelwright_metamodel::output::in_memory;
use modelwright_notations::xmi::{self, WriteOptions};
use std::sync::Arc;

/// The bytes of the input, one after the other; zeros after its end.
struct Bytes<'b>(std::slice::Iter<'b, u8>);

impl Bytes<'_> {
    fn below(&mut self, end: usize) -> usize {
        usize::from(self.0.next().copied().unwrap_or(0)) % end.max(1)
    }
}

fn written(model: &Model) -> Vec<Option<Vec<u8>>> {
    model
        .documents()
        .map(|(id, _)| {
            in_memory(|sink| xmi::write(model, id, &WriteOptions::default(), sink))
                .map(|(bytes, _)| bytes)
                .ok()
        })
        .collect()
}

/// The invariants, which must hold after any operation.
fn check(model: &Model) {
    let metamodel = model.metamodel();
    for object in model.objects() {
        let depth = std::iter::successors(Some(object), |at| model.container(*at)).take(1000).count();
        assert!(depth < 1000, "containment must not have a cycle");
        if let (Some(container), Some(feature)) = (model.container(object), model.containing_feature(object))
        {
            let times = model.list(container, feature).objects().filter(|part| *part == object).count();
            assert_eq!(times, 1, "a container must contain each of its objects once");
        }
        for (feature, target) in model.cross_references(object) {
            let Some(opposite) = metamodel[feature].opposite() else { continue };
            let back = model.list(target, opposite).objects().filter(|other| *other == object).count();
            assert_eq!(back, 1, "both ends of {} must agree", metamodel.feature_label(feature));
        }
    }
}

fn value(bytes: &mut Bytes<'_>, objects: &[ObjectId], is_reference: bool) -> Value<'static> {
    if is_reference {
        return match bytes.below(8) {
            0 => Value::Null,
            _ => Value::Object(objects[bytes.below(objects.len())]),
        };
    }
    match bytes.below(6) {
        0 => Value::Null,
        1 => Value::Bool(true),
        2 => Value::Int(i64::try_from(bytes.below(200)).unwrap_or(0)),
        3 => Value::Double(0.5),
        4 => Value::Enum(0),
        _ => Value::String(["", "a", "b"][bytes.below(3)]),
    }
}

fn edit(model: &mut Model, bytes: &mut Bytes<'_>, classes: &[ClassId], documents: &[DocumentId]) {
    let objects: Vec<ObjectId> = model.objects().collect();
    let (object, target) = (objects[bytes.below(objects.len())], objects[bytes.below(objects.len())]);
    let document = documents[bytes.below(documents.len())];
    let metamodel = Arc::clone(model.metamodel());
    let features: &[FeatureId] = metamodel.table(model.class(object)).all_features();
    let feature = features[bytes.below(features.len())];
    let one = value(bytes, &objects, metamodel[feature].is_reference());
    let (at, to) = (bytes.below(4), bytes.below(4));
    // An edit that the model rejects must not change anything.
    match bytes.below(24) {
        0 if objects.len() < 60 => drop(model.create(classes[bytes.below(classes.len())])),
        1 => model.detach(target),
        2 => model.delete(target),
        3 => model.delete_tree(target),
        4 if objects.len() < 60 => drop(model.copy(target)),
        5 => drop(model.substitute(object, target)),
        6 => model.add_root(document, target),
        7 => drop(model.insert_root(document, at, target)),
        8 => drop(model.move_root(document, at, to)),
        9 => model.set_xmi_id(object, "x"),
        10 => drop(model.unset(object, feature)),
        11 => drop(model.insert(object, feature, at, one)),
        12 => drop(model.remove(object, feature, at)),
        13 => drop(model.reorder(object, feature, at, to)),
        14 => drop(model.replace(object, feature, at, one)),
        15 => drop(model.add_all(object, feature, &[one, Value::Object(object), Value::Object(target)])),
        16 => drop(model.remove_all(object, feature, &[one, Value::Object(target)])),
        17 => drop(model.set_list(object, feature, &[one, Value::Object(target)])),
        18 => drop(model.clear(object, feature)),
        _ if metamodel[feature].many() => drop(model.add(object, feature, one)),
        _ => drop(model.set(object, feature, one)),
    }
}

fuzz_target!(|bytes: &[u8]| {
    let metamodel = library();
    let concrete = metamodel.classes().filter(|(_, class)| {
        !class.is_abstract && !class.is_interface && !metamodel.is_ecore_package(class.package)
    });
    let classes: Vec<ClassId> = concrete.map(|(id, _)| id).collect();
    let mut model = Model::new(metamodel);
    let documents = ["a", "b"].map(|name| model.add_document(Document::new(format!("file:/{name}.xmi"))));
    for at in 0..4 {
        let object = model.create(classes[at % classes.len()]).expect("a concrete class");
        model.add_root(documents[at % 2], object);
    }
    model.observe();
    let mut bytes = Bytes(bytes.iter());
    let mut history = History::default();
    let mut states = vec![written(&model)];
    while !bytes.0.as_slice().is_empty() && states.len() < 60 {
        let fails = bytes.below(8) == 0;
        let done = history.run(&mut model, |model| {
            edit(model, &mut bytes, &classes, &documents);
            edit(model, &mut bytes, &classes, &documents);
            if fails { Err(()) } else { Ok(()) }
        });
        check(&model);
        model.take_notifications();
        if done.is_ok() && states.len() == history.depth().0 {
            states.push(written(&model));
        }
        assert!(states[history.depth().0] == written(&model), "a failed group must not change the model");
    }
    while history.undo(&mut model).expect("no edit apart from the history") {
        assert!(states[history.depth().0] == written(&model), "undo must restore the earlier state");
        check(&model);
    }
    while history.redo(&mut model).expect("no edit apart from the history") {
        assert!(states[history.depth().0] == written(&model), "redo must restore the later state");
        check(&model);
    }
});
