//! Checks that the bounds of features, operations and parameters are valid, and that they have types.

use super::super::{Context, Rule, Subject};
use super::view::{EcoreView, ModelElement};
use crate::diagnostic::codes;
use modelwright_metamodel::ecore::{EXTENDED_META_DATA, builtin, features};

pub(in super::super) const RULE: Rule = Rule {
    concerns: |metamodel, class| super::concerns(metamodel, class, builtin::ETYPED_ELEMENT),
    start: || Box::new(check),
};

/// Reports invalid bounds and types.
fn check(context: &mut Context<'_>, subject: Subject, _: &[usize]) {
    let (view, typed) = (context.view, subject.item());
    check_bounds(context, subject);
    let class = view.class(typed);
    if view.generic_type(typed).is_none() && class != builtin::EOPERATION {
        let help = "give the element an `eType`, such as \
                    `ecore:EDataType http://www.eclipse.org/emf/2002/Ecore#//EString`, or `#//Name` for a type of \
                    this package";
        context.report(codes::MISSING_TYPE, subject, "the element has no type", help);
    }
    let ty = view.ty(typed);
    check_type_kind(context, subject, ty);
    if class == builtin::EATTRIBUTE {
        check_serializable(context, subject, ty);
    }
}

/// Reports an attribute whose type is not a data type, and a reference whose type is not a class. The rules of generic
/// types report this as well.
fn check_type_kind(context: &mut Context<'_>, subject: Subject, ty: Option<ModelElement>) {
    let view = context.view;
    let class = view.class(subject.item());
    let (required_kind, feature, requirement) = if class == builtin::EATTRIBUTE {
        (builtin::EDATA_TYPE, "eAttributeType", "the type of an attribute must be a data type")
    } else if class == builtin::EREFERENCE {
        (builtin::ECLASS, "eReferenceType", "the type of a reference must be a class")
    } else {
        return;
    };
    if !ty.is_some_and(|ty| view.is_of_class(ty, required_kind)) {
        let message = format!("the required feature `{feature}` must be set: {requirement}");
        context.report_feature(codes::REQUIRED, (subject, feature), message, "correct the type");
    }
}

/// Reports invalid lower and upper bounds.
fn check_bounds(context: &mut Context<'_>, subject: Subject) {
    let (view, typed) = (context.view, subject.item());
    let (lower, upper) = (
        view.int(typed, features::ETYPED_ELEMENT_LOWER_BOUND),
        view.int(typed, features::ETYPED_ELEMENT_UPPER_BOUND),
    );
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
    let Some(ty) = ty.filter(|ty| view.is_of_class(*ty, builtin::EDATA_TYPE) && !view.is_unresolved(*ty))
    else {
        return;
    };
    // The entries of a feature map are stored as values of other features, so they need not be serializable.
    let is_feature_map = view.instance_class(ty) == Some("org.eclipse.emf.ecore.util.FeatureMap$Entry");
    if view.flag(ty, features::EDATA_TYPE_SERIALIZABLE)
        || is_feature_map
        || is_transient(view, subject.item())
    {
        return;
    }
    let message =
        format!("the attribute is stored, but the values of `{}` are not serializable", view.label(ty));
    let help = "make the attribute transient, or the data type serializable";
    context.report(codes::ATTRIBUTE_NOT_SERIALIZABLE, subject, message, help);
}

/// The number of nested groups that are examined. Groups may form a cycle, and real metamodels hardly nest them.
const MAX_NESTED_GROUPS: usize = 10;

/// Whether a feature is transient, and not in a group that is stored. The groups around the group count as well.
pub(super) fn is_transient(view: &EcoreView<'_>, feature: ModelElement) -> bool {
    let mut current = feature;
    for _ in 0..MAX_NESTED_GROUPS {
        if !view.flag(current, features::ESTRUCTURAL_FEATURE_TRANSIENT) {
            return false;
        }
        let group = view
            .detail(current, EXTENDED_META_DATA, "group")
            .and_then(|name| group_named(view, current, name));
        match group {
            Some(group) => current = group,
            None => return true,
        }
    }
    true
}

/// The feature of the same class to which the detail `group` of a feature's annotation refers, such as `#items:0`.
fn group_named(view: &EcoreView<'_>, feature: ModelElement, name: &str) -> Option<ModelElement> {
    let name = name.rsplit('#').next()?;
    let class = view.container(feature)?;
    view.all_features(class).into_iter().find(|other| {
        let name_in_documents = view.detail(*other, EXTENDED_META_DATA, "name").or_else(|| view.name(*other));
        name_in_documents == Some(name)
    })
}
