//! Lays out declarations: on one line where they fit, else one part a line.
//!
//! This module does not know what it lays out, only which element.

use crate::ecore::Element;

/// How wide a line may be before its parts are put on lines of their own.
pub(super) const WIDTH: usize = 100;
pub(super) const INDENT: usize = 2;

/// A line, or a line with parts in braces.
#[derive(Debug, Default)]
pub(super) struct Item {
    /// What it declares.
    pub(super) element: Option<Element>,
    /// The comment block above it.
    pub(super) doc: Option<String>,
    pub(super) head: String,
    /// What stands in the braces; none where there are no braces.
    pub(super) parts: Option<Vec<Item>>,
    /// Whether the parts are declarations, each on a line of its own and without commas.
    pub(super) is_body: bool,
    /// Whether the parts stand in brackets.
    pub(super) is_list: bool,
}

impl Item {
    pub(super) fn line(head: impl Into<String>) -> Self {
        Self { head: head.into(), ..Self::default() }
    }

    /// Parts in braces; the braces are left out where there are no parts.
    pub(super) fn settings(head: impl Into<String>, parts: Vec<Item>) -> Self {
        let parts = if parts.is_empty() { None } else { Some(parts) };
        Self { head: head.into(), parts, ..Self::default() }
    }

    /// Parts in braces that stand there even where there are no parts.
    pub(super) fn braces(head: impl Into<String>, parts: Vec<Item>) -> Self {
        Self { head: head.into(), parts: Some(parts), ..Self::default() }
    }

    /// Parts in brackets.
    pub(super) fn list(head: impl Into<String>, parts: Vec<Item>) -> Self {
        Self { is_list: true, ..Self::braces(head, parts) }
    }

    pub(super) fn body(head: impl Into<String>, parts: Vec<Item>) -> Self {
        Self { head: head.into(), parts: Some(parts), is_body: true, ..Self::default() }
    }

    /// Says which element it declares, so that its place can be found.
    pub(super) fn of(self, element: impl Into<Element>) -> Self {
        Self { element: Some(element.into()), ..self }
    }

    pub(super) fn with_doc(self, doc: Option<String>) -> Self {
        Self { doc, ..self }
    }

    /// Appends the item's lines. Items are as deep as annotations nest, which their maker bounds.
    pub(super) fn write(
        &self,
        depth: usize,
        end: &str,
        out: &mut String,
        places: &mut Vec<(usize, Element)>,
    ) {
        places.extend(self.element.map(|element| (out.len(), element)));
        let indent = " ".repeat(depth * INDENT);
        for line in self.doc.iter().flat_map(|doc| doc.split('\n')) {
            out.push_str(&indent);
            out.push('#');
            if !line.is_empty() {
                out.push(' ');
                out.push_str(line);
            }
            out.push('\n');
        }
        out.push_str(&indent);
        if let Some(flat) = self.flat(WIDTH.saturating_sub(indent.len() + end.len())) {
            out.push_str(&flat);
            out.push_str(end);
            out.push('\n');
            return;
        }
        out.push_str(&self.head);
        let Some(parts) = &self.parts else {
            out.push_str(end);
            out.push('\n');
            return;
        };
        self.open(out);
        out.push('\n');
        for part in parts {
            part.write(depth + 1, if self.is_body { "" } else { "," }, out, places);
        }
        out.push_str(&indent);
        out.push(if self.is_list { ']' } else { '}' });
        out.push_str(end);
        out.push('\n');
    }

    /// Opens the parts behind the head, if there is one.
    fn open(&self, out: &mut String) {
        if !self.head.is_empty() {
            out.push(' ');
        }
        out.push(if self.is_list { '[' } else { '{' });
    }

    /// The item on one line, however long.
    pub(super) fn one_line(&self) -> String {
        self.flat(usize::MAX).unwrap_or_else(|| self.head.clone())
    }

    /// The item on one line, if that has room. Gives up as soon as it has not, so that the work stays
    /// linear in the width.
    fn flat(&self, room: usize) -> Option<String> {
        let mut line = self.head.clone();
        if let Some(parts) = &self.parts {
            if parts.is_empty() {
                self.open(&mut line);
                line.push(if self.is_list { ']' } else { '}' });
            } else if self.is_body {
                return None;
            } else {
                self.open(&mut line);
                line.push_str(if self.is_list { "" } else { " " });
                for (at, part) in parts.iter().enumerate() {
                    if at > 0 {
                        line.push_str(", ");
                    }
                    let left = room.checked_sub(line.chars().count())?;
                    if part.doc.is_some() {
                        return None;
                    }
                    line.push_str(&part.flat(left)?);
                }
                line.push_str(if self.is_list { "]" } else { " }" });
            }
        }
        (line.chars().count() <= room).then_some(line)
    }
}
