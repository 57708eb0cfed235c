//! Examples: a small valid object of a class, in each notation.
//!
//! An object is made as ordinary JSON from the forms of its features, read by the reader of JSON, and checked by the rules of
//! all models and by the logic of its metamodel. Invariants: only an object without errors is an example, except for constraints
//! in languages that cannot be evaluated, so that this module needs to know nothing of the rules; the size of an example is
//! bounded.

mod pattern;
mod values;

use crate::languages::shapes::Shapes;
use crate::scope::Scope;
use modelwright_evaluation::logic::RuleCache;
use modelwright_metamodel::diagnostic::{Severity, Source, codes};
use modelwright_metamodel::ecore::{ClassId, FeatureId, Metamodel};
use modelwright_metamodel::model::{Document, DocumentId, Model};
use modelwright_notations::{json, tree, xmi, yaml};
use modelwright_validation::{CheckOptions, check};
use std::sync::Arc;
use values::ObjectMaker;

/// The number of classes of containers that are tried.
const MAX_CONTAINERS: usize = 3;

/// The number of objects that are added to a container as targets of references.
const MAX_TARGETS: usize = 6;

/// One object in each notation that can express it.
#[derive(Debug)]
pub(super) struct Example {
    /// The name of the class of its root, which ordinary JSON does not contain.
    pub(super) root: String,
    /// Whether all its rules were evaluated; those in other languages cannot be.
    pub(super) is_checked: bool,
    /// The name of each notation, and the text.
    pub(super) texts: Vec<(&'static str, String)>,
}

/// Makes examples of the classes of one metamodel.
pub(super) struct Examples<'s, 'm> {
    metamodel: Arc<Metamodel>,
    scope: &'s Scope<'m>,
    shapes: Shapes<'s, 'm>,
    rules: RuleCache,
}

impl<'s, 'm> Examples<'s, 'm> {
    /// For the classes in a scope.
    pub(super) fn new(scope: &'s Scope<'m>, metamodel: Arc<Metamodel>) -> Self {
        Self { metamodel, scope, shapes: Shapes::new(scope, "an example"), rules: RuleCache::default() }
    }

    /// An example of a class: with all its attributes and parts if such an object is valid, otherwise with those that it must
    /// have, otherwise as a part of another object, together with what it refers to. `None` if the class has no objects of its
    /// own, or if no valid object was found.
    pub(super) fn of(&mut self, class: ClassId) -> Option<Example> {
        if self.scope.is_abstract(class)
            || self.scope.is_uncheckable(class)
            || self.metamodel.is_entry_class(class)
        {
            return None;
        }
        // An object with everything is more instructive, but more often invalid.
        let alone = [true, false].into_iter().find_map(|is_full| self.example(class, &[], is_full).ok());
        alone.or_else(|| self.in_container(class))
    }

    /// An example of a class as a part of another object.
    fn in_container(&mut self, class: ClassId) -> Option<Example> {
        let metamodel = self.scope.metamodel;
        let of_containers = metamodel.classes().map(|(id, _)| id).filter(|id| {
            let holds = |feature: &FeatureId| {
                metamodel[*feature].is_containment() && metamodel.conforms(class, metamodel.target(*feature))
            };
            self.scope.covers(*id)
                && !self.scope.is_abstract(*id)
                && self.scope.features(*id).iter().any(holds)
        });
        let containers: Vec<ClassId> = of_containers.take(MAX_CONTAINERS).collect();
        containers.into_iter().find_map(|container| {
            let mut parts = vec![class];
            while parts.len() <= MAX_TARGETS {
                match self.example(container, &parts, false) {
                    Ok(example) => return Some(example),
                    // The target becomes a part of the container, where the reference finds it.
                    Err(missing) => parts.push(missing?),
                }
            }
            None
        })
    }

    /// An example of a class with some parts, or the class of an object that it lacks.
    fn example(
        &mut self,
        root: ClassId,
        parts: &[ClassId],
        is_full: bool,
    ) -> Result<Example, Option<ClassId>> {
        let object = ObjectMaker::new(self.scope, &mut self.shapes, is_full).object(root, parts)?;
        self.checked(root, &object.pretty()).ok_or(None)
    }

    /// The example with a text as its ordinary JSON, if that is valid.
    fn checked(&self, class: ClassId, text: &str) -> Option<Example> {
        let source = Source::new("example.json", text);
        let mut model = Model::new(Arc::clone(&self.metamodel));
        let root = self.scope.qualified_name(class);
        let untyped = Some(tree::UntypedDocument { root: root.clone(), discriminator: None });
        let options = tree::ReadOptions { untyped, ..tree::ReadOptions::default() };
        let (document, problems) = json::read(&source, &mut model, Document::new("example.json"), &options);
        if problems.has_errors() {
            return None;
        }
        let options = CheckOptions { logic: Some(&self.rules), ..CheckOptions::default() };
        let found = check(&model, document, &options);
        let mut errors = found.iter().filter(|problem| problem.severity == Severity::Error);
        let is_valid = errors.all(|problem| problem.code == codes::NO_EVALUATOR);
        is_valid.then(|| Example { root, is_checked: !found.has_errors(), texts: written(&model, document) })
    }
}

/// A document in each notation; one that cannot express it is left out.
fn written(model: &Model, document: DocumentId) -> Vec<(&'static str, String)> {
    let mut texts = Vec::new();
    let mut add = |name: &'static str, is_written: bool, bytes: Vec<u8>| {
        texts.extend(String::from_utf8(bytes).ok().filter(|_| is_written).map(|text| (name, text)));
    };
    let mut bytes = Vec::new();
    // Other programs write JSON without classes; the other notations show how a document names them.
    let options = json::WriteOptions { untyped: true, ..json::WriteOptions::default() };
    let is_written = json::write(model, document, &options, &mut bytes).is_ok_and(|lost| lost.is_empty());
    add("JSON", is_written, bytes);
    let mut bytes = Vec::new();
    let is_written = yaml::write(model, document, &yaml::WriteOptions::default(), &mut bytes)
        .is_ok_and(|lost| lost.is_empty());
    add("YAML", is_written, bytes);
    let mut bytes = Vec::new();
    let options = xmi::WriteOptions { encoding: Some("UTF-8".to_owned()), ..xmi::WriteOptions::default() };
    let is_written = xmi::write(model, document, &options, &mut bytes).is_ok_and(|lost| lost.is_empty());
    add("XMI", is_written, bytes);
    texts
}
