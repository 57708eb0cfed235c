//! Makes the diagram of some objects of a model: boxes with their values, lines for what they contain and refer to.
//!
//! Invariants: at most the given number of objects have a box; objects without a box that they contain or refer to are
//! named inside their boxes; two opposites are drawn as one line; linear time in the size of the model. This module
//! does not know files.

use super::{BoxKind, ClassBox, Diagram, Edge, End, Member, Relation, line, name, start_of};
use modelwright_metamodel::ecore::{Classifier, FeatureId, Metamodel};
use modelwright_metamodel::model::{DocumentId, Model, ObjectId, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// Which objects a diagram has.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ObjectSelection {
    /// The objects that it is about; the complete document if there is none.
    pub focus: Vec<ObjectId>,
    /// The number of steps from these objects to others: a step is a container, a part, or a reference in either
    /// direction.
    pub depth: usize,
    /// The greatest number of objects.
    pub limit: usize,
}

/// The diagram of some objects.
pub(crate) struct ObjectDiagram {
    pub(crate) diagram: Diagram,
    /// The number of objects that the selection has beyond its limit.
    pub(crate) left_out: usize,
}

/// The greatest number of characters of a value, and of the name in an object's own title.
const LONGEST_VALUE: usize = 40;
/// The greatest number of characters of the name of an object in the box of another one.
const LONGEST_NAME: usize = 24;
/// The greatest number of values of one feature.
const MAX_VALUES: usize = 3;

/// The diagram of the selected objects of a document.
pub(crate) fn object_diagram(
    model: &Model,
    document: DocumentId,
    selection: &ObjectSelection,
) -> ObjectDiagram {
    let (objects, left_out) = if selection.focus.is_empty() {
        objects_below_roots(model, document, selection.limit)
    } else {
        neighbourhood(model, selection)
    };
    let places: FxHashMap<ObjectId, usize> =
        objects.iter().enumerate().map(|(at, object)| (*object, at)).collect();
    let mut builder =
        Builder { model, places, diagram: Diagram::default(), drawn_lines: FxHashSet::default() };
    for object in &objects {
        let object_box = builder.box_of(*object, selection.focus.contains(object));
        builder.diagram.boxes.push(object_box);
    }
    ObjectDiagram { diagram: builder.diagram, left_out }
}

/// The objects of a document up to a limit, those near the roots first, and the number of objects beyond the limit.
fn objects_below_roots(model: &Model, document: DocumentId, limit: usize) -> (Vec<ObjectId>, usize) {
    let mut queue: VecDeque<ObjectId> = model.document(document).roots().iter().copied().collect();
    let (mut objects, mut left_out) = (Vec::new(), 0);
    while let Some(object) = queue.pop_front() {
        if objects.len() < limit {
            objects.push(object);
        } else {
            left_out += 1;
        }
        queue.extend(model.contents(object).filter(|part| !model.is_proxy(*part)));
    }
    (objects, left_out)
}

/// The objects of a selection up to its limit, the nearest to its focus first, and the number of objects beyond the
/// limit.
fn neighbourhood(model: &Model, selection: &ObjectSelection) -> (Vec<ObjectId>, usize) {
    let referring = model.inverse_references();
    let mut known_objects: FxHashSet<ObjectId> = FxHashSet::default();
    let focus = selection.focus.iter().filter(|object| known_objects.insert(**object));
    let mut queue: VecDeque<(ObjectId, usize)> = focus.map(|object| (*object, 0)).collect();
    let (mut objects, mut left_out) = (Vec::new(), 0);
    while let Some((object, distance)) = queue.pop_front() {
        if objects.len() < selection.limit {
            objects.push(object);
        } else {
            left_out += 1;
        }
        if distance == selection.depth {
            continue;
        }
        let targets = model.cross_references(object).map(|(_, target)| target);
        let sources = referring.get(&object).into_iter().flatten().map(|(source, _)| *source);
        let container_and_parts = model.container(object).into_iter().chain(model.contents(object));
        for next in container_and_parts.chain(targets).chain(sources) {
            let next = model.resolved_target(next).unwrap_or(next);
            if !model.is_proxy(next) && known_objects.insert(next) {
                queue.push_back((next, distance + 1));
            }
        }
    }
    (objects, left_out)
}

struct Builder<'m> {
    model: &'m Model,
    places: FxHashMap<ObjectId, usize>,
    diagram: Diagram,
    /// The lines that were drawn: the box of the source, the reference, and the box of the target.
    drawn_lines: FxHashSet<(usize, FeatureId, usize)>,
}

impl Builder<'_> {
    /// The box of an object; its lines are added to the diagram.
    fn box_of(&mut self, object: ObjectId, is_focus: bool) -> ClassBox {
        let model = self.model;
        let metamodel: &Metamodel = model.metamodel();
        let class = model.class(object);
        let title = format!("{} : {}", label(model, object), metamodel[class].name);
        let kind = BoxKind::Object;
        let mut object_box = ClassBox::without_content(kind, Classifier::Class(class));
        object_box.name = name(title.trim_start());
        object_box.is_focus = is_focus;
        for feature in metamodel.table(class).all_features() {
            let is_shown = !metamodel.is_container(*feature) && model.is_set(object, *feature);
            if is_shown && metamodel[*feature].is_reference() {
                self.add_references(object, *feature, &mut object_box);
            } else if is_shown && !metamodel.is_feature_map(*feature) {
                let text = values(model, object, *feature);
                object_box.attributes.extend(text.map(|text| Member {
                    text,
                    property: None,
                    type_box: None,
                }));
            }
        }
        object_box
    }

    /// Draws the values of a reference, or adds them as a text if they have no boxes.
    fn add_references(&mut self, object: ObjectId, feature: FeatureId, object_box: &mut ClassBox) {
        let model = self.model;
        let metamodel: &Metamodel = model.metamodel();
        let data = &metamodel[feature];
        let list = data.many().then(|| model.list(object, feature).objects());
        let single_target = (!data.many()).then(|| model.get(object, feature).object()).flatten();
        let (mut names, mut count) = (Vec::new(), 0_usize);
        for target in list.into_iter().flatten().chain(single_target) {
            let target = model.resolved_target(target).unwrap_or(target);
            if let Some(to) = self.places.get(&target).copied() {
                self.add_line(self.places[&object], feature, to);
                continue;
            }
            count += 1;
            if count <= MAX_VALUES {
                names.push(start_of(&target_label(model, target), LONGEST_NAME));
            }
        }
        if count > 0 {
            let ellipsis = if count > MAX_VALUES { format!(", … ({count})") } else { String::new() };
            let symbol = if data.is_containment() { '◆' } else { '→' };
            let text = format!("{symbol} {} = {}{ellipsis}", data.name(), names.join(", "));
            object_box.lines.push(line(&text));
        }
    }

    /// Adds the line of one target of a reference, unless the line of the opposite shows it already.
    fn add_line(&mut self, from: usize, feature: FeatureId, to: usize) {
        let metamodel: &Metamodel = self.model.metamodel();
        let data = &metamodel[feature];
        let contains = data.is_containment();
        let opposite = data.opposite().filter(|_| !contains);
        // The line of the opposite shows this reference, too.
        let is_drawn = opposite.is_some_and(|other| self.drawn_lines.contains(&(to, other, from)));
        if is_drawn || !self.drawn_lines.insert((from, feature, to)) {
            return;
        }
        let end = |id: FeatureId| End { name: name(metamodel[id].name()), multiplicity: String::new() };
        let near = opposite.filter(|other| *other != feature).map(end);
        let relation = Relation::Association { contains, near, far: end(feature) };
        self.diagram.edges.push(Edge { from, to, relation });
    }
}

/// The line `name = values` for an attribute; `None` if it has no values.
fn values(model: &Model, object: ObjectId, feature: FeatureId) -> Option<String> {
    let data = &model.metamodel()[feature];
    let spell = |value: Value<'_>| {
        let mut text = String::new();
        model.spell(feature, value, &mut text);
        start_of(&text, LONGEST_VALUE)
    };
    let text = if data.many() {
        let list = model.list(object, feature);
        let mut texts: Vec<String> = list.iter().take(MAX_VALUES).map(spell).collect();
        if list.len() > MAX_VALUES {
            texts.push(format!("… ({})", list.len()));
        }
        texts.join(", ")
    } else {
        spell(model.get(object, feature))
    };
    (!text.is_empty()).then(|| line(&format!("{} = {text}", data.name())))
}

/// The name or the identifier of an object; empty if it has neither.
fn label(model: &Model, object: ObjectId) -> String {
    let named =
        model.get_named(object, "name").text().map(str::to_owned).filter(|name| !name.trim().is_empty());
    let text = named.or_else(|| model.id(object).map(|id| id.to_string()));
    text.map(|text| start_of(&text, LONGEST_VALUE)).unwrap_or_default()
}

/// An object in the text of another one: its name, its address in another document, or its class.
fn target_label(model: &Model, object: ObjectId) -> String {
    if let Some(uri) = model.proxy_uri(object) {
        return uri.rsplit('/').next().unwrap_or(uri).to_owned();
    }
    let label = label(model, object);
    if label.is_empty() { model.metamodel()[model.class(object)].name.clone() } else { label }
}
