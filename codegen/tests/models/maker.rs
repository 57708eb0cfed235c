//! A builder of short metamodels. It does not know their hazards.

use modelwright_metamodel::ecore::{
    Annotation, ClassId, Classifier, DataTypeId, EXTENDED_META_DATA, EnumLiteral, Feature, FeatureId,
    FeatureKind, GEN_MODEL, InstanceName, Metamodel, MetamodelBuilder, PackageId, TypeUse, TypedElement,
};
use std::sync::Arc;

/// A builder of short metamodels.
pub struct Maker {
    pub builder: MetamodelBuilder,
    pub package: PackageId,
}

impl Maker {
    pub fn new(name: &str) -> Self {
        let mut builder = MetamodelBuilder::new();
        let package = builder.package(None, name);
        builder.package_mut(package).ns_uri = Some(format!("http://example.org/{name}"));
        Self { builder, package }
    }

    pub fn class(&mut self, name: &str, parents: &[ClassId]) -> ClassId {
        let class = self.builder.class(self.package, name);
        let supertypes = parents.iter().map(|p| TypeUse::new(Classifier::Class(*p))).collect();
        self.builder.class_mut(class).supertypes = supertypes;
        class
    }

    pub fn abstract_class(&mut self, name: &str, parents: &[ClassId]) -> ClassId {
        let class = self.class(name, parents);
        self.builder.class_mut(class).is_abstract = true;
        class
    }

    /// Literals as `name` or `name=spelling`.
    pub fn enumeration(&mut self, name: &str, literals: &[&str]) -> DataTypeId {
        let literals = literals.iter().zip(0..).map(|(text, value)| {
            let (name, literal) = match text.split_once('=') {
                Some((name, literal)) if !literal.is_empty() => (name, Some(literal.to_owned())),
                _ => (*text, None),
            };
            EnumLiteral { name: name.to_owned(), value, literal, annotations: Vec::new() }
        });
        let literals = literals.collect();
        self.builder.enumeration(self.package, name, literals)
    }

    /// A feature with bounds as `1`, `0..1`, `0..*` or `1..*`.
    fn feature(
        &mut self,
        owner: ClassId,
        name: &str,
        ty: Classifier,
        bounds: &str,
        kind: FeatureKind,
    ) -> FeatureId {
        let (lower, upper) = bounds.split_once("..").unwrap_or((bounds, bounds));
        let typed = TypedElement {
            name: name.to_owned(),
            ty: Some(TypeUse::new(ty)),
            lower: lower.parse().expect("a number"),
            upper: upper.parse().unwrap_or(-1),
            ..TypedElement::default()
        };
        self.builder.feature(Feature::new(owner, kind, typed))
    }

    pub fn attr(&mut self, owner: ClassId, name: &str, ty: DataTypeId, bounds: &str) -> FeatureId {
        self.feature(owner, name, Classifier::DataType(ty), bounds, FeatureKind::Attribute { id: false })
    }

    pub fn attr_with(
        &mut self,
        owner: ClassId,
        name: &str,
        ty: DataTypeId,
        bounds: &str,
        default: &str,
    ) -> FeatureId {
        let feature = self.attr(owner, name, ty, bounds);
        self.builder.feature_mut(feature).default_literal = Some(default.to_owned());
        feature
    }

    pub fn part(&mut self, owner: ClassId, name: &str, ty: ClassId, bounds: &str) -> FeatureId {
        self.reference(owner, name, ty, bounds, true)
    }

    pub fn refer(&mut self, owner: ClassId, name: &str, ty: ClassId, bounds: &str) -> FeatureId {
        self.reference(owner, name, ty, bounds, false)
    }

    fn reference(
        &mut self,
        owner: ClassId,
        name: &str,
        ty: ClassId,
        bounds: &str,
        containment: bool,
    ) -> FeatureId {
        let kind =
            FeatureKind::Reference { containment, resolve_proxies: true, opposite: None, keys: Vec::new() };
        self.feature(owner, name, Classifier::Class(ty), bounds, kind)
    }

    pub fn opposites(&mut self, one: FeatureId, other: FeatureId) {
        for (feature, end) in [(one, other), (other, one)] {
            if let FeatureKind::Reference { opposite, .. } = &mut self.builder.feature_mut(feature).kind {
                *opposite = Some(end);
            }
        }
    }

    /// A data type with facets.
    pub fn data_type(&mut self, name: &str, java: &str, facets: &[(&str, &str)]) -> DataTypeId {
        let id = self.builder.data_type(self.package, name);
        let data_type = self.builder.data_type_mut(id);
        data_type.instance = InstanceName::Class(java.to_owned());
        let details = facets.iter().map(|(k, v)| (Some((*k).to_owned()), Some((*v).to_owned())));
        data_type.annotations.push(Annotation {
            source: Some(EXTENDED_META_DATA.to_owned()),
            details: details.collect(),
            ..Annotation::default()
        });
        id
    }

    pub fn doc(&mut self, class: ClassId, text: &str) {
        self.builder.class_mut(class).annotations.push(documentation(text));
    }

    pub fn doc_feature(&mut self, feature: FeatureId, text: &str) {
        self.builder.feature_mut(feature).typed.annotations.push(documentation(text));
    }

    pub fn build(self) -> Arc<Metamodel> {
        Arc::new(self.builder.build().0)
    }
}

fn documentation(text: &str) -> Annotation {
    Annotation {
        source: Some(GEN_MODEL.to_owned()),
        details: vec![(Some("documentation".to_owned()), Some(text.to_owned()))],
        ..Annotation::default()
    }
}
