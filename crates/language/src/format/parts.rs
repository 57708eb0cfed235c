//! Splits a text into declarations and their parts, in the form of the layout elements that `print` uses.
//!
//! Invariant: every token except separators is in exactly one layout element. Recursion is limited by the parser.

use super::leaves::{Lines, Run};
use crate::layout::{INDENT, LayoutNode, WIDTH};
use crate::syntax::kind::NodeKind;
use crate::syntax::leaves::LeafKind;
use crate::syntax::tree::{Node, SyntaxTree};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Splits the tokens of a text into parts.
struct Cutter<'a> {
    run: &'a Run<'a>,
    /// The outermost declaration that starts at a token, and the token after it.
    declared: FxHashMap<usize, (NodeKind, usize)>,
    /// The tokens at which logic starts.
    logic: Vec<usize>,
}

/// Lays out a complete text.
pub(super) fn lay_out(run: &Run<'_>, tree: &SyntaxTree) -> String {
    let mut cutter = Cutter { run, declared: FxHashMap::default(), logic: Vec::new() };
    let mut start = 0;
    for node in tree.root().into_iter().flat_map(Node::in_line) {
        let (kind, range) = (node.kind(), node.range());
        start = run.at_or_near(start, range.start);
        if kind.is_expression() {
            cutter.logic.push(start);
        } else if has_parts(kind) {
            let end = run.at_or_near(start, range.end);
            // Nodes come before their children, so the first node at a token is the outermost one.
            cutter.declared.entry(start).or_insert((kind, end));
        }
    }
    let byte_order_mark = if run.text.starts_with('\u{feff}') { "\u{feff}" } else { "" };
    let mut out = byte_order_mark.to_owned();
    let mut previous_sort = None;
    let (depth, is_in_fact) = (0, false);
    let comments_at_end = cutter.each_part(0..run.len(), depth, is_in_fact, &mut |mut item| {
        let sort = sort_of(&item);
        // No empty line is needed between two facts, or between two statements.
        let is_close = sort != PartSort::Declaration && previous_sort == Some(sort);
        if previous_sort.is_some() && !is_close && item.above.first().is_none_or(|line| !line.is_empty()) {
            item.above.insert(0, String::new());
        }
        previous_sort = Some(sort);
        item.write_at_top(&mut out, &mut Vec::new());
    });
    // The text of a file with only comments must not start with empty lines.
    let has_only_comments = previous_sort.is_none();
    let first_line = comments_at_end.iter().take_while(|line| has_only_comments && line.is_empty()).count();
    for line in &comments_at_end[first_line..] {
        out.push_str(line);
        out.push('\n');
    }
    out
}

/// The sort of a part, which determines whether an empty line separates it from the previous part.
#[derive(Clone, Copy, PartialEq)]
enum PartSort {
    Statement,
    Fact,
    Declaration,
}

/// The sort of a part.
fn sort_of(item: &LayoutNode) -> PartSort {
    if item.is_statement {
        PartSort::Statement
    } else if item.head.starts_with('$') {
        PartSort::Fact
    } else {
        PartSort::Declaration
    }
}

/// Whether the contents of a node's braces are laid out as parts.
fn has_parts(kind: NodeKind) -> bool {
    matches!(
        kind,
        NodeKind::Package
            | NodeKind::Type
            | NodeKind::Enum
            | NodeKind::DataType
            | NodeKind::Annotation
            | NodeKind::Feature { .. }
            | NodeKind::Operation
            | NodeKind::Invariant
            | NodeKind::Literal
            | NodeKind::Setting
            | NodeKind::Statement
            | NodeKind::Bindings
            | NodeKind::Site
    )
}

/// Removes the blanks at the ends of lines.
fn trim<'l>(lines: impl Iterator<Item = &'l mut String>) {
    lines.for_each(|line| line.truncate(line.trim_end().len()));
}

impl Cutter<'_> {
    /// The parts in a range of tokens, and the comment lines after the last one.
    fn parts(&self, range: Range<usize>, depth: usize, is_in_fact: bool) -> (Vec<LayoutNode>, Vec<String>) {
        let mut items = Vec::new();
        let comments_at_end = self.each_part(range, depth, is_in_fact, &mut |item| items.push(item));
        (items, comments_at_end)
    }

    /// Calls `visit` with each part in a range of tokens, in order, and returns the comment lines after the last one.
    /// In a fact, lists are split into parts, too.
    fn each_part(
        &self,
        range: Range<usize>,
        depth: usize,
        is_in_fact: bool,
        visit: &mut dyn FnMut(LayoutNode),
    ) -> Vec<String> {
        let (run, mut latest, mut index) = (self.run, None::<LayoutNode>, range.start);
        let mut above = run.comments_above(index);
        let empty_line_count = above.iter().take_while(|line| line.is_empty()).count();
        above.drain(..empty_line_count);
        while index < range.end {
            if !run.is_separator(index) {
                let end = self.part_end(index, range.end);
                let mut item = self.layout(index..end, depth, is_in_fact);
                item.above = std::mem::take(&mut above);
                // The comment block directly above a declaration is its documentation, which is preserved unchanged.
                let doc_line_count = item.above.iter().rev().take_while(|line| !line.is_empty()).count();
                let unchanged_count = if item.is_statement { 0 } else { doc_line_count };
                trim(item.above.iter_mut().rev().skip(unchanged_count));
                index = end;
                // Separators and comments may still follow the part that was read now. The part before it is complete.
                if let Some(complete) = latest.replace(item) {
                    visit(complete);
                }
            } else {
                // A semicolon after a statement of Puppet is preserved; other separators are not part of the layout.
                if let Some(item) = &mut latest
                    && item.is_statement
                    && run.is_mark(index, ";")
                {
                    item.head.push(';');
                }
                index += 1;
            }
            if let Some(item) = &mut latest {
                item.trailing_comments.extend(run.trailing_comments(index).map(str::to_owned));
            }
            above.extend(run.comments_above(index));
            // When a separator moves up, the empty lines before and after it meet, and one of them is enough.
            above.dedup_by(|next, line| next.is_empty() && line.is_empty());
        }
        if let Some(last) = latest {
            visit(last);
        }
        while above.last().is_some_and(String::is_empty) {
            above.pop();
        }
        trim(above.iter_mut());
        above
    }

    /// The token after the part that starts at a token.
    fn part_end(&self, start: usize, end: usize) -> usize {
        if let Some((_, end)) = self.declared.get(&start) {
            return *end;
        }
        let (mut index, mut has_name) = (start, false);
        while index < end && !self.run.is_separator(index) {
            if index > start {
                // Settings need no separator: `name =>` starts the next one.
                let starts_next_setting = has_name && self.run.is_mark(index + 1, "=>");
                // A declaration starts the next part, unless it is the value of a setting.
                let starts_declaration =
                    !self.run.is_mark(index - 1, "=>") && self.declared.contains_key(&index);
                if starts_next_setting || starts_declaration {
                    break;
                }
            }
            has_name |= self.run.is_mark(index, "=>");
            index = self.run.after_group(index);
        }
        index
    }

    /// The layout of the part in a range of tokens.
    fn layout(&self, range: Range<usize>, depth: usize, is_in_fact: bool) -> LayoutNode {
        let kind = self.declared.get(&range.start).map(|(kind, _)| *kind);
        if let Some(logic) = self.logic_in(&range, kind) {
            let space = if logic > range.start { " " } else { "" };
            // Settings and parameters before a body are part of the head.
            let Lines { text, below } = self.run.keep_lines(logic..range.end, depth);
            let head = format!("{}{space}{text}", self.head(range.start..logic, depth, kind));
            return LayoutNode {
                below,
                is_statement: matches!(kind, Some(NodeKind::Statement | NodeKind::Bindings | NodeKind::Site)),
                ..LayoutNode::line(head)
            };
        }
        let is_in_fact = is_in_fact || self.run.kind(range.start) == LeafKind::Variable;
        match self.opening_bracket(&range, kind, is_in_fact) {
            Some(opened) => self.layout_of_brackets(range, opened, kind, depth, is_in_fact),
            None => LayoutNode::line(self.head(range, depth, kind)),
        }
    }

    /// The layout of a part that ends with brackets. `opened` is the position of the opening bracket.
    fn layout_of_brackets(
        &self,
        range: Range<usize>,
        opened: usize,
        kind: Option<NodeKind>,
        depth: usize,
        is_in_fact: bool,
    ) -> LayoutNode {
        let inside = opened + 1..range.end - 1;
        let (parts, mut closing_comments) = self.parts(inside.clone(), depth + 1, is_in_fact);
        let mut opening_comments: Vec<_> =
            self.run.trailing_comments(opened + 1).map(str::to_owned).collect();
        let has_parts = !parts.is_empty();
        if !has_parts {
            opening_comments.extend(closing_comments.drain(..).filter(|line| !line.is_empty()));
        }
        let head = self.head(range.start..opened, depth, kind);
        let is_body = match kind {
            // The braces of a type of another document (`external`) contain no members.
            Some(NodeKind::Type) => self.run.text(opened + 1) != "external",
            Some(NodeKind::Package) => self.contains_declaration(inside),
            _ => false,
        };
        let is_list = self.run.is_mark(opened, "[");
        let contains_settings = matches!(
            kind,
            Some(
                NodeKind::Package
                    | NodeKind::DataType
                    | NodeKind::Annotation
                    | NodeKind::Feature { .. }
                    | NodeKind::Operation
                    | NodeKind::Literal
            )
        );
        // Empty braces for settings are omitted.
        let is_bare = contains_settings && !has_parts && opening_comments.is_empty() && !self.is_enum(opened);
        LayoutNode {
            is_body,
            is_list,
            opening_comments,
            closing_comments,
            ..if is_bare { LayoutNode::line(head) } else { LayoutNode::braces(head, parts) }
        }
    }

    /// Whether the bracket opens the literals of an enumeration declared in place.
    fn is_enum(&self, opened: usize) -> bool {
        opened > 0 && self.run.text(opened - 1) == "enum"
    }

    /// Whether a range contains the declaration of a package or type.
    fn contains_declaration(&self, range: Range<usize>) -> bool {
        use NodeKind::{DataType, Enum, Package, Type};
        let mut index = range.start;
        while index < range.end {
            match self.declared.get(&index) {
                Some((Package | Type | Enum | DataType, _)) => return true,
                Some((_, end)) => index = *end,
                None => index += 1,
            }
        }
        false
    }

    /// The token at which the logic of a part starts; `None` if the part has no logic.
    fn logic_in(&self, range: &Range<usize>, kind: Option<NodeKind>) -> Option<usize> {
        let first_logic_from = |start: usize| {
            let next = self.logic.partition_point(|index| *index < start);
            self.logic.get(next).copied().filter(|index| *index < range.end)
        };
        match kind {
            Some(NodeKind::Statement | NodeKind::Bindings | NodeKind::Site) => Some(range.start),
            // Logic is everything after the keyword: the message and the condition.
            Some(NodeKind::Invariant) => Some(range.start + 1),
            // Logic starts after the name and `=>`.
            Some(NodeKind::Setting) => first_logic_from(range.start).map(|_| range.start + 2),
            // The settings of an operation contain no logic, so logic can only be its body.
            Some(NodeKind::Operation) => {
                let mut index = range.start;
                let mut last_brace = None;
                while index < range.end {
                    if self.run.is_mark(index, "{") {
                        last_brace = Some(index);
                    }
                    index = self.run.after_group(index);
                }
                last_brace.filter(|brace| first_logic_from(*brace).is_some())
            }
            _ => None,
        }
    }

    /// The bracket that opens the nested parts of a part; `None` if the part is a single line.
    fn opening_bracket(
        &self,
        range: &Range<usize>,
        kind: Option<NodeKind>,
        is_in_fact: bool,
    ) -> Option<usize> {
        let last = range.end - 1;
        let opened = self.run.partner(last).filter(|opened| *opened >= range.start && *opened < last)?;
        let contains_brackets =
            (opened + 1..last).any(|index| self.run.is_mark(index, "{") || self.run.is_mark(index, "["));
        // A list is opened only in an enumeration, whose literals get a line each, and in a fact if it contains
        // brackets.
        let is_opened_list = self.run.is_mark(opened, "[")
            && ((is_in_fact && contains_brackets) || kind == Some(NodeKind::Enum));
        (is_opened_list || self.run.is_mark(opened, "{")).then_some(opened)
    }

    /// The head of a part: the text before its nested parts.
    fn head(&self, range: Range<usize>, depth: usize, kind: Option<NodeKind>) -> String {
        if self.run.is_commented(range.clone()) {
            return self.run.keep_lines(range, depth).text;
        }
        let line = self.run.on_one_line(range.clone());
        // The parameters of an operation are put on separate lines if one line would be too long.
        if kind != Some(NodeKind::Operation) || line.chars().count() + depth * INDENT <= WIDTH {
            return line;
        }
        let Some(opened) = range.clone().find(|index| self.run.is_mark(*index, "(")) else { return line };
        let Some(closed) = self.run.partner(opened) else { return line };
        let has_parameters = closed > opened + 1;
        if has_parameters { self.head_with_parameter_lines(range, opened, closed, depth) } else { line }
    }

    /// The head of an operation with its parameters on separate lines. The parameters are between the parentheses at
    /// the tokens `opened` and `closed`.
    fn head_with_parameter_lines(
        &self,
        range: Range<usize>,
        opened: usize,
        closed: usize,
        depth: usize,
    ) -> String {
        let mut parameters = Vec::new();
        let mut parameter_start = opened + 1;
        // The commas in type arguments do not separate parameters. `run` does not pair `<` with `>`, because these are
        // also comparisons, so they are counted here.
        let mut angle_depth = 0usize;
        let mut index = parameter_start;
        while index < closed {
            if self.run.is_mark(index, ",") && angle_depth == 0 {
                parameters.push(self.run.on_one_line(parameter_start..index));
                parameter_start = index + 1;
            } else if self.run.is_mark(index, "<") {
                angle_depth += 1;
            } else if self.run.is_mark(index, ">") {
                angle_depth = angle_depth.saturating_sub(1);
            }
            index = self.run.after_group(index);
        }
        if parameter_start < closed {
            parameters.push(self.run.on_one_line(parameter_start..closed));
        }
        let (outer, inner) = (" ".repeat(depth * INDENT), " ".repeat((depth + 1) * INDENT));
        let head = self.run.on_one_line(range.start..opened + 1);
        let parameters = parameters.join(&format!(",\n{inner}"));
        format!("{head}\n{inner}{parameters}\n{outer}{}", self.run.on_one_line(closed..range.end))
    }
}
