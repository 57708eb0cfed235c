//! The differences between what nodes get from the first tree of a report and what they get from the second one.

use super::{ReportFile, SCRIPT_OBJECT};
use crate::diff::{Change, Comparison, Side, SideAnswer};
use crate::pages::{Parts, exact_json, list, text};
use crate::store::Value;
use rustc_hash::FxHashMap;
use std::fmt::Write as _;

/// The parts with the changes. Each change has its key, both sides, its causes as texts, and the numbers of its nodes.
pub(super) fn parts(tree: usize, comparison: &Comparison, nodes: &[(String, Value)]) -> Vec<ReportFile> {
    let numbers: FxHashMap<&str, usize> =
        nodes.iter().enumerate().map(|(number, (name, _))| (name.as_str(), number)).collect();
    let mut parts = Parts::new(SCRIPT_OBJECT, tree, "changes");
    for (number, change) in comparison.changes.iter().enumerate() {
        parts.add(number, |out| write_change(comparison, change, &numbers, out));
    }
    parts.finish()
}

/// Writes a change as the array that pages read: key, both sides, causes and nodes.
fn write_change(
    comparison: &Comparison,
    change: &Change,
    numbers: &FxHashMap<&str, usize>,
    out: &mut String,
) {
    out.push('[');
    text(&change.key, out);
    for side in [&change.before, &change.after] {
        out.push(',');
        write_side(side, out);
    }
    out.push(',');
    list(change.causes.iter(), out, |cause, out| text(&comparison.cause_text(cause), out));
    out.push(',');
    // Pages refer to a node by its number in the index.
    let nodes = change.nodes.iter().filter_map(|name| numbers.get(name.as_str()));
    list(nodes, out, |number, out| {
        let _ = write!(out, "{number}");
    });
    out.push(']');
}

/// Writes the answer of one tree: a value, an error, or nothing. Then writes the origins of the value, each with the
/// number of its data file, or with the name of a file that is not a data file.
fn write_side(side: &Side, out: &mut String) {
    match &side.answer {
        SideAnswer::Value(json) => {
            out.push_str("{\"v\":");
            // JavaScript would show some numbers of the JSON differently, so these become texts.
            out.push_str(&exact_json(json));
            if side.has_secrets {
                out.push_str(",\"hidden\":1");
            }
        }
        SideAnswer::Failure(message) => {
            out.push_str("{\"e\":");
            text(message, out);
        }
        SideAnswer::Nothing => out.push_str("{\"none\":1"),
    }
    out.push_str(",\"from\":");
    list(side.origins.iter(), out, |origin, out| {
        out.push('[');
        match origin.index {
            Some(file) => out.push_str(&file.number().to_string()),
            None => text(&origin.file, out),
        }
        let _ = write!(out, ",{},", origin.line);
        text(&origin.level, out);
        out.push(']');
    });
    out.push('}');
}
