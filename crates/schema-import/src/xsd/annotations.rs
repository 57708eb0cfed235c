//! Annotations of a schema's elements: documentation, information for programs, and attributes of other namespaces.

use super::builder::Builder;
use super::components::{At, Kind};
use super::draft::{detail, set_detail};
use super::tree::ECORE;
use modelwright_metamodel::ecore::{Annotation, GEN_MODEL};
use modelwright_notations::xmi::XSI_NAMESPACE;

/// The elements that annotate one element of the metamodel.
struct Places {
    /// The annotated elements, and whether the annotation of each must be read.
    annotated: Vec<At>,
    /// The elements whose attributes are read.
    elements: Vec<At>,
    /// Whether the documentation of later elements is added, or only used if there is no other.
    appends: bool,
}

impl Builder<'_> {
    /// The annotations of a package.
    pub(super) fn annotations_of_schema(&self, top: At) -> Vec<Annotation> {
        let annotations_here =
            self.schema.children(top).into_iter().filter(|at| self.schema.kind(*at) == "annotation");
        self.collect(annotations_here.map(Some).collect(), &[top], true)
    }

    /// The annotations of a type: of the element itself, then of its derivation, then of its content.
    pub(super) fn annotations_of_type(&self, at: At) -> Vec<Annotation> {
        let mut places = Places { annotated: vec![at], elements: vec![at], appends: true };
        if let Some(content) = self.schema.child(at, &["complexContent"]) {
            places.annotated.extend(self.schema.derivation(at));
            places.annotated.push(content);
        }
        places.annotated.extend(self.schema.child(at, &["restriction", "list", "union"]));
        self.at_places(&places)
    }

    /// The annotations of a declaration, of a facet, or of a group.
    pub(super) fn annotations_of(&self, at: At) -> Vec<Annotation> {
        let mut places = Places { annotated: vec![at], elements: vec![at], appends: true };
        match self.schema.kind(at) {
            kind @ ("element" | "attribute") => {
                let kind = if kind == "element" { Kind::Element } else { Kind::Attribute };
                places.appends = false;
                if let Some(found) = self.schema.declaration(kind, at).filter(|found| *found != at) {
                    places.annotated.push(found);
                    places.elements.push(found);
                }
            }
            "simpleContent" => places.annotated.extend(self.schema.child(at, &["extension", "restriction"])),
            _ => {}
        }
        self.at_places(&places)
    }

    fn at_places(&self, places: &Places) -> Vec<Annotation> {
        let annotations = places.annotated.iter().map(|at| self.schema.child(*at, &["annotation"])).collect();
        self.collect(annotations, &places.elements, places.appends)
    }

    /// The annotations of elements, and their attributes of other namespaces. What a later element has is added if
    /// `appends`, and otherwise only used if the earlier ones lack it.
    fn collect(&self, annotations: Vec<Option<At>>, elements: &[At], appends: bool) -> Vec<Annotation> {
        let mut result = Vec::new();
        for (number, annotation) in annotations.into_iter().enumerate() {
            let is_used = |at: &At| self.schema.ecore(*at, "ignore") != Some("true");
            let Some(annotation) = annotation.filter(is_used) else { continue };
            let (texts, others): (Vec<At>, Vec<At>) = self
                .schema
                .children(annotation)
                .into_iter()
                .filter(|at| is_used(at) && !self.is_for_importer(*at))
                .partition(|at| self.schema.kind(*at) == "documentation");
            let adds = number == 0 || appends;
            for at in texts {
                self.add_text(&mut result, Some(GEN_MODEL), "documentation", at, adds);
            }
            for at in others.into_iter().filter(|at| self.schema.kind(*at) == "appinfo") {
                let source = self.schema.node(at).and_then(|node| node.raw("source"));
                let key = self.schema.ecore(at, "key").unwrap_or("appinfo");
                self.add_text(&mut result, source, key, at, adds);
            }
        }
        for (number, at) in elements.iter().enumerate() {
            self.add_foreign_attributes(&mut result, *at, number == 0 || appends);
        }
        result
    }

    /// Whether an element is only an instruction for the importer.
    fn is_for_importer(&self, at: At) -> bool {
        let key = self.schema.ecore(at, "key");
        self.schema.node(at).and_then(|node| node.raw("source")) == Some(ECORE)
            && matches!(key, Some("operations" | "typeParameters"))
    }

    /// Adds a text; a second one for the same key is added below the first one if `adds`, and otherwise left out.
    fn add_text(&self, to: &mut Vec<Annotation>, source: Option<&str>, key: &str, at: At, adds: bool) {
        let text = self.text_of(at);
        match detail(to, source, key) {
            Some(_) if !adds => {}
            Some(known) => {
                let both = format!("{known}\n{text}");
                set_detail(to, source, key, &both);
            }
            None => set_detail(to, source, key, &text),
        }
    }

    /// The content of an element, which is its source if there are elements in it.
    fn text_of(&self, at: At) -> String {
        let Some(node) = self.schema.node(at) else { return String::new() };
        if node.children.is_empty() {
            return node.text.clone();
        }
        let source = self.schema.document(at).and_then(|d| d.tree.source.text().get(node.inner.clone()));
        source.unwrap_or_default().to_owned()
    }

    /// Adds the attributes of other namespaces, in the order of their names as a document has them.
    fn add_foreign_attributes(&self, to: &mut Vec<Annotation>, at: At, replaces: bool) {
        let Some(node) = self.schema.node(at) else { return };
        let is_foreign =
            |namespace: &str| !namespace.is_empty() && ![ECORE, XSI_NAMESPACE].contains(&namespace);
        let mut attributes: Vec<_> = node.attributes.iter().filter(|a| is_foreign(&a.namespace)).collect();
        attributes.sort_by(|left, right| left.name.cmp(&right.name));
        for given in attributes {
            let source = Some(&*given.namespace);
            if replaces || detail(to, source, &given.local).is_none() {
                set_detail(to, source, &given.local, &given.value);
            }
        }
    }
}
