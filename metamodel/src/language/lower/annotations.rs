//! Puts documentation and annotations on elements, and finds the elements that annotations refer to.

use super::types::path_text;
use super::{Annotated, Context, Lowerer, Place};
use crate::diagnostic::codes;
use crate::ecore::{Annotation, ClassId, Classifier, Element, GEN_MODEL, OperationId, TypeParameterId};
use crate::language::scope::spelling;
use crate::language::syntax::{AnnotationDecl, AnnotationEntry, ElementKind, ElementRef, Name, Path};

impl<'t> Lowerer<'t> {
    pub(super) fn annotate(&mut self) {
        for Annotated { element, doc, list, context } in std::mem::take(&mut self.annotations) {
            let mut made: Vec<Annotation> = list.iter().map(|decl| self.annotation(&context, decl)).collect();
            if let Some(doc) = doc {
                document(&mut made, doc);
            }
            if let Some(annotations) = self.annotations_of(element) {
                // A package may be declared in several places that each annotate it.
                annotations.extend(made);
            }
        }
        for (element, annotation) in std::mem::take(&mut self.logic) {
            self.annotations_of(element).into_iter().for_each(|list| list.push(annotation.clone()));
        }
    }

    fn annotation(&mut self, context: &Context, decl: &AnnotationDecl) -> Annotation {
        let mut annotation = Annotation { source: decl.source.clone(), ..Annotation::default() };
        for entry in &decl.entries {
            match entry {
                AnnotationEntry::Detail(key, value) => annotation.details.push((key.clone(), value.clone())),
                AnnotationEntry::Nested(nested) => {
                    let nested = self.annotation(context, nested);
                    annotation.annotations.push(nested);
                }
                AnnotationEntry::Fact(setting) => {
                    let fact = self.fact(setting, context.file);
                    annotation.facts.push(fact);
                }
                AnnotationEntry::References(list) => {
                    for reference in list {
                        annotation.references.extend(self.element(context, reference));
                    }
                }
            }
        }
        annotation
    }

    fn annotations_of(&mut self, element: Element) -> Option<&mut Vec<Annotation>> {
        Some(match element {
            Element::Package(id) => &mut self.builder.package_mut(id).annotations,
            Element::Class(id) => &mut self.builder.class_mut(id).annotations,
            Element::DataType(id) => &mut self.builder.data_type_mut(id).annotations,
            Element::EnumLiteral(id, at) => {
                &mut self.builder.data_type_mut(id).literals.as_mut()?.get_mut(at)?.annotations
            }
            Element::Feature(id) => &mut self.builder.feature_mut(id).typed.annotations,
            Element::Operation(id) => &mut self.builder.operation_mut(id).typed.annotations,
            Element::Parameter(id, at) => {
                &mut self.builder.operation_mut(id).parameters.get_mut(at)?.annotations
            }
            Element::TypeParameter(id) => &mut self.builder.type_parameter_mut(id).annotations,
        })
    }

    fn element(&mut self, context: &Context, reference: &ElementRef) -> Option<Element> {
        let found = self.find_element(context, reference);
        if found.is_none() && !self.incomplete {
            let place = Place { file: context.file, span: reference.span };
            let message =
                format!("there is no {} named `{}`", reference.kind.word(), path_text(&reference.path));
            let help = "name a type by `Type`, a feature by `feature Type::name`, and so on";
            self.error(codes::UNKNOWN_ELEMENT, place, message, help);
        }
        found
    }

    fn find_element(&mut self, context: &Context, reference: &ElementRef) -> Option<Element> {
        let path = &reference.path;
        let count = path.segments.len();
        let prefix = |length: usize| Path { segments: path.segments[..length].to_vec(), ..path.clone() };
        let classifier = |lowerer: &Self, length: usize| {
            if length == 0 { None } else { lowerer.scope.classifier(context.package, &prefix(length)) }
        };
        let last = path.segments.last()?;
        match reference.kind {
            ElementKind::Package => self.scope.package(context.package, path).map(Element::Package),
            ElementKind::Type => classifier(self, count).map(Element::from),
            ElementKind::Literal => {
                let Some(Classifier::DataType(id)) = classifier(self, count - 1) else { return None };
                let literals = self.builder.data_type_mut(id).enum_literals();
                let mut named = (0..literals.len()).filter(|at| literals[*at].name == last.text);
                named.nth(last.ordinal).map(|at| Element::EnumLiteral(id, at))
            }
            ElementKind::Feature => {
                let Some(Classifier::Class(id)) = classifier(self, count - 1) else { return None };
                let ids = self.builder.class_mut(id).features.clone();
                let mut named =
                    ids.into_iter().filter(|id| self.builder.feature_mut(*id).name() == last.text);
                named.nth(last.ordinal).map(Element::Feature)
            }
            ElementKind::Operation => {
                let Some(Classifier::Class(id)) = classifier(self, count - 1) else { return None };
                self.operation_named(id, last).map(Element::Operation)
            }
            ElementKind::Parameter | ElementKind::TypeParameter => {
                let operation = match (count.checked_sub(2), classifier(self, count.saturating_sub(2))) {
                    (Some(at), Some(Classifier::Class(id))) => {
                        let name = path.segments[at].clone();
                        self.operation_named(id, &name)
                    }
                    _ => None,
                };
                if reference.kind == ElementKind::Parameter {
                    return self.parameter_named(operation?, last);
                }
                let ids = self.type_parameters_of(operation, classifier(self, count - 1))?;
                let name = spelling(last);
                let mut named =
                    ids.into_iter().filter(|id| self.builder.type_parameter_mut(*id).name == name);
                named.nth(last.ordinal).map(Element::TypeParameter)
            }
        }
    }

    fn operation_named(&mut self, class: ClassId, name: &Name) -> Option<OperationId> {
        let ids = self.builder.class_mut(class).operations.clone();
        let mut named = ids.into_iter().filter(|id| self.builder.operation_mut(*id).typed.name == name.text);
        named.nth(name.ordinal)
    }

    fn parameter_named(&mut self, operation: OperationId, name: &Name) -> Option<Element> {
        let parameters = &self.builder.operation_mut(operation).parameters;
        let mut named = (0..parameters.len()).filter(|at| parameters[*at].name == name.text);
        named.nth(name.ordinal).map(|at| Element::Parameter(operation, at))
    }

    fn type_parameters_of(
        &mut self,
        operation: Option<OperationId>,
        classifier: Option<Classifier>,
    ) -> Option<Vec<TypeParameterId>> {
        if let Some(id) = operation {
            return Some(self.builder.operation_mut(id).type_parameters.clone());
        }
        Some(match classifier? {
            Classifier::Class(id) => self.builder.class_mut(id).type_parameters.clone(),
            Classifier::DataType(id) => self.builder.data_type_mut(id).type_parameters.clone(),
        })
    }
}

/// Adds documentation as generators keep it: as the first detail of the GenModel annotation. Where the
/// annotation says something already, the comment is only a comment.
fn document(annotations: &mut Vec<Annotation>, doc: &str) {
    let detail = (Some("documentation".to_owned()), Some(doc.to_owned()));
    match annotations.iter_mut().find(|a| a.source.as_deref() == Some(GEN_MODEL)) {
        Some(annotation) if annotation.detail("documentation").is_some() => {}
        Some(annotation) => annotation.details.insert(0, detail),
        None => {
            let source = Some(GEN_MODEL.to_owned());
            annotations.insert(0, Annotation { source, details: vec![detail], ..Annotation::default() });
        }
    }
}
