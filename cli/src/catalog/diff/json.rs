//! Writes a comparison of catalogs in JSON: one object on each line.

use crate::catalog::explain::place_value;
use crate::hiera::json::{array, null, object, text};
use modelwright::catalog::compare::{Comparison, ParameterChange, SideValue};
use std::fmt::Write as _;

/// A comparison in JSON.
pub(super) fn json(comparison: &Comparison) -> String {
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
    out
}

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
