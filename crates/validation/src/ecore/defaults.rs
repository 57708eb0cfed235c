//! Checks that the default value of every feature is a value of its type.
//!
//! Only types whose Java class EMF knows can be checked: without the code of a project, EMF reports nothing for the
//! project's own types.

use super::super::{Checker, Context, Rule, Subject, facets};
use super::view::{EcoreView, ModelElement};
use crate::diagnostic::{codes, name_help, nearest, shorten};
use modelwright_metamodel::ecore::data::{self, DataKind};
use modelwright_metamodel::ecore::{DataTypeId, EXTENDED_META_DATA, builtin, features};

pub(in super::super) const RULE: Rule = Rule {
    concerns: |metamodel, class| super::concerns(metamodel, class, builtin::ESTRUCTURAL_FEATURE),
    start: || Box::new(Defaults::default()),
};

/// Checks default values.
#[derive(Default)]
struct Defaults {
    facets: facets::Cache,
}

impl Checker for Defaults {
    /// Reports a default value that the type of the feature does not allow.
    fn check(&mut self, context: &mut Context<'_>, subject: Subject, _: &[usize]) {
        let view = context.view;
        let Some(literal) = view.text(subject.item(), features::ESTRUCTURAL_FEATURE_DEFAULT_VALUE_LITERAL)
        else {
            return;
        };
        let literal_excerpt = shorten(literal);
        let Some(ty) = view.ty(subject.item()).filter(|ty| view.is_of_class(*ty, builtin::EDATA_TYPE)) else {
            let message = format!(
                "the default value `{literal_excerpt}` is not possible: the feature's type is not a data type"
            );
            context.report(codes::BAD_DEFAULT, subject, message, "remove the default value");
            return;
        };
        let kind = kind(view, ty);
        let parsed = parse_lexical(view, ty, literal);
        if kind == DataKind::Unknown && matches!(parsed, Some(Some(_))) {
            let message = format!(
                "the default value `{literal_excerpt}` is a value of a base type of `{0}`, but not an object of `{0}`'s own class",
                view.label(ty)
            );
            let help = "give the type the instance class of its base type";
            context.report(codes::VALUE_TYPE, subject, message, help);
            return;
        }
        let value = match parsed {
            Some(value) => value,
            None => parse_java_value(view, ty, kind, literal),
        };
        let Some(value) = value else {
            report_invalid(context, subject, ty, literal);
            return;
        };
        report_literal_class(context, ty, literal);
        if view.has_annotation(ty, EXTENDED_META_DATA) {
            self.check_facets(context, subject, ty, &value);
        }
    }
}

/// Reports a default value that is not a value of its data type.
fn report_invalid(context: &mut Context<'_>, subject: Subject, ty: ModelElement, literal: &str) {
    let view = context.view;
    let message = format!(
        "the default value `{}` must be {} (`{}`)",
        shorten(literal),
        expectation(view, ty, kind(view, ty)),
        view.label(ty)
    );
    let spellings = || view.list(ty, features::EENUM_LITERALS).filter_map(|item| spelling(view, item));
    let help = name_help(nearest(literal, spellings()), "literals", spellings());
    let help = help.as_deref().unwrap_or("correct the default value");
    // EMF reports only the default values of built-in data types, and of those that are derived from them. A literal
    // that an enumeration does not have is a mistake as well, so there is a warning.
    if is_built_in(view, ty, &mut TypeWalk::new()) {
        context.report(codes::BAD_DEFAULT, subject, message, help);
    } else if is_enumeration(view, ty, &mut TypeWalk::new()) {
        context.warn(codes::BAD_DEFAULT, subject, message, help);
    }
}

/// Reports a literal of an enumeration that is not an instance of the enumeration's instance class.
fn report_literal_class(context: &mut Context<'_>, ty: ModelElement, literal: &str) {
    let view = context.view;
    // EMF finds the literal, but then compares its class with the instance class of the enumeration.
    if kind(view, ty) != DataKind::Enum || !is_of_other_class(view, ty) {
        return;
    }
    let Some(element) = literals(view, ty, literal).next() else { return };
    let class = view.instance_class(ty).unwrap_or_default();
    let message =
        format!("the default value `{}` is a literal, which is not an object of `{class}`", shorten(literal));
    let help = format!("remove the instance class of `{}`", view.label(ty));
    context.report(codes::VALUE_TYPE, element.id, message, &help);
}

impl Defaults {
    /// Checks the default value against the facets of its data type.
    fn check_facets(&mut self, context: &mut Context<'_>, subject: Subject, ty: ModelElement, value: &str) {
        let Some(data_type) = converted_type(context.view, ty) else { return };
        let metamodel = &context.view.converted_documents().metamodel;
        match facets::violations(metamodel, &mut self.facets, data_type, value) {
            Ok(violations) => {
                // EMF reports some violations once for the feature, instead of for the facet. They are reported only if
                // no other facet is violated.
                let (mut of_feature, of_facets): (Vec<_>, Vec<_>) =
                    violations.iter().partition(|violation| violation.is_of_feature());
                of_feature.truncate(1);
                let reported = if of_facets.is_empty() { of_feature } else { of_facets };
                for violation in reported {
                    let message = format!("the default value `{value}` must be {}", violation.expected);
                    let help = if is_too_short_in_type_language(context, violation) {
                        "correct the default value, or the lengths: `String[0, 50]` has at most 50 characters, `String[50]` at least 50"
                    } else {
                        "correct the default value, or the data type's facets"
                    };
                    let code = if violation.is_of_feature() { codes::BAD_DEFAULT } else { violation.code };
                    context.report(code, subject, message, help);
                }
            }
            Err(reason) => {
                let message =
                    format!("the facets of `{}` cannot be checked: {reason}", context.view.label(ty));
                context.fail(subject, message, "correct the facets");
            }
        }
    }
}

/// Whether a value is too short for a type of the type language. The first argument of such a type is the minimum
/// length, which authors may confuse with the maximum.
fn is_too_short_in_type_language(context: &Context<'_>, violation: &facets::Violation) -> bool {
    let source = context.model.document(context.document).source.as_ref();
    let is_type_language = source.is_some_and(|source| source.name().ends_with(".pp"));
    is_type_language && violation.is_too_short
}

/// A data type in the converted documents.
fn converted_type(view: &EcoreView<'_>, ty: ModelElement) -> Option<DataTypeId> {
    match view.known_location(ty) {
        // Types of known metamodels are objects of another model, so they are looked up by name.
        Some((uri, name)) => view.converted_documents().data_type(uri, name),
        None => view.converted_documents().data_type_of(ty.id),
    }
}

/// The spelling of the value of a literal, for a type of XML Schema or a type that annotations derive from one.
/// `Some(None)` if the literal is invalid; `None` for any other type.
#[expect(clippy::option_option, reason = "a type that has a lexical space may reject the literal")]
fn parse_lexical(view: &EcoreView<'_>, ty: ModelElement, literal: &str) -> Option<Option<String>> {
    if !view.is_of_schema(ty) && !view.has_annotation(ty, EXTENDED_META_DATA) {
        return None;
    }
    let is_serializable = view.flag(ty, features::EDATA_TYPE_SERIALIZABLE);
    let data_type = &view.converted_documents().metamodel[converted_type(view, ty)?];
    data_type.lexical.as_ref()?;
    // If the type is not serializable, its values have no literals.
    let value = data_type.parse(literal).filter(|_| is_serializable);
    Some(value.map(|value| data::format_canonical(&value)))
}

/// Whether the literals of an enumeration are not instances of its instance class.
fn is_of_other_class(view: &EcoreView<'_>, ty: ModelElement) -> bool {
    let class = view.instance_class(ty).filter(|class| *class != "java.lang.Object");
    let kind = class.map_or(DataKind::Unknown, DataKind::of_java);
    !matches!(kind, DataKind::Unknown | DataKind::Opaque)
}

/// The literals with this spelling in documents.
fn literals(view: &EcoreView<'_>, ty: ModelElement, literal: &str) -> impl Iterator<Item = ModelElement> {
    view.list(ty, features::EENUM_LITERALS).filter(move |item| spelling(view, *item) == Some(literal))
}

/// The spelling of a literal in documents.
fn spelling<'v>(view: &'v EcoreView<'_>, literal: ModelElement) -> Option<&'v str> {
    view.text(literal, features::EENUM_LITERAL_LITERAL).or_else(|| view.name(literal))
}

/// The kind of values of a data type.
fn kind(view: &EcoreView<'_>, ty: ModelElement) -> DataKind {
    if view.class(ty) == builtin::EENUM {
        return DataKind::Enum;
    }
    view.instance_class(ty).map_or(DataKind::Unknown, DataKind::of_java)
}

/// The spelling of a literal's value, for a Java type; `None` if the literal is invalid.
fn parse_java_value(view: &EcoreView<'_>, ty: ModelElement, kind: DataKind, literal: &str) -> Option<String> {
    if !view.flag(ty, features::EDATA_TYPE_SERIALIZABLE) {
        return None;
    }
    if kind == DataKind::Enum {
        return literals(view, ty, literal).next().map(|_| literal.to_owned());
    }
    let is_readable = match view.instance_class(ty) {
        // EMF cannot create values of a type whose class it does not know (Decision 6).
        _ if kind == DataKind::Unknown => false,
        // For `Class`, the name of a class that every Java has; for `Object`, a serialised Java object.
        Some("java.lang.Class") => DataKind::of_java(literal) != DataKind::Unknown,
        Some("java.lang.Object") => literal.starts_with("ACED"),
        _ => true,
    };
    if !is_readable {
        return None;
    }
    data::parse(kind, literal).map(|parsed| data::format_canonical(&parsed))
}

/// What is expected of a value of a data type, for messages.
fn expectation(view: &EcoreView<'_>, ty: ModelElement, kind: DataKind) -> String {
    if kind != DataKind::Enum {
        return kind.expectation().to_owned();
    }
    let names = view
        .list(ty, features::EENUM_LITERALS)
        .take(super::MAX_LISTED_NAMES)
        .map(|l| format!("`{}`", view.label(l)));
    format!("one of {}", names.collect::<Vec<_>>().join(", "))
}

/// The base, item or member types of a data type, as listed in a detail of its annotation.
fn listed_types(view: &EcoreView<'_>, ty: ModelElement, key: &str) -> Vec<ModelElement> {
    let names = view.detail(ty, EXTENDED_META_DATA, key).unwrap_or_default().split(' ');
    names.filter(|name| !name.is_empty()).filter_map(|name| view.data_type_named(ty, name)).collect()
}

/// The maximum number of base types in a chain that is followed.
const MAX_DEPTH: u32 = 20;

/// The maximum number of types that a walk visits.
const MAX_TYPES: u32 = 1_000;

/// Limits a walk along the base types of a data type. There may be many of them, and they may form cycles.
struct TypeWalk {
    depth: u32,
    /// The number of types that may still be visited.
    types_left: u32,
}

impl TypeWalk {
    fn new() -> Self {
        Self { depth: 0, types_left: MAX_TYPES }
    }

    /// Continues the walk one level deeper. Returns false if the walk is too deep or has visited too many types.
    fn visit_deeper(&mut self, walk: impl FnOnce(&mut Self) -> bool) -> bool {
        // The walk is limited, because the number of paths through types with several members is exponential in the
        // depth.
        if self.depth == MAX_DEPTH || self.types_left == 0 {
            return false;
        }
        (self.depth, self.types_left) = (self.depth + 1, self.types_left - 1);
        let result = walk(self);
        self.depth -= 1;
        result
    }
}

/// Whether a data type is built in, or is derived only from built-in types.
fn is_built_in(view: &EcoreView<'_>, ty: ModelElement, walk: &mut TypeWalk) -> bool {
    if view.is_built_in(ty) {
        return true;
    }
    let keys = ["baseType", "itemType", "memberTypes"].into_iter();
    let mut lists_of_types = keys.map(|key| listed_types(view, ty, key));
    let Some(types) = lists_of_types.find(|types| !types.is_empty()) else { return false };
    walk.visit_deeper(|walk| types.into_iter().all(|ty| is_built_in(view, ty, walk)))
}

/// Whether a data type is an enumeration, or is derived from one.
fn is_enumeration(view: &EcoreView<'_>, ty: ModelElement, walk: &mut TypeWalk) -> bool {
    view.class(ty) == builtin::EENUM
        || walk.visit_deeper(|walk| {
            listed_types(view, ty, "baseType").into_iter().any(|ty| is_enumeration(view, ty, walk))
        })
}
