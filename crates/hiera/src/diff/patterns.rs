//! Changes of nodes that differ only by the names of the nodes, as one change.
//!
//! Invariant: a change that is shown for several nodes becomes that of each of them if its placeholders are replaced by
//! the name of the node.

use super::tree::is_part_of_word;
use super::{Cause, Change, Comparison, DataChange, FileLine, PartChange, Side, SideAnswer, ValueOrigin};
use std::collections::BTreeMap;

/// The placeholder of the name of a node.
const NODE: &str = "<node>";
/// The placeholder of the name of a node before its first dot.
const HOST: &str = "<host>";

impl Comparison {
    /// The changes; those that differ only by the name of their node become one change, with placeholders in the place
    /// of the name. The line of a file whose name has a placeholder is 0.
    #[must_use]
    pub fn with_placeholders(&self) -> Vec<Change> {
        let mut patterns: BTreeMap<Change, Vec<usize>> = BTreeMap::new();
        for (number, change) in self.changes.iter().enumerate() {
            // Only a change of a single node can contain its name.
            if let [node] = change.nodes.as_slice() {
                patterns.entry(pattern(change, node)).or_default().push(number);
            }
        }
        // For each change that is replaced: the pattern, or nothing if the pattern replaces an earlier change.
        let mut shown: BTreeMap<usize, Option<Change>> = BTreeMap::new();
        // For a single node, a placeholder would only hide its name.
        for (mut pattern, numbers) in patterns.into_iter().filter(|(_, numbers)| numbers.len() > 1) {
            pattern.nodes = numbers.iter().flat_map(|number| self.changes[*number].nodes.clone()).collect();
            shown.extend(numbers.iter().map(|number| (*number, None)));
            // In the place of the first change, so that the order of the changes stays.
            shown.insert(numbers[0], Some(pattern));
        }
        let changes = self.changes.iter().enumerate();
        let changes = changes.filter_map(|(number, change)| match shown.remove(&number) {
            Some(pattern) => pattern,
            None => Some(change.clone()),
        });
        changes.collect()
    }
}

/// A change with placeholders in the place of the name of its node, and without the node.
fn pattern(change: &Change, node: &str) -> Change {
    Change {
        key: change.key.clone(),
        before: side(&change.before, node),
        after: side(&change.after, node),
        parts: change.parts.iter().map(|part| part_change(part, node)).collect(),
        causes: change.causes.iter().map(|one| cause(one, node)).collect(),
        nodes: Vec::new(),
    }
}

/// A side with placeholders in the place of the name of the node.
fn side(side: &Side, node: &str) -> Side {
    let answer = match &side.answer {
        SideAnswer::Value(json) => SideAnswer::Value(replaced(json, node)),
        SideAnswer::Failure(message) => SideAnswer::Failure(replaced(message, node)),
        SideAnswer::Nothing => SideAnswer::Nothing,
    };
    let origins = side.origins.iter().map(|origin| {
        let file = replaced(&origin.file, node);
        let is_same = file == origin.file;
        ValueOrigin {
            file,
            // A name with a placeholder represents several files, which have no common index and line.
            index: origin.index.filter(|_| is_same),
            line: if is_same { origin.line } else { 0 },
            column: if is_same { origin.column } else { 0 },
            level: origin.level.clone(),
        }
    });
    Side { answer, origins: origins.collect(), has_secrets: side.has_secrets }
}

fn part_change(part: &PartChange, node: &str) -> PartChange {
    let text = |json: &Option<String>| json.as_ref().map(|json| replaced(json, node));
    PartChange {
        path: replaced(&part.path, node),
        kind: part.kind,
        before: text(&part.before),
        after: text(&part.after),
    }
}

/// A cause with placeholders in the place of the name of the node.
fn cause(cause: &Cause, node: &str) -> Cause {
    let place = |place: &Option<FileLine>| {
        let place = place.as_ref()?;
        let file = replaced(&place.file, node);
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
fn replaced(text: &str, node: &str) -> String {
    let text = replace_word(text, node, NODE);
    match node.split_once('.') {
        Some((host, _)) if !host.is_empty() => replace_word(&text, host, HOST),
        _ => text,
    }
}

/// A text with a placeholder in the place of each occurrence of a word that is not part of a longer word.
fn replace_word(text: &str, word: &str, placeholder: &str) -> String {
    if word.is_empty() {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut from = 0;
    for (at, _) in text.match_indices(word) {
        let end = at + word.len();
        let is_inside = text[..at].ends_with(is_part_of_word) || text[end..].starts_with(is_part_of_word);
        if !is_inside {
            out.push_str(&text[from..at]);
            out.push_str(placeholder);
            from = end;
        }
    }
    out.push_str(&text[from..]);
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
            assert_eq!(replaced(text, node), expected, "{text}");
        }
    }
}
