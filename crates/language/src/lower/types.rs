//! Converts written types to type uses of the metamodel.

use super::{Context, Location, Lowerer, Parameters};
use crate::diagnostic::{Diagnostic, Fix, codes};
use crate::ecore::{Classifier, TypeParameter, TypeParameterId, TypeUse, builtin};
use crate::syntax::Span;
use crate::syntax::ast::{
    ArgumentKind, LiteralDecl, Path, TypeArgument, TypeExpr, TypeKind, TypeParameterDecl,
};
use crate::syntax::other_types::{self, is_complete};
use crate::types::builtin_type::{self, BuiltIn, BuiltinType, BuiltinWord, Rejection};
use crate::types::canonical::canonical_text;
use crate::types::composite::{self, Composite};
use crate::types::constrained_type::ConstrainedType;
use crate::types::declared::{self, TypePosition};
use crate::types::scope::canonical_name;
use crate::types::spelling;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The type of a feature.
pub(super) enum FeatureType<'t> {
    /// An existing type; `None` for `undef`.
    Existing(Option<TypeUse>),
    /// A data type to create for the feature.
    Constrained(ConstrainedType),
    /// An enumeration to create for the feature.
    Enum(Vec<LiteralDecl<'t>>),
    /// A class to create for the feature.
    Composite(TypeExpr<'t>, Composite<'t>),
}

/// A placeholder for a type that was not found, so that the problem is not reported again.
pub(super) fn placeholder() -> TypeUse {
    TypeUse::default()
}

/// The variant of a type with null, if Ecore has one; otherwise the lower bound expresses that the value is optional.
pub(super) fn nullable_variant(ty: FeatureType<'_>) -> FeatureType<'_> {
    match ty {
        FeatureType::Existing(Some(ty)) if ty.arguments.is_empty() => {
            let optional_type = ty.classifier.and_then(spelling::optional_type);
            FeatureType::Existing(Some(optional_type.map_or(ty, TypeUse::new)))
        }
        FeatureType::Constrained(constraint) => {
            FeatureType::Constrained(ConstrainedType { is_optional: true, ..constraint })
        }
        other => other,
    }
}

/// The maximum number of unknown types that are recorded for other sources to declare.
const MAX_MISSING: usize = 10_000;

impl<'t> Lowerer<'t> {
    /// The type of a feature, and the multiplicity if the type determines it.
    pub(super) fn feature_type(
        &mut self,
        context: &Context,
        expr: TypeExpr<'t>,
    ) -> (FeatureType<'t>, Option<(i32, i32)>) {
        let built_in = self.built_in(context, expr);
        self.feature_type_of(context, expr, built_in)
    }

    /// The type of a feature, and the multiplicity if the type determines it. `built_in` is the built-in type of the
    /// expression, if it is one.
    pub(super) fn feature_type_of(
        &mut self,
        context: &Context,
        expr: TypeExpr<'t>,
        built_in: Option<BuiltIn<'t>>,
    ) -> (FeatureType<'t>, Option<(i32, i32)>) {
        let Some((_, built_in_type)) = built_in else {
            let ty = match expr.kind() {
                TypeKind::Enum(literals) => return (FeatureType::Enum(literals), None),
                kind => self.use_of(context, expr, kind),
            };
            // An alias of a map determines the number of its entries.
            let entries = match ty.as_ref().and_then(|ty| ty.classifier) {
                Some(Classifier::Class(id)) => self.alias_classes.get(&id).and_then(|alias| alias.entries),
                _ => None,
            };
            return (FeatureType::Existing(ty), entries);
        };
        match built_in_type {
            Ok(BuiltinType::Plain(classifier)) => {
                (FeatureType::Existing(Some(TypeUse::new(classifier))), None)
            }
            Ok(BuiltinType::Constrained(constraint)) => (FeatureType::Constrained(constraint), None),
            Ok(BuiltinType::Optional(inner)) => (self.feature_type(context, inner).0, None),
            Ok(BuiltinType::Array(inner, low, high)) => {
                // Ecore has no lists of lists, so the values of the outer list are objects of a class, which has the
                // inner list as a feature.
                let ty = if self.is_list(context, inner) {
                    FeatureType::Composite(inner, composite::wrapped(inner))
                } else {
                    self.feature_type(context, inner).0
                };
                (ty, Some((low, high)))
            }
            Ok(BuiltinType::Composite(composite)) => {
                let entries = composite.entries;
                (FeatureType::Composite(expr, composite), entries)
            }
            Err(rejection) => {
                self.reject(context, expr, rejection);
                (FeatureType::Existing(Some(placeholder())), None)
            }
        }
    }

    /// Whether the values of a type are lists.
    pub(super) fn is_list(&self, context: &Context, expr: TypeExpr<'t>) -> bool {
        match self.built_in(context, expr) {
            Some((_, Ok(BuiltinType::Array(..)))) => true,
            Some((_, Ok(BuiltinType::Composite(composite)))) => composite.entries.is_some(),
            _ => false,
        }
    }

    /// A type in a position where none can be created: an argument, a bound, a parameter, a result. `None` for `undef`.
    pub(super) fn type_use(&mut self, context: &Context, expr: TypeExpr<'t>) -> Option<TypeUse> {
        match self.built_in(context, expr) {
            Some((_, built_in_type)) => Some(self.built_in_use(context, expr, built_in_type)),
            None => self.use_of(context, expr, expr.kind()),
        }
    }

    /// As [`Self::type_use`], for a type that is not built in; `None` for `undef`.
    fn use_of(&mut self, context: &Context, expr: TypeExpr<'t>, kind: TypeKind<'t>) -> Option<TypeUse> {
        match kind {
            TypeKind::Undef => None,
            // `None` would mean `undef`.
            TypeKind::Invalid => Some(placeholder()),
            TypeKind::Wildcard { upper, lower } => Some(TypeUse {
                upper: upper.and_then(|ty| self.type_use(context, ty)).map(Box::new),
                lower: lower.and_then(|ty| self.type_use(context, ty)).map(Box::new),
                ..TypeUse::default()
            }),
            TypeKind::Enum(_) => {
                let help = "declare `enum Name { … }`, and use `Name`";
                self.report_unnamed(context, expr.span(), "an enumeration", help);
                Some(placeholder())
            }
            TypeKind::Named { path, arguments, parameters } => {
                let in_brackets = parameters.as_deref().unwrap_or_default();
                let ty = self.named(context, &path, expr.span(), &arguments, in_brackets);
                // If the type is unknown, its arguments are not reported.
                let is_known = ty.classifier.is_some() || ty.parameter.is_some();
                if is_known && let Some(parameters) = &parameters {
                    self.reject_brackets(context, expr.span(), &path_text(&path), parameters);
                }
                Some(ty)
            }
        }
    }

    /// Reports arguments in brackets after the name of a declared type.
    fn reject_brackets(
        &mut self,
        context: &Context,
        span: Span,
        name: &str,
        parameters: &[TypeArgument<'t>],
    ) {
        let help = match parameters {
            [] => format!("write `{name} {{ max => unbound }}` for any number of values"),
            [..] if parameters.iter().all(is_bound) => {
                format!("write the number of values after the type: `{name} {{ min => …, max => … }}`")
            }
            _ => "write type arguments as `<…>`; only built-in types have arguments in `[…]`".to_owned(),
        };
        let message = format!("`{name}` must not have arguments in brackets");
        self.error(codes::BAD_TYPE_ARGUMENTS, Location { file: context.file, span }, message, help);
    }

    /// The name and the arguments of the built-in type at the start of a type; `None` if there is none, or if it is
    /// hidden: type parameters hide all built-in types, and declared types those that may be declared again.
    pub(super) fn builtin_word(&self, context: &Context, expr: TypeExpr<'t>) -> BuiltinWord<'t> {
        let (word, arguments) = builtin_type::word(expr)?;
        // A declared type cannot have arguments in brackets, so a name with brackets is that of a built-in type.
        let is_hidden = arguments.is_none() && self.is_hidden(context, expr, &word);
        (!is_hidden).then_some((word, arguments))
    }

    /// Whether a built-in type is hidden by a type parameter or a declared type.
    fn is_hidden(&self, context: &Context, expr: TypeExpr<'t>, word: &str) -> bool {
        if context.parameter(word).is_some() {
            return true;
        }
        // A reserved type cannot be declared again.
        if spelling::RESERVED_TYPES.contains(&word) {
            return false;
        }
        match expr.kind() {
            TypeKind::Named { path, .. } => self.scope.classifier(context.package, &path).is_some(),
            _ => false,
        }
    }

    /// The built-in type that an expression is, with its name; `None` for other types.
    pub(super) fn built_in(&self, context: &Context, expr: TypeExpr<'t>) -> Option<BuiltIn<'t>> {
        let (word, arguments) = self.builtin_word(context, expr)?;
        let built_in_type = builtin_type::read(expr, &word, arguments.as_deref());
        Some((word, built_in_type))
    }

    /// The use of a built-in type where no data type can be created.
    fn built_in_use(
        &mut self,
        context: &Context,
        expr: TypeExpr<'t>,
        built_in_type: Result<BuiltinType<'t>, Rejection>,
    ) -> TypeUse {
        match built_in_type {
            Ok(BuiltinType::Plain(classifier)) => TypeUse::new(classifier),
            Ok(BuiltinType::Optional(inner)) => self.type_use(context, inner).unwrap_or_default(),
            // In this position, documents have no values, so Ecore's own `EJavaObject` is enough (Decision 20).
            Ok(BuiltinType::Constrained(constraint)) if constraint.is_any() => {
                TypeUse::new(Classifier::DataType(builtin::EJAVA_OBJECT))
            }
            Ok(BuiltinType::Constrained(constraint)) => {
                let help = format!("declare `type Name = {}`, and use `Name`", constraint.text());
                self.report_unnamed(context, expr.span(), "a constrained type", &help);
                placeholder()
            }
            Ok(BuiltinType::Composite(_)) => {
                let text = canonical_text(expr).unwrap_or_else(|| "…".to_owned());
                let help = format!("declare `type Name = {text}`, and use `Name`");
                self.report_unnamed(context, expr.span(), "a composite type", &help);
                placeholder()
            }
            Ok(BuiltinType::Array(..)) => {
                let help = "declare the number of values with `min` and `max`";
                self.report_unsupported(context, expr.span(), "an array in this position", help);
                placeholder()
            }
            Err(rejection) => {
                self.reject(context, expr, rejection);
                placeholder()
            }
        }
    }

    /// Warns of a type that is lost: Ecore has no such type, and in this position no annotation can preserve it.
    pub(super) fn warn_of_loss(&mut self, context: &Context, expr: TypeExpr<'t>) {
        let Some(text) = declared::declared_text_if_lossy(expr, TypePosition::Use, &|expr| {
            self.builtin_word(context, expr)
        }) else {
            return;
        };
        let message = format!("`{text}` is lost in this position, because Ecore has no such type");
        let problem = Diagnostic::warning(codes::LOSS, message);
        let help = "declare `type Name = …`, or use a type that Ecore has: `EJavaObject` for any value";
        self.diagnostics.push(problem.at(&self.sources[context.file], expr.span().range()).help(help));
    }

    /// Reports why the use of a built-in type is rejected.
    pub(super) fn reject(&mut self, context: &Context, expr: TypeExpr<'_>, rejection: Rejection) {
        match rejection {
            Rejection::Arguments(span, message) => {
                let location = Location { file: context.file, span };
                self.error(codes::BAD_TYPE_ARGUMENTS, location, message, "correct the type's arguments");
            }
            Rejection::NotQuoted(span, message) => {
                let location = Location { file: context.file, span };
                let source = &self.sources[location.file];
                let text = format!("'{}'", &source.text()[span.range()]);
                let problem = Diagnostic::error(codes::BAD_TYPE_ARGUMENTS, message)
                    .at(source, span.range())
                    .help(format!("write `{text}`"))
                    .fix(Fix::new(source, span.range(), text));
                self.diagnostics.push(problem);
            }
            Rejection::EmptyBrackets(word) => {
                let location = Location { file: context.file, span: expr.span() };
                let help = format!("write `Array[{word}]` for a list");
                self.error(codes::BAD_TYPE_ARGUMENTS, location, format!("`{word}[]` is not a type"), help);
            }
            // The type may be declared in a part that could not be read, so it is not reported.
            Rejection::Unsuitable(..) if self.is_incomplete => {}
            Rejection::Unsuitable(message, advice) => {
                let location = Location { file: context.file, span: expr.span() };
                self.error(codes::UNSUITABLE_TYPE, location, message, advice);
            }
            Rejection::NotSupported(noun) => {
                self.report_unsupported(
                    context,
                    expr.span(),
                    &noun,
                    "declare a type with attributes instead",
                );
            }
        }
    }

    /// Reports a type that can be created only for an attribute, because its name is derived from that of the
    /// attribute.
    fn report_unnamed(&mut self, context: &Context, span: Span, noun: &str, help: &str) {
        let location = Location { file: context.file, span };
        let message = format!("{noun} must have a name here, because it is not the type of an attribute");
        self.error(codes::NOT_SUPPORTED_YET, location, message, help);
    }

    /// Reports a use of a type that this version does not support.
    pub(super) fn report_unsupported(&mut self, context: &Context, span: Span, noun: &str, help: &str) {
        let location = Location { file: context.file, span };
        let message = format!("{noun} is not supported by this version");
        self.error(codes::NOT_SUPPORTED_YET, location, message, help);
    }

    /// The use of a named type with its arguments. Reports an unknown type. `span` is that of the path with the
    /// arguments; `parameters` are those in brackets.
    fn named(
        &mut self,
        context: &Context,
        path: &Path<'_>,
        span: Span,
        arguments: &[TypeExpr<'t>],
        parameters: &[TypeArgument<'t>],
    ) -> TypeUse {
        let mut result = TypeUse::default();
        match (self.type_parameter_named(context, path), self.classifier(context, path)) {
            (Some(parameter), _) => result.parameter = Some(parameter),
            (None, Some(classifier)) => result.classifier = Some(classifier),
            (None, None) => {
                let in_brackets = parameters.iter().filter_map(|parameter| match parameter.kind {
                    ArgumentKind::Type(ty) => Some(ty),
                    _ => None,
                });
                // If one of the arguments has no canonical text, the advice is that for a name without arguments.
                let texts: Option<Vec<String>> =
                    arguments.iter().copied().chain(in_brackets).map(canonical_text).collect();
                self.unknown_type_with(context, path, &texts.unwrap_or_default(), span);
            }
        }
        result.arguments =
            arguments.iter().map(|ty| self.type_use(context, *ty).unwrap_or_default()).collect();
        result
    }

    /// The type parameter in scope to which a path refers; `None` if there is none.
    fn type_parameter_named(&self, context: &Context, path: &Path<'_>) -> Option<TypeParameterId> {
        context.parameter(&canonical_name(path.only_name()?))
    }

    /// Reports an unknown type.
    pub(super) fn unknown_type(&mut self, context: &Context, path: &Path<'_>) {
        self.unknown_type_with(context, path, &[], path.span);
    }

    /// Reports an unknown type; the span is that of the path with the arguments.
    fn unknown_type_with(&mut self, context: &Context, path: &Path<'_>, arguments: &[String], span: Span) {
        if self.is_incomplete {
            // The type may be declared in a part that could not be read, so it is not reported.
            return;
        }
        let written = path_text(path);
        // A name is recorded once, even if it is used several times.
        if self.missing.len() < MAX_MISSING && self.unknown.insert((context.package, written.clone())) {
            let possible = self.possible_paths(context, path);
            self.missing.push(possible);
        }
        let name = canonical_name(&path.last);
        let is_qualified = !path.qualifiers.is_empty();
        let equivalent_type = if is_qualified { None } else { other_types::meant_type(&name, arguments) };
        // `List` without arguments means `Array[T]`. With this correction, `T` would be another unknown type, so there
        // is no correction.
        let correction = equivalent_type.clone().filter(|_| is_complete(&name, arguments));
        let help = match (equivalent_type, self.type_to_suggest(&name, is_qualified)) {
            (Some(equivalent_type), _) => format!("write `{equivalent_type}`"),
            (None, Some(similar_name)) if similar_name == written => {
                format!("write `{similar_name}` without quotes")
            }
            (None, Some(similar_name)) => format!("did you mean `{similar_name}`?"),
            (None, None) => "declare it, or also pass the file that declares it".to_owned(),
        };
        let source = &self.sources[context.file];
        let mut diagnostic =
            Diagnostic::error(codes::UNKNOWN_TYPE, format!("there is no type named `{written}`"))
                .at(source, path.span.range())
                .help(help);
        // The correction replaces the type of another language together with its arguments.
        diagnostic.fix = correction.map(|text| Fix::new(source, span.range(), text));
        self.diagnostics.push(diagnostic);
    }

    /// The paths from the root that a type may have, in the order in which they are searched.
    fn possible_paths(&mut self, context: &Context, path: &Path<'_>) -> Vec<Vec<String>> {
        let mut written_path: Vec<String> =
            path.qualifiers.iter().map(|package| package.text.to_string()).collect();
        written_path.push(canonical_name(&path.last).into_owned());
        let mut paths = Vec::new();
        // A path that starts with `::` is not searched in the enclosing packages.
        let mut package = if path.absolute { None } else { context.package };
        while let Some(declaration) = package.and_then(|id| self.declaration(id)) {
            paths.push([declaration.names.as_slice(), written_path.as_slice()].concat());
            package = declaration.parent;
        }
        // No type can be at the root, outside of all packages.
        if !path.qualifiers.is_empty() {
            paths.push(written_path);
        }
        paths
    }

    /// The type to suggest: one with this name in another package, otherwise one with a similar name; `None` if there
    /// is neither.
    fn type_to_suggest(&mut self, name: &str, is_qualified: bool) -> Option<String> {
        match self.scope.first_package_with(name) {
            Some(package) => Some(format!("{}::{}", self.package_path(package), spelling::type_name(name))),
            // If the name is in a package that does not exist, similar names are not searched.
            None if is_qualified => None,
            None => self.nearest_type(name),
        }
    }

    /// The type with the most similar name: a declared, built-in or Ecore type; `None` if no name is similar.
    fn nearest_type(&self, name: &str) -> Option<String> {
        let ecore = crate::ecore::Metamodel::ecore();
        let in_ecore = ecore[builtin::PACKAGE].classifiers.iter().map(|classifier| ecore.name(*classifier));
        let words = spelling::RESERVED_TYPES.iter().chain(spelling::SOFT_TYPES).copied();
        // Declared types come first, so that they take precedence over others that are equally similar.
        let suggestions = &self.suggestions;
        suggestions
            .nearest(name, self.scope.type_names())
            .map(spelling::type_name)
            .or_else(|| suggestions.nearest(name, words).map(str::to_owned))
            .or_else(|| suggestions.nearest(name, in_ecore).map(str::to_owned))
    }

    /// The path of a package from the root.
    fn package_path(&mut self, package: crate::ecore::PackageId) -> String {
        let (mut names, mut current) = (Vec::new(), Some(package));
        while let Some(id) = current {
            let package = self.builder.package_mut(id);
            names.push(spelling::name(&package.name));
            current = package.parent;
        }
        names.reverse();
        names.join("::")
    }

    /// Declares type parameters. They are in scope before their bounds are read, because a bound may refer to any of
    /// them.
    pub(super) fn type_parameters(
        &mut self,
        context: &mut Context,
        decls: &[TypeParameterDecl<'t>],
    ) -> Vec<TypeParameterId> {
        let mut ids = Vec::with_capacity(decls.len());
        let mut ids_by_name = FxHashMap::default();
        for decl in decls {
            let declared_name = decl.name();
            let name = canonical_name(&declared_name).into_owned();
            let parameter = TypeParameter { name: name.clone(), ..TypeParameter::default() };
            let id = self.builder.type_parameter(parameter);
            ids_by_name.insert(name, id);
            self.record_position(crate::ecore::Element::TypeParameter(id), context, declared_name.span);
            ids.push(id);
        }
        if !ids_by_name.is_empty() {
            let outer = context.parameters.take();
            context.parameters = Some(Rc::new(Parameters { ids_by_name, outer }));
        }
        ids
    }

    /// Resolves the bounds, after the type parameters of every classifier were declared.
    pub(super) fn type_parameter_bounds(
        &mut self,
        context: &Context,
        ids: &[TypeParameterId],
        decls: &[TypeParameterDecl<'t>],
    ) {
        for (id, decl) in ids.iter().zip(decls) {
            decl.bounds().for_each(|ty| self.warn_of_loss(context, ty));
            let bounds = decl.bounds().filter_map(|ty| self.type_use(context, ty)).collect();
            self.builder.type_parameter_mut(*id).bounds = bounds;
            let settings = decl.settings();
            self.check_settings(context, &settings, &[], "a type parameter");
            let element = crate::ecore::Element::TypeParameter(*id);
            self.annotate_later(element, None, settings, context);
        }
    }
}

/// A path as written, for messages.
pub(super) fn path_text(path: &Path<'_>) -> String {
    let names: Vec<_> = path.names().map(|name| &*name.text).collect();
    names.join("::")
}

/// Whether an argument can be the minimum or maximum of a range.
fn is_bound(argument: &TypeArgument<'_>) -> bool {
    matches!(argument.kind, ArgumentKind::Number(_) | ArgumentKind::Default)
}
