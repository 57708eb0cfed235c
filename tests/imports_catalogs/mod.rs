//! Catalogs of Puppet in JSON.
//!
//! `kept/NAME.json` is written by Puppet; through XMI, YAML and JSON it becomes the same bytes, and without spaces
//! those of Ruby's `JSON.generate`. `faulty/NAME.json` has the problems of reading and validation in
//! `NAME.json.problems`. `order/NAME.json` has the order in which Puppet applies its resources in `NAME.order`.

use modelwright::catalog::json::{self, Layout};
use modelwright::catalog::model::catalog_of;
use modelwright::catalog::order::{ApplicationOrder, Moment};
use modelwright::files::path_uri;
use modelwright::formats::WriteOptions;
use modelwright::workspace::{LoadedDocument, Registry, Workspace};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

fn load(format: &str, name: &str, bytes: Vec<u8>) -> LoadedDocument {
    let reader = Registry::standard().reader(format).expect("a reader");
    Workspace::default().load_bytes(name, bytes, &path_uri(Path::new(name)), reader).expect("text")
}

fn write(format: &str, loaded: &LoadedDocument) -> Vec<u8> {
    let format = Registry::standard().format(format).expect("a format");
    let written = format.to_bytes(&loaded.model, loaded.document, &WriteOptions::default());
    let (bytes, losses) = written.unwrap_or_else(|problems| panic!("{problems:?}"));
    assert!(losses.is_empty(), "{losses:?}");
    bytes
}

/// The files of a directory with an extension, by name.
fn files(directory: &str) -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/imports_catalogs").join(directory);
    let entries = fs::read_dir(&directory).expect("a directory").flatten().map(|entry| entry.path());
    let mut paths: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|extension| extension == "json")).collect();
    paths.sort();
    assert!(!paths.is_empty(), "{}", directory.display());
    paths
}

/// Compares each file of a directory with its expectation in a file with another extension.
fn check(directory: &str, extension: &str, actual: impl Fn(&str, Vec<u8>) -> String) {
    let mut differences = Vec::new();
    for path in files(directory) {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let text = actual(&name, fs::read(&path).expect("a file"));
        differences.extend(super::difference(&path, extension, &text));
    }
    assert!(differences.is_empty(), "{}", differences.concat());
}

#[test]
fn catalogs_of_puppet_keep_their_bytes() {
    for path in files("kept") {
        let name = path.display().to_string();
        let bytes = fs::read(&path).expect("a file");
        let mut loaded = load("catalog-json", &name, bytes.clone());
        for format in ["xmi", "yaml", "json"] {
            assert!(loaded.diagnostics.is_empty(), "{name}: {:?}", loaded.diagnostics);
            let problems = Workspace::default().validate(&loaded);
            assert!(problems.is_empty(), "{name}, {format}: {problems:?}");
            loaded = load(format, &format!("catalog.{format}"), write(format, &loaded));
        }
        let written = String::from_utf8(write("catalog-json", &loaded)).expect("text");
        assert!(written.as_bytes() == bytes, "{name}: {written}");

        let catalog = catalog_of(&loaded.model, loaded.document).expect("a catalog");
        let compact = json::write(&catalog, Layout::Compact).expect("a catalog");
        assert!(!compact.contains("\n") && !compact.contains("\": "), "{name}: {compact}");
        let again = load("catalog-json", "compact.json", compact.into_bytes());
        assert!(write("catalog-json", &again) == bytes, "{name}");
    }
}

#[test]
fn problems_of_catalogs_have_places() {
    check("faulty", "problems", |name, bytes| {
        let loaded = load("catalog-json", name, bytes);
        let found = Workspace::default().validate(&loaded);
        let all = loaded.diagnostics.iter().chain(found.iter());
        all.map(|problem| format!("{problem}\n")).collect()
    });
}

#[test]
fn resources_have_the_order_in_which_puppet_applies_them() {
    check("order", "order", |name, bytes| {
        let loaded = load("catalog-json", name, bytes);
        assert!(loaded.diagnostics.is_empty(), "{name}: {:?}", loaded.diagnostics);
        let catalog = catalog_of(&loaded.model, loaded.document).expect("a catalog");
        let moments = ApplicationOrder::new(&catalog).moments().expect("no cycles");
        moments.into_iter().fold(String::new(), |mut lines, moment| {
            let part = match moment {
                Moment::Whole(_) => "",
                Moment::Start(_) => "start ",
                Moment::End(_) => "end ",
            };
            writeln!(lines, "{part}{}", catalog.resources[moment.resource()]).expect("a text");
            lines
        })
    });
}

/// A chain of resources that each require the next, so that the last one is applied first.
#[test]
fn a_long_chain_needs_no_stack() {
    let count = 20_000;
    let resources: Vec<String> = (0..count)
        .map(|at| {
            let parameters = format!("{{\"require\":\"Notify[{}]\"}}", at + 1);
            let parameters = if at + 1 == count { "{}".to_owned() } else { parameters };
            format!(
                "{{\"type\":\"Notify\",\"title\":\"{at}\",\"kind\":\"compilable_type\",\"parameters\":{parameters}}}"
            )
        })
        .collect();
    let text = format!("{{\"catalog_format\":2,\"resources\":[{}]}}", resources.join(","));
    let loaded = load("catalog-json", "chain.json", text.into_bytes());
    let problems = Workspace::default().validate(&loaded);
    assert!(loaded.diagnostics.is_empty() && problems.is_empty(), "{problems:?}");
    let catalog = catalog_of(&loaded.model, loaded.document).expect("a catalog");
    let sequence = ApplicationOrder::new(&catalog).sequence().expect("no cycles");
    assert!(sequence.into_iter().eq((0..count).rev()));
}
