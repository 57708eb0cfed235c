//! Runs a script of edits: each line is an operation and its arguments (see [`Script::run`]).
//!
//! Its output has the format of the program that runs EMF. It does not know the expected result.

#![expect(clippy::disallowed_methods, reason = "tests read their cases and write expectations")]

use modelwright_metamodel::ecore::{Classifier, FeatureId, Metamodel};
use modelwright_metamodel::input::{Limits, decode_xml};
use modelwright_metamodel::model::{
    ChangeDescription, Document, DocumentId, EditError, Event, Model, Notification, Notifier, ObjectId,
    Value, ecore,
};
use modelwright_notations::xmi;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

/// A name of a script: an object or a document.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum NamedElement {
    Object(ObjectId),
    Document(DocumentId),
}

/// A running script.
pub(crate) struct Script {
    pub(crate) model: Model,
    pub(crate) names: Vec<(String, NamedElement)>,
    /// The notifications and the output so far.
    pub(crate) out: String,
    /// The last recording: it undoes the edits, or redoes them.
    change: ChangeDescription,
    /// The contents of documents when the recording began. EMF records only changes of these.
    recorded: Vec<NamedElement>,
}

impl Script {
    pub(crate) fn new(metamodel: &Arc<Metamodel>) -> Self {
        let mut model = Model::new(Arc::clone(metamodel));
        model.observe();
        Self {
            model,
            names: Vec::new(),
            out: String::new(),
            change: ChangeDescription::default(),
            recorded: Vec::new(),
        }
    }

    fn named(&self, name: &str) -> NamedElement {
        self.names.iter().find(|(known, _)| known == name).unwrap_or_else(|| panic!("no {name}")).1
    }

    fn object(&self, name: &str) -> ObjectId {
        match self.named(name) {
            NamedElement::Object(object) => object,
            NamedElement::Document(_) => panic!("{name} is a document"),
        }
    }

    fn document(&self, name: &str) -> DocumentId {
        match self.named(name) {
            NamedElement::Document(document) => document,
            NamedElement::Object(_) => panic!("{name} is an object"),
        }
    }

    fn name(&self, what: NamedElement) -> &str {
        self.names.iter().find(|(_, known)| *known == what).map_or("?", |(name, _)| name)
    }

    fn show(&self, value: Value<'_>) -> String {
        match value {
            Value::Null => "null".to_owned(),
            Value::Int(v) => v.to_string(),
            Value::Bool(v) => v.to_string(),
            Value::Float(v) => format!("{v:?}"),
            Value::Double(v) => format!("{v:?}"),
            Value::String(v) | Value::Lexical(v) => v.to_owned(),
            Value::Object(object) => self.name(NamedElement::Object(object)).to_owned(),
            other => format!("{other:?}"),
        }
    }

    fn show_all(&self, values: &[Value<'_>]) -> String {
        let shown: Vec<String> = values.iter().map(|value| self.show(*value)).collect();
        format!("[{}]", shown.join(" "))
    }

    /// Runs a line and writes its notifications.
    pub(crate) fn line(&mut self, line: &str) {
        let _ = writeln!(self.out, "> {line}");
        let words: Vec<&str> = line.split_whitespace().collect();
        if let ["record" | "stop" | "undo" | "redo"] = words.as_slice() {
            self.recording(words[0]);
            return;
        }
        let done = self.run(&words);
        let notifications = self.model.take_notifications();
        notifications.iter().for_each(|notification| self.write_notification(notification));
        if done.is_err() {
            self.out.push_str("  refused\n");
        }
    }

    /// Begins or ends a recording, or applies it. The notifications of applying differ from EMF's: each step is
    /// undone separately.
    fn recording(&mut self, operation: &str) {
        match operation {
            "record" => {
                let named = self.names.iter().map(|(_, named)| *named);
                self.recorded = named.filter(|named| self.is_placed(*named)).collect();
                self.model.begin_recording();
                return;
            }
            "stop" => {
                self.change = self.model.end_recording();
                return self.describe();
            }
            _ => {}
        }
        self.change.apply_and_reverse(&mut self.model).expect("no edit since");
        self.model.take_notifications();
        let state = self.state(&self.recorded);
        self.out.push_str(&state);
    }

    fn is_placed(&self, named: NamedElement) -> bool {
        match named {
            NamedElement::Object(object) => self.model.document_of(object).is_some(),
            NamedElement::Document(_) => true,
        }
    }

    /// Shows what a recording contains about the objects that were in documents when it began.
    fn describe(&mut self) {
        let model = &self.model;
        let known = |object| self.recorded.contains(&NamedElement::Object(object));
        let mut lines = Vec::new();
        for change in self.change.object_changes(model).iter().filter(|change| known(change.object)) {
            let name = self.name(NamedElement::Object(change.object));
            let held = change.values.first().copied().unwrap_or(Value::Null);
            let (metamodel, now) = (model.metamodel(), model.get(change.object, change.feature));
            if metamodel[change.feature].is_reference() && !metamodel[change.feature].many() && held == now {
                continue;
            }
            let feature = &model.metamodel()[change.feature];
            let shown = match change.values.as_slice() {
                // If an opposite changes a reference, EMF only keeps its previous value.
                [Value::Null] if feature.is_reference() => "unset".to_owned(),
                _ if !change.was_set => "unset".to_owned(),
                values if feature.many() => self.show_all(values),
                values => self.show(values[0]),
            };
            lines.push(format!("  was {name}.{}: {shown}\n", feature.typed.name));
        }
        for change in self.change.roots_changes(model) {
            let roots: Vec<Value<'_>> = change.roots.iter().map(|root| Value::Object(*root)).collect();
            let name = self.name(NamedElement::Document(change.document));
            lines.push(format!("  was {name}: {}\n", self.show_all(&roots)));
        }
        for (what, objects) in [
            ("attach", self.change.objects_to_attach(model)),
            ("detach", self.change.objects_to_detach(model)),
        ] {
            // EMF does not record changes of objects that were in no document, or are in none.
            let known = |object: &ObjectId| {
                if what == "attach" {
                    return known(*object);
                }
                // Objects that are added with their container are not distinguished.
                self.is_placed(NamedElement::Object(*object)) && model.container(*object).is_none_or(known)
            };
            let named =
                objects.into_iter().filter(known).map(|object| self.name(NamedElement::Object(object)));
            lines.extend(named.map(|name| format!("  {what} {name}\n")));
        }
        lines.sort();
        self.out.extend(lines);
    }

    fn write_notification(&mut self, notification: &Notification) {
        let place = match notification.notifier() {
            Notifier::Roots(document) => self.name(NamedElement::Document(document)).to_owned(),
            Notifier::Feature(object, feature) => {
                format!(
                    "{}.{}",
                    self.name(NamedElement::Object(object)),
                    self.model.metamodel()[feature].typed.name
                )
            }
        };
        let (event, old, new) = self.event(notification);
        let _ = write!(self.out, "  {event} {place}: {old} -> {new}");
        if let Some(at) = notification.position() {
            let _ = write!(self.out, " at {at}");
        }
        if notification.was_set(&self.model) {
            self.out.push_str(" (was set)");
        }
        if notification.is_touch(&self.model) {
            self.out.push_str(" (touch)");
        }
        self.out.push('\n');
    }

    fn event(&self, notification: &Notification) -> (&'static str, String, String) {
        let (old, new) = (notification.old(&self.model), notification.new_values(&self.model));
        let positions = notification.old_positions().iter().map(ToString::to_string).collect::<Vec<_>>();
        let one = |values: &[Value<'_>]| self.show(values[0]);
        match notification.event() {
            Event::Set => ("SET", one(&old), one(&new)),
            Event::Unset => ("UNSET", one(&old), one(&new)),
            Event::Add => ("ADD", one(&old), one(&new)),
            Event::Remove => ("REMOVE", one(&old), one(&new)),
            Event::Resolve => ("RESOLVE", one(&old), one(&new)),
            Event::AddMany => ("ADD_MANY", "null".to_owned(), self.show_all(&new)),
            Event::RemoveMany if positions.is_empty() => {
                ("REMOVE_MANY", self.show_all(&old), "null".to_owned())
            }
            Event::RemoveMany => ("REMOVE_MANY", self.show_all(&old), format!("[{}]", positions.join(" "))),
            Event::Move => ("MOVE", positions[0].clone(), one(&new)),
        }
    }

    fn register(&mut self, name: &str, what: NamedElement) {
        self.names.push((name.to_owned(), what));
    }

    fn register_tree(&mut self, name: &str, count: &mut usize, top: ObjectId, first: &str) {
        let parts: Vec<ObjectId> = self.model.all_contents(top).collect();
        self.register(first, NamedElement::Object(top));
        for part in parts {
            *count += 1;
            self.register(&format!("{name}{count}"), NamedElement::Object(part));
        }
    }

    fn run(&mut self, words: &[&str]) -> Result<(), Box<EditError>> {
        let number = |at: usize| -> usize { words[at].parse().expect("a position") };
        match words {
            ["new", name, class @ ..] => {
                let metamodel = Arc::clone(self.model.metamodel());
                let named = class.first().copied().unwrap_or("Node");
                let class = metamodel.classes().find(|(_, class)| class.name == named).expect("a class").0;
                let object = self.model.create(class)?;
                self.register(name, NamedElement::Object(object));
            }
            ["doc", name] => {
                let document = self.model.add_document(Document::new(format!("file:/{name}.xmi")));
                self.register(name, NamedElement::Document(document));
            }
            ["root", document, object] => {
                let (document, object) = (self.document(document), self.object(object));
                let end = self.model.document(document).roots().len();
                return self.model.insert_root(document, end, object);
            }
            ["root", document, object, _] => {
                return self.model.insert_root(self.document(document), number(3), self.object(object));
            }
            ["unroot", document, _] => return self.model.remove_root(self.document(document), number(2)),
            ["moveroot", document, ..] => {
                return self.model.move_root(self.document(document), number(2), number(3));
            }
            ["detach", object] => self.model.detach(self.object(object)),
            ["delete", object] => self.model.delete(self.object(object)),
            ["deletetree", object] => self.model.delete_tree(self.object(object)),
            ["substitute", object, other] => {
                return self.model.substitute(self.object(object), self.object(other));
            }
            ["copy", object, name] => {
                let copy = self.model.copy(self.object(object));
                self.register_tree(name, &mut 0, copy, name);
            }
            ["copyall", name, objects @ ..] => {
                let objects: Vec<ObjectId> = objects.iter().map(|object| self.object(object)).collect();
                let mut count = 0;
                for copy in self.model.copy_all(&objects) {
                    count += 1;
                    let first = format!("{name}{count}");
                    self.register_tree(name, &mut count, copy, &first);
                }
            }
            [operation, place, arguments @ ..] => return self.edit(operation, place, arguments),
            _ => panic!("no operation {words:?}"),
        }
        Ok(())
    }

    fn edit(&mut self, operation: &str, place: &str, arguments: &[&str]) -> Result<(), Box<EditError>> {
        let (object, feature) = place.split_once('.').expect("an object and a feature");
        let object = self.object(object);
        let metamodel = Arc::clone(self.model.metamodel());
        let feature = metamodel.feature(self.model.class(object), feature).expect("a feature");
        let names = self.names.clone();
        let values = |from: usize| -> Vec<Value<'_>> {
            arguments[from..].iter().map(|word| value(&metamodel, &names, feature, word)).collect()
        };
        let number = |at: usize| -> usize { arguments[at].parse().expect("a position") };
        let model = &mut self.model;
        match operation {
            "set" => model.set(object, feature, values(0)[0]),
            "unset" => model.unset(object, feature),
            "add" => model.add(object, feature, values(0)[0]),
            "insert" => model.insert(object, feature, number(0), values(1)[0]),
            "remove" => model.remove(object, feature, number(0)),
            "move" => model.reorder(object, feature, number(0), number(1)),
            "replace" => model.replace(object, feature, number(0), values(1)[0]),
            "clear" => model.clear(object, feature),
            "addall" => model.add_all(object, feature, &values(0)),
            "insertall" => model.insert_all(object, feature, number(0), &values(1)),
            "removeall" => model.remove_all(object, feature, &values(0)),
            "setlist" => model.set_list(object, feature, &values(0)),
            other => panic!("no operation {other}"),
        }
    }

    /// The state of the first `count` things that have a name.
    pub(crate) fn state_of_first(&self, count: usize) -> String {
        let first: Vec<NamedElement> = self.names[..count].iter().map(|(_, named)| *named).collect();
        self.state(&first)
    }

    fn state(&self, of: &[NamedElement]) -> String {
        let mut out = "= state\n".to_owned();
        for (name, what) in self.names.iter().filter(|(_, named)| of.contains(named)) {
            match what {
                NamedElement::Document(document) => {
                    let roots: Vec<_> = self
                        .model
                        .document(*document)
                        .roots()
                        .iter()
                        .map(|root| Value::Object(*root))
                        .collect();
                    let _ = writeln!(out, "{name}: {}", self.show_all(&roots));
                }
                NamedElement::Object(object) => {
                    let _ = writeln!(out, "{name}{}", self.state_of(*object));
                }
            }
        }
        out
    }

    fn state_of(&self, object: ObjectId) -> String {
        let (model, metamodel) = (&self.model, self.model.metamodel());
        let place = match (model.container(object), model.containing_feature(object)) {
            (Some(container), Some(feature)) => {
                format!(
                    " in {}.{}",
                    self.name(NamedElement::Object(container)),
                    metamodel[feature].typed.name
                )
            }
            _ => model.document_of(object).map_or_else(String::new, |document| {
                format!(" in {}", self.name(NamedElement::Document(document)))
            }),
        };
        let mut out = format!("{place}:");
        for feature in metamodel.table(model.class(object)).all_features() {
            if !model.is_set(object, *feature) {
                continue;
            }
            let shown = if metamodel[*feature].many() {
                self.show_all(&model.list(object, *feature).iter().collect::<Vec<_>>())
            } else {
                self.show(model.get(object, *feature))
            };
            let _ = write!(out, " {}={shown}", metamodel[*feature].typed.name);
        }
        out
    }
}

/// The classes that scripts use.
pub(crate) fn metamodel(directory: &Path) -> Arc<Metamodel> {
    let bytes = std::fs::read(directory.join("edits.ecore")).expect("a file");
    let decoded = decode_xml("edits.ecore", bytes, &Limits::default()).expect("XML");
    let mut model = Model::new(Metamodel::ecore());
    let document = Document::new("file:/edits.ecore");
    let (document, problems) = xmi::read(&decoded.source, &mut model, document, &xmi::ReadOptions::default());
    assert!(problems.is_empty(), "{problems:?}");
    Arc::new(ecore::from_models(&model, &[document], &Metamodel::ecore()).metamodel)
}

fn value<'v>(
    metamodel: &Metamodel,
    names: &[(String, NamedElement)],
    feature: FeatureId,
    word: &'v str,
) -> Value<'v> {
    if word == "null" {
        return Value::Null;
    }
    if metamodel[feature].is_reference() {
        return match names.iter().find(|(name, _)| name == word) {
            Some((_, NamedElement::Object(object))) => Value::Object(*object),
            _ => panic!("no object {word}"),
        };
    }
    match metamodel.name(Classifier::DataType(metamodel.data_type(feature))) {
        "EInt" => Value::Int(word.parse().expect("a number")),
        "EFloat" | "EFloatObject" => Value::Float(word.parse().expect("a number")),
        "EDouble" | "EDoubleObject" => Value::Double(word.parse().expect("a number")),
        "EByteArray" => Value::Lexical(word),
        _ => Value::String(word),
    }
}
