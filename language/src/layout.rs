//! Lays out declarations: on one line where they fit, else one part a line.
//!
//! This module does not know what it lays out, only which element.

use crate::ecore::Element;

/// How wide a line may be before its parts are put on lines of their own.
pub(crate) const WIDTH: usize = 100;
pub(crate) const INDENT: usize = 2;

/// A line, or a line with parts in braces.
#[derive(Debug, Default)]
pub(crate) struct Item {
    /// What it declares.
    pub(crate) element: Option<Element>,
    /// The comment block above it.
    pub(crate) doc: Option<String>,
    /// Lines above that, as they are: comments and empty lines.
    pub(crate) above: Vec<String>,
    /// Comments behind it on its last line.
    pub(crate) behind: Vec<String>,
    /// Comments behind the bracket that opens the parts.
    pub(crate) opening: Vec<String>,
    /// Comments below the last part.
    pub(crate) last: Vec<String>,
    pub(crate) head: String,
    /// Lines that stand below the head's last line as they are: the texts of heredocs.
    pub(crate) below: String,
    /// What stands in the braces; none where there are no braces.
    pub(crate) parts: Option<Vec<Item>>,
    /// Whether the parts are declarations, each on a line of its own and without commas.
    pub(crate) is_body: bool,
    /// Whether it is a statement of a manifest, whose head keeps its lines.
    pub(crate) is_statement: bool,
    /// Whether the parts stand in brackets.
    pub(crate) is_list: bool,
}

impl Item {
    pub(crate) fn line(head: impl Into<String>) -> Self {
        Self { head: head.into(), ..Self::default() }
    }

    /// Parts in braces; the braces are left out where there are no parts.
    pub(crate) fn settings(head: impl Into<String>, parts: Vec<Item>) -> Self {
        let parts = if parts.is_empty() { None } else { Some(parts) };
        Self { head: head.into(), parts, ..Self::default() }
    }

    /// Parts in braces that stand there even where there are no parts.
    pub(crate) fn braces(head: impl Into<String>, parts: Vec<Item>) -> Self {
        Self { head: head.into(), parts: Some(parts), ..Self::default() }
    }

    /// Parts in brackets.
    pub(crate) fn list(head: impl Into<String>, parts: Vec<Item>) -> Self {
        Self { is_list: true, ..Self::braces(head, parts) }
    }

    pub(crate) fn body(head: impl Into<String>, parts: Vec<Item>) -> Self {
        Self { head: head.into(), parts: Some(parts), is_body: true, ..Self::default() }
    }

    /// Says which element it declares, so that its place can be found.
    pub(crate) fn of(self, element: impl Into<Element>) -> Self {
        Self { element: Some(element.into()), ..self }
    }

    pub(crate) fn with_doc(self, doc: Option<String>) -> Self {
        Self { doc, ..self }
    }

    /// Appends the item's lines. Items are as deep as annotations nest, which their maker bounds.
    pub(crate) fn write(
        &self,
        depth: usize,
        end: &str,
        out: &mut String,
        places: &mut Vec<(usize, Element)>,
    ) {
        places.extend(self.element.map(|element| (out.len(), element)));
        let indent = " ".repeat(depth * INDENT);
        lines(&self.above, &indent, out);
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
            return self.end(end, out);
        }
        out.push_str(&self.head);
        let Some(parts) = &self.parts else {
            return self.end(end, out);
        };
        self.open(out);
        behind(&self.opening, out);
        for part in parts {
            part.write(depth + 1, if self.is_body { "" } else { "," }, out, places);
        }
        lines(&self.last, &format!("{indent}{}", " ".repeat(INDENT)), out);
        out.push_str(&indent);
        out.push(if self.is_list { ']' } else { '}' });
        self.end(end, out);
    }

    fn end(&self, end: &str, out: &mut String) {
        out.push_str(end);
        behind(&self.behind, out);
        out.push_str(&self.below);
    }

    /// Whether a comment needs the parts to stand on lines of their own.
    fn has_comments(&self) -> bool {
        let inside = self.parts.iter().flatten();
        let beside = |part: &Item| !part.behind.is_empty() || part.above.iter().any(|line| !line.is_empty());
        !self.opening.is_empty() || !self.last.is_empty() || inside.into_iter().any(beside)
    }

    /// Opens the parts behind the head, if there is one.
    fn open(&self, out: &mut String) {
        if !self.head.is_empty() {
            out.push(' ');
        }
        out.push(if self.is_list { '[' } else { '{' });
    }

    /// The item on one line, however long.
    pub(crate) fn one_line(&self) -> String {
        self.flat(usize::MAX).unwrap_or_else(|| self.head.clone())
    }

    /// The item on one line, if that has room. Gives up as soon as it has not, so that the work stays
    /// linear in the width.
    fn flat(&self, room: usize) -> Option<String> {
        if self.head.contains('\n') || !self.below.is_empty() || self.has_comments() {
            return None;
        }
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

/// Lines at an indentation.
fn lines(lines: &[String], indent: &str, out: &mut String) {
    for line in lines {
        if !line.is_empty() {
            out.push_str(indent);
            out.push_str(line);
        }
        out.push('\n');
    }
}

/// Comments at the end of a line.
fn behind(comments: &[String], out: &mut String) {
    for comment in comments {
        out.push(' ');
        out.push_str(comment);
    }
    out.push('\n');
}
