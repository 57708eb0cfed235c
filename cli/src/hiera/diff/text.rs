//! Writes a comparison as text.

use super::Grouping;
use modelwright::hiera::diff::{
    Cause, Change, Comparison, PartChange, PartChangeKind, Side, SideAnswer, Totals, by_cause, by_node,
};
use modelwright_metamodel::diagnostic::printable_line;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The number of nodes that the text of a change names.
const MAX_SHOWN_NODES: usize = 10;

/// The length in bytes above which only the changed parts of a value are shown.
const MAX_INLINE_LENGTH: usize = 60;

/// The text of a comparison.
pub(super) fn text(comparison: &Comparison, grouping: Grouping) -> String {
    let mut out = String::new();
    let changes = comparison.with_placeholders();
    match grouping {
        Grouping::Key => {
            for change in &changes {
                let _ = writeln!(out, "{}: {}", printable_line(&change.key), nodes(&change.nodes));
                write_sides(change, "  ", &mut out);
                let _ = writeln!(out, "  because {}", causes_text(comparison, &change.causes));
            }
        }
        Grouping::Cause => {
            for (causes, changes) in by_cause(&changes) {
                // A node may have several changes, but is counted once.
                let nodes_of_cause: BTreeSet<&String> =
                    changes.iter().flat_map(|change| &change.nodes).collect();
                let counts = format!(
                    "{}, {}",
                    counted(changes.len(), "change"),
                    counted(nodes_of_cause.len(), "node")
                );
                let _ = writeln!(out, "{}: {counts}", causes_text(comparison, causes));
                for change in changes {
                    let _ = writeln!(out, "  {}: {}", printable_line(&change.key), nodes(&change.nodes));
                    write_sides(change, "    ", &mut out);
                }
            }
        }
        Grouping::Node => {
            for (names, changes) in by_node(&comparison.changes) {
                let _ = writeln!(out, "{} for {}", counted(changes.len(), "change"), nodes(&names));
                for change in changes {
                    let _ = writeln!(out, "  {}", printable_line(&change.key));
                    write_sides(change, "    ", &mut out);
                    let _ = writeln!(out, "    because {}", causes_text(comparison, &change.causes));
                }
            }
        }
    }
    // A single difference is already named as the cause.
    if comparison.has_cause(&Cause::Configuration) && comparison.settings.len() > 1 {
        out.push_str("differences of the configuration:\n");
        for setting in &comparison.settings {
            let _ = writeln!(out, "  {}", printable_line(&setting.to_string()));
        }
    }
    // If changes are grouped by node, those that differ only by the name of the node are not combined.
    let count = if grouping == Grouping::Node { comparison.changes.len() } else { changes.len() };
    let _ = writeln!(out, "{}", totals(comparison, count));
    out
}

/// The numbers of changes, keys and nodes, in a line.
pub(super) fn totals(comparison: &Comparison, count: usize) -> String {
    let Totals { added, removed, changed, keys, nodes } = comparison.totals();
    let compared = format!("{} and {}", counted(comparison.nodes, "node"), counted(comparison.keys, "key"));
    if comparison.changes.is_empty() {
        return format!("no changes; {compared} compared");
    }
    let kinds = [(changed, "changed"), (added, "added"), (removed, "removed")];
    let kinds = kinds.iter().filter(|(count, _)| *count > 0).map(|(count, kind)| format!("{count} {kind}"));
    // If changes that differ only by the name of the node were combined, the numbers of the kinds do not add up to
    // `count`.
    let kinds_text = if count == comparison.changes.len() && kinds.clone().count() > 1 {
        format!(" ({})", kinds.collect::<Vec<_>>().join(", "))
    } else {
        String::new()
    };
    format!(
        "{}{kinds_text} to {} on {}; {compared} compared",
        counted(count, "change"),
        counted(keys, "key"),
        counted(nodes, "node")
    )
}

/// Writes both sides: the changed parts of long hashes and lists, or both values.
fn write_sides(change: &Change, indent: &str, out: &mut String) {
    if change.parts.is_empty() || !is_long(change) {
        let (before, after) = (side_text(&change.before), side_text(&change.after));
        let _ = writeln!(out, "{indent}- {before}\n{indent}+ {after}");
        return;
    }
    for part in &change.parts {
        for line in part_lines(part) {
            let _ = writeln!(out, "{indent}{line}");
        }
    }
    for (sign, side) in [('-', &change.before), ('+', &change.after)] {
        let places = places_text(side);
        if !places.is_empty() {
            let _ = writeln!(out, "{indent}{sign} in {places}");
        }
    }
}

/// Whether the values of a change are too long to compare at a glance.
pub(super) fn is_long(change: &Change) -> bool {
    value_length(&change.before).max(value_length(&change.after)) > MAX_INLINE_LENGTH
}

/// The length of the value of one side in JSON; 0 without a value.
fn value_length(side: &Side) -> usize {
    match &side.answer {
        SideAnswer::Value(json) => json.len(),
        _ => 0,
    }
}

/// The lines that show a change inside of a value.
pub(super) fn part_lines(part: &PartChange) -> Vec<String> {
    let name = if part.path.is_empty() { String::new() } else { format!("{}: ", printable_line(&part.path)) };
    let note = match part.kind {
        PartChangeKind::Value => "",
        PartChangeKind::Element => "element ",
        PartChangeKind::Order => "in the order ",
    };
    let side_line =
        |sign: char, json: &Option<String>| json.as_ref().map(|json| format!("{sign} {name}{note}{json}"));
    side_line('-', &part.before).into_iter().chain(side_line('+', &part.after)).collect()
}

/// The answer of one side, without its position.
pub(super) fn answer_text(side: &Side) -> String {
    match &side.answer {
        SideAnswer::Value(json) => json.clone(),
        SideAnswer::Failure(message) => format!("error: {message}"),
        SideAnswer::Nothing => "no value".to_owned(),
    }
}

/// The answer of one side, with the positions of its values.
fn side_text(side: &Side) -> String {
    let (answer, places) = (answer_text(side), places_text(side));
    if places.is_empty() || side.answer == SideAnswer::Nothing {
        answer
    } else {
        format!("{answer}   {places}")
    }
}

/// The positions of the values that one side combines.
pub(super) fn places_text(side: &Side) -> String {
    let places = side.origins.iter().map(|origin| {
        let level = if origin.level.is_empty() { String::new() } else { format!(" ({})", origin.level) };
        match origin.line {
            0 => format!("{}{level}", origin.file),
            line => format!("{}:{line}:{}{level}", origin.file, origin.column),
        }
    });
    places.collect::<Vec<_>>().join(", ")
}

/// What a change comes from, in a line.
pub(super) fn causes_text(comparison: &Comparison, causes: &[Cause]) -> String {
    let texts: Vec<String> = causes.iter().map(|cause| comparison.cause_text(cause)).collect();
    printable_line(&texts.join("; ")).into_owned()
}

/// The number of nodes, and the names of the first ones.
pub(crate) fn nodes(names: &[impl AsRef<str>]) -> String {
    let shown_names = names.iter().take(MAX_SHOWN_NODES).map(AsRef::as_ref).collect::<Vec<_>>().join(", ");
    let count = names.len();
    let ending = if count > MAX_SHOWN_NODES {
        format!(" and {} more", count - MAX_SHOWN_NODES)
    } else {
        String::new()
    };
    format!("{}: {}{ending}", counted(count, "node"), printable_line(&shown_names))
}

/// A number with its noun, in the singular or the plural.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
