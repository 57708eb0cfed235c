//! Properties of features that a schema sets with attributes of Ecore's namespace.

use super::builder::Builder;
use super::components::{At, TypeDefinition};
use super::draft::{TypeRef, set_detail};
use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use modelwright_metamodel::ecore::GEN_MODEL;

impl Builder<'_> {
    /// The types that an attribute of Ecore's namespace names.
    pub(super) fn ecore_types(&mut self, at: At, attribute: &str) -> Vec<TypeRef> {
        let names = self.schema.ecore(at, attribute).unwrap_or_default().to_owned();
        names.split_ascii_whitespace().filter_map(|name| self.type_by_name(at, name)).collect()
    }

    /// The type with a name, if it is declared.
    pub(super) fn type_by_name(&mut self, at: At, name: &str) -> Option<TypeRef> {
        if name.contains(['<', '{', '?']) {
            let message = format!("the type arguments of `{name}` are left out");
            self.report_at(at, Diagnostic::warning(codes::IMPORT_NOT_EXPRESSED, message));
        }
        let name = name.split(['<', '{']).next().unwrap_or(name).trim();
        match self.schema.type_named(at, name) {
            TypeDefinition::Missing => {
                let message = format!("the type `{name}` is not declared");
                self.report_at(at, Diagnostic::warning(codes::IMPORT_NOT_EXPRESSED, message));
                None
            }
            found => Some(self.classifier(&found)),
        }
    }

    /// The class to which an element or attribute refers.
    pub(super) fn reference_type(&mut self, places: [At; 2]) -> Option<TypeRef> {
        let at = places.into_iter().find(|at| self.schema.ecore(*at, "reference").is_some())?;
        let found = self.ecore_types(at, "reference").into_iter().next()?;
        self.is_class(found).then_some(found)
    }

    /// Notes the name of a reference's opposite, and those of its keys.
    pub(super) fn note_opposite_and_keys(&mut self, feature: usize, at: At) {
        if let Some(name) = self.schema.ecore(at, "opposite") {
            self.opposites.push((feature, name.to_owned()));
        }
        if let Some(names) = self.schema.ecore(at, "keys") {
            self.keys.push((feature, names.split_ascii_whitespace().map(str::to_owned).collect()));
        }
    }

    /// Sets the properties that a feature is given explicitly.
    pub(super) fn set_flags(&mut self, feature: usize, places: [At; 2]) {
        if !places.into_iter().any(|at| self.schema.has_ecore(at)) {
            return;
        }
        if let Some(at) = places.into_iter().find(|at| self.schema.ecore(*at, "type").is_some())
            && let Some(of) = self.ecore_types(at, "type").into_iter().next()
            && self.features.get(feature).is_some_and(|known| known.is_reference) == self.is_class(of)
        {
            self.with_feature(feature, |feature| feature.of = of);
        }
        for name in ["unsettable", "ordered", "unique", "changeable", "derived", "transient", "volatile"] {
            let Some(value) = self.schema.ecore_of(places, name) else { continue };
            let value = value == "true";
            self.with_feature(feature, |feature| {
                let flags = &mut feature.flags;
                *match name {
                    "unsettable" => &mut flags.unsettable,
                    "ordered" => &mut flags.ordered,
                    "unique" => &mut flags.unique,
                    "changeable" => &mut flags.changeable,
                    "derived" => &mut flags.derived,
                    "transient" => &mut flags.transient,
                    _ => &mut flags.volatile,
                } = value;
            });
        }
        self.set_bounds(feature, places);
        if let Some(resolves) = self.schema.ecore_of(places, "resolveProxies") {
            let resolves = resolves == "true";
            self.with_feature(feature, |feature| feature.flags.resolves = resolves);
        }
        if let Some(id) = self.schema.ecore_of(places, "id") {
            let id = id == "true";
            self.with_feature(feature, |feature| feature.flags.id = id);
        }
        for method in ["Get", "Set", "IsSet", "Unset"] {
            let key = format!("suppressed{method}Visibility");
            if self.schema.ecore_of(places, &key) == Some("true") {
                self.with_feature(feature, |feature| {
                    set_detail(&mut feature.annotations, Some(GEN_MODEL), &key, "true");
                });
            }
        }
    }

    fn set_bounds(&mut self, feature: usize, places: [At; 2]) {
        for name in ["lowerBound", "upperBound"] {
            let Some(at) = places.into_iter().find(|at| self.schema.ecore(*at, name).is_some()) else {
                continue;
            };
            let text = self.schema.ecore(at, name).unwrap_or_default().to_owned();
            let range = self.schema.node(at).map_or(0..0, |node| node.at.clone());
            let value = self.number(&text, at, range);
            self.with_feature(feature, |feature| match name {
                "lowerBound" => feature.lower = value,
                _ => feature.upper = value,
            });
        }
    }
}
