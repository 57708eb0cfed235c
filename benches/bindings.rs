//! Measures sites of bindings: 2,000 files of 100 keys read and composed, injectors of nodes, and lookups.

#![allow(missing_docs, reason = "criterion's macros make items without docs")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use modelwright::bindings::compose::{Composer, Composition};
use modelwright::bindings::inject::{Facts, Injector};
use modelwright::bindings::text;
use modelwright::generated::bindings::{DocumentedElement, NamedBindings};
use modelwright::store::{Hash, Value};
use modelwright_metamodel::diagnostic::Source;
use std::fmt::Write as _;
use std::sync::Arc;

const FILES: usize = 2_000;

/// The text of a file with 100 bindings, some of them for an environment, a role and a node.
fn file(number: usize, categories: usize) -> String {
    let mut text = format!("bindings f{number} {{\n");
    let bind = |from: usize, to: usize, indent: &str| {
        let mut block = String::new();
        for key in from..to {
            let _ =
                writeln!(block, "{indent}bind 'module{number}::key{key}' to 'the value {key} of {number}'");
        }
        block
    };
    text.push_str(&bind(0, 70, "  "));
    let _ = write!(text, "  when environment dev {{\n{}  }}\n", bind(0, 10, "    "));
    let _ = write!(text, "  when c{} r{number} {{\n{}  }}\n", number % categories, bind(0, 10, "    "));
    let _ = write!(text, "  when node 'n{number}.example.org' {{\n{}  }}\n}}\n", bind(0, 10, "    "));
    text
}

fn categories(count: usize) -> modelwright::generated::bindings::EffectiveCategories {
    use modelwright::generated::bindings as b;
    let category = |at| b::CategoryDeclaration {
        name: format!("c{at}"),
        expression: Some(b::Expression::SourceExpression(b::SourceExpression {
            text: format!("$::fact{at}"),
            ..b::SourceExpression::default()
        })),
        ..b::CategoryDeclaration::default()
    };
    b::EffectiveCategories {
        categories: (0..count).map(category).collect(),
        ..b::EffectiveCategories::default()
    }
}

fn read(source: &Arc<Source>) -> NamedBindings {
    let (roots, problems) = text::read(source);
    assert!(!problems.has_errors(), "{problems}");
    match roots.into_iter().next() {
        Some(DocumentedElement::NamedBindings(bindings)) => bindings,
        _ => panic!("the file has bindings"),
    }
}

fn sources(count: usize) -> Vec<Arc<Source>> {
    (0..FILES).map(|number| Source::new(format!("f{number}.pp"), file(number, count))).collect()
}

fn compose(count: usize, bindings: &[NamedBindings]) -> Arc<Composition> {
    let mut composer = Composer::new();
    composer.site_categories(&categories(count));
    composer.layer("site", None);
    for (number, bindings) in bindings.iter().enumerate() {
        composer.bindings(bindings, &format!("f{number}.pp"));
    }
    let composition = composer.finish();
    assert!(!composition.problems().has_errors(), "{}", composition.problems());
    composition
}

fn facts() -> Arc<Facts> {
    let mut facts: Hash = (0..100).map(|at| (Value::text(format!("fact{at}")), Value::text("r7"))).collect();
    facts.insert(Value::text("fqdn"), Value::text("n7.example.org"));
    Arc::new(Facts::new(&facts, Some("dev")))
}

fn bench(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("bindings");
    group.sample_size(10);
    let texts = sources(10);
    let bytes: usize = texts.iter().map(|source| source.text().len()).sum();
    group.throughput(Throughput::Bytes(bytes as u64));
    group.bench_function("read 2,000 files", |bencher| {
        bencher.iter_with_large_drop(|| texts.iter().map(read).collect::<Vec<_>>());
    });
    for count in [10, 20, 40, 80] {
        let bindings: Vec<NamedBindings> = sources(count).iter().map(read).collect();
        group.bench_with_input(
            BenchmarkId::new("compose 2,000 files by categories", count),
            &count,
            |bencher, count| {
                bencher.iter_with_large_drop(|| compose(*count, &bindings));
            },
        );
    }
    let bindings: Vec<NamedBindings> = texts.iter().map(read).collect();
    let composition = compose(10, &bindings);
    let facts = facts();
    group.throughput(Throughput::Elements(1));
    group.bench_function("injector of a node", |bencher| {
        bencher.iter(|| Injector::new(&composition, &facts).expect("a sound site"));
    });
    let injector = Injector::new(&composition, &facts).expect("a sound site");
    let keys: Vec<String> =
        (0..100_000).map(|at| format!("module{}::key{}", at * 7 % FILES, at * 13 % 70)).collect();
    group.throughput(Throughput::Elements(keys.len() as u64));
    group.bench_function("lookups", |bencher| {
        bencher.iter(|| keys.iter().filter(|key| matches!(injector.lookup(None, key), Ok(Some(_)))).count());
    });
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
