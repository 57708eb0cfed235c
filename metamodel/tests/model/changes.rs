//! Random recorded edits: notifications describe every change, and undo restores exactly the state before.

use super::edits::random_edit;
use super::random::{self, Step};
use modelwright_metamodel::ecore::{FeatureId, Metamodel, builtin};
use modelwright_metamodel::model::{
    Document, DocumentId, Event, History, Model, Notification, Notifier, ObjectId, StaleChange, Value,
};
use modelwright_metamodel::output::in_memory;
use modelwright_notations::xmi::{self, WriteOptions};
use proptest::prelude::*;
use std::collections::HashMap;
use std::sync::Arc;

/// Everything that can be read from a model's features, and the positions of its objects.
#[derive(Debug, Clone, PartialEq, Default)]
struct State {
    /// The values of features that are set.
    features: HashMap<(ObjectId, FeatureId), Vec<String>>,
    containers: HashMap<ObjectId, (ObjectId, FeatureId)>,
    roots: HashMap<DocumentId, Vec<String>>,
}

impl State {
    fn capture(model: &Model) -> Self {
        Self::of_first(model, model.object_count())
    }

    /// The state of the first `count` objects: later ones still exist, but are in no container or document.
    fn of_first(model: &Model, count: usize) -> Self {
        let mut state = Self::default();
        for object in model.objects().take(count) {
            state.take_in(model, object);
        }
        for (id, document) in model.documents() {
            state.roots.insert(id, document.roots().iter().map(|root| show(Value::Object(*root))).collect());
        }
        state
    }

    /// Adds a new object.
    fn take_in(&mut self, model: &Model, object: ObjectId) {
        let metamodel = Arc::clone(model.metamodel());
        for feature in metamodel.table(model.class(object)).all_features() {
            if model.is_set(object, *feature) {
                let values = if metamodel[*feature].many() {
                    model.list(object, *feature).iter().map(show).collect()
                } else {
                    vec![show(model.get(object, *feature))]
                };
                self.features.insert((object, *feature), values);
            }
        }
        if let (Some(container), Some(feature)) = (model.container(object), model.containing_feature(object))
        {
            self.containers.insert(object, (container, feature));
        }
    }

    /// Applies exactly what a notification describes.
    fn follow(&mut self, model: &Model, notification: &Notification) -> Result<(), String> {
        let metamodel = model.metamodel();
        let mut roots = HashMap::new();
        let (values, single) = match notification.notifier() {
            Notifier::Roots(document) => (self.roots.entry(document).or_default(), None),
            Notifier::Feature(object, feature) if metamodel[feature].many() => {
                (self.features.entry((object, feature)).or_default(), None)
            }
            Notifier::Feature(object, feature) => {
                (roots.entry(()).or_insert_with(Vec::new), Some((object, feature)))
            }
        };
        let (old, new) = (notification.old(model), notification.new_values(model));
        let position = notification.position();
        match (notification.event(), single) {
            (Event::Resolve, _) => return Err("nothing is resolved here".to_owned()),
            (event, Some((object, feature))) => {
                self.features.remove(&(object, feature));
                let set = event != Event::Unset
                    && (metamodel[feature].unsettable || !new[0].is_same(default(metamodel, feature)));
                // A notification of the list's end or of the container determines the position of an object; this one
                // only repeats it.
                if set {
                    self.features.insert((object, feature), vec![show(new[0])]);
                }
            }
            (Event::Set, None) => values[position.ok_or("no position")?] = show(new[0]),
            (Event::Unset, None) => values.clear(),
            (Event::Add | Event::AddMany, None) => {
                let at = position.ok_or("no position")?;
                values.splice(at..at, new.iter().map(|value| show(*value)));
            }
            (Event::Remove, None) => drop(values.remove(position.ok_or("no position")?)),
            (Event::RemoveMany, None) if notification.old_positions().is_empty() => values.clear(),
            (Event::RemoveMany, None) => {
                for at in notification.old_positions().iter().rev() {
                    values.remove(*at);
                }
            }
            (Event::Move, None) => {
                let item = values.remove(notification.old_positions()[0]);
                values.insert(position.ok_or("no position")?, item);
            }
        }
        if let Notifier::Feature(object, feature) = notification.notifier() {
            if metamodel[feature].many() {
                let empty = self.features[&(object, feature)].is_empty();
                if empty && (!metamodel[feature].unsettable || notification.event() == Event::Unset) {
                    self.features.remove(&(object, feature));
                }
            }
            if metamodel[feature].is_containment() {
                for part in old.iter().filter_map(|value| value.object()) {
                    if self.containers.get(&part) == Some(&(object, feature)) {
                        self.containers.remove(&part);
                    }
                }
                for part in new.iter().filter_map(|value| value.object()) {
                    self.containers.insert(part, (object, feature));
                }
            }
        }
        Ok(())
    }
}

fn default(metamodel: &Metamodel, feature: FeatureId) -> Value<'_> {
    if metamodel[feature].is_reference() {
        Value::Null
    } else {
        random::as_value(&metamodel[feature].default)
    }
}

fn show(value: Value<'_>) -> String {
    format!("{value:?}")
}

type DocumentTexts = Vec<Result<Vec<u8>, String>>;

/// The model's documents as they are written, or why they cannot be written.
fn written(model: &Model) -> DocumentTexts {
    let save = |(id, _): (DocumentId, &Document)| {
        in_memory(|sink| xmi::write(model, id, &WriteOptions::default(), sink))
            .map(|(bytes, _)| bytes)
            .map_err(|problems| problems.iter().map(ToString::to_string).collect())
    };
    model.documents().map(save).collect()
}

fn same(what: &str, expected: &State, found: &State) -> Result<(), String> {
    if expected == found {
        return Ok(());
    }
    let keys = expected.features.keys().chain(found.features.keys());
    let differing: Vec<_> = keys
        .filter(|key| expected.features.get(*key) != found.features.get(*key))
        .map(|key| (key, expected.features.get(key), found.features.get(key)))
        .collect();
    Err(format!(
        "{what}: features {differing:?}, containers {:?} and {:?}, roots {:?} and {:?}",
        expected.containers, found.containers, expected.roots, found.roots
    ))
}

/// A model that is edited, and a copy of its first state that is changed only by its notifications.
struct WatchedModel {
    model: Model,
    copy: State,
    /// The states and documents before each change that can be undone, and the present ones.
    states: Vec<(State, DocumentTexts, usize)>,
}

impl WatchedModel {
    fn new(mut model: Model) -> Self {
        model.observe();
        let copy = State::capture(&model);
        let states = vec![(copy.clone(), written(&model), model.object_count())];
        Self { model, copy, states }
    }

    /// Compares the copy with the model, and both with their recorded state at that depth of the history.
    fn compare(&self, what: &str, depth: usize) -> Result<(), String> {
        let (expected, documents, count) = &self.states[depth];
        same(what, expected, &State::of_first(&self.model, *count))?;
        same("notifications", &State::capture(&self.model), &self.copy)?;
        if *documents == written(&self.model) { Ok(()) } else { Err(format!("{what}: other documents")) }
    }

    fn group(
        &mut self,
        history: &mut History,
        documents: &[DocumentId],
        steps: &[Step],
    ) -> Result<(), String> {
        let copy = &mut self.copy;
        let fails = steps[0].bits.is_multiple_of(4);
        let done = history.run(&mut self.model, |model| {
            for step in steps {
                model.begin_recording();
                let known = model.object_count();
                random_edit(model, documents, step);
                for object in model.objects().skip(known) {
                    copy.take_in(model, object);
                }
                follow(model, copy)?;
                // A group that is cancelled before its end.
                if step.bits.is_multiple_of(5) {
                    model.roll_back();
                    follow(model, copy)?;
                } else {
                    model.end_recording();
                }
            }
            if fails { Err("fails".to_owned()) } else { Ok(()) }
        });
        match done {
            Err(problem) if problem != "fails" => return Err(problem),
            _ => {}
        }
        follow(&mut self.model, copy)?;
        if self.states.len() == history.depth().0 {
            self.states.push((State::capture(&self.model), written(&self.model), self.model.object_count()));
        }
        self.compare("after a group", history.depth().0)
    }
}

fn follow(model: &mut Model, copy: &mut State) -> Result<(), String> {
    let notifications = model.take_notifications();
    notifications.iter().try_for_each(|notification| copy.follow(model, notification))
}

fn check(model: Model, edits: &[Step]) -> Result<(), String> {
    let documents: Vec<DocumentId> = model.documents().map(|(id, _)| id).collect();
    let mut watched = WatchedModel::new(model);
    let mut history = History::default();
    for steps in edits.chunks(3) {
        watched.group(&mut history, &documents, steps)?;
    }
    for _ in 0..2 {
        while history.undo(&mut watched.model).map_err(|e| e.to_string())? {
            follow(&mut watched.model, &mut watched.copy)?;
            watched.compare("undone", history.depth().0)?;
        }
        while history.redo(&mut watched.model).map_err(|e| e.to_string())? {
            follow(&mut watched.model, &mut watched.copy)?;
            watched.compare("made again", history.depth().0)?;
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn changes_are_reported_and_undone(
        plans in random::class_plans(),
        start in random::steps(20),
        edits in random::steps(60),
    ) {
        let metamodel = random::metamodel(&plans);
        let (model, _) = random::model(&metamodel, &start);
        prop_assert_eq!(check(model, &edits), Ok(()));
    }
}

fn nodes(count: usize) -> (Model, Vec<ObjectId>) {
    let mut model = Model::new(Metamodel::ecore());
    let made = (0..count).map(|_| model.create(builtin::ECLASS).expect("a concrete class")).collect();
    (model, made)
}

#[test]
fn a_change_contains_the_previous_values() {
    let (mut model, objects) = nodes(3);
    let (name, supers) = (feature(&model, "name"), feature(&model, "eSuperTypes"));
    let document = model.add_document(Document::new("file:/a.xmi"));
    model.add_root(document, objects[1]);
    model.add(objects[0], supers, Value::Object(objects[1])).expect("a class");
    model.begin_recording();
    model.set(objects[0], name, Value::String("a")).expect("a name");
    model.add(objects[0], supers, Value::Object(objects[2])).expect("a class");
    model.remove(objects[0], supers, 0).expect("there is one");
    model.add_root(document, objects[0]);
    model.detach(objects[1]);
    let mut change = model.end_recording();
    let found: Vec<_> =
        change.object_changes(&model).into_iter().map(|c| (c.feature, c.was_set, c.values)).collect();
    assert_eq!(found, [(name, false, vec![]), (supers, true, vec![Value::Object(objects[1])])]);
    assert_eq!(change.objects_to_detach(&model), [objects[0]]);
    assert_eq!(change.objects_to_attach(&model), [objects[1]]);
    change.apply_and_reverse(&mut model).expect("nothing was changed since");
    assert_eq!(model.get(objects[0], name), Value::Null);
    let there: Vec<_> = change.object_changes(&model).into_iter().map(|c| (c.feature, c.was_set)).collect();
    assert!(there.contains(&(name, true)), "redo sets the name");
}

#[test]
fn a_change_is_not_applied_to_another_state() {
    let (mut model, objects) = nodes(1);
    let name = feature(&model, "name");
    model.begin_recording();
    model.set(objects[0], name, Value::String("a")).expect("a name");
    let change = model.end_recording();
    model.set(objects[0], name, Value::String("b")).expect("a name");
    assert_eq!(change.apply(&mut model), Err(StaleChange));
    assert_eq!(model.get(objects[0], name), Value::String("b"));
}

#[test]
fn replacing_a_proxy_sends_a_notification() {
    let (mut model, objects) = nodes(2);
    let supers = feature(&model, "eSuperTypes");
    let proxy = model.create_proxy(builtin::ECLASS, "else.ecore#//A");
    model.observe();
    model.begin_recording();
    model.add(objects[0], supers, Value::Object(proxy)).expect("a class");
    model.remove(objects[0], supers, 0).expect("there is one");
    let mut removed = model.end_recording();
    model.add(objects[0], supers, Value::Object(proxy)).expect("a class");
    model.take_notifications();
    model.replace_proxies(&std::iter::once((proxy, objects[1])).collect());
    let notifications = model.take_notifications();
    assert_eq!(notifications.len(), 1);
    assert_eq!((notifications[0].event(), notifications[0].position()), (Event::Resolve, Some(0)));
    assert_eq!(notifications[0].notifier(), Notifier::Feature(objects[0], supers));
    assert_eq!(notifications[0].new_values(&model), [Value::Object(objects[1])]);
    assert_eq!(removed.apply_and_reverse(&mut model), Err(StaleChange), "it was edited since");
}

fn feature(model: &Model, name: &str) -> FeatureId {
    model.metamodel().feature(builtin::ECLASS, name).expect("a feature")
}
