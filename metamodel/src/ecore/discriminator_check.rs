//! Checks the annotations that declare discriminators.
//!
//! Invariant: in a metamodel without these problems, a class has no feature with the name of its discriminator, and the
//! texts under a discriminator differ.

use super::Metamodel;
use super::annotations::{
    Annotation, DISCRIMINATOR as KEY, DISCRIMINATOR_VALUE as VALUE, DOCUMENTS, annotation,
};
use super::check::Problem;
use super::elements::{Class, ClassId, Element};
use crate::diagnostic::{codes, nearest};
use rustc_hash::FxHashMap;

/// Reports annotations that do not declare a usable discriminator.
pub(super) fn check(metamodel: &Metamodel, problems: &mut Vec<Problem>) {
    // The class that each text names, by the class that declares the discriminator, and the text.
    let mut class_by_text: FxHashMap<(ClassId, &str), ClassId> = FxHashMap::default();
    // Classes without a discriminator are visited as well, because their annotations may have details without a
    // meaning.
    for (id, class) in metamodel.classes() {
        if let Some(annotation) = annotation(&class.annotations, DOCUMENTS) {
            check_details(metamodel, (id, class), annotation, problems);
        }
        let (Some(declaring), Some(key)) =
            (metamodel.table(id).discriminated_by, metamodel.discriminator(id))
        else {
            continue;
        };
        check_feature_name(metamodel, (id, class), (declaring, key), problems);
        if class.is_abstract || class.is_interface {
            continue;
        }
        let value = metamodel.discriminator_value(id);
        if let Some(previous) = class_by_text.insert((declaring, value), id) {
            let names = [previous, id].map(|class| &metamodel[class].name);
            let message = format!("\"{key}\": \"{value}\" names two classes, {} and {}", names[0], names[1]);
            let help = format!("declare another `{VALUE}` for one of them");
            problems.push(problem(id, message).related([Element::Class(previous)]).help(help));
        }
    }
}

/// A problem of a class.
fn problem(class: ClassId, message: String) -> Problem {
    Problem::new(codes::BAD_DISCRIMINATOR, Element::Class(class), message)
}

/// Reports details without a meaning.
fn check_details(
    metamodel: &Metamodel,
    (id, class): (ClassId, &Class),
    annotation: &Annotation,
    problems: &mut Vec<Problem>,
) {
    let name = &class.name;
    for (key, value) in &annotation.details {
        let (key, value) = (key.as_deref().unwrap_or_default(), value.as_deref().unwrap_or_default());
        let problem_of_detail = match key {
            // Keys that begin with `$` belong to the format.
            KEY if value.is_empty() || value.starts_with('$') => problem(
                id,
                format!(
                    "the discriminator of {name} must be a key that does not begin with `$`, found `{value}`"
                ),
            )
            .help("declare another key"),
            VALUE if metamodel.table(id).discriminated_by.is_none() => problem(
                id,
                format!("{name} has a `{VALUE}`, but neither {name} nor a superclass has a `{KEY}`"),
            )
            .help(format!("declare `{KEY}` in the same annotation of the class that all others extend")),
            KEY | VALUE => continue,
            _ => {
                let suggestion = nearest(key, [KEY, VALUE]);
                let help = suggestion.map_or_else(
                    || format!("the details are `{KEY}` and `{VALUE}`"),
                    |suggestion| format!("did you mean `{suggestion}`?"),
                );
                problem(id, format!("the annotation `{DOCUMENTS}` of {name} has an unknown detail `{key}`"))
                    .help(help)
            }
        };
        problems.push(problem_of_detail);
    }
}

/// Reports a class that has a feature with the name of its discriminator, unless a superclass has the same feature and
/// discriminator.
fn check_feature_name(
    metamodel: &Metamodel,
    (id, class): (ClassId, &Class),
    (declaring, key): (ClassId, &str),
    problems: &mut Vec<Problem>,
) {
    let Some(feature) = metamodel.table(id).feature_named(key) else { return };
    let is_inherited = metamodel.supertypes(id).any(|parent| {
        metamodel.table(parent).discriminated_by == Some(declaring)
            && metamodel.table(parent).slot(feature).is_some()
    });
    if !is_inherited {
        let label = metamodel.feature_label(feature);
        let message = format!("the discriminator `{key}` of {} is also the feature {label}", class.name);
        let help = "remove the feature, whose value follows from the class, or declare another key";
        problems.push(problem(id, message).related([Element::Feature(feature)]).help(help));
    }
}
