//! Comments of a file, by the lines after them.

use crate::declarations::Span;

/// The comments that have lines of their own, in order.
#[derive(Debug, Default)]
pub struct Comments {
    lines: Vec<Comment>,
}

#[derive(Debug)]
struct Comment {
    /// Where the comment's line begins, and where the next line begins.
    line: Span,
    text: String,
}

impl Comments {
    /// Adds the comment on a line; `line` includes the line break.
    pub(super) fn push(&mut self, line: Span, text: &str) {
        self.lines.push(Comment { line, text: text.trim_end().to_owned() });
    }

    /// The documentation of what begins at an offset: the comments on the lines directly above it.
    #[must_use]
    pub fn above(&self, text: &str, offset: usize) -> Option<String> {
        let text_before = text.as_bytes().get(..offset)?;
        let indent = text_before.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let mut start = offset - indent;
        // The comment documents what is before the offset on its line.
        if start > 0 && text_before.get(start - 1) != Some(&b'\n') {
            return None;
        }
        let mut count_before = self.lines.partition_point(|comment| comment.line.end <= start);
        let mut texts = Vec::new();
        while let Some(comment) = count_before.checked_sub(1).and_then(|last| self.lines.get(last)) {
            if comment.line.end != start {
                break;
            }
            if !is_instruction(&comment.text) {
                texts.push(comment.text.as_str());
            }
            (start, count_before) = (comment.line.start, count_before - 1);
        }
        texts.reverse();
        let doc = outdented(&texts);
        (!doc.is_empty()).then_some(doc)
    }
}

/// Whether a comment is an instruction for a program, such as the encoding of the file.
fn is_instruction(comment: &str) -> bool {
    let text = comment.trim_start();
    text.starts_with("-*-")
        || text.starts_with('!')
        || text.starts_with("rubocop:")
        || ["frozen_string_literal:", "encoding:", "coding:", "vim:"]
            .iter()
            .any(|word| text.starts_with(word))
}

/// Lines without empty ones around them, and without the space that all have at the start.
fn outdented(lines: &[&str]) -> String {
    let first = lines.iter().position(|line| !line.trim().is_empty()).unwrap_or(lines.len());
    let end = lines.len() - lines.iter().rev().take_while(|line| line.trim().is_empty()).count();
    let kept_lines = lines.get(first..end.max(first)).unwrap_or_default();
    let indents = kept_lines.iter().filter(|line| !line.trim().is_empty());
    let indent =
        indents.map(|line| line.len() - line.trim_start_matches(' ').len()).min().unwrap_or_default();
    kept_lines.iter().map(|line| line.get(indent..).unwrap_or_default()).collect::<Vec<_>>().join("\n")
}
