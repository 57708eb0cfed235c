//! Expressions and manifests, as data: each `.pp` under `tests/data/expressions` is named after the hazard that it
//! covers. The file beside it contains the problems and the expressions. `UPDATE_EXPECT=1` rewrites the expectations;
//! review the difference.

#[path = "../../../metamodel/tests/common/data.rs"]
mod data;
#[path = "expressions/dump.rs"]
mod dump;

use modelwright_language::language;
use modelwright_language::language::{LeafKind, Node};
use modelwright_metamodel::diagnostic::Source;
use proptest::prelude::*;
use std::fmt::Write as _;

fn outcome(name: &str, text: &str) -> String {
    let (manifest, problems) = language::manifest(&Source::new(name, text));
    let mut out = String::new();
    for problem in &problems {
        let _ = writeln!(out, "{problem}");
    }
    out.push_str("---\n");
    for statement in &manifest.statements {
        dump::dump(&manifest.expressions, *statement, 0, &mut out);
    }
    out
}

#[test]
fn cases_match_their_expectations() {
    let cases = data::cases("tests/data/expressions", &["pp"]);
    data::check(&cases, "expected", |path| outcome(data::name(path), &data::text(path)));
}

/// Checks that the leaves are the text, and that nodes nest and are bounded by leaves.
fn check_tree(name: &str, text: &str) {
    let (tree, _) = language::syntax_tree(&Source::new(name, text));
    let mut at = 0;
    let mut edges = std::collections::BTreeSet::from([0]);
    for leaf in tree.leaves() {
        assert_eq!(leaf.range.start, at, "{name}: leaves follow each other\n{text}");
        at = leaf.range.end;
        edges.insert(at);
        let piece = &text[leaf.range.clone()];
        if leaf.kind == LeafKind::Blank {
            assert!(
                piece.trim_matches('\u{feff}').trim().is_empty(),
                "{name}: {piece:?} is not blank\n{text}"
            );
        }
    }
    assert_eq!(at, text.len(), "{name}: the leaves are the whole text");
    let mut around: Vec<std::ops::Range<usize>> = Vec::new();
    // The text of a heredoc follows the line that names it.
    for node in tree.root().into_iter().flat_map(Node::in_line) {
        let range = node.range();
        while around.last().is_some_and(|outer| outer.end <= range.start && outer.end < range.end) {
            around.pop();
        }
        if let Some(outer) = around.last() {
            assert!(range.end <= outer.end, "{name}: {node:?} sticks out of {outer:?}\n{text}");
        }
        around.push(range);
    }
}

#[test]
fn trees_contain_the_complete_text() {
    for directory in ["tests/data/expressions", "tests/data/language", "models"] {
        for path in data::cases(directory, &["pp"]) {
            check_tree(data::name(&path), &data::text(&path));
        }
    }
}

const PIECES: &[&str] = &[
    "$x",
    "${",
    "}",
    "{",
    "(",
    ")",
    "[",
    "]",
    "\"",
    "'",
    "/",
    "/*",
    "*/",
    "#",
    "\n",
    " ",
    "a",
    "B",
    "::",
    "1",
    "0x",
    ",",
    ";",
    ":",
    "=>",
    "=",
    "==",
    "+",
    "-",
    "*",
    "!",
    "?",
    "|",
    ">",
    "<",
    "<|",
    "|>",
    "->",
    "@",
    "@@",
    "@(E)",
    "@(\"E\")",
    "E\n",
    "\\",
    "$",
    ".",
    "if ",
    "case ",
    "class ",
    "type ",
    "attr ",
    "invariant ",
    "check => ",
    "notice ",
    "in ",
    "and ",
    "default",
    "undef",
    "é",
    "package p { ",
    "enum e ",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read(picks in prop::collection::vec(0..PIECES.len(), 0..40)) {
        let text: String = picks.iter().map(|at| PIECES[*at]).collect();
        check_tree("random.pp", &text);
        let (manifest, _) = language::manifest(&Source::new("random.pp", text.as_str()));
        for (id, expr) in manifest.expressions.iter() {
            prop_assert!(manifest.expressions.span(id).end <= text.len());
            manifest.expressions.parts(expr, |part| assert!(part < id));
        }
    }
}

#[test]
fn deep_or_long_texts_are_read_or_reported() {
    for (open, close) in
        [("(", ")"), ("[", "]"), ("{1 => ", "}"), ("if 1 {", "}"), ("-", ""), ("\"${", "}\"")]
    {
        for depth in [20, 250, 30_000] {
            let text = format!("$x = {}1{}", open.repeat(depth), close.repeat(depth));
            let (_, problems) = language::manifest(&Source::new("deep.pp", text));
            assert_eq!(problems.has_errors(), depth > 200, "{depth} × {open}");
            assert_eq!(
                problems.iter().count(),
                usize::from(depth > 200),
                "{depth} × {open}: one mistake, one message"
            );
        }
    }
    for operator in ["+", "and", "->", "?1=>"] {
        let text = format!("$x = 1{}", format!(" {operator} 1").repeat(50_000));
        let (_, problems) = language::manifest(&Source::new("long.pp", text));
        assert!(problems.has_errors(), "{operator}");
    }
}
