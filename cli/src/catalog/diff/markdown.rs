//! Writes a comparison of catalogs in Markdown, for a comment on a pull request.
//!
//! Invariants: no text of a catalog becomes markup; the result is not longer than a comment may be.

use super::nodes::Gaps;
use super::text::{gap_lines, parameter_lines, place_text, totals};
use crate::hiera::{counted, nodes_markdown};
use crate::report::{code, fence};
use modelwright::catalog::compare::{Change, Comparison};
use std::fmt::Write as _;

/// The number of bytes that changes may take; GitHub accepts comments of 65,536 characters.
const MAX_BYTES: usize = 60_000;

/// A comparison in Markdown.
pub(super) fn markdown(comparison: &Comparison, gaps: &Gaps) -> String {
    let mut out = format!("**Catalogs: {}**\n", totals(comparison));
    for line in gap_lines(gaps) {
        let _ = writeln!(out, "\n{}", code(&line));
    }
    let changes = comparison.changes();
    let count = changes.len();
    for (number, (change, nodes)) in changes.enumerate() {
        let text = change_text(change, nodes);
        if out.len() + text.len() > MAX_BYTES {
            let remaining = counted(count - number, "more change");
            let _ = writeln!(out, "\n… and {remaining}, which are not shown here.");
            break;
        }
        out.push_str(&text);
    }
    out
}

/// A change in Markdown, with the nodes that it concerns.
fn change_text(change: &Change, nodes: &[String]) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "\n#### {} {}\n", code(&change.resource), change.kind.as_str());
    if !change.parameters.is_empty() {
        let lines: Vec<String> = change.parameters.iter().flat_map(parameter_lines).collect();
        // A carriage return would end a line of the diff.
        let text = lines.join("\n").replace('\r', " ");
        let fence = fence(&text, 3);
        let _ = writeln!(out, "{fence}diff\n{text}\n{fence}\n");
    }
    let place = place_text(change);
    if !place.is_empty() {
        let _ = writeln!(out, "{}  ", code(place.trim()));
    }
    nodes_markdown(nodes, &mut out);
    out
}
