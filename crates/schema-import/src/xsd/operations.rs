//! Operations, which the annotation of a complex type may declare.

use super::builder::Builder;
use super::components::ElementId;
use super::draft::{Operation, TypedDraft, set_detail};
use super::tree::ECORE;
use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use modelwright_metamodel::ecore::{Annotation, GEN_MODEL};

impl Builder<'_> {
    /// Adds the operations of a class.
    pub(super) fn add_operations(&mut self, element: ElementId, class: usize) {
        let Some(annotation) = self.schema.child(element, &["annotation"]) else { return };
        for information in self.schema.children(annotation) {
            let node = self.schema.node(information);
            let is_for_ecore = node.and_then(|node| node.raw("source")) == Some(ECORE);
            match self.schema.ecore(information, "key") {
                Some("operations") if is_for_ecore => {
                    for operation_element in self.elements_named(information, "operation") {
                        let operation = self.operation(operation_element);
                        if let Some(draft) = self.types.get_mut(class) {
                            draft.operations.push(operation);
                        }
                    }
                }
                Some("typeParameters") if is_for_ecore => {
                    let message = "type parameters are left out";
                    self.report_at(information, Diagnostic::warning(codes::IMPORT_NOT_EXPRESSED, message));
                }
                _ => {}
            }
        }
    }

    /// The children of an element that have this local name and no namespace.
    fn elements_named(&self, element: ElementId, name: &str) -> Vec<ElementId> {
        self.schema
            .children(element)
            .filter(|element| {
                self.schema.node(*element).is_some_and(|node| &*node.local == name && !node.has_namespace)
            })
            .collect()
    }

    /// The operation that an element of an annotation describes.
    fn operation(&mut self, element: ElementId) -> Operation {
        let mut typed = self.typed_element(element);
        if let Some(body) = self.elements_named(element, "body").first()
            && let Some(node) = self.schema.node(*body)
        {
            // As in EMF, the annotation with the body precedes the others.
            let mut annotations = Vec::new();
            set_detail(&mut annotations, Some(GEN_MODEL), "body", &node.text);
            annotations.append(&mut typed.annotations);
            typed.annotations = annotations;
        }
        let parameters = self
            .elements_named(element, "parameter")
            .into_iter()
            .map(|element| self.typed_element(element))
            .collect();
        let mut exceptions = Vec::new();
        for attribute in ["exception", "exceptions"] {
            let names =
                self.schema.node(element).and_then(|node| node.raw(attribute)).unwrap_or_default().to_owned();
            exceptions
                .extend(names.split_ascii_whitespace().filter_map(|name| self.type_by_name(element, name)));
        }
        Operation { typed, parameters, exceptions }
    }

    /// The name, type, bounds and annotations of an operation or a parameter.
    fn typed_element(&mut self, element: ElementId) -> TypedDraft {
        let text = |name: &str| self.schema.node(element).and_then(|node| node.raw(name)).map(str::to_owned);
        let (name, value_type) = (text("name").unwrap_or_default(), text("type"));
        let (lower, upper) = (text("lowerBound"), text("upperBound"));
        let (is_unordered, is_not_unique) =
            (text("ordered").as_deref() == Some("false"), text("unique").as_deref() == Some("false"));
        let range = self.schema.node(element).map_or(0..0, |node| node.range.clone());
        let value_type = value_type.and_then(|value_type| self.type_by_name(element, &value_type));
        let lower = lower.map_or(0, |lower| self.number(&lower, element, range.clone()));
        let upper = upper.map_or(1, |upper| self.number(&upper, element, range));
        let annotations = self
            .elements_named(element, "annotation")
            .into_iter()
            .map(|element| self.annotation(element))
            .collect();
        TypedDraft { name, value_type, lower, upper, is_unordered, is_not_unique, annotations }
    }

    /// The annotation that an element describes, with its details.
    fn annotation(&self, element: ElementId) -> Annotation {
        let source = self.schema.node(element).and_then(|node| node.raw("source")).map(str::to_owned);
        let details = self
            .elements_named(element, "detail")
            .into_iter()
            .filter_map(|element| {
                let node = self.schema.node(element)?;
                Some((node.raw("key").map(str::to_owned), Some(node.text.clone())))
            })
            .collect();
        Annotation { source, details, ..Annotation::default() }
    }
}
