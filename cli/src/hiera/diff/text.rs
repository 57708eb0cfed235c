//! Writes a comparison as text.

use super::Grouping;
use modelwright::hiera::diff::{
    Cause, Change, Comparison, DataChange, DataChangeKind, FileLine, SettingChange, Side, SideAnswer,
};
use modelwright_metamodel::diagnostic::printable_line;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The number of nodes that the text of a change names.
const NAMED_NODES: usize = 10;

/// The text of a comparison.
pub(super) fn text(comparison: &Comparison, by: Grouping) -> String {
    let mut out = String::new();
    match by {
        Grouping::Key => {
            for change in &comparison.changes {
                let _ = writeln!(out, "{}: {}", printable_line(&change.key), nodes(&change.nodes));
                write_sides(change, "  ", &mut out);
                let _ = writeln!(out, "  because {}", causes_text(&change.causes));
            }
        }
        Grouping::Cause => {
            for (causes, changes) in comparison.by_cause() {
                let all: BTreeSet<&String> = changes.iter().flat_map(|change| &change.nodes).collect();
                let counts = format!("{}, {}", counted(changes.len(), "change"), counted(all.len(), "node"));
                let _ = writeln!(out, "{}: {counts}", causes_text(causes));
                for change in changes {
                    let _ = writeln!(out, "  {}: {}", printable_line(&change.key), nodes(&change.nodes));
                    write_sides(change, "    ", &mut out);
                }
            }
        }
        Grouping::Node => {
            for (names, changes) in comparison.by_node() {
                let _ = writeln!(out, "{} for {}", counted(changes.len(), "change"), nodes(&names));
                for change in changes {
                    let _ = writeln!(out, "  {}", printable_line(&change.key));
                    write_sides(change, "    ", &mut out);
                    let _ = writeln!(out, "    because {}", causes_text(&change.causes));
                }
            }
        }
    }
    if comparison.has_cause(&Cause::Configuration) {
        out.push_str("differences of the configuration:\n");
        for setting in &comparison.settings {
            let _ = writeln!(out, "  {}", setting_text(setting));
        }
    }
    out
}

fn write_sides(change: &Change, indent: &str, out: &mut String) {
    let _ = writeln!(out, "{indent}- {}\n{indent}+ {}", side_text(&change.before), side_text(&change.after));
}

fn side_text(side: &Side) -> String {
    let answer = match &side.answer {
        SideAnswer::Value(json) => json.clone(),
        SideAnswer::Failure(message) => format!("error: {message}"),
        SideAnswer::Nothing => return "no value".to_owned(),
    };
    let places = side.origins.iter().map(|origin| {
        let level = if origin.level.is_empty() { String::new() } else { format!(" ({})", origin.level) };
        format!("{}:{}:{}{level}", origin.file, origin.line, origin.column)
    });
    let places = places.collect::<Vec<_>>().join(", ");
    if places.is_empty() { answer } else { format!("{answer}   {places}") }
}

fn causes_text(causes: &[Cause]) -> String {
    let texts = causes.iter().map(|cause| match cause {
        Cause::Data(change) => data_text(change),
        Cause::OtherData => "data that levels look up is different".to_owned(),
        Cause::Configuration => "the configuration is different".to_owned(),
        Cause::Facts(names) => format!("facts are different: {}", names.join(", ")),
    });
    printable_line(&texts.collect::<Vec<_>>().join("; ")).into_owned()
}

fn data_text(change: &DataChange) -> String {
    let place = |place: &Option<FileLine>| match place {
        Some(FileLine { file, line: 0 }) => file.clone(),
        Some(FileLine { file, line }) => format!("{file}:{line}"),
        None => String::new(),
    };
    let (before, after, key) = (place(&change.before), place(&change.after), &change.key);
    match change.kind {
        DataChangeKind::Value => format!("{after} has another value of `{key}`"),
        DataChangeKind::KeyAdded => format!("{after} has the new key `{key}`"),
        DataChangeKind::KeyRemoved => format!("the key `{key}` of {before} is gone"),
        DataChangeKind::FileAdded => format!("the file {after} is new"),
        DataChangeKind::FileRemoved => format!("the file {before} is gone"),
        DataChangeKind::Unreadable => format!("{after} cannot be read"),
        DataChangeKind::Readable => format!("{before} could not be read"),
    }
}

fn setting_text(change: &SettingChange) -> String {
    let place = change.after.as_ref().or(change.before.as_ref());
    let place = place.map_or(String::new(), |place| format!("{}:{}: ", place.file, place.line));
    let setting = if change.setting.is_empty() { String::new() } else { format!("{} ", change.setting) };
    printable_line(&format!("{place}{setting}{}", change.text)).into_owned()
}

/// The number of nodes, and the names of the first ones.
fn nodes(names: &[impl AsRef<str>]) -> String {
    let named = names.iter().take(NAMED_NODES).map(AsRef::as_ref).collect::<Vec<_>>().join(", ");
    let count = names.len();
    let more = if count > NAMED_NODES { format!(" and {} more", count - NAMED_NODES) } else { String::new() };
    format!("{}: {}{more}", counted(count, "node"), printable_line(&named))
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
