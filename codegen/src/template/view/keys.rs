//! The keys of each kind of element, and their values.
//!
//! Templates rely on the tables: a key is never removed, and its meaning never changes.

use super::{self as view, Key, element_value, element_values};
use crate::template::model::{
    TemplateModel, attributes_among, classes, enumerations, other_data_types, references_among,
};
use minijinja::value::Value;
use modelwright_metamodel::ecore::{
    Annotation, Classifier, DataKind, EXTENDED_META_DATA, Element, Feature, FeatureKind, InstanceName, LOGIC,
    Metamodel, PackageId, TypeParameterId, TypeUse, TypedElement, annotation,
};
use std::fmt::Write as _;
use std::sync::Arc;

/// The kind of an element in messages, and its keys.
pub(super) fn describe(model: &TemplateModel, element: Element) -> (&'static str, &'static [&'static [Key]]) {
    match element {
        Element::Package(_) => ("a package", &[COMMON, PACKAGE]),
        Element::Class(_) => ("a class", &[COMMON, CLASSIFIER, CLASS]),
        Element::DataType(id) if model.metamodel[id].literals.is_some() => {
            ("an enumeration", &[COMMON, CLASSIFIER, DATA_TYPE, ENUMERATION])
        }
        Element::DataType(_) => ("a data type", &[COMMON, CLASSIFIER, DATA_TYPE]),
        Element::EnumLiteral(..) => ("a literal", &[COMMON, LITERAL]),
        Element::Feature(_) => ("a feature", &[COMMON, TYPED, FEATURE]),
        Element::Operation(_) => ("an operation", &[COMMON, TYPED, OPERATION]),
        Element::Parameter(..) => ("a parameter", &[COMMON, TYPED, PARAMETER]),
        Element::TypeParameter(_) => ("a type parameter", &[COMMON]),
    }
}

/// The name of an element; empty if it has none.
pub(super) fn name(model: &TemplateModel, element: Element) -> &str {
    let metamodel = &model.metamodel;
    match element {
        Element::Package(id) => &metamodel[id].name,
        Element::Class(id) => &metamodel[id].name,
        Element::DataType(id) => &metamodel[id].name,
        Element::EnumLiteral(id, at) => &metamodel[id].enum_literals()[at].name,
        Element::TypeParameter(id) => &metamodel[id].name,
        Element::Feature(_) | Element::Operation(_) | Element::Parameter(..) => {
            typed_element(metamodel, element).map_or("", |typed| &typed.name)
        }
    }
}

/// The annotations of an element.
pub(crate) fn annotations(metamodel: &Metamodel, element: Element) -> &[Annotation] {
    match element {
        Element::Package(id) => &metamodel[id].annotations,
        Element::Class(id) => &metamodel[id].annotations,
        Element::DataType(id) => &metamodel[id].annotations,
        Element::EnumLiteral(id, at) => &metamodel[id].enum_literals()[at].annotations,
        Element::TypeParameter(id) => &metamodel[id].annotations,
        Element::Feature(_) | Element::Operation(_) | Element::Parameter(..) => {
            typed_element(metamodel, element).map_or(&[], |typed| &typed.annotations)
        }
    }
}

/// What features, operations and parameters have in common; `None` for other elements.
fn typed_element(metamodel: &Metamodel, element: Element) -> Option<&TypedElement> {
    match element {
        Element::Feature(id) => Some(&metamodel[id].typed),
        Element::Operation(id) => Some(&metamodel[id].typed),
        Element::Parameter(id, at) => metamodel[id].parameters.get(at),
        _ => None,
    }
}

/// The keys of every element.
const COMMON: &[Key] = &[
    ("kind", |model, element| kind(&model.metamodel, element).into()),
    ("name", |model, element| name(model, element).into()),
    ("doc", |model, element| view::doc(annotations(&model.metamodel, element))),
    ("annotations", |model, element| view::annotations(annotations(&model.metamodel, element))),
    ("logic", |model, element| logic(annotations(&model.metamodel, element))),
];

/// The kind of an element, as templates see it.
fn kind(metamodel: &Metamodel, element: Element) -> &'static str {
    match element {
        Element::Package(_) => "package",
        Element::Class(_) => "class",
        Element::DataType(id) if metamodel[id].literals.is_some() => "enum",
        Element::DataType(_) => "datatype",
        Element::EnumLiteral(..) => "literal",
        Element::Feature(id) if metamodel[id].is_reference() => "reference",
        Element::Feature(_) => "attribute",
        Element::Operation(_) => "operation",
        Element::Parameter(..) => "parameter",
        Element::TypeParameter(_) => "type_parameter",
    }
}

/// The logic that annotations contain, in their order.
fn logic(annotations: &[Annotation]) -> Value {
    let logic_annotations =
        annotations.iter().filter(|annotation| annotation.source.as_deref() == Some(LOGIC));
    let entries = logic_annotations.flat_map(|annotation| {
        let title = annotation.detail("title");
        let details = annotation.details.iter().filter_map(|(key, text)| key.as_deref().zip(text.as_deref()));
        details
            // A title is not logic itself, but the name of the invariant in the same annotation.
            .filter(|(word, _)| *word != "title")
            .map(move |(word, text)| view::logic(word, title.filter(|_| word == "invariant"), text))
    });
    entries.collect::<Vec<_>>().into()
}

/// Declares tables of keys: for each key an expression, which is evaluated for elements that match the pattern.
macro_rules! keys {
    ($($(#[$doc:meta])* $name:ident($model:ident, $pattern:pat) { $($key:literal => $value:expr,)* })+) => {
        $($(#[$doc])*
        const $name: &[Key] = &[$(($key, |$model, element| match element {
            #[allow(unused_variables)]
            $pattern => Value::from($value),
            _ => Value::from(()),
        }),)*];)+
    };
}

keys! {
    /// The keys of packages.
    PACKAGE(model, Element::Package(id)) {
        "qualified_name" => path(&model.metamodel, id),
        "uri" => model.metamodel[id].ns_uri.as_deref(),
        "prefix" => model.metamodel[id].ns_prefix.as_deref(),
        "parent" => model.metamodel[id].parent.map(|parent| element_value(model, Element::Package(parent))),
        "packages" => element_values(model, model.metamodel[id].subpackages.iter().map(|id| Element::Package(*id))),
        "classifiers" => element_values(model, model.metamodel[id].classifiers.iter().copied()),
        "classes" => element_values(model, classes(&model.metamodel[id].classifiers).map(Element::Class)),
        "enums" => element_values(model, enumerations(&model.metamodel, &model.metamodel[id].classifiers)),
        "datatypes" => element_values(model, other_data_types(&model.metamodel, &model.metamodel[id].classifiers)),
    }

    /// The keys of classes.
    CLASS(model, Element::Class(id)) {
        "abstract" => model.metamodel[id].is_abstract,
        "interface" => model.metamodel[id].is_interface,
        "supertypes" => element_values(model, model.metamodel.supertypes(id).map(Element::Class)),
        "supertype_texts" => model.metamodel[id].supertypes.iter().map(|ty| type_use_text(&model.metamodel, ty)).collect::<Vec<_>>(),
        "all_supertypes" => element_values(model, model.all_supertypes(id).into_iter().map(Element::Class)),
        "subclasses" => element_values(model, model.subclasses(id).iter().map(|id| Element::Class(*id))),
        "all_subclasses" => element_values(model, model.all_subclasses(id).into_iter().map(Element::Class)),
        "features" => element_values(model, model.metamodel[id].features.iter().map(|id| Element::Feature(*id))),
        "all_features" => element_values(model, model.metamodel.table(id).all_features().iter().map(|id| Element::Feature(*id))),
        "attributes" => element_values(model, attributes_among(&model.metamodel, &model.metamodel[id].features)),
        "all_attributes" => element_values(model, attributes_among(&model.metamodel, model.metamodel.table(id).all_features())),
        "references" => element_values(model, references_among(&model.metamodel, &model.metamodel[id].features)),
        "all_references" => element_values(model, references_among(&model.metamodel, model.metamodel.table(id).all_features())),
        "id_attribute" => model.metamodel.table(id).id_attribute().map(|id| element_value(model, Element::Feature(id))),
        "operations" => element_values(model, model.metamodel[id].operations.iter().map(|id| Element::Operation(*id))),
        "all_operations" => element_values(model, model.all_operations(id).into_iter().map(Element::Operation)),
    }

    /// The keys of data types and enumerations.
    DATA_TYPE(model, Element::DataType(id)) {
        "base" => base(model.metamodel[id].kind).0,
        "bits" => base(model.metamodel[id].kind).1,
        "serializable" => model.metamodel[id].serializable,
        "facets" => facets(&model.metamodel[id].annotations),
    }

    /// The keys of enumerations.
    ENUMERATION(model, Element::DataType(id)) {
        "literals" => element_values(model, (0..model.metamodel[id].enum_literals().len()).map(|at| Element::EnumLiteral(id, at))),
    }

    /// The keys of literals.
    LITERAL(model, Element::EnumLiteral(id, at)) {
        "value" => model.metamodel[id].enum_literals()[at].value,
        "literal" => model.metamodel[id].enum_literals()[at].spelling(),
        "enum" => element_value(model, Element::DataType(id)),
    }

    /// The keys of attributes and references.
    FEATURE(model, Element::Feature(id)) {
        "class" => element_value(model, Element::Class(model.metamodel[id].owner)),
        "default" => model.metamodel[id].default_literal.as_deref(),
        "id" => model.metamodel[id].is_id(),
        "containment" => model.metamodel[id].is_containment(),
        "container" => model.metamodel.is_container(id),
        "opposite" => model.metamodel[id].opposite().map(|id| element_value(model, Element::Feature(id))),
        "keys" => element_values(model, model.metamodel[id].keys().iter().map(|id| Element::Feature(*id))),
        "resolve_proxies" => resolves(&model.metamodel[id]),
        "changeable" => model.metamodel[id].changeable,
        "volatile" => model.metamodel[id].volatile,
        "transient" => model.metamodel[id].transient,
        "unsettable" => model.metamodel[id].unsettable,
        "derived" => model.metamodel[id].derived,
    }

    /// The keys of operations.
    OPERATION(model, Element::Operation(id)) {
        "class" => model.owner(id).map(|class| element_value(model, Element::Class(class))),
        "parameters" => element_values(model, (0..model.metamodel[id].parameters.len()).map(|at| Element::Parameter(id, at))),
        "exceptions" => model.metamodel[id].exceptions.iter().map(|ty| type_use_text(&model.metamodel, ty)).collect::<Vec<_>>(),
        "type_parameters" => type_parameters(&model.metamodel, &model.metamodel[id].type_parameters),
    }

    /// The keys of parameters.
    PARAMETER(model, Element::Parameter(id, _)) {
        "operation" => element_value(model, Element::Operation(id)),
    }
}

/// The keys of classes, enumerations and data types.
const CLASSIFIER: &[Key] = &[
    ("qualified_name", |model, element| {
        classifier(element).map(|classifier| model.metamodel.qualified_name(classifier)).into()
    }),
    ("package", |model, element| {
        let package = classifier(element).map(|classifier| model.metamodel.package_of(classifier));
        package.map(|id| element_value(model, Element::Package(id))).into()
    }),
    ("instance_class", |model, element| match instance_name(&model.metamodel, element) {
        InstanceName::None => Value::from(()),
        InstanceName::Class(name) | InstanceName::Type(name) => name.into(),
    }),
    ("type_parameters", |model, element| match element {
        Element::Class(id) => type_parameters(&model.metamodel, &model.metamodel[id].type_parameters),
        Element::DataType(id) => type_parameters(&model.metamodel, &model.metamodel[id].type_parameters),
        _ => Value::from(()),
    }),
];

/// The keys of features, operations and parameters.
const TYPED: &[Key] = &[
    ("type", |model, element| ty(model, element).map(|classifier| element_value(model, classifier)).into()),
    ("type_text", |model, element| of_typed(model, element, |typed| type_text(&model.metamodel, typed))),
    ("lower", |model, element| of_typed(model, element, |typed| typed.lower)),
    ("upper", |model, element| of_typed(model, element, |typed| typed.upper)),
    ("many", |model, element| of_typed(model, element, TypedElement::many)),
    ("required", |model, element| of_typed(model, element, TypedElement::required)),
    ("multiplicity", |model, element| of_typed(model, element, multiplicity)),
    ("ordered", |model, element| of_typed(model, element, |typed| typed.ordered)),
    ("unique", |model, element| of_typed(model, element, |typed| typed.unique)),
];

/// A value of a feature, an operation or a parameter; `none` for other elements.
fn of_typed<V: Into<Value>>(
    model: &Arc<TemplateModel>,
    element: Element,
    value_of: impl Fn(&TypedElement) -> V,
) -> Value {
    typed_element(&model.metamodel, element).map(value_of).into()
}

/// An element as a classifier; `None` if it is something else.
fn classifier(element: Element) -> Option<Classifier> {
    match element {
        Element::Class(id) => Some(Classifier::Class(id)),
        Element::DataType(id) => Some(Classifier::DataType(id)),
        _ => None,
    }
}

/// The name of the Java class of a classifier.
fn instance_name(metamodel: &Metamodel, element: Element) -> &InstanceName {
    match element {
        Element::Class(id) => &metamodel[id].instance,
        Element::DataType(id) => &metamodel[id].instance,
        _ => &InstanceName::None,
    }
}

/// The classifier of an element's type; for a feature typed by a type parameter, the classifier of the parameter's
/// bound.
fn ty(model: &TemplateModel, element: Element) -> Option<Classifier> {
    let metamodel = &model.metamodel;
    match element {
        Element::Feature(id) if metamodel.is_typeless(id) => None,
        Element::Feature(id) if metamodel[id].is_reference() => Some(Classifier::Class(metamodel.target(id))),
        Element::Feature(id) => Some(Classifier::DataType(metamodel.data_type(id))),
        _ => typed_element(metamodel, element)?.classifier(),
    }
}

/// Whether a feature is a reference that resolves proxies.
fn resolves(feature: &Feature) -> bool {
    matches!(feature.kind, FeatureKind::Reference { resolve_proxies: true, .. })
}

/// The names of a package and those around it, with dots between them.
fn path(metamodel: &Metamodel, package: PackageId) -> String {
    let mut parts: Vec<&str> = Vec::new();
    let mut next_package = Some(package);
    while let Some(id) = next_package {
        parts.push(&metamodel[id].name);
        next_package = metamodel[id].parent;
    }
    parts.reverse();
    parts.join(".")
}

/// The multiplicity in the usual notation.
fn multiplicity(typed: &TypedElement) -> String {
    let upper = match typed.upper {
        // Ecore's constants for unbounded and unspecified upper bounds.
        -1 => "*".to_owned(),
        -2 => "?".to_owned(),
        upper => upper.to_string(),
    };
    if upper == typed.lower.to_string() { upper } else { format!("{}..{upper}", typed.lower) }
}

/// The spelling of a type with its arguments; empty for an operation without a result.
fn type_text(metamodel: &Metamodel, typed: &TypedElement) -> String {
    typed.ty.as_ref().map(|ty| type_use_text(metamodel, ty)).unwrap_or_default()
}

/// A type with its arguments and bounds, as Java writes it.
fn type_use_text(metamodel: &Metamodel, ty: &TypeUse) -> String {
    let mut text = match (ty.classifier, ty.parameter) {
        (Some(classifier), _) => metamodel.name(classifier).to_owned(),
        (None, Some(parameter)) => metamodel[parameter].name.clone(),
        // A wildcard, as Java writes it.
        (None, None) => "?".to_owned(),
    };
    if !ty.arguments.is_empty() {
        let arguments: Vec<_> =
            ty.arguments.iter().map(|argument| type_use_text(metamodel, argument)).collect();
        let _ = write!(text, "<{}>", arguments.join(", "));
    }
    for (word, bound) in [("extends", &ty.upper), ("super", &ty.lower)] {
        if let Some(bound) = bound {
            let _ = write!(text, " {word} {}", type_use_text(metamodel, bound));
        }
    }
    text
}

/// Type parameters as values.
fn type_parameters(metamodel: &Metamodel, parameters: &[TypeParameterId]) -> Value {
    let parameters = parameters.iter().map(|id| &metamodel[*id]).map(|parameter| {
        let bounds = parameter.bounds.iter().map(|bound| type_use_text(metamodel, bound)).collect();
        view::parameter(&parameter.name, bounds)
    });
    parameters.collect::<Vec<_>>().into()
}

/// The kind of the values of a data type, and their number of bits if it is known.
fn base(kind: DataKind) -> (&'static str, Option<u8>) {
    match kind {
        DataKind::Boolean { .. } => ("boolean", None),
        DataKind::Integer { bits, .. } => ("integer", Some(bits)),
        DataKind::BigInteger => ("integer", None),
        DataKind::Float { .. } => ("float", Some(32)),
        DataKind::Double { .. } => ("float", Some(64)),
        DataKind::BigDecimal => ("decimal", None),
        DataKind::Char { .. } => ("char", None),
        DataKind::String => ("string", None),
        DataKind::Enum => ("enum", None),
        DataKind::Date => ("date", None),
        DataKind::Bytes => ("bytes", None),
        DataKind::FeatureMapEntry | DataKind::Other | DataKind::Opaque | DataKind::Unknown => ("other", None),
    }
}

/// The restrictions of a data type, with their names in extended metadata.
const FACETS: &[&str] = &[
    "length",
    "minLength",
    "maxLength",
    "pattern",
    "enumeration",
    "minInclusive",
    "minExclusive",
    "maxInclusive",
    "maxExclusive",
    "totalDigits",
    "fractionDigits",
    "whiteSpace",
];

/// The facets of a data type as values.
fn facets(annotations: &[Annotation]) -> Value {
    // Extended metadata contains further details, such as names and kinds, that restrict nothing.
    let details = annotation(annotations, EXTENDED_META_DATA).map_or(&[][..], |found| &found.details);
    let facets = details.iter().filter(|(key, _)| key.as_deref().is_some_and(|key| FACETS.contains(&key)));
    facets.map(|(key, value)| view::detail(key.as_deref(), value.as_deref())).collect::<Vec<_>>().into()
}

/// Every kind of element with its keys, for the documentation's test.
#[must_use]
pub fn table() -> Vec<(&'static str, Vec<&'static str>)> {
    let names =
        |tables: &[&[Key]]| tables.iter().flat_map(|keys| keys.iter().map(|(name, _)| *name)).collect();
    vec![
        ("every element", names(&[COMMON])),
        ("package", names(&[PACKAGE])),
        ("class, enum, datatype", names(&[CLASSIFIER])),
        ("class", names(&[CLASS])),
        ("enum, datatype", names(&[DATA_TYPE])),
        ("enum", names(&[ENUMERATION])),
        ("literal", names(&[LITERAL])),
        ("attribute, reference, operation, parameter", names(&[TYPED])),
        ("attribute, reference", names(&[FEATURE])),
        ("operation", names(&[OPERATION])),
        ("parameter", names(&[PARAMETER])),
    ]
}
