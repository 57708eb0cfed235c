//! Checks the parameters and the return type of operations.

use super::super::{Context, Rule, Subject};
use super::view::feature_ids;
use super::{classifiers, groups};
use crate::diagnostic::codes;
use modelwright_metamodel::ecore::builtin;

pub(in super::super) const RULE: Rule = Rule {
    concerns: |metamodel, class| super::concerns(metamodel, class, builtin::EOPERATION),
    start: || Box::new(check),
};

/// Reports parameters with the same name, and an upper bound of an operation that returns nothing.
fn check(context: &mut Context<'_>, subject: Subject, _: &[usize]) {
    let (view, operation) = (context.view, subject.item());
    let parameters =
        groups(view.list(operation, feature_ids().parameters), |p| view.name(p).map(str::to_owned));
    for group in parameters.iter().filter(|group| group.len() > 1) {
        let message = format!("there are {} parameters named `{}`", group.len(), view.label(group[0]));
        context.report(codes::DUPLICATE_PARAMETER, subject, message, "rename or remove all but one");
    }
    classifiers::check_type_parameters(context, subject, feature_ids().operation_type_parameters);
    let upper = view.int(operation, feature_ids().upper);
    if upper != 1 && view.generic_type(operation).is_none() {
        let message = format!("the operation returns nothing, so its upper bound must be 1, not {upper}");
        context.report(codes::REPEATED_VOID, subject, message, "specify a return type, or remove the bound");
    }
}
