//! Changing a model: every operation keeps containment a forest and opposites true, or changes nothing.
//!
//! The operations follow EMF: setting a containment moves the object; setting one end of an
//! opposite sets the other; a new target of a single-valued end ousts the old one.

use super::slot::Slot;
use super::{Model, NOWHERE, ObjectId, Value};
use crate::diagnostic::{Code, Diagnostic, codes};
use crate::ecore::{ClassId, DataKind, FeatureId, data};
use std::fmt;

/// Why an edit was refused. The model is as it was before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditError {
    /// The stable code.
    pub code: Code,
    /// The object's address.
    pub object: String,
    /// The feature, as `Class.feature`; empty where none is concerned.
    pub feature: String,
    /// What the feature takes.
    pub expected: String,
    /// What was given.
    pub found: String,
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { object, feature, expected, found, .. } = self;
        if feature.is_empty() {
            write!(f, "{object}: expected {expected}, found {found}")
        } else {
            write!(f, "{object}: {feature} takes {expected}, found {found}")
        }
    }
}

impl std::error::Error for EditError {}

impl From<Box<EditError>> for Diagnostic {
    fn from(error: Box<EditError>) -> Self {
        Diagnostic::error(error.code, error.to_string()).object(error.object)
    }
}

type Edit<T = ()> = Result<T, Box<EditError>>;

impl Model {
    /// Makes an object outside every document and container.
    ///
    /// # Errors
    /// [`codes::ABSTRACT_CLASS`] where the class is abstract or an interface.
    pub fn create(&mut self, class: ClassId) -> Edit<ObjectId> {
        let data = &self.metamodel[class];
        if data.is_abstract || data.is_interface {
            return Err(Box::new(EditError {
                code: codes::ABSTRACT_CLASS,
                object: data.name.clone(),
                feature: String::new(),
                expected: "a class that can have instances".to_owned(),
                found: "an abstract class".to_owned(),
            }));
        }
        Ok(self.allocate(class))
    }

    /// Makes an object the last root of a document; it leaves where it was before.
    pub fn add_root(&mut self, document: super::DocumentId, object: ObjectId) {
        self.detach(object);
        self.objects[object.index()].place = document.0;
        self.documents[document.0 as usize].roots.push(object);
    }

    /// Sets a single-valued feature.
    ///
    /// # Errors
    /// Where the class lacks the feature, the feature is many-valued, the value has the wrong type,
    /// a containment would close a cycle, or a container is elsewhere.
    pub fn set(&mut self, object: ObjectId, feature: FeatureId, value: Value<'_>) -> Edit {
        let at = self.place_of(object, feature)?;
        if self.metamodel[feature].many() {
            return Err(self.refuse(
                codes::WRONG_VALUE_TYPE,
                object,
                feature,
                "a list of values",
                value.kind(),
            ));
        }
        self.check_type(object, feature, value)?;
        if !self.metamodel[feature].is_reference() {
            let slot = if value == Value::Null { self.null_slot(feature) } else { self.encode(value) };
            self.slots[at] = slot;
            return Ok(());
        }
        match value.object() {
            Some(target) => {
                if self.get(object, feature) == value {
                    return Ok(());
                }
                self.check_container(object, feature, target)?;
                self.check_cycle(object, feature, target)?;
                self.unlink_all(object, feature);
                self.link(object, feature, target, None);
            }
            None => {
                self.unlink_all(object, feature);
                // A container is known from the object's place, not from the slot.
                if !self.metamodel.is_container(feature) {
                    self.slots[at] = Slot::NULL;
                }
            }
        }
        Ok(())
    }

    /// Returns a feature to the state it has when nobody has set it.
    ///
    /// # Errors
    /// Where the class lacks the feature.
    pub fn unset(&mut self, object: ObjectId, feature: FeatureId) -> Edit {
        let at = self.place_of(object, feature)?;
        if self.metamodel[feature].is_reference() {
            self.unlink_all(object, feature);
        }
        if let Some(list) = self.slots[at].as_list() {
            self.lists.clear(list);
        }
        self.slots[at] = Slot::UNSET;
        Ok(())
    }

    /// Adds a value at the end of a many-valued feature.
    ///
    /// # Errors
    /// As [`Model::insert`].
    pub fn add(&mut self, object: ObjectId, feature: FeatureId, value: Value<'_>) -> Edit {
        let end = self.list(object, feature).len();
        self.insert(object, feature, end, value)
    }

    /// Inserts a value at a position of a many-valued feature.
    ///
    /// # Errors
    /// Where the class lacks the feature, the feature is single-valued, the value has the wrong type (null
    /// among objects, too) or is already there in a unique feature, the position lies outside, the upper bound is
    /// reached, or a containment would close a cycle.
    pub fn insert(&mut self, object: ObjectId, feature: FeatureId, at: usize, value: Value<'_>) -> Edit {
        let slot = self.place_of(object, feature)?;
        let data = &self.metamodel[feature];
        // An object has one container and each end of an opposite stands for one at the other, so
        // these are unique whatever their declaration says.
        let unique = data.typed.unique || data.is_containment() || data.opposite().is_some();
        let upper = data.typed.upper;
        if !data.many() {
            return Err(self.refuse(
                codes::WRONG_VALUE_TYPE,
                object,
                feature,
                "one value",
                "a further value",
            ));
        }
        self.check_type(object, feature, value)?;
        if value == Value::Null && data.is_reference() {
            return Err(self.refuse(codes::WRONG_VALUE_TYPE, object, feature, "objects", value.kind()));
        }
        let list = self.list(object, feature);
        let (len, present) = (list.len(), unique && list.iter().any(|v| v.is_same(value)));
        if at > len {
            let expected = format!("a position from 0 to {len}");
            return Err(self.refuse(codes::OUT_OF_RANGE, object, feature, &expected, &at.to_string()));
        }
        if present {
            return Err(self.refuse(
                codes::NOT_UNIQUE,
                object,
                feature,
                "each value once",
                "a value it already has",
            ));
        }
        if usize::try_from(upper).is_ok_and(|upper| len >= upper) {
            let expected = format!("at most {upper} values");
            return Err(self.refuse(codes::UPPER_BOUND, object, feature, &expected, "one more"));
        }
        match value.object() {
            Some(target) => {
                self.check_cycle(object, feature, target)?;
                self.link(object, feature, target, Some(at));
            }
            None => {
                let item = self.encode(value);
                let list = self.list_at(slot);
                self.lists.insert(list, at, item);
            }
        }
        Ok(())
    }

    /// Removes the value at a position of a many-valued feature.
    ///
    /// # Errors
    /// Where the class lacks the feature or the position lies outside.
    pub fn remove(&mut self, object: ObjectId, feature: FeatureId, at: usize) -> Edit {
        let slot = self.place_of(object, feature)?;
        let Some(value) = self.list(object, feature).get(at) else {
            let expected = format!("a position below {}", self.list(object, feature).len());
            return Err(self.refuse(codes::OUT_OF_RANGE, object, feature, &expected, &at.to_string()));
        };
        match (value.object(), self.slots[slot].as_list()) {
            (Some(target), _) => self.unlink(object, feature, target),
            (None, Some(list)) => self.lists.remove(list, at),
            (None, None) => self.slots[slot] = Slot::UNSET,
        }
        Ok(())
    }

    /// Moves a value of a many-valued feature to another position.
    ///
    /// # Errors
    /// Where the class lacks the feature or a position lies outside.
    pub fn reorder(&mut self, object: ObjectId, feature: FeatureId, from: usize, to: usize) -> Edit {
        let slot = self.place_of(object, feature)?;
        let len = self.list(object, feature).len();
        if from >= len || to >= len {
            let expected = format!("positions below {len}");
            return Err(self.refuse(
                codes::OUT_OF_RANGE,
                object,
                feature,
                &expected,
                &format!("{from} and {to}"),
            ));
        }
        if let Some(list) = self.slots[slot].as_list() {
            let items = self.lists.get_mut(list);
            if from < to {
                items[from..=to].rotate_left(1);
            } else {
                items[to..=from].rotate_right(1);
            }
        }
        Ok(())
    }

    /// Takes an object out of its container or document. What refers to it still does.
    pub fn detach(&mut self, object: ObjectId) {
        if let (Some(container), Some(feature)) = (self.container(object), self.containing_feature(object)) {
            self.unlink(container, feature, object);
        } else if self.objects[object.index()].place != NOWHERE {
            let document = self.objects[object.index()].place as usize;
            self.documents[document].roots.retain(|root| *root != object);
            self.objects[object.index()].place = NOWHERE;
        }
    }

    fn place_of(&self, object: ObjectId, feature: FeatureId) -> Edit<usize> {
        let header = self.header(object);
        match self.metamodel.table(header.class).slot(feature) {
            Some(at) if header.slots != NOWHERE => Ok(header.slots as usize + at),
            _ => {
                let expected = format!("an object of {}", self.metamodel[self.metamodel[feature].owner].name);
                let class = &self.metamodel[header.class].name;
                let found = if header.slots == NOWHERE {
                    format!("a stand-in for one of {class} elsewhere")
                } else {
                    format!("one of {class}")
                };
                Err(self.refuse(codes::NO_SUCH_FEATURE, object, feature, &expected, &found))
            }
        }
    }

    fn refuse(
        &self,
        code: Code,
        object: ObjectId,
        feature: FeatureId,
        expected: &str,
        found: &str,
    ) -> Box<EditError> {
        Box::new(EditError {
            code,
            object: self.address(object),
            feature: self.metamodel.feature_label(feature),
            expected: expected.to_owned(),
            found: found.to_owned(),
        })
    }

    fn check_type(&self, object: ObjectId, feature: FeatureId, value: Value<'_>) -> Edit {
        let metamodel = &self.metamodel;
        let (fits, expected) = if metamodel[feature].is_reference() {
            let class = metamodel.target(feature);
            let fits = match value {
                Value::Null => true,
                Value::Object(target) => metamodel.conforms(self.class(target), class),
                _ => false,
            };
            (fits, format!("an object of {}", metamodel[class].name))
        } else {
            let data = &metamodel[metamodel.data_type(feature)];
            let fits = fits_kind(data.kind, data.enum_literals().len(), value);
            (fits, format!("{} ({})", data.kind.expectation(), data.name))
        };
        if fits {
            return Ok(());
        }
        let found = match value {
            Value::Object(target) => format!("one of {}", metamodel[self.class(target)].name),
            other => other.kind().to_owned(),
        };
        Err(self.refuse(codes::WRONG_VALUE_TYPE, object, feature, &expected, &found))
    }

    /// What a stand-in's object contains is known where that object is.
    fn check_container(&self, object: ObjectId, feature: FeatureId, target: ObjectId) -> Edit {
        if !self.metamodel.is_container(feature) || !self.is_proxy(target) {
            return Ok(());
        }
        let found = "a stand-in for one elsewhere";
        Err(self.refuse(codes::WRONG_VALUE_TYPE, object, feature, "an object of the model itself", found))
    }

    /// Whether an object is another one or somewhere inside it.
    #[must_use]
    pub fn is_within(&self, object: ObjectId, other: ObjectId) -> bool {
        std::iter::successors(Some(object), |at| self.container(*at)).any(|at| at == other)
    }

    fn check_cycle(&self, object: ObjectId, feature: FeatureId, target: ObjectId) -> Edit {
        let (container, contained) = if self.metamodel[feature].is_containment() {
            (object, target)
        } else if self.metamodel.is_container(feature) {
            (target, object)
        } else {
            return Ok(());
        };
        if self.is_within(container, contained) {
            let found = "the object itself or one of its containers";
            return Err(self.refuse(
                codes::CONTAINMENT_CYCLE,
                object,
                feature,
                "an object outside it",
                found,
            ));
        }
        Ok(())
    }

    /// Makes `target` a value of the feature, with everything that follows from it.
    pub(super) fn link(&mut self, object: ObjectId, feature: FeatureId, target: ObjectId, at: Option<usize>) {
        let opposite = self.metamodel[feature].opposite();
        if self.metamodel.is_container(feature) {
            if let Some(opposite) = opposite {
                self.link(target, opposite, object, None);
            }
            return;
        }
        if self.metamodel[feature].is_containment() {
            self.detach(target);
            if !self.metamodel[feature].many() {
                self.unlink_all(object, feature);
            }
            self.put(object, feature, target, at);
            let header = &mut self.objects[target.index()];
            header.container = object.0;
            header.place = feature.0;
            return;
        }
        // An object that refers to itself by a reference that is its own opposite does so once.
        if let Some(opposite) = opposite.filter(|opposite| *opposite != feature || target != object) {
            if !self.metamodel[opposite].many()
                && let Some(previous) = self.get(target, opposite).object()
            {
                self.take(previous, feature, target);
            }
            self.put(target, opposite, object, None);
        }
        self.put(object, feature, target, at);
    }

    /// Removes `target` from the feature's values, with everything that follows from it.
    fn unlink(&mut self, object: ObjectId, feature: FeatureId, target: ObjectId) {
        let opposite = self.metamodel[feature].opposite();
        if self.metamodel.is_container(feature) {
            if let Some(opposite) = opposite {
                self.unlink(target, opposite, object);
            }
            return;
        }
        self.take(object, feature, target);
        if self.metamodel[feature].is_containment() {
            let header = &mut self.objects[target.index()];
            header.container = NOWHERE;
            header.place = NOWHERE;
        } else if let Some(opposite) = opposite {
            self.take(target, opposite, object);
        }
    }

    fn unlink_all(&mut self, object: ObjectId, feature: FeatureId) {
        if self.metamodel.is_container(feature) {
            if let Some(container) = self.get(object, feature).object() {
                self.unlink(object, feature, container);
            }
            return;
        }
        let targets: Vec<_> = self.list(object, feature).objects().collect();
        for target in targets {
            self.unlink(object, feature, target);
        }
    }

    /// Stores a reference without looking at the other end.
    pub(super) fn put(&mut self, object: ObjectId, feature: FeatureId, target: ObjectId, at: Option<usize>) {
        let Some(slot) = self.slot_position(object, feature) else { return };
        if !self.metamodel[feature].many() {
            self.slots[slot] = Slot::object(target);
            return;
        }
        let list = self.list_at(slot);
        match at {
            // A move inside the list itself may have made it shorter than the caller saw.
            Some(at) if at < self.lists.get(list).len() => self.lists.insert(list, at, Slot::object(target)),
            _ => self.lists.push(list, Slot::object(target)),
        }
    }

    /// Removes a reference without looking at the other end.
    pub(super) fn take(&mut self, object: ObjectId, feature: FeatureId, target: ObjectId) {
        let Some(slot) = self.slot_position(object, feature) else { return };
        match self.slots[slot].as_list() {
            Some(list) => {
                if let Some(at) =
                    self.lists.get(list).iter().position(|item| item.as_object() == Some(target))
                {
                    self.lists.remove(list, at);
                }
            }
            None if self.slots[slot].as_object() == Some(target) => self.slots[slot] = Slot::UNSET,
            None => {}
        }
    }

    pub(super) fn slot_position(&self, object: ObjectId, feature: FeatureId) -> Option<usize> {
        let header = self.header(object);
        let at = self.metamodel.table(header.class).slot(feature)?;
        (header.slots != NOWHERE).then_some(header.slots as usize + at)
    }

    /// The list in a slot; one is made where there is none.
    pub(super) fn list_at(&mut self, slot: usize) -> u32 {
        if let Some(list) = self.slots[slot].as_list() {
            return list;
        }
        let list = self.lists.create();
        self.slots[slot] = Slot::list(list);
        list
    }
}

fn fits_kind(kind: DataKind, literals: usize, value: Value<'_>) -> bool {
    match (kind, value) {
        (_, Value::Null)
        | (DataKind::Boolean { .. }, Value::Bool(_))
        | (DataKind::Integer { bits: 64, .. }, Value::Int(_))
        | (DataKind::Float { .. }, Value::Float(_))
        | (DataKind::Double { .. }, Value::Double(_))
        | (DataKind::Char { .. }, Value::Char(_))
        | (DataKind::String, Value::String(_))
        | (DataKind::Other | DataKind::Unknown, Value::Lexical(_)) => true,
        (DataKind::Integer { bits, .. }, Value::Int(v)) => {
            let half = 1i64 << (bits - 1);
            (-half..half).contains(&v)
        }
        (DataKind::Enum, Value::Enum(at)) => (at as usize) < literals,
        (
            DataKind::Date | DataKind::BigInteger | DataKind::BigDecimal | DataKind::Bytes,
            Value::Lexical(text),
        ) => {
            matches!(data::parse(kind, text), Some(data::Parsed::Lexical(canonical)) if canonical == text)
        }
        _ => false,
    }
}
