//! Names for types, `type Port = Integer[1, 65535]`, and what says in Ecore that a classifier is one.
//!
//! Invariant: a classifier is written as an alias only where reading that makes the very same. This module does not
//! look names up.

use super::canonical::canonical_text;
use super::composite::Composite;
use super::constraint::{Constraint, type_text};
use super::word_type::{self, WordType};
use super::words;
use crate::diagnostic::Source;
use crate::ecore::{Annotation, EXTENDED_META_DATA};
use crate::syntax::ast::{Statement, TypeExpr, statements};
use crate::syntax::parse;
use crate::syntax::tree::SyntaxTree;

/// The detail that tells an alias from a type that is written in place.
const ALIAS: &str = "alias";

/// How many aliases may stand for each other in a row.
pub(crate) const MOST_ALIASES: usize = 100;

/// What says of a classifier that it is an alias of a type.
fn annotation(text: String) -> Annotation {
    let mut annotation = type_text(text);
    annotation.details.push((Some(ALIAS.to_owned()), Some("true".to_owned())));
    annotation
}

/// The annotations of a class that is an alias of a type of several values.
pub(crate) fn of_composite(text: String) -> Vec<Annotation> {
    vec![annotation(text)]
}

/// The annotations of a data type that is an alias of a word of the language.
pub(crate) fn of_word(constraint: Option<&Constraint>, text: String) -> Vec<Annotation> {
    let facets = constraint.and_then(Constraint::facets);
    facets.into_iter().chain([annotation(text)]).collect()
}

/// The annotations of a data type that is an alias of another, which Ecore knows by a name.
pub(crate) fn of_data_type(base: String, text: String) -> Vec<Annotation> {
    let details = vec![(Some("baseType".to_owned()), Some(base))];
    let source = Some(EXTENDED_META_DATA.to_owned());
    vec![Annotation { source, details, ..Annotation::default() }, annotation(text)]
}

/// The text of the type that annotations say a classifier is an alias of, and how many of them say so.
pub(crate) fn text_of(annotations: &[Annotation]) -> Option<(&str, usize)> {
    annotations.iter().take(2).enumerate().find_map(|(at, found)| {
        let text = found.detail("type")?;
        (*found == annotation(text.to_owned())).then_some((text, at + 1))
    })
}

/// The class that an alias becomes; none if it becomes a data type.
pub(crate) fn class(expr: TypeExpr<'_>) -> Option<Composite<'_>> {
    let (word, arguments) = word_type::word(expr)?;
    match word_type::read(expr, &word, arguments.as_deref()) {
        Ok(WordType::Composite(composite)) => Some(composite),
        _ => None,
    }
}

/// The tree of the alias that a name and the text of a type are written as, if that reads as the same.
pub(crate) fn written(name: &str, text: &str) -> Option<SyntaxTree> {
    let plain = words::type_name(name) == name && words::capitalised(name) == name;
    let source = Source::new("", format!("type {name} = {text}"));
    let (parse, found) = if plain { parse(&source) } else { return None };
    let tree = SyntaxTree::new(parse);
    let same = found.is_empty() && canonical_text(only_type(&tree)?).as_deref() == Some(text);
    same.then_some(tree)
}

/// The type of the alias that a tree is.
pub(crate) fn only_type(tree: &SyntaxTree) -> Option<TypeExpr<'_>> {
    let mut all = statements(tree);
    match (all.next(), all.next()) {
        (Some(Statement::Alias(alias)), None) => Some(alias.ty()),
        _ => None,
    }
}
