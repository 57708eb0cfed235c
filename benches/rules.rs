//! The cost of checking: evaluations of rules on many objects with five checks and two invariants each, and small
//! records of one metamodel.
//!
//! `cargo bench --bench rules`: the throughput of `rules` is in evaluations, that of `records` in bytes, on one core.

#![expect(clippy::disallowed_methods, reason = "benchmarks read their inputs")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use modelwright::files::Memory;
use modelwright::records::Records;
use modelwright::workspace::Workspace;
use modelwright_evaluation::logic::PreparedRules;
use modelwright_metamodel::diagnostic::Diagnostics;
use std::fmt::Write as _;
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;

const OBJECTS: u64 = 100_000;
const RULES: u64 = 7;

const METAMODEL: &str = "package bench { uri => 'urn:bench:rules' }
type All { has items, Item { max => unbound } }
type Item {
  attr name, String { check => $it =~ /^item[0-9]+$/ }
  attr kind, String { check => $it in ['file', 'service', 'package'] }
  attr size, Integer { check => { if $it < 0 { \"a size is not negative\" } } }
  attr least, Integer { check => $it >= 0 and $it <= 1000 }
  attr most, Integer { check => $it != 13 }
  invariant \"the least is above the most\" { $least <= $most }
  invariant \"a file has a name of its own\" { $kind != 'file' or $name != 'item' }
}
";

/// A document with a number of elements, all of them valid.
fn document() -> String {
    let mut text = String::from(
        "<bench:All xmi:version=\"2.0\" xmlns:xmi=\"http://www.omg.org/XMI\" xmlns:bench=\"urn:bench:rules\">\n",
    );
    for at in 0..OBJECTS {
        let kind = ["file", "service", "package"][at as usize % 3];
        let (size, least) = (at * 17, at % 1000);
        let most = least + 14;
        let _ = writeln!(
            text,
            "  <items name=\"item{at}\" kind=\"{kind}\" size=\"{size}\" least=\"{least}\" most=\"{most}\"/>"
        );
    }
    text + "</bench:All>\n"
}

fn rules(criterion: &mut Criterion) {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/bench-input");
    std::fs::create_dir_all(&directory).expect("a directory for the input");
    let (types, items) = (directory.join("rules.pp"), directory.join("rules.xmi"));
    std::fs::write(&types, METAMODEL).expect("the metamodel");
    std::fs::write(&items, document()).expect("the model");
    let workspace = Workspace { models: vec![types], ..Workspace::default() };
    let loaded = workspace.load(&items, None).expect("the model is readable");
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics.iter().next());
    let validate = || {
        PreparedRules::new(loaded.model.metamodel()).evaluate(
            &loaded.model,
            loaded.document,
            Diagnostics::LIMIT,
        )
    };
    assert!(validate().is_empty(), "{:?}", validate().iter().next());
    let mut group = criterion.benchmark_group("rules");
    group.throughput(Throughput::Elements(OBJECTS * RULES)).sample_size(10);
    group.bench_function("validate", |bencher| bencher.iter(|| black_box(validate())));
    group.finish();
}

/// A record of about 400 bytes with four objects, one that is nearly empty, and an invalid one.
fn records(criterion: &mut Criterion) {
    let order = |id: usize| {
        format!(
            r#"{{"id": "o{id}", "customer": {{"name": "Zoe Example", "email": "zoe{id}@example.org", "since": "2021-03-0{}"}}, "lines": [{{"article": "A-{id}", "text": "A thing that is sold by the piece", "pieces": {}, "price": 19.9}}, {{"article": "B-{id}", "text": "Another thing, which is sold by weight", "pieces": 2, "price": 4.25}}], "state": "paid", "currency": "EUR", "note": "Leave it at the door"}}"#,
            1 + id % 9,
            1 + id % 90
        )
    };
    let valid: Vec<String> = (0..10_000).map(order).collect();
    let invalid: Vec<String> = valid.iter().map(|text| text.replace("EUR", "euro")).collect();
    let small = vec!["{}".to_owned(); 10_000];
    let check = |root: &str, expected: usize| {
        let mut checked = records_of(root);
        move |records: &[String]| {
            let found = records.iter().enumerate();
            let found = found.filter(|(at, text)| !checked.check(text.as_bytes(), at + 1).is_empty()).count();
            assert_eq!(found, expected);
        }
    };
    let mut group = criterion.benchmark_group("records");
    for (name, root, records, expected) in [
        ("valid", "Order", &valid, 0),
        ("invalid", "Order", &invalid, invalid.len()),
        ("empty", "Empty", &small, 0),
    ] {
        let bytes: usize = records.iter().map(String::len).sum();
        group.throughput(Throughput::Bytes(bytes as u64)).sample_size(20);
        let mut run = check(root, expected);
        group.bench_function(name, |bencher| bencher.iter(|| run(records)));
    }
    group.finish();
}

const ORDERS: &str = "package orders { uri => 'urn:bench:orders' }
type Order {
  attr id, String { min => 1, id => true }
  attr currency, Pattern[/^[A-Z]{3}$/] { default => 'EUR' }
  attr state, State { default => open }
  attr note, String[1, 200]
  has customer, Customer { min => 1 }
  has lines, Line { min => 1, max => unbound }
}
type Customer {
  attr name, String { min => 1 }
  attr email, Pattern[/^[^@]+@[^@]+$/]
  attr since, EDate
}
type Line {
  attr article, String { min => 1 }
  attr text, String
  attr pieces, Integer[1, 999] { default => 1 }
  attr price, Float { min => 1 }
}
type Empty { attr name, String }
enum State { open, paid, sent }
";

fn records_of(root: &str) -> Records {
    let files = Memory::from_iter([("/orders.pp", ORDERS)]);
    let mut workspace =
        Workspace { files: Arc::new(files), models: vec!["/orders.pp".into()], ..Workspace::default() };
    workspace.reading = workspace.reading.with("root-class", root);
    let json = workspace.registry.format("json").expect("a format");
    Records::new(workspace, "/orders.jsonl", json)
}

criterion_group!(benches, rules, records);
criterion_main!(benches);
