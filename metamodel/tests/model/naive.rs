//! The expected effect of edits, written as plainly as possible: a model of maps that is searched from end to end.

use modelwright_metamodel::ecore::{DataKind, FeatureId, Literal, Metamodel};
use modelwright_metamodel::model::{DocumentId, Model, ObjectId, Value};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// A value as the maps store it: data by its debug output.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Item {
    Data(String),
    Object(ObjectId),
}

impl Item {
    fn new(value: Value<'_>) -> Self {
        match value {
            Value::Object(object) => Item::Object(object),
            other => Item::Data(format!("{other:?}")),
        }
    }
}

/// One change.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Edit {
    Set,
    Unset,
    Add,
    Insert(usize),
    Remove(usize),
    Reorder(usize, usize),
}

type Place = (ObjectId, FeatureId);

/// The model.
pub(crate) struct Naive {
    metamodel: Arc<Metamodel>,
    /// The values of features; a single value is a list of one. Container references are not stored.
    values: HashMap<Place, Vec<Item>>,
    /// Unsettable features that were set.
    set: HashSet<Place>,
    containers: HashMap<ObjectId, Place>,
    roots: HashMap<DocumentId, Vec<ObjectId>>,
}

impl Naive {
    /// A copy of a model as it is.
    pub(crate) fn new(model: &Model) -> Self {
        let metamodel = Arc::clone(model.metamodel());
        let mut naive = Self {
            metamodel,
            values: HashMap::new(),
            set: HashSet::new(),
            containers: HashMap::new(),
            roots: model.documents().map(|(id, document)| (id, document.roots().to_vec())).collect(),
        };
        for object in model.objects() {
            naive.note(model, object);
        }
        naive
    }

    /// Adds a new object.
    pub(crate) fn note(&mut self, model: &Model, object: ObjectId) {
        let metamodel = Arc::clone(&self.metamodel);
        for feature in metamodel.table(model.class(object)).all_features() {
            let items: Vec<Item> = model.list(object, *feature).iter().map(Item::new).collect();
            if !items.is_empty() {
                self.values.insert((object, *feature), items);
            }
            if metamodel[*feature].unsettable && model.is_set(object, *feature) {
                self.set.insert((object, *feature));
            }
        }
        if let (Some(container), Some(feature)) = (model.container(object), model.containing_feature(object))
        {
            self.containers.insert(object, (container, feature));
        }
    }

    fn items(&self, place: Place) -> &[Item] {
        self.values.get(&place).map_or(&[], Vec::as_slice)
    }

    /// Whether an edit is possible.
    pub(crate) fn allows(
        &self,
        model: &Model,
        (object, feature): Place,
        edit: Edit,
        value: Value<'_>,
    ) -> bool {
        let data = &self.metamodel[feature];
        let count = self.items((object, feature)).len();
        if !self.metamodel.table(model.class(object)).all_features().contains(&feature)
            || model.is_proxy(object)
        {
            return false;
        }
        match edit {
            Edit::Unset => return true,
            Edit::Remove(at) => return at < count,
            Edit::Reorder(from, to) => return from < count && to < count,
            Edit::Set if data.many() => return false,
            Edit::Add | Edit::Insert(_) if !data.many() => return false,
            _ => {}
        }
        if !data.is_reference() {
            // Steps only have values of the right data type, or objects.
            let twice = data.typed.unique && self.items((object, feature)).contains(&Item::new(value));
            return value.object().is_none()
                && (matches!(edit, Edit::Set) || (!twice && self.inside(edit, (object, feature))));
        }
        let Some(target) = value.object() else {
            return value == Value::Null && matches!(edit, Edit::Set);
        };
        let holds = self.target_holds((object, feature), target);
        if !self.metamodel.conforms(model.class(target), self.metamodel.target(feature)) {
            return false;
        }
        if matches!(edit, Edit::Set) && holds {
            return true;
        }
        let twice = holds && (data.typed.unique || data.is_containment() || data.opposite().is_some());
        let cycle = match self.containment((object, feature), target) {
            Some((container, contained)) => self.chain(container).contains(&contained),
            None => false,
        };
        let elsewhere = self.metamodel.is_container(feature) && model.is_proxy(target);
        !cycle
            && !elsewhere
            && (matches!(edit, Edit::Set) || (!twice && self.inside(edit, (object, feature))))
    }

    /// Whether a position is one of the list, or its end.
    fn inside(&self, edit: Edit, place: Place) -> bool {
        !matches!(edit, Edit::Insert(at) if at > self.items(place).len())
    }

    fn target_holds(&self, (object, feature): Place, target: ObjectId) -> bool {
        match self.metamodel[feature].opposite() {
            Some(opposite) if self.metamodel.is_container(feature) => {
                self.containers.get(&object) == Some(&(target, opposite))
            }
            _ => self.items((object, feature)).contains(&Item::Object(target)),
        }
    }

    /// The container and the content that an edit would connect.
    fn containment(&self, (object, feature): Place, target: ObjectId) -> Option<(ObjectId, ObjectId)> {
        if self.metamodel[feature].is_containment() {
            Some((object, target))
        } else {
            self.metamodel.is_container(feature).then_some((target, object))
        }
    }

    /// An object and its containers.
    fn chain(&self, object: ObjectId) -> Vec<ObjectId> {
        let mut chain = vec![object];
        while let Some((container, _)) = self.containers.get(chain.last().expect("never empty")) {
            assert!(!chain.contains(container), "containment has a cycle");
            chain.push(*container);
        }
        chain
    }

    /// Makes an edit that is possible.
    pub(crate) fn make(&mut self, model: &Model, place: Place, edit: Edit, value: Value<'_>) {
        let count = self.items(place).len();
        match edit {
            Edit::Set => self.replace(model, place, value),
            Edit::Add => self.put_in(model, place, count, value),
            Edit::Insert(at) => self.put_in(model, place, at, value),
            Edit::Unset => {
                self.clear(place);
                self.set.remove(&place);
            }
            Edit::Remove(at) => match self.items(place)[at].clone() {
                Item::Object(target) if self.has_end(place.1) => self.part(place, target),
                // An item that occurs more than once stays at its other positions.
                _ => self.drop_item(place, at),
            },
            Edit::Reorder(from, to) => {
                let items = self.values.get_mut(&place).expect("there are some");
                let item = items.remove(from);
                items.insert(to, item);
            }
        }
    }

    /// Whether the model knows the opposite of a reference at its target.
    fn has_end(&self, feature: FeatureId) -> bool {
        self.metamodel[feature].is_containment() || self.metamodel[feature].opposite().is_some()
    }

    fn drop_item(&mut self, place: Place, at: usize) {
        self.values.get_mut(&place).expect("there are some").remove(at);
        if !self.metamodel[place.1].many() {
            // A single feature without its value counts as never set.
            self.set.remove(&place);
        }
    }

    fn replace(&mut self, model: &Model, place: Place, value: Value<'_>) {
        if let Some(target) = value.object() {
            if !self.target_holds(place, target) {
                self.clear(place);
                self.join(model, place, target, 0);
            }
            return;
        }
        self.clear(place);
        if !self.metamodel.is_container(place.1) {
            let kind = self.metamodel[self.metamodel.data_type(place.1)].kind;
            let none = value == Value::Null
                && !self.metamodel[place.1].is_reference()
                && (kind == DataKind::Enum || kind.intrinsic_default() != Literal::Null);
            if none {
                self.set.remove(&place);
            } else {
                self.values.insert(place, vec![Item::new(value)]);
                self.set.insert(place);
            }
        }
    }

    fn put_in(&mut self, model: &Model, place: Place, at: usize, value: Value<'_>) {
        match value.object() {
            Some(target) => self.join(model, place, target, at),
            None => {
                self.values.entry(place).or_default().insert(at, Item::new(value));
                self.set.insert(place);
            }
        }
    }

    fn clear(&mut self, place: Place) {
        if self.metamodel.is_container(place.1) {
            // An object without its container is in none.
            if let Some(whole) = self.containers.get(&place.0).copied() {
                self.part(whole, place.0);
            }
            return;
        }
        for item in self.items(place).to_vec() {
            if let Item::Object(target) = item {
                self.part(place, target);
            }
        }
        self.values.remove(&place);
    }

    /// Makes two objects refer to each other.
    fn join(&mut self, model: &Model, (object, feature): Place, target: ObjectId, at: usize) {
        let opposite = self.metamodel[feature].opposite();
        if self.metamodel.is_container(feature) {
            let whole = (target, opposite.expect("a container has one"));
            let end = self.items(whole).len();
            return self.join(model, whole, object, end);
        }
        if self.metamodel[feature].is_containment() {
            self.leave(target);
            if !self.metamodel[feature].many() {
                self.clear((object, feature));
            }
            self.containers.insert(target, (object, feature));
        } else if let Some(opposite) = opposite {
            if !self.metamodel[opposite].many() {
                self.clear((target, opposite));
            }
            if opposite != feature || target != object {
                self.hold(model, (target, opposite), object, usize::MAX);
            }
        }
        self.hold(model, (object, feature), target, at);
    }

    fn hold(&mut self, model: &Model, place: Place, target: ObjectId, at: usize) {
        // The contents of a proxy's target are unknown.
        if model.is_proxy(place.0) {
            return;
        }
        let items = self.values.entry(place).or_default();
        if self.metamodel[place.1].many() {
            items.insert(at.min(items.len()), Item::Object(target));
        } else {
            *items = vec![Item::Object(target)];
        }
        self.set.insert(place);
    }

    /// Makes two objects no longer refer to each other.
    fn part(&mut self, (object, feature): Place, target: ObjectId) {
        let mut ends = vec![((object, feature), target)];
        if self.metamodel[feature].is_containment() {
            self.containers.remove(&target);
        } else if let Some(opposite) = self.metamodel[feature].opposite() {
            ends.push(((target, opposite), object));
        }
        for (place, target) in ends {
            if let Some(at) = self.items(place).iter().position(|item| *item == Item::Object(target)) {
                self.drop_item(place, at);
            }
        }
    }

    /// Takes an object out of its container or document.
    pub(crate) fn leave(&mut self, object: ObjectId) {
        if let Some(place) = self.containers.get(&object).copied() {
            self.part(place, object);
        }
        for roots in self.roots.values_mut() {
            roots.retain(|root| *root != object);
        }
    }

    pub(crate) fn add_root(&mut self, document: DocumentId, object: ObjectId) {
        if self.roots[&document].contains(&object) {
            return;
        }
        self.leave(object);
        self.roots.entry(document).or_default().push(object);
    }

    /// Returns the differences between the model and the maps.
    pub(crate) fn compare(&self, model: &Model) -> Result<(), String> {
        for (id, document) in model.documents() {
            same("roots", document.roots(), self.roots[&id].as_slice())?;
        }
        for object in model.objects() {
            let place = model.container(object).zip(model.containing_feature(object));
            same("place", &place, &self.containers.get(&object).copied())?;
            let top = self.chain(object).pop().expect("never empty");
            let home = self.roots.iter().find(|(_, roots)| roots.contains(&top)).map(|(id, _)| *id);
            same("document", &model.document_of(object), &home)?;
            for feature in self.metamodel.table(model.class(object)).all_features() {
                self.compare_feature(model, (object, *feature))?;
            }
        }
        self.compare_ends(model)
    }

    fn compare_feature(&self, model: &Model, (object, feature): Place) -> Result<(), String> {
        let label = format!("{} of {object:?}", self.metamodel.feature_label(feature));
        let data = &self.metamodel[feature];
        let items: Vec<Item> = model.list(object, feature).iter().map(Item::new).collect();
        same(&label, items.as_slice(), self.items((object, feature)))?;
        if data.unsettable {
            let set = self.set.contains(&(object, feature));
            same(&format!("whether {label} is set"), &model.is_set(object, feature), &set)?;
        }
        if data.many() {
            return Ok(());
        }
        let value = Item::new(model.get(object, feature));
        match items.first() {
            Some(item) => same(&label, &value, item),
            None if data.is_reference() && !self.metamodel.is_container(feature) => {
                same(&label, &value, &Item::new(Value::Null))
            }
            None => Ok(()),
        }
    }

    /// Every reference with an opposite is stored at both ends, every contained object refers to its container.
    fn compare_ends(&self, model: &Model) -> Result<(), String> {
        for ((object, feature), items) in &self.values {
            for target in
                items.iter().filter_map(|item| if let Item::Object(o) = item { Some(*o) } else { None })
            {
                if self.metamodel[*feature].is_containment() {
                    let place = model.container(target).zip(model.containing_feature(target));
                    same("container", &place, &Some((*object, *feature)))?;
                }
                let Some(opposite) = self.metamodel[*feature].opposite() else { continue };
                let back = if self.metamodel[opposite].many() {
                    model.list(target, opposite).objects().filter(|o| o == object).count()
                } else {
                    usize::from(model.get(target, opposite) == Value::Object(*object))
                };
                let expected = usize::from(!model.is_proxy(target) || self.metamodel.is_container(opposite));
                same(&format!("{} back", self.metamodel.feature_label(*feature)), &back, &expected)?;
            }
        }
        Ok(())
    }
}

fn same<T: PartialEq + std::fmt::Debug + ?Sized>(what: &str, found: &T, expected: &T) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("{what}: expected {expected:?}, found {found:?}")) }
}
