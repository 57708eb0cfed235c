//! The indentation of lines, by the brackets that are open.
//!
//! This module knows brackets and separators, but not what they contain.

use crate::layout::INDENT;

/// The indentation of lines.
pub(super) struct Margin {
    /// The indentation of the current line.
    line_indent: usize,
    /// The brackets that are open at the current token, the innermost last.
    pub(super) open: Vec<OpenBracket>,
    /// The indentation outside of all brackets.
    base_indent: usize,
}

/// A bracket that is not closed yet.
pub(super) struct OpenBracket {
    /// The indentation of the line with the bracket.
    line_indent: usize,
    /// Whether a line starts after the bracket.
    pub(super) is_broken: bool,
    /// Whether nothing follows the bracket yet.
    is_first: bool,
    /// The extra indentation of the attributes below a title.
    pub(super) title_indent: usize,
}

impl Margin {
    /// The indentation of a text at a nesting level.
    pub(super) fn new(depth: usize) -> Self {
        Self { line_indent: depth * INDENT, open: Vec::new(), base_indent: depth * INDENT }
    }

    /// The indentation of the enclosing bracket, and of its contents.
    pub(super) fn current_indents(&self) -> (usize, usize) {
        let innermost = self.open.last();
        innermost.map_or((self.base_indent, self.base_indent), |open| {
            (open.line_indent, open.line_indent + INDENT + open.title_indent)
        })
    }

    /// Whether a member starts at the next token: after a bracket, or after a separator of members.
    pub(super) fn starts_member(&self, is_after_separator: bool) -> bool {
        self.open.last().is_some_and(|open| open.is_first || is_after_separator)
    }

    /// Starts a line with an indentation. If the line is the first one with attributes below the title of a resource,
    /// the lines after it are indented further than the title.
    pub(super) fn begin(&mut self, indent: usize, is_below_title: bool) {
        self.line_indent = indent;
        if let Some(open) = self.open.last_mut() {
            open.is_broken = true;
            if is_below_title {
                open.title_indent += INDENT;
            }
        }
    }

    /// Advances past a token; `mark` is its text if it is punctuation.
    pub(super) fn pass(&mut self, mark: &str) {
        if let Some(open) = self.open.last_mut() {
            open.is_first = false;
            // After `;`, the title of the next body of a resource starts at the indentation of the first title.
            open.title_indent = if mark == ";" { 0 } else { open.title_indent };
        }
        match mark {
            "{" | "[" | "(" => {
                self.open.push(OpenBracket {
                    line_indent: self.line_indent,
                    is_broken: false,
                    is_first: true,
                    title_indent: 0,
                });
            }
            "}" | "]" | ")" => drop(self.open.pop()),
            _ => {}
        }
    }
}
