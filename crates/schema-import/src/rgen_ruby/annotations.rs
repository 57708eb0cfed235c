//! Annotations, and those of them that have a meaning of their own: documentation and namespaces.

use super::Reader;
use crate::declarations::Annotation;
use crate::ruby::{Call, Kind, Node};

/// The source of annotations with documentation.
const GENMODEL: &str = "http://www.eclipse.org/emf/2002/GenModel";
/// The source of annotations with the namespace of a package.
const ECORE: &str = "http://www.eclipse.org/emf/2002/Ecore";

impl Reader<'_> {
    /// The annotation that a call of `annotation` adds; `None` after it was reported that a text of it is computed.
    pub(super) fn annotation(&mut self, node: &Node, call: &Call) -> Option<Annotation> {
        let options = call.options();
        let option = |name: &str| {
            let (_, value) = options.iter().find(|(key, _)| key.text().as_deref() == Some(name))?;
            Some(value)
        };
        let source_node = option("source");
        let source = match source_node {
            Some(node) => node.text(),
            None => Some(String::new()),
        };
        let details = match (source_node, option("details")) {
            (_, Some(Node { kind: Kind::Hash(details), .. })) => plain_texts(details),
            // `annotation 'key' => 'value'`: the options themselves are the details.
            (None, None) => plain_texts(options),
            _ => None,
        };
        let (Some(source), Some(details)) = (source, details) else {
            let help = "write `annotation :source => 'text', :details => { 'key' => 'value' }`";
            self.report_not_expressed(&node.span, "the annotation is computed, so it is left out", help);
            return None;
        };
        Some(Annotation { source, details })
    }
}

/// The texts of details; `None` if one is computed.
fn plain_texts(details: &[(Node, Node)]) -> Option<Vec<(String, String)>> {
    let mut texts = Vec::with_capacity(details.len());
    for (key, value) in details {
        texts.push((key.text()?, plain_text(value)?));
    }
    Some(texts)
}

/// The text that RGen writes for the value of a detail; `None` if it is computed.
fn plain_text(node: &Node) -> Option<String> {
    match &node.kind {
        Kind::Number(digits) => Some(digits.clone()),
        Kind::Boolean(value) => Some(value.to_string()),
        Kind::Nil => Some(String::new()),
        _ => node.text(),
    }
}

/// Removes the documentation from the annotations and returns it, if its text is the same after it is written as a
/// comment and read again. If there is no documentation, returns `comment`.
pub(super) fn take_documentation(
    annotations: &mut Vec<Annotation>,
    comment: Option<String>,
) -> Option<String> {
    if let Some(doc) = take_detail(annotations, GENMODEL, "documentation", is_plain) {
        return Some(doc);
    }
    let has_documentation =
        annotations.iter().any(|note| note.source == GENMODEL && has(note, "documentation"));
    // Documentation that remains in an annotation takes precedence over a comment, too.
    if has_documentation { None } else { comment }
}

/// Removes the URI and the prefix of a package from the annotations, and returns them.
pub(super) fn take_namespace(annotations: &mut Vec<Annotation>) -> (Option<String>, Option<String>) {
    // An empty text is allowed, because it differs from a missing one.
    let uri = take_detail(annotations, ECORE, "nsURI", |_| true);
    (uri, take_detail(annotations, ECORE, "nsPrefix", |_| true))
}

fn has(note: &Annotation, key: &str) -> bool {
    note.details.iter().any(|(name, _)| name == key)
}

/// Removes the detail with this source and key from the annotations, and returns its text; `None` if there is no such
/// detail, or `is_expressible` returns `false` for its text. An annotation without other details is removed, too.
fn take_detail(
    annotations: &mut Vec<Annotation>,
    source: &str,
    key: &str,
    is_expressible: fn(&str) -> bool,
) -> Option<String> {
    let index = annotations.iter().position(|note| note.source == source && has(note, key))?;
    let note = annotations.get_mut(index)?;
    let detail_index = note.details.iter().position(|(name, text)| name == key && is_expressible(text))?;
    let (_, text) = note.details.remove(detail_index);
    if note.details.is_empty() {
        annotations.remove(index);
    }
    Some(text)
}

/// Whether a text does not change if it is written as a comment and read again.
fn is_plain(text: &str) -> bool {
    let has_line_around = text.starts_with('\n') || text.ends_with('\n');
    if text.is_empty() || has_line_around {
        return false;
    }
    let is_changed = |c: char| c != '\n' && (c.is_control() || matches!(c, '\u{2028}' | '\u{2029}'));
    text.split('\n').all(|line| line == line.trim()) && !text.contains(is_changed)
}
