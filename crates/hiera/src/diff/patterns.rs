//! Merges changes that differ only in the name of their node into one change with placeholders.
//!
//! Invariant: a merged change is the change of each of its nodes, if its placeholders are replaced by the name of the
//! node.

use super::tree::is_part_of_word;
use super::{Cause, Change, Comparison, DataChange, FileLine, PartChange, Side, SideAnswer, ValueOrigin};
use std::collections::BTreeMap;

/// The placeholder of the name of a node.
const NODE_PLACEHOLDER: &str = "<node>";
/// The placeholder of the name of a node before its first dot.
const HOST_PLACEHOLDER: &str = "<host>";

impl Comparison {
    /// The changes, in which those that differ only in the name of their node are merged. Placeholders replace the name
    /// in a merged change. The line of a file is 0 if its name contains a placeholder.
    #[must_use]
    pub fn with_placeholders(&self) -> Vec<Change> {
        let mut patterns: BTreeMap<Change, Vec<usize>> = BTreeMap::new();
        for (number, change) in self.changes.iter().enumerate() {
            // The change of several nodes cannot contain the name of each of them.
            if let [node] = change.nodes.as_slice() {
                patterns.entry(change_with_placeholders(change, node)).or_default().push(number);
            }
        }
        // For each change that is replaced: the merged change, or `None` if the merged change has the place of an
        // earlier one.
        let mut replacements: BTreeMap<usize, Option<Change>> = BTreeMap::new();
        // A pattern of a single node is not used: its placeholder would only hide the name.
        for (mut pattern, numbers) in patterns.into_iter().filter(|(_, numbers)| numbers.len() > 1) {
            pattern.nodes = numbers.iter().flat_map(|number| self.changes[*number].nodes.clone()).collect();
            replacements.extend(numbers.iter().map(|number| (*number, None)));
            // The merged change takes the place of the first one, so that the order of changes is kept.
            replacements.insert(numbers[0], Some(pattern));
        }
        let changes = self.changes.iter().enumerate();
        let changes = changes.filter_map(|(number, change)| match replacements.remove(&number) {
            Some(replacement) => replacement,
            None => Some(change.clone()),
        });
        changes.collect()
    }
}

/// A change with placeholders in the place of the name of its node, and without the node.
fn change_with_placeholders(change: &Change, node: &str) -> Change {
    Change {
        key: change.key.clone(),
        before: side_with_placeholders(&change.before, node),
        after: side_with_placeholders(&change.after, node),
        parts: change.parts.iter().map(|part| part_with_placeholders(part, node)).collect(),
        causes: change.causes.iter().map(|found_cause| cause_with_placeholders(found_cause, node)).collect(),
        nodes: Vec::new(),
    }
}

/// A side of a change with placeholders in the place of the name of the node.
fn side_with_placeholders(side: &Side, node: &str) -> Side {
    let answer = match &side.answer {
        SideAnswer::Value(json) => SideAnswer::Value(text_with_placeholders(json, node)),
        SideAnswer::Failure(message) => SideAnswer::Failure(text_with_placeholders(message, node)),
        SideAnswer::Nothing => SideAnswer::Nothing,
    };
    let origins = side.origins.iter().map(|origin| {
        let file = text_with_placeholders(&origin.file, node);
        let is_same = file == origin.file;
        ValueOrigin {
            file,
            // A name with a placeholder represents several files, so it has no index and no line.
            index: origin.index.filter(|_| is_same),
            line: if is_same { origin.line } else { 0 },
            column: if is_same { origin.column } else { 0 },
            level: origin.level.clone(),
        }
    });
    Side { answer, origins: origins.collect(), has_secrets: side.has_secrets }
}

/// A change of a part with placeholders in the place of the name of the node.
fn part_with_placeholders(part: &PartChange, node: &str) -> PartChange {
    let text = |json: &Option<String>| json.as_ref().map(|json| text_with_placeholders(json, node));
    PartChange {
        path: text_with_placeholders(&part.path, node),
        kind: part.kind,
        before: text(&part.before),
        after: text(&part.after),
    }
}

/// A cause with placeholders in the place of the name of the node.
fn cause_with_placeholders(cause: &Cause, node: &str) -> Cause {
    let place = |place: &Option<FileLine>| {
        let place = place.as_ref()?;
        let file = text_with_placeholders(&place.file, node);
        // A name with a placeholder represents several files, so it has no line.
        let line = if file == place.file { place.line } else { 0 };
        Some(FileLine { file, line })
    };
    match cause {
        Cause::Data(change) => Cause::Data(DataChange {
            before: place(&change.before),
            after: place(&change.after),
            key: change.key.clone(),
            kind: change.kind,
        }),
        other => other.clone(),
    }
}

/// A text with placeholders in the place of the name of a node, unless the name is a part of a longer word.
fn text_with_placeholders(text: &str, node: &str) -> String {
    let text = replace_word(text, node, NODE_PLACEHOLDER);
    match node.split_once('.') {
        Some((host, _)) if !host.is_empty() => replace_word(&text, host, HOST_PLACEHOLDER),
        _ => text,
    }
}

/// A text in which a placeholder replaces each occurrence of a word; an occurrence within a longer word stays.
fn replace_word(text: &str, word: &str, placeholder: &str) -> String {
    if word.is_empty() {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut copied_end = 0;
    for (start, _) in text.match_indices(word) {
        let end = start + word.len();
        let is_inside = text[..start].ends_with(is_part_of_word) || text[end..].starts_with(is_part_of_word);
        if !is_inside {
            out.push_str(&text[copied_end..start]);
            out.push_str(placeholder);
            copied_end = end;
        }
    }
    out.push_str(&text[copied_end..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_replaced_unless_they_are_parts_of_words() {
        for (text, node, expected) in [
            ("nodes/a.b.yaml", "a.b", "nodes/<node>.yaml"),
            ("a, ab, a-b, \"a\"", "a", "<node>, ab, a-b, \"<node>\""),
            ("web1 and web1.example.org", "web1.example.org", "<host> and <node>"),
            ("web10", "web1", "web10"),
            ("é", "", "é"),
        ] {
            assert_eq!(text_with_placeholders(text, node), expected, "{text}");
        }
    }
}
