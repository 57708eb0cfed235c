//! The speed of Hiera's data: a tree read into the store, and lookups of every key for every node.
//!
//! By default it measures `examples/hiera`. To measure another tree, name its directory, which has a `hiera.yaml`, and
//! scopes in `scopes.json`: `MODELWRIGHT_BENCH_HIERA=site cargo bench --bench hiera`.

#![allow(missing_docs, reason = "criterion's macros make items without docs")]
#![expect(clippy::disallowed_methods, reason = "benchmarks read their inputs")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use modelwright::hiera::facts::read_nodes;
use modelwright::hiera::lookup::{Hierarchy, Query};
use modelwright::store::Value;
use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::Source;
use std::hint::black_box;
use std::path::{Path, PathBuf};

/// The maximum number of lookups of a run.
const LOOKUPS: usize = 100_000;

fn site() -> (PathBuf, Vec<Value>) {
    let directory = std::env::var_os("MODELWRIGHT_BENCH_HIERA").map(PathBuf::from);
    let scopes = directory.as_ref().map_or("examples/hiera/nodes.yaml".into(), |f| f.join("scopes.json"));
    let directory = directory.unwrap_or_else(|| "examples/hiera".into());
    let text = std::fs::read_to_string(&scopes).expect("scopes");
    let scopes = read_nodes(&Source::new(scopes.display().to_string(), text), None).expect("valid scopes");
    (directory.join("hiera.yaml"), scopes.into_iter().map(|(_, scope)| scope).collect())
}

/// A tree with all its files in the store.
fn load(configuration: &Path) -> Hierarchy {
    let (hierarchy, problems) = Hierarchy::load(configuration, &Workspace::default().access());
    let hierarchy = hierarchy.unwrap_or_else(|| panic!("{problems}"));
    hierarchy.read_files();
    hierarchy
}

fn bytes(hierarchy: &Hierarchy) -> u64 {
    let paths = hierarchy.files().filter_map(|file| hierarchy.path(file));
    paths.filter_map(|path| std::fs::metadata(path).ok()).map(|found| found.len()).sum()
}

fn hiera(criterion: &mut Criterion) {
    let (configuration, scopes) = site();
    let hierarchy = load(&configuration);
    let mut group = criterion.benchmark_group("hiera");
    group.sample_size(10);

    group.throughput(Throughput::Bytes(bytes(&hierarchy)));
    group.bench_function("tree to store", |bencher| bencher.iter(|| load(&configuration)));

    // Strides without common factors, so that neighbouring lookups have different keys and nodes.
    let keys: Vec<&str> = hierarchy.keys().into_iter().collect();
    let pairs: Vec<(&str, &Value)> = (0..LOOKUPS.min(keys.len() * scopes.len()))
        .map(|at| (keys[at * 7919 % keys.len()], &scopes[at * 104_729 % scopes.len()]))
        .collect();
    group.throughput(Throughput::Elements(pairs.len() as u64));
    group.bench_function("lookups", |bencher| {
        bencher.iter(|| {
            for (key, scope) in &pairs {
                black_box(hierarchy.lookup(&Query::new(key, scope)).ok());
            }
        });
    });
    group.finish();
}

criterion_group!(benches, hiera);
criterion_main!(benches);
