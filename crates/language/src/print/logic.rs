//! Writes the logic in annotations with the language's syntax for logic.
//!
//! Invariant: an annotation is written as logic only if reading creates an equal annotation at the same position: it is
//! among the last annotations, contains nothing else, and its text is a single expression or block of logic.

use crate::ecore::{Annotation, LOGIC};
use crate::format::{self, Lines};
use crate::layout::LayoutNode;
use crate::types::spelling;

/// The settings that contain logic.
const SETTINGS: &[&str] = &["check", "get", "set", "derived"];

/// The annotations of a feature without the last one, and the settings that the last one represents. If it is not
/// logic, all annotations and no settings.
pub(super) fn of_feature(annotations: &[Annotation], is_derived: bool) -> (&[Annotation], Vec<(&str, &str)>) {
    if let Some((last, others)) = annotations.split_last()
        && let Some(settings) = settings(last, is_derived)
    {
        return (others, settings);
    }
    (annotations, Vec::new())
}

/// The settings that an annotation represents; `None` unless reading them creates an equal annotation.
fn settings(annotation: &Annotation, is_derived: bool) -> Option<Vec<(&str, &str)>> {
    let details = details(annotation)?;
    let are_settings = details.iter().enumerate().all(|(index, (key, text))| {
        let is_first = details[..index].iter().all(|(other, _)| other != key);
        // Reading `derived` with logic also sets the flag, so the two must agree.
        let agrees_with_flag = *key != "derived" || (is_derived && is_computed(text));
        SETTINGS.contains(key) && is_first && agrees_with_flag && reads_back(text)
    });
    are_settings.then_some(details)
}

/// Whether `derived` reads the text as logic rather than as a boolean.
fn is_computed(text: &str) -> bool {
    text.starts_with(['|', '{'])
}

/// The annotations of a package without the last one, and the version of the functions that the last one requires. If
/// it requires none, all annotations and `None`.
pub(super) fn of_package(annotations: &[Annotation]) -> (&[Annotation], Option<&String>) {
    if let Some((last, others)) = annotations.split_last()
        && let Some(last_details) = details(last)
        && let [(spelling::FUNCTIONS, _)] = last_details.as_slice()
    {
        let (_, version) = &last.details[0];
        return (others, version.as_ref());
    }
    (annotations, None)
}

/// The annotations of a type, and the invariants that the last annotations represent.
pub(super) fn of_type(annotations: &[Annotation]) -> (&[Annotation], Vec<LayoutNode>) {
    // Invariants are appended when they are read, so only the last annotations can be written as invariants.
    let count = annotations.iter().rev().take_while(|annotation| invariant(annotation).is_some()).count();
    let (others, invariants) = annotations.split_at(annotations.len() - count);
    (others, invariants.iter().filter_map(invariant).collect())
}

/// The invariant that an annotation represents; `None` unless reading it creates an equal annotation.
fn invariant(annotation: &Annotation) -> Option<LayoutNode> {
    // Invariants are inside the braces of the type.
    let depth = 1;
    match details(annotation)?.as_slice() {
        // A string at the start would be read as the title, so logic that starts with a string needs a title.
        [("invariant", text)] if reads_back(text) && !text.starts_with(['"', '\'']) => {
            Some(layout("invariant ", text, depth))
        }
        [("title", title), ("invariant", text)] if reads_back(text) => {
            Some(layout(&format!("invariant {} ", spelling::string(title)), text, depth))
        }
        _ => None,
    }
}

/// The annotations of an operation without the last one, and the body that the last one represents. If it is no body,
/// all annotations and `None`.
pub(super) fn of_operation(annotations: &[Annotation]) -> (&[Annotation], Option<&str>) {
    if let Some((last, others)) = annotations.split_last()
        && let Some(body) = body_of(last)
    {
        return (others, Some(body));
    }
    (annotations, None)
}

/// The body in an annotation of logic, if it can be printed between braces.
fn body_of(annotation: &Annotation) -> Option<&str> {
    match details(annotation)?.as_slice() {
        // A body is only recognised by its braces.
        [("body", text)] if reads_back(text) && text.starts_with('{') => Some(*text),
        _ => None,
    }
}

/// The details of an annotation that contains logic and nothing else; `None` for other annotations.
fn details(annotation: &Annotation) -> Option<Vec<(&str, &str)>> {
    let is_plain = annotation.source.as_deref() == Some(LOGIC)
        && annotation.references.is_empty()
        && annotation.annotations.is_empty()
        && annotation.facts.is_empty()
        && !annotation.details.is_empty();
    let details = annotation.details.iter().map(|(key, value)| Some((key.as_deref()?, value.as_deref()?)));
    if is_plain { details.collect() } else { None }
}

/// Whether a text can be written as logic, and is read back unchanged.
fn reads_back(text: &str) -> bool {
    // A comment at the start would become the documentation of an element.
    let has_valid_start = !text.starts_with(|c: char| c.is_whitespace() || c == '#');
    has_valid_start && format::logic(text).is_some_and(|laid_out| laid_out == text)
}

/// Logic after its keyword or head, among members or their settings; `depth` is the number of enclosing braces.
pub(super) fn layout(head: &str, text: &str, depth: usize) -> LayoutNode {
    match format::logic_lines(text, depth) {
        Some(Lines { text, below }) => LayoutNode { below, ..LayoutNode::line(format!("{head}{text}")) },
        None => LayoutNode::line(format!("{head}{text}")),
    }
}
