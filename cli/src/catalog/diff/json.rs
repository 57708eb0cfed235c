//! Writes a comparison of catalogs in JSON: one object on each line, for each change and then for each node that is not
//! compared.

use super::nodes::Gaps;
use crate::catalog::explain::place_value;
use crate::hiera::json::{array, null, object, text};
use modelwright::catalog::compare::{Comparison, ParameterChange, SideValue};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// A comparison in JSON.
pub(super) fn json(comparison: &Comparison, gaps: &Gaps) -> String {
    let mut out = String::new();
    for (change, nodes) in comparison.changes() {
        let line = object([
            ("resource", text(&change.resource)),
            ("change", text(change.kind.as_str())),
            ("before", place_value(change.before.as_ref())),
            ("after", place_value(change.after.as_ref())),
            ("parameters", array(change.parameters.iter().map(parameter_value))),
            ("nodes", array(nodes.iter().map(text))),
        ]);
        let _ = writeln!(out, "{line}");
    }
    let nodes: BTreeSet<&String> = gaps.failed.iter().chain(gaps.exports.keys()).collect();
    for node in nodes {
        // What this node exports is not compared on the nodes that collect it.
        let exports = gaps.exports.get(node).into_iter().flatten();
        let line = object([
            ("resource", null()),
            ("change", text("not compared")),
            ("nodes", array([text(node)])),
            ("exports", array(exports.map(text))),
        ]);
        let _ = writeln!(out, "{line}");
    }
    out
}

/// A changed parameter with its values on both sides, in JSON.
fn parameter_value(change: &ParameterChange) -> String {
    object([
        ("name", text(&change.name)),
        ("before", side_value(change.before.as_ref())),
        ("after", side_value(change.after.as_ref())),
    ])
}

/// A value with its place; null if the parameter is not set.
fn side_value(side: Option<&SideValue>) -> String {
    let Some(SideValue { json, place, .. }) = side else { return null() };
    object([("value", json.clone()), ("place", place_value(place.as_ref()))])
}
