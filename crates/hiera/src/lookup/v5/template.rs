//! Paths with interpolations, prepared so that most of them can be written without an evaluator.

use super::variables::Variables;
use crate::interpolation::{Segment, split};
use crate::store::Value;
use std::fmt::Write as _;

/// A path or another setting, with its interpolations.
#[derive(Debug)]
pub(super) struct Template {
    text: String,
    /// The parts of the text, if all its interpolations are plain names of variables.
    parts: Option<Vec<Part>>,
}

#[derive(Debug)]
enum Part {
    Text(String),
    /// The name of a variable, and the keys that select a part of its value.
    Variable(Vec<String>),
}

impl Template {
    /// Splits a text into parts. If some interpolation is not a plain variable, the template has no parts.
    pub(super) fn new(text: &str) -> Self {
        Self { text: text.to_owned(), parts: split(text).into_iter().map(part).collect() }
    }

    /// The template as it is written.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Whether the template interpolates anything except plain variables.
    pub(super) fn is_computed(&self) -> bool {
        self.parts.is_none()
    }

    /// Writes the text for a scope. Returns whether this was possible without an evaluator; otherwise, `out` contains
    /// only a part of the text.
    pub(super) fn write(&self, variables: &Variables<'_>, out: &mut String) -> bool {
        let Some(parts) = &self.parts else { return false };
        for part in parts {
            let names = match part {
                Part::Text(text) => {
                    out.push_str(text);
                    continue;
                }
                Part::Variable(names) => names,
            };
            let [root, keys @ ..] = names.as_slice() else { return false };
            // Such a variable is no part of `facts`. The evaluator handles it.
            if keys.first().is_some_and(|key| variables.is_beside_facts(root, key)) {
                return false;
            }
            let mut value = variables.read(root);
            for key in keys {
                value = match value {
                    None | Some(Value::Nil) => None,
                    Some(value @ Value::Hash(_)) => value.get(key),
                    // Parts of arrays, and failures, require an evaluator.
                    Some(_) => return false,
                };
            }
            match value {
                // The scope may have a variable whose name contains dots, which only an evaluator finds.
                None if !keys.is_empty() => return false,
                None | Some(Value::Nil) => {}
                // Values of variables are interpolated as well; this requires an evaluator.
                Some(Value::Text(text)) if !text.contains("%{") => out.push_str(text),
                Some(Value::Integer(value)) => {
                    let _ = write!(out, "{value}");
                }
                Some(Value::Bool(value)) => out.push_str(if *value { "true" } else { "false" }),
                Some(_) => return false,
            }
        }
        true
    }
}

/// The part of a template for a segment; `None` if it calls a function.
fn part(segment: Segment<'_>) -> Option<Part> {
    match segment {
        Segment::Text(text) => Some(Part::Text(text.to_owned())),
        Segment::Interpolated { inner, .. } => plain_names(inner).map(Part::Variable),
    }
}

/// The name of a variable and the keys that select a part of its value, if none of them has quotes or is a number.
fn plain_names(inner: &str) -> Option<Vec<String>> {
    let names: Vec<String> = inner.trim_matches(' ').split('.').map(str::to_owned).collect();
    names.iter().all(|name| is_name(name)).then_some(names)
}

/// Whether an interpolation is the name of a variable.
fn is_name(name: &str) -> bool {
    // A number would be the index of an array.
    name.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '_' | ':'))
        && name.chars().any(|c| c.is_ascii_alphanumeric())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | ':' | '-'))
}

/// The text of a template before its first interpolation.
pub(super) fn leading_text(template: &str) -> &str {
    match split(template).first() {
        Some(Segment::Text(text)) => text,
        _ => "",
    }
}

/// The values of variables for which a template with plain variables gives a path; `None` if there are no such values.
/// If there are several solutions, each variable gets the shortest text; of adjacent variables, the first one gets the
/// longest.
pub(super) fn solve(template: &str, path: &str) -> Option<Vec<(String, String)>> {
    let segments = split(template);
    let mut values: Vec<(String, String)> = Vec::new();
    let mut remaining = path;
    for (index, segment) in segments.iter().enumerate() {
        let inner = match segment {
            Segment::Text(text) => {
                remaining = remaining.strip_prefix(text)?;
                continue;
            }
            Segment::Interpolated { inner, .. } => inner.trim_matches(' '),
        };
        plain_names(inner)?;
        let end = match segments.get(index + 1) {
            // The last text must be at the end of the path, even if it also occurs earlier.
            Some(Segment::Text(text)) if index + 2 == segments.len() => remaining.strip_suffix(text)?.len(),
            Some(Segment::Text(text)) => remaining.find(text)?,
            // Nothing follows, or another variable, which then gets an empty text.
            _ => remaining.len(),
        };
        let value = &remaining[..end];
        // A variable has only one value, even if it occurs several times.
        if values.iter().any(|(earlier_name, earlier)| earlier_name == inner && earlier != value) {
            return None;
        }
        values.push((inner.to_owned(), value.to_owned()));
        remaining = &remaining[end..];
    }
    remaining.is_empty().then_some(values)
}
