//! Checks that the literals of an enumeration are distinct.

use super::super::{Context, Rule, Subject};
use super::view::{ModelElement, f};
use super::{Naming, groups, report_names};
use crate::diagnostic::codes;
use modelwright_metamodel::ecore::builtin as b;
use rustc_hash::FxHashMap;

pub(in super::super) const RULE: Rule = Rule {
    concerns: |metamodel, class| super::concerns(metamodel, class, b::EENUM),
    start: || Box::new(check),
};

/// Reports literals with the same name, or with the same spelling in documents.
fn check(context: &mut Context<'_>, subject: Subject, _: &[usize]) {
    let (view, enumeration) = (context.view, subject.item());
    let names = groups(view.list(enumeration, f().literals), |l| {
        view.name(l).map(|name| name.replace('_', "").to_uppercase())
    });
    let naming =
        Naming { code: codes::DUPLICATE_LITERAL_NAME, owner: "the enumeration", elements: "literals" };
    for group in names.iter().filter(|group| group.len() > 1) {
        report_names(context, subject, group, &naming);
    }
    let mut spelled: FxHashMap<&str, Vec<ModelElement>> = FxHashMap::default();
    let mut order: Vec<&str> = Vec::new();
    for literal in view.list(enumeration, f().literals) {
        let Some(text) = view.text(literal, f().literal).or_else(|| view.name(literal)) else { continue };
        let group = spelled.entry(text).or_default();
        // Literals with equal names are already reported.
        let same_name =
            |first: ModelElement| view.name(literal) == Some(text) && view.name(first) == Some(text);
        if !group.first().copied().is_some_and(same_name) {
            if group.is_empty() {
                order.push(text);
            }
            group.push(literal);
        }
    }
    for text in order.into_iter().filter(|text| spelled[text].len() > 1) {
        let message = format!("{} literals are spelled `{text}` in documents", spelled[text].len());
        let help = "give each literal a unique spelling";
        context.report_feature(codes::DUPLICATE_LITERAL, (subject, "literal"), message, help);
        // Later literals come first, because they are more likely the mistakes.
        let objects: Vec<_> =
            spelled[text].iter().rev().take(super::MAX_POSITIONS).map(|item| item.id).collect();
        context.point_at(&objects, "another one");
    }
}
