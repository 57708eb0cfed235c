//! Annotations, and those of them that have a meaning of their own: documentation and namespaces.

use super::Reader;
use crate::declarations::Annotation;
use crate::ruby::{Call, Kind, Node};

/// The source of annotations with documentation.
const GENMODEL: &str = "http://www.eclipse.org/emf/2002/GenModel";
/// The source of annotations with the namespace of a package.
const ECORE: &str = "http://www.eclipse.org/emf/2002/Ecore";

impl Reader<'_> {
    /// The annotation that a call of `annotation` adds.
    pub(super) fn annotation(&mut self, node: &Node, call: &Call) -> Option<Annotation> {
        let options = call.options();
        let option = |name: &str| options.iter().find(|(key, _)| key.text().as_deref() == Some(name));
        let source = option("source").map(|(_, source)| source.text());
        let details = match (&source, option("details")) {
            (_, Some((_, Node { kind: Kind::Hash(details), .. }))) => Some(details.as_slice()),
            // `annotation 'key' => 'value'`
            (None, None) => Some(options),
            _ => None,
        };
        let texts = details.and_then(|details| {
            details
                .iter()
                .map(|(key, value)| Some((key.text()?, plain_text(value)?)))
                .collect::<Option<Vec<_>>>()
        });
        let source = source.unwrap_or_else(|| Some(String::new()));
        let (Some(source), Some(details)) = (source, texts) else {
            let help = "write `annotation :source => 'text', :details => { 'key' => 'value' }`";
            self.report_not_expressed(&node.span, "the annotation is computed, so it is left out", help);
            return None;
        };
        Some(Annotation { source, details })
    }
}

/// The text of a value of a detail, which RGen writes as text.
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
    match take_detail(annotations, GENMODEL, "documentation", is_plain) {
        Some(doc) => Some(doc),
        None if annotations.iter().any(|note| note.source == GENMODEL && has(note, "documentation")) => None,
        None => comment,
    }
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

/// Removes a detail whose text `is_possible` from the annotations, and returns the text.
fn take_detail(
    annotations: &mut Vec<Annotation>,
    source: &str,
    key: &str,
    is_possible: fn(&str) -> bool,
) -> Option<String> {
    let index = annotations.iter().position(|note| note.source == source && has(note, key))?;
    let note = annotations.get_mut(index)?;
    let detail_index = note.details.iter().position(|(name, text)| name == key && is_possible(text))?;
    let (_, text) = note.details.remove(detail_index);
    if note.details.is_empty() {
        annotations.remove(index);
    }
    Some(text)
}

/// Whether a text does not change if it is written as a comment and read again.
fn is_plain(text: &str) -> bool {
    !text.is_empty()
        && text.split('\n').all(|line| line == line.trim())
        && !text.starts_with('\n')
        && !text.ends_with('\n')
        && !text.chars().any(|c| c != '\n' && (c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')))
}
