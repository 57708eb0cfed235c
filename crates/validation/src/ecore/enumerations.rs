//! Checks that the literals of an enumeration are distinct.

use super::super::{Context, Rule, Subject};
use super::view::ModelElement;
use super::{Naming, groups, report_names};
use crate::diagnostic::codes;
use modelwright_metamodel::ecore::{builtin, features};
use rustc_hash::FxHashMap;

pub(in super::super) const RULE: Rule = Rule {
    concerns: |metamodel, class| super::concerns(metamodel, class, builtin::EENUM),
    start: || Box::new(check),
};

/// Reports literals with the same name, or with the same spelling in documents.
fn check(context: &mut Context<'_>, subject: Subject, _: &[usize]) {
    let (view, enumeration) = (context.view, subject.item());
    let names = groups(view.list(enumeration, features::EENUM_LITERALS), |l| {
        view.name(l).map(|name| name.replace('_', "").to_uppercase())
    });
    let naming =
        Naming { code: codes::DUPLICATE_LITERAL_NAME, owner: "the enumeration", elements: "literals" };
    for group in names.iter().filter(|group| group.len() > 1) {
        report_names(context, subject, group, &naming);
    }
    let mut by_spelling: FxHashMap<&str, Vec<ModelElement>> = FxHashMap::default();
    let mut spellings: Vec<&str> = Vec::new();
    for literal in view.list(enumeration, features::EENUM_LITERALS) {
        let Some(text) = view.text(literal, features::EENUM_LITERAL_LITERAL).or_else(|| view.name(literal))
        else {
            continue;
        };
        let group = by_spelling.entry(text).or_default();
        // Literals whose names are equal to their spelling are already reported as literals with the same name.
        let has_same_name =
            |first: ModelElement| view.name(literal) == Some(text) && view.name(first) == Some(text);
        if !group.first().copied().is_some_and(has_same_name) {
            if group.is_empty() {
                spellings.push(text);
            }
            group.push(literal);
        }
    }
    for text in spellings.into_iter().filter(|text| by_spelling[text].len() > 1) {
        let message = format!("{} literals are spelled `{text}` in documents", by_spelling[text].len());
        let help = "give each literal a unique spelling";
        context.report_feature(codes::DUPLICATE_LITERAL, (subject, "literal"), message, help);
        // The positions of later literals come first, because these are more likely the mistakes.
        let objects: Vec<_> =
            by_spelling[text].iter().rev().take(super::MAX_POSITIONS).map(|item| item.id).collect();
        context.set_positions(&objects, "another one");
    }
}
