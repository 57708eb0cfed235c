//! The parts of a tree that are loaded on demand: values by key, and answers by node.

use super::{RECEIVER, ReportFile};
use crate::hiera::lookup::{FileIndex, Hierarchy, Occurrence, Query, answer_json, quoted_key};
use crate::pages::{Parts, list, text};
use crate::store::{Entry, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write as _;

/// The values of every key: for each file that has the key, the number of the file, the line, and the value as written.
pub(super) fn values<'h>(
    tree: usize,
    keys: impl IntoIterator<Item = &'h Vec<Occurrence<'h>>>,
) -> Vec<ReportFile> {
    let mut parts = Parts::new(RECEIVER, tree, "values");
    for (number, occurrences) in keys.into_iter().enumerate() {
        parts.add(number, |out| {
            list(occurrences.iter(), out, |occurrence, out| {
                let _ = write!(out, "[{},{},", occurrence.origin.file.number(), occurrence.origin.place.line);
                answer_json(&occurrence.value, out);
                out.push(']');
            });
        });
    }
    parts.finish()
}

/// The answers of every node that differ from the written value: the number of the key, and the answer or a text that
/// explains why there is none.
pub(super) fn answers(
    tree: usize,
    hierarchy: &Hierarchy,
    keys: &[&str],
    nodes: &[(String, Value)],
) -> Vec<ReportFile> {
    let mut parts = Parts::new(RECEIVER, tree, "answers");
    let numbers: FxHashMap<&str, usize> =
        keys.iter().enumerate().map(|(number, key)| (*key, number)).collect();
    // For each file, the numbers of its keys, and whether their values must be looked up.
    let files: Vec<Vec<(usize, bool)>> =
        hierarchy.files().map(|file| file_keys(hierarchy, file, &numbers)).collect();
    for (number, (_, scope)) in nodes.iter().enumerate() {
        let mut known = FxHashSet::default();
        let mut computed = Vec::new();
        for file in hierarchy.reached(&Query::new("", scope)).iter().filter_map(|reached| reached.file) {
            let keys = files.get(file.number()).into_iter().flatten();
            computed.extend(
                keys.filter(|(key, _)| known.insert(*key)).filter(|(_, is)| *is).map(|(key, _)| *key),
            );
        }
        computed.sort_unstable();
        parts.add(number, |out| {
            list(computed.into_iter(), out, |key, out| write_answer(hierarchy, key, keys[key], scope, out));
        });
    }
    parts.finish()
}

fn file_keys(hierarchy: &Hierarchy, file: FileIndex, numbers: &FxHashMap<&str, usize>) -> Vec<(usize, bool)> {
    let Ok(data) = hierarchy.data(file) else { return Vec::new() };
    let number = |entry: Entry| {
        let is_computed = data.changes(entry.value) || data.is_encrypted(entry.value);
        Some((*numbers.get(data.text(entry.key)?)?, is_computed))
    };
    data.entries().filter_map(number).collect()
}

fn write_answer(hierarchy: &Hierarchy, number: usize, key: &str, scope: &Value, out: &mut String) {
    let _ = write!(out, "[{number},");
    match hierarchy.lookup(&Query::new(&quoted_key(key), scope)) {
        Ok(Some(answer)) => answer_json(&answer, out),
        Ok(None) => out.push_str("null"),
        Err(error) => {
            out.push_str("null,");
            text(error.message(), out);
        }
    }
    out.push(']');
}
