//! Checks that the operations of a class differ from each other, and from the methods that are generated for its
//! features.
//!
//! Two signatures are equal if their names are equal, and corresponding parameters have the same type or the same Java
//! class, and are both lists or both not.

use super::super::{Context, Rule, Subject};
use super::view::{EcoreView, ModelElement};
use crate::diagnostic::codes;
use modelwright_metamodel::ecore::{GEN_MODEL, builtin, features};
use rustc_hash::FxHashMap;

pub(in super::super) const RULE: Rule = Rule {
    concerns: |metamodel, class| super::concerns(metamodel, class, builtin::ECLASS),
    start: || Box::new(check),
};

/// A parameter of a signature.
#[derive(Debug, Clone, Copy)]
struct Parameter {
    ty: Option<ModelElement>,
    is_list: bool,
}

/// An operation, or a method that is generated for a feature.
struct Signature {
    element: ModelElement,
    name: String,
    parameters: Vec<Parameter>,
}

/// Reports operations of a class that are the same as each other, or as methods that are generated for its features.
fn check(context: &mut Context<'_>, subject: Subject, _: &[usize]) {
    let (view, class) = (context.view, subject.item());
    let operations: Vec<Signature> = view
        .list(class, features::ECLASS_OPERATIONS)
        .filter_map(|operation| signature(view, operation))
        .collect();
    if !operations.is_empty() {
        report_duplicates(context, subject, &operations);
        report_accessors(context, subject, &operations);
    }
}

/// Reports operations with equal signatures.
fn report_duplicates(context: &mut Context<'_>, subject: Subject, operations: &[Signature]) {
    let view = context.view;
    // EMF reports each pair of equal operations. The earlier equal ones are counted, because comparing all pairs would
    // take quadratic time.
    let mut counts: FxHashMap<(&str, Vec<ParameterKey<'_>>), usize> = FxHashMap::default();
    for operation in operations {
        let keys = operation.parameters.iter().map(|parameter| parameter_key(view, *parameter)).collect();
        let earlier_count = counts.entry((&operation.name, keys)).or_default();
        for reported in 0..*earlier_count {
            if context.problems.is_full() {
                context.problems.count_errors(*earlier_count - reported);
                break;
            }
            let message = format!("the class has the operation `{}` twice", signature_text(view, operation));
            let help = "rename one of them, or change its parameters";
            context.report(codes::DUPLICATE_OPERATION, subject, message, help);
        }
        *earlier_count += 1;
    }
}

/// Reports operations that are the same as a method that is generated for a feature of the class.
fn report_accessors(context: &mut Context<'_>, subject: Subject, operations: &[Signature]) {
    let view = context.view;
    let accessors: Vec<Signature> = view
        .list(subject.item(), features::ECLASS_STRUCTURAL_FEATURES)
        .flat_map(|feature| accessors(view, feature))
        .collect();
    // Methods are indexed by name and number of parameters, because a class may have many operations and many features.
    let mut methods: FxHashMap<(&str, usize), Vec<&Signature>> = FxHashMap::default();
    for method in &accessors {
        methods.entry((&method.name, method.parameters.len())).or_default().push(method);
    }
    let is_visible = |operation: &&Signature| !is_hidden(view, operation.element, "suppressedVisibility");
    for operation in operations.iter().filter(is_visible) {
        let candidates = methods.get(&(operation.name.as_str(), operation.parameters.len()));
        let candidates = candidates.into_iter().flatten();
        for method in candidates.filter(|method| has_same_parameters(view, operation, method)) {
            let message = format!(
                "the operation `{}` is the same as a method of generated code for the feature `{}`",
                signature_text(view, operation),
                view.label(method.element)
            );
            let help = "rename the operation or the feature";
            context.report(codes::OPERATION_LIKE_ACCESSOR, subject, message, help);
        }
    }
}

/// A key that is equal for two parameters if and only if they are equal in a signature: the Java class of the type
/// (`Ok`), or else the type itself (`Err`), and whether the parameter is a list.
type ParameterKey<'v> = (Option<Result<&'v str, ModelElement>>, bool);

/// The key of a parameter.
fn parameter_key<'v>(view: &'v EcoreView<'_>, parameter: Parameter) -> ParameterKey<'v> {
    (parameter.ty.map(|ty| view.instance_class(ty).ok_or(ty)), parameter.is_list)
}

/// The signature of an operation; `None` if it has no name.
fn signature(view: &EcoreView<'_>, operation: ModelElement) -> Option<Signature> {
    let parameters = view
        .list(operation, features::EOPERATION_PARAMETERS)
        .map(|parameter| Parameter { ty: view.ty(parameter), is_list: view.is_many(parameter) })
        .collect();
    Some(Signature { element: operation, name: view.name(operation)?.to_owned(), parameters })
}

/// A signature as a text for messages, such as `name(EString, EInt)`.
fn signature_text(view: &EcoreView<'_>, operation: &Signature) -> String {
    let types: Vec<String> = operation
        .parameters
        .iter()
        .map(|parameter| parameter.ty.map_or_else(|| "?".to_owned(), |ty| view.label(ty)))
        .collect();
    format!("{}({})", operation.name, types.join(", "))
}

/// Whether the parameters of two signatures of the same length are equal.
fn has_same_parameters(view: &EcoreView<'_>, one: &Signature, other: &Signature) -> bool {
    one.parameters
        .iter()
        .zip(&other.parameters)
        .all(|(a, b)| parameter_key(view, *a) == parameter_key(view, *b))
}

/// Whether the detail `key` of an annotation suppresses the generation of a method of an operation or a feature.
fn is_hidden(view: &EcoreView<'_>, element: ModelElement, key: &str) -> bool {
    view.detail(element, GEN_MODEL, key) == Some("true")
}

/// The methods that are generated for a feature.
fn accessors(view: &EcoreView<'_>, feature: ModelElement) -> Vec<Signature> {
    let (Some(name), Some(ty)) = (view.name(feature).filter(|name| !name.is_empty()), view.ty(feature))
    else {
        return Vec::new();
    };
    let mut letters = name.chars();
    let first_letter: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    let capitalized_name = first_letter + letters.as_str();
    let is_many = view.is_many(feature);
    let mut methods = Vec::new();
    let mut add_method = |kind: &str, prefix: &str, parameters: Vec<Parameter>| {
        if !is_hidden(view, feature, &format!("suppressed{kind}Visibility")) {
            let name = format!("{prefix}{capitalized_name}");
            // Every Java object already has the method `getClass`.
            let name = if name == "getClass" { "getClass_".to_owned() } else { name };
            methods.push(Signature { element: feature, name, parameters });
        }
    };
    // By the convention of Java Beans, only the getter of a primitive `boolean` starts with `is`.
    let is_boolean = !is_many && view.instance_class(ty) == Some("boolean");
    add_method("Get", if is_boolean { "is" } else { "get" }, Vec::new());
    if !is_many && view.flag(feature, features::ESTRUCTURAL_FEATURE_CHANGEABLE) {
        add_method("Set", "set", vec![Parameter { ty: Some(ty), is_list: false }]);
    }
    if view.flag(feature, features::ESTRUCTURAL_FEATURE_UNSETTABLE) {
        add_method("IsSet", "isSet", Vec::new());
        add_method("Unset", "unset", Vec::new());
    }
    methods
}
