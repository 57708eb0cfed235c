//! Reports constraints that a metamodel contains in another language, because they cannot be evaluated.
//!
//! A package lists such languages in an annotation of Ecore (`validationDelegates`). An expression in one of them
//! belongs to an operation that is an invariant, or to a constraint that a class lists. EMF also reports such
//! constraints if the plug-in for the language is missing.

use super::{Context, Rule, Subject};
use crate::diagnostic::codes;
use modelwright_metamodel::ecore::builtin;
use modelwright_metamodel::ecore::{Annotation, ClassId, Classifier, Metamodel, OperationId, annotation};

pub(super) const RULE: Rule = Rule { concerns, start: || Box::new(check) };

/// No slots, because constraints concern complete objects; `None` if the class has no such constraints.
fn concerns(metamodel: &Metamodel, class: ClassId) -> Option<Vec<usize>> {
    (!constraints(metamodel, class).is_empty()).then(Vec::new)
}

/// Reports the constraints of the object's class that cannot be evaluated.
fn check(context: &mut Context<'_>, subject: Subject, _: &[usize]) {
    let class = subject.class(context.model);
    for (name, language) in constraints(context.metamodel, class) {
        let message =
            format!("the constraint `{name}` is written in `{language}`, which cannot be evaluated");
        let help = "check the object with a tool that knows the language, or remove the constraint";
        context.report(codes::NO_EVALUATOR, subject, message, help);
    }
}

/// The names and languages of the constraints of a class and of its chain of first supertypes.
fn constraints(metamodel: &Metamodel, class: ClassId) -> Vec<(String, String)> {
    let mut constraints = Vec::new();
    let mut next_class = Some(class);
    while let Some(class) = next_class {
        let data = &metamodel[class];
        // The constraints of Ecore's own classes are implemented as rules here.
        if metamodel.is_ecore_package(data.package) {
            break;
        }
        let languages = words_of(&metamodel[data.package].annotations, "validationDelegates");
        for operation in data.operations.iter().filter(|operation| is_invariant(metamodel, **operation)) {
            let typed = &metamodel[*operation].typed;
            for language in &languages {
                if annotation(&typed.annotations, language).is_some_and(|a| a.detail("body").is_some()) {
                    constraints.push((typed.name.clone(), language.clone()));
                }
            }
        }
        let names =
            if languages.is_empty() { Vec::new() } else { words_of(&data.annotations, "constraints") };
        for name in names {
            for language in &languages {
                if annotation(&data.annotations, language).is_some_and(|a| a.detail(&name).is_some()) {
                    constraints.push((name.clone(), language.clone()));
                }
            }
        }
        // Like EMF's `EObjectValidator.validate`, this follows only the first supertype.
        next_class = metamodel.supertypes(class).next();
    }
    constraints
}

/// The words in a detail of an annotation of Ecore itself.
fn words_of(annotations: &[Annotation], key: &str) -> Vec<String> {
    let detail = annotation(annotations, builtin::NS_URI).and_then(|a| a.detail(key));
    detail.map_or_else(Vec::new, |text| text.split_whitespace().map(str::to_owned).collect())
}

/// Whether an operation has the signature of an invariant: its parameters are a diagnostic chain and a map, and it
/// returns a Boolean.
fn is_invariant(metamodel: &Metamodel, operation: OperationId) -> bool {
    let data = &metamodel[operation];
    // The name of a classifier of Ecore; no other classifier occurs in the signature.
    let ecore_name = |classifier| match classifier {
        Some(Classifier::DataType(id)) if metamodel.is_ecore_package(metamodel[id].package) => {
            metamodel[id].name.as_str()
        }
        _ => "",
    };
    let parameters: Vec<&str> =
        data.parameters.iter().map(|parameter| ecore_name(parameter.classifier())).collect();
    let returns_boolean = matches!(ecore_name(data.typed.classifier()), "EBoolean" | "EBooleanObject");
    returns_boolean && parameters == ["EDiagnosticChain", "EMap"]
}
