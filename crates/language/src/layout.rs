//! Lays out declarations: on one line if they are short enough, otherwise with one part on each line.
//!
//! This module does not know what it lays out, except for the element to which a line belongs.

use crate::ecore::Element;

/// The width, in characters, above which the parts of a line are put on separate lines.
pub(crate) const WIDTH: usize = 100;
/// The number of blanks for each level of nesting.
pub(crate) const INDENT: usize = 2;

/// A line, or a line with parts in braces.
#[derive(Debug, Default)]
pub(crate) struct LayoutNode {
    /// The element that this node declares.
    pub(crate) element: Option<Element>,
    /// The comment block directly above the line.
    pub(crate) doc: Option<String>,
    /// Lines above the comment block, unchanged: comments and empty lines.
    pub(crate) above: Vec<String>,
    /// Comments at the end of the last line.
    pub(crate) trailing_comments: Vec<String>,
    /// Comments after the opening bracket of the parts.
    pub(crate) opening_comments: Vec<String>,
    /// Comments below the last part.
    pub(crate) closing_comments: Vec<String>,
    /// The text of the line, or the text before the brackets.
    pub(crate) head: String,
    /// Lines that follow the last line of the head unchanged: the texts of heredocs.
    pub(crate) below: String,
    /// The contents of the braces; `None` if there are no braces.
    pub(crate) parts: Option<Vec<LayoutNode>>,
    /// Whether the parts are declarations, each on a separate line and without commas.
    pub(crate) is_body: bool,
    /// Whether the node is a statement of a manifest, whose head keeps its line breaks.
    pub(crate) is_statement: bool,
    /// Whether the parts are in brackets instead of braces.
    pub(crate) is_list: bool,
}

impl LayoutNode {
    /// A line without parts.
    pub(crate) fn line(head: impl Into<String>) -> Self {
        Self { head: head.into(), ..Self::default() }
    }

    /// Parts in braces; the braces are omitted if there are no parts.
    pub(crate) fn settings(head: impl Into<String>, parts: Vec<LayoutNode>) -> Self {
        let parts = if parts.is_empty() { None } else { Some(parts) };
        Self { head: head.into(), parts, ..Self::default() }
    }

    /// Parts in braces, which are written even if there are no parts.
    pub(crate) fn braces(head: impl Into<String>, parts: Vec<LayoutNode>) -> Self {
        Self { head: head.into(), parts: Some(parts), ..Self::default() }
    }

    /// Parts in brackets.
    pub(crate) fn list(head: impl Into<String>, parts: Vec<LayoutNode>) -> Self {
        Self { is_list: true, ..Self::braces(head, parts) }
    }

    /// Declarations in braces, each on a separate line.
    pub(crate) fn body(head: impl Into<String>, parts: Vec<LayoutNode>) -> Self {
        Self { head: head.into(), parts: Some(parts), is_body: true, ..Self::default() }
    }

    /// Sets the element that the node declares, so that the position of the declaration is recorded.
    pub(crate) fn with_element(self, element: impl Into<Element>) -> Self {
        Self { element: Some(element.into()), ..self }
    }

    /// Sets the comment block above the line.
    pub(crate) fn with_doc(self, doc: Option<String>) -> Self {
        Self { doc, ..self }
    }

    /// Appends the lines of a part at the top of a file, and records the positions of elements in `positions`.
    pub(crate) fn write_at_top(&self, out: &mut String, positions: &mut Vec<(usize, Element)>) {
        let (depth, end) = (0, "");
        self.write(depth, end, out, positions);
    }

    /// Appends the lines at a level of nesting, with `end` after the last one, and records the positions of elements in
    /// `positions`. The caller limits the nesting, which is that of annotations.
    fn write(&self, depth: usize, end: &str, out: &mut String, positions: &mut Vec<(usize, Element)>) {
        positions.extend(self.element.map(|element| (out.len(), element)));
        let indent = " ".repeat(depth * INDENT);
        append_lines(&self.above, &indent, out);
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
        // The comma after a part is included in the width; comments after it are not.
        if let Some(flat) = self.flat(WIDTH.saturating_sub(indent.len() + end.len())) {
            out.push_str(&flat);
            return self.write_end(end, out);
        }
        out.push_str(&self.head);
        let Some(parts) = &self.parts else {
            return self.write_end(end, out);
        };
        self.open(out);
        append_trailing(&self.opening_comments, out);
        for part in parts {
            part.write(depth + 1, if self.is_body { "" } else { "," }, out, positions);
        }
        append_lines(&self.closing_comments, &format!("{indent}{}", " ".repeat(INDENT)), out);
        out.push_str(&indent);
        out.push(if self.is_list { ']' } else { '}' });
        self.write_end(end, out);
    }

    /// Appends the end of a part, the comments after it, and the heredocs below it.
    fn write_end(&self, end: &str, out: &mut String) {
        out.push_str(end);
        append_trailing(&self.trailing_comments, out);
        out.push_str(&self.below);
    }

    /// Whether a comment requires the parts to be on separate lines.
    fn has_comments(&self) -> bool {
        let parts = self.parts.iter().flatten();
        !self.opening_comments.is_empty()
            || !self.closing_comments.is_empty()
            || parts.into_iter().any(has_own_comments)
    }

    /// Writes the opening bracket after the head, if there is a head.
    fn open(&self, out: &mut String) {
        if !self.head.is_empty() {
            out.push(' ');
        }
        out.push(if self.is_list { '[' } else { '{' });
    }

    /// The text on one line, regardless of its length.
    pub(crate) fn one_line(&self) -> String {
        self.flat(usize::MAX).unwrap_or_else(|| self.head.clone())
    }

    /// The text on one line; `None` if it is longer than the width, or cannot be on one line. The search stops as soon
    /// as the text is too long, so that the work is linear in the width.
    fn flat(&self, width: usize) -> Option<String> {
        if self.head.contains('\n') || !self.below.is_empty() || self.has_comments() {
            return None;
        }
        let mut line = self.head.clone();
        if let Some(parts) = &self.parts {
            if parts.is_empty() {
                self.open(&mut line);
                line.push(if self.is_list { ']' } else { '}' });
            } else if self.is_body {
                // Declarations are never on one line, even if they are short.
                return None;
            } else {
                self.open(&mut line);
                line.push_str(if self.is_list { "" } else { " " });
                for (index, part) in parts.iter().enumerate() {
                    if index > 0 {
                        line.push_str(", ");
                    }
                    // The width is counted in characters, because names and strings may be in any script.
                    let remaining = width.checked_sub(line.chars().count())?;
                    // A comment ends the line.
                    if part.doc.is_some() {
                        return None;
                    }
                    line.push_str(&part.flat(remaining)?);
                }
                line.push_str(if self.is_list { "]" } else { " }" });
            }
        }
        (line.chars().count() <= width).then_some(line)
    }
}

/// Whether a node has comments after or above it.
fn has_own_comments(part: &LayoutNode) -> bool {
    !part.trailing_comments.is_empty() || part.above.iter().any(|line| !line.is_empty())
}

/// Appends lines with an indentation.
fn append_lines(lines: &[String], indent: &str, out: &mut String) {
    for line in lines {
        // An empty line gets no indentation, because this would be a trailing blank.
        if !line.is_empty() {
            out.push_str(indent);
            out.push_str(line);
        }
        out.push('\n');
    }
}

/// Appends comments at the end of a line.
fn append_trailing(comments: &[String], out: &mut String) {
    for comment in comments {
        out.push(' ');
        out.push_str(comment);
    }
    out.push('\n');
}
