//! Checks that every generic type is a classifier, a type parameter or a wildcard, is allowed at its position, and has
//! the required arguments.

use super::super::{Context, Rule, Subject};
use super::view::{EcoreView, GenericType, ModelElement};
use crate::diagnostic::codes;
use modelwright_metamodel::ecore::{FeatureId, builtin, features};

pub(in super::super) const RULE: Rule = Rule {
    concerns: |metamodel, class| super::concerns(metamodel, class, builtin::EGENERIC_TYPE),
    start: || Box::new(check),
};

/// Java's primitive types, which cannot be type arguments, bounds or supertypes.
const PRIMITIVES: [&str; 8] = ["boolean", "byte", "char", "double", "float", "int", "long", "short"];

/// Reports problems of a generic type.
fn check(context: &mut Context<'_>, subject: Subject, _: &[usize]) {
    let (view, generic) = (context.view, subject.generic());
    if let Some(parameter) = view.parameter(generic) {
        if view.classifier(generic).is_some() {
            let message = "the type has both a classifier and a type parameter";
            context.report(codes::PARAMETER_AND_CLASSIFIER, subject, message, "remove one of them");
        }
        if !is_in_scope(view, generic, parameter) {
            let message = format!("the type parameter `{}` is not in scope here", view.label(parameter));
            let help = "use a type parameter that the enclosing classifier or operation declares before this position";
            context.report(codes::PARAMETER_OUT_OF_SCOPE, subject, message, help);
        }
    }
    check_position(context, subject);
    check_bounds(context, subject);
    check_arguments(context, subject);
}

/// Whether a generic type may use a type parameter. A type parameter can be used only inside its owner, and in the
/// bounds of other parameters only after its own declaration.
fn is_in_scope(view: &EcoreView<'_>, generic: GenericType, parameter: ModelElement) -> bool {
    // An implied generic type is always a classifier.
    let (GenericType::InDocument(item), Some(scope)) = (generic, view.container(parameter)) else {
        return false;
    };
    let mut usage = item;
    loop {
        match view.container(usage) {
            Some(container) if container == scope => break,
            Some(container) => usage = container,
            None => return false,
        }
    }
    let Some(feature) = view.containing_feature(parameter) else { return false };
    if view.containing_feature(item) != Some(features::ETYPE_PARAMETER_BOUNDS) {
        return true;
    }
    // The usage is in a type parameter. If that is one of the same owner, it must come after the used one.
    let position = |element: ModelElement| view.list(scope, feature).position(|other| other == element);
    match (position(usage), position(parameter)) {
        (Some(usage_position), Some(parameter_position)) => usage_position > parameter_position,
        _ => true,
    }
}

/// Reports a generic type that is not allowed where it is used.
fn check_position(context: &mut Context<'_>, subject: Subject) {
    let (view, generic) = (context.view, subject.generic());
    let classifier = view.classifier(generic);
    // In Ecore, a generic type with neither classifier nor type parameter is a wildcard.
    let is_wildcard = classifier.is_none() && view.parameter(generic).is_none();
    let (owner, Some(feature)) = view.holder(generic) else { return };
    if feature == features::ECLASS_GENERIC_SUPER_TYPES {
        if !classifier.is_some_and(|c| view.is_of_class(c, builtin::ECLASS)) {
            let message = "only a class can be a supertype";
            context.report(codes::SUPERTYPE_NOT_A_CLASS, subject, message, "specify a class");
        }
    } else if feature == features::EGENERIC_TYPE_TYPE_ARGUMENTS {
        let outer_feature = owner.and_then(|owner| view.containing_feature(owner));
        // In Java, a wildcard cannot be a direct argument of a supertype.
        if outer_feature == Some(features::ECLASS_GENERIC_SUPER_TYPES) && is_wildcard {
            report_wildcard(context, subject);
        }
    } else if is_wildcard {
        report_wildcard(context, subject);
    } else if let (Some(classifier), Some(owner)) = (classifier, owner) {
        check_kind(context, subject, classifier, owner);
    }
    check_primitive(context, subject, classifier, feature);
}

/// Reports a wildcard that is not a type argument.
fn report_wildcard(context: &mut Context<'_>, subject: Subject) {
    let message = "the type is a wildcard, without classifier and type parameter, which is only allowed as a type \
                   argument";
    context.report(codes::WILDCARD_NOT_ALLOWED, subject, message, "specify a classifier or a type parameter");
}

/// Reports a class as the type of an attribute, and a data type as the type of a reference.
fn check_kind(context: &mut Context<'_>, subject: Subject, classifier: ModelElement, owner: ModelElement) {
    let view = context.view;
    let name = view.label(classifier);
    if view.class(owner) == builtin::EATTRIBUTE && view.is_of_class(classifier, builtin::ECLASS) {
        let message = format!("an attribute's type must be a data type, but `{name}` is a class");
        let help = format!(
            "make the attribute a reference (with containment, unless the objects are contained elsewhere), or make `{name}` \
             a data type or an enumeration"
        );
        context.report(codes::WRONG_TYPE_KIND, subject, message, &help);
    }
    if view.class(owner) == builtin::EREFERENCE && view.is_of_class(classifier, builtin::EDATA_TYPE) {
        let message = format!("a reference's type must be a class, but `{name}` is a data type");
        context.report(codes::REFERENCE_TO_DATA_TYPE, subject, message, "make the reference an attribute");
    }
}

/// Reports a primitive type that is used as anything but the type of an attribute, a parameter or an operation.
/// `classifier` is that of the generic type, `feature` the feature that contains the generic type.
fn check_primitive(
    context: &mut Context<'_>,
    subject: Subject,
    classifier: Option<ModelElement>,
    feature: FeatureId,
) {
    // In Java, a primitive type can only be the type of a field, a parameter or a result.
    let Some(classifier) = classifier.filter(|_| feature != features::ETYPED_ELEMENT_GENERIC_TYPE) else {
        return;
    };
    let java_class = context.view.instance_class(classifier);
    let Some(primitive) = java_class.filter(|java_class| PRIMITIVES.contains(java_class)) else {
        return;
    };
    let message = format!(
        "the primitive type `{primitive}` can only be the type of an attribute, a parameter or an operation, not a type \
         argument or a bound"
    );
    let help = "use its object form, such as EIntegerObject";
    context.report(codes::PRIMITIVE_NOT_ALLOWED, subject, message, help);
}

/// Reports bounds that are not allowed.
fn check_bounds(context: &mut Context<'_>, subject: Subject) {
    let (view, generic) = (context.view, subject.generic());
    let (lower, upper) = (view.lower_bound(generic), view.upper_bound(generic));
    if lower.is_none() && upper.is_none() {
        return;
    }
    let (_, holding_feature) = view.holder(generic);
    // In Java, only wildcards in type arguments can have bounds.
    if holding_feature != Some(features::EGENERIC_TYPE_TYPE_ARGUMENTS) {
        let message = "only a type argument can have bounds";
        context.report(codes::BOUNDS_NOT_ALLOWED, subject, message, "remove the bound");
        return;
    }
    if lower.is_some() && upper.is_some() {
        let message = "the type argument has both an upper and a lower bound";
        context.report(codes::BOUNDS_BOTH, subject, message, "remove one of them");
    }
    if view.classifier(generic).is_some() || view.parameter(generic).is_some() {
        let message = "the type argument has a bound as well as a classifier or a type parameter";
        context.report(codes::BOUNDS_BESIDE_TYPE, subject, message, "remove one of them");
    }
}

/// Reports a number of type arguments that differs from the number of type parameters.
fn check_arguments(context: &mut Context<'_>, subject: Subject) {
    let (view, generic) = (context.view, subject.generic());
    let argument_count = view.arguments(generic).len();
    let Some(classifier) = view.classifier(generic) else {
        if argument_count != 0 {
            let message = "the type has type arguments, but no classifier";
            context.report(
                codes::TYPE_ARGUMENTS_WITHOUT_TYPE,
                subject,
                message,
                "specify a classifier, or remove the type arguments",
            );
        }
        return;
    };
    let parameter_count = view.list(classifier, features::ECLASSIFIER_TYPE_PARAMETERS).count();
    let name = view.label(classifier);
    // In Java, a generic type without arguments is a raw type, of which EMF only warns.
    if argument_count == 0 && parameter_count > 0 {
        let message =
            format!("`{name}` has {}, but no type arguments", parameter_count_text(parameter_count));
        let help = "add the type arguments; `?` is any type";
        context.warn(codes::TYPE_ARGUMENTS_MISSING, subject, message, help);
    } else if argument_count != parameter_count {
        let noun = if argument_count == 1 { "argument" } else { "arguments" };
        let message = format!(
            "`{name}` has {}, but {argument_count} type {noun}",
            parameter_count_text(parameter_count)
        );
        let help = "use as many type arguments as type parameters";
        context.report(codes::TYPE_ARGUMENT_COUNT, subject, message, help);
    }
}

/// The number of type parameters, in words.
fn parameter_count_text(count: usize) -> String {
    let noun = if count == 1 { "parameter" } else { "parameters" };
    format!("{count} type {noun}")
}
