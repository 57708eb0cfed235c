//! Checks the parameters and the return type of operations.

use super::super::{Context, Rule, Subject};
use super::{classifiers, groups};
use crate::diagnostic::codes;
use modelwright_metamodel::ecore::{builtin, features};

pub(in super::super) const RULE: Rule = Rule {
    concerns: |metamodel, class| super::concerns(metamodel, class, builtin::EOPERATION),
    start: || Box::new(check),
};

/// Reports parameters with the same name, and an upper bound of an operation that returns nothing.
fn check(context: &mut Context<'_>, subject: Subject, _: &[usize]) {
    let (view, operation) = (context.view, subject.item());
    let parameters =
        groups(view.list(operation, features::EOPERATION_PARAMETERS), |p| view.name(p).map(str::to_owned));
    for group in parameters.iter().filter(|group| group.len() > 1) {
        let message = format!("there are {} parameters named `{}`", group.len(), view.label(group[0]));
        context.report(codes::DUPLICATE_PARAMETER, subject, message, "rename or remove all but one");
    }
    classifiers::check_type_parameters(context, subject, features::EOPERATION_TYPE_PARAMETERS);
    let upper = view.int(operation, features::ETYPED_ELEMENT_UPPER_BOUND);
    if upper != 1 && view.generic_type(operation).is_none() {
        let message = format!("the operation returns nothing, so its upper bound must be 1, not {upper}");
        context.report(codes::REPEATED_VOID, subject, message, "specify a return type, or remove the bound");
    }
}
