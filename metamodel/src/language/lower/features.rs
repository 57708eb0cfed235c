//! Makes features from attributes and references, and the data types that are written in place.

use super::types::{FeatureType, stand_in};
use super::{Context, Declared, Lowerer, Place, literal_values};
use crate::diagnostic::{Diagnostic, codes};
use crate::ecore::{
    ClassId, Classifier, DataTypeId, Element, Feature, FeatureKind, PackageId, TypeUse, builtin,
};
use crate::language::print::inline_name;
use crate::language::syntax::{FeatureDecl, Settings, TypeExpr, TypeKind, ValueKind};
use crate::language::words;

const ATTRIBUTE_SETTINGS: &[&str] = &[
    "min",
    "max",
    "id",
    "default",
    "unsettable",
    "setable",
    "settable",
    "transient",
    "volatile",
    "derived",
    "ordered",
    "unique",
    "check",
    "validate",
    "get",
    "set",
];
const REFERENCE_SETTINGS: &[&str] = &[
    "min",
    "max",
    "containment",
    "opposite",
    "keys",
    "resolve_proxies",
    "default",
    "unsettable",
    "setable",
    "settable",
    "transient",
    "volatile",
    "derived",
    "ordered",
    "unique",
    "check",
    "validate",
    "get",
    "set",
];

impl<'t> Lowerer<'t> {
    pub(super) fn feature(&mut self, owner: ClassId, decl: &'t FeatureDecl, context: &Context) {
        let settings = &decl.settings;
        let (allowed, what) = if decl.is_reference {
            (REFERENCE_SETTINGS, "a reference")
        } else {
            (ATTRIBUTE_SETTINGS, "an attribute")
        };
        self.check_settings(context, settings, allowed, what);
        let ty = self.declared_type(owner, decl, context);
        let typed = self.typed_as(context, &decl.name.text, ty, settings);
        let kind = self.feature_kind(decl, context);
        let feature = self.feature_flags(Feature::new(owner, kind, typed), settings, context);
        let id = self.builder.feature(feature);
        if matches!(&decl.ty, Some(TypeExpr { kind: TypeKind::Undef, .. })) {
            self.untyped.insert(Element::Feature(id));
        }
        self.features_by_name.entry((owner, decl.name.text.clone())).or_insert(id);
        self.remember(Element::Feature(id), context, decl.name.span);
        self.annotate_later(Element::Feature(id), &decl.doc, settings, context);
        self.feature_logic(Element::Feature(id), settings, context);
        self.features.push(Declared { id, decl, context: context.clone() });
    }

    fn feature_kind(&mut self, decl: &FeatureDecl, context: &Context) -> FeatureKind {
        if !decl.is_reference {
            return FeatureKind::Attribute {
                id: self.flag(context, &decl.settings, &["id"]).unwrap_or(false),
            };
        }
        FeatureKind::Reference {
            containment: self.flag(context, &decl.settings, &["containment"]).unwrap_or(true),
            resolve_proxies: self.flag(context, &decl.settings, &["resolve_proxies"]).unwrap_or(true),
            opposite: None,
            keys: Vec::new(),
        }
    }

    /// A derived feature is computed, so by default it is neither stored, written, nor set.
    fn feature_flags(&mut self, mut feature: Feature, settings: &Settings, context: &Context) -> Feature {
        let computed =
            settings.find(&["derived"]).is_some_and(|setting| matches!(setting.value.kind, ValueKind::Logic));
        let derived = self.flag(context, settings, &["derived"]).unwrap_or(computed);
        feature.derived = derived;
        feature.transient = self.flag(context, settings, &["transient"]).unwrap_or(derived);
        feature.volatile = self.flag(context, settings, &["volatile"]).unwrap_or(derived);
        feature.changeable = self.flag(context, settings, &["setable", "settable"]).unwrap_or(!derived);
        feature.unsettable = self.flag(context, settings, &["unsettable"]).unwrap_or(false);
        feature.default_literal = self.default_literal(context, settings);
        feature
    }

    fn declared_type(
        &mut self,
        owner: ClassId,
        decl: &'t FeatureDecl,
        context: &Context,
    ) -> (Option<TypeUse>, Option<(i32, i32)>) {
        let Some(expr) = &decl.ty else {
            let name = &decl.name.text;
            let diagnostic = Diagnostic::warning(
                codes::UNTYPED_ATTRIBUTE,
                format!("the attribute `{name}` has no type, so it is a String"),
            )
            .at(&self.sources[context.file], decl.name.span.range())
            .help(format!("write `attr {}, String`", words::name(name)));
            self.diagnostics.push(diagnostic);
            return (Some(TypeUse::of(Classifier::DataType(builtin::ESTRING))), None);
        };
        let (ty, array) = self.feature_type(context, expr);
        let made = match ty {
            FeatureType::Existing(ty) => return (ty, array),
            FeatureType::Constrained(constraint) => {
                self.inline_type(owner, decl, context).map(|(package, name)| {
                    let id = self.builder.data_type(package, name.as_str());
                    let data_type = self.builder.data_type_mut(id);
                    data_type.instance = constraint.instance();
                    data_type.annotations = constraint.annotations();
                    self.inline_declared(package, &name, id, decl, context)
                })
            }
            FeatureType::Enum(literals) => self.inline_type(owner, decl, context).map(|(package, name)| {
                let id = self.builder.enumeration(package, name.as_str(), literal_values(literals));
                self.literals(context, id, literals);
                self.inline_declared(package, &name, id, decl, context)
            }),
        };
        (Some(made.unwrap_or_else(stand_in)), array)
    }

    /// The package and name of a data type written in place, unless that name is taken.
    fn inline_type(
        &mut self,
        owner: ClassId,
        decl: &FeatureDecl,
        context: &Context,
    ) -> Option<(PackageId, String)> {
        let class = self.builder.class_mut(owner);
        let (package, name) = (class.package, inline_name(&class.name, &decl.name.text));
        let Some(taken) = self.scope.own_type(package, &name) else { return Some((package, name)) };
        let mut diagnostic = Diagnostic::error(
            codes::INLINE_TYPE_NAME_TAKEN,
            format!("the type of `{}` would be named `{name}`, which is declared already", decl.name.text),
        )
        .at(&self.sources[context.file], decl.name.span.range())
        .help("declare the type under another name and use that");
        if let Some(Place { file, span }) = self.places.get(&taken.into()) {
            diagnostic = diagnostic.label(&self.sources[*file], span.range(), "declared here");
        }
        self.diagnostics.push(diagnostic);
        None
    }

    fn inline_declared(
        &mut self,
        package: PackageId,
        name: &str,
        id: DataTypeId,
        decl: &FeatureDecl,
        context: &Context,
    ) -> TypeUse {
        let classifier = Classifier::DataType(id);
        self.scope.add_type(package, name, classifier);
        self.remember(classifier, context, decl.name.span);
        TypeUse::of(classifier)
    }
}
