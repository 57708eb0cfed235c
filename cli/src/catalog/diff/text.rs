//! Writes a comparison of catalogs as text.

use super::nodes::Gaps;
use crate::hiera::{counted, nodes_text};
use modelwright::catalog::compare::{Change, ChangeKind, Comparison, ParameterChange, SideValue};
use modelwright_metamodel::diagnostic::printable_line;
use std::fmt::Write as _;

/// The text of a comparison.
pub(super) fn text(comparison: &Comparison, gaps: &Gaps) -> String {
    let mut out = String::new();
    for (change, nodes) in comparison.changes() {
        let reference = printable_line(&change.resource);
        let place = place_text(change);
        let _ = writeln!(out, "{reference} {}: {}{place}", change.kind.as_str(), nodes_text(nodes));
        for line in change.parameters.iter().flat_map(parameter_lines) {
            let _ = writeln!(out, "  {}", printable_line(&line));
        }
    }
    let _ = writeln!(out, "{}", totals(comparison));
    for line in gap_lines(gaps) {
        let _ = writeln!(out, "{}", printable_line(&line));
    }
    out
}

/// The lines about what is not compared, because a catalog cannot be built: one with the nodes, and one with the number
/// of resources that they export.
pub(super) fn gap_lines(gaps: &Gaps) -> Vec<String> {
    let mut lines = Vec::new();
    if !gaps.failed.is_empty() {
        lines.push(format!("not compared, because a catalog cannot be built: {}", nodes_text(&gaps.failed)));
    }
    if !gaps.exports.is_empty() {
        let count = gaps.exports.values().map(Vec::len).sum();
        let nodes: Vec<&String> = gaps.exports.keys().collect();
        lines.push(format!(
            "not compared on other nodes, because a catalog of the exporting node cannot be built: {} of {}",
            counted(count, "resource"),
            nodes_text(&nodes)
        ));
    }
    lines
}

/// The places of a resource before and after, if they are known.
pub(super) fn place_text(change: &Change) -> String {
    match (&change.before, &change.after) {
        (Some(before), Some(after)) if before != after => format!("   {before}, now {after}"),
        (_, Some(place)) | (Some(place), None) => format!("   {place}"),
        (None, None) => String::new(),
    }
}

/// The lines that show a parameter before and after.
pub(super) fn parameter_lines(change: &ParameterChange) -> Vec<String> {
    if change.is_hidden() {
        return vec![format!("~ {}: another secret", change.name)];
    }
    let side_line = |sign: char, side: &Option<SideValue>| {
        side.as_ref().map(|SideValue { text, place, .. }| {
            let place = place.as_ref().map_or_else(String::new, |place| format!("   {place}"));
            format!("{sign} {}: {text}{place}", change.name)
        })
    };
    side_line('-', &change.before).into_iter().chain(side_line('+', &change.after)).collect()
}

/// The numbers of changes and nodes, in a line.
pub(super) fn totals(comparison: &Comparison) -> String {
    let compared = counted(comparison.nodes(), "node");
    if comparison.is_empty() {
        return format!("no changes; {compared} compared");
    }
    let kinds = [ChangeKind::Changed, ChangeKind::Added, ChangeKind::Removed];
    let counts = kinds.map(|kind| (comparison.count(kind), kind.as_str()));
    let counts = counts.iter().filter(|(count, _)| *count > 0).map(|(count, kind)| format!("{count} {kind}"));
    let nodes: std::collections::BTreeSet<_> = comparison.changes().flat_map(|(_, nodes)| nodes).collect();
    format!(
        "{} ({}) on {}; {compared} compared",
        counted(comparison.changes().len(), "change"),
        counts.collect::<Vec<_>>().join(", "),
        counted(nodes.len(), "node")
    )
}
