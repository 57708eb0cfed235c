//! Lines of Rust, formatted as rustfmt does with a width of 110.
//!
//! Only the few forms that occur in generated code: items on separate lines, tables of entries, and documentation
//! comments. This module does not know what is generated.

mod docs;

use super::RustOptions;
use std::borrow::Cow;
use std::fmt::{self, Write as _};

/// The width of a line.
pub(super) const WIDTH: usize = 110;

/// A name in backquotes of a comment, on one line.
pub(super) fn name_in_docs(name: &str) -> Cow<'_, str> {
    docs::name(name)
}

/// The number of columns of a text.
pub(super) fn width(text: &str) -> usize {
    text.chars().count()
}

/// Collects lines of code.
#[derive(Debug, Default)]
pub(super) struct Printer {
    out: String,
    /// The indentation of all lines.
    pub(super) margin: usize,
}

impl Printer {
    pub(super) fn finish(self) -> String {
        self.out
    }

    /// The remaining width of a line.
    fn width(&self) -> usize {
        WIDTH - self.margin
    }

    /// Prints a line at an indentation; an empty line without spaces.
    pub(super) fn line(&mut self, indent: usize, text: &str) {
        if !text.is_empty() {
            self.indent(indent);
            self.out.push_str(text);
        }
        self.out.push('\n');
    }

    /// Writes a line from format arguments, whose text must not be empty.
    pub(super) fn write(&mut self, indent: usize, text: fmt::Arguments<'_>) {
        self.indent(indent);
        // Writing to a string cannot fail.
        let _ = self.out.write_fmt(text);
        self.out.push('\n');
    }

    /// As [`Self::write`], from several strings, which is faster.
    pub(super) fn concat<'t>(&mut self, indent: usize, parts: impl IntoIterator<Item = &'t str>) {
        self.indent(indent);
        parts.into_iter().for_each(|part| self.out.push_str(part));
        self.out.push('\n');
    }

    /// Appends the spaces at the start of a line.
    fn indent(&mut self, by: usize) {
        const SPACES: &str = "                ";
        // Nearly every indentation is a slice of the constant, which is faster than an iterator.
        match SPACES.get(..self.margin + by) {
            Some(spaces) => self.out.push_str(spaces),
            None => self.out.extend(std::iter::repeat_n(' ', self.margin + by)),
        }
    }

    /// An empty line.
    pub(super) fn blank(&mut self) {
        self.out.push('\n');
    }

    /// Prints an assignment, of which `head` is the part up to `=`; the value is on the next line if the line would be
    /// too long.
    pub(super) fn assignment(&mut self, head: &str, value: &str) {
        if width(head) + 1 + width(value) <= self.width() {
            return self.write(0, format_args!("{head} {value}"));
        }
        // As in rustfmt, the first call of a chain is beside the head if it fits there with one column more.
        match value.split_once('\n') {
            Some((first_call, following_calls)) if width(head) + 1 + width(first_call) < self.width() => {
                self.write(0, format_args!("{head} {first_call}"));
                following_calls.lines().for_each(|call| self.line(4, call.trim_start()));
            }
            _ => {
                self.line(0, head);
                self.line(4, value);
            }
        }
    }

    /// Prints an item with a body in braces: calls `line` for each of `lines`, which are counted first, because a body
    /// without lines is `{}`.
    pub(super) fn item<I>(&mut self, head: &str, lines: I, mut line: impl FnMut(&mut Self, I::Item))
    where
        I: IntoIterator<IntoIter: ExactSizeIterator>,
    {
        let lines = lines.into_iter();
        if lines.len() == 0 {
            return self.write(0, format_args!("{head} {{}}"));
        }
        self.write(0, format_args!("{head} {{"));
        lines.for_each(|entry| line(self, entry));
        self.line(0, "}");
    }

    /// A name and its entries in braces, on one line if they fit.
    pub(super) fn entries(&mut self, indent: usize, name: &str, entries: &[String]) {
        if indent + flat_width(name, entries) <= self.width() {
            return self.line(indent, &flat(name, entries));
        }
        self.write(indent, format_args!("{name} {{"));
        self.fill(indent + 4, entries);
        self.line(indent, "}");
    }

    /// An import of names from a path, on one line if they fit.
    pub(super) fn import(&mut self, path: &str, names: &[String]) {
        let line = match names {
            [name] => format!("use {path}::{name};"),
            names => format!("use {path}::{{{}}};", names.join(", ")),
        };
        if width(&line) <= self.width() {
            return self.line(0, &line);
        }
        self.write(0, format_args!("use {path}::{{"));
        self.fill(4, names);
        self.line(0, "};");
    }

    /// Entries with commas, as many on each line as fit.
    fn fill(&mut self, inner: usize, entries: &[String]) {
        // The width of the current line without its indentation; 0 before its first entry.
        let mut used_width = 0;
        for entry in entries {
            let entry_width = width(entry) + ",".len();
            if used_width > 0 && inner + used_width + " ".len() + entry_width > self.width() {
                self.out.push('\n');
                used_width = 0;
            }
            if used_width == 0 {
                self.indent(inner);
                used_width = entry_width;
            } else {
                self.out.push(' ');
                used_width += " ".len() + entry_width;
            }
            self.out.push_str(entry);
            self.out.push(',');
        }
        self.out.push('\n');
    }

    /// The head of a function; each parameter has a line of its own if one line is too short for all.
    pub(super) fn signature(&mut self, indent: usize, head: &str, parameters: &[String], end: &str) {
        let line = format!("{head}{}{end}", parameters.join(", "));
        if indent + width(&line) <= self.width() {
            return self.line(indent, &line);
        }
        self.line(indent, head);
        parameters.iter().for_each(|parameter| self.line(indent + 4, &format!("{parameter},")));
        self.line(indent, end);
    }

    /// A struct with its values; each value has a line of its own if one line is too short for all.
    pub(super) fn literal(&mut self, indent: usize, name: &str, values: &[String]) {
        let line = flat(name, values);
        if indent + width(&line) <= self.width() {
            return self.line(indent, &line);
        }
        self.line(indent, &format!("{name} {{"));
        values.iter().for_each(|value| self.line(indent + 4, &format!("{value},")));
        self.line(indent, "}");
    }

    /// Writes a macro call with a name and its entries.
    pub(super) fn table(&mut self, call: &str, name: &str, entries: &[String]) {
        if width(call) + " {  }".len() + flat_width(name, entries) <= self.width() {
            return self.write(0, format_args!("{call} {{ {} }}", flat(name, entries)));
        }
        self.write(0, format_args!("{call} {{"));
        self.entries(4, name, entries);
        self.line(0, "}");
    }

    /// Writes a macro call with one entry.
    pub(super) fn call(&mut self, call: &str, entry: &str) {
        if width(call) + " {  }".len() + width(entry) <= self.width() {
            return self.write(0, format_args!("{call} {{ {entry} }}"));
        }
        self.write(0, format_args!("{call} {{"));
        self.line(4, entry);
        self.line(0, "}");
    }

    /// A documentation comment: the documentation of the model if there is any, otherwise the sentence `otherwise`.
    pub(super) fn docs(&mut self, indent: usize, documentation: Option<&str>, otherwise: &str) {
        // A text of nothing but spaces and control characters has no lines.
        let text = documentation.filter(|text| !docs::lines(text, usize::MAX).is_empty());
        self.docs_with_facts(indent, text.unwrap_or_default(), if text.is_some() { "" } else { otherwise });
    }

    /// The attributes that the options specify for a type, by its name in the metamodel.
    pub(super) fn attributes(&mut self, name: &str, options: &RustOptions) {
        let of_type = options.attributes.iter().filter(|(type_name, _)| type_name == name);
        of_type.for_each(|(_, attribute)| self.line(0, attribute));
    }

    /// A documentation comment: a text, and sentences in a paragraph of their own.
    pub(super) fn docs_with_facts(&mut self, indent: usize, text: &str, facts: &str) {
        let width = self.width() - indent - "/// ".len();
        if text.is_empty() && !facts.is_empty() && facts.chars().count() <= width {
            return self.concat(indent, ["/// ", facts.trim_end()]);
        }
        let mut lines = docs::lines(text, width);
        if !lines.is_empty() && !facts.is_empty() {
            lines.push(String::new());
        }
        docs::wrap_sentences(facts, width, &mut lines);
        for line in lines {
            let space = if line.is_empty() { "" } else { " " };
            self.concat(indent, ["///", space, line.as_str()]);
        }
    }
}

/// The width of [`flat`].
fn flat_width(name: &str, entries: &[String]) -> usize {
    match entries.len() {
        0 => width(name) + " {}".len(),
        count => {
            let entries_width = entries.iter().map(|entry| width(entry)).sum::<usize>();
            width(name) + " {  }".len() + entries_width + ", ".len() * (count - 1)
        }
    }
}

/// A name and its entries in braces, on one line.
fn flat(name: &str, entries: &[String]) -> String {
    if entries.is_empty() { format!("{name} {{}}") } else { format!("{name} {{ {} }}", entries.join(", ")) }
}
