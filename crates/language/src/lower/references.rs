//! Links references to their opposites and keys, once every feature is known.

use super::settings::SettingForm;
use super::{Context, DeclaredElement, Location, Lowerer};
use crate::diagnostic::{Diagnostic, codes};
use crate::ecore::{ClassId, Classifier, Element, FeatureId, FeatureKind, TypeUse};
use crate::syntax::Span;
use crate::syntax::ast::{ElementKind, FeatureDecl, Name, Path, Setting, TypeKind, Value, ValueKind};
use crate::types::scope::find_upwards;
use rustc_hash::FxHashSet;

impl<'t> Lowerer<'t> {
    /// Sets the opposites and the keys of all references.
    pub(super) fn link_references(&mut self) {
        let features = std::mem::take(&mut self.features);
        let mut ends = Vec::new();
        for DeclaredElement { id, decl, context } in &features {
            if !decl.is_reference() {
                continue;
            }
            if let Some(setting) = decl.setting("opposite")
                && let Some(other) = self.feature_setting(*id, *decl, context, &setting, &setting.value)
            {
                ends.push((*id, other, Location { file: context.file, span: setting.value.span }));
                // The opposite is set even if it is wrong: the check of the metamodel reports contradictions.
                self.set_opposite(*id, other);
            }
            if let Some(setting) = decl.setting("keys") {
                self.set_keys(*id, *decl, context, &setting);
            }
        }
        // Ends that declare an opposite come first, because they take precedence over an opposite that follows from the
        // other end.
        self.set_other_ends(&ends);
        self.features = features;
    }

    /// Sets the opposite of an end that declares none to the reference that refers to it. The check of the metamodel
    /// reports contradictions.
    fn set_other_ends(&mut self, ends: &[(FeatureId, FeatureId, Location)]) {
        // If both ends refer to each other, one report for the pair is enough.
        let mut reported = FxHashSet::default();
        for (id, other, location) in ends {
            if reported.contains(id) {
                continue;
            }
            let FeatureKind::Reference { opposite, .. } = &mut self.builder.feature_mut(*other).kind else {
                let name = self.builder.feature_mut(*other).typed.name.clone();
                let message = format!("`{name}` is an attribute, but an opposite must be a reference");
                let help = "specify the reference in the opposite direction";
                self.error(codes::BAD_OPPOSITE, *location, message, help);
                // The opposite is removed, so that the check of the metamodel does not report the same mistake.
                self.set_opposite_to(*id, None);
                continue;
            };
            // Ecore's own references do not change; the check of the metamodel reports the contradiction.
            if opposite.is_none() && !self.in_ecore.contains(&other.index()) {
                *opposite = Some(*id);
            }
            let is_mutual = *opposite == Some(*id);
            if is_mutual && self.are_both_containments(*id, *other, *location) {
                self.set_opposite_to(*id, None);
                self.set_opposite_to(*other, None);
                reported.insert(*other);
            }
        }
    }

    /// Whether two opposites are both containments, which is reported, because one of them must be the container
    /// reference.
    fn are_both_containments(&mut self, id: FeatureId, other: FeatureId, location: Location) -> bool {
        if id == other
            || !self.builder.feature_mut(id).is_containment()
            || !self.builder.feature_mut(other).is_containment()
        {
            return false;
        }
        let (name, opposite_name) = (
            self.builder.feature_mut(id).name().to_owned(),
            self.builder.feature_mut(other).name().to_owned(),
        );
        let mut diagnostic = Diagnostic::error(
            codes::BAD_OPPOSITE,
            format!("`{name}` and its opposite `{opposite_name}` cannot both contain their targets"),
        )
        .at(&self.sources[location.file], location.span.range())
        .help("write `containment => false` on the reference to the container");
        if let Some(Location { file, span }) = self.locations.get(Element::Feature(other)) {
            diagnostic = diagnostic.label(&self.sources[*file], span.range(), "the opposite");
        }
        self.diagnostics.push(diagnostic);
        true
    }

    /// Sets the opposite of a reference.
    fn set_opposite(&mut self, id: FeatureId, other: FeatureId) {
        self.set_opposite_to(id, Some(other));
    }

    /// Sets or removes the opposite of a reference.
    fn set_opposite_to(&mut self, id: FeatureId, other: Option<FeatureId>) {
        if let FeatureKind::Reference { opposite, .. } = &mut self.builder.feature_mut(id).kind {
            *opposite = other;
        }
    }

    /// Sets the keys of a reference.
    fn set_keys(&mut self, id: FeatureId, decl: FeatureDecl<'_>, context: &Context, setting: &Setting<'_>) {
        let values = match &setting.value.kind {
            ValueKind::List(values) => values.as_slice(),
            _ => std::slice::from_ref(&setting.value),
        };
        let mut key_features = Vec::with_capacity(values.len());
        for value in values {
            key_features.extend(self.feature_setting(id, decl, context, setting, value));
        }
        if let FeatureKind::Reference { keys, .. } = &mut self.builder.feature_mut(id).kind {
            *keys = key_features;
        }
    }

    /// The feature to which a setting refers: a feature of the referenced type, or `Type::feature`. `None` if there is
    /// no such feature, which is reported.
    fn feature_setting(
        &mut self,
        id: FeatureId,
        decl: FeatureDecl<'_>,
        context: &Context,
        setting: &Setting<'_>,
        value: &Value<'_>,
    ) -> Option<FeatureId> {
        let location = Location { file: context.file, span: value.span };
        let Some(path) = value_path(value) else {
            self.wrong_value(context, setting, SettingForm::Name);
            return None;
        };
        let last = &path.last;
        let class = match path.parent() {
            None => match self.builder.feature_mut(id).typed.classifier() {
                Some(Classifier::Class(class)) => class,
                // The problem of the type is reported elsewhere.
                _ => return None,
            },
            Some(path) => match self.classifier(context, &path) {
                Some(Classifier::Class(class)) => class,
                _ => {
                    self.unknown_type(context, &path);
                    return None;
                }
            },
        };
        let feature = self.feature_of(class, &last.text);
        if feature.is_none() {
            // The work for suggestions is limited. When the limit is reached, the names are not even collected.
            let names = if self.suggestions.are_spent() { Vec::new() } else { self.feature_names(class) };
            let class_name = self.builder.class_mut(class).name.clone();
            let help = match self.suggestions.nearest(&last.text, names.iter().map(String::as_str)) {
                Some(similar_name) => format!("did you mean `{similar_name}`?"),
                None => format!("declare `{}` in `{class_name}`", last.text),
            };
            let message = format!(
                "`{}` of `{}` refers to `{}`, but `{class_name}` has no such feature",
                setting.name.text,
                decl.name().text,
                last.text
            );
            let diagnostic = Diagnostic::error(codes::UNKNOWN_ELEMENT, message)
                .at(&self.sources[location.file], location.span.range())
                .help(help);
            self.diagnostics.push(diagnostic);
        }
        feature
    }

    /// The feature with this name that a class declares or inherits; the nearest declaration takes precedence. `None`
    /// if there is none.
    pub(super) fn feature_of(&mut self, class: ClassId, name: &str) -> Option<FeatureId> {
        let name = Name::in_quotes(name, Span::default());
        self.find_upwards(class, |lowerer, class| {
            match lowerer.member(Element::Class(class), ElementKind::Feature, &name) {
                Some(Element::Feature(id)) => Some(id),
                _ => None,
            }
        })
    }

    /// The names of all features of a class, including inherited ones.
    fn feature_names(&mut self, class: ClassId) -> Vec<String> {
        let mut names = Vec::new();
        self.find_upwards(class, |lowerer, class| {
            for id in lowerer.builder.class_mut(class).features.clone() {
                names.push(lowerer.builder.feature_mut(id).name().to_owned());
            }
            // The function never stops the search, so all classes are visited.
            None::<()>
        });
        names
    }

    /// Calls a function for a class and its supertypes, until it returns a result; `None` if it returns none.
    fn find_upwards<T>(
        &mut self,
        class: ClassId,
        find: impl FnMut(&mut Self, ClassId) -> Option<T>,
    ) -> Option<T> {
        find_upwards(
            self,
            class,
            |lowerer, class| {
                lowerer.builder.class_mut(class).supertypes.iter().filter_map(class_of).collect()
            },
            find,
        )
    }
}

/// The class to which a type use refers; `None` for other types.
fn class_of(ty: &TypeUse) -> Option<ClassId> {
    match ty.classifier {
        Some(Classifier::Class(parent)) => Some(parent),
        _ => None,
    }
}

/// The path in a value: a name, a quoted name, or names joined by `::`. `None` for other values.
fn value_path<'v>(value: &'v Value<'_>) -> Option<Path<'v>> {
    match &value.kind {
        ValueKind::String(text) => Some(Path::single(Name::in_quotes(&**text, value.span))),
        ValueKind::Type(ty) => match ty.kind() {
            TypeKind::Named { path, arguments, parameters: None } if arguments.is_empty() => Some(path),
            _ => None,
        },
        _ => None,
    }
}
