//! Aliases of types, `type Port = Integer[1, 65535]`, and the annotations that mark a classifier as an alias.
//!
//! Invariant: a classifier is written as an alias only if reading that text creates an equal classifier. This module
//! does not resolve names.

use super::builtin_type::{self, BuiltinType};
use super::canonical::canonical_text;
use super::composite::Composite;
use super::constrained_type::{ConstrainedType, type_text};
use super::spelling;
use crate::diagnostic::Source;
use crate::ecore::{Annotation, EXTENDED_META_DATA};
use crate::syntax::ast::{Statement, TypeExpr, statements};
use crate::syntax::parse;
use crate::syntax::tree::SyntaxTree;

/// The detail that distinguishes an alias from a type that is declared in place.
const ALIAS: &str = "alias";

/// The maximum length of a chain of aliases.
pub(crate) const MAX_ALIASES: usize = 100;

/// The annotation that marks a classifier as an alias of a type.
fn annotation(text: String) -> Annotation {
    let mut annotation = type_text(text);
    annotation.details.push((Some(ALIAS.to_owned()), Some("true".to_owned())));
    annotation
}

/// The annotations of a class that is an alias of a composite type.
pub(crate) fn composite_annotations(text: String) -> Vec<Annotation> {
    vec![annotation(text)]
}

/// The annotations of a data type that is an alias of a built-in type.
pub(crate) fn built_in_annotations(constraint: Option<&ConstrainedType>, text: String) -> Vec<Annotation> {
    let facets = constraint.and_then(ConstrainedType::facets);
    facets.into_iter().chain([annotation(text)]).collect()
}

/// The annotations of a data type that is an alias of another data type, to which Ecore refers by name.
pub(crate) fn data_type_annotations(base: String, text: String) -> Vec<Annotation> {
    let details = vec![(Some("baseType".to_owned()), Some(base))];
    let source = Some(EXTENDED_META_DATA.to_owned());
    vec![Annotation { source, details, ..Annotation::default() }, annotation(text)]
}

/// The text of the type of which a classifier is an alias, according to its annotations, and how many annotations
/// express it; `None` if it is not an alias.
pub(crate) fn text_of(annotations: &[Annotation]) -> Option<(&str, usize)> {
    // Only the annotation with the facets may precede the one with the text.
    annotations.iter().take(2).enumerate().find_map(|(index, candidate)| {
        let text = candidate.detail("type")?;
        (*candidate == annotation(text.to_owned())).then_some((text, index + 1))
    })
}

/// The class for an alias; `None` if the alias becomes a data type.
pub(crate) fn class(expr: TypeExpr<'_>) -> Option<Composite<'_>> {
    let (word, arguments) = builtin_type::word(expr)?;
    match builtin_type::read(expr, &word, arguments.as_deref()) {
        Ok(BuiltinType::Composite(composite)) => Some(composite),
        _ => None,
    }
}

/// The tree of an alias with this name and type; `None` if it would not be read back as the same alias.
pub(crate) fn tree_of_alias(name: &str, text: &str) -> Option<SyntaxTree> {
    // In Puppet's syntax, the name of an alias cannot be in quotes.
    let is_plain = spelling::type_name(name) == name && spelling::capitalised(name) == name;
    if !is_plain {
        return None;
    }
    let (parse, problems) = parse(&Source::new("", format!("type {name} = {text}")));
    if !problems.is_empty() {
        return None;
    }
    let tree = SyntaxTree::new(parse);
    let canonical = canonical_text(only_type(&tree)?)?;
    if canonical == text { Some(tree) } else { None }
}

/// The type in the tree of an alias; `None` if the tree does not consist of one alias.
pub(crate) fn only_type(tree: &SyntaxTree) -> Option<TypeExpr<'_>> {
    let mut statements = statements(tree);
    match (statements.next(), statements.next()) {
        (Some(Statement::Alias(alias)), None) => Some(alias.ty()),
        _ => None,
    }
}
