//! The complete content of packages, as text: two metamodels are equal if their texts are.

use modelwright_metamodel::ecore::{
    Annotation, Classifier, Element, Feature, FeatureKind, Metamodel, OperationId, PackageId,
    TypeParameterId, TypeUse, TypedElement,
};
use std::fmt::Write as _;

/// The complete content of packages, element by element, with names in place of ids.
pub(crate) fn describe(metamodel: &Metamodel, packages: &[PackageId]) -> String {
    let mut out = String::new();
    let mut open: Vec<(PackageId, usize)> = packages.iter().rev().map(|id| (*id, 0)).collect();
    while let Some((id, depth)) = open.pop() {
        let package = &metamodel[id];
        let _ =
            writeln!(out, "package {depth} {:?} {:?} {:?}", package.name, package.ns_uri, package.ns_prefix);
        annotations(metamodel, &package.annotations, 1, &mut out);
        for classifier in &package.classifiers {
            describe_classifier(metamodel, *classifier, &mut out);
        }
        open.extend(package.subpackages.iter().rev().map(|id| (*id, depth + 1)));
    }
    out
}

fn describe_classifier(metamodel: &Metamodel, classifier: Classifier, out: &mut String) {
    match classifier {
        Classifier::DataType(id) => {
            let d = &metamodel[id];
            let _ = writeln!(out, "  data {:?} {} {:?} {:?}", d.name, d.serializable, d.instance, d.kind);
            type_parameters(metamodel, &d.type_parameters, out);
            annotations(metamodel, &d.annotations, 2, out);
            for l in d.literals.iter().flatten() {
                let _ = writeln!(out, "    literal {:?} {} {:?}", l.name, l.value, l.literal);
                annotations(metamodel, &l.annotations, 3, out);
            }
        }
        Classifier::Class(id) => {
            let c = &metamodel[id];
            let supertypes: Vec<_> = c.supertypes.iter().map(|ty| type_use(metamodel, ty)).collect();
            let _ = writeln!(
                out,
                "  class {:?} {} {} {:?} {supertypes:?}",
                c.name, c.is_abstract, c.is_interface, c.instance
            );
            type_parameters(metamodel, &c.type_parameters, out);
            annotations(metamodel, &c.annotations, 2, out);
            for feature in &c.features {
                describe_feature(metamodel, &metamodel[*feature], out);
            }
            for operation in &c.operations {
                let o = &metamodel[*operation];
                let exceptions: Vec<_> = o.exceptions.iter().map(|ty| type_use(metamodel, ty)).collect();
                typed(metamodel, "operation", &o.typed, &format!("{exceptions:?}"), out);
                type_parameters(metamodel, &o.type_parameters, out);
                for parameter in &o.parameters {
                    typed(metamodel, "  parameter", parameter, "", out);
                }
            }
        }
    }
}

fn describe_feature(metamodel: &Metamodel, feature: &Feature, out: &mut String) {
    let kind = match &feature.kind {
        FeatureKind::Attribute { id } => format!("attribute id {id}"),
        FeatureKind::Reference { containment, resolve_proxies, opposite, keys } => {
            let opposite = opposite.map(|id| metamodel.feature_label(id));
            let keys: Vec<_> = keys.iter().map(|id| metamodel.feature_label(*id)).collect();
            format!("reference {containment} {resolve_proxies} {opposite:?} {keys:?}")
        }
    };
    let rest = format!(
        "changeable {} volatile {} transient {} unsettable {} derived {} default {:?} {kind}",
        feature.changeable,
        feature.volatile,
        feature.transient,
        feature.unsettable,
        feature.derived,
        feature.default_literal,
    );
    typed(metamodel, "feature", &feature.typed, &rest, out);
}

fn typed(metamodel: &Metamodel, what: &str, typed: &TypedElement, rest: &str, out: &mut String) {
    let ty = typed.ty.as_ref().map(|ty| type_use(metamodel, ty));
    let _ = writeln!(
        out,
        "    {what} {:?} {ty:?} {}..{} ordered {} unique {} {rest}",
        typed.name, typed.lower, typed.upper, typed.ordered, typed.unique
    );
    annotations(metamodel, &typed.annotations, 3, out);
}

fn type_parameters(metamodel: &Metamodel, ids: &[TypeParameterId], out: &mut String) {
    for id in ids {
        let bounds: Vec<_> = metamodel[*id].bounds.iter().map(|ty| type_use(metamodel, ty)).collect();
        let _ = writeln!(out, "    type parameter {:?} {bounds:?}", metamodel[*id].name);
        annotations(metamodel, &metamodel[*id].annotations, 3, out);
    }
}

fn type_use(metamodel: &Metamodel, ty: &TypeUse) -> String {
    let mut out = match (ty.classifier, ty.parameter) {
        (Some(classifier), _) => metamodel.qualified_name(classifier),
        (None, Some(parameter)) => format!("${}", metamodel[parameter].name),
        (None, None) => "?".to_owned(),
    };
    for (word, bound) in [("extends", &ty.upper), ("super", &ty.lower)] {
        if let Some(bound) = bound {
            let _ = write!(out, " {word} ({})", type_use(metamodel, bound));
        }
    }
    if !ty.arguments.is_empty() {
        let arguments: Vec<_> = ty.arguments.iter().map(|ty| type_use(metamodel, ty)).collect();
        let _ = write!(out, "<{}>", arguments.join(", "));
    }
    out
}

fn annotations(metamodel: &Metamodel, list: &[Annotation], depth: usize, out: &mut String) {
    for annotation in list {
        let references: Vec<_> = annotation.references.iter().map(|e| element(metamodel, *e)).collect();
        let indent = "  ".repeat(depth);
        let _ = writeln!(out, "{indent}@{:?} {:?} {references:?}", annotation.source, annotation.details);
        annotations(metamodel, &annotation.annotations, depth + 1, out);
    }
}

fn element(metamodel: &Metamodel, element: Element) -> String {
    match element {
        Element::Package(id) => format!("package {}", metamodel[id].name),
        Element::Class(id) => metamodel.qualified_name(Classifier::Class(id)),
        Element::DataType(id) => metamodel.qualified_name(Classifier::DataType(id)),
        Element::EnumLiteral(id, at) => format!("{}[{at}]", metamodel[id].name),
        Element::Feature(id) => metamodel.feature_label(id),
        Element::Operation(id) => {
            let owner = metamodel.classes().find(|(_, c)| c.operations.contains(&id)).expect("an owner").1;
            let at = owner.operations.iter().position(|o| *o == id);
            format!("{}.{}() {at:?}", owner.name, metamodel[id].typed.name)
        }
        Element::Parameter(id, at) => format!("{}({at})", element_name(metamodel, id)),
        Element::TypeParameter(id) => format!("<{}>", metamodel[id].name),
    }
}

fn element_name(metamodel: &Metamodel, id: OperationId) -> String {
    element(metamodel, Element::Operation(id))
}
