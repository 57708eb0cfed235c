//! The distinct answers of each key, with the nodes that get each answer.
//!
//! A key is looked up once for each group of nodes that must have the same answer. Invariant: the answers of a key are
//! ordered by the number of their nodes, from the highest. The first answer is therefore that of most nodes, and its
//! nodes are not listed.

use super::{ReportFile, SCRIPT_OBJECT, Subject};
use crate::lookup::{
    Account, Answer, Encrypted, FileIndex, Hierarchy, LevelFile, LookupError, Occurrence, Query,
    RejectionReason, hide_encrypted, quoted_key, value_json,
};
use crate::pages::{Parts, list, text, with_exact_numbers};
use crate::store::Value;
use crate::survey::{Grouping, Survey, members};
use modelwright_metamodel::threads::in_parts;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The keys of a tree in order, with their values in data files.
pub(super) type Occurrences<'h> = BTreeMap<&'h str, Vec<Occurrence<'h>>>;

/// The answers of all keys.
pub(super) struct Answers {
    keys: Vec<KeyAnswers>,
}

/// The answers of a key.
pub(super) struct KeyAnswers {
    /// The files that have the key, in JSON.
    files_json: String,
    /// The distinct answers in JSON, from that of the most nodes.
    answers: Vec<String>,
    /// The number of the answer "no value", if some node gets it.
    absent: Option<u32>,
    /// For each node, the number of its answer.
    of_node: Vec<u32>,
}

impl Answers {
    /// The answers of each key, in order.
    pub(super) fn keys(&self) -> &[KeyAnswers] {
        &self.keys
    }

    /// The keys whose most frequent answer is "no value", by number.
    pub(super) fn mostly_absent_keys(&self) -> impl Iterator<Item = usize> {
        // The answer with the number 0 is that of the most nodes.
        self.keys.iter().enumerate().filter(|(_, key)| key.absent == Some(0)).map(|(number, _)| number)
    }
}

/// Looks up every key for all nodes.
pub(super) fn answers(subject: &Subject<'_>, occurrences: &Occurrences<'_>) -> Answers {
    let scopes: Vec<&Value> = subject.nodes.iter().map(|(_, scope)| scope).collect();
    let survey = Survey::new(subject.tree.hierarchy, &scopes);
    let keys: Vec<(&str, &[Occurrence<'_>])> =
        occurrences.iter().map(|(key, occurrences)| (*key, occurrences.as_slice())).collect();
    let parts = in_parts(&keys, |part| {
        // A grouping changes when it is used, so each thread has its own.
        let mut grouping = survey.grouping();
        let answers = part.iter();
        let answers = answers.map(|(key, occurrences)| key_answers(subject, &mut grouping, key, occurrences));
        answers.collect::<Vec<_>>()
    });
    Answers { keys: parts.into_iter().flatten().collect() }
}

/// An answer of a key, with the indexes of the nodes that get it.
struct DistinctAnswer {
    json: String,
    /// Whether there is no value.
    is_absent: bool,
    nodes: Vec<usize>,
}

/// The distinct answers of a key, from that of the most nodes.
fn key_answers(
    subject: &Subject<'_>,
    grouping: &mut Grouping<'_>,
    key: &str,
    occurrences: &[Occurrence<'_>],
) -> KeyAnswers {
    let hierarchy = subject.tree.hierarchy;
    let quoted = quoted_key(key);
    let groups = grouping.groups(key);
    let mut numbers: FxHashMap<String, usize> = FxHashMap::default();
    let mut distinct: Vec<DistinctAnswer> = Vec::new();
    for nodes in groups {
        let Some(first) = nodes.first() else { continue };
        let (_, scope) = &subject.nodes[*first];
        let query = Query::new(&quoted, scope);
        let account = hierarchy.account(&query);
        let mut json = String::new();
        write_account(subject, *first, &query, &account, occurrences, &mut json);
        // Several groups may have equal accounts, which pages show once.
        let number = *numbers.entry(json.clone()).or_insert_with(|| {
            let is_absent = matches!(account.answer, Ok(None));
            distinct.push(DistinctAnswer { json, is_absent, nodes: Vec::new() });
            distinct.len() - 1
        });
        distinct[number].nodes.extend(nodes);
    }
    // The nodes are sorted, because answers with equally many nodes are ordered by their first node.
    for answer in &mut distinct {
        answer.nodes.sort_unstable();
    }
    distinct.sort_by_key(|answer| (std::cmp::Reverse(answer.nodes.len()), answer.nodes.first().copied()));
    let mut of_node = vec![0; subject.nodes.len()];
    for (number, answer) in (0_u32..).zip(&distinct) {
        answer.nodes.iter().for_each(|node| of_node[*node] = number);
    }
    let absent = distinct.iter().position(|answer| answer.is_absent);
    let mut files_json = String::new();
    write_occurrences(hierarchy, key, occurrences, &mut files_json);
    KeyAnswers {
        files_json,
        answers: distinct.into_iter().map(|answer| answer.json).collect(),
        absent: absent.and_then(|number| u32::try_from(number).ok()),
        of_node,
    }
}

/// Writes, for each file that has a key, the number of the file, the line, and the value as it is written. The value is
/// left out if answers of the key are sensitive.
fn write_occurrences(hierarchy: &Hierarchy, key: &str, occurrences: &[Occurrence<'_>], out: &mut String) {
    // Pages may be published, so their files must not contain secrets either.
    let is_sensitive = hierarchy.is_sensitive(key);
    list(occurrences.iter(), out, |occurrence, out| {
        let _ = write!(out, "[{},{}", occurrence.origin.file.number(), occurrence.origin.place.line);
        if !is_sensitive {
            out.push(',');
            value_json(&shown_value(hierarchy, occurrence.value.to_value()), out);
        }
        out.push(']');
    });
}

/// Writes what a node gets for a key and why: the value or the error, the strategy and the conversion, the origin of
/// each contribution and of each part of the answer, and the values that the node's levels read but do not use.
fn write_account<'h>(
    subject: &'h Subject<'_>,
    node: usize,
    query: &Query<'_>,
    account: &Account<'h>,
    occurrences: &'h [Occurrence<'h>],
    out: &mut String,
) {
    let hierarchy = subject.tree.hierarchy;
    out.push('{');
    write_answer(hierarchy, &account.answer, out);
    // The strategy has no effect on a single value.
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
    list(account.contributions.iter(), out, |contribution, out| {
        let _ = write!(out, "[{},{},", contribution.origin.file.number(), contribution.origin.place.line);
        text(&contribution.level, out);
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
    let occurrences_read = occurrences_read(occurrences, reached);
    let rejections = hierarchy.rejections_among(occurrences_read.into_iter(), query, account, reached);
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

/// Writes the entries for the answer of a lookup: a value, an error, or nothing.
fn write_answer(hierarchy: &Hierarchy, answer: &Result<Option<Answer<'_>>, LookupError>, out: &mut String) {
    match answer {
        Ok(Some(answer)) => {
            out.push_str("\"v\":");
            value_json(&shown_value(hierarchy, answer.to_value()), out);
            if answer.has_secrets() {
                out.push_str(",\"hidden\":1");
            }
        }
        Ok(None) => out.push_str("\"none\":1"),
        Err(error) => {
            out.push_str("\"e\":");
            text(error.message(), out);
        }
    }
}

/// The occurrences of a key in the files of the levels that a node reaches.
fn occurrences_read<'h>(occurrences: &[Occurrence<'h>], reached: &[LevelFile]) -> Vec<Occurrence<'h>> {
    let mut files: Vec<FileIndex> = reached.iter().filter_map(|reached| reached.file).collect();
    files.sort_unstable();
    files.dedup();
    // A key may be in many files, of which a node reads few. Files and occurrences have the same order, so the
    // occurrence in a file is found by binary search.
    let found = files.iter().filter_map(|file| {
        let index = occurrences.binary_search_by_key(file, |occurrence| occurrence.origin.file).ok()?;
        Some(occurrences[index].clone())
    });
    found.collect()
}

/// A value as it may be shown on pages.
fn shown_value(hierarchy: &Hierarchy, value: Value) -> Value {
    let is_kept = matches!(hierarchy.encrypted(), Encrypted::Kept);
    with_exact_numbers(if is_kept { value } else { hide_encrypted(value) })
}

/// The reason for which a value that a level reads is not used, in a few words.
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

/// The parts with the answers of each key. They contain the files that have the key, the distinct answers, and the
/// nodes of each answer except the first. The numbers of nodes are written as differences from the previous one.
pub(super) fn key_parts(tree: usize, keys: &[KeyAnswers]) -> Vec<ReportFile> {
    let mut parts = Parts::new(SCRIPT_OBJECT, tree, "answers");
    for (number, key) in keys.iter().enumerate() {
        parts.add(number, |out| {
            let _ = write!(out, "{{\"written\":{},\"answers\":[{}]", key.files_json, key.answers.join(","));
            if key.answers.len() > 1 {
                out.push_str(",\"nodes\":");
                let nodes_of_answers = members(key.of_node.iter().copied());
                list(nodes_of_answers.into_iter().skip(1), out, |nodes, out| {
                    write_differences(nodes.into_iter(), out);
                });
            }
            out.push('}');
        });
    }
    parts.finish()
}

/// The parts with the variables of each node, and with its answers for the keys for which it does not get the most
/// frequent answer.
pub(super) fn node_parts(tree: usize, nodes: &[(String, Value)], answers: &Answers) -> Vec<ReportFile> {
    let mut parts = Parts::new(SCRIPT_OBJECT, tree, "nodes");
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

/// Writes two numbers for each key for which a node does not get the most frequent answer, which has the number 0: the
/// difference from the number of the previous such key, and the number of the node's answer, which is -1 for no value.
/// The difference of the first key is its number plus one.
fn write_special(node: usize, answers: &Answers, out: &mut String) {
    // The number after that of the key that was written last.
    let mut written_end = 0;
    for (number, key) in answers.keys.iter().enumerate() {
        let answer = key.of_node[node];
        if answer == 0 {
            continue;
        }
        let shown = if key.absent == Some(answer) { -1 } else { i64::from(answer) };
        let _ =
            write!(out, "{}{},{shown}", if written_end == 0 { "" } else { "," }, number + 1 - written_end);
        written_end = number + 1;
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
