//! Complex types, and the elements that documents start with.
//!
//! A type extends the type of the class's first superclass, and repeats the features of further superclasses, in the
//! order in which documents contain them.

use super::{Schemas, annotation};
use crate::scope::BOUNDED_MAP;
use crate::xml::{Element, is_name};
use modelwright_metamodel::diagnostic::{Severity, codes};
use modelwright_metamodel::ecore::extended::Content;
use modelwright_metamodel::ecore::{
    ClassId, Classifier, FeatureId, PackageId, annotation as annotated, builtin, documentation,
};
use rustc_hash::FxHashSet;
use std::borrow::Cow;

/// The content that a class adds to the type that it extends.
#[derive(Default)]
pub(super) struct Parts<'m> {
    pub(super) particles: Vec<Element<'m>>,
    pub(super) attributes: Vec<Element<'m>>,
    /// The type of the text of an element without child elements.
    pub(super) text: Option<Cow<'static, str>>,
}

impl<'m> Schemas<'_, 'm> {
    /// The definitions of a package's classes. Its enumerations are noted for later definition.
    pub(super) fn classes(&mut self, package: PackageId) -> Vec<Element<'m>> {
        let scope = self.scope;
        let metamodel = scope.metamodel;
        for classifier in &scope.classifiers {
            if let Classifier::DataType(id) = classifier
                && metamodel[*id].package == package
            {
                // The name is not needed here, but the call also notes the type for later definition.
                self.simple_type(*id, &format_args!("`{}`", metamodel[*id].name));
            }
        }
        let document_root = self.names.document_root(package);
        let (mut types, mut elements) = (Vec::new(), Vec::new());
        let mut global_names = FxHashSet::default();
        if let Some(root) = document_root {
            for feature in metamodel.table(root).all_features() {
                let name = self.feature_name(*feature);
                if self.is_global(*feature) && is_name(&name) && global_names.insert(name) {
                    elements.push(self.global_element(*feature));
                }
            }
        }
        let classes = scope.classes.iter().copied().filter(|id| metamodel[*id].package == package);
        for class in classes.filter(|id| Some(*id) != document_root) {
            let name = self.names.class_name(class);
            if !is_name(name) {
                let message = format!("the XML Schema has no `{name}`: no element can have this name");
                self.note(codes::NOT_GENERATED, Severity::Warning, message);
                continue;
            }
            types.push(self.class(class));
            // A global element of the document root already has this name.
            if !scope.is_abstract(class) && !global_names.contains(name) {
                let name = self.names.class_name(class);
                let ty = self.qualified(package, name);
                elements.push(Element::new("xs:element").with("name", name).with("type", ty));
            }
        }
        elements.append(&mut types);
        elements
    }

    /// Whether the feature of a document root is a global element.
    fn is_global(&self, feature: FeatureId) -> bool {
        use modelwright_metamodel::ecore::extended::XmlKind;
        self.names.kind(feature) == XmlKind::Element && self.names.namespace(feature).is_some()
    }

    /// An element of a document root, which may substitute another one.
    fn global_element(&mut self, feature: FeatureId) -> Element<'m> {
        let data = &self.scope.metamodel[feature];
        let label = self.label(feature);
        let ty = if data.is_reference() {
            self.object_type(feature, &label).map(Cow::Owned)
        } else {
            Some(self.simple_type(self.scope.metamodel.data_type(feature), &label))
        };
        let details = annotated(&data.typed.annotations, modelwright_metamodel::ecore::EXTENDED_META_DATA);
        // EMF keeps the head of a substitution group in this detail, and `abstract` as not changeable.
        let head = details.and_then(|a| a.detail("affiliation")).and_then(|text| {
            let (uri, name) = text.rsplit_once('#').unwrap_or(("", text));
            let package = match uri {
                "" => Some(self.current_package),
                uri => self.names.package(Some(uri)),
            };
            package.map(|package| (package, name))
        });
        let head = head.map(|(package, name)| self.qualified(package, name));
        Element::new("xs:element")
            .with("name", self.feature_name(feature))
            .with_some("type", ty)
            .with_some("substitutionGroup", head)
            .with_some("abstract", (!data.changeable).then_some("true"))
            .children(documentation(&data.typed.annotations).map(annotation))
    }

    /// Reports the features that the complex type of a class lacks, because they are hidden by others with the
    /// same name, and the rules that it cannot check.
    fn report_class_losses(&mut self, class: ClassId, hidden: &[FeatureId]) {
        let scope = self.scope;
        let metamodel = scope.metamodel;
        let data = &metamodel[class];
        for feature in hidden {
            let label = metamodel.feature_label(*feature);
            let message = format!("the XML Schema has no {label}: another feature has the same name");
            self.note(codes::NOT_GENERATED, Severity::Warning, message);
        }
        // Inherited feature maps are reported for the class that declares them.
        for map in scope.bounded_maps(class).into_iter().filter(|map| metamodel[*map].owner == class) {
            self.note_weaker_schema(&self.label(map), BOUNDED_MAP);
        }
        for feature in scope.unseen_required(class) {
            self.note_weaker_schema(&self.label(feature), "has a value: documents do not contain it");
        }
        for feature in scope.displaced_ends(class) {
            self.note_weaker_schema(
                &format_args!("{}.{}", data.name, metamodel[feature].name()),
                "is at a position among the features where EMF finds its opposite",
            );
        }
        let constraints = annotated(&data.annotations, builtin::NS_URI).and_then(|a| a.detail("constraints"));
        if let Some(constraints) = constraints {
            self.note_weaker_schema(
                &format_args!("`{}`", data.name),
                format_args!("satisfies its constraints ({constraints})"),
            );
        }
        if metamodel.is_checked_choice(class) {
            self.note_weaker_schema(&format_args!("`{}`", data.name), "has exactly one value");
        }
        if scope.is_uncheckable(class) {
            self.note_weaker_schema(
                &format_args!("`{}`", data.name),
                "inherits only features that can be checked",
            );
        }
    }

    /// The complex type of a class. What it lacks or cannot check is reported.
    fn class(&mut self, class: ClassId) -> Element<'m> {
        let scope = self.scope;
        let (features, hidden) = scope.stored_features(class);
        self.report_class_losses(class, &hidden);
        let metamodel = scope.metamodel;
        let data = &metamodel[class];
        let base = self.base(class);
        let parts = self.parts(class, base, features);
        let ty = Element::new("xs:complexType")
            .with("name", self.names.class_name(class))
            .with_some("abstract", scope.is_abstract(class).then_some("true"))
            .with_some("mixed", self.is_mixed(class).then_some("true"))
            .children(documentation(&data.annotations).map(annotation));
        let base_name = match base {
            Some(base) => {
                let name = self.names.class_name(base);
                self.qualified(metamodel[base].package, name)
            }
            None => match parts.text {
                Some(text) => {
                    // A type with only text extends the type of its text.
                    let attributes = Element::new("xs:attributeGroup").with("ref", "xmi:ObjectAttribs");
                    let extension = Element::new("xs:extension").with("base", text);
                    let extension = extension.children(parts.attributes).child(attributes);
                    return ty.child(Element::new("xs:simpleContent").child(extension));
                }
                None => self.qualified(builtin::PACKAGE, "EObject"),
            },
        };
        let extension = Element::new("xs:extension").with("base", base_name);
        let content = if self.has_text(class) { "xs:simpleContent" } else { "xs:complexContent" };
        let particles =
            if parts.particles.is_empty() { None } else { Some(self.group(class).children(parts.particles)) };
        let extension = extension.children(particles).children(parts.attributes);
        ty.child(Element::new(content).child(extension))
    }

    /// The class whose type a class's type extends.
    pub(super) fn base(&self, class: ClassId) -> Option<ClassId> {
        let first_superclass = self.scope.metamodel.supertypes(class).next()?;
        // A class without a type cannot be extended; its features are repeated instead.
        let is_named = is_name(self.names.class_name(first_superclass)) && self.has_type(first_superclass);
        (self.scope.covers(first_superclass) && is_named).then_some(first_superclass)
    }

    /// Whether a class has a complex type.
    fn has_type(&self, class: ClassId) -> bool {
        self.names.document_root(self.scope.metamodel[class].package) != Some(class)
    }

    /// Whether the content of a class is mixed.
    fn is_mixed(&self, class: ClassId) -> bool {
        // In XML Schema, the extension of a mixed type must be mixed, too.
        std::iter::successors(Some(class), |at| self.base(*at))
            .any(|at| self.names.content(at) == Content::Mixed)
    }

    /// Whether the elements of a class contain only text.
    pub(super) fn has_text(&self, class: ClassId) -> bool {
        self.names.simple_feature(class).is_some()
    }

    /// The group for the elements that a class adds to its base. It has no content yet.
    fn group(&self, class: ClassId) -> Element<'m> {
        // The elements of mixed content are between its texts, in any order.
        if self.is_mixed(class) {
            Element::new("xs:choice").with("minOccurs", "0").with("maxOccurs", "unbounded")
        } else {
            Element::new("xs:sequence")
        }
    }
}
