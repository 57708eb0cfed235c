//! `String.new`: values in formats by type, and collections in them: delimiters, separators, and indented lines.

use super::by_type::{unknown, with_format};
use super::formats::{Format, Formats};
use crate::evaluate::Value;
use crate::evaluate::call::splat_elements;
use crate::evaluate::failure::Stop;
use crate::evaluate::rich::Iterator;
use crate::evaluate::run::{Outcome, Run};
use crate::evaluate::value::{Array, Hash};

/// `String.new(value, formats)`: one format, or one for each of several types.
pub(in super::super) fn format_value(run: &mut Run<'_>, value: &Value, formats: &Value) -> Outcome {
    let formats = Formats::from_argument(run, value, formats)?;
    let text = convert(run, value, &formats, Indentation::default())?;
    run.string(text)
}

/// The text of a value, in the format for its type.
fn convert(run: &mut Run<'_>, value: &Value, formats: &Formats, at: Indentation) -> Result<String, Stop> {
    run.charge_walk(value)?;
    if let Some(iterator) = value.rich::<Iterator>() {
        // An iterator is written like the array of its elements.
        return convert(run, &iterator.elements, formats, at);
    }
    let format = formats.find(run, value)?;
    match value {
        Value::Array(items) => array(run, items, formats, &format, at),
        Value::Hash(pairs) => hash(run, pairs, formats, &format, at),
        _ => {
            let directive = format.directive;
            run.budget.allocate(directive.width.unwrap_or(0) + directive.precision.unwrap_or(0))?;
            let mut out = String::new();
            with_format(directive, value, &mut out)?;
            Ok(out)
        }
    }
}

/// The depth of a value in collections that are broken into lines.
#[derive(Debug, Clone, Copy, Default)]
struct Indentation {
    level: usize,
    is_subsequent: bool,
    is_indenting: bool,
}

impl Indentation {
    fn nested(self, is_indenting: bool) -> Self {
        Self { level: self.level + 1, is_subsequent: false, is_indenting }
    }

    fn padding(self) -> String {
        "  ".repeat(self.level)
    }

    fn with_indentation(self, is_alternate: bool) -> Self {
        Self { is_indenting: self.is_indenting || is_alternate, ..self }
    }

    /// The text before the opening delimiter of a collection.
    fn start(self) -> String {
        if self.is_indenting && self.level > 0 && self.is_subsequent {
            format!("\n{}", self.padding())
        } else {
            String::new()
        }
    }
}

fn is_collection(value: &Value) -> bool {
    matches!(value, Value::Array(_) | Value::Hash(_))
}

/// Converts an element: a collection with the formats of its parent, any other value with the formats for elements.
fn element(
    run: &mut Run<'_>,
    value: &Value,
    formats: &Formats,
    format: &Format,
    at: Indentation,
) -> Result<String, Stop> {
    if is_collection(value) {
        return convert(run, value, formats, at);
    }
    match &format.elements {
        Some(elements) => convert(run, value, elements, at),
        None => convert(run, value, &Formats::usual_elements(), at),
    }
}

/// Formats an array and its elements.
fn array(
    run: &mut Run<'_>,
    items: &Array,
    formats: &Formats,
    format: &Format,
    at: Indentation,
) -> Result<String, Stop> {
    let directive = format.directive;
    if !matches!(directive.letter, 'a' | 's' | 'p') {
        return Err(unknown(directive.letter, "Array", "asp"));
    }
    let (open, close) = format.delimiters.unwrap_or(("[", "]"));
    let separator = format.separator.as_deref().unwrap_or(", ");
    let at = at.with_indentation(directive.alternate);
    let inner = at.nested(directive.alternate);
    let mut texts = Vec::with_capacity(items.len());
    for item in items.iter() {
        let at = Indentation { is_subsequent: true, ..inner };
        // All texts are created first, because their lengths decide whether lines are broken.
        let text = element(run, item, formats, format, at)?;
        run.budget.allocate(text.len() + separator.len() + inner.level * 2)?;
        texts.push(text);
    }
    // As in Puppet, with `#` the width of an array is the maximum length of its lines.
    let breaks = directive.alternate && directive.width.is_some_and(|width| widest(items, &texts) > width);
    let mut out = format!("{}{open}", at.start());
    for (number, (item, text)) in items.iter().zip(&texts).enumerate() {
        if number == 0 {
            out.push_str(if breaks && !is_collection(item) { " " } else { "" });
        } else {
            out.push_str(separator);
            let is_after_collection = directive.alternate && is_collection(&items[number - 1]);
            if (breaks || is_after_collection) && !is_collection(item) {
                break_line(&mut out, &inner.padding());
            }
        }
        // A line must not end with the blank of a separator.
        if out.ends_with(' ') && text.starts_with('\n') {
            out.truncate(out.trim_end().len());
        }
        out.push_str(text);
    }
    out.push_str(close);
    Ok(out)
}

fn break_line(out: &mut String, padding: &str) {
    if !out.ends_with('\n') {
        out.truncate(out.trim_end().len());
    }
    out.push('\n');
    out.push_str(padding);
}

/// The maximum length of consecutive elements that are not collections.
fn widest(items: &[Value], texts: &[String]) -> usize {
    let (mut widest, mut current) = (0, 0);
    for (item, text) in items.iter().zip(texts) {
        // A collection is on its own lines, so the count restarts after it.
        current = if is_collection(item) { 0 } else { current + text.chars().count() };
        widest = widest.max(current);
    }
    widest
}

/// Formats a hash with its keys and values.
fn hash(
    run: &mut Run<'_>,
    hash: &Hash,
    formats: &Formats,
    format: &Format,
    at: Indentation,
) -> Result<String, Stop> {
    let directive = format.directive;
    match directive.letter {
        'a' => {
            // With `%a`, a hash is written as an array of its pairs.
            let pairs = Value::array(splat_elements(&Value::Hash(hash.clone().into())));
            return convert(run, &pairs, formats, at);
        }
        'h' | 's' | 'p' => {}
        other => return Err(unknown(other, "Hash", "hasp")),
    }
    let (open, close) = format.delimiters.unwrap_or(("{", "}"));
    let mut separator = format.separator.as_deref().unwrap_or(", ").to_owned();
    let between = format.separator2.as_deref().unwrap_or(" => ");
    let at = at.with_indentation(directive.alternate);
    // Collections inside a hash follow their keys, so they do not start a new line.
    let inner = at.nested(false);
    let (mut line_break, mut padding) = ("", String::new());
    if directive.alternate {
        // With `#`, each pair is on its own line; the separator must not leave blanks at the end of the line.
        if !separator.ends_with('\n') {
            separator.truncate(separator.trim_end().len());
        }
        separator.push('\n');
        (line_break, padding) = ("\n", inner.padding());
    }
    let mut out = format!("{}{open}{line_break}", at.start());
    for (number, (key, value)) in hash.pairs().iter().enumerate() {
        out.push_str(if number == 0 { "" } else { &separator });
        let before = out.len();
        out.push_str(&padding);
        out.push_str(&element(run, key, formats, format, inner)?);
        out.push_str(between);
        out.push_str(&element(run, value, formats, format, inner)?);
        run.budget.allocate(out.len() - before + separator.len())?;
    }
    if directive.alternate {
        out.push_str(line_break);
        out.push_str(&at.padding());
    }
    out.push_str(close);
    Ok(out)
}
