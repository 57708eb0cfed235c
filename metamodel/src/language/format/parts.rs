//! Cuts a text into declarations and their parts, as items of the layout that `print` uses.
//!
//! Invariant: every token but separators is in exactly one item. Recursion is as deep as the parser lets braces nest.

use super::super::lossless::{LeafKind, NodeKind, SyntaxTree};
use super::super::print::{INDENT, Item, WIDTH};
use super::leaves::Run;
use rustc_hash::FxHashMap;
use std::ops::Range;

struct Cutter<'a> {
    run: &'a Run<'a>,
    /// The outermost declaration that starts at a token, and the token behind it.
    declared: FxHashMap<usize, (NodeKind, usize)>,
    /// The tokens at which logic starts.
    logic: Vec<usize>,
}

/// The whole text.
pub(super) fn lay_out(run: &Run<'_>, tree: &SyntaxTree) -> String {
    let at = |byte: usize| run.leaves.partition_point(|leaf| leaf.range.start < byte);
    let mut cutter = Cutter { run, declared: FxHashMap::default(), logic: Vec::new() };
    for node in &tree.nodes {
        match node.kind {
            NodeKind::Expression => cutter.logic.push(at(node.range.start)),
            NodeKind::TypeUse | NodeKind::Parameter => {}
            kind => {
                cutter.declared.entry(at(node.range.start)).or_insert((kind, at(node.range.end)));
            }
        }
    }
    let mark = if run.text.starts_with('\u{feff}') { "\u{feff}" } else { "" };
    let mut out = mark.to_owned();
    let end = run.leaves.len();
    let (mut items, last) = cutter.parts(0..end, 0, false);
    let mut fact = false;
    for (at, item) in items.iter_mut().enumerate() {
        let is_fact = item.head.starts_with('$');
        if at > 0 && !(is_fact && fact) && item.above.first().is_none_or(|line| !line.is_empty()) {
            item.above.insert(0, String::new());
        }
        fact = is_fact;
        item.write(0, "", &mut out, &mut Vec::new());
    }
    let start = last.iter().take_while(|line| line.is_empty() && items.is_empty()).count();
    for line in &last[start..] {
        out.push_str(line);
        out.push('\n');
    }
    out
}

impl Cutter<'_> {
    /// The parts among the tokens of a range, and the lines behind the last. Lists in a fact are cut, too.
    fn parts(&self, range: Range<usize>, depth: usize, in_fact: bool) -> (Vec<Item>, Vec<String>) {
        let (run, mut items, mut at) = (self.run, Vec::<Item>::new(), range.start);
        let mut above = run.above(at);
        let first = above.iter().take_while(|line| line.is_empty()).count();
        above.drain(..first);
        while at < range.end {
            if !run.is_separator(at) {
                let end = self.part_end(at, range.end);
                let mut item = self.item(at..end, depth, in_fact);
                item.above = std::mem::take(&mut above);
                at = end;
                items.push(item);
            } else {
                at += 1;
            }
            if let Some(item) = items.last_mut() {
                item.behind.extend(run.behind(at).map(str::to_owned));
            }
            above.extend(run.above(at));
        }
        while above.last().is_some_and(String::is_empty) {
            above.pop();
        }
        (items, above)
    }

    /// The token behind the part that starts at a token.
    fn part_end(&self, start: usize, end: usize) -> usize {
        if let Some((_, end)) = self.declared.get(&start) {
            return *end;
        }
        let (mut at, mut named) = (start, false);
        while at < end && !self.run.is_separator(at) {
            if at > start {
                let next = named && self.run.is_mark(at + 1, "=>");
                if next || (!self.run.is_mark(at - 1, "=>") && self.declared.contains_key(&at)) {
                    break;
                }
            }
            named |= self.run.is_mark(at, "=>");
            at = self.run.leaves[at].partner.filter(|partner| *partner > at).unwrap_or(at) + 1;
        }
        at
    }

    fn item(&self, range: Range<usize>, depth: usize, in_fact: bool) -> Item {
        let kind = self.declared.get(&range.start).map(|(kind, _)| *kind);
        if let Some(logic) = self.logic_in(&range, kind) {
            let space = if logic > range.start { " " } else { "" };
            // A body may stand behind settings and parameters, which are heads then.
            return Item::line(format!(
                "{}{space}{}",
                self.head(range.start..logic, depth, kind),
                self.run.kept(logic..range.end, depth)
            ));
        }
        let in_fact = in_fact || self.run.leaves[range.start].kind == LeafKind::Variable;
        match self.group(&range, kind, in_fact) {
            Some(opened) => {
                let inside = opened + 1..range.end - 1;
                let (parts, mut last) = self.parts(inside.clone(), depth + 1, in_fact);
                let mut opening: Vec<_> = self.run.behind(opened + 1).map(str::to_owned).collect();
                let has_parts = !parts.is_empty();
                if !has_parts {
                    opening.extend(last.drain(..).filter(|line| !line.is_empty()));
                }
                let head = self.head(range.start..opened, depth, kind);
                let is_body = match kind {
                    // A type of another document has no members.
                    Some(NodeKind::Type) => self.run.text(opened + 1) != "external",
                    Some(NodeKind::Package) => self.declares(inside),
                    _ => false,
                };
                let is_list = self.run.is_mark(opened, "[");
                let settings = matches!(
                    kind,
                    Some(
                        NodeKind::Package
                            | NodeKind::DataType
                            | NodeKind::Annotation
                            | NodeKind::Feature
                            | NodeKind::Operation
                            | NodeKind::Literal
                    )
                );
                let bare = settings && !has_parts && opening.is_empty() && !self.is_enum(opened);
                Item {
                    is_body,
                    is_list,
                    opening,
                    last,
                    ..if bare { Item::line(head) } else { Item::braces(head, parts) }
                }
            }
            None => Item::line(self.head(range, depth, kind)),
        }
    }

    /// Whether the bracket opens the literals of a type written in place.
    fn is_enum(&self, opened: usize) -> bool {
        opened > 0 && self.run.text(opened - 1) == "enum"
    }

    fn declares(&self, range: Range<usize>) -> bool {
        use NodeKind::{DataType, Enum, Package, Type};
        let mut at = range.start;
        while at < range.end {
            match self.declared.get(&at) {
                Some((Package | Type | Enum | DataType, _)) => return true,
                Some((_, end)) => at = *end,
                None => at += 1,
            }
        }
        false
    }

    /// Where the logic of a part starts, if it has any.
    fn logic_in(&self, range: &Range<usize>, kind: Option<NodeKind>) -> Option<usize> {
        let within = |start: usize| {
            let next = self.logic.partition_point(|at| *at < start);
            self.logic.get(next).copied().filter(|at| *at < range.end)
        };
        match kind {
            Some(NodeKind::Invariant) => Some(range.start + 1),
            Some(NodeKind::Setting) => within(range.start).map(|_| range.start + 2),
            Some(NodeKind::Operation) => {
                let mut at = range.start;
                while at < range.end {
                    // A block of one statement is that statement.
                    let logic = |at| self.logic.binary_search(&at).is_ok();
                    if self.run.is_mark(at, "{") && (logic(at) || logic(at + 1)) {
                        return Some(at);
                    }
                    at = self.run.leaves[at].partner.filter(|partner| *partner > at).unwrap_or(at) + 1;
                }
                None
            }
            _ => None,
        }
    }

    /// The bracket that opens the parts of a part.
    fn group(&self, range: &Range<usize>, kind: Option<NodeKind>, in_fact: bool) -> Option<usize> {
        let last = range.end - 1;
        let opened =
            self.run.leaves[last].partner.filter(|opened| *opened >= range.start && *opened < last)?;
        // A list of plain values stays on its line, however long.
        let nests = (opened + 1..last).any(|at| self.run.is_mark(at, "{") || self.run.is_mark(at, "["));
        let listed = self.run.is_mark(opened, "[") && ((in_fact && nests) || kind == Some(NodeKind::Enum));
        (listed || self.run.is_mark(opened, "{")).then_some(opened)
    }

    /// What stands before the parts.
    fn head(&self, range: Range<usize>, depth: usize, kind: Option<NodeKind>) -> String {
        if self.run.is_commented(range.clone()) {
            return self.run.kept(range, depth);
        }
        let line = self.run.tight(range.clone());
        let opened = range.clone().find(|at| self.run.is_mark(*at, "("));
        match opened.and_then(|opened| Some((opened, self.run.leaves[opened].partner?))) {
            Some((opened, closed))
                if kind == Some(NodeKind::Operation)
                    && closed > opened + 1
                    && line.chars().count() + depth * INDENT > WIDTH =>
            {
                self.parameters(range, opened, closed, depth)
            }
            _ => line,
        }
    }

    /// The head of an operation with its parameters on lines of their own.
    fn parameters(&self, range: Range<usize>, opened: usize, closed: usize, depth: usize) -> String {
        let (mut list, mut start, mut angles) = (Vec::new(), opened + 1, 0usize);
        let mut at = start;
        while at < closed {
            if self.run.is_mark(at, ",") && angles == 0 {
                list.push(self.run.tight(start..at));
                start = at + 1;
            }
            angles += usize::from(self.run.is_mark(at, "<"));
            angles = angles.saturating_sub(usize::from(self.run.is_mark(at, ">")));
            at = self.run.leaves[at].partner.filter(|partner| *partner > at).unwrap_or(at) + 1;
        }
        if start < closed {
            list.push(self.run.tight(start..closed));
        }
        let (outer, inner) = (" ".repeat(depth * INDENT), " ".repeat((depth + 1) * INDENT));
        let head = self.run.tight(range.start..opened + 1);
        let list = list.join(&format!(",\n{inner}"));
        format!("{head}\n{inner}{list}\n{outer}{}", self.run.tight(closed..range.end))
    }
}
