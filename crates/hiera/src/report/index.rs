//! The index of a tree: its levels, files, keys and nodes, and the keys of each file.

use super::Subject;
use super::answers::{Answers, Occurrences, write_differences};
use crate::diff::Comparison;
use crate::lookup::{Hierarchy, to_json};
use crate::pages::{self, list, text};
use crate::store::Value;
use crate::survey::named_variables;
use rustc_hash::FxHashMap;
use std::fmt::Write as _;

/// The maximum number of problems in the index.
const MAX_PROBLEMS: usize = 2_000;

/// Writes the index of a tree. `changes` are the changes from the tree before it, if the two are compared.
pub(super) fn write(
    subject: &Subject<'_>,
    occurrences: &Occurrences<'_>,
    answers: &Answers,
    changes: Option<&Comparison>,
    out: &mut String,
) {
    let (tree, hierarchy) = (subject.tree, subject.tree.hierarchy);
    out.push_str("{\"name\":");
    text(tree.name, out);
    out.push_str(",\n\"levels\":");
    list(hierarchy.named_levels().into_iter(), out, |level, out| {
        out.push('[');
        text(&level.layer, out);
        out.push(',');
        text(&level.name, out);
        out.push(',');
        text(&level.text, out);
        out.push(']');
    });
    out.push_str(",\n\"files\":");
    list(hierarchy.files(), out, |file, out| text(hierarchy.file_name(file), out));
    out.push_str(",\n\"keys\":");
    // The other data refers to a key by its index in this list.
    list(occurrences.keys(), out, |key, out| text(key, out));
    out.push_str(",\n\"mostlyAbsent\":");
    write_differences(answers.mostly_absent_keys(), out);
    out.push_str(",\n\"fileKeys\":");
    write_file_keys(hierarchy, occurrences, out);
    out.push_str(",\n\"nodes\":");
    list(subject.nodes.iter().zip(&subject.reached), out, |((name, _), reached), out| {
        out.push('[');
        text(name, out);
        out.push(',');
        list(reached.iter(), out, |reached, out| {
            let _ = write!(out, "[{},", reached.position);
            text(&reached.path, out);
            match reached.file {
                Some(file) => {
                    let _ = write!(out, ",{}]", file.number());
                }
                None => out.push_str(",-1]"),
            }
        });
        out.push(']');
    });
    out.push_str(",\n\"facts\":");
    write_facts(hierarchy, subject.nodes, out);
    out.push_str(",\n\"problems\":");
    // The number of all problems follows, so that pages can show how many were left out.
    list(tree.problems.iter().take(MAX_PROBLEMS), out, pages::problem);
    let _ = write!(out, ",\n\"problemCount\":{}", tree.problems.iter().count());
    match changes {
        Some(comparison) => {
            let _ = write!(out, ",\"changeCount\":{},\"settings\":", comparison.changes.len());
            list(comparison.settings.iter(), out, |setting, out| text(&setting.to_string(), out));
        }
        None => out.push_str(",\"changeCount\":null,\"settings\":[]"),
    }
    out.push('}');
}

/// Writes the numbers of the keys that each file has, as differences from the previous one, and null for a file that
/// cannot be read.
fn write_file_keys(hierarchy: &Hierarchy, occurrences: &Occurrences<'_>, out: &mut String) {
    let files: Vec<_> = hierarchy.files().collect();
    // The files are numbered in this order.
    let mut keys: Vec<Vec<usize>> = vec![Vec::new(); files.len()];
    for (number, occurrences) in occurrences.values().enumerate() {
        for occurrence in occurrences {
            keys[occurrence.origin.file.number()].push(number);
        }
    }
    list(files.iter().zip(keys), out, |(file, keys), out| match hierarchy.data(*file) {
        Ok(_) => write_differences(keys.into_iter(), out),
        Err(_) => out.push_str("null"),
    });
}

/// Writes the variables that levels and values use. For each variable, it writes the name, the distinct values as
/// texts, and for each node the number of its value, or -1.
fn write_facts(hierarchy: &Hierarchy, nodes: &[(String, Value)], out: &mut String) {
    list(named_variables(hierarchy).into_iter(), out, |name, out| {
        let mut numbers: FxHashMap<String, usize> = FxHashMap::default();
        let mut texts: Vec<String> = Vec::new();
        let numbers_of_nodes = nodes.iter().map(|(_, scope)| {
            // Values are numbered, because many nodes have the same few values.
            let shown = shown_fact(hierarchy.variable(&name, scope)?)?;
            Some(*numbers.entry(shown.clone()).or_insert_with(|| {
                texts.push(shown);
                texts.len() - 1
            }))
        });
        let of_node: Vec<Option<usize>> = numbers_of_nodes.collect();
        out.push('[');
        text(&name, out);
        out.push(',');
        list(texts.iter(), out, |shown, out| text(shown, out));
        out.push(',');
        list(of_node.into_iter(), out, |number, out| match number {
            Some(number) => {
                let _ = write!(out, "{number}");
            }
            None => out.push_str("-1"),
        });
        out.push(']');
    });
}

/// The text of a fact; `None` if it is nil, a list or a hash.
fn shown_fact(value: &Value) -> Option<String> {
    match value {
        Value::Text(text) => Some(text.to_string()),
        Value::Nil | Value::Array(_) | Value::Hash(_) => None,
        value => Some(to_json(value)),
    }
}
