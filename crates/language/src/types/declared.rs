//! The keywords of a declaration that Ecore cannot express: types that become the same data type, such as `Scalar`
//! and `Any`, and settings with two names. They are stored in the first annotation of the element.
//!
//! Invariant: nothing is stored if the text created from Ecore alone has the same keywords. This module does not
//! resolve names.

use super::builtin_type::{self, BuiltIn, BuiltinType, BuiltinWord};
use super::canonical::{canonical_text, declared_text};
use super::spelling;
use crate::ecore::{Annotation, Classifier, InstanceName, Metamodel, TYPE_TEXT};
use crate::syntax::ast::{TypeExpr, TypeKind};
use crate::syntax::parse_type;
use crate::syntax::tree::SyntaxTree;

/// Settings with two names: the name that is written by default, and the other one, which an annotation stores.
const SYNONYMS: &[(&str, &str)] = &[("check", "validate"), ("settable", "setable")];

/// The keywords of a declaration.
#[derive(Debug, Default)]
pub(crate) struct DeclaredWords<'a> {
    /// The type; if there are several values, the type of one value.
    pub(crate) ty: Option<&'a str>,
    /// The settings that were written with their other names.
    synonyms: Vec<(&'a str, &'a str)>,
}

impl<'a> DeclaredWords<'a> {
    /// The keywords that the first annotation stores, and the other annotations; `None` if it stores no keywords.
    pub(crate) fn read(annotations: &'a [Annotation]) -> Option<(Self, &'a [Annotation])> {
        let (first, others) = annotations.split_first()?;
        let mut words = Self::default();
        for (key, value) in &first.details {
            match (key.as_deref()?, value.as_deref()?) {
                ("type", text) if words.ty.is_none() => words.ty = Some(text),
                names if SYNONYMS.contains(&names) => words.synonyms.push(names),
                _ => return None,
            }
        }
        // The annotation is omitted from the text only if reading the text would create it again.
        let created_again = annotation(words.ty.map(str::to_owned), &words.synonyms);
        if created_again.as_ref() == Some(first) { Some((words, others)) } else { None }
    }

    /// The name of a setting as it was declared.
    pub(crate) fn name(&self, setting: &'a str) -> &'a str {
        self.synonyms.iter().find(|(default, _)| *default == setting).map_or(setting, |(_, other)| other)
    }

    /// Whether all stored names belong to settings that are written.
    pub(crate) fn has_synonyms_only_of(&self, is_written: impl Fn(&str) -> bool) -> bool {
        self.synonyms.iter().all(|(default, _)| is_written(default))
    }
}

/// The annotation that stores the keywords of a declaration; `None` if there is nothing to store.
pub(crate) fn annotation(ty: Option<String>, synonyms: &[(&str, &str)]) -> Option<Annotation> {
    if ty.is_none() && synonyms.is_empty() {
        return None;
    }
    let ty = ty.map(|text| (Some("type".to_owned()), Some(text)));
    let names =
        synonyms.iter().map(|(default, other)| (Some((*default).to_owned()), Some((*other).to_owned())));
    let details: Vec<_> = ty.into_iter().chain(names).collect();
    Some(Annotation { source: Some(TYPE_TEXT.to_owned()), details, ..Annotation::default() })
}

/// The settings whose other names are used, in the order of the annotation: the default name, and the other name.
pub(crate) fn synonyms(is_used: impl Fn(&str) -> bool) -> Vec<(&'static str, &'static str)> {
    SYNONYMS.iter().filter(|(_, other)| is_used(other)).copied().collect()
}

/// Where a type is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TypePosition {
    /// At an attribute, for which a data type can be created.
    Attribute,
    /// At a parameter, a result or an argument, where the type must exist.
    Use,
}

/// The text of a type, apart from the number of its values; `None` if Ecore's type determines it. `builtin_word` finds
/// the built-in type at the start of a type, in the scope of that type.
pub(crate) fn declared_text_if_lossy<'t>(
    expr: TypeExpr<'t>,
    position: TypePosition,
    builtin_word: &dyn Fn(TypeExpr<'t>) -> BuiltinWord<'t>,
) -> Option<String> {
    let built_in = builtin_word(expr).map(|(name, list)| {
        let result = builtin_type::read(expr, &name, list.as_deref());
        (name, result)
    });
    text_if_lossy(expr, built_in.as_ref(), position, builtin_word)
}

/// As [`declared_text_if_lossy`]. `built_in` is the name of the built-in type at the start of the type, and the result
/// of reading it; `None` if the type is not a built-in one.
pub(crate) fn text_if_lossy<'t>(
    expr: TypeExpr<'t>,
    built_in: Option<&BuiltIn<'t>>,
    position: TypePosition,
    builtin_word: &dyn Fn(TypeExpr<'t>) -> BuiltinWord<'t>,
) -> Option<String> {
    let Some((name, result)) = built_in else {
        if expr.is_plain() {
            return None;
        }
        let mut parts = match expr.kind() {
            TypeKind::Named { arguments, .. } => arguments,
            TypeKind::Wildcard { upper, lower } => upper.into_iter().chain(lower).collect(),
            _ => Vec::new(),
        };
        // If Ecore cannot express one of the arguments, the complete type is stored.
        parts.retain(|part| declared_text_if_lossy(*part, TypePosition::Use, builtin_word).is_some());
        return if parts.is_empty() { None } else { declared_text(expr) };
    };
    let text = match result {
        Ok(BuiltinType::Array(inner, ..)) => return declared_text_if_lossy(*inner, position, builtin_word),
        // The class of a composite type stores the text; an invalid type is reported elsewhere.
        Ok(BuiltinType::Composite(_)) | Err(_) => return None,
        Ok(BuiltinType::Plain(classifier)) => {
            // Plain types are the most frequent ones. Usually the names are equal, and no texts need to be compared.
            if spelling::type_word(*classifier) == Some(name) {
                return None;
            }
            spelling::plain_type(*classifier)
        }
        // Outside of attributes, Ecore has one type for all types such as `Any` and `Scalar`.
        Ok(BuiltinType::Constrained(constraint)) if constraint.is_any() && position == TypePosition::Use => {
            None
        }
        Ok(BuiltinType::Constrained(constraint)) => {
            if constraint.word() == Some(name) {
                return None;
            }
            Some(constraint.text())
        }
        Ok(BuiltinType::Optional(_)) => None,
    };
    let declared = declared_text(expr)?;
    // `text` is what Ecore's type determines. Its arguments come from facets, and may have another spelling, so only
    // the names are compared.
    let is_same = text.is_some_and(|text| head_names(&text) == head_names(&declared));
    (!is_same).then_some(declared)
}

/// The names at the start of a type: for `Optional[Integer[1]]`, they are `Optional` and `Integer`.
fn head_names(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut remaining = text;
    while let Some(inner) = remaining.strip_prefix("Optional[") {
        words.push("Optional");
        remaining = inner;
    }
    words.extend(remaining.split(['[', ']']).next());
    words
}

/// The Java type that a data type inherits from its base; `None` if the text is not the canonical spelling of a plain
/// built-in type.
pub(crate) fn base_instance(text: &str) -> Option<InstanceName> {
    let tree = SyntaxTree::new(parse_type(text)?);
    let expr = TypeExpr::of_tree(&tree)?;
    let (word, arguments) = builtin_type::word(expr)?;
    match builtin_type::read(expr, &word, arguments.as_deref()).ok()? {
        BuiltinType::Plain(Classifier::DataType(id)) if canonical_text(expr).as_deref() == Some(text) => {
            Some(Metamodel::ecore()[id].instance.clone())
        }
        _ => None,
    }
}
