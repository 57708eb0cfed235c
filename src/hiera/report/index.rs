//! The index of a tree: its levels, files, keys and nodes, and the keys of each file.

use super::ReportedTree;
use crate::hiera::lookup::{FileIndex, Query, value_json};
use crate::pages::{self, list, text};
use crate::store::Value;
use rustc_hash::FxHashMap;
use std::fmt::Write as _;

/// How many problems are listed.
const PROBLEMS: usize = 2_000;

/// Writes the index of a tree.
pub(super) fn write(tree: &ReportedTree<'_>, keys: &[&str], nodes: &[(String, Value)], out: &mut String) {
    let hierarchy = tree.hierarchy;
    out.push_str("{name:");
    text(tree.name, out);
    out.push_str(",\nlevels:");
    list(hierarchy.levels(), out, text);
    out.push_str(",\nbackends:");
    list(hierarchy.backends(), out, |name, out| text(&name, out));
    out.push_str(",\nfiles:");
    list(hierarchy.files(), out, |file, out| text(hierarchy.file_name(file), out));
    out.push_str(",\nkeys:");
    list(keys.iter().copied(), out, text);
    out.push_str(",\nfileKeys:");
    let numbers: FxHashMap<&str, usize> =
        keys.iter().enumerate().map(|(number, key)| (*key, number)).collect();
    list(hierarchy.files(), out, |file, out| write_keys(tree, file, &numbers, out));
    out.push_str(",\nnodes:");
    list(nodes.iter(), out, |(name, scope), out| write_node(tree, name, scope, out));
    out.push_str(",\nproblems:");
    list(tree.problems.iter().take(PROBLEMS), out, pages::problem);
    let _ = write!(out, ",\nproblemCount:{}}}", tree.problems.iter().count());
}

/// Writes the numbers of a file's keys, each as the difference from the previous one; null for a file that cannot be
/// read.
fn write_keys(tree: &ReportedTree<'_>, file: FileIndex, numbers: &FxHashMap<&str, usize>, out: &mut String) {
    let Ok(data) = tree.hierarchy.data(file) else {
        out.push_str("null");
        return;
    };
    let keys = data.entries().filter_map(|entry| data.text(entry.key)).filter_map(|key| numbers.get(key));
    let mut keys: Vec<usize> = keys.copied().collect();
    keys.sort_unstable();
    let mut last = 0;
    list(keys.into_iter(), out, |key, out| {
        let _ = write!(out, "{}", key - last);
        last = key;
    });
}

/// Writes a node: its name, its variables, and for each level that is searched, in order, the number of the level, its path
/// and the number of its file or -1.
fn write_node(tree: &ReportedTree<'_>, name: &str, scope: &Value, out: &mut String) {
    out.push('[');
    text(name, out);
    out.push(',');
    value_json(scope, out);
    out.push(',');
    list(tree.hierarchy.reached(&Query::new("", scope)).iter(), out, |reached, out| {
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
}
