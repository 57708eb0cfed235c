//! Problems for programs: one JSON object on each line.

use super::ProblemForm;
use modelwright_metamodel::diagnostic::{Diagnostic, Edit, Fix, Label, printable_json};
use serde_json::{Value, json};

pub(super) const FORM: ProblemForm = ProblemForm { render, document: None };

/// A problem as a JSON object.
fn render(diagnostic: &Diagnostic, _has_colour: bool) -> String {
    let json = json!({
        "code": diagnostic.code.id(),
        "severity": diagnostic.severity.word(),
        "message": diagnostic.message,
        "object": diagnostic.object,
        "key": diagnostic.key,
        "places": diagnostic.labels.iter().map(place).collect::<Vec<_>>(),
        "help": diagnostic.help,
        "fix": diagnostic.fix.as_ref().map(fix),
    });
    printable_json(&json.to_string()).into_owned()
}

/// A place of a problem, in JSON.
fn place(label: &Label) -> Value {
    let (start, end) = (label.position(), label.end());
    json!({
        "file": label.source.name(),
        "line": start.line,
        "column": start.column,
        "endLine": end.line,
        "endColumn": end.column,
        "text": label.text,
    })
}

/// A correction, in JSON.
fn fix(fix: &Fix) -> Value {
    json!({
        "changesMeaning": fix.changes_meaning,
        "edits": fix.edits.iter().map(edit).collect::<Vec<_>>(),
    })
}

/// An edit of a correction, in JSON.
fn edit(edit: &Edit) -> Value {
    let (start, end) = (edit.source.position(edit.range.start), edit.source.position(edit.range.end));
    json!({
        "file": edit.source.name(),
        "line": start.line,
        "column": start.column,
        "endLine": end.line,
        "endColumn": end.column,
        "replacement": edit.replacement,
    })
}
