//! Writes the steps of a lookup as text.

use modelwright::hiera::lookup::{Account, Event, Hierarchy, answer_json, value_json};
use modelwright::store::Value;
use modelwright_metamodel::diagnostic::printable_line;
use std::fmt::Write as _;

/// The number of characters of a value that a step shows.
const MAX_VALUE_LENGTH: usize = 120;

/// Every level that was searched, and the answer. The error of a failed lookup is left out, because it is shown as a
/// problem.
pub(super) fn explanation(hierarchy: &Hierarchy, account: &Account<'_>) -> String {
    let mut out = String::new();
    for step in &account.steps {
        // The steps of a nested lookup are indented more than all lines of the outer one.
        let indent = "  ".repeat(step.depth * 3);
        let text = match &step.event {
            Event::Key(key) => format!("key {key}"),
            Event::Backend(name) => format!("  backend {name}"),
            Event::Layer { name, config } => format!("  {name} ({config})"),
            Event::Entry(name) => format!("   level {}", printable_line(name)),
            Event::Options { name, value } => format!("  lookup_options: {name} is {value}"),
            Event::Skipped { location_text, path } => {
                format!("    {location_text}: skipped, because its path `{path}` has an empty part")
            }
            Event::NoFile { location_text, path, .. } => format!("    {location_text}: no file {path}"),
            Event::NoKey { location_text, file } => {
                format!("    {location_text}: {} does not have the key", hierarchy.file_name(*file))
            }
            Event::Found { location_text, file, place, value, class } => {
                let name = hierarchy.file_name(*file);
                let value = if *class != "NilClass" && matches!(value, Value::Nil) {
                    format!("a {class}, which Hiera returns as nil")
                } else {
                    shortened_json(value)
                };
                format!("    {location_text}: {name}:{}:{} has {value}", place.line, place.column)
            }
            Event::Failed { location_text, file, place, message } => {
                let name = hierarchy.file_name(*file);
                format!("    {location_text}: {name}:{}:{} fails: {message}", place.line, place.column)
            }
            Event::Interpolated { expression, value } => {
                format!("      %{{{expression}}} is {}", shortened_json(value))
            }
        };
        let _ = writeln!(out, "{indent}{text}");
    }
    match &account.answer {
        Ok(Some(answer)) => {
            out.push_str("answer ");
            answer_json(answer, &mut out);
            out.push('\n');
        }
        Ok(None) => out.push_str("no answer\n"),
        Err(_) => {}
    }
    out
}

/// A value in JSON, cut after [`MAX_VALUE_LENGTH`] characters.
fn shortened_json(value: &Value) -> String {
    let mut text = String::new();
    value_json(value, &mut text);
    match text.char_indices().nth(MAX_VALUE_LENGTH) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
