//! Writes a comparison in Markdown, for a comment on a pull request.
//!
//! Invariants: no text of the data becomes markup; the result is not longer than a comment may be.

use super::text::{answer_text, causes_text, counted, is_long, part_lines, places_text, totals};
use crate::report::{code, escaped, fence};
use modelwright::hiera::diff::{Cause, Change, Comparison, SettingChange, Side};
use std::fmt::Write as _;

/// The number of bytes that changes may take; GitHub accepts comments of 65,536 characters.
const MAX_BYTES: usize = 60_000;
/// The number of nodes that are named beside a change; a longer list is collapsed.
const MAX_SHOWN_NODES: usize = 5;

/// A comparison in Markdown.
pub(super) fn markdown(comparison: &Comparison) -> String {
    let changes = comparison.with_placeholders();
    let mut out = format!("**Hiera: {}**\n", totals(comparison, changes.len()));
    for (number, change) in changes.iter().enumerate() {
        let text = change_text(comparison, change);
        if out.len() + text.len() > MAX_BYTES {
            let _ = writeln!(
                out,
                "\n… and {}, which are not shown here.",
                counted(changes.len() - number, "more change")
            );
            break;
        }
        out.push_str(&text);
    }
    // A single difference is already named as the cause.
    if comparison.has_cause(&Cause::Configuration) && comparison.settings.len() > 1 {
        write_settings(&comparison.settings, &mut out);
    }
    out
}

/// Writes the differences of the configuration as a list.
fn write_settings(settings: &[SettingChange], out: &mut String) {
    out.push_str("\nDifferences of the configuration:\n\n");
    for (number, setting) in settings.iter().enumerate() {
        if out.len() > MAX_BYTES {
            let remaining = counted(settings.len() - number, "more difference");
            let _ = writeln!(out, "- … and {remaining}, which are not shown here.");
            break;
        }
        let _ = writeln!(out, "- {}", code(&setting.to_string()));
    }
}

/// A change in Markdown, with its causes, positions and nodes.
fn change_text(comparison: &Comparison, change: &Change) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "\n#### {}\n", code(&change.key));
    let mut lines = Vec::new();
    if change.parts.is_empty() || !is_long(change) {
        lines.push(format!("- {}", answer_text(&change.before)));
        lines.push(format!("+ {}", answer_text(&change.after)));
    } else {
        lines.extend(change.parts.iter().flat_map(part_lines));
    }
    // A carriage return would end a line of the diff.
    let text = lines.join("\n").replace('\r', " ");
    let fence = fence(&text, 3);
    let _ = writeln!(out, "{fence}diff\n{text}\n{fence}\n");
    // Two spaces at the end of a line are a line break in Markdown.
    let _ = writeln!(out, "Because {}  ", escaped(&causes_text(comparison, &change.causes)));
    for (side_name, side) in [("before", &change.before), ("after", &change.after)] {
        write_places(side_name, side, &mut out);
    }
    write_nodes(&change.nodes, &mut out);
    out
}

/// Writes the places of the answer on one side, if there are any.
fn write_places(side_name: &str, side: &Side, out: &mut String) {
    let places = places_text(side);
    if !places.is_empty() {
        let _ = writeln!(out, "{side_name}: {}  ", code(&places));
    }
}

/// Writes the names of nodes; a long list is collapsed.
pub(crate) fn write_nodes(nodes: &[String], out: &mut String) {
    let names = nodes.iter().map(|name| code(name)).collect::<Vec<_>>().join(", ");
    let count = counted(nodes.len(), "node");
    if nodes.len() <= MAX_SHOWN_NODES {
        let _ = writeln!(out, "for {count}: {names}");
    } else {
        // Empty lines around the names, because Markdown is not parsed directly after an HTML element.
        let _ = writeln!(out, "\n<details><summary>{count}</summary>\n\n{names}\n\n</details>");
    }
}
