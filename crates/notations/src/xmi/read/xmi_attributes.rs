//! The attributes of an element that XMI and XML Schema define: type, nil, and references.

use super::Reader;
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::ecore::data::DataKind;
use crate::ecore::{ClassId, FeatureId, builtin};
use crate::model::{DocumentId, Model, ObjectId, uri};
use crate::xmi::names::{schema_locations, split};
use crate::xmi::roles::Role;
use crate::xmi::xml::Attribute;
use rustc_hash::FxHashMap;

/// The attributes of one element that XMI and XML Schema define.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct XmiAttributes<'a, 's> {
    /// `xsi:type`, otherwise `xmi:type`.
    pub(super) class: Option<&'a Attribute<'s>>,
    /// `xsi:nil`.
    pub(super) nil: Option<&'a Attribute<'s>>,
    /// `xmi:idref`.
    pub(super) idref: Option<&'a Attribute<'s>>,
    /// Whether an attribute may make the element a reference.
    pub(super) may_link: bool,
}

impl<'a, 's> XmiAttributes<'a, 's> {
    /// Finds these attributes among all attributes of an element.
    pub(super) fn collect(attributes: &'a [Attribute<'s>]) -> Self {
        let mut collected = Self::default();
        for attribute in attributes {
            match attribute.role {
                Role::XsiType => collected.class = Some(attribute),
                Role::XmiType => collected.class = collected.class.or(Some(attribute)),
                Role::Reference => (collected.idref, collected.may_link) = (Some(attribute), true),
                Role::Address => collected.may_link = true,
                Role::Nil => collected.nil = Some(attribute),
                _ => {}
            }
        }
        collected
    }
}

/// Rejects objects of classes that have a reference without a type, as EMF does when it searches for references.
pub(super) fn reject_typeless(model: &Model, document: DocumentId, diagnostics: &mut Diagnostics) {
    let metamodel = model.metamodel();
    // EMF does not search the reference to the container of an object.
    let is_typeless = |feature: &FeatureId| {
        metamodel[*feature].is_reference()
            && metamodel.is_typeless(*feature)
            && !metamodel.is_container(*feature)
    };
    let has_typeless = metamodel.features().any(|(feature, _)| {
        !metamodel.is_ecore_package(metamodel[metamodel[feature].owner].package) && is_typeless(&feature)
    });
    // The document is walked only if the metamodel contains such a reference; Ecore does not.
    if !has_typeless {
        return;
    }
    // For each class that has such references, the first one.
    let mut typeless_features: FxHashMap<ClassId, FeatureId> = FxHashMap::default();
    for (id, class) in metamodel.classes() {
        let typeless_feature = metamodel.table(id).all_features().iter().copied().find(is_typeless);
        if let Some(feature) = typeless_feature
            && !metamodel.is_ecore_package(class.package)
        {
            typeless_features.insert(id, feature);
        }
    }
    let roots = model.document(document).roots().iter();
    for object in roots.flat_map(|root| std::iter::once(*root).chain(model.all_contents(*root))) {
        if let Some(feature) = typeless_features.get(&model.class(object)) {
            let label = metamodel.feature_label(*feature);
            let message = format!("{label} has no type, so objects that have it cannot be read");
            let problem = Diagnostic::error(codes::UNKNOWN_DATA_TYPE, message).object(model.address(object));
            let problem = model.located(problem, object);
            diagnostics.push(problem.help("give the reference a type in the metamodel"));
            // Only the first object is reported, because the fault is in the metamodel.
            return;
        }
    }
}

impl<'s> Reader<'s, '_, '_> {
    /// Records the locations of metamodels that these attributes declare; at least one of them declares locations. If a
    /// document declares any, EMF writes the locations of all metamodels.
    pub(super) fn note_locations(&mut self, attributes: &[Attribute<'s>]) {
        for attribute in attributes.iter().filter(|attribute| attribute.name == "xsi:schemaLocation") {
            self.locations.extend(schema_locations(&attribute.value));
        }
        let document = self.loader.document_mut();
        document.declares_locations = true;
        if let Some(location) =
            attributes.iter().find(|attribute| attribute.name == "xsi:noNamespaceSchemaLocation")
        {
            document.no_namespace_schema_location = Some(location.value.clone().into_owned());
        }
    }

    /// Checks that the metamodel for names without namespace is known; EMF loads it for every root, even if there are
    /// no such names.
    pub(super) fn check_bare_location(&mut self, offset: usize, len: usize) {
        let document = self.loader.model().document(self.loader.document());
        let Some(location) = document.no_namespace_schema_location.clone() else { return };
        // If the location is this document, the part that has been read is searched.
        let is_package = |root: &ObjectId| self.loader.model().class(*root) == builtin::EPACKAGE;
        let is_own_document = uri::resolve(&self.base, &location) == self.base;
        let is_in_own_document = is_own_document && document.roots().iter().any(is_package);
        if self.package_at_bare_location().is_some() || is_in_own_document {
            return;
        }
        let message = format!(
            "there is no package at `{location}`, the declared location of the package for names without namespace"
        );
        self.report(codes::UNKNOWN_PACKAGE, offset, len, message);
    }

    /// Whether an element is nil.
    pub(super) fn is_nil(&mut self, xmi_attributes: &XmiAttributes<'_, 's>) -> bool {
        let Some(nil) = xmi_attributes.nil else { return false };
        let value = nil.value.trim_matches([' ', '\t', '\n', '\r']);
        if !matches!(value, "true" | "1" | "false" | "0") {
            let message = format!("{} must be true, false, 1 or 0, found `{value}`", nil.name);
            self.report(codes::BAD_VALUE, nil.offset, nil.value.len(), message);
        }
        matches!(value, "true" | "1")
    }

    /// Sets a feature to null. In EMF, Ecore's own features are Java fields: those of primitive types cannot be null,
    /// and the others become unset.
    pub(super) fn set_null(
        &mut self,
        object: ObjectId,
        slot: usize,
        feature: FeatureId,
        offset: usize,
        len: usize,
    ) {
        let metamodel = self.metamodel;
        // Dynamic instances of EMF store all other values as Java objects, which can be null.
        if !self.is_ecore_feature(feature) {
            self.loader.null(object, slot, metamodel[feature].many());
            return;
        }
        let has_primitive_type = !metamodel[feature].is_reference()
            && matches!(
                metamodel[metamodel.data_type(feature)].kind,
                DataKind::Boolean { object: false } | DataKind::Integer { object: false, .. }
            );
        if has_primitive_type {
            let message = format!("{} cannot be null", metamodel.feature_label(feature));
            self.report(codes::BAD_VALUE, offset, len, message);
        } else {
            self.loader.unset(object, slot);
        }
    }

    /// Reports null in a list of objects.
    pub(super) fn report_null_in_list(&mut self, feature: FeatureId, offset: usize, len: usize) {
        let message =
            format!("{} can only contain objects, found null", self.metamodel.feature_label(feature));
        self.report(codes::BAD_VALUE, offset, len + 1, message);
    }

    /// Whether a document may set a feature that is not changeable; otherwise reports it. Lists may grow, and Ecore's
    /// own features have separate rules.
    pub(super) fn may_set(&mut self, feature: FeatureId, offset: usize, len: usize) -> bool {
        let is_allowed = self.metamodel[feature].many() || self.is_ecore_feature(feature);
        if !is_allowed {
            let message = format!("{} is not changeable", self.metamodel.feature_label(feature));
            self.report(codes::BAD_VALUE, offset, len, message);
        }
        is_allowed
    }

    /// Whether a feature belongs to one of Ecore's own classes.
    fn is_ecore_feature(&self, feature: FeatureId) -> bool {
        self.metamodel.is_ecore_package(self.metamodel[self.metamodel[feature].owner].package)
    }

    /// Reports an object of a class that does not conform to the feature; returns whether it conforms.
    pub(super) fn check_target_class(
        &mut self,
        feature: FeatureId,
        class: ClassId,
        offset: usize,
        len: usize,
    ) -> bool {
        let metamodel = self.metamodel;
        let target = metamodel.target(feature);
        // The cheapest condition comes first: nearly all objects have the declared class.
        if class == target || metamodel.takes_any_class(feature) || metamodel.conforms(class, target) {
            return true;
        }
        let (label, expected) = (metamodel.feature_label(feature), &metamodel[target].name);
        let message = format!(
            "{label} requires objects of class {expected}, found one of class {}",
            metamodel[class].name
        );
        self.report(codes::BAD_VALUE, offset, len, message);
        false
    }

    /// Reports an element inside an element that is not an object: the value of a feature, or an element without
    /// content.
    pub(super) fn report_misplaced(&mut self, name: &str, offset: usize, feature: Option<FeatureId>) {
        let message = format!("`{}` is in an element that is not an object", split(name).1);
        let mut problem = Diagnostic::error(codes::UNKNOWN_FEATURE, message)
            .at(self.source, offset + 1..offset + 1 + name.len());
        if let Some(feature) = feature {
            let name = self.metamodel[feature].name();
            problem = problem.help(if self.metamodel[feature].many() {
                format!("write one element for each value: `<{name}>…</{name}>`")
            } else {
                format!("write the value as text: `<{name}>…</{name}>`")
            });
        }
        self.push(problem);
    }
}
