//! Sentences about features in documentation comments: what the fields' types do not show, and what a feature without
//! documentation is.
//!
//! Invariant: a sentence states a fact of the metamodel, and never only repeats a name.

use super::layout::{Printer, name_in_docs};
use super::plan::Plan;
use modelwright_metamodel::ecore::{
    ClassId, Classifier, DataTypeId, Feature, FeatureId, Literal, PackageId, builtin, documentation,
};

/// Writes the comment of a feature: its documentation, and its facts.
pub(super) fn feature_docs(plan: &Plan<'_>, feature: FeatureId, indent: usize, out: &mut Printer) {
    let data = &plan.scope.metamodel[feature];
    let mut facts = facts(plan, data);
    let text = documentation(&data.typed.annotations).filter(|text| !text.trim().is_empty());
    // Every feature has a comment. The facts of a list already include its number of values, if there are any facts.
    if text.is_none() && (facts.is_empty() || !data.many()) {
        facts.insert(0, presence(data).to_owned());
    }
    out.docs_with_facts(indent, text.unwrap_or_default(), &facts.join(" "));
}

/// A sentence about whether a feature must have a value.
fn presence(feature: &Feature) -> &'static str {
    if feature.typed.required() {
        "Required."
    } else if feature.many() {
        "Any number of values."
    } else {
        "Optional."
    }
}

/// The bounds, the default, the identity and the other end of a feature.
fn facts(plan: &Plan<'_>, feature: &Feature) -> Vec<String> {
    let mut facts = Vec::new();
    if feature.many() {
        facts.extend(bounds(feature.typed.lower, feature.typed.upper));
    } else if let Some(value) = default(plan, feature) {
        facts.push(format!("The default is `{value}`."));
    }
    if feature.is_id() {
        facts.push("Identifies the object in its document.".to_owned());
    }
    if let Some(other) = feature.opposite() {
        let label = plan.scope.metamodel.feature_label(other);
        facts.push(format!("The other end is `{}`.", name_in_docs(&label)));
    }
    facts
}

/// A sentence about the number of values; `None` if any number is allowed.
fn bounds(lower: i32, upper: i32) -> Option<String> {
    match (lower, upper) {
        (..=0, ..=-1) => None,
        (lower, ..=-1) => Some(format!("At least {}.", values(lower))),
        (..=0, upper) => Some(format!("At most {}.", values(upper))),
        (lower, upper) if lower == upper => Some(format!("Exactly {}.", values(upper))),
        (lower, upper) => Some(format!("{lower} to {upper} values.")),
    }
}

/// A number of values, in words.
fn values(count: i32) -> String {
    if count == 1 { "1 value".to_owned() } else { format!("{count} values") }
}

/// The greatest number of characters of a default in a comment. Longer ones are cut.
const MAX_DEFAULT_LENGTH: usize = 60;

/// The default value of a feature as in documents; `None` if it is the default of its type.
fn default(plan: &Plan<'_>, feature: &Feature) -> Option<String> {
    let text = match &feature.default {
        Literal::Null | Literal::Bool(false) | Literal::Int(0) => return None,
        Literal::Bool(value) => value.to_string(),
        Literal::Int(value) => value.to_string(),
        Literal::Float(value) => format!("{value:?}"),
        Literal::Double(value) => format!("{value:?}"),
        Literal::Char(0) => return None,
        Literal::Char(code) => format!("character {code}"),
        Literal::Enum(at) => literal(plan, feature, *at)?,
        Literal::String(text) | Literal::Lexical(text) if text.trim().is_empty() => return None,
        Literal::String(text) | Literal::Lexical(text) => text.clone(),
    };
    let mut shown_text: String = text.chars().take(MAX_DEFAULT_LENGTH).collect();
    if shown_text.len() < text.len() {
        shown_text.push('…');
    }
    Some(name_in_docs(&shown_text).into_owned())
}

/// The spelling of a literal of the enumeration that is the type of a feature.
fn literal(plan: &Plan<'_>, feature: &Feature, index: u32) -> Option<String> {
    let Some(Classifier::DataType(id)) = feature.typed.classifier() else { return None };
    let literals = plan.scope.metamodel[id].enum_literals();
    Some(literals.get(index as usize)?.spelling().to_owned())
}

/// The comment of a class without documentation, such as ``A kind of `Item`.`` or ``A class of package `library`.``
pub(super) fn class(plan: &Plan<'_>, id: ClassId) -> String {
    let metamodel = plan.scope.metamodel;
    let supers = metamodel[id].supertypes.iter().filter_map(|ty| match ty.classifier {
        Some(Classifier::Class(id)) if id != builtin::EOBJECT => Some(id),
        _ => None,
    });
    let names: Vec<String> = supers.map(|id| format!("`{}`", name_in_docs(&metamodel[id].name))).collect();
    match names.split_last() {
        None => format!("A class of package `{}`.", package_name(plan, metamodel[id].package)),
        Some((last, [])) => format!("A kind of {last}."),
        Some((last, others)) => format!("A kind of {} and {last}.", others.join(", ")),
    }
}

/// The comment of an enumeration without documentation.
pub(super) fn enumeration(plan: &Plan<'_>, id: DataTypeId) -> String {
    format!("An enumeration of package `{}`.", package_name(plan, plan.scope.metamodel[id].package))
}

/// The name of a package in a comment.
fn package_name(plan: &Plan<'_>, package: PackageId) -> String {
    name_in_docs(&plan.scope.metamodel[package].name).into_owned()
}

#[cfg(test)]
mod tests {
    use super::bounds;

    #[test]
    fn numbers_agree_with_their_nouns() {
        let texts = [(0, -1), (1, -1), (2, -1), (0, 1), (0, 5), (3, 3), (2, 5)];
        let texts = texts.map(|(lower, upper)| bounds(lower, upper).unwrap_or_default());
        let expected = [
            "",
            "At least 1 value.",
            "At least 2 values.",
            "At most 1 value.",
            "At most 5 values.",
            "Exactly 3 values.",
            "2 to 5 values.",
        ];
        assert_eq!(texts, expected);
    }
}
