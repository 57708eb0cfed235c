//! The speed of loading and saving XMI, and the number of bytes per object.
//!
//! By default it measures a generated model. To measure other files, name them:
//! `MODELWRIGHT_BENCH_ECORE=perf.ecore MODELWRIGHT_BENCH_XMI=m10.xmi cargo bench --bench xmi`.

#![expect(clippy::disallowed_methods, reason = "benchmarks read their inputs")]

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use modelwright::workspace::Workspace;
use modelwright_metamodel::ecore::Metamodel;
use modelwright_metamodel::input::{Limits, decode_xml};
use modelwright_metamodel::model::{Document, DocumentId, Model};
use modelwright_metamodel::output::in_memory;
use modelwright_notations::xmi::{ReadOptions, WriteOptions, read, write};
use std::fmt::Write as _;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The files to measure: those named in the environment, or generated ones.
fn files() -> (PathBuf, PathBuf) {
    let given = |name| std::env::var_os(name).map(PathBuf::from);
    match (given("MODELWRIGHT_BENCH_ECORE"), given("MODELWRIGHT_BENCH_XMI")) {
        (Some(ecore), Some(xmi)) => (ecore, xmi),
        _ => {
            let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/bench-input");
            std::fs::create_dir_all(&directory).expect("a directory for the input");
            let (ecore, xmi) = (directory.join("library.pp"), directory.join("library.xmi"));
            std::fs::write(&ecore, METAMODEL).expect("the metamodel");
            std::fs::write(&xmi, library(1_000, 60)).expect("the model");
            (ecore, xmi)
        }
    }
}

const METAMODEL: &str = "package library { uri => 'urn:bench:library' }
abstract type Named { attr name, String attr doc, String }
type Library inherits Named { has shelves, Shelf { max => unbound } }
type Shelf inherits Named { has books, Book { max => unbound } attr level, EInt }
type Book inherits Named {
  attr pages, EInt
  attr kind, enum[novel, poetry, science]
  attr tags, String { max => unbound }
  has next, Book { containment => false }
  has related, Book { containment => false, max => unbound }
}
";

/// A library whose books refer to each other by path, forwards and backwards.
fn library(shelves: usize, books: usize) -> String {
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<library:Library xmi:version=\"2.0\" xmlns:xmi=\"http://www.omg.org/XMI\" xmlns:library=\"urn:bench:library\" name=\"bench\">\n",
    );
    for shelf in 0..shelves {
        let _ = writeln!(out, "  <shelves name=\"shelf{shelf}\" level=\"{}\">", shelf % 7);
        for book in 0..books {
            let other = (shelf * 31 + book * 17) % shelves;
            let _ = writeln!(
                out,
                "    <books name=\"book{shelf}x{book}\" doc=\"Some words about &lt;this&gt; book\" pages=\"{}\" kind=\"{}\" next=\"//@shelves.{other}/@books.{}\" related=\"//@shelves.{shelf}/@books.0 //@shelves.{other}/@books.{book}\"/>",
                100 + book,
                ["novel", "poetry", "science"][book % 3],
                (book + 1) % books,
            );
        }
        out.push_str("  </shelves>\n");
    }
    out.push_str("</library:Library>\n");
    out
}

fn load(metamodel: &Arc<Metamodel>, bytes: Vec<u8>, record_offsets: bool) -> (Model, DocumentId) {
    let limits = Limits { document: usize::MAX, ..Limits::default() };
    let decoded = decode_xml("bench.xmi", bytes, &limits).expect("the bench's input is text");
    let mut model = Model::new(Arc::clone(metamodel));
    let options = ReadOptions { record_offsets, ..ReadOptions::default() };
    let (document, problems) = read(&decoded.source, &mut model, Document::new("file:/bench.xmi"), &options);
    assert!(!problems.has_errors(), "{:?}", problems.iter().next());
    (model, document)
}

fn xmi(criterion: &mut Criterion) {
    let (ecore, xmi) = files();
    let (metamodel, problems) =
        Workspace::default().load_metamodel(&ecore).expect("the metamodel is readable");
    assert!(!problems.has_errors(), "{:?}", problems.iter().next());
    let bytes = std::fs::read(&xmi).expect("the model is readable");
    let (model, document) = load(&metamodel, bytes.clone(), false);
    let objects = model.object_count();
    #[expect(clippy::print_stdout, reason = "the bench reports its result")]
    {
        println!(
            "{}: {} bytes, {objects} objects, {:.1} bytes an object in memory",
            xmi.display(),
            bytes.len(),
            model.allocated_bytes() as f64 / objects as f64
        );
    }
    let mut group = criterion.benchmark_group("xmi");
    group.throughput(Throughput::Bytes(bytes.len() as u64)).sample_size(20);
    group.bench_function("load", |bencher| {
        bencher.iter_batched(
            || bytes.clone(),
            |b| black_box(load(&metamodel, b, false)),
            BatchSize::LargeInput,
        );
    });
    group.bench_function("save", |bencher| {
        let options = WriteOptions { encoding: Some("UTF-8".to_owned()), ..WriteOptions::default() };
        bencher.iter(|| {
            black_box(
                in_memory(|sink| write(&model, document, &options, sink))
                    .expect("what was read can be written"),
            )
        });
    });
    group.finish();
}

criterion_group!(benches, xmi);
criterion_main!(benches);
