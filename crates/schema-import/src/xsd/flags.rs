//! Properties of features that a schema sets with attributes of Ecore's namespace.

use super::builder::Builder;
use super::components::{ElementId, TypeDefinition};
use super::draft::{TypeRef, set_detail};
use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use modelwright_metamodel::ecore::GEN_MODEL;

impl Builder<'_> {
    /// The types that an attribute of Ecore's namespace names.
    pub(super) fn ecore_types(&mut self, element: ElementId, attribute: &str) -> Vec<TypeRef> {
        let names = self.schema.ecore(element, attribute).unwrap_or_default();
        names.split_ascii_whitespace().filter_map(|name| self.type_by_name(element, name)).collect()
    }

    /// The type with a name; `None` if it is not declared, which is reported.
    pub(super) fn type_by_name(&mut self, element: ElementId, name: &str) -> Option<TypeRef> {
        if name.contains(['<', '{', '?']) {
            let message = format!("the type arguments of `{name}` are left out");
            self.report_at(element, Diagnostic::warning(codes::IMPORT_NOT_EXPRESSED, message));
        }
        let name = name.split(['<', '{']).next().unwrap_or(name).trim();
        match self.schema.type_named(element, name) {
            TypeDefinition::Missing => {
                let message = format!("the type `{name}` is not declared");
                self.report_at(element, Diagnostic::warning(codes::IMPORT_NOT_EXPRESSED, message));
                None
            }
            found => Some(self.classifier(&found)),
        }
    }

    /// The class to which an element or attribute refers.
    pub(super) fn reference_type(&mut self, elements: [ElementId; 2]) -> Option<TypeRef> {
        let element =
            elements.into_iter().find(|element| self.schema.ecore(*element, "reference").is_some())?;
        let class = self.ecore_types(element, "reference").into_iter().next()?;
        self.is_class(class).then_some(class)
    }

    /// Records the name of a reference's opposite, and those of its keys, which are connected at the end.
    pub(super) fn note_opposite_and_keys(&mut self, feature: usize, element: ElementId) {
        if let Some(name) = self.schema.ecore(element, "opposite") {
            self.opposites.push((feature, name.to_owned()));
        }
        if let Some(names) = self.schema.ecore(element, "keys") {
            self.keys.push((feature, names.split_ascii_whitespace().map(str::to_owned).collect()));
        }
    }

    /// Sets the properties of a feature that two elements declare with attributes of Ecore's namespace. If both have an
    /// attribute, that of the first element applies.
    pub(super) fn set_flags(&mut self, feature: usize, elements: [ElementId; 2]) {
        if !elements.into_iter().any(|element| self.schema.has_ecore(element)) {
            return;
        }
        let element_with_type =
            elements.into_iter().find(|element| self.schema.ecore(*element, "type").is_some());
        if let Some(element) = element_with_type
            && let Some(type_ref) = self.ecore_types(element, "type").into_iter().next()
        {
            let is_reference = self.features.get(feature).is_some_and(|draft| draft.is_reference);
            // A reference cannot have a data type, nor an attribute a class.
            if is_reference == self.is_class(type_ref) {
                self.with_feature(feature, |feature| feature.value_type = type_ref);
            }
        }
        for name in ["unsettable", "ordered", "unique", "changeable", "derived", "transient", "volatile"] {
            let Some(value) = self.schema.ecore_of(elements, name) else { continue };
            let value = value == "true";
            self.with_feature(feature, |feature| {
                let flags = &mut feature.flags;
                match name {
                    "unsettable" => flags.unsettable = value,
                    "ordered" => flags.ordered = value,
                    "unique" => flags.unique = value,
                    "changeable" => flags.changeable = value,
                    "derived" => flags.derived = value,
                    "transient" => flags.transient = value,
                    _ => flags.volatile = value,
                }
            });
        }
        self.set_bounds(feature, elements);
        if let Some(resolves) = self.schema.ecore_of(elements, "resolveProxies") {
            let resolves = resolves == "true";
            self.with_feature(feature, |feature| feature.flags.resolves = resolves);
        }
        if let Some(id) = self.schema.ecore_of(elements, "id") {
            let id = id == "true";
            self.with_feature(feature, |feature| feature.flags.id = id);
        }
        for method in ["Get", "Set", "IsSet", "Unset"] {
            let key = format!("suppressed{method}Visibility");
            if self.schema.ecore_of(elements, &key) == Some("true") {
                self.with_feature(feature, |feature| {
                    set_detail(&mut feature.annotations, Some(GEN_MODEL), &key, "true");
                });
            }
        }
    }

    /// Sets the bounds of a feature that `ecore:lowerBound` and `ecore:upperBound` declare. If both elements have one of
    /// these attributes, that of the first element applies.
    fn set_bounds(&mut self, feature: usize, elements: [ElementId; 2]) {
        for name in ["lowerBound", "upperBound"] {
            let Some(element) =
                elements.into_iter().find(|element| self.schema.ecore(*element, name).is_some())
            else {
                continue;
            };
            let text = self.schema.ecore(element, name).unwrap_or_default().to_owned();
            let range = self.schema.node(element).map_or(0..0, |node| node.range.clone());
            let value = self.number(&text, element, range);
            self.with_feature(feature, |feature| match name {
                "lowerBound" => feature.lower = value,
                _ => feature.upper = value,
            });
        }
    }
}
