//! Examples: a small valid object of a class, in each notation.
//!
//! An object is made as ordinary JSON from the forms of its features, read by the reader of JSON, and checked by the
//! rules of all models and by the logic of its metamodel. Invariants: only an object without errors is an example,
//! except for constraints in languages that cannot be evaluated, so that this module needs to know nothing of the
//! rules; the size of an example is bounded.

mod needs;
mod pattern;
mod values;

use crate::json_schema::Checker;
use crate::languages::shapes::Shapes;
use crate::scope::Scope;
use modelwright_evaluation::logic::RuleCache;
use modelwright_metamodel::diagnostic::{Severity, Source, codes};
use modelwright_metamodel::ecore::{ClassId, FeatureId, Metamodel};
use modelwright_metamodel::model::{Document, DocumentId, Model};
use modelwright_notations::{json, tree, xmi, yaml};
use modelwright_validation::{CheckOptions, check};
use needs::Needs;
use rustc_hash::FxHashSet;
use std::sync::Arc;
use values::{ObjectMaker, PlannedPart};

/// The number of classes of containers that are tried at each level.
const MAX_CONTAINERS: usize = 4;

/// The number of containers inside of one another that are tried.
const MAX_LEVELS: usize = 5;

/// The number of classes of containers that are considered for an object.
const MAX_BETWEEN: usize = 20;

/// The number of objects that are added to a container as targets of references.
const MAX_TARGETS: usize = 6;

/// One object in each notation that can express it.
#[derive(Debug)]
pub(super) struct Example {
    /// The name of the class of its root, which ordinary JSON does not contain.
    pub(super) root: String,
    /// Whether all rules of the objects were evaluated. Rules in languages without an evaluator are not.
    pub(super) is_checked: bool,
    /// The name of each notation, and the text.
    pub(super) texts: Vec<(&'static str, String)>,
}

/// Makes examples of the classes of one metamodel.
pub(super) struct Examples<'s, 'm> {
    metamodel: Arc<Metamodel>,
    scope: &'s Scope<'m>,
    shapes: Shapes<'s, 'm>,
    needs: Needs,
    /// The containments of the classes that may be examples, by class.
    containments: Vec<(ClassId, FeatureId)>,
    rules: RuleCache,
}

impl<'s, 'm> Examples<'s, 'm> {
    /// Prepares the examples of the classes in a scope.
    pub(super) fn new(scope: &'s Scope<'m>, metamodel: Arc<Metamodel>) -> Self {
        let (shapes, needs) = (Shapes::new(scope, Checker::program("an example")), Needs::new(scope));
        let mut examples =
            Self { metamodel, scope, shapes, needs, containments: Vec::new(), rules: RuleCache::default() };
        let classes: Vec<ClassId> =
            scope.classes.iter().copied().filter(|class| examples.has_own_objects(*class)).collect();
        for class in classes {
            let features = scope.features(class).into_iter();
            let own_containments = features.filter(|id| scope.metamodel[*id].is_containment());
            examples.containments.extend(own_containments.map(|id| (class, id)));
        }
        examples
    }

    /// An example of a class: with all its attributes and parts if such an object is valid, otherwise with those that
    /// it must have, otherwise as a part of another object; together with what it refers to. `None` if the class has no
    /// objects of its own, or if no valid object was found.
    pub(super) fn example_of(&mut self, class: ClassId) -> Option<Example> {
        if !self.has_own_objects(class) {
            return None;
        }
        // An object with everything is more instructive, but more often invalid.
        let alone = [true, false].into_iter().find_map(|is_full| self.attempt(class, Vec::new(), is_full));
        alone.or_else(|| self.in_containers(class))
    }

    /// Whether a class has objects that may be examples.
    pub(super) fn has_own_objects(&self, class: ClassId) -> bool {
        !self.scope.is_abstract(class)
            && !self.scope.is_uncheckable(class)
            && !self.metamodel.is_entry_class(class)
    }

    /// An example of a class as a part of another object, perhaps inside of further ones: first with one container
    /// around it, then with two, and so on.
    fn in_containers(&mut self, class: ClassId) -> Option<Example> {
        let mut tried_classes = FxHashSet::from_iter([class]);
        // The objects that need a further container around them.
        let mut level = vec![PlannedPart { class, feature: None, parts: Vec::new() }];
        for _ in 0..MAX_LEVELS {
            let mut next_level = Vec::new();
            for part in level {
                for (container, feature) in self.containers(part.class) {
                    if next_level.len() >= MAX_CONTAINERS || !tried_classes.insert(container) {
                        continue;
                    }
                    let parts = vec![PlannedPart { feature: Some(feature), ..part.clone() }];
                    // The example is about the inner object, so its container has only what it must have.
                    let is_full = false;
                    if let Some(example) = self.attempt(container, parts.clone(), is_full) {
                        return Some(example);
                    }
                    next_level.push(PlannedPart { class: container, feature: None, parts });
                }
            }
            level = next_level;
        }
        None
    }

    /// Classes whose objects may contain an object of a class, each with its first containment for it; at most
    /// [`MAX_BETWEEN`], in the order of the metamodel.
    fn containers(&self, class: ClassId) -> Vec<(ClassId, FeatureId)> {
        let metamodel = self.scope.metamodel;
        let accepts_class = |feature: &FeatureId| metamodel.conforms(class, metamodel.target(*feature));
        let mut containers: Vec<(ClassId, FeatureId)> = Vec::new();
        for (container, feature) in self.containments.iter().filter(|(_, feature)| accepts_class(feature)) {
            if containers.len() >= MAX_BETWEEN {
                break;
            }
            // The containments of a class follow each other, so only its first one is added.
            if containers.last().is_none_or(|(last, _)| last != container) {
                containers.push((*container, *feature));
            }
        }
        containers
    }

    /// An example of a class with planned parts; if `is_full` is true, also with all its attributes and parts that are
    /// not required. The targets that its references lack become further parts. `None` if no such object is valid.
    fn attempt(&mut self, root: ClassId, mut parts: Vec<PlannedPart>, is_full: bool) -> Option<Example> {
        for _ in 0..=MAX_TARGETS {
            let maker = ObjectMaker::new(self.scope, &mut self.shapes, &self.needs, is_full);
            match maker.object(root, &parts) {
                Ok(object) => return self.valid_example(root, &object.pretty()),
                // The target becomes a part of the root or of one of its parts, where the reference finds it.
                Err(missing) => {
                    if !self.add_part(root, &mut parts, missing?) {
                        return None;
                    }
                }
            }
        }
        None
    }

    /// Plans an object of the class `part` inside of an object of the class `class` with the planned parts `parts`:
    /// directly in one of these objects, or else inside of one more object. Returns whether there is a containment for
    /// the part.
    fn add_part(&self, class: ClassId, parts: &mut Vec<PlannedPart>, part: ClassId) -> bool {
        let new_part = PlannedPart { class: part, feature: None, parts: Vec::new() };
        if add_where_possible(self.scope, class, parts, &new_part) {
            return true;
        }
        for (container, feature) in self.containers(part) {
            let inner_part = PlannedPart { feature: Some(feature), ..new_part.clone() };
            let new_container = PlannedPart { class: container, feature: None, parts: vec![inner_part] };
            if add_where_possible(self.scope, class, parts, &new_container) {
                return true;
            }
        }
        false
    }

    /// The example with a text as its ordinary JSON; `None` if the text is not a valid object.
    fn valid_example(&self, class: ClassId, text: &str) -> Option<Example> {
        let source = Source::new("example.json", text);
        let mut model = Model::new(Arc::clone(&self.metamodel));
        let root = self.scope.qualified_name(class);
        let untyped_document = Some(tree::UntypedDocument { root: root.clone(), discriminator: None });
        let options = tree::ReadOptions { untyped: untyped_document, ..tree::ReadOptions::default() };
        let (document, problems) = json::read(&source, &mut model, Document::new("example.json"), &options);
        if problems.has_errors() {
            return None;
        }
        let options = CheckOptions { logic: Some(&self.rules), ..CheckOptions::default() };
        let violations = check(&model, document, &options);
        let mut errors = violations.iter().filter(|problem| problem.severity == Severity::Error);
        // Logic that cannot be evaluated here is an error of its own, which does not make the object invalid.
        if errors.any(|problem| problem.code != codes::NO_EVALUATOR) {
            return None;
        }
        let is_checked = !violations.has_errors();
        Some(Example { root, is_checked, texts: texts_in_notations(&model, document) })
    }
}

/// The first containment of a class that accepts a part and is not full with the planned parts `siblings`.
fn free_feature(
    scope: &Scope<'_>,
    class: ClassId,
    part: ClassId,
    siblings: &[PlannedPart],
) -> Option<FeatureId> {
    let metamodel = scope.metamodel;
    scope.features(class).into_iter().find(|id| {
        metamodel[*id].is_containment()
            && metamodel.conforms(part, metamodel.target(*id))
            && (metamodel[*id].many() || !siblings.iter().any(|other| other.feature == Some(*id)))
    })
}

/// Adds the planned part `new` to an object of the class `class` with the planned parts `parts`, or else to the first
/// of these parts that can contain it, however deep. Returns whether it was added.
fn add_where_possible(
    scope: &Scope<'_>,
    class: ClassId,
    parts: &mut Vec<PlannedPart>,
    new: &PlannedPart,
) -> bool {
    if let Some(feature) = free_feature(scope, class, new.class, parts) {
        parts.push(PlannedPart { feature: Some(feature), ..new.clone() });
        return true;
    }
    // Recursion ends soon, because plans are nested to a small depth.
    parts.iter_mut().any(|part| add_where_possible(scope, part.class, &mut part.parts, new))
}

/// A document in each notation, with the name of the notation; one that cannot express it is left out.
fn texts_in_notations(model: &Model, document: DocumentId) -> Vec<(&'static str, String)> {
    let texts = [
        ("JSON", json_text(model, document)),
        ("YAML", yaml_text(model, document)),
        ("XMI", xmi_text(model, document)),
    ];
    texts.into_iter().filter_map(|(notation, text)| Some((notation, text?))).collect()
}

/// A document as ordinary JSON; `None` if something would be lost.
fn json_text(model: &Model, document: DocumentId) -> Option<String> {
    let mut bytes = Vec::new();
    // Other programs write JSON without classes; the other notations show how a document names them.
    let options = json::WriteOptions { untyped: true, ..json::WriteOptions::default() };
    let losses = json::write(model, document, &options, &mut bytes).ok()?;
    if losses.is_empty() { String::from_utf8(bytes).ok() } else { None }
}

/// A document as YAML; `None` if something would be lost.
fn yaml_text(model: &Model, document: DocumentId) -> Option<String> {
    let mut bytes = Vec::new();
    let losses = yaml::write(model, document, &yaml::WriteOptions::default(), &mut bytes).ok()?;
    if losses.is_empty() { String::from_utf8(bytes).ok() } else { None }
}

/// A document as XMI; `None` if something would be lost, or if the text could not be read again.
fn xmi_text(model: &Model, document: DocumentId) -> Option<String> {
    let mut bytes = Vec::new();
    let options = xmi::WriteOptions { encoding: Some("UTF-8".to_owned()), ..xmi::WriteOptions::default() };
    let losses = xmi::write(model, document, &options, &mut bytes).ok()?;
    if !losses.is_empty() {
        return None;
    }
    let text = String::from_utf8(bytes).ok()?;
    // As in EMF, XMI has no roots of packages without a namespace, and no values of types without a Java class. The
    // writer does not report them, but the reader does.
    if is_xmi(&text, model.metamodel()) { Some(text) } else { None }
}

/// Whether a text is read as XMI without problems.
fn is_xmi(text: &str, metamodel: &Arc<Metamodel>) -> bool {
    let source = Source::new("example.xmi", text);
    let mut model = Model::new(Arc::clone(metamodel));
    let document = Document::new("example.xmi");
    let (_, problems) = xmi::read(&source, &mut model, document, &xmi::ReadOptions::default());
    problems.is_empty()
}
