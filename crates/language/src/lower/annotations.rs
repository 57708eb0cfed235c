//! Adds documentation and annotations to elements, and resolves the elements that annotations refer to.

use super::types::path_text;
use super::{AnnotatedElement, Context, Location, Lowerer};
use crate::diagnostic::codes;
use crate::ecore::{Annotation, Element, GEN_MODEL};
use crate::syntax::ast::{AnnotationDecl, AnnotationEntry, ElementKind, ElementReference, Name};
use crate::types::scope::canonical_name;
use rustc_hash::FxHashMap;

impl<'t> Lowerer<'t> {
    /// Adds documentation and annotations to all elements.
    pub(super) fn annotate(&mut self) {
        for AnnotatedElement { element, doc, list, context } in std::mem::take(&mut self.annotations) {
            let mut annotations: Vec<Annotation> =
                list.into_iter().map(|decl| self.annotation(&context, decl)).collect();
            if let Some(doc) = doc {
                document(&mut annotations, doc);
            }
            if let Some(existing) = self.annotations_of(element) {
                // A package may be declared in several places, each with its own annotations.
                existing.extend(annotations);
            }
        }
        // Annotations with logic come last, because `syntax_model::join` appends them as well.
        for (element, annotation) in std::mem::take(&mut self.logic) {
            self.annotations_of(element).into_iter().for_each(|list| list.push(annotation.clone()));
        }
    }

    /// The annotation that a declaration describes, with nested annotations.
    fn annotation(&mut self, context: &Context, decl: AnnotationDecl<'_>) -> Annotation {
        let mut annotation = Annotation { source: decl.source(), ..Annotation::default() };
        for entry in decl.entries() {
            match entry {
                AnnotationEntry::Detail(key, value) => annotation.details.push((key, value)),
                AnnotationEntry::Nested(nested) => {
                    let nested = self.annotation(context, nested);
                    annotation.annotations.push(nested);
                }
                AnnotationEntry::Fact(setting) => {
                    let fact = self.fact(&setting, context.file);
                    annotation.facts.push(fact);
                }
                AnnotationEntry::References(list) => {
                    for reference in list {
                        annotation.references.extend(self.element(context, &reference));
                    }
                }
            }
        }
        annotation
    }

    /// The list of annotations of an element; `None` if there is no such element.
    fn annotations_of(&mut self, element: Element) -> Option<&mut Vec<Annotation>> {
        Some(match element {
            Element::Package(id) => &mut self.builder.package_mut(id).annotations,
            Element::Class(id) => &mut self.builder.class_mut(id).annotations,
            Element::DataType(id) => &mut self.builder.data_type_mut(id).annotations,
            Element::EnumLiteral(id, index) => {
                &mut self.builder.data_type_mut(id).literals.as_mut()?.get_mut(index)?.annotations
            }
            Element::Feature(id) => &mut self.builder.feature_mut(id).typed.annotations,
            Element::Operation(id) => &mut self.builder.operation_mut(id).typed.annotations,
            Element::Parameter(id, index) => {
                &mut self.builder.operation_mut(id).parameters.get_mut(index)?.annotations
            }
            Element::TypeParameter(id) => &mut self.builder.type_parameter_mut(id).annotations,
        })
    }

    /// The element to which an annotation refers; `None` if it is unknown, which is reported.
    fn element(&mut self, context: &Context, reference: &ElementReference<'_>) -> Option<Element> {
        let element = self.find_element(context, reference);
        // The element may be declared in a part that could not be read, so it is not reported as unknown.
        if element.is_none() && !self.is_incomplete {
            let location = Location { file: context.file, span: reference.span };
            let message =
                format!("there is no {} named `{}`", reference.kind.word(), path_text(&reference.path));
            let help = "specify a type by `Type`, a feature by `feature Type::name`, and so on";
            self.error(codes::UNKNOWN_ELEMENT, location, message, help);
        }
        element
    }

    /// The element to which an annotation refers, if it exists.
    fn find_element(&mut self, context: &Context, reference: &ElementReference<'_>) -> Option<Element> {
        let (path, package) = (&reference.path, context.package);
        let last = &path.last;
        match reference.kind {
            ElementKind::Package => self.scope.package(package, path).map(Element::Package),
            ElementKind::Type => self.scope.classifier(package, path).map(Element::from),
            ElementKind::Literal | ElementKind::Feature | ElementKind::Operation => {
                let owner = self.scope.classifier(package, &path.parent()?)?;
                self.member(Element::from(owner), reference.kind, last)
            }
            ElementKind::Parameter | ElementKind::TypeParameter => {
                // The path may mean `Type::operation::name` or `package::Type::name`. An operation is tried first.
                let owner_path = path.parent()?;
                let operation = owner_path.parent().and_then(|type_path| {
                    let owner = self.scope.classifier(package, &type_path)?;
                    self.member(Element::from(owner), ElementKind::Operation, &owner_path.last)
                });
                if reference.kind == ElementKind::Parameter {
                    return self.member(operation?, reference.kind, last);
                }
                let owner =
                    operation.or_else(|| self.scope.classifier(package, &owner_path).map(Element::from))?;
                // Type parameters are types, so their names may be written in lower case. The canonical name is
                // searched.
                let name = Name { text: canonical_name(last), ..last.clone() };
                self.member(owner, reference.kind, &name)
            }
        }
    }

    /// The part of an element with this kind and name; `None` if there is none. If several have the same name,
    /// `name.ordinal` selects one.
    pub(super) fn member(&mut self, owner: Element, kind: ElementKind, name: &Name<'_>) -> Option<Element> {
        // The names are collected once for each owner, because many annotations may refer to elements of one class.
        if !self.members.contains_key(&(owner, kind)) {
            let mut by_name: FxHashMap<String, Vec<Element>> = FxHashMap::default();
            for (name, element) in self.members_of(owner, kind) {
                by_name.entry(name).or_default().push(element);
            }
            self.members.insert((owner, kind), by_name);
        }
        self.members[&(owner, kind)].get(&*name.text)?.get(name.ordinal).copied()
    }

    /// The parts of an element of one kind, with their names.
    fn members_of(&mut self, owner: Element, kind: ElementKind) -> Vec<(String, Element)> {
        let builder = &mut self.builder;
        match (kind, owner) {
            (ElementKind::Literal, Element::DataType(id)) => {
                let literals = builder.data_type_mut(id).enum_literals().iter().enumerate();
                literals
                    .map(|(index, literal)| (literal.name.clone(), Element::EnumLiteral(id, index)))
                    .collect()
            }
            (ElementKind::Feature, Element::Class(id)) => {
                let ids = builder.class_mut(id).features.clone().into_iter();
                ids.map(|id| (builder.feature_mut(id).name().to_owned(), Element::Feature(id))).collect()
            }
            (ElementKind::Operation, Element::Class(id)) => {
                let ids = builder.class_mut(id).operations.clone().into_iter();
                ids.map(|id| (builder.operation_mut(id).typed.name.clone(), Element::Operation(id))).collect()
            }
            (ElementKind::Parameter, Element::Operation(id)) => {
                let parameters = builder.operation_mut(id).parameters.iter().enumerate();
                parameters.map(|(index, typed)| (typed.name.clone(), Element::Parameter(id, index))).collect()
            }
            (ElementKind::TypeParameter, _) => {
                let ids = match owner {
                    Element::Class(id) => builder.class_mut(id).type_parameters.clone(),
                    Element::DataType(id) => builder.data_type_mut(id).type_parameters.clone(),
                    Element::Operation(id) => builder.operation_mut(id).type_parameters.clone(),
                    _ => Vec::new(),
                };
                ids.into_iter()
                    .map(|id| (builder.type_parameter_mut(id).name.clone(), Element::TypeParameter(id)))
                    .collect()
            }
            _ => Vec::new(),
        }
    }
}

/// Adds documentation where generators expect it: as the first detail of the GenModel annotation. If the annotation
/// already contains documentation, the comment is not added.
fn document(annotations: &mut Vec<Annotation>, doc: &str) {
    let detail = (Some("documentation".to_owned()), Some(doc.to_owned()));
    match annotations.iter_mut().find(|annotation| annotation.source.as_deref() == Some(GEN_MODEL)) {
        Some(annotation) if annotation.detail("documentation").is_some() => {}
        Some(annotation) => annotation.details.insert(0, detail),
        None => {
            let source = Some(GEN_MODEL.to_owned());
            annotations.insert(0, Annotation { source, details: vec![detail], ..Annotation::default() });
        }
    }
}
