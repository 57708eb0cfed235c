//! Checks that the source of every annotation is a well-formed URI.

use super::super::{Context, Rule, Subject};
use super::uris;
use crate::diagnostic::codes;
use modelwright_metamodel::ecore::{builtin, features};

pub(in super::super) const RULE: Rule = Rule {
    concerns: |metamodel, class| super::concerns(metamodel, class, builtin::EANNOTATION),
    start: || Box::new(check),
};

/// Reports an annotation whose source is not a well-formed URI.
fn check(context: &mut Context<'_>, subject: Subject, _: &[usize]) {
    let Some(source) = context.view.text(subject.item(), features::EANNOTATION_SOURCE) else { return };
    if let Err(reason) = uris::check(source) {
        let message = format!("the annotation's source `{source}` is not a well-formed URI: {reason}");
        context.report(codes::BAD_SOURCE_URI, subject, message, uris::HELP);
    }
}
