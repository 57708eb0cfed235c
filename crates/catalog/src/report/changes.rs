//! The differences of the catalogs of the second environment of a report from those of the first.

use super::accounts::{Accounts, write_place};
use super::values::page_json;
use super::{ReportFile, SCRIPT_OBJECT};
use crate::compare::{Change, Comparison, SideValue};
use modelwright_hiera::pages::{Parts, list, text};
use std::fmt::Write as _;

/// The files with the changes: for each, the resource, the kind of the change, its locations, its parameters, and the
/// numbers of its nodes.
pub(super) fn files(environment: usize, comparison: &Comparison, accounts: &Accounts) -> Vec<ReportFile> {
    let numbers = accounts.node_numbers();
    let mut parts = Parts::new(SCRIPT_OBJECT, environment, "changes");
    for (number, (change, nodes)) in comparison.changes().enumerate() {
        parts.add(number, |out| {
            write_change(change, out);
            let node_numbers = nodes.iter().filter_map(|name| numbers.get(name.as_str()));
            list(node_numbers, out, |node_number, out| {
                let _ = write!(out, "{node_number}");
            });
            // Closes the bracket that `write_change` opens.
            out.push(']');
        });
    }
    parts.finish()
}

/// Writes a change as the start of a JSON array. The caller adds its nodes, and closes the array.
fn write_change(change: &Change, out: &mut String) {
    out.push('[');
    text(&change.resource, out);
    out.push(',');
    text(change.kind.as_str(), out);
    for place in [&change.before, &change.after] {
        out.push(',');
        write_place(place.as_ref(), out);
    }
    out.push(',');
    list(change.parameters.iter(), out, |parameter, out| {
        out.push('[');
        text(&parameter.name, out);
        for side in [&parameter.before, &parameter.after] {
            out.push(',');
            write_side(side.as_ref(), out);
        }
        let _ = write!(out, ",{}]", parameter.is_hidden());
    });
    out.push(',');
}

/// Writes a value with its location, or null.
fn write_side(side: Option<&SideValue>, out: &mut String) {
    let Some(SideValue { json, place, .. }) = side else { return out.push_str("null") };
    let _ = write!(out, "[{},", page_json(json));
    write_place(place.as_ref(), out);
    out.push(']');
}
