//! `String.new`: values in formats by type, and collections in them: delimiters, separators, and indented lines.

use super::by_type::{invalid_letter, with_format};
use super::directive::Directive;
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
fn convert(
    run: &mut Run<'_>,
    value: &Value,
    formats: &Formats,
    indentation: Indentation,
) -> Result<String, Stop> {
    run.charge_walk(value)?;
    if let Some(iterator) = value.rich::<Iterator>() {
        // An iterator is written like the array of its elements.
        return convert(run, &iterator.elements, formats, indentation);
    }
    let format = formats.find(run, value)?;
    match value {
        Value::Array(items) => array(run, items, formats, &format, indentation),
        Value::Hash(pairs) => hash(run, pairs, formats, &format, indentation),
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
    /// The number of collections around the value.
    level: usize,
    /// Whether the value is an element of an array.
    is_array_element: bool,
    /// Whether a collection around the value has the flag `#`, which breaks it into lines.
    is_indenting: bool,
}

impl Indentation {
    /// The indentation of the elements of a collection.
    fn nested(self, is_indenting: bool) -> Self {
        Self { level: self.level + 1, is_array_element: false, is_indenting }
    }

    /// The blanks at the start of a line.
    fn padding(self) -> String {
        "  ".repeat(self.level)
    }

    /// The same depth, for a collection with a directive: the flag `#` breaks it into lines.
    fn with_directive(self, directive: &Directive) -> Self {
        Self { is_indenting: self.is_indenting || directive.is_alternate, ..self }
    }

    /// The text before the opening delimiter of a collection: a line break, if the collection starts a new line.
    fn start(self) -> String {
        if self.is_indenting && self.level > 0 && self.is_array_element {
            format!("\n{}", self.padding())
        } else {
            String::new()
        }
    }
}

/// Whether a value contains other values.
fn is_collection(value: &Value) -> bool {
    matches!(value, Value::Array(_) | Value::Hash(_))
}

/// Converts an element: a collection with the formats of its parent, any other value with the formats for elements.
fn element(
    run: &mut Run<'_>,
    value: &Value,
    formats: &Formats,
    format: &Format,
    indentation: Indentation,
) -> Result<String, Stop> {
    if is_collection(value) {
        return convert(run, value, formats, indentation);
    }
    match &format.elements {
        Some(elements) => convert(run, value, elements, indentation),
        None => convert(run, value, &Formats::usual_elements(), indentation),
    }
}

/// Formats an array and its elements.
fn array(
    run: &mut Run<'_>,
    items: &Array,
    formats: &Formats,
    format: &Format,
    indentation: Indentation,
) -> Result<String, Stop> {
    let directive = format.directive;
    if !matches!(directive.letter, 'a' | 's' | 'p') {
        return Err(invalid_letter(directive.letter, "Array", "asp"));
    }
    let (open, close) = format.delimiters.unwrap_or(("[", "]"));
    let separator = format.separator.as_deref().unwrap_or(", ");
    let indentation = indentation.with_directive(&directive);
    let inner_indentation = indentation.nested(directive.is_alternate);
    let mut texts = Vec::with_capacity(items.len());
    // All texts are created first, because their lengths decide whether lines are broken.
    for item in items.iter() {
        let item_indentation = Indentation { is_array_element: true, ..inner_indentation };
        let text = element(run, item, formats, format, item_indentation)?;
        run.budget.allocate(text.len() + separator.len() + inner_indentation.level * 2)?;
        texts.push(text);
    }
    // As in Puppet, with `#` the width of an array is the maximum length of its lines.
    let breaks_lines =
        directive.is_alternate && directive.width.is_some_and(|width| widest(items, &texts) > width);
    let mut out = format!("{}{open}", indentation.start());
    for (index, (item, text)) in items.iter().zip(&texts).enumerate() {
        if index == 0 {
            // As in Puppet, a blank precedes the first element if lines are broken.
            out.push_str(if breaks_lines && !is_collection(item) { " " } else { "" });
        } else {
            out.push_str(separator);
            let is_after_collection = directive.is_alternate && is_collection(&items[index - 1]);
            if (breaks_lines || is_after_collection) && !is_collection(item) {
                break_line(&mut out, &inner_indentation.padding());
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

/// Starts a new line; blanks at the end of the current one are removed.
fn break_line(out: &mut String, padding: &str) {
    if !out.ends_with('\n') {
        out.truncate(out.trim_end().len());
    }
    out.push('\n');
    out.push_str(padding);
}

/// The length of the longest sequence of elements that are not collections. Separators do not count.
fn widest(items: &[Value], texts: &[String]) -> usize {
    let (mut widest, mut consecutive) = (0, 0);
    for (item, text) in items.iter().zip(texts) {
        // A collection is on its own lines, so the count restarts after it.
        consecutive = if is_collection(item) { 0 } else { consecutive + text.chars().count() };
        widest = widest.max(consecutive);
    }
    widest
}

/// Formats a hash with its keys and values.
fn hash(
    run: &mut Run<'_>,
    hash: &Hash,
    formats: &Formats,
    format: &Format,
    indentation: Indentation,
) -> Result<String, Stop> {
    let directive = format.directive;
    match directive.letter {
        'a' => {
            // With `%a`, a hash is written as an array of its pairs.
            let pairs = Value::array(splat_elements(&Value::Hash(hash.clone().into())));
            return convert(run, &pairs, formats, indentation);
        }
        'h' | 's' | 'p' => {}
        other => return Err(invalid_letter(other, "Hash", "hasp")),
    }
    let (open, close) = format.delimiters.unwrap_or(("{", "}"));
    let mut separator = format.separator.as_deref().unwrap_or(", ").to_owned();
    let pair_separator = format.separator2.as_deref().unwrap_or(" => ");
    let indentation = indentation.with_directive(&directive);
    // Collections inside a hash follow their keys, so they do not start a new line.
    let is_indenting = false;
    let inner_indentation = indentation.nested(is_indenting);
    let (mut line_break, mut padding) = ("", String::new());
    if directive.is_alternate {
        // With `#`, each pair is on its own line; the separator must not leave blanks at the end of the line.
        if !separator.ends_with('\n') {
            separator.truncate(separator.trim_end().len());
        }
        separator.push('\n');
        (line_break, padding) = ("\n", inner_indentation.padding());
    }
    let mut out = format!("{}{open}{line_break}", indentation.start());
    for (index, (key, value)) in hash.pairs().iter().enumerate() {
        out.push_str(if index == 0 { "" } else { &separator });
        let length_before = out.len();
        out.push_str(&padding);
        out.push_str(&element(run, key, formats, format, inner_indentation)?);
        out.push_str(pair_separator);
        out.push_str(&element(run, value, formats, format, inner_indentation)?);
        run.budget.allocate(out.len() - length_before + separator.len())?;
    }
    if directive.is_alternate {
        out.push_str(line_break);
        out.push_str(&indentation.padding());
    }
    out.push_str(close);
    Ok(out)
}
