//! Types as markup, in which the names of types are links.
//!
//! Invariant: without its links, the markup is the text that diagrams show. This module does not know pages.

use super::addresses::Addresses;
use super::texts::breakable;
use crate::diagram::{feature_type, type_parts, typed_text};
use modelwright_metamodel::ecore::{Classifier, Element, Metamodel, TypedElement};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::HashSet;

/// A part of a text, and the classifier that it names.
type Part = (String, Option<Classifier>);

/// The type of a feature, an operation or a parameter for a page in the directory `from`.
pub(super) fn linked_type(
    metamodel: &Metamodel,
    addresses: &Addresses,
    in_place: &HashSet<Classifier>,
    at: Element,
    from: &str,
) -> String {
    let mut markup = String::new();
    for (text, classifier) in parts(metamodel, in_place, at) {
        let address = classifier.and_then(|classifier| addresses.address(Element::from(classifier), from));
        match address {
            Some(address) => markup.push_str(&format!("<a href=\"{address}\">{}</a>", breakable(&text))),
            None => markup.push_str(&breakable(&text)),
        }
    }
    markup
}

/// The type of a feature, an operation or a parameter as diagrams show it; nothing for other elements.
pub(super) fn type_text(metamodel: &Metamodel, at: Element) -> String {
    match (at, typed_element(metamodel, at)) {
        (Element::Feature(id), _) => feature_type(metamodel, id),
        (_, Some(typed)) => typed_text(metamodel, typed),
        _ => String::new(),
    }
}

fn typed_element(metamodel: &Metamodel, at: Element) -> Option<&TypedElement> {
    match at {
        Element::Feature(id) => Some(&metamodel[id].typed),
        Element::Operation(id) => Some(&metamodel[id].typed),
        Element::Parameter(id, at) => metamodel[id].parameters.get(at),
        _ => None,
    }
}

/// The parts of the type of an element.
fn parts(metamodel: &Metamodel, in_place: &HashSet<Classifier>, at: Element) -> Vec<Part> {
    let text = type_text(metamodel, at);
    let Some(ty) = typed_element(metamodel, at).and_then(|typed| typed.ty.as_ref()) else {
        return vec![(text, None)];
    };
    if let Some(classifier) = ty.classifier.filter(|classifier| in_place.contains(classifier)) {
        return written_parts(&text, &named_types(metamodel, in_place, classifier));
    }
    let parts = type_parts(metamodel, ty);
    // A text that was shortened, or has characters that cannot be printed, has only one link.
    let is_complete = parts.iter().map(|(part, _)| part.as_str()).collect::<String>() == text;
    if is_complete { parts } else { vec![(text, ty.classifier)] }
}

/// The types that may be named in the text of a type that was declared in place; `None` for a name that two of them
/// have.
fn named_types<'m>(
    metamodel: &'m Metamodel,
    in_place: &HashSet<Classifier>,
    declared: Classifier,
) -> FxHashMap<&'m str, Option<Classifier>> {
    let (mut names, mut seen) = (FxHashMap::default(), FxHashSet::default());
    let mut stack = vec![declared];
    while let Some(classifier) = stack.pop() {
        if !seen.insert(classifier) {
            continue;
        }
        if !in_place.contains(&classifier) {
            let named_type = names.entry(metamodel.name(classifier)).or_insert(Some(classifier));
            // Another type has this name already, so it is not clear which of the two a text means.
            if *named_type != Some(classifier) {
                *named_type = None;
            }
        } else if let Classifier::Class(id) = classifier {
            let types = metamodel[id].features.iter().filter_map(|id| metamodel[*id].typed.classifier());
            stack.extend(types);
        }
    }
    names
}

/// The parts of a text in the type language: each name of a type, and the texts between them. Strings, patterns and
/// keys name no types.
fn written_parts(text: &str, names: &FxHashMap<&str, Option<Classifier>>) -> Vec<Part> {
    // The last part is always one without a type, to which other tokens are appended.
    let mut parts: Vec<Part> = vec![(String::new(), None)];
    let mut remaining = text;
    while let Some(first) = remaining.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = match first {
            '\'' | '"' | '/' => quoted_length(remaining, first),
            _ if is_word(first) => remaining.find(|c| !is_word(c)).unwrap_or(remaining.len()),
            _ => first.len_utf8(),
        };
        let (token, after) = remaining.split_at(length);
        remaining = after;
        let is_shortened = after.starts_with('…');
        let is_key = after.trim_start().starts_with("=>");
        let named_type = if is_shortened || is_key { None } else { names.get(token).copied().flatten() };
        if let Some(classifier) = named_type {
            parts.push((token.to_owned(), Some(classifier)));
            parts.push((String::new(), None));
        } else if let Some((text, _)) = parts.last_mut() {
            text.push_str(token);
        }
    }
    parts
}

/// The number of bytes of the string or pattern at the start of `text`, with its delimiters; all of the text if there
/// is no second delimiter.
fn quoted_length(text: &str, delimiter: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        if c == delimiter && !is_escaped {
            return at + c.len_utf8();
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    text.len()
}
