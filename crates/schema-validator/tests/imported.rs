//! Documents of the schemas of `tests/imports/json-schema`: validation by the schema, and by the types that the importer makes
//! of it, must agree, except for documents that are listed with a reason.

#![expect(clippy::disallowed_methods, reason = "tests read their cases")]

use modelwright::formats::{ReadOptions, WriteOptions};
use modelwright::workspace::{LoadedDocument, Registry, Workspace};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// Whether the types of a schema accept a document.
fn types_accept(schema: &Path, class: &str, document: &str) -> bool {
    let mut reading = ReadOptions::default();
    reading.values.push("root-class", class);
    let workspace = Workspace { models: vec![schema.to_path_buf()], reading, ..Workspace::default() };
    let reader = Registry::standard().reader("json").expect("a format");
    let loaded = workspace.load_bytes("document.json", document.as_bytes().to_vec(), "document.json", reader);
    let loaded = loaded.expect("text");
    let is_relevant = |text: &str| !text.contains("MW0751") && !text.contains("MW0753");
    let mut problems: Vec<String> = loaded.diagnostics.iter().map(ToString::to_string).collect();
    problems.extend(workspace.validate(&loaded).iter().map(ToString::to_string));
    !problems.iter().any(|text| is_relevant(text))
}

#[test]
fn types_of_schemas_accept_the_same_documents() {
    let directory: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/imports");
    let text = fs::read_to_string(directory.join("json-schema.documents")).expect("the documents");
    let (mut wrong, mut number) = (String::new(), 0);
    for group in text.split("#### ").skip(1) {
        let (head, documents) = group.split_once('\n').expect("a heading");
        let (file, class) = head.split_once(' ').expect("a file and a class");
        let path = directory.join("json-schema").join(file);
        let schema = serde_json::from_slice(&fs::read(&path).expect("a schema")).expect("JSON");
        let base = format!("file://{}", path.display());
        let options = jsonschema::options().should_validate_formats(true).with_base_uri(base);
        let options = options.with_retriever(Beside(directory.join("json-schema")));
        let validator = options.build(&schema).unwrap_or_else(|error| panic!("{file}: {error}"));
        for line in documents.lines().filter(|line| !line.is_empty()) {
            let (expected, rest) = line.split_once(' ').expect("who accepts it");
            let (document, reason) = rest.split_once(" => ").unwrap_or((rest, ""));
            let value = serde_json::from_str(document).unwrap_or_else(|error| panic!("{document}: {error}"));
            let found = match (validator.is_valid(&value), types_accept(&path, class, document)) {
                (true, true) => "both",
                (false, false) => "none",
                (true, false) => "schema",
                (false, true) => "types",
            };
            number += 1;
            let needs_reason = ["schema", "types"].contains(&expected);
            if found != expected || needs_reason == reason.is_empty() {
                writeln!(wrong, "{file}: {found} instead of {line}").expect("a text");
            }
        }
    }
    assert!(number > 150, "{number} documents");
    assert!(wrong.is_empty(), "{wrong}");
}

/// Reads schemas by the last parts of their addresses.
struct Beside(PathBuf);

impl jsonschema::Retrieve for Beside {
    fn retrieve(
        &self,
        uri: &jsonschema::Uri<String>,
    ) -> Result<serde_json::Value, Box<dyn std::error::Error + Send + Sync>> {
        let (_, name) = uri.as_str().split_once("/shop/").ok_or("an unknown address")?;
        Ok(serde_json::from_slice(&fs::read(self.0.join(name))?)?)
    }
}

/// A document of a class after it was written as XMI and read again.
fn returned(schema: &Path, class: &str, document: &str) -> serde_json::Value {
    let mut reading = ReadOptions::default();
    reading.values.push("root-class", class);
    let workspace = Workspace { models: vec![schema.to_path_buf()], reading, ..Workspace::default() };
    let registry = Registry::standard();
    let loaded = |name: &str, bytes: Vec<u8>, format| {
        let loaded = workspace.load_bytes(name, bytes, name, registry.reader(format).expect("a format"));
        let loaded = loaded.expect("text");
        assert!(!loaded.diagnostics.has_errors(), "{document}: {:?}", loaded.diagnostics);
        loaded
    };
    let written = |loaded: &LoadedDocument, format, options: &WriteOptions| {
        let format = registry.format(format).expect("a format");
        format.to_bytes(&loaded.model, loaded.document, options).expect("bytes").0
    };
    let first = loaded("document.json", document.as_bytes().to_vec(), "json");
    let second = loaded("document.xmi", written(&first, "xmi", &WriteOptions::default()), "xmi");
    let mut options = WriteOptions::default();
    options.values.push("untyped", true);
    serde_json::from_slice(&written(&second, "json", &options)).expect("JSON")
}

#[test]
fn documents_with_discriminators_return_through_xmi() {
    let directory: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/imports");
    let text = fs::read_to_string(directory.join("json-schema.documents")).expect("the documents");
    let mut number = 0;
    for group in text.split("#### ").skip(1) {
        let (head, documents) = group.split_once('\n').expect("a heading");
        let (file, class) = head.split_once(' ').expect("a file and a class");
        let path = directory.join("json-schema").join(file);
        let types = fs::read_to_string(path.with_extension("json.pp")).expect("types");
        if !types.contains("discriminator => ") {
            continue;
        }
        for document in documents.lines().filter_map(|line| line.strip_prefix("both ")) {
            let expected: serde_json::Value = serde_json::from_str(document).expect("JSON");
            assert_eq!(returned(&path, class, document), expected, "{file}");
            number += 1;
        }
    }
    assert!(number > 5, "{number} documents");
}
