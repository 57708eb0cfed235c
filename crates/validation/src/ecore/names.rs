//! Checks that every name is an identifier of Java.

use super::super::{Context, Rule, Subject};
use super::java;
use crate::diagnostic::codes;
use modelwright_metamodel::ecore::builtin;

pub(in super::super) const RULE: Rule = Rule {
    concerns: |metamodel, class| super::concerns(metamodel, class, builtin::ENAMED_ELEMENT),
    start: || Box::new(check),
};

/// Reports an element without a name, or with a name that is not an identifier.
fn check(context: &mut Context<'_>, subject: Subject, _: &[usize]) {
    let name = context.view.name(subject.item());
    if name.is_some_and(java::is_identifier) {
        return;
    }
    let message = match name {
        None | Some("") => "the element has no name".to_owned(),
        Some(name) => format!("the name `{name}` is not an identifier"),
    };
    let help = "start the name with a letter or `_`, followed by letters, digits and `_`";
    context.report(codes::BAD_NAME, subject, message, help);
}
