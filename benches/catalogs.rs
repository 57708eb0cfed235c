//! The speed of building catalogs: a site of 100 modules with 300 classes, and nodes of 800 resources each.
//!
//! `cargo bench --bench catalogs`. The site is in memory. `MODELWRIGHT_BENCH_NODES=1000 BINARY` builds the catalogs of so many
//! nodes once, on all cores, and prints the time.

use criterion::{Criterion, criterion_group};
use modelwright::catalog::builder::Node;
use modelwright::catalog::environment::{Environment, EnvironmentOptions};
use modelwright::files::{FileAccess, Memory};
use modelwright::hiera::facts;
use modelwright_metamodel::diagnostic::Source;
use modelwright_metamodel::threads;
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

#[path = "support/catalog_site.rs"]
mod catalog_site;

/// The resources of a node, about.
const RESOURCES: usize = 800;

fn site() -> FileAccess {
    let files = Memory::new();
    catalog_site::write(&mut |path, text| {
        files.write(format!("/site/{path}"), text).expect("a path that is free");
    });
    FileAccess { files: Arc::new(files), ..FileAccess::default() }
}

fn load() -> Environment {
    let loaded = Environment::load(&site(), Path::new("/site"), &EnvironmentOptions::default());
    loaded.unwrap_or_else(|problems| panic!("{problems}")).0
}

fn node(number: usize) -> Node {
    let name = catalog_site::name(number);
    let facts = facts::read(&Source::new(format!("{name}.json"), catalog_site::facts(number)));
    Node::from_variables(&name, &facts.expect("facts"))
}

/// The number of resources of a node's catalog.
fn build(environment: &Environment, number: usize) -> usize {
    let result = environment.build(&node(number));
    assert!(result.problems.is_empty(), "{}", result.problems);
    result.catalog.expect("a catalog").resources.len()
}

fn catalogs(criterion: &mut Criterion) {
    let environment = load();
    let resources = build(&environment, 0);
    assert!(resources.abs_diff(RESOURCES) < RESOURCES / 10, "{resources}");
    let mut group = criterion.benchmark_group("catalogs");
    group.sample_size(20);
    group.bench_function("load", |bencher| bencher.iter(|| black_box(load())));
    group.bench_function("one node", |bencher| bencher.iter(|| black_box(build(&environment, 1))));
    group.finish();
}

criterion_group!(benches, catalogs);

#[expect(clippy::print_stdout, reason = "the bench reports its result")]
fn main() {
    if let Some(nodes) = std::env::var("MODELWRIGHT_BENCH_NODES").ok().and_then(|number| number.parse().ok())
    {
        let environment = load();
        let numbers: Vec<usize> = (0..nodes).collect();
        let start = Instant::now();
        let build = |part: &[usize]| part.iter().map(|number| build(&environment, *number)).sum::<usize>();
        let resources: usize = threads::in_parts(&numbers, build).into_iter().sum();
        println!("{nodes} nodes with {resources} resources in {:.2} s", start.elapsed().as_secs_f64());
        return;
    }
    benches();
    Criterion::default().configure_from_args().final_summary();
}
