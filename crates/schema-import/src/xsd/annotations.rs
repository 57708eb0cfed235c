//! Annotations of a schema's elements: documentation, information for programs, and attributes of other namespaces.

use super::builder::Builder;
use super::components::{ElementId, Kind};
use super::draft::{detail, set_detail};
use super::tree::ECORE;
use modelwright_metamodel::ecore::{Annotation, GEN_MODEL};
use modelwright_notations::xmi::XSI_NAMESPACE;

impl Builder<'_> {
    /// The annotations of a package, from those of the schema, whose root is `top`.
    pub(super) fn annotations_of_schema(&self, top: ElementId) -> Vec<Annotation> {
        let annotations_here =
            self.schema.children(top).filter(|element| self.schema.kind(*element) == "annotation");
        // A schema may have several annotations, whose texts are joined.
        let appends = true;
        self.collect(annotations_here.map(Some), [Some(top), None], appends)
    }

    /// The annotations of a type: of the element itself, then of its derivation and its content, or, for a simple type,
    /// of its `restriction`, `list` or `union`.
    pub(super) fn annotations_of_type(&self, element: ElementId) -> Vec<Annotation> {
        let content = self.schema.child(element, &["complexContent"]);
        let derivation = content.and_then(|_| self.schema.derivation(element));
        let variety = self.schema.child(element, &["restriction", "list", "union"]);
        let appends = true;
        self.annotations_in(&[Some(element), derivation, content, variety], [Some(element), None], appends)
    }

    /// The annotations of a declaration, of a facet, or of a group.
    pub(super) fn annotations_of(&self, element: ElementId) -> Vec<Annotation> {
        let derivation = match self.schema.kind(element) {
            kind @ ("element" | "attribute") => {
                let kind = if kind == "element" { Kind::Element } else { Kind::Attribute };
                let declaration = self.schema.declaration(kind, element);
                let annotated = [Some(element), declaration.filter(|declaration| *declaration != element)];
                let appends = false;
                return self.annotations_in(&annotated, annotated, appends);
            }
            "simpleContent" => self.schema.child(element, &["extension", "restriction"]),
            _ => None,
        };
        let appends = true;
        self.annotations_in(&[Some(element), derivation], [Some(element), None], appends)
    }

    /// The annotations of the elements `annotated`, and the attributes of the elements `with_attributes`, combined as
    /// by `collect`.
    fn annotations_in(
        &self,
        annotated: &[Option<ElementId>],
        with_attributes: [Option<ElementId>; 2],
        appends: bool,
    ) -> Vec<Annotation> {
        let annotated = annotated.iter().flatten();
        let annotations = annotated.map(|element| self.schema.child(*element, &["annotation"]));
        self.collect(annotations, with_attributes, appends)
    }

    /// The annotations of elements, and their attributes of other namespaces. If `appends`, the details of later
    /// elements are added to those of earlier ones; otherwise, they are only used if no earlier element has them.
    fn collect(
        &self,
        annotations: impl Iterator<Item = Option<ElementId>>,
        elements: [Option<ElementId>; 2],
        appends: bool,
    ) -> Vec<Annotation> {
        let mut result = Vec::new();
        for (index, annotation) in annotations.enumerate() {
            // The schema can exclude an annotation with `ecore:ignore`.
            let is_used = |element: &ElementId| self.schema.ecore(*element, "ignore") != Some("true");
            let Some(annotation) = annotation.filter(is_used) else { continue };
            let (texts, others): (Vec<ElementId>, Vec<ElementId>) = self
                .schema
                .children(annotation)
                .filter(|element| is_used(element) && !self.is_for_importer(*element))
                .partition(|element| self.schema.kind(*element) == "documentation");
            let appends_texts = index == 0 || appends;
            for element in texts {
                self.add_text(&mut result, Some(GEN_MODEL), "documentation", element, appends_texts);
            }
            for element in others.into_iter().filter(|element| self.schema.kind(*element) == "appinfo") {
                let source = self.schema.node(element).and_then(|node| node.raw("source"));
                let key = self.schema.ecore(element, "key").unwrap_or("appinfo");
                self.add_text(&mut result, source, key, element, appends_texts);
            }
        }
        for (index, element) in elements.into_iter().flatten().enumerate() {
            self.add_foreign_attributes(&mut result, element, index == 0 || appends);
        }
        result
    }

    /// Whether an element is only an instruction for the importer.
    fn is_for_importer(&self, element: ElementId) -> bool {
        let key = self.schema.ecore(element, "key");
        self.schema.node(element).and_then(|node| node.raw("source")) == Some(ECORE)
            && matches!(key, Some("operations" | "typeParameters"))
    }

    /// Adds a text; a second one for the same key is added below the first one if `appends` is set, and otherwise left
    /// out.
    fn add_text(
        &self,
        annotations: &mut Vec<Annotation>,
        source: Option<&str>,
        key: &str,
        element: ElementId,
        appends: bool,
    ) {
        let text = self.text_of(element);
        match detail(annotations, source, key) {
            Some(_) if !appends => {}
            Some(earlier_text) => {
                let joined = format!("{earlier_text}\n{text}");
                set_detail(annotations, source, key, &joined);
            }
            None => set_detail(annotations, source, key, &text),
        }
    }

    /// The text of an element; if the element contains others, the source text between its tags.
    fn text_of(&self, element: ElementId) -> String {
        let Some(node) = self.schema.node(element) else { return String::new() };
        if self.schema.children(element).next().is_none() {
            return node.text.clone();
        }
        let source =
            self.schema.document(element).and_then(|d| d.tree.source.text().get(node.content_range.clone()));
        source.unwrap_or_default().to_owned()
    }

    /// Adds the attributes of other namespaces, sorted by their names as the document writes them. An attribute of an
    /// earlier element with the same name is replaced if `replaces`.
    fn add_foreign_attributes(&self, annotations: &mut Vec<Annotation>, element: ElementId, replaces: bool) {
        let Some(node) = self.schema.node(element) else { return };
        let is_foreign =
            |namespace: &str| !namespace.is_empty() && ![ECORE, XSI_NAMESPACE].contains(&namespace);
        let mut attributes: Vec<_> = node.attributes.iter().filter(|a| is_foreign(&a.namespace)).collect();
        attributes.sort_by(|left, right| left.name.cmp(&right.name));
        for attribute in attributes {
            let source = Some(&*attribute.namespace);
            if replaces || detail(annotations, source, &attribute.local).is_none() {
                set_detail(annotations, source, &attribute.local, node.value(attribute));
            }
        }
    }
}
