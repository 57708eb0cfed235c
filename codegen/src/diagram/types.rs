//! Types, multiplicities and members as texts, in the words of the type language and the form of UML.
//!
//! Invariant: a type that was declared in place is written out, because its own name was made up. This module does not
//! know boxes.

use super::{Member, line};
use modelwright_language::language::{constraint_text, string_literal};
use modelwright_metamodel::ecore::{
    Annotation, Class, Classifier, DataKind, DataType, DataTypeId, EnumLiteral, FeatureId, Metamodel,
    Operation, TYPE_TEXT, TypeUse, TypedElement, annotation, builtin, composite_text,
};

/// The deepest nesting of type arguments that is shown. Generic types of a metamodel may be nested without bound.
const MAX_ARGUMENT_DEPTH: usize = 8;

/// Whether a class was created for a composite type at a feature, such as `Hash[String, Integer]`.
pub(super) fn is_made_in_place(class: &Class) -> bool {
    annotation(&class.annotations, TYPE_TEXT)
        .is_some_and(|annotation| annotation.detail("type").is_some() && annotation.detail("alias").is_none())
}

/// The data type of an attribute and its text in the type language, if the data type was declared at the attribute.
pub(super) fn in_place_text(metamodel: &Metamodel, feature: FeatureId) -> Option<(DataTypeId, String)> {
    let id = metamodel.data_type(feature);
    let data_type: &DataType = &metamodel[id];
    let alias =
        || annotation(&data_type.annotations, TYPE_TEXT).and_then(|annotation| annotation.detail("alias"));
    if data_type.literals.is_some() || metamodel.shown_type(feature).is_some() || alias().is_some() {
        return None;
    }
    constraint_text(metamodel, id).map(|text| (id, text))
}

/// The type of an attribute, as one line.
pub(super) fn attribute_type(metamodel: &Metamodel, feature: FeatureId) -> String {
    line(&complete_attribute_type(metamodel, feature))
}

/// The type of an attribute, of any length. A data type that was declared at the attribute is written out.
fn complete_attribute_type(metamodel: &Metamodel, feature: FeatureId) -> String {
    match in_place_text(metamodel, feature) {
        Some((_, text)) => text,
        None => complete_type(metamodel, &metamodel[feature].typed),
    }
}

/// The type of a feature, as one line. A type that was declared in place is written out.
pub(crate) fn feature_type(metamodel: &Metamodel, feature: FeatureId) -> String {
    line(&complete_feature_type(metamodel, feature))
}

/// The type of a feature, of any length. A type that was declared in place is written out.
pub(crate) fn complete_feature_type(metamodel: &Metamodel, feature: FeatureId) -> String {
    if !metamodel[feature].is_reference() {
        return complete_attribute_type(metamodel, feature);
    }
    let text_in_place = metamodel[feature].typed.classifier().and_then(|classifier| match classifier {
        Classifier::Class(id) if is_made_in_place(&metamodel[id]) => composite_text(&metamodel[id]),
        _ => None,
    });
    text_in_place.map_or_else(|| complete_type(metamodel, &metamodel[feature].typed), str::to_owned)
}

/// The type of a feature, parameter or operation, as one line; `?` if it has none.
pub(crate) fn typed_text(metamodel: &Metamodel, typed: &TypedElement) -> String {
    line(&complete_type(metamodel, typed))
}

fn complete_type(metamodel: &Metamodel, typed: &TypedElement) -> String {
    let mut text = String::new();
    match &typed.ty {
        Some(ty) => type_use(metamodel, ty, 0, &mut |part, _| text.push_str(part)),
        None => text.push('?'),
    }
    text
}

/// The parts of the text of a type, each with the classifier that it names, if it names one. The text may have any
/// length.
pub(crate) fn type_parts(metamodel: &Metamodel, ty: &TypeUse) -> Vec<(String, Option<Classifier>)> {
    let mut parts = Vec::new();
    type_use(metamodel, ty, 0, &mut |part, classifier| parts.push((part.to_owned(), classifier)));
    parts
}

/// Emits the parts of a type with its arguments; those deeper than `MAX_ARGUMENT_DEPTH` are `…`.
fn type_use(
    metamodel: &Metamodel,
    ty: &TypeUse,
    depth: usize,
    emit: &mut dyn FnMut(&str, Option<Classifier>),
) {
    let name = match (ty.classifier, ty.parameter) {
        (Some(Classifier::DataType(id)), _) => built_in(id).unwrap_or(&metamodel[id].name),
        (Some(Classifier::Class(id)), _) => &metamodel[id].name,
        (None, Some(parameter)) => &metamodel[parameter].name,
        (None, None) => "?",
    };
    emit(name, ty.classifier);
    if ty.arguments.is_empty() {
        return;
    }
    if depth == MAX_ARGUMENT_DEPTH {
        return emit("<…>", None);
    }
    for (at, argument) in ty.arguments.iter().enumerate() {
        emit(if at == 0 { "<" } else { ", " }, None);
        type_use(metamodel, argument, depth + 1, emit);
    }
    emit(">", None);
}

/// The built-in type of the language that a data type of Ecore represents.
fn built_in(id: DataTypeId) -> Option<&'static str> {
    Some(match id {
        builtin::ESTRING => "String",
        builtin::ELONG => "Integer",
        builtin::EDOUBLE => "Float",
        builtin::EBOOLEAN => "Boolean",
        builtin::EBIG_DECIMAL => "Number",
        builtin::EBYTE_ARRAY => "Binary",
        builtin::EDATE => "Timestamp",
        builtin::ELONG_OBJECT => "Optional[Integer]",
        builtin::EDOUBLE_OBJECT => "Optional[Float]",
        builtin::EBOOLEAN_OBJECT => "Optional[Boolean]",
        _ => return None,
    })
}

/// A multiplicity in the form of UML.
pub(crate) fn multiplicity(typed: &TypedElement) -> String {
    let upper = match typed.upper {
        // Ecore's numbers for "unbounded" and "unspecified".
        -1 => "*".to_owned(),
        -2 => "?".to_owned(),
        upper => upper.to_string(),
    };
    if typed.lower.to_string() == upper { upper } else { format!("{}..{upper}", typed.lower) }
}

/// An attribute in the form of UML. Exactly one value needs no multiplicity.
pub(super) fn member(
    metamodel: &Metamodel,
    id: FeatureId,
    ty: &str,
    multiplicity: &str,
    type_box: Option<usize>,
) -> Member {
    let feature = &metamodel[id];
    let mut text = format!("{} : {ty}", feature_name(metamodel, id));
    if !matches!(multiplicity, "" | "1") {
        text.push_str(&format!(" [{multiplicity}]"));
    }
    if let Some(default) = &feature.default_literal {
        let is_text = !feature.is_reference()
            && matches!(metamodel[metamodel.data_type(id)].kind, DataKind::String | DataKind::Char { .. });
        // Quotes make a default without characters visible.
        let is_quoted = is_text || default.is_empty();
        let default = if is_quoted { line(&string_literal(default)) } else { line(default) };
        text.push_str(&format!(" = {default}"));
    }
    let holds_any_object = feature.is_containment() && metamodel.target(id) == builtin::EOBJECT;
    let property = if feature.is_id() {
        Some("id")
    } else {
        // The edges of other containments show that they are containments.
        holds_any_object.then_some("contained")
    };
    Member { text, property, type_box }
}

/// The name of a feature. UML writes a stroke before the names of derived features.
pub(super) fn feature_name(metamodel: &Metamodel, id: FeatureId) -> String {
    let feature = &metamodel[id];
    format!("{}{}", if feature.derived { "/" } else { "" }, super::name(feature.name()))
}

/// A literal of an enumeration, as the type language writes it.
pub(super) fn literal(literal: &EnumLiteral) -> String {
    let name = super::name(&literal.name);
    match &literal.literal {
        Some(spelling) if *spelling != literal.name => {
            format!("{name} as {}", line(&string_literal(spelling)))
        }
        _ => name,
    }
}

/// An operation in the form of UML.
pub(crate) fn operation(metamodel: &Metamodel, operation: &Operation) -> String {
    let parameters = operation.parameters.iter().map(|parameter| {
        format!("{} : {}", super::name(&parameter.name), with_multiplicity(metamodel, parameter))
    });
    let parameters: Vec<String> = parameters.collect();
    let mut text = format!("{}({})", super::name(&operation.typed.name), parameters.join(", "));
    if operation.typed.ty.is_some() {
        text.push_str(&format!(" : {}", with_multiplicity(metamodel, &operation.typed)));
    }
    text
}

/// A type with its multiplicity, unless that is exactly or at most one.
fn with_multiplicity(metamodel: &Metamodel, typed: &TypedElement) -> String {
    let ty = typed_text(metamodel, typed);
    if typed.many() { format!("{ty} [{}]", multiplicity(typed)) } else { ty }
}

/// The source of annotations with constraints in OCL, which may be followed by the name of an implementation.
const OCL: &str = "http://www.eclipse.org/emf/2002/Ecore/OCL";

/// The constraints in OCL that annotations contain, with their names.
pub(crate) fn ocl_constraints(annotations: &[Annotation]) -> impl Iterator<Item = (&str, &str)> {
    let ocl = annotations
        .iter()
        .filter(|annotation| annotation.source.as_deref().is_some_and(|source| source.starts_with(OCL)));
    let details = ocl.flat_map(|annotation| &annotation.details);
    details.filter_map(|(key, text)| key.as_deref().zip(text.as_deref()))
}
