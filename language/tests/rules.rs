//! Types with logic, and what comes of their objects, as data: each `NAME.pp` under `tests/arm7` holds an example of
//! the proposal that the type language comes from, or a hazard beside it. `NAME.cases` has expressions, each after `>>`
//! and perhaps `..` on further lines, and below each its value, or the problem with its places. `UPDATE_EXPECT=1` rewrites what is
//! below.

#![expect(clippy::disallowed_methods, reason = "tests read their cases and write expectations")]

use modelwright_language::evaluate::Value;
use modelwright_language::language;
use modelwright_language::logic::{self, Ready, Rules, Session};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use modelwright_metamodel::ecore::Metamodel;
use modelwright_metamodel::model::{self, Document, Model};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn files(extension: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/arm7");
    let entries = std::fs::read_dir(folder).expect("the cases").flatten().map(|entry| entry.path());
    let mut files: Vec<_> = entries.filter(|path| path.extension().is_some_and(|e| e == extension)).collect();
    files.sort();
    files
}

fn shown(problem: &Diagnostic) -> String {
    let mut out = format!("{}: {}", problem.code, problem.message);
    if let Some(help) = &problem.help {
        let _ = write!(out, " ({help})");
    }
    out.push('\n');
    for label in &problem.labels {
        let at = label.position();
        let _ = writeln!(out, "  at {}:{}:{} {}", label.source.name(), at.line, at.column, label.text);
    }
    out
}

fn load(name: &str, text: &str) -> (Option<Metamodel>, Diagnostics) {
    language::load(&[Source::new(name, text)])
}

/// What the expressions of a table come to, with the types of a text.
fn check(name: &str, types: &str, cases: &str) -> String {
    let (metamodel, found) = load(name, types);
    let problems = |list: &Diagnostics| list.iter().map(shown).collect::<String>();
    let Some(metamodel) = metamodel else { return problems(&found) };
    let rules = Rules::of(&metamodel);
    let ready = Ready::new(&metamodel, &rules);
    let mut out = problems(&found);
    out.push_str(&problems(&ready.problems()));
    let mut session = Session::new(&ready, None, None);
    for case in expressions(cases) {
        let _ = writeln!(out, ">> {}", case.replace('\n', "\n.. "));
        let (statements, found) = language::statements(&Source::new("case", case.as_str()));
        if found.has_errors() {
            out.push_str(&problems(&found));
            continue;
        }
        match session.evaluate(&statements) {
            Ok(value) => out.push_str(&(session.show(&value) + "\n")),
            Err(problem) => out.push_str(&shown(&problem)),
        }
    }
    out
}

/// The expressions of a table: each starts with `>>`, and goes on in the lines with `..` below.
fn expressions(cases: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for line in cases.lines() {
        match (line.strip_prefix(">> "), line.strip_prefix(".. "), found.last_mut()) {
            (Some(text), ..) => found.push(text.to_owned()),
            (None, Some(text), Some(last)) => *last = format!("{last}\n{text}"),
            _ => {}
        }
    }
    found
}

#[test]
fn every_example_is_in_the_index_and_the_index_names_no_other() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/arm7");
    let index = std::fs::read_to_string(folder.join("README.md")).expect("the index");
    let named: BTreeSet<_> = index.split('`').filter_map(|word| word.strip_suffix(".pp")).collect();
    let files = files("pp");
    let found: BTreeSet<_> = files.iter().filter_map(|path| path.file_stem()?.to_str()).collect();
    assert_eq!(named, found);
}

#[test]
fn types_make_the_objects_and_problems_that_they_should() {
    let mut failures = String::new();
    let all = files("pp");
    assert!(all.len() >= 15, "only {} cases", all.len());
    for file in all {
        let name = file.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
        let types = std::fs::read_to_string(&file).expect("readable types");
        let table = file.with_extension("cases");
        let expected = std::fs::read_to_string(&table).unwrap_or_default();
        let ours = check(&name, &types, &expected);
        if ours != expected {
            if std::env::var_os("UPDATE_EXPECT").is_some() {
                std::fs::write(&table, ours).expect("a writable table");
            } else {
                let _ = writeln!(failures, "== {name}\n-- expected\n{expected}\n-- ours\n{ours}");
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

const LIBRARY: &str = "
package library { uri => 'urn:example:library' }
enum Genre { novel, essay }
type Book {
  attr title, String { min => 1, check => { if $it == '' { 'a book needs a title' } } }
  attr pages, EInt { default => 10, check => $it > 0 }
  attr genre, Genre
  attr price, Number
  attr tags, String { max => unbound, set => |$tags| { $tags.map |$t| { $t.downcase } } }
  has sequel, Book { containment => false }
  has notes, Note { max => unbound, opposite => book }
  invariant 'an essay is short' { $genre != essay or $pages < 100 }
}
type Note {
  attr text, String
  has book, Book { containment => false }
}
";

fn text(value: &str) -> Value {
    Value::string(value)
}

#[test]
fn objects_are_made_in_a_model_from_rust() {
    let (metamodel, _) = load("library.pp", LIBRARY);
    let metamodel = Arc::new(metamodel.expect("sound types"));
    let rules = Rules::of(&metamodel);
    let ready = Ready::new(&metamodel, &rules);
    let package = metamodel.package_by_uri("urn:example:library").expect("the package");
    let class = |name| metamodel.class(package, name).expect("a class");
    let mut model = Model::new(Arc::clone(&metamodel));
    let made = |model: &mut Model, name, values: Vec<(&str, Value)>| {
        ready.new_object(model, class(name), values.into_iter().map(|(name, value)| (name.to_owned(), value)))
    };

    let note = made(&mut model, "Note", vec![("text", text("good"))]).expect("a note");
    let notes = Value::array(vec![ready.reference(&model, note)]);
    let tags = Value::array(vec![text("New"), text("OLD")]);
    let values = vec![
        ("title", text("A")),
        ("genre", text("essay")),
        ("tags", tags),
        ("notes", notes),
        ("price", Value::Float(1.5)),
    ];
    let book = made(&mut model, "Book", values).expect("a book");
    assert_eq!(model.get_named(book, "title"), model::Value::String("A"));
    assert_eq!(model.get_named(book, "pages"), model::Value::Int(10));
    assert_eq!(model.get_named(book, "genre"), model::Value::Enum(1));
    assert_eq!(model.get_named(book, "price"), model::Value::Lexical("1.5"));
    let tags: Vec<_> = model.list_named(book, "tags").iter().collect();
    assert_eq!(tags, [model::Value::String("new"), model::Value::String("old")]);
    assert_eq!(model.container(note), Some(book));
    assert_eq!(model.get_named(note, "book"), model::Value::Object(book));

    let before = model.object_count();
    let values = vec![("genre", text("essay")), ("pages", Value::Integer(100))];
    let problems = made(&mut model, "Book", values).expect_err("two problems");
    let found: Vec<_> = problems.iter().map(|problem| problem.code).collect();
    assert_eq!(found, [codes::REQUIRED, codes::INVARIANT_VIOLATED]);
    assert_eq!(model.object_count(), before, "the model is as it was");
}

#[test]
fn hostile_rules_end_soon_however_many_objects_there_are() {
    let types = "
package hostile { uri => 'urn:hostile' }
type Deep { attr a, String { derived => { $b } } attr b, String { derived => { $a } } invariant { $a == 1 } }
type Wide {
  attr n, Integer { check => { Integer[0, 20000].map |$x| { $x }; true } }
  attr s, String { check => { Integer[0, 100].reduce($it) |$m, $x| { \"${m}${m}\" } } }
  attr r, String { check => $it =~ /(a+)+$/ }
  invariant { Integer[0, 1000000000].each |$x| { $x } }
  invariant { new(Wide, { s => 'x' }) true }
}
";
    let (metamodel, found) = load("hostile.pp", types);
    let metamodel = Arc::new(metamodel.unwrap_or_else(|| panic!("{found:?}")));
    let package = metamodel.package_by_uri("urn:hostile").expect("the package");
    let mut model = Model::new(Arc::clone(&metamodel));
    let document = model.add_document(Document::new("hostile.xmi"));
    let set = |model: &mut Model, object, name: &str, value: model::Value<'_>| {
        let feature = metamodel.feature(model.class(object), name).expect("a feature");
        model.set(object, feature, value).expect("a value");
    };
    for (name, count) in [("Deep", 200), ("Wide", 2_000)] {
        let class = metamodel.class(package, name).expect("a class");
        for _ in 0..count {
            let object = model.create(class).expect("an object");
            model.add_root(document, object);
            if name == "Wide" {
                set(&mut model, object, "n", model::Value::Int(1));
                set(&mut model, object, "s", model::Value::String("x"));
                set(&mut model, object, "r", model::Value::String(&format!("{}b", "a".repeat(5_000))));
            }
        }
    }
    let start = std::time::Instant::now();
    let found = logic::validate(&model, document, Diagnostics::LIMIT);
    assert!(found.has_errors());
    assert!(found.iter().any(|problem| problem.code == codes::LIMIT), "{found:?}");
    // Without optimisation, and while other tests run.
    assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
}
