//! The tokens of a text with the blanks and comments between them, and the layout of token ranges as lines.
//!
//! Invariants: a range is written with all its comments, and with the texts of its heredocs unchanged, each below the
//! line that names it. This module does not know declarations.

mod lists;
mod margin;

use super::{first_from, is_expression};
use crate::layout::INDENT;
use crate::syntax::kind::NodeKind;
use crate::syntax::leaves::{self, LeafKind};
use crate::syntax::tree::{Node, SyntaxTree};
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

#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
enum Gap {
    Nothing,
    Blanks,
    Line,
    EmptyLine,
}

impl Gap {
    fn new(breaks: usize, has_blanks: bool) -> Self {
        match (breaks, has_blanks) {
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
    /// Whether it starts its line.
    pub(super) is_on_own_line: bool,
    /// Whether an empty line is above it.
    pub(super) is_after_empty_line: bool,
}

/// All tokens of a text.
pub(super) struct Run<'a> {
    pub(super) text: &'a str,
    leaves: Vec<Leaf>,
    /// Comments, each with the token that follows it.
    comments: Vec<(u32, Comment<'a>)>,
    /// The blanks after the last comment or token.
    end: Gap,
    /// The texts of heredocs by their tokens.
    heredocs: FxHashMap<usize, Range<usize>>,
    /// Whether an expression starts at each token.
    starts: Vec<bool>,
    /// Whether an expression ends at each token.
    ends: Vec<bool>,
    /// The heredocs that cannot be moved, in ascending order of their tokens: those inside a string, and those whose
    /// text shares a line with something else.
    fixed: Vec<usize>,
}

/// Lines of text, and the texts of heredocs that must follow the last line.
pub(crate) struct Lines {
    pub(crate) text: String,
    /// The texts of heredocs that start in the last line, each with its line break.
    pub(crate) below: String,
}

/// The brackets open at a token, and the heredocs that have started so far.
#[derive(Default)]
struct Nesting {
    brackets: Vec<usize>,
    strings: usize,
    /// The tokens that start heredocs, and whether each is inside a string.
    heredocs: Vec<(usize, bool)>,
}

impl Nesting {
    /// Records the last token.
    fn note(&mut self, leaves: &mut [Leaf], text: &str) {
        let at = leaves.len() - 1;
        match leaves[at].kind {
            LeafKind::Mark if matches!(text, "{" | "[" | "(") => self.brackets.push(at),
            LeafKind::Mark if matches!(text, "}" | "]" | ")") => {
                if let Some(opened) = self.brackets.pop() {
                    leaves[at].partner = number(opened);
                    leaves[opened].partner = number(at);
                }
            }
            LeafKind::StringOpen => self.strings += 1,
            LeafKind::StringClose => self.strings = self.strings.saturating_sub(1),
            LeafKind::Heredoc => self.heredocs.push((at, self.strings > 0)),
            _ => {}
        }
    }
}

/// Collects what precedes the next leaf: blanks and brackets.
struct LeafReader {
    /// The number of line breaks since the last token or comment.
    breaks: usize,
    /// The end of the last token or comment.
    end: usize,
    nesting: Nesting,
    /// The texts of heredocs, and whether each can be moved.
    texts: Vec<(Range<usize>, bool)>,
}

impl LeafReader {
    /// Reads a leaf: adds a token or a comment to `run`, and counts the line breaks of blanks.
    fn read(&mut self, leaf: leaves::Leaf, run: &mut Run<'_>) {
        let text = run.text;
        let found = &text[leaf.range.clone()];
        match leaf.kind {
            LeafKind::Blank => {
                self.breaks += found.bytes().filter(|byte| *byte == b'\n').count();
                return;
            }
            LeafKind::Comment => {
                let (is_on_own_line, is_after_empty_line) = (self.breaks > 0, self.breaks > 1);
                let comment =
                    Comment { text: found.trim_end_matches('\r'), is_on_own_line, is_after_empty_line };
                run.comments.push((number(run.leaves.len()), comment));
            }
            LeafKind::HeredocText => {
                let has_complete_lines = text[..leaf.range.start].ends_with('\n')
                    && (found.ends_with('\n') || leaf.range.end == text.len());
                self.texts.push((leaf.range, has_complete_lines && self.nesting.strings == 0));
                // The text of a heredoc ends with its line, so the next token is the first of a line.
                self.breaks = 1;
                return;
            }
            kind => {
                let at = number(run.leaves.len());
                run.leaves.push(Leaf {
                    kind,
                    gap: Gap::new(self.breaks, leaf.range.start > self.end),
                    list: List::None,
                    is_commented: run.comments.last().is_some_and(|(before, _)| *before == at),
                    start: number(leaf.range.start),
                    end: number(leaf.range.end),
                    partner: at,
                });
                self.nesting.note(&mut run.leaves, found);
            }
        }
        (self.breaks, self.end) = (0, leaf.range.end);
    }
}

impl<'a> Run<'a> {
    pub(super) fn new(tree: &'a SyntaxTree) -> Self {
        let mut run = Self {
            text: tree.source().text(),
            leaves: Vec::with_capacity(tree.tokens().list.len()),
            comments: Vec::new(),
            end: Gap::Nothing,
            heredocs: FxHashMap::default(),
            starts: Vec::new(),
            ends: Vec::new(),
            fixed: Vec::new(),
        };
        let nesting = Nesting::default();
        // `breaks` is 1, because the first token of the text is the first of a line.
        let mut reader = LeafReader { breaks: 1, end: 0, nesting, texts: Vec::new() };
        tree.each_leaf(|leaf| reader.read(leaf, &mut run));
        run.end = Gap::new(reader.breaks, false);
        run.place_heredocs(&reader.nesting.heredocs, reader.texts);
        (run.starts, run.ends) = (vec![false; run.len() + 1], vec![false; run.len() + 1]);
        let nodes = tree.root().into_iter().flat_map(Node::in_line);
        let mut start = 0;
        for range in nodes.filter(|node| is_expression(*node) || starts_line(*node)).map(Node::range) {
            start = run.at_or_near(start, range.start);
            let end = run.at_or_near(start, range.end);
            run.starts[start] = true;
            run.ends[end.saturating_sub(1)] = true;
            run.note_list(start, end.saturating_sub(1));
        }
        run.even_lists();
        run
    }

    /// Assigns its text to each heredoc. Heredocs and texts are both in the order of the file, unless a heredoc is
    /// inside the text of another one, or inside a string. In this case no heredoc can be moved.
    fn place_heredocs(&mut self, named: &[(usize, bool)], texts: Vec<(Range<usize>, bool)>) {
        let is_matched = named.len() == texts.len();
        let is_movable = |nth: usize, in_string: bool| is_matched && !in_string && texts[nth].1;
        let fixed = named.iter().enumerate().filter(|(nth, (_, in_string))| !is_movable(*nth, *in_string));
        self.fixed = fixed.map(|(_, (at, _))| *at).collect();
        let texts = texts.into_iter().map(|(range, _)| range);
        self.heredocs = named.iter().map(|(at, _)| *at).zip(texts).collect();
    }

    /// Whether the heredocs in a range of tokens can be written elsewhere.
    pub(super) fn is_movable(&self, range: Range<usize>) -> bool {
        let first = self.fixed.partition_point(|at| *at < range.start);
        self.fixed.get(first).is_none_or(|at| *at >= range.end)
    }

    /// How many tokens there are.
    pub(super) fn len(&self) -> usize {
        self.leaves.len()
    }

    pub(super) fn kind(&self, at: usize) -> LeafKind {
        self.leaves[at].kind
    }

    /// The token that starts at a byte, or the first one after it.
    pub(super) fn at(&self, byte: usize) -> usize {
        self.leaves.partition_point(|leaf| (leaf.start as usize) < byte)
    }

    /// Like [`Run::at`], for a byte that is probably at or near a token.
    pub(super) fn at_or_near(&self, near: usize, byte: usize) -> usize {
        first_from(self.len(), near, |at| (self.leaves[at].start as usize) < byte)
    }

    /// The position of the bracket that matches the bracket at a position.
    pub(super) fn partner(&self, at: usize) -> Option<usize> {
        Some(self.leaves[at].partner as usize).filter(|partner| *partner != at)
    }

    /// The position after a token, or after the matching bracket if the token opens one.
    pub(super) fn behind_group(&self, at: usize) -> usize {
        self.partner(at).filter(|partner| *partner > at).unwrap_or(at) + 1
    }

    /// The comments before a token.
    fn comments(&self, at: usize) -> &[(u32, Comment<'a>)] {
        // Most tokens have no comments, and need no search.
        if self.leaves.get(at).is_some_and(|leaf| !leaf.is_commented) {
            return &[];
        }
        let from = self.comments.partition_point(|(before, _)| (*before as usize) < at);
        let list = &self.comments[from..];
        &list[..list.iter().take_while(|(before, _)| *before as usize == at).count()]
    }

    pub(super) fn text(&self, at: usize) -> &'a str {
        self.leaves.get(at).map_or("", |leaf| &self.text[leaf.start as usize..leaf.end as usize])
    }

    pub(super) fn is_mark(&self, at: usize, mark: &str) -> bool {
        self.leaves.get(at).is_some_and(|leaf| leaf.kind == LeafKind::Mark) && self.text(at) == mark
    }

    /// Whether a token is a separator.
    pub(super) fn is_separator(&self, at: usize) -> bool {
        [",", ";", ":"].iter().any(|mark| self.is_mark(at, mark))
    }

    /// The comments directly before a token that are on the line of the token before.
    pub(super) fn comments_behind(&self, before: usize) -> impl Iterator<Item = &'a str> {
        let comments = self.comments(before).iter().map(|(_, comment)| comment);
        comments.take_while(|comment| !comment.is_on_own_line).map(|comment| comment.text.trim_end())
    }

    /// The comment lines above a token, unchanged; several empty lines in a row become one.
    pub(super) fn comments_above(&self, at: usize) -> Vec<String> {
        let mut lines = Vec::new();
        let comments = self.comments(at).iter().map(|(_, comment)| comment);
        for comment in comments.skip_while(|comment| !comment.is_on_own_line) {
            if comment.is_after_empty_line {
                lines.push(String::new());
            }
            lines.push(comment.text.to_owned());
        }
        if self.leaves.get(at).map_or(self.end, |leaf| leaf.gap) == Gap::EmptyLine {
            lines.push(String::new());
        }
        lines
    }

    /// Whether there are comments between the tokens of a range.
    pub(super) fn is_commented(&self, range: Range<usize>) -> bool {
        range.skip(1).any(|at| !self.comments(at).is_empty())
    }

    /// The tokens on one line, with the blanks that `print` would write between them.
    pub(super) fn on_one_line(&self, range: Range<usize>) -> String {
        let mut line = String::new();
        for at in range.clone() {
            if at > range.start && self.is_spaced(at) {
                line.push(' ');
            }
            line.push_str(self.text(at));
        }
        line
    }

    /// Whether a blank is written between a token and the one before it.
    fn is_spaced(&self, at: usize) -> bool {
        let (previous, leaf) = (&self.leaves[at - 1], &self.leaves[at]);
        let has_blank = previous.end < leaf.start;
        // Blanks at the ends of `${…}` stay as they are.
        if matches!(previous.kind, LeafKind::StringOpen | LeafKind::StringMiddle)
            || matches!(leaf.kind, LeafKind::StringMiddle | LeafKind::StringClose)
        {
            return has_blank;
        }
        let mark_before = mark_text(previous.kind, self.text(at - 1));
        match (mark_before, mark_text(leaf.kind, self.text(at))) {
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
        let mut in_string = 0usize;
        for at in range.clone() {
            if self.is_redundant(at) {
                continue;
            }
            let leaf = &self.leaves[at];
            if leaf.kind == LeafKind::StringClose {
                in_string = in_string.saturating_sub(1);
            }
            let is_string = in_string > 0 || leaf.kind == LeafKind::StringClose;
            if at > range.start && is_string {
                out.text.push_str(self.gap(at));
            } else if at > range.start {
                self.write_gap(at, &mut margin, &mut out);
            }
            out.text.push_str(self.text(at));
            if at + 1 < range.end && self.lacks_comma(at) {
                out.text.push(',');
            }
            if let Some(below) = self.heredocs.get(&at) {
                out.below.push_str(&self.text[below.clone()]);
                if !out.below.ends_with('\n') {
                    out.below.push('\n');
                }
            }
            in_string += usize::from(leaf.kind == LeafKind::StringOpen);
            if !is_string {
                margin.pass(self.mark(at));
            }
        }
        out
    }

    /// The blanks between two tokens.
    fn gap(&self, at: usize) -> &'a str {
        &self.text[self.leaves[at - 1].end as usize..self.leaves[at].start as usize]
    }

    /// Writes the blanks and comments before a token.
    fn write_gap(&self, at: usize, margin: &mut Margin, out: &mut Lines) {
        let (gap, comments) = (self.leaves[at].gap, self.comments(at));
        let (comment_indent, line_indent) = self.indents(at, margin);
        // Empty lines directly inside brackets are removed.
        let follows_opening = matches!(self.mark(at - 1), "{" | "[" | "(");
        let is_closing = matches!(self.mark(at), "}" | "]" | ")");
        for (nth, (_, comment)) in comments.iter().enumerate() {
            let keeps_empty_line = comment.is_after_empty_line && !(follows_opening && nth == 0);
            out.separate(comment.is_on_own_line, keeps_empty_line, comment_indent);
            out.text.push_str(comment.text.trim_end());
        }
        if gap >= Gap::Line {
            margin.begin(line_indent, self.ends_title(at, margin));
            let is_inside_bracket = is_closing || (follows_opening && comments.is_empty());
            out.separate(true, gap == Gap::EmptyLine && !is_inside_bracket, line_indent);
        } else if !comments.is_empty() {
            out.text.push(' ');
        } else {
            self.write_blanks(at, out);
        }
    }

    /// The text of a token that is a mark, and an empty text for every other token.
    fn mark(&self, at: usize) -> &str {
        mark_text(self.leaves[at].kind, self.text(at))
    }

    /// Writes the blanks before a token that is on the line of the token before it, without comments between them.
    fn write_blanks(&self, at: usize, out: &mut Lines) {
        let (before, mark) = (self.mark(at - 1), self.mark(at));
        let blanks = self.gap(at);
        // Somebody may have aligned these tokens of several lines in a column, so their blanks stay.
        let may_be_column =
            matches!(mark, "=>" | "=") || self.kind(at) == LeafKind::Variable || before == ":";
        let has_spaces = !blanks.is_empty() && blanks.bytes().all(|byte| byte == b' ');
        match (before, mark) {
            ("" | "]" | ":", _) if may_be_column && has_spaces => out.text.push_str(blanks),
            (_, "," | ";" | ")" | "]") | ("(" | "[", _) => {}
            ("," | "=>", _) | (_, "=>") => out.text.push(' '),
            _ if self.leaves[at].gap == Gap::Blanks => out.text.push(' '),
            _ => {}
        }
    }

    /// The indentation of the comments above a token, and of the token if it starts a line.
    fn indents(&self, at: usize, margin: &Margin) -> (usize, usize) {
        let (outer, inner) = margin.here();
        let text = self.text(at);
        if self.leaves[at].kind == LeafKind::Mark && matches!(text, "}" | "]" | ")") {
            return (inner, outer);
        }
        let is_between_expressions = self.starts[at] && self.ends[at - 1];
        // These tokens continue what is before them, but are not indented.
        let is_never_indented =
            matches!(text, "->" | "~>" | "<-" | "<~") || matches!(text, "{" | "else" | "elsif");
        let starts_member =
            margin.starts_member(self.is_separator(at - 1)) || is_between_expressions || is_never_indented;
        // A line that continues an expression is indented one level more than a line that starts a member.
        let indent = inner + if starts_member && !self.ends_title(at, margin) { 0 } else { INDENT };
        (indent, indent)
    }

    /// Whether a token starts the attributes of a resource, below a title on its own line.
    fn ends_title(&self, at: usize, margin: &Margin) -> bool {
        let is_broken = margin.open.last().is_some_and(|open| open.is_broken && open.title_indent == 0);
        is_broken && self.is_mark(at - 1, ":") && !self.is_mark(at, "{")
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

fn number(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
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
