//! The tokens of a text with the blanks and comments between them, and the layout of token ranges as lines.
//!
//! Invariants: a range is written with all its comments, and with the texts of its heredocs unchanged, each below the
//! line that names it. This module does not know declarations.

mod leaf_reader;
mod lists;
mod margin;

use super::{first_from, is_expression};
use crate::layout::INDENT;
use crate::syntax::kind::NodeKind;
use crate::syntax::leaves::LeafKind;
use crate::syntax::tree::{Node, SyntaxTree};
use leaf_reader::{LeafReader, Nesting};
use lists::List;
use margin::Margin;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// A token. Tokens are numerous and therefore small; no text is as long as 4 GiB.
#[derive(Debug)]
struct Leaf {
    kind: LeafKind,
    /// The blanks between this token and the previous token or comment.
    gap: Gap,
    list: List,
    /// Whether a comment is between this token and the previous one.
    is_commented: bool,
    start: u32,
    end: u32,
    /// The position of the matching bracket; the token's own position if it has none.
    partner: u32,
}

/// The blanks before a token, in ascending order.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
enum Gap {
    Nothing,
    Blanks,
    Line,
    EmptyLine,
}

impl Gap {
    /// The gap with this number of line breaks.
    fn new(break_count: usize, has_blanks: bool) -> Self {
        match (break_count, has_blanks) {
            (0, false) => Gap::Nothing,
            (0, true) => Gap::Blanks,
            (1, _) => Gap::Line,
            _ => Gap::EmptyLine,
        }
    }
}

/// A comment between two tokens.
#[derive(Debug)]
pub(super) struct Comment<'a> {
    pub(super) text: &'a str,
    /// Whether the comment starts its line.
    pub(super) is_on_own_line: bool,
    /// Whether an empty line is above the comment.
    pub(super) is_after_empty_line: bool,
}

/// All tokens of a text.
pub(super) struct Run<'a> {
    pub(super) text: &'a str,
    leaves: Vec<Leaf>,
    /// Comments, each with the token that follows it.
    comments: Vec<(u32, Comment<'a>)>,
    /// The blanks after the last comment or token.
    end_gap: Gap,
    /// The texts of heredocs by their tokens.
    heredocs: FxHashMap<usize, Range<usize>>,
    /// Whether an expression starts at each token.
    starts_expression: Vec<bool>,
    /// Whether an expression ends at each token.
    ends_expression: Vec<bool>,
    /// The heredocs that cannot be moved, in ascending order of their tokens: those inside a string, and those whose
    /// text shares a line with something else.
    fixed_heredocs: Vec<usize>,
}

/// Lines of text, and the texts of heredocs that must follow the last line.
pub(crate) struct Lines {
    pub(crate) text: String,
    /// The texts of heredocs that start in the last line, each with its line break.
    pub(crate) below: String,
}

impl<'a> Run<'a> {
    /// The tokens of a tree, with the layout of its lists.
    pub(super) fn new(tree: &'a SyntaxTree) -> Self {
        let mut run = Self {
            text: tree.source().text(),
            leaves: Vec::with_capacity(tree.tokens().list.len()),
            comments: Vec::new(),
            end_gap: Gap::Nothing,
            heredocs: FxHashMap::default(),
            starts_expression: Vec::new(),
            ends_expression: Vec::new(),
            fixed_heredocs: Vec::new(),
        };
        let nesting = Nesting::default();
        // `break_count` is 1, because the first token of the text is the first of a line.
        let mut reader = LeafReader { break_count: 1, end: 0, nesting, texts: Vec::new() };
        tree.each_leaf(|leaf| reader.read(leaf, &mut run));
        let has_blanks = false;
        run.end_gap = Gap::new(reader.break_count, has_blanks);
        run.place_heredocs(&reader.nesting.heredocs, reader.texts);
        (run.starts_expression, run.ends_expression) =
            (vec![false; run.len() + 1], vec![false; run.len() + 1]);
        let nodes = tree.root().into_iter().flat_map(Node::in_line);
        let mut start = 0;
        for range in nodes.filter(|node| is_expression(*node) || starts_line(*node)).map(Node::range) {
            start = run.at_or_near(start, range.start);
            let end = run.at_or_near(start, range.end);
            run.starts_expression[start] = true;
            run.ends_expression[end.saturating_sub(1)] = true;
            run.mark_list(start, end.saturating_sub(1));
        }
        run.lay_out_lists();
        run
    }

    /// Assigns the texts of heredocs to their tokens. `tags` are the indexes of these tokens, each with whether it is
    /// inside a string; `texts` are the ranges of the texts, each with whether it can be moved. Both are in the order
    /// of the file, unless a heredoc is inside the text of another one, or inside a string. In this case no heredoc can
    /// be moved.
    fn place_heredocs(&mut self, tags: &[(usize, bool)], texts: Vec<(Range<usize>, bool)>) {
        let is_matched = tags.len() == texts.len();
        for (nth, (token, is_in_string)) in tags.iter().enumerate() {
            let is_movable_text = texts.get(nth).is_some_and(|(_, is_movable)| *is_movable);
            let is_movable = is_matched && is_movable_text && !is_in_string;
            if !is_movable {
                self.fixed_heredocs.push(*token);
            }
        }
        for ((token, _), (range, _)) in tags.iter().zip(texts) {
            self.heredocs.insert(*token, range);
        }
    }

    /// Whether the heredocs in a range of tokens can be moved to another position.
    pub(super) fn are_heredocs_movable(&self, range: Range<usize>) -> bool {
        let first = self.fixed_heredocs.partition_point(|index| *index < range.start);
        self.fixed_heredocs.get(first).is_none_or(|index| *index >= range.end)
    }

    /// How many tokens there are.
    pub(super) fn len(&self) -> usize {
        self.leaves.len()
    }

    /// The kind of a token.
    pub(super) fn kind(&self, index: usize) -> LeafKind {
        self.leaves[index].kind
    }

    /// The token that starts at a byte, or the first one after it.
    pub(super) fn at(&self, byte: usize) -> usize {
        self.leaves.partition_point(|leaf| (leaf.start as usize) < byte)
    }

    /// Like [`Run::at`], for a byte that is probably at or near a token.
    pub(super) fn at_or_near(&self, near: usize, byte: usize) -> usize {
        first_from(self.len(), near, |index| (self.leaves[index].start as usize) < byte)
    }

    /// The position of the bracket that matches the bracket at a position; `None` for other tokens.
    pub(super) fn partner(&self, index: usize) -> Option<usize> {
        Some(self.leaves[index].partner as usize).filter(|partner| *partner != index)
    }

    /// The position after a token, or after the matching bracket if the token opens one.
    pub(super) fn after_group(&self, index: usize) -> usize {
        self.partner(index).filter(|partner| *partner > index).unwrap_or(index) + 1
    }

    /// The comments before a token.
    fn comments(&self, index: usize) -> &[(u32, Comment<'a>)] {
        // Most tokens have no comments, and need no search.
        if self.leaves.get(index).is_some_and(|leaf| !leaf.is_commented) {
            return &[];
        }
        let from = self.comments.partition_point(|(before, _)| (*before as usize) < index);
        let list = &self.comments[from..];
        &list[..list.iter().take_while(|(before, _)| *before as usize == index).count()]
    }

    /// The text of a token; empty after the last one.
    pub(super) fn text(&self, index: usize) -> &'a str {
        self.leaves.get(index).map_or("", |leaf| &self.text[leaf.start as usize..leaf.end as usize])
    }

    /// Whether a token is this punctuation mark.
    pub(super) fn is_mark(&self, index: usize, mark: &str) -> bool {
        self.leaves.get(index).is_some_and(|leaf| leaf.kind == LeafKind::Mark) && self.text(index) == mark
    }

    /// Whether a token is a separator.
    pub(super) fn is_separator(&self, index: usize) -> bool {
        [",", ";", ":"].iter().any(|mark| self.is_mark(index, mark))
    }

    /// The comments between a token and the one before it that are on the line of the latter.
    pub(super) fn trailing_comments(&self, index: usize) -> impl Iterator<Item = &'a str> {
        let comments = self.comments(index).iter().map(|(_, comment)| comment);
        comments.take_while(|comment| !comment.is_on_own_line).map(|comment| comment.text.trim_end())
    }

    /// The comment lines above a token, unchanged; several empty lines in a row become one.
    pub(super) fn comments_above(&self, index: usize) -> Vec<String> {
        let mut lines = Vec::new();
        let comments = self.comments(index).iter().map(|(_, comment)| comment);
        // A comment at the end of a line belongs to the token before it.
        for comment in comments.skip_while(|comment| !comment.is_on_own_line) {
            if comment.is_after_empty_line {
                lines.push(String::new());
            }
            lines.push(comment.text.to_owned());
        }
        // After the last token, `end_gap` is the gap before the end of the text.
        let gap = self.leaves.get(index).map_or(self.end_gap, |leaf| leaf.gap);
        if gap == Gap::EmptyLine {
            lines.push(String::new());
        }
        lines
    }

    /// Whether there are comments between the tokens of a range.
    pub(super) fn is_commented(&self, range: Range<usize>) -> bool {
        range.skip(1).any(|index| !self.comments(index).is_empty())
    }

    /// The tokens on one line, with the blanks that `print` would write between them.
    pub(super) fn on_one_line(&self, range: Range<usize>) -> String {
        let mut line = String::new();
        for index in range.clone() {
            if index > range.start && self.is_spaced(index) {
                line.push(' ');
            }
            line.push_str(self.text(index));
        }
        line
    }

    /// Whether a blank is written between a token and the one before it.
    fn is_spaced(&self, index: usize) -> bool {
        let (previous, leaf) = (&self.leaves[index - 1], &self.leaves[index]);
        let has_blank = previous.end < leaf.start;
        // Blanks at the ends of `${…}` stay as they are.
        if matches!(previous.kind, LeafKind::StringOpen | LeafKind::StringMiddle)
            || matches!(leaf.kind, LeafKind::StringMiddle | LeafKind::StringClose)
        {
            return has_blank;
        }
        let mark_before = mark_text(previous.kind, self.text(index - 1));
        match (mark_before, mark_text(leaf.kind, self.text(index))) {
            // Blanks stay as they are, because `::` after a blank starts another name.
            (_, "::") | ("::", _) => has_blank,
            ("{", "}") | (_, "," | ";" | ")" | "]" | "<" | "(") | ("(" | "[" | "<" | "-", _) => false,
            // `>>` before the type of a result is two tokens. It needs a blank before the first of them.
            (")", ">") => true,
            (_, ">") => false,
            (_, "[") => matches!(mark_before, "=>" | ","),
            _ => true,
        }
    }

    /// The tokens with their line breaks and comments, indented by their brackets. Nothing inside a string is changed,
    /// nor the columns in which users align arrows, parameter names and default values.
    pub(super) fn keep_lines(&self, range: Range<usize>, depth: usize) -> Lines {
        let mut out = Lines { text: String::new(), below: String::new() };
        let mut margin = Margin::new(depth);
        let mut open_string_count = 0usize;
        for index in range.clone() {
            if self.is_redundant(index) {
                continue;
            }
            let leaf = &self.leaves[index];
            if leaf.kind == LeafKind::StringClose {
                open_string_count = open_string_count.saturating_sub(1);
            }
            let is_string = open_string_count > 0 || leaf.kind == LeafKind::StringClose;
            if index > range.start && is_string {
                out.text.push_str(self.gap(index));
            } else if index > range.start {
                self.write_gap(index, &mut margin, &mut out);
            }
            out.text.push_str(self.text(index));
            if index + 1 < range.end && self.lacks_comma(index) {
                out.text.push(',');
            }
            if let Some(below) = self.heredocs.get(&index) {
                out.below.push_str(&self.text[below.clone()]);
                if !out.below.ends_with('\n') {
                    out.below.push('\n');
                }
            }
            open_string_count += usize::from(leaf.kind == LeafKind::StringOpen);
            if !is_string {
                margin.pass(self.mark(index));
            }
        }
        out
    }

    /// The text between a token, which is not the first one, and the token before it.
    fn gap(&self, index: usize) -> &'a str {
        &self.text[self.leaves[index - 1].end as usize..self.leaves[index].start as usize]
    }

    /// Writes the blanks and comments before a token, which is not the first one.
    fn write_gap(&self, index: usize, margin: &mut Margin, out: &mut Lines) {
        let (gap, comments) = (self.leaves[index].gap, self.comments(index));
        let (comment_indent, line_indent) = self.indents(index, margin);
        // Empty lines directly inside brackets are removed.
        let follows_opening = matches!(self.mark(index - 1), "{" | "[" | "(");
        let is_closing = matches!(self.mark(index), "}" | "]" | ")");
        for (nth, (_, comment)) in comments.iter().enumerate() {
            let keeps_empty_line = comment.is_after_empty_line && !(follows_opening && nth == 0);
            out.separate(comment.is_on_own_line, keeps_empty_line, comment_indent);
            out.text.push_str(comment.text.trim_end());
        }
        if gap >= Gap::Line {
            margin.begin(line_indent, self.starts_attributes_below_title(index, margin));
            let is_inside_bracket = is_closing || (follows_opening && comments.is_empty());
            let (needs_line, needs_empty_line) = (true, gap == Gap::EmptyLine && !is_inside_bracket);
            out.separate(needs_line, needs_empty_line, line_indent);
        } else if !comments.is_empty() {
            out.text.push(' ');
        } else {
            self.write_blanks(index, out);
        }
    }

    /// The text of a token that is a mark, and an empty text for every other token.
    fn mark(&self, index: usize) -> &str {
        mark_text(self.leaves[index].kind, self.text(index))
    }

    /// Writes the blanks before a token that is on the line of the token before it, without comments between them.
    fn write_blanks(&self, index: usize, out: &mut Lines) {
        let (before, mark) = (self.mark(index - 1), self.mark(index));
        let blanks = self.gap(index);
        // The author may have aligned these tokens of several lines in a column, so their blanks are kept.
        let may_be_column =
            matches!(mark, "=>" | "=") || self.kind(index) == LeafKind::Variable || before == ":";
        let has_spaces = !blanks.is_empty() && blanks.bytes().all(|byte| byte == b' ');
        // A token that is not a mark is the empty text here.
        match (before, mark) {
            ("" | "]" | ":", _) if may_be_column && has_spaces => out.text.push_str(blanks),
            (_, "," | ";" | ")" | "]") | ("(" | "[", _) => {}
            ("," | "=>", _) | (_, "=>") => out.text.push(' '),
            _ if self.leaves[index].gap == Gap::Blanks => out.text.push(' '),
            _ => {}
        }
    }

    /// The indentation of the comments above a token, and of the token if it starts a line.
    fn indents(&self, index: usize, margin: &Margin) -> (usize, usize) {
        let (outer, inner) = margin.current_indents();
        let text = self.text(index);
        if self.leaves[index].kind == LeafKind::Mark && matches!(text, "}" | "]" | ")") {
            return (inner, outer);
        }
        // An expression that directly follows the end of another one is the next statement or member.
        let is_between_expressions = self.starts_expression[index] && self.ends_expression[index - 1];
        // These tokens continue what is before them, but are not indented.
        let is_never_indented =
            matches!(text, "->" | "~>" | "<-" | "<~") || matches!(text, "{" | "else" | "elsif");
        let starts_member =
            margin.starts_member(self.is_separator(index - 1)) || is_between_expressions || is_never_indented;
        // A line that continues an expression is indented one level more than a line that starts a member.
        let is_continued = !starts_member || self.starts_attributes_below_title(index, margin);
        let indent = if is_continued { inner + INDENT } else { inner };
        (indent, indent)
    }

    /// Whether a token starts the attributes of a resource, below a title on its own line.
    fn starts_attributes_below_title(&self, index: usize, margin: &Margin) -> bool {
        let is_broken = margin.open.last().is_some_and(|open| open.is_broken && open.title_indent == 0);
        is_broken && self.is_mark(index - 1, ":") && !self.is_mark(index, "{")
    }
}

/// The text of a leaf that is a mark, and an empty text for every other leaf.
fn mark_text(kind: LeafKind, text: &str) -> &str {
    if kind == LeafKind::Mark { text } else { "" }
}

/// Whether a node (not an expression) has the indentation of its block if it is first in its line.
fn starts_line(node: Node<'_>) -> bool {
    use NodeKind as K;
    matches!(
        node.kind(),
        K::When
            | K::Bind(_)
            | K::Bindings
            | K::Categories
            | K::CategoryEntry { .. }
            | K::Layers
            | K::Layer
            | K::LayerSetting
            | K::DataValue
            | K::Environments(_)
    )
}

/// A position as 32 bits, which suffice because no text is as long as 4 GiB.
fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

impl Lines {
    /// The lines, followed by the texts of heredocs.
    pub(super) fn join(self) -> String {
        let Self { mut text, below } = self;
        if let Some(below) = below.strip_suffix('\n') {
            text.push('\n');
            text.push_str(below);
        }
        text
    }

    /// Writes a blank or, if `needs_line` is set, starts a new line, after an empty line if `needs_empty_line` is set.
    fn separate(&mut self, needs_line: bool, needs_empty_line: bool, indent: usize) {
        if needs_line {
            self.text.push('\n');
            self.text.push_str(&std::mem::take(&mut self.below));
            if needs_empty_line {
                self.text.push('\n');
            }
            self.text.extend(std::iter::repeat_n(' ', indent));
        } else {
            self.text.push(' ');
        }
    }
}
