//! Writes documentation as comments, and annotations with their references.

use super::Printer;
use super::facts::fact;
use super::types::View;
use crate::ecore::{Annotation, Classifier, Element, GEN_MODEL, OperationId, TypeParameterId};
use crate::layout::LayoutNode;
use crate::syntax::ast::ElementKind;
use crate::types::spelling;

/// The maximum nesting of annotations; the reader rejects deeper ones.
const MAX_DEPTH: usize = crate::syntax::parser::MAX_DEPTH - 10;

/// An element's annotations, separated into the comment above it and the others.
pub(super) struct Notes {
    /// The text of the comment.
    pub(super) doc: Option<String>,
    /// The other annotations.
    pub(super) items: Vec<LayoutNode>,
}

impl Printer<'_> {
    /// The comment and the annotations of an element.
    pub(super) fn notes(&self, view: &View, annotations: &[Annotation]) -> Notes {
        let Some((index, doc)) = comment(annotations) else {
            return Notes { doc: None, items: self.annotations(view, annotations) };
        };
        let mut remaining = annotations.to_vec();
        // `comment` found the documentation in the first detail.
        remaining[index].details.remove(0);
        // Reading adds the comment to the first GenModel annotation. If there are several, this may be another one than
        // before.
        let has_several =
            remaining.iter().filter(|annotation| annotation.source.as_deref() == Some(GEN_MODEL)).count() > 1;
        // If there is nothing else in the annotation, reading creates it again, as the first annotation.
        if index == 0 && !has_several && remaining[0] == empty_gen_model() {
            remaining.remove(0);
        }
        Notes { doc: Some(doc), items: self.annotations(view, &remaining) }
    }

    /// All annotations unchanged, including documentation.
    pub(super) fn annotations(&self, view: &View, annotations: &[Annotation]) -> Vec<LayoutNode> {
        let depth = 0;
        annotations.iter().map(|annotation| self.annotation(view, annotation, depth)).collect()
    }

    /// An annotation with its details, references and nested annotations.
    fn annotation(&self, view: &View, annotation: &Annotation, depth: usize) -> LayoutNode {
        let source = annotation.source.as_ref().map_or("undef".to_owned(), |source| spelling::string(source));
        let head = format!("annotation {source}");
        let mut parts = Vec::new();
        for (key, value) in &annotation.details {
            let key = key.as_ref().map_or("undef".to_owned(), |key| spelling::key(key));
            let value = value.as_ref().map_or("undef".to_owned(), |value| spelling::string(value));
            parts.push(LayoutNode::line(format!("{key} => {value}")));
        }
        if !annotation.references.is_empty() {
            let list: Vec<_> =
                annotation.references.iter().map(|element| self.element(view, *element)).collect();
            parts.push(LayoutNode::line(format!("references => [{}]", list.join(", "))));
        }
        parts.extend(annotation.facts.iter().map(fact));
        if depth < MAX_DEPTH {
            parts
                .extend(annotation.annotations.iter().map(|nested| self.annotation(view, nested, depth + 1)));
        }
        LayoutNode::settings(head, parts)
    }

    /// The syntax with which annotations refer to an element.
    pub(super) fn element(&self, view: &View, element: Element) -> String {
        // References of annotations are resolved without type parameters, so type parameters hide no names here.
        let view = &View { package: view.package, parameters: Vec::new() };
        let metamodel = self.metamodel;
        let member = |kind: ElementKind, owner: Classifier, name: &str, ordinal: String| {
            let owner = self.classifier_name(view, owner);
            format!("{} {owner}::{}{ordinal}", kind.word(), spelling::name(name))
        };
        match element {
            Element::Package(id) => format!("package ::{}", self.package_name(id)),
            Element::Class(id) => self.classifier_name(view, Classifier::Class(id)),
            Element::DataType(id) => self.classifier_name(view, Classifier::DataType(id)),
            Element::EnumLiteral(id, index) => {
                let literals = metamodel[id].enum_literals();
                let name = literals.get(index).map_or("", |literal| literal.name.as_str());
                let before = literals.iter().take(index).filter(|literal| literal.name == name);
                let ordinal = ordinal(before.count());
                member(ElementKind::Literal, Classifier::DataType(id), name, ordinal)
            }
            Element::Feature(id) => {
                let (owner, name) = (metamodel[id].owner, metamodel[id].name());
                // In Ecore, several features may have the same name, which an index distinguishes.
                let before = metamodel[owner].features.iter().take_while(|other| **other != id);
                let ordinal = ordinal(before.filter(|other| metamodel[**other].name() == name).count());
                member(ElementKind::Feature, Classifier::Class(owner), name, ordinal)
            }
            Element::Operation(id) => format!("operation {}", self.operation_path(view, id)),
            Element::Parameter(id, index) => {
                let parameters = &metamodel[id].parameters;
                let name = parameters.get(index).map_or("", |parameter| parameter.name.as_str());
                let before = parameters.iter().take(index).filter(|parameter| parameter.name == name);
                let ordinal = ordinal(before.count());
                format!("parameter {}::{}{ordinal}", self.operation_path(view, id), spelling::name(name))
            }
            Element::TypeParameter(id) => self.type_parameter_path(view, id),
        }
    }

    /// The path of an operation, by which annotations refer to it.
    fn operation_path(&self, view: &View, id: OperationId) -> String {
        let metamodel = self.metamodel;
        let name = &metamodel[id].typed.name;
        let owner = metamodel.classes().find(|(_, class)| class.operations.contains(&id));
        let Some((owner, class)) = owner else { return spelling::name(name) };
        let before = class.operations.iter().take_while(|other| **other != id);
        let ordinal = ordinal(before.filter(|other| metamodel[**other].typed.name == *name).count());
        format!("{}::{}{ordinal}", self.classifier_name(view, Classifier::Class(owner)), spelling::name(name))
    }

    /// The path of a type parameter, by which annotations refer to it.
    fn type_parameter_path(&self, view: &View, id: TypeParameterId) -> String {
        let metamodel = self.metamodel;
        let name = spelling::type_name(&metamodel[id].name);
        let class = metamodel.classes().find(|(_, c)| c.type_parameters.contains(&id));
        let data_type = metamodel.data_types().find(|(_, d)| d.type_parameters.contains(&id));
        let owner = match (class, data_type) {
            (Some((class, _)), _) => self.classifier_name(view, Classifier::Class(class)),
            (None, Some((data_type, _))) => self.classifier_name(view, Classifier::DataType(data_type)),
            (None, None) => {
                let mut operations = metamodel.classes().flat_map(|(_, class)| class.operations.iter());
                let owner = operations.find(|op| metamodel[**op].type_parameters.contains(&id));
                owner.map_or(String::new(), |op| self.operation_path(view, *op))
            }
        };
        format!("type_parameter {owner}::{name}")
    }
}

/// The index among several elements with the same name; nothing for the first one.
fn ordinal(count_before: usize) -> String {
    if count_before == 0 { String::new() } else { format!("[{count_before}]") }
}

/// A GenModel annotation without details.
fn empty_gen_model() -> Annotation {
    Annotation { source: Some(GEN_MODEL.to_owned()), ..Annotation::default() }
}

/// Whether annotations contain nothing but what reading a comment creates. There may be no annotations.
pub(super) fn have_only_comment(annotations: &[Annotation]) -> bool {
    if annotations.is_empty() {
        return true;
    }
    let Some(doc) = doc_comment(annotations) else { return false };
    let details = vec![(Some("documentation".to_owned()), Some(doc))];
    *annotations == [Annotation { details, ..empty_gen_model() }]
}

/// The documentation that can be written as a comment; `None` if there is none.
pub(super) fn doc_comment(annotations: &[Annotation]) -> Option<String> {
    comment(annotations).map(|(_, doc)| doc)
}

/// The documentation that can be written as a comment, and the position of its annotation. `None` unless reading the
/// comment creates an equal annotation at the same position.
fn comment(annotations: &[Annotation]) -> Option<(usize, String)> {
    let index = annotations.iter().position(|annotation| annotation.source.as_deref() == Some(GEN_MODEL))?;
    let details = &annotations[index].details;
    if details.iter().filter(is_doc).count() != 1 {
        return None;
    }
    // When a comment is read, it becomes the first detail.
    let (_, text) = details.first().filter(is_doc)?;
    let text = text.as_ref()?;
    // A comment cannot contain carriage returns or other control characters, and a comment that is empty would not be
    // read.
    let is_plain =
        !text.trim().is_empty() && !text.contains(|c: char| c.is_control() && c != '\n' && c != '\t');
    is_plain.then(|| (index, text.clone()))
}

/// Whether a detail is the documentation.
fn is_doc((key, _): &&(Option<String>, Option<String>)) -> bool {
    key.as_deref() == Some("documentation")
}
