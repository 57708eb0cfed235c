//! Checks the parameters and the return type of operations.

use super::super::{Context, Rule, Subject};
use super::view::f;
use super::{classifiers, groups};
use crate::diagnostic::codes;
use modelwright_metamodel::ecore::builtin as b;

pub(in super::super) const RULE: Rule = Rule {
    concerns: |metamodel, class| super::concerns(metamodel, class, b::EOPERATION),
    start: || Box::new(check),
};

fn check(context: &mut Context<'_>, subject: Subject, _: &[usize]) {
    let (view, operation) = (context.view, subject.item());
    let parameters = groups(view.list(operation, f().parameters), |p| view.name(p).map(str::to_owned));
    for group in parameters.iter().filter(|group| group.len() > 1) {
        let message = format!("there are {} parameters named `{}`", group.len(), view.label(group[0]));
        context.report(codes::DUPLICATE_PARAMETER, subject, message, "rename or remove all but one");
    }
    classifiers::type_parameters(context, subject, f().operation_type_parameters);
    let upper = view.int(operation, f().upper);
    if upper != 1 && view.generic_type(operation).is_none() {
        let message = format!("the operation returns nothing, so its upper bound must be 1, not {upper}");
        context.report(codes::REPEATED_VOID, subject, message, "specify a return type, or remove the bound");
    }
}
