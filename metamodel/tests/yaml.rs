//! YAML: what both schemas read, what the emitter writes, and what hostile input costs.

use modelwright_metamodel::diagnostic::{Diagnostics, Source, codes};
use modelwright_metamodel::ecore::Metamodel;
use modelwright_metamodel::input::Limits;
use modelwright_metamodel::model::{Document, Model};
use modelwright_notations::tree::TreeSink;
use modelwright_notations::yaml::{self, Emitter, NodeId, ReadOptions, Scalar, Tree, Value, YamlVariant};
use std::fmt::Write as _;

fn read(text: &str, schema: YamlVariant) -> (Vec<Tree>, Diagnostics) {
    yaml::parse(&Source::new("case", text), schema, Limits::default())
}

/// What was read, in a notation that shows types; codes and places if anything is wrong.
fn show(text: &str, schema: YamlVariant) -> String {
    let (trees, diagnostics) = read(text, schema);
    if diagnostics.has_errors() {
        let problems: Vec<String> = diagnostics
            .iter()
            .map(|problem| {
                let places: Vec<String> = problem
                    .labels
                    .iter()
                    .map(|label| format!("{}:{}", label.position().line, label.position().column))
                    .collect();
                assert!(problem.help.is_some(), "{problem} has no help");
                format!("{} {}", problem.code, places.join(" and "))
            })
            .collect();
        return problems.join(", ");
    }
    let shown: Vec<String> = trees.iter().map(|tree| show_node(tree, tree.root())).collect();
    shown.join(" --- ")
}

fn show_node(tree: &Tree, id: NodeId) -> String {
    let entries = |entries: yaml::Entries<'_>| {
        let shown: Vec<String> = entries
            .iter()
            .map(|(key, value)| format!("{}: {}", show_node(tree, key), show_node(tree, value)))
            .collect();
        format!("{{{}}}", shown.join(", "))
    };
    match tree.value(id) {
        Value::Scalar(scalar) => show_scalar(scalar),
        Value::List(items) => {
            let shown: Vec<String> = items.iter().map(|item| show_node(tree, *item)).collect();
            format!("[{}]", shown.join(", "))
        }
        Value::Map(map) => entries(map),
        Value::Object(class, variables) => format!("{class}{}", entries(variables)),
    }
}

fn show_scalar(scalar: &Scalar) -> String {
    match scalar {
        Scalar::Null => "null".to_owned(),
        Scalar::Bool(value) => value.to_string(),
        Scalar::Int(value) => value.to_string(),
        Scalar::BigInt(digits) => digits.to_string(),
        Scalar::Float(value) => format!("{value:?}"),
        Scalar::String(text) => format!("{text:?}"),
        Scalar::Bytes(bytes) => format!("bytes({})", String::from_utf8_lossy(bytes)),
        Scalar::Symbol(name) => format!("symbol({name})"),
        Scalar::Date(date) => format!("date({date})"),
        Scalar::Time(time) => format!("time({time})"),
        Scalar::Regexp(regexp) => format!("regexp({regexp})"),
        Scalar::Range(range) => format!("range({:?} {:?} {})", range.begin, range.end, range.exclusive),
        Scalar::Class(name) => format!("class({name})"),
    }
}

/// Reads every case of a table (`#### name`, the text, `==> what is read`) and compares.
#[track_caller]
fn check(table: &str, schema: YamlVariant) {
    let mut wrong = String::new();
    for case in table.split("#### ").skip(1) {
        let (name, rest) = case.split_once('\n').expect("a name");
        let (text, expected) = rest.rsplit_once("==>").expect("an expectation");
        let text = text.replace('␉', "\t").replace('␇', "\u{7}").replace('␤', "\u{85}");
        let found = show(&text, schema);
        if found != expected.trim() {
            writeln!(wrong, "{name}\n==> {found}").expect("a string takes all");
        }
    }
    assert!(wrong.is_empty(), "read otherwise:\n{wrong}");
}

#[test]
fn psych_reads_as_ruby_does() {
    check(include_str!("data/yaml/psych.cases"), YamlVariant::Psych);
}

#[test]
fn core_reads_yaml_1_2() {
    check(include_str!("data/yaml/core.cases"), YamlVariant::Core);
}

#[test]
fn spans_are_bytes_of_the_text() {
    let text = "é: [ü, {x: ö}]\nß:\n  - a\n  - b\n\n# end\n";
    let (trees, _) = read(text, YamlVariant::Core);
    let tree = &trees[0];
    let at = |key| &text[tree.span(tree.get(tree.root(), key).expect("the key"))];
    assert_eq!(at("é"), "[ü, {x: ö}]");
    assert_eq!(at("ß"), "- a\n  - b");
    assert_eq!(&text[tree.span(tree.root())], "é: [ü, {x: ö}]\nß:\n  - a\n  - b");
}

/// A document in which each level has ten aliases of the level below, and the last level is a key.
fn laughs(levels: usize) -> String {
    let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..levels {
        let aliases = vec![format!("*a{}", level - 1); 10].join(", ");
        writeln!(text, "a{level}: &a{level} [{aliases}]").expect("a string takes all");
    }
    writeln!(text, "? *a{}\n: x", levels - 1).expect("a string takes all");
    text
}

#[test]
fn aliases_share_the_nodes_of_their_anchors() {
    for variant in [YamlVariant::Core, YamlVariant::Psych] {
        let (trees, diagnostics) = read(&laughs(6), variant);
        assert!(!diagnostics.has_errors(), "{:?}", diagnostics.iter().next());
        assert!(trees[0].len() < 100);
        assert!(trees[0].expanded_size() > 1_000_000);
    }
}

#[test]
fn laughs_by_the_billion_exceed_the_limit_of_repeated_text() {
    for variant in [YamlVariant::Core, YamlVariant::Psych] {
        let (_, diagnostics) = read(&laughs(100), variant);
        let errors: Vec<_> = diagnostics.iter().map(|problem| problem.code).collect();
        assert_eq!(errors, [codes::LIMIT]);
    }
}

#[test]
fn a_model_of_aliases_of_aliases_is_rejected() {
    let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..6 {
        let aliases = vec![format!("*a{}", level - 1); 10].join(", ");
        writeln!(text, "a{level}: &a{level} [{aliases}]").expect("a string takes all");
    }
    let mut model = Model::new(Metamodel::ecore());
    let source = Source::new("case.yaml", text);
    let (_, problems) = yaml::read(&source, &mut model, Document::new("case.yaml"), &ReadOptions::default());
    assert_eq!(problems.iter().map(|problem| problem.code.id()).collect::<Vec<_>>(), ["MW0005"]);
}

/// Rejected for its depth or its grammar, or read; but soon, and without exhausting the stack.
#[track_caller]
fn check_hostile(name: &str, text: &str) {
    for schema in [YamlVariant::Core, YamlVariant::Psych] {
        let limits = Limits { depth: usize::MAX, ..Limits::default() };
        for limits in [Limits::default(), limits] {
            let start = std::time::Instant::now();
            drop(yaml::parse(&Source::new(name, text), schema, limits));
            assert!(start.elapsed().as_secs() < 20, "{name} takes {:?}", start.elapsed());
        }
    }
}

#[test]
fn hostile_nesting_neither_overflows_nor_lingers() {
    let many = 100_000;
    for opener in
        ["[", "{", "- ", "? ", "[[{", "{a: ", "[? ", "&a ", "!x ", "[a, ", "\"a\": [", "- - [", ": "]
    {
        check_hostile(opener, &opener.repeat(many));
    }
    check_hostile("closed lists", &format!("{}{}", "[".repeat(many), "]".repeat(many)));
    check_hostile("lists as keys", &format!("{}{}", "[".repeat(many), "]: 1".repeat(many)));
    check_hostile(
        "staircase",
        &(0..1500).map(|depth| format!("{}a:\n", " ".repeat(depth))).collect::<String>(),
    );
}

#[test]
fn hostile_length_is_linear() {
    let size = 500_000;
    for piece in [
        "a", "a: ", "a b ", "'", "''", "\\", "#", " ", "\t", "\n", "\r", "é", "a: b\n", "- a\n", "*a ",
        "&a\n",
    ] {
        check_hostile(piece, &piece.repeat(size / piece.len()));
    }
    check_hostile("one quoted text", &format!("\"{}\"", "x ".repeat(size / 2)));
    check_hostile("one block", &format!("a: |\n{}", "  x\n".repeat(size / 4)));
    check_hostile("blank tails", &format!("a: x{}", "\t \n".repeat(size / 3)));
    check_hostile("merges", &format!("a: &a {{x: 1}}\n{}", "b: {<<: *a}\n".repeat(size / 20)));
}

#[test]
fn limits_are_reported_as_limits() {
    let rejected = |text: &str, limits| {
        let (_, diagnostics) = yaml::parse(&Source::new("case", text), YamlVariant::Core, limits);
        diagnostics.iter().map(|problem| problem.code.id()).collect::<Vec<_>>()
    };
    let default = Limits::default();
    assert_eq!(rejected(&"[".repeat(1001), default), ["MW0005"]);
    assert_eq!(rejected("[a, b]", Limits { nodes: 2, ..default }), ["MW0005"]);
    assert_eq!(rejected("abc", Limits { value: 2, ..default }), ["MW0005"]);
    assert_eq!(rejected("[&a x, *a, *a]", Limits { aliases: 1, ..default }), ["MW0005"]);
    assert_eq!(rejected(&format!("0x{}", "F".repeat(30_000)), default), ["MW0005"]);
}

/// Text that aliases repeat is counted in bytes, and in parts that Hiera interpolates; text without aliases is not.
#[test]
fn aliases_of_long_texts_and_of_interpolations_are_limited() {
    let problems = |text: &str, variant, repeated| {
        let limits = Limits { repeated, ..Limits::default() };
        let (trees, found) = yaml::parse(&Source::new("case", text), variant, limits);
        assert_eq!(trees.is_empty(), found.has_errors());
        found.iter().map(|problem| problem.message.to_string()).collect::<Vec<_>>()
    };
    let refused =
        |max: usize| vec![format!("expected aliases that repeat at most {max} bytes of text, found more")];
    let long = format!("a: &a {}\nb: [*a, *a, *a]", "x".repeat(1000));
    assert_eq!(problems(&long, YamlVariant::Core, 3000), Vec::<String>::new());
    assert_eq!(problems(&long, YamlVariant::Core, 2999), refused(2999));
    let nested = format!("a: &a [{}]\nb: &b [*a, *a]\nc: [*b, *b]", "x".repeat(100));
    assert_eq!(problems(&nested, YamlVariant::Core, 600), Vec::<String>::new());
    assert_eq!(problems(&nested, YamlVariant::Core, 599), refused(599));
    let parts = format!("a: &a \"{}\"\nb: [*a, *a]", "%{x}".repeat(10));
    assert_eq!(problems(&parts, YamlVariant::Core, 80), Vec::<String>::new());
    assert_eq!(problems(&parts, YamlVariant::Psych, 2 * (40 + 640)), Vec::<String>::new());
    assert_eq!(problems(&parts, YamlVariant::Psych, 2 * (40 + 640) - 1), refused(1359));
    // The inputs that took 4.6 and 1.4 GB.
    let default = Limits::default().repeated;
    let text = format!("a: &a {}\nb: [{}]", "x".repeat(100_000), "*a,".repeat(16_000));
    assert_eq!(problems(&text, YamlVariant::Core, default), refused(default));
    let text = format!("a: &a \"{}\"\nb: [{}]", "%{x}".repeat(5_000), "*a,".repeat(1_000));
    assert_eq!(problems(&text, YamlVariant::Psych, default), refused(default));
}

/// Texts that some parser misreads or breaks.
const HAZARDS: &[&str] = &[
    "",
    " ",
    "a",
    "yes",
    "No",
    "~",
    "null",
    "1",
    "-1",
    "0o7",
    "1_0",
    "1,0",
    "1:30",
    "1e3",
    ".5",
    ".inf",
    "2020-01-01",
    ":sym",
    "=",
    "<<",
    "-",
    "- a",
    "? a",
    ": a",
    "a: b",
    "a:",
    "a #b",
    "#a",
    "&a",
    "*a",
    "!a",
    "|",
    ">",
    "%a",
    "@a",
    "`a",
    "'a'",
    "\"a\"",
    "[",
    "]",
    "{",
    "}",
    ",",
    "---",
    "...",
    "a\nb",
    "a\nb\n",
    "a\n\nb\n",
    "a\nb\n\n",
    "\na\nb",
    " a\nb",
    "a \nb",
    "a\n b\n",
    "a\n# b\n",
    "a\n---\nb",
    "\t",
    "a\tb",
    "a\rb",
    "a\r\nb",
    "\u{85}",
    "a\u{85}b",
    "a\u{2028}b",
    "a\u{2029}b",
    "\u{FEFF}a",
    "a\u{FEFF}",
    "\0",
    "\u{1B}",
    "\u{7F}",
    "\u{80}",
    "\u{A0}",
    "a\u{A0}",
    "\u{FFFE}",
    "\u{FFFF}",
    "\u{E000}",
    "\u{1F600}",
    "a\u{1F600}\nb",
    "\u{10FFFF}",
    "\u{D7FF}",
    "é",
    "é: ü",
    "\\",
    "\\n",
    "\"",
    "'",
    "ye\u{17F}",
    "o\u{FB00}",
    "a  b",
    "a\n\u{85}b",
    "//@books.0",
    "$type",
    "\u{3000}a",
    "\u{661}",
];

fn write_hazards() -> (String, Vec<String>) {
    let long = ["x".repeat(3000), "x y ".repeat(800) + "z", format!("{}\n{}", "é ".repeat(700) + "é", "b")];
    let texts: Vec<String> = HAZARDS.iter().map(|text| (*text).to_owned()).chain(long).collect();
    let mut emitter = Emitter::new();
    emitter.begin_map();
    for (index, text) in texts.iter().enumerate() {
        emitter.key(text);
        match index % 3 {
            0 => emitter.string(text),
            1 => {
                emitter.begin_list();
                emitter.string(text);
                emitter.begin_list();
                emitter.end_list();
                emitter.begin_list();
                emitter.string(text);
                emitter.number("1e3");
                emitter.end_list();
                emitter.end_list();
            }
            _ => {
                emitter.begin_list();
                emitter.begin_map();
                emitter.key(text);
                emitter.string(text);
                emitter.key("n");
                emitter.null();
                emitter.key("m");
                emitter.begin_map();
                emitter.end_map();
                emitter.end_map();
                emitter.end_list();
            }
        }
    }
    emitter.end_map();
    (emitter.finish(), texts)
}

#[test]
fn what_is_written_reads_back_in_both_schemas() {
    let (yaml, texts) = write_hazards();
    for schema in [YamlVariant::Core, YamlVariant::Psych] {
        let (trees, diagnostics) = read(&yaml, schema);
        assert!(!diagnostics.has_errors(), "{:?}\n{yaml}", diagnostics.iter().next());
        let shown = show_node(&trees[0], trees[0].root());
        let expected: Vec<String> = texts
            .iter()
            .enumerate()
            .map(|(index, text)| match index % 3 {
                0 => format!("{text:?}: {text:?}"),
                1 => format!("{text:?}: [{text:?}, [], [{text:?}, 1000.0]]"),
                _ => format!("{text:?}: [{{{text:?}: {text:?}, \"n\": null, \"m\": {{}}}}]"),
            })
            .collect();
        assert_eq!(shown, format!("{{{}}}", expected.join(", ")));
    }
}

#[test]
fn roots_that_are_scalars_or_empty_read_back() {
    for text in HAZARDS {
        let mut emitter = Emitter::new();
        emitter.string(text);
        let yaml = emitter.finish();
        for schema in [YamlVariant::Core, YamlVariant::Psych] {
            assert_eq!(show(&yaml, schema), format!("{text:?}"), "{yaml}");
        }
    }
    let mut emitter = Emitter::new();
    emitter.begin_list();
    emitter.end_list();
    assert_eq!(emitter.finish(), "[]\n");
}

#[test]
fn a_text_that_reads_as_a_merge_key_stays_a_key() {
    let mut emitter = Emitter::new();
    emitter.begin_map();
    emitter.key("<<");
    emitter.begin_map();
    emitter.key("a");
    emitter.null();
    emitter.end_map();
    emitter.end_map();
    let yaml = emitter.finish();
    assert_eq!(yaml, "!!str \"<<\":\n  a: null\n");
    for schema in [YamlVariant::Core, YamlVariant::Psych] {
        assert_eq!(show(&yaml, schema), "{\"<<\": {\"a\": null}}");
    }
}

#[test]
fn the_layout_is_two_spaces_with_lists_under_their_key() {
    let mut emitter = Emitter::new();
    emitter.begin_map();
    emitter.key("books");
    emitter.begin_list();
    emitter.begin_map();
    emitter.key("title");
    emitter.string("Emma");
    emitter.key("tags");
    emitter.begin_list();
    emitter.string("no");
    emitter.begin_list();
    emitter.number("1");
    emitter.boolean(true);
    emitter.end_list();
    emitter.end_list();
    emitter.key("text");
    emitter.string("a\nb\n");
    emitter.end_map();
    emitter.end_list();
    emitter.key("empty");
    emitter.begin_map();
    emitter.end_map();
    emitter.end_map();
    assert_eq!(emitter.finish(), include_str!("data/yaml/layout.yaml"));
}
