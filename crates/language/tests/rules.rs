//! Types with logic and the behaviour of their objects, as data: each `NAME.pp` under `tests/arm7` contains an example
//! of the proposal that the type language implements, or a related hazard; each under `tests/data/logic` a hazard.
//! `NAME.cases` has expressions, each after `>>` and perhaps `..` on further lines, and below each its value, or the
//! problem with its positions. `UPDATE_EXPECT=1` rewrites the results.

#![expect(clippy::disallowed_methods, reason = "tests read their cases and write expectations")]

#[path = "rules/proposal.rs"]
mod proposal;

use modelwright_evaluation::evaluate::Value;
use modelwright_evaluation::logic::{EvaluationSession, PreparedRules};
use modelwright_language::language;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use modelwright_metamodel::ecore::Metamodel;
use modelwright_metamodel::model::{self, Document, DocumentId, Model, ObjectId};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const PROPOSAL: &str = "tests/arm7";

fn files(directory: &str, extension: &str) -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join(directory);
    let entries = std::fs::read_dir(directory).expect("the cases").flatten().map(|entry| entry.path());
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

/// The results of the expressions of a table, with the types of a text.
fn check(name: &str, types: &str, cases: &str) -> String {
    let (metamodel, found) = load(name, types);
    let problems = |list: &Diagnostics| list.iter().map(shown).collect::<String>();
    let Some(metamodel) = metamodel else { return problems(&found) };
    let prepared = PreparedRules::new(&Arc::new(metamodel));
    let mut out = problems(&found);
    out.push_str(&problems(&prepared.problems()));
    let mut session = EvaluationSession::new(&prepared, None, None);
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

/// The expressions of a table: each starts with `>>`, and continues on lines with `..`.
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
fn cases_match_their_expectations() {
    let mut failures = String::new();
    let mut all = files(PROPOSAL, "pp");
    all.extend(files("tests/data/logic", "pp"));
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
fn objects_can_be_created_from_rust() {
    let (metamodel, _) = load("library.pp", LIBRARY);
    let metamodel = Arc::new(metamodel.expect("sound types"));
    let prepared = PreparedRules::new(&metamodel);
    let package = metamodel.package_by_uri("urn:example:library").expect("the package");
    let class = |name| metamodel.class(package, name).expect("a class");
    let mut model = Model::new(Arc::clone(&metamodel));
    let made = |model: &mut Model, name, values: Vec<(&str, Value)>| {
        prepared.new_object(
            model,
            class(name),
            values.into_iter().map(|(name, value)| (name.to_owned(), value)),
        )
    };

    let note = made(&mut model, "Note", vec![("text", text("good"))]).expect("a note");
    let notes = Value::array(vec![prepared.reference(&model, note)]);
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

/// Rules that never end, and one that some objects violate.
const HOSTILE: &str = "
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

/// A model of a metamodel with that text.
fn empty_model(types: &str) -> Model {
    let (metamodel, found) = load("types.pp", types);
    Model::new(Arc::new(metamodel.unwrap_or_else(|| panic!("{found:?}"))))
}

/// Adds an object of a class as a root.
fn add_root(
    model: &mut Model,
    document: DocumentId,
    class: &str,
    values: &[(&str, model::Value<'_>)],
) -> ObjectId {
    let metamodel = Arc::clone(model.metamodel());
    let found = metamodel.classes().find(|(_, data)| data.name == class && !data.features.is_empty());
    let object = model.create(found.expect("a class").0).expect("an object");
    model.add_root(document, object);
    set(model, object, values);
    object
}

fn set(model: &mut Model, object: ObjectId, values: &[(&str, model::Value<'_>)]) {
    for (name, value) in values {
        let feature = model.metamodel().feature(model.class(object), name).expect("a feature");
        model.set(object, feature, *value).expect("a value");
    }
}

#[test]
fn hostile_rules_end_soon_for_any_number_of_objects() {
    let mut model = empty_model(HOSTILE);
    let document = model.add_document(Document::new("hostile.xmi"));
    let long = format!("{}b", "a".repeat(5_000));
    for _ in 0..200 {
        add_root(&mut model, document, "Deep", &[]);
    }
    let values =
        [("n", model::Value::Int(1)), ("s", model::Value::String("x")), ("r", model::Value::String(&long))];
    for _ in 0..2_000 {
        add_root(&mut model, document, "Wide", &values);
    }
    let start = std::time::Instant::now();
    let found = evaluate(&model, document);
    let limits = found.iter().filter(|problem| problem.code == codes::LIMIT).count();
    let violated = found.iter().filter(|problem| problem.code == codes::CHECK_VIOLATED).count();
    assert_eq!((violated, limits + violated), (2_000, found.iter().count()), "the check of `r` is honest");
    // Each object has its own problems: the derived features of `Deep`, and four rules of `Wide`.
    assert!(found.error_count() >= 200 + 2_000 * 4, "{}", found.error_count());
    // Without optimisation, and while other tests run.
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

fn evaluate(model: &Model, document: DocumentId) -> Diagnostics {
    PreparedRules::new(model.metamodel()).evaluate(model, document, usize::MAX)
}

/// Rules with different costs: cheap ones, one that is costly for only some objects, one that never ends, one that
/// visits everything in an object, and one with an expensive regular expression.
const MIXED: &str = "
package mixed { uri => 'urn:mixed' }
type Item {
  attr n, Integer { check => $it != 7 }
  attr s, String { check => $it !~ /^(a|b|c)*x\\p{L}{2}$/ }
  invariant 'a third of the items is costly' {
    if $n % 3 == 0 { Integer[0, 1000000].each |$x| { $x } }
    true
  }
  invariant 'some items are nearly too costly' {
    if $n % 5 == 0 { Integer[0, 2400].each |$x| { $x } }
    $n % 10 != 0
  }
}
type Group {
  has items, Item { max => unbound }
  invariant 'no group has a large item' { $items.all |$i| { [$i[n] < 1000000, 1, 2, 3, 4, 5, 6, 7, 8, 9][0] } }
}
";

/// A problem without its position in a document.
fn described(problem: &Diagnostic) -> String {
    format!("{}: {}", problem.code, problem.message)
}

#[test]
fn problems_do_not_depend_on_partition_or_order() {
    const ITEMS: i64 = 60;
    let item = |model: &mut Model, document, n: i64| {
        let text = if n % 4 == 0 { "abcxyz" } else { "abcabc" };
        let values = [("n", model::Value::Int(n)), ("s", model::Value::String(text))];
        add_root(model, document, "Item", &values);
    };
    let findings = |parts: &[Vec<i64>]| {
        let mut all = Vec::new();
        for part in parts {
            let mut model = empty_model(MIXED);
            let document = model.add_document(Document::new("part.xmi"));
            part.iter().for_each(|n| item(&mut model, document, *n));
            all.extend(evaluate(&model, document).iter().map(described));
        }
        all.sort();
        all
    };
    let all: Vec<i64> = (1..=ITEMS).collect();
    let together = findings(std::slice::from_ref(&all));
    let count = |code: &str| together.iter().filter(|line| line.starts_with(code)).count();
    assert_eq!(count("MW0005"), 20, "{together:?}");
    assert!(together.len() >= 20 + 6 + 1 + 15, "{together:?}");
    assert_eq!(findings(&[all.iter().rev().copied().collect()]), together, "in reverse order");
    let one_by_one: Vec<Vec<i64>> = all.iter().map(|n| vec![*n]).collect();
    assert_eq!(findings(&one_by_one), together, "each object in a model of its own");
    let halves = [all[..30].to_vec(), all[30..].to_vec()];
    assert_eq!(findings(&halves), together, "in two models");

    // Documents of one model, checked separately and by threads that share the prepared rules.
    let mut model = empty_model(MIXED);
    let documents: Vec<DocumentId> =
        (0..4).map(|at| model.add_document(Document::new(format!("part{at}.xmi")))).collect();
    for n in &all {
        item(&mut model, documents[usize::try_from(n % 4).expect("small")], *n);
    }
    let prepared = PreparedRules::new(model.metamodel());
    let mut shared: Vec<String> = std::thread::scope(|scope| {
        let checks: Vec<_> = documents
            .iter()
            .map(|document| scope.spawn(|| prepared.evaluate(&model, *document, usize::MAX)))
            .collect();
        let found = checks.into_iter().map(|check| check.join().expect("no panic"));
        found.flat_map(|found| found.iter().map(described).collect::<Vec<_>>()).collect()
    });
    shared.sort();
    assert_eq!(shared, together, "in four documents, by four threads");
}

#[test]
fn a_rule_may_visit_everything_in_its_object() {
    let mut model = empty_model(MIXED);
    let document = model.add_document(Document::new("group.xmi"));
    let group = add_root(&mut model, document, "Group", &[]);
    let metamodel = Arc::clone(model.metamodel());
    let items = metamodel.feature(model.class(group), "items").expect("a feature");
    let class = metamodel.target(items);
    let mut contained = Vec::new();
    for _ in 0..5_000 {
        let object = model.create(class).expect("an object");
        set(&mut model, object, &[("n", model::Value::Int(1))]);
        contained.push(model::Value::Object(object));
    }
    model.set_list(group, items, &contained).expect("a list");
    let found: Vec<_> = evaluate(&model, document).iter().map(described).collect();
    assert_eq!(found, Vec::<String>::new());
}
