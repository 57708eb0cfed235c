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

    /// The documentation of what begins at an offset: the comments on the lines directly above it. `None` if there are
    /// none, or if something else precedes it on its line.
    #[must_use]
    pub fn above(&self, text: &str, offset: usize) -> Option<String> {
        let text_before = text.as_bytes().get(..offset)?;
        let indent = text_before.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let mut line_start = offset - indent;
        let is_first_on_line = line_start == 0 || text_before.get(line_start - 1) == Some(&b'\n');
        // Otherwise the comments above document what is first on the line.
        if !is_first_on_line {
            return None;
        }
        let count_before = self.lines.partition_point(|comment| comment.line.end <= line_start);
        let mut comments_before = self.lines.get(..count_before).unwrap_or_default();
        // From the last comment upwards, as long as each line directly follows that of the comment.
        let mut texts = Vec::new();
        while let Some((comment, earlier_comments)) = comments_before.split_last()
            && comment.line.end == line_start
        {
            if !is_instruction(&comment.text) {
                texts.push(comment.text.as_str());
            }
            line_start = comment.line.start;
            comments_before = earlier_comments;
        }
        texts.reverse();
        let doc = outdented(&texts);
        if doc.is_empty() { None } else { Some(doc) }
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
    let Some(first) = lines.iter().position(|line| has_text(line)) else { return String::new() };
    let last = lines.iter().rposition(|line| has_text(line)).unwrap_or(first);
    let kept_lines = lines.get(first..=last).unwrap_or_default();
    let lines_with_text = kept_lines.iter().filter(|line| has_text(line));
    let indent = lines_with_text.map(|line| space_count(line)).min().unwrap_or_default();
    // An empty line may be shorter than the indent.
    let outdented: Vec<&str> = kept_lines.iter().map(|line| line.get(indent..).unwrap_or_default()).collect();
    outdented.join("\n")
}

fn has_text(line: &str) -> bool {
    !line.trim().is_empty()
}

/// The number of spaces at the start of a line.
fn space_count(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}
