//! The speed of the importers of schemas, and of the targets that generate text from a metamodel.
//!
//! Importers are measured in bytes per second from a text to the model of its metamodel: of classes without
//! inheritance, in a chain of classes, and of classes with one superclass. Targets are measured alone, for 2,000 classes
//! with 20,000 features, and the layout of a diagram for 500 classes. Texts are generated, and kept in
//! `target/bench-input` for commands that read them.

#![expect(clippy::disallowed_methods, reason = "benchmarks keep their inputs")]

#[path = "support/large.rs"]
mod large;
#[path = "support/schemas.rs"]
mod schemas;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use modelwright::codegen::Request;
use modelwright::workspace::{Registry, Workspace};
use modelwright_metamodel::ecore::Metamodel;
use schemas::{Inheritance, LANGUAGES};
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;

/// The target that lays out one diagram of all classes, whose demand is for fewer classes.
const DIAGRAM: &str = "svg";

/// Keeps an input for commands that read it.
fn keep(file: &str, text: &str) {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/bench-input");
    std::fs::create_dir_all(&directory).expect("a directory for the input");
    std::fs::write(directory.join(file), text).expect("the input");
}

fn importers(criterion: &mut Criterion) {
    let registry = Registry::standard();
    let workspace = Workspace::default();
    for (inheritance, name, count) in [
        (Inheritance::Flat, "flat", 4_000),
        (Inheritance::Chain, "chain", 500),
        (Inheritance::Heirs, "heirs", 2_000),
    ] {
        let mut group = criterion.benchmark_group(format!("importers, {name}"));
        for (importer, file, text) in LANGUAGES {
            let text = text(count, inheritance);
            keep(&format!("{name}-{file}"), &text);
            let reader = registry.reader(importer).expect("an importer");
            let uri = format!("file:///{file}");
            let read = || workspace.load_bytes(file, text.clone().into_bytes(), &uri, reader).expect("text");
            assert!(!read().diagnostics.has_errors(), "{importer}: {:?}", read().diagnostics);
            group.throughput(Throughput::Bytes(text.len() as u64)).sample_size(10);
            group.bench_function(BenchmarkId::from_parameter(importer), |bencher| {
                bencher.iter(|| black_box(read()));
            });
        }
        group.finish();
    }
}

/// A metamodel with a number of classes, each with a number of features.
fn metamodel(file: &str, classes: usize, features: usize) -> Arc<Metamodel> {
    let text = large::large(classes, features);
    keep(file, &text);
    let text = text.into_bytes();
    let reader = Registry::standard().reader("ecore").expect("a format");
    let workspace = Workspace::default();
    let loaded = workspace.load_bytes("large.ecore", text, "file:///large.ecore", reader).expect("text");
    let base = Metamodel::ecore();
    let made = modelwright_metamodel::model::ecore::from_models(&loaded.model, &[loaded.document], &base);
    Arc::new(made.metamodel)
}

fn targets(criterion: &mut Criterion) {
    let (many, few) = (metamodel("large.ecore", 2_000, 10), metamodel("classes-500.ecore", 500, 5));
    let mut group = criterion.benchmark_group("targets");
    group.sample_size(10);
    for target in Registry::standard().targets().filter(|target| target.script.is_none()) {
        let metamodel = if target.name == DIAGRAM { &few } else { &many };
        let request = Request { sources: vec!["large.ecore".to_owned()], ..Request::new(metamodel) };
        group.bench_function(target.name, |bencher| {
            bencher.iter(|| black_box(target.generate(&request)));
        });
    }
    group.finish();
}

criterion_group!(benches, importers, targets);
criterion_main!(benches);
