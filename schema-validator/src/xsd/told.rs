//! What findings say, in words for people.

use super::content::{Model, Place};
use super::schema::Schema;

/// So many of the elements that are expected are told.
const SHOWN: usize = 8;

/// Longer values are cut where they are shown.
const LONGEST_SHOWN: usize = 60;

/// What is expected at a place, for people.
pub(super) fn expected(schema: &Schema, model: &Model, place: &Place) -> String {
    let (elements, has_wildcard) = model.expected(place);
    let mut names: Vec<String> = Vec::new();
    for element in elements {
        let name = format!("`{}`", schema.names.local(schema.element(element).name));
        if names.len() > SHOWN {
            break;
        }
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if names.len() > SHOWN {
        names.pop();
        names.push("others".to_owned());
    }
    if has_wildcard {
        names.push("an element of another kind".to_owned());
    }
    if model.may_end(place) {
        names.push("the end".to_owned());
    }
    match names.split_last() {
        None => "nothing".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    }
}

/// A namespace, for people.
pub(super) fn of(namespace: &str) -> String {
    if namespace.is_empty() { String::new() } else { format!(" of `{}`", shortened(namespace)) }
}

/// A text of which there may be too much to be shown.
pub(super) fn shortened(text: &str) -> String {
    let mut shown: String = text.chars().take(LONGEST_SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}
