//! Writes a comparison in JSON: one object on each line, and at the end the differences of the configuration if a change
//! comes from them.

use super::Grouping;
use crate::hiera::json::{array, null, object, text};
use modelwright::hiera::diff::{
    Cause, Change, ChangeKind, Comparison, DataChange, DataChangeKind, FileLine, PartChange, PartChangeKind,
    SettingChange, Side, SideAnswer, by_cause, by_node,
};
use std::fmt::Write as _;

/// A comparison in JSON.
pub(super) fn json(comparison: &Comparison, grouping: Grouping) -> String {
    let mut out = String::new();
    match grouping {
        Grouping::Key => {
            for change in &comparison.changes {
                let _ = writeln!(out, "{}", change_value(change));
            }
        }
        Grouping::Cause => {
            for (causes, changes) in by_cause(&comparison.changes) {
                let causes = array(causes.iter().map(cause_value));
                let _ =
                    writeln!(out, "{}", object([("causes", causes), ("changes", changes_value(&changes))]));
            }
        }
        Grouping::Node => {
            for (nodes, changes) in by_node(&comparison.changes) {
                let nodes = array(nodes.into_iter().map(text));
                let _ = writeln!(out, "{}", object([("nodes", nodes), ("changes", changes_value(&changes))]));
            }
        }
    }
    // Differences of the configuration that change no answer are left out.
    if comparison.has_cause(&Cause::Configuration) {
        let settings = array(comparison.settings.iter().map(setting_value));
        let _ = writeln!(out, "{}", object([("configuration", settings)]));
    }
    out
}

/// Changes in JSON.
fn changes_value(changes: &[&Change]) -> String {
    array(changes.iter().map(|change| change_value(change)))
}

/// A difference between the configurations.
fn setting_value(change: &SettingChange) -> String {
    object([
        ("setting", text(&change.setting)),
        ("change", text(&change.text)),
        ("before", line_value(change.before.as_ref())),
        ("after", line_value(change.after.as_ref())),
    ])
}

/// A changed answer in JSON, with its causes and the nodes that get it.
fn change_value(change: &Change) -> String {
    let kind = match change.kind() {
        ChangeKind::Added => "added",
        ChangeKind::Removed => "removed",
        ChangeKind::Changed => "changed",
    };
    object([
        ("key", text(&change.key)),
        ("change", text(kind)),
        ("before", side_value(&change.before)),
        ("after", side_value(&change.after)),
        ("parts", array(change.parts.iter().map(part_value))),
        ("causes", array(change.causes.iter().map(cause_value))),
        ("nodes", array(change.nodes.iter().map(text))),
    ])
}

/// A change inside of a value.
fn part_value(part: &PartChange) -> String {
    let kind = match part.kind {
        PartChangeKind::Value => "value",
        PartChangeKind::Element => "element",
        PartChangeKind::Order => "order",
    };
    // The direction is not part of the kind: a missing side shows it.
    let kind = match (&part.before, &part.after) {
        (None, _) => format!("{kind} added"),
        (_, None) => format!("{kind} removed"),
        _ => kind.to_owned(),
    };
    object([
        ("path", text(&part.path)),
        ("change", text(kind)),
        ("before", part.before.clone().unwrap_or_else(null)),
        ("after", part.after.clone().unwrap_or_else(null)),
    ])
}

/// The answer on one side in JSON; null if there is none.
fn side_value(side: &Side) -> String {
    let answer = match &side.answer {
        SideAnswer::Value(json) => ("value", json.clone()),
        SideAnswer::Failure(message) => ("error", text(message)),
        // A missing value is null, whereas a value of nil is an object with places.
        SideAnswer::Nothing => return null(),
    };
    let places = side.origins.iter().map(|origin| {
        object([
            ("file", text(&origin.file)),
            ("line", origin.line.to_string()),
            ("column", origin.column.to_string()),
            ("level", if origin.level.is_empty() { null() } else { text(&origin.level) }),
        ])
    });
    object([answer, ("places", array(places))])
}

/// A cause of a change, in JSON.
fn cause_value(cause: &Cause) -> String {
    match cause {
        Cause::Data(change) => data_value(change),
        Cause::OtherData => object([("cause", text("data")), ("change", text("levels"))]),
        Cause::Configuration => object([("cause", text("configuration"))]),
        Cause::Facts(names) => object([("cause", text("facts")), ("facts", array(names.iter().map(text)))]),
    }
}

/// A change of a data file, in JSON.
fn data_value(change: &DataChange) -> String {
    let kind = match change.kind {
        DataChangeKind::Value => "value",
        DataChangeKind::KeyAdded => "key added",
        DataChangeKind::KeyRemoved => "key removed",
        DataChangeKind::FileAdded => "file added",
        DataChangeKind::FileRemoved => "file removed",
        DataChangeKind::Unreadable => "file unreadable",
        DataChangeKind::Readable => "file readable",
    };
    object([
        ("cause", text("data")),
        ("change", text(kind)),
        ("key", if change.key.is_empty() { null() } else { text(&change.key) }),
        ("before", line_value(change.before.as_ref())),
        ("after", line_value(change.after.as_ref())),
    ])
}

/// A line of a file, in JSON; null if it is not known.
fn line_value(place: Option<&FileLine>) -> String {
    let Some(FileLine { file, line }) = place else { return null() };
    // Line 0 is an unknown line.
    let line = if *line == 0 { null() } else { line.to_string() };
    object([("file", text(file)), ("line", line)])
}
