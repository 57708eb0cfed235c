//! Creates features from attributes and references, and the data types that are declared in place.

use super::types::{FeatureType, nullable_variant, placeholder};
use super::{AliasClass, Context, DeclaredElement, Location, Lowerer};
use crate::diagnostic::{Diagnostic, codes};
use crate::ecore::{
    Annotation, ClassId, Classifier, DataTypeId, Element, Feature, FeatureKind, InstanceName, PackageId,
    TypeUse, TypedElement, builtin,
};
use crate::syntax::ast::{FeatureDecl, Name, Settings, TypeExpr, ValueKind};
use crate::types::builtin_type::{BuiltIn, BuiltinType};
use crate::types::canonical::canonical_text;
use crate::types::composite::{self, Composite, CompositeMember};
use crate::types::constrained_type::type_text;
use crate::types::declared::{self, TypePosition};
use crate::types::inline::{inline_name, literal_values};
use crate::types::spelling;

/// The settings of all features.
const FEATURE_SETTINGS: &[&str] = &[
    "min",
    "max",
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
/// The additional settings of attributes.
const ATTRIBUTE_SETTINGS: &[&str] = &["id"];
/// The additional settings of references.
const REFERENCE_SETTINGS: &[&str] = &["containment", "opposite", "keys", "resolve_proxies"];

/// The type of a feature.
struct DeclaredType {
    /// `None` if there is no type, or it is unknown, which is reported.
    type_use: Option<TypeUse>,
    /// The minimum and maximum number of values, if the type determines them.
    bounds: Option<(i32, i32)>,
    /// Whether the values are objects of a class that represents a composite type.
    is_composite: bool,
}

impl<'t> Lowerer<'t> {
    /// Creates a feature of a class.
    pub(super) fn feature(&mut self, owner: ClassId, decl: FeatureDecl<'t>, context: &Context) {
        let (name, owned_settings) = (decl.name(), decl.settings());
        let settings = &owned_settings;
        let (further_settings, noun) = if decl.is_reference() {
            (REFERENCE_SETTINGS, "a reference")
        } else {
            (ATTRIBUTE_SETTINGS, "an attribute")
        };
        self.check_settings(context, settings, &[FEATURE_SETTINGS, further_settings], noun);
        let expr = decl.ty();
        let built_in = expr.and_then(|expr| self.built_in(context, expr));
        let declared_text = expr.and_then(|expr| self.declared_text(context, expr, built_in.as_ref()));
        let written_type = expr.map(|expr| (expr, built_in));
        let ty = self.declared_type(owner, decl, written_type, &name, settings, context);
        let typed = self.typed_as(context, &name.text, ty.type_use, ty.bounds, settings);
        // In Ecore, attributes have no objects as values, so a feature of a composite type becomes a containment
        // reference.
        let kind = if ty.is_composite { contained() } else { self.feature_kind(decl, settings, context) };
        let mut feature = self.feature_flags(Feature::new(owner, kind, typed), settings, context);
        feature.typed.annotations.extend(declared_words(declared_text, settings, &feature));
        let id = self.builder.feature(feature);
        if expr.is_some_and(TypeExpr::is_undef) {
            self.untyped_features.insert(Element::Feature(id));
        }
        self.record_position(Element::Feature(id), context, name.span);
        self.feature_logic(Element::Feature(id), settings, context);
        self.annotate_later(Element::Feature(id), decl.doc(), owned_settings, context);
        self.features.push(DeclaredElement { id, decl, context: context.clone() });
    }

    /// The text of a feature's type, which its annotation stores if Ecore cannot express the keywords in it, as in
    /// `Optional[String]`; otherwise `None`.
    fn declared_text(
        &self,
        context: &Context,
        expr: TypeExpr<'t>,
        built_in: Option<&BuiltIn<'t>>,
    ) -> Option<String> {
        match built_in {
            // For `Array[Array[…]]`, a class is created whose objects are the inner lists. It has an annotation with the
            // text of the inner type, so the feature has none.
            Some((_, Ok(BuiltinType::Array(inner, ..)))) if self.is_list(context, *inner) => None,
            _ => declared::text_if_lossy(expr, built_in, TypePosition::Attribute, &|expr| {
                self.builtin_word(context, expr)
            }),
        }
    }

    /// The kind of a feature: an attribute or a reference, with its settings.
    fn feature_kind(
        &mut self,
        decl: FeatureDecl<'_>,
        settings: &Settings<'_>,
        context: &Context,
    ) -> FeatureKind {
        if !decl.is_reference() {
            return FeatureKind::Attribute { id: self.flag(context, settings, &["id"]).unwrap_or(false) };
        }
        FeatureKind::Reference {
            // By default `has` contains its objects, as in ARM-7 but unlike in Ecore.
            containment: self.flag(context, settings, &["containment"]).unwrap_or(true),
            resolve_proxies: self.flag(context, settings, &["resolve_proxies"]).unwrap_or(true),
            // The opposite and the keys are set once all features are known.
            opposite: None,
            keys: Vec::new(),
        }
    }

    /// Sets the flags and the default of a feature. A derived feature is computed, so by default it is volatile,
    /// transient and not changeable.
    fn feature_flags(&mut self, mut feature: Feature, settings: &Settings<'_>, context: &Context) -> Feature {
        let is_computed =
            settings.find(&["derived"]).is_some_and(|setting| matches!(setting.value.kind, ValueKind::Logic));
        let derived = self.flag(context, settings, &["derived"]).unwrap_or(is_computed);
        feature.derived = derived;
        feature.transient = self.flag(context, settings, &["transient"]).unwrap_or(derived);
        feature.volatile = self.flag(context, settings, &["volatile"]).unwrap_or(derived);
        feature.changeable = self.flag(context, settings, &["setable", "settable"]).unwrap_or(!derived);
        feature.unsettable = self.flag(context, settings, &["unsettable"]).unwrap_or(false);
        feature.default_literal = self.default_literal(context, settings);
        feature
    }

    /// The type of a feature. A type that is declared in place is created. `written_type` is the type as written,
    /// together with the built-in type that it is, if any.
    fn declared_type(
        &mut self,
        owner: ClassId,
        decl: FeatureDecl<'t>,
        written_type: Option<(TypeExpr<'t>, Option<BuiltIn<'t>>)>,
        name: &Name<'_>,
        settings: &Settings<'t>,
        context: &Context,
    ) -> DeclaredType {
        let Some((expr, built_in)) = written_type else {
            let (name, span) = (&name.text, name.span);
            let diagnostic = Diagnostic::warning(
                codes::UNTYPED_ATTRIBUTE,
                format!("the attribute `{name}` has no type, so it is a String"),
            )
            .at(&self.sources[context.file], span.range())
            .help(format!("write `attr {}, String`", spelling::name(name)));
            self.diagnostics.push(diagnostic);
            let string = TypeUse::new(Classifier::DataType(builtin::ESTRING));
            return DeclaredType { type_use: Some(string), bounds: None, is_composite: false };
        };
        // A type that contains the alias, such as a list, is a built-in one.
        let is_alias_alone = built_in.is_none();
        let (ty, bounds) = self.feature_type_of(context, expr, built_in);
        let alias = self.alias_class_of(&ty);
        let is_composite_by_alias = match alias {
            Some(_) if !decl.is_reference() => true,
            // If there are settings that only a reference can have, this is an ordinary reference to the class of the
            // alias.
            Some(alias) => self.is_same_as_attribute(settings, alias),
            None => false,
        };
        let is_composite = is_composite_by_alias || matches!(ty, FeatureType::Composite(..));
        if is_composite {
            if decl.is_reference() {
                self.reject_composite_reference(name, expr, context);
            }
            self.reject_with_composite(settings, context);
        }
        let is_map_alias = alias.is_some_and(|alias| alias.entries.is_some());
        if is_map_alias && is_composite_by_alias && !is_alias_alone {
            self.misplaced_entries(expr, context);
        }
        // An ordinary reference to the class of entries does not have the bounds of the map.
        let is_reference_to_entries = is_map_alias && !is_composite_by_alias && is_alias_alone;
        let bounds = if is_reference_to_entries { None } else { bounds };
        let type_use = self.create_inline_type(owner, name, ty, context);
        DeclaredType { type_use, bounds, is_composite }
    }

    /// Reports an alias of a map in a position where a map cannot be stored.
    fn misplaced_entries(&mut self, expr: TypeExpr<'_>, context: &Context) {
        let location = Location { file: context.file, span: expr.span() };
        let message = "an alias of a `Hash` can only be used alone as the type of an attribute";
        self.error(codes::WRONG_TYPE_KIND, location, message, "write the `Hash` itself here");
    }

    /// Whether a reference to an alias means the same as an attribute with that type.
    fn is_same_as_attribute(&self, settings: &Settings<'_>, alias: AliasClass) -> bool {
        let has_own_settings = settings.find(&[REFERENCE_SETTINGS, &["default"]].concat()).is_some();
        // A map has the bounds of its type, and no others.
        let has_other_bounds = alias.entries.is_some() && settings.find(&["min", "max"]).is_some();
        !has_own_settings && !has_other_bounds
    }

    /// The alias of a composite type that is the type of a feature; `None` for any other type.
    fn alias_class_of(&self, ty: &FeatureType<'t>) -> Option<AliasClass> {
        let FeatureType::Existing(Some(TypeUse { classifier: Some(Classifier::Class(id)), .. })) = ty else {
            return None;
        };
        self.alias_classes.get(id).copied()
    }

    /// Reports a reference with a composite type.
    fn reject_composite_reference(&mut self, name: &Name<'_>, expr: TypeExpr<'_>, context: &Context) {
        let location = Location { file: context.file, span: expr.span() };
        let message = format!("`{}` is a reference, so its type must be a class", name.text);
        self.error(codes::WRONG_TYPE_KIND, location, message, "declare it as an attribute (`attr`)");
    }

    /// Reports the settings that cannot be combined with a composite type.
    fn reject_with_composite(&mut self, settings: &Settings<'_>, context: &Context) {
        for name in ["id", "default"] {
            if let Some(setting) = settings.find(&[name]) {
                let location = Location { file: context.file, span: setting.name.span };
                let message = format!("an attribute with a composite type cannot have `{name}`");
                self.error(codes::BAD_SETTING, location, message, "remove the setting");
            }
        }
    }

    /// The type of a feature, created if it is declared in place.
    fn create_inline_type(
        &mut self,
        owner: ClassId,
        feature_name: &Name<'_>,
        ty: FeatureType<'t>,
        context: &Context,
    ) -> Option<TypeUse> {
        let type_use = match ty {
            FeatureType::Existing(ty) => return ty,
            FeatureType::Composite(expr, composite) => {
                self.inline_type_name(owner, feature_name, context).map(|(package, name)| {
                    self.create_composite_class(package, &name, expr, &composite, context)
                })
            }
            FeatureType::Constrained(constraint) => {
                self.inline_type_name(owner, feature_name, context).map(|(package, name)| {
                    let id = self.builder.data_type(package, name.as_str());
                    let data_type = self.builder.data_type_mut(id);
                    data_type.instance = constraint.instance();
                    data_type.annotations = constraint.annotations();
                    self.declare_inline_type(package, &name, id, feature_name, context)
                })
            }
            FeatureType::Enum(literals) => {
                self.inline_type_name(owner, feature_name, context).map(|(package, name)| {
                    let id = self.builder.enumeration(package, name.as_str(), literal_values(&literals));
                    self.literals(context, id, &literals);
                    self.declare_inline_type(package, &name, id, feature_name, context)
                })
            }
        };
        Some(type_use.unwrap_or_else(placeholder))
    }

    /// Creates the class whose objects are the values of a composite type, and returns the use of it.
    fn create_composite_class(
        &mut self,
        package: PackageId,
        name: &str,
        expr: TypeExpr<'t>,
        composite: &Composite<'t>,
        context: &Context,
    ) -> TypeUse {
        let id = self.builder.class(package, name);
        let classifier = Classifier::Class(id);
        self.scope.add_type(package, name, classifier);
        self.record_position(classifier, context, expr.span());
        self.fill_composite(id, expr, composite, |text| vec![type_text(text)], context);
        TypeUse::new(classifier)
    }

    /// Adds the features of the class of a composite type.
    pub(super) fn fill_composite(
        &mut self,
        id: ClassId,
        expr: TypeExpr<'t>,
        composite: &Composite<'t>,
        annotations: impl FnOnce(String) -> Vec<Annotation>,
        context: &Context,
    ) {
        let Some(text) = canonical_text(expr) else {
            let help = "all parts must be named types: declare a type for each other part, and use the name of that type";
            return self.report_unsupported(context, expr.span(), "a type with such parts", help);
        };
        let class = self.builder.class_mut(id);
        // EMF recognises map entries by this Java class.
        if composite.entries.is_some() {
            class.instance = InstanceName::Class(composite::ENTRY.to_owned());
        }
        class.annotations = annotations(text);
        for member in &composite.members {
            self.composite_member(id, member, context);
        }
    }

    /// Creates the feature of a composite type's class that represents a member.
    fn composite_member(&mut self, owner: ClassId, member: &CompositeMember<'t>, context: &Context) {
        let (mut ty, list) = self.feature_type(context, member.ty);
        if self.alias_class_of(&ty).is_some_and(|alias| alias.entries.is_some()) {
            self.misplaced_entries(member.ty, context);
        }
        if member.is_nullable {
            ty = nullable_variant(ty);
        }
        // The name is quoted, because it must not change: it may be the key of a `Struct`.
        let name = Name::in_quotes(member.name.as_str(), member.ty.span());
        let type_use = self.create_inline_type(owner, &name, ty, context);
        if type_use.as_ref().is_some_and(|ty| ty.parameter.is_some() || !ty.arguments.is_empty()) {
            let help = "declare a type with attributes instead";
            self.report_unsupported(context, member.ty.span(), "a type parameter in this position", help);
        }
        let is_class = matches!(type_use.as_ref().and_then(|ty| ty.classifier), Some(Classifier::Class(_)));
        let kind = if is_class { contained() } else { FeatureKind::Attribute { id: false } };
        let (lower, upper) = member.bounds(list);
        let typed =
            TypedElement { name: member.name.clone(), ty: type_use, lower, upper, ..TypedElement::default() };
        let mut feature = Feature::new(owner, kind, typed);
        // The feature is unsettable, because a missing list would otherwise be the same as an empty one.
        feature.unsettable = member.lower == 0 && upper != 1;
        let id = self.builder.feature(feature);
        self.record_position(Element::Feature(id), context, member.ty.span());
    }

    /// The package and the name of a type that is declared in place; `None` if the name is already in use, which is
    /// reported.
    fn inline_type_name(
        &mut self,
        owner: ClassId,
        feature_name: &Name<'_>,
        context: &Context,
    ) -> Option<(PackageId, String)> {
        let class = self.builder.class_mut(owner);
        let (package, name) = (class.package, inline_name(&class.name, &feature_name.text));
        // The name consists only of the names of the class and the attribute, because `print` recognises the types that
        // are declared in place by such names.
        let Some(existing) = self.scope.own_type(package, &name) else { return Some((package, name)) };
        let mut diagnostic = Diagnostic::error(
            codes::INLINE_TYPE_NAME_TAKEN,
            format!("the type of `{}` would be named `{name}`, which is already declared", feature_name.text),
        )
        .at(&self.sources[context.file], feature_name.span.range())
        .help("declare the type separately, under another name, and use that name here");
        if let Some(Location { file, span }) = self.locations.get(existing.into()) {
            diagnostic = diagnostic.label(&self.sources[*file], span.range(), "declared here");
        }
        self.diagnostics.push(diagnostic);
        None
    }

    /// Declares a data type that was created for a feature, and returns the use of it.
    fn declare_inline_type(
        &mut self,
        package: PackageId,
        name: &str,
        id: DataTypeId,
        feature_name: &Name<'_>,
        context: &Context,
    ) -> TypeUse {
        let classifier = Classifier::DataType(id);
        self.scope.add_type(package, name, classifier);
        self.record_position(classifier, context, feature_name.span);
        TypeUse::new(classifier)
    }
}

/// The annotation with the parts of a declaration that Ecore cannot express: the text of its type, and the synonyms
/// that its settings use (such as `setable`). `None` if there are none.
fn declared_words(text: Option<String>, settings: &Settings<'_>, feature: &Feature) -> Option<Annotation> {
    // By default, a feature is changeable unless it is derived.
    let is_default = feature.changeable != feature.derived;
    let synonyms = declared::synonyms(|name| {
        settings.find(&[name]).is_some_and(|setting| match setting.value.kind {
            ValueKind::Logic => true,
            // Without logic, the setting is `setable`. If its value is the default, it is not printed, so the word is
            // not stored.
            _ => !is_default,
        })
    });
    declared::annotation(text, &synonyms)
}

/// A containment reference.
fn contained() -> FeatureKind {
    FeatureKind::Reference { containment: true, resolve_proxies: true, opposite: None, keys: Vec::new() }
}
