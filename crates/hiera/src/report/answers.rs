//! The distinct answers of each key, with the nodes that get them.
//!
//! A key is looked up once for each group of nodes that cannot differ. Invariant: answers are in the order of the
//! number of their nodes, so that most nodes have the first one, which is not written for them.

use super::{RECEIVER, ReportFile, Subject};
use crate::lookup::{
    Account, Encrypted, FileIndex, Hierarchy, Occurrence, Query, RejectionReason, hide_encrypted, quoted_key,
    value_json,
};
use crate::pages::{Parts, list, text, with_exact_numbers};
use crate::store::Value;
use crate::survey::{Grouping, Survey, members};
use crate::threads::in_parts;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The keys of a tree, in order.
pub(super) type Occurrences<'h> = BTreeMap<&'h str, Vec<Occurrence<'h>>>;

/// The answers of all keys.
pub(super) struct Answers {
    keys: Vec<KeyAnswers>,
}

/// The answers of a key.
pub(super) struct KeyAnswers {
    /// Where the key is, in JSON.
    written: String,
    /// The distinct answers, in JSON, from the one that most nodes get.
    answers: Vec<String>,
    /// The number of the answer that there is no value, if some node gets it.
    absent: Option<u32>,
    /// For each node, the number of its answer.
    of_node: Vec<u32>,
}

impl Answers {
    /// The answers of each key, in order.
    pub(super) fn keys(&self) -> &[KeyAnswers] {
        &self.keys
    }

    /// The numbers of the keys for which the most frequent answer is that there is no value.
    pub(super) fn mostly_absent(&self) -> impl Iterator<Item = usize> {
        self.keys.iter().enumerate().filter(|(_, key)| key.absent == Some(0)).map(|(number, _)| number)
    }
}

/// Looks every key up for all nodes.
pub(super) fn answers(subject: &Subject<'_>, occurrences: &Occurrences<'_>) -> Answers {
    let scopes: Vec<&Value> = subject.nodes.iter().map(|(_, scope)| scope).collect();
    let survey = Survey::new(subject.tree.hierarchy, &scopes);
    let keys: Vec<(&str, &[Occurrence<'_>])> =
        occurrences.iter().map(|(key, occurrences)| (*key, occurrences.as_slice())).collect();
    let parts = in_parts(&keys, |part| {
        // A grouping changes while it is used, so each thread has its own.
        let mut grouping = survey.grouping();
        let answers = part.iter();
        let answers = answers.map(|(key, occurrences)| key_answers(subject, &mut grouping, key, occurrences));
        answers.collect::<Vec<_>>()
    });
    Answers { keys: parts.into_iter().flatten().collect() }
}

/// The distinct answers of a key, those of the most nodes first.
fn key_answers(
    subject: &Subject<'_>,
    grouping: &mut Grouping<'_>,
    key: &str,
    occurrences: &[Occurrence<'_>],
) -> KeyAnswers {
    let hierarchy = subject.tree.hierarchy;
    let quoted = quoted_key(key);
    let groups = grouping.groups(key);
    let mut known: FxHashMap<String, usize> = FxHashMap::default();
    // The JSON of each distinct answer, whether there is no value, and its nodes.
    let mut distinct: Vec<(String, bool, Vec<usize>)> = Vec::new();
    for nodes in groups {
        let Some(first) = nodes.first() else { continue };
        let query = Query::new(&quoted, &subject.nodes[*first].1);
        let account = hierarchy.account(&query);
        let mut json = String::new();
        write_account(subject, *first, &query, &account, occurrences, &mut json);
        // Groups may have equal accounts, which pages show once.
        let at = *known.entry(json.clone()).or_insert_with(|| {
            distinct.push((json, matches!(account.answer, Ok(None)), Vec::new()));
            distinct.len() - 1
        });
        distinct[at].2.extend(nodes);
    }
    // Answers with equally many nodes are ordered by their first nodes.
    for (_, _, nodes) in &mut distinct {
        nodes.sort_unstable();
    }
    distinct.sort_by_key(|(_, _, nodes)| (std::cmp::Reverse(nodes.len()), nodes.first().copied()));
    let mut of_node = vec![0; subject.nodes.len()];
    for (number, (_, _, nodes)) in (0_u32..).zip(&distinct) {
        nodes.iter().for_each(|node| of_node[*node] = number);
    }
    let absent = distinct.iter().position(|(_, is_absent, _)| *is_absent);
    let mut written = String::new();
    write_occurrences(hierarchy, key, occurrences, &mut written);
    KeyAnswers {
        written,
        answers: distinct.into_iter().map(|(json, ..)| json).collect(),
        absent: absent.and_then(|at| u32::try_from(at).ok()),
        of_node,
    }
}

/// Writes where a key is: for each file that has it, the number of the file, the line, and the value as written, or
/// nothing if answers of the key are sensitive.
fn write_occurrences(hierarchy: &Hierarchy, key: &str, occurrences: &[Occurrence<'_>], out: &mut String) {
    // Pages are published, so a secret must not even be in their files.
    let is_sensitive = hierarchy.is_sensitive(key);
    list(occurrences.iter(), out, |occurrence, out| {
        let _ = write!(out, "[{},{}", occurrence.origin.file.number(), occurrence.origin.place.line);
        if !is_sensitive {
            out.push(',');
            value_json(&shown(hierarchy, occurrence.value.to_value()), out);
        }
        out.push(']');
    });
}

/// Writes what a node gets and why: the value or the error, the strategy and the conversion, where each contribution
/// and each part of the answer comes from, and the values that its levels read and that do not count.
fn write_account<'h>(
    subject: &'h Subject<'_>,
    node: usize,
    query: &Query<'_>,
    account: &Account<'h>,
    occurrences: &'h [Occurrence<'h>],
    out: &mut String,
) {
    let hierarchy = subject.tree.hierarchy;
    match &account.answer {
        Ok(Some(answer)) => {
            out.push_str("{\"v\":");
            value_json(&shown(hierarchy, answer.to_value()), out);
            if answer.has_secrets() {
                out.push_str(",\"hidden\":1");
            }
        }
        Ok(None) => out.push_str("{\"none\":1"),
        Err(error) => {
            out.push_str("{\"e\":");
            text(error.message(), out);
        }
    }
    // A single value is not merged, whatever the strategy.
    if account.contributions.len() > 1 {
        out.push_str(",\"merge\":");
        match &account.knockout_prefix {
            Some(prefix) => text(&format!("{}, knockout prefix {prefix}", account.strategy), out),
            None => text(account.strategy, out),
        }
    }
    if let Some(conversion) = &account.conversion {
        out.push_str(",\"convert\":");
        value_json(conversion, out);
    }
    out.push_str(",\"from\":");
    list(account.contributions.iter(), out, |one, out| {
        let _ = write!(out, "[{},{},", one.origin.file.number(), one.origin.place.line);
        text(&one.level, out);
        out.push(']');
    });
    let parts = account.parts();
    if !parts.is_empty() {
        out.push_str(",\"parts\":");
        list(parts.iter(), out, |part, out| {
            out.push('[');
            list(part.path.iter(), out, |segment, out| text(segment, out));
            out.push(',');
            list(part.contributions.iter(), out, |number, out| {
                let _ = write!(out, "{number}");
            });
            out.push(']');
        });
    }
    let reached = &subject.reached[node];
    let mut files: Vec<FileIndex> = reached.iter().filter_map(|reached| reached.file).collect();
    files.sort_unstable();
    files.dedup();
    // Occurrences are in the order of their files. A key may be in many files, of which a node reads few.
    let read = files.iter().filter_map(|file| {
        let at = occurrences.binary_search_by_key(file, |one| one.origin.file).ok()?;
        Some(occurrences[at].clone())
    });
    let rejections = hierarchy.rejections_among(read, query, account, reached);
    if !rejections.is_empty() {
        out.push_str(",\"rejected\":");
        list(rejections.iter(), out, |rejection, out| {
            let origin = rejection.occurrence.origin;
            let _ = write!(out, "[{},{},", origin.file.number(), origin.place.line);
            text(reason(&rejection.reason), out);
            out.push(']');
        });
    }
    out.push('}');
}

/// A value as pages may show it.
fn shown(hierarchy: &Hierarchy, value: Value) -> Value {
    let is_kept = matches!(hierarchy.encrypted(), Encrypted::Kept);
    with_exact_numbers(if is_kept { value } else { hide_encrypted(value) })
}

/// Why a value that a level reads does not count, in a few words.
fn reason(reason: &RejectionReason) -> &'static str {
    match reason {
        RejectionReason::HigherLevel => "shadowed",
        RejectionReason::OtherModule(_) => "data of another module",
        RejectionReason::NotRead => "not read",
        RejectionReason::Options => "options of lookups",
        RejectionReason::Failure => "the lookup fails",
        RejectionReason::Unused => "not used",
    }
}

/// The parts with the answers of each key: where the key is, the distinct answers, and for all but the first one the
/// numbers of their nodes, each as the difference from the previous one.
pub(super) fn key_parts(tree: usize, keys: &[KeyAnswers]) -> Vec<ReportFile> {
    let mut parts = Parts::new(RECEIVER, tree, "answers");
    for (number, key) in keys.iter().enumerate() {
        parts.add(number, |out| {
            let _ = write!(out, "{{\"written\":{},\"answers\":[{}]", key.written, key.answers.join(","));
            if key.answers.len() > 1 {
                out.push_str(",\"nodes\":");
                let nodes = members(key.of_node.iter().copied());
                list(nodes.into_iter().skip(1), out, |nodes, out| write_differences(nodes.into_iter(), out));
            }
            out.push('}');
        });
    }
    parts.finish()
}

/// The parts with what is special for each node: its variables, and the keys of which it does not get the first answer,
/// each as the difference from the previous one, with the number of its answer or -1 if it gets none.
pub(super) fn node_parts(tree: usize, nodes: &[(String, Value)], answers: &Answers) -> Vec<ReportFile> {
    let mut parts = Parts::new(RECEIVER, tree, "nodes");
    for (number, (_, scope)) in nodes.iter().enumerate() {
        parts.add(number, |out| {
            out.push_str("{\"variables\":");
            value_json(scope, out);
            out.push_str(",\"special\":[");
            write_special(number, answers, out);
            out.push_str("]}");
        });
    }
    parts.finish()
}

/// Writes the answers of a node that are not the most frequent ones: for each key its distance from the previous such
/// key, and the number of the answer, which is -1 without a value.
fn write_special(node: usize, answers: &Answers, out: &mut String) {
    let mut next = 0;
    for (number, key) in answers.keys.iter().enumerate() {
        let answer = key.of_node[node];
        if answer == 0 {
            continue;
        }
        let shown = if key.absent == Some(answer) { -1 } else { i64::from(answer) };
        let _ = write!(out, "{}{},{shown}", if next == 0 { "" } else { "," }, number + 1 - next);
        next = number + 1;
    }
}

/// Writes ascending numbers, each as the difference from the previous one.
pub(super) fn write_differences(numbers: impl Iterator<Item = usize>, out: &mut String) {
    let mut last = 0;
    list(numbers, out, |number, out| {
        let _ = write!(out, "{}", number - last);
        last = number;
    });
}
