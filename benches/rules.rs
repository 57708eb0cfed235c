//! The number of rules that are evaluated per second, on many objects with five checks and two invariants
//! each.
//!
//! `cargo bench --bench rules`: the throughput is in evaluations of rules, on one core.

#![expect(clippy::disallowed_methods, reason = "benchmarks read their inputs")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use modelwright::workspace::Workspace;
use modelwright_evaluation::logic::PreparedRules;
use modelwright_metamodel::diagnostic::Diagnostics;
use std::fmt::Write as _;
use std::hint::black_box;
use std::path::Path;

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

criterion_group!(benches, rules);
criterion_main!(benches);
