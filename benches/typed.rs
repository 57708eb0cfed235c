//! The cost of typed values compared with the dynamic model, and with structs that use serde's derives; and
//! the time to generate the types.
//!
//! `cargo bench --bench typed`. Both implementations of a pair read and write the same document, and produce
//! the same bytes.

#![expect(clippy::disallowed_methods, reason = "benchmarks read their inputs")]

#[path = "support/comparison.rs"]
mod comparison;
#[path = "support/inference.rs"]
mod inference;
#[path = "support/large.rs"]
mod large;
#[path = "support/stock.rs"]
mod stock;
/// Generated from `examples/library.pp`.
#[allow(dead_code, unreachable_pub)]
mod library {
    include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/borrowing/src/library.rs"));
}

use criterion::{Criterion, Throughput, criterion_group};
use library::{Author, Book, Genre, Item, Journal, Library};
use modelwright::workspace::Workspace;
use modelwright_codegen::rust::{self, RustOptions};
use modelwright_evaluation::logic::PreparedRules;
use modelwright_metamodel::input::{Limits, decode_xml};
use modelwright_metamodel::model::{self, Model};
use modelwright_metamodel::output::in_memory;
use modelwright_notations::xmi;
use modelwright_typed::{Document, Ref};
use modelwright_validation::{self as validate, CheckOptions};
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;

const BOOKS: usize = 40_000;

/// The objects of documents whose classes are inferred.
const ITEMS: usize = 60_000;

/// Few enough objects to fit into the processor's caches, and for the allocator to retain their memory: with
/// more, the benchmark would measure how quickly the system provides memory.
const FEW_BOOKS: usize = 100;

/// A library of books and some journals; each author is named by some of the books.
fn values(books: usize) -> Library {
    let authors = 1 + books / 20;
    let mut library = Library { name: "Everything in print".to_owned(), ..Library::default() };
    for at in 0..books {
        let (code, title) = (format!("B-{at}"), format!("On <many> things, part {at}"));
        let keywords = vec!["things".to_owned(), format!("part {}", at % 100)];
        library.items.push(match at % 8 {
            0 => Item::Journal(Journal { code, title, keywords, issue: 1 + at as i64, acquired: None }),
            _ => Item::Book(Book {
                code,
                title,
                keywords,
                acquired: None,
                pages: Some(100 + at as i64 % 900),
                genre: Genre::ALL[at % Genre::ALL.len()],
                authors: vec![Ref::local(format!("//@authors.{}", at % authors))],
            }),
        });
    }
    let named = |at| Author { name: format!("Author {at}"), books: Vec::new() };
    library.authors = (0..authors).map(named).collect();
    library
}

/// Reads, validates and writes without types.
fn dynamic(bytes: Vec<u8>) -> Vec<u8> {
    let decoded = decode_xml("bench.xmi", bytes, &Limits::default()).expect("text");
    let mut model = Model::new(Arc::clone(library::METAMODEL.metamodel().expect("a sound metamodel")));
    let header = model::Document::default();
    let (document, problems) = xmi::read(&decoded.source, &mut model, header, &xmi::ReadOptions::default());
    assert!(problems.is_empty(), "{:?}", problems.iter().next());
    let rules = PreparedRules::new(model.metamodel());
    let options = CheckOptions { logic: Some(&rules), ..CheckOptions::default() };
    let problems = validate::check(&model, document, &options);
    assert!(problems.is_empty(), "{:?}", problems.iter().next());
    in_memory(|sink| xmi::write(&model, document, &xmi::WriteOptions::default(), sink))
        .map(|(bytes, _)| bytes)
        .expect("what was read can be written")
}

/// Reads, validates and writes with typed values.
fn typed(bytes: Vec<u8>) -> Vec<u8> {
    let document = Document::<Library>::from_xmi(bytes).expect("a library");
    let problems = document.validate();
    assert!(problems.is_empty(), "{:?}", problems.iter().next());
    document.to_xmi().expect("what was read can be written")
}

fn beside_models(_: &mut Criterion) {
    let bytes = Document::from(values(BOOKS)).to_xmi().expect("sound values");
    // The document contains opposites only if it was written from a model.
    let bytes = dynamic(bytes);
    assert!(typed(bytes.clone()) == dynamic(bytes.clone()), "both write the same bytes");
    comparison::compare(
        "typed values beside the dynamic model, to read, validate and write XMI",
        15,
        1,
        || drop(black_box(typed(bytes.clone()))),
        || drop(black_box(dynamic(bytes.clone()))),
    );
}

/// The same structs with serde's derives.
mod plain {
    use serde::{Deserialize, Serialize};

    #[derive(Serialize, Deserialize)]
    pub(super) struct Library {
        pub(super) name: String,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub(super) items: Vec<Item>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub(super) authors: Vec<Author>,
    }

    #[derive(Serialize, Deserialize)]
    #[serde(tag = "$type")]
    pub(super) enum Item {
        Book(Book),
        Journal(Journal),
    }

    #[derive(Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct Book {
        pub(super) code: String,
        pub(super) title: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(super) acquired: Option<String>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub(super) keywords: Vec<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(super) pages: Option<i64>,
        #[serde(default, skip_serializing_if = "Genre::is_novel")]
        pub(super) genre: Genre,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub(super) authors: Vec<String>,
    }

    #[derive(Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct Journal {
        pub(super) code: String,
        pub(super) title: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(super) acquired: Option<String>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub(super) keywords: Vec<String>,
        #[serde(default, skip_serializing_if = "is_zero")]
        pub(super) issue: i64,
    }

    #[derive(Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct Author {
        pub(super) name: String,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub(super) books: Vec<String>,
    }

    #[derive(Serialize, Deserialize, Default, Clone, Copy, PartialEq)]
    pub(super) enum Genre {
        #[default]
        #[serde(rename = "novel")]
        Novel,
        #[serde(rename = "science fiction")]
        ScienceFiction,
        #[serde(rename = "reference")]
        Reference,
    }

    impl Genre {
        fn is_novel(&self) -> bool {
            *self == Self::Novel
        }
    }

    fn is_zero(number: &i64) -> bool {
        *number == 0
    }
}

/// The JSON of a value, written to memory that is allocated in advance.
fn written<T: serde::Serialize>(value: &T, len: usize) -> Vec<u8> {
    let mut text = Vec::with_capacity(len);
    serde_json::to_writer(&mut text, value).expect("JSON");
    text
}

/// Measures reading and writing one text as two types.
fn pair<A, B>(what: &str, text: &str)
where
    A: serde::Serialize + serde::de::DeserializeOwned,
    B: serde::Serialize + serde::de::DeserializeOwned,
{
    let generated: A = serde_json::from_str(text).expect("JSON of the generated type");
    let derived: B = serde_json::from_str(text).expect("JSON of the derived type");
    let len = text.len();
    assert!(written(&generated, len) == text.as_bytes() && written(&derived, len) == text.as_bytes());
    comparison::compare(
        &format!("{what} beside serde's derives, to read JSON"),
        500,
        10,
        || assert!(serde_json::from_str::<A>(black_box(text)).is_ok()),
        || assert!(serde_json::from_str::<B>(black_box(text)).is_ok()),
    );
    comparison::compare(
        &format!("{what} beside serde's derives, to write JSON"),
        500,
        20,
        || drop(black_box(written(black_box(&generated), len))),
        || drop(black_box(written(black_box(&derived), len))),
    );
}

fn beside_serde(_: &mut Criterion) {
    let library = values(FEW_BOOKS);
    let text = serde_json::to_string(&library).expect("JSON");
    pair::<Library, plain::Library>("an enum's structs", &text);
    let books: Vec<&Book> = library
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Book(book) => Some(book),
            Item::Journal(_) => None,
        })
        .collect();
    let text = serde_json::to_string(&books).expect("JSON");
    pair::<Vec<Book>, Vec<plain::Book>>("structs", &text);
}

fn ordinary_json(_: &mut Criterion) {
    stock::compare(FEW_BOOKS);
    inference::compare(ITEMS);
}

/// Generates the types of 2,000 classes with 20,000 features, all in memory.
fn generation(criterion: &mut Criterion) {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/bench-input");
    std::fs::create_dir_all(&directory).expect("a directory for the input");
    let ecore = directory.join("large.ecore");
    std::fs::write(&ecore, large::large(2_000, 10)).expect("the metamodel");
    let (metamodel, problems) =
        Workspace::default().load_metamodel(&ecore).expect("the metamodel is readable");
    assert!(!problems.has_errors(), "{:?}", problems.iter().next());
    let mut group = criterion.benchmark_group("generate Rust of 20,000 features");
    group.throughput(Throughput::Elements(20_000)).sample_size(20);
    let handles = RustOptions { handles: true, ..RustOptions::default() };
    for (name, options) in [("values", RustOptions::default()), ("values and handles", handles)] {
        group.bench_function(name, |b| b.iter(|| black_box(rust::generate(&metamodel, &[], &options))));
    }
    group.finish();
}

criterion_group!(benches, ordinary_json, beside_models, beside_serde, generation);
/// With `MODELWRIGHT_BENCH_WAY`, one way of reading ordinary JSON runs alone, so that a tool can count instructions.
fn main() {
    if let Ok(way) = std::env::var("MODELWRIGHT_BENCH_WAY") {
        match way.as_str() {
            "inferred" => return inference::read(false, ITEMS),
            "named" => return inference::read(true, ITEMS),
            _ => {}
        }
        let text = stock::document(FEW_BOOKS);
        return (0..200).for_each(|_| stock::read(&way, black_box(&text)));
    }
    benches();
    Criterion::default().configure_from_args().final_summary();
}
