//! Checks that the bounds of features, operations and parameters are valid, and that they have types.

use super::super::{Context, Rule, Subject};
use super::view::{ModelElement, View, f};
use crate::diagnostic::codes;
use modelwright_metamodel::ecore::EXTENDED_META_DATA;
use modelwright_metamodel::ecore::builtin as b;

pub(in super::super) const RULE: Rule = Rule {
    concerns: |metamodel, class| super::concerns(metamodel, class, b::ETYPED_ELEMENT),
    start: || Box::new(check),
};

/// Reports invalid bounds and types.
fn check(context: &mut Context<'_>, subject: Subject, _: &[usize]) {
    let (view, typed) = (context.view, subject.item());
    check_bounds(context, subject);
    let class = view.class(typed);
    if view.generic_type(typed).is_none() && class != b::EOPERATION {
        let help = "give it an `eType`, such as `ecore:EDataType http://www.eclipse.org/emf/2002/Ecore#//EString`, or \
                    `#//Name` for a type of this package";
        context.report(codes::MISSING_TYPE, subject, "the element has no type", help);
    }
    let ty = view.ty(typed);
    // The type of an attribute must be a data type, and that of a reference a class. The rules of generic types report
    // this as well.
    for (kind, expected, name) in
        [(b::EATTRIBUTE, b::EDATA_TYPE, "eAttributeType"), (b::EREFERENCE, b::ECLASS, "eReferenceType")]
    {
        if class == kind && !ty.is_some_and(|ty| view.is(ty, expected)) {
            let what = if kind == b::EATTRIBUTE { "an attribute" } else { "a reference" };
            let wanted = if kind == b::EATTRIBUTE { "a data type" } else { "a class" };
            let message =
                format!("the required feature `{name}` must be set: the type of {what} must be {wanted}");
            context.report_feature(codes::REQUIRED, (subject, name), message, "correct its type");
        }
    }
    if class == b::EATTRIBUTE {
        check_serializable(context, subject, ty);
    }
}

/// Reports invalid lower and upper bounds.
fn check_bounds(context: &mut Context<'_>, subject: Subject) {
    let (view, typed) = (context.view, subject.item());
    let (lower, upper) = (view.int(typed, f().lower), view.int(typed, f().upper));
    if lower < 0 {
        let message = format!("the lower bound must be 0 or greater, not {lower}");
        context.report(codes::BAD_LOWER_BOUND, subject, message, "set it to 0");
    }
    // In Ecore, an upper bound of -2 means unspecified, and is valid.
    if upper == 0 || upper < -2 {
        let message = format!("the upper bound must be greater than 0, or -1 for any number, not {upper}");
        context.report(codes::BAD_UPPER_BOUND, subject, message, "set it to 1 or to -1");
    }
    if upper >= 0 && lower > upper {
        let message = format!("the lower bound {lower} must not be greater than the upper bound {upper}");
        context.report(codes::BAD_BOUNDS, subject, message, "lower the lower bound or raise the upper bound");
    }
}

/// Reports an attribute that is stored although the values of its type are not serializable.
fn check_serializable(context: &mut Context<'_>, subject: Subject, ty: Option<ModelElement>) {
    let view = context.view;
    let Some(ty) = ty.filter(|ty| view.is(*ty, b::EDATA_TYPE) && !view.is_unresolved(*ty)) else { return };
    // The entries of a feature map are stored as values of other features, so they need not be serializable.
    let entry = view.instance_class(ty) == Some("org.eclipse.emf.ecore.util.FeatureMap$Entry");
    if view.flag(ty, f().serializable) || entry || is_transient(view, subject.item()) {
        return;
    }
    let message =
        format!("the attribute is stored, but the values of `{}` are not serializable", view.label(ty));
    let help = "make the attribute transient, or the data type serializable";
    context.report(codes::ATTRIBUTE_NOT_SERIALIZABLE, subject, message, help);
}

/// Whether a feature is not stored in documents, either itself or because its group is not stored.
pub(super) fn is_transient(view: &View<'_>, feature: ModelElement) -> bool {
    let mut at = feature;
    // Limited, because groups may form a cycle; nesting is rare.
    for _ in 0..10 {
        if !view.flag(at, f().transient) {
            return false;
        }
        let group = view.detail(at, EXTENDED_META_DATA, "group").and_then(|name| group_named(view, at, name));
        match group {
            Some(group) => at = group,
            None => return true,
        }
    }
    true
}

/// The feature of the same class to which a `#group` annotation refers.
fn group_named(view: &View<'_>, feature: ModelElement, name: &str) -> Option<ModelElement> {
    let name = name.rsplit('#').next()?;
    let class = view.container(feature)?;
    view.all_features(class).into_iter().find(|other| {
        let given = view.detail(*other, EXTENDED_META_DATA, "name").or_else(|| view.name(*other));
        given == Some(name)
    })
}
