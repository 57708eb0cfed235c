//! Lines of Rust, as rustfmt leaves them at a width of 110.
//!
//! Only the few shapes that generated code has: items on lines of their own, tables of entries, and documentation
//! comments. This module does not know what is generated.

use std::fmt::{self, Write as _};

/// The width of a line.
pub(super) const WIDTH: usize = 110;

pub(super) fn width(text: &str) -> usize {
    text.chars().count()
}

/// Collects lines of code.
#[derive(Debug, Default)]
pub(super) struct Printer {
    out: String,
    /// How far everything is indented.
    pub(super) margin: usize,
}

impl Printer {
    pub(super) fn finish(self) -> String {
        self.out
    }

    /// How wide a line may be.
    fn width(&self) -> usize {
        WIDTH - self.margin
    }

    /// A line at an indentation; an empty one without spaces.
    pub(super) fn line(&mut self, indent: usize, text: &str) {
        if !text.is_empty() {
            self.out.extend(std::iter::repeat_n(' ', self.margin + indent));
            self.out.push_str(text);
        }
        self.out.push('\n');
    }

    /// A line that is not empty, of parts.
    pub(super) fn write(&mut self, indent: usize, text: fmt::Arguments<'_>) {
        self.out.extend(std::iter::repeat_n(' ', self.margin + indent));
        // A string takes whatever it is given.
        let _ = self.out.write_fmt(text);
        self.out.push('\n');
    }

    pub(super) fn blank(&mut self) {
        self.out.push('\n');
    }

    /// What is on the left of an equals sign, and what is behind it: on the next line where it only fits there.
    pub(super) fn assignment(&mut self, head: &str, value: &str) {
        if width(head) + 1 + width(value) <= self.width() {
            return self.write(0, format_args!("{head} {value}"));
        }
        self.line(0, head);
        self.line(4, value);
    }

    /// An item with a body of lines between braces.
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

    /// A name and its entries between braces, on one line where they fit.
    pub(super) fn entries(&mut self, indent: usize, name: &str, entries: &[String]) {
        let flat = flat(name, entries);
        if indent + width(&flat) <= self.width() {
            return self.line(indent, &flat);
        }
        self.write(indent, format_args!("{name} {{"));
        let inner = indent + 4;
        let mut line = String::new();
        for entry in entries {
            if !line.is_empty() && inner + width(&line) + width(entry) + 2 > self.width() {
                self.line(inner, &line);
                line.clear();
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(entry);
            line.push(',');
        }
        self.line(inner, &line);
        self.line(indent, "}");
    }

    /// A call of a macro with a name and its entries.
    pub(super) fn table(&mut self, call: &str, name: &str, entries: &[String]) {
        let flat = flat(name, entries);
        if width(call) + width(&flat) + 5 <= self.width() {
            return self.write(0, format_args!("{call} {{ {flat} }}"));
        }
        self.write(0, format_args!("{call} {{"));
        self.entries(4, name, entries);
        self.line(0, "}");
    }

    /// A documentation comment: the model's own text, or else the given sentence.
    pub(super) fn docs(&mut self, indent: usize, documentation: Option<&str>, otherwise: fmt::Arguments<'_>) {
        let lines = super::docs::lines(documentation.unwrap_or_default(), self.width() - indent - 4);
        if lines.is_empty() {
            return self.write(indent, format_args!("/// {otherwise}"));
        }
        for line in lines {
            let space = if line.is_empty() { "" } else { " " };
            self.write(indent, format_args!("///{space}{line}"));
        }
    }
}

fn flat(name: &str, entries: &[String]) -> String {
    if entries.is_empty() { format!("{name} {{}}") } else { format!("{name} {{ {} }}", entries.join(", ")) }
}
