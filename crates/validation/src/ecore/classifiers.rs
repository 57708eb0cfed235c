//! Checks the instance type names and the type parameters of classifiers.

use super::super::{Context, Rule, Subject};
use super::{groups, java};
use crate::diagnostic::codes;
use modelwright_metamodel::ecore::{FeatureId, builtin, features};

pub(in super::super) const RULE: Rule = Rule {
    concerns: |metamodel, class| super::concerns(metamodel, class, builtin::ECLASSIFIER),
    start: || Box::new(check),
};

/// The help for an invalid Java type.
const INSTANCE_TYPE_HELP: &str =
    "spell it as Java does, such as `java.util.List<? extends java.lang.String>`";

/// Reports invalid instance type names, and problems of type parameters.
fn check(context: &mut Context<'_>, subject: Subject, _: &[usize]) {
    let (view, classifier) = (context.view, subject.item());
    match view.instance_type(classifier) {
        // Only a data type needs a Java type: the values of an enumeration are its literals, and those of a class are
        // objects.
        None if view.class(classifier) == builtin::EDATA_TYPE => {
            let message = "the data type does not specify the Java type of its values";
            context.report(codes::BAD_INSTANCE_TYPE, subject, message, "specify an `instanceTypeName`");
        }
        None => {}
        Some(name) => {
            let problems = java::type_problems(name);
            for problem in &problems {
                let message = format!("the Java type `{name}` is not well-formed: {problem}");
                context.report(codes::BAD_INSTANCE_TYPE, subject, message, INSTANCE_TYPE_HELP);
            }
            let has_parameters =
                view.list(classifier, features::ECLASSIFIER_TYPE_PARAMETERS).next().is_some();
            if problems.is_empty() && name.contains('<') && has_parameters {
                let message = format!(
                    "the Java type `{name}` has type arguments, though the classifier has type parameters"
                );
                let help = "remove either the arguments or the parameters";
                context.report(codes::BAD_INSTANCE_TYPE, subject, message, help);
            }
        }
    }
    check_type_parameters(context, subject, features::ECLASSIFIER_TYPE_PARAMETERS);
}

/// Reports type parameters with the same name. `feature` is the list of type parameters of the subject.
pub(super) fn check_type_parameters(context: &mut Context<'_>, subject: Subject, feature: FeatureId) {
    let view = context.view;
    let parameters = groups(view.list(subject.item(), feature), |p| view.name(p).map(str::to_owned));
    for group in parameters.iter().filter(|group| group.len() > 1) {
        let message = format!("there are {} type parameters named `{}`", group.len(), view.label(group[0]));
        context.report(codes::DUPLICATE_TYPE_PARAMETER, subject, message, "rename or remove all but one");
    }
}
