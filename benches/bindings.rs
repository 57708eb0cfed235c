//! Measures sites of bindings: 2,000 files of 100 keys read and composed, injectors of nodes, and lookups; and how the
//! cost of composition grows with layers, alternatives, contributions and nesting.

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

/// Bindings whose text is `text`.
fn bindings(text: String) -> NamedBindings {
    read(&Source::new("bindings.pp", text))
}

/// The parts of a text, one for each number.
fn repeat(count: usize, part: impl Fn(usize) -> String) -> String {
    (0..count).map(part).collect()
}

/// `count` keys that each of `layers` layers binds.
fn layered(count: usize, layers: usize) -> Vec<NamedBindings> {
    let layer = repeat(count / layers, |key| format!("  bind 'key{key}' to {key}\n"));
    vec![bindings(format!("bindings all {{\n{layer}}}\n")); layers]
}

fn alternatives(count: usize) -> NamedBindings {
    let conditions: Vec<String> = (0..count).map(|at| format!("c{} 'r{at}'", at % 10)).collect();
    bindings(format!("bindings all {{ when {} {{ bind 'key' to 1 }} }}\n", conditions.join(" or ")))
}

fn contributions(count: usize) -> NamedBindings {
    let parts = repeat(count, |at| format!("  bind 'part{at}' to {at} in 'all'\n"));
    bindings(format!("bindings all {{\n  multibind Array[Integer], 'parts' as 'all'\n{parts}}}\n"))
}

/// `count` bindings, in groups below ten conditions that are nested in each other to a depth.
fn nested(count: usize, depth: usize) -> NamedBindings {
    let open = repeat(depth, |at| format!("when c{at} 'r7' {{ "));
    let keys = |group: usize| repeat(10, |key| format!("bind 'key{group}_{key}' to {key}\n"));
    let groups = repeat(count / 10, |group| format!("{open}\n{}{}\n", keys(group), "} ".repeat(depth)));
    bindings(format!("bindings all {{\n{groups}}}\n"))
}

fn compose_layers(layers: &[NamedBindings]) -> Arc<Composition> {
    let mut composer = Composer::new();
    composer.site_categories(&categories(64));
    for (number, bindings) in layers.iter().enumerate() {
        composer.layer(&format!("layer{number}"), None);
        composer.bindings(bindings, "bindings.pp");
    }
    let composition = composer.finish();
    assert!(!composition.problems().has_errors(), "{}", composition.problems());
    composition
}

/// Each dimension at three sizes, whose times show whether the cost of an item stays the same.
fn growth(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("growth");
    group.sample_size(10);
    let mut measure = |name: &str, size: usize, items: usize, layers: Vec<NamedBindings>| {
        group.throughput(Throughput::Elements(items as u64));
        group.bench_function(BenchmarkId::new(name, size), |bencher| {
            bencher.iter_with_large_drop(|| compose_layers(&layers));
        });
    };
    for count in [4_000, 16_000, 64_000] {
        measure("alternatives of a condition", count, count, vec![alternatives(count)]);
        measure("contributions to a multibinding", count, count, vec![contributions(count)]);
    }
    for size in [4, 16, 64] {
        measure("layers of 64,000 bindings", size, 64_000, layered(64_000, size));
        measure("conditions in each other", size, 6_400 * size, vec![nested(64_000, size)]);
    }
    group.finish();
}

criterion_group!(benches, bench, growth);
criterion_main!(benches);
