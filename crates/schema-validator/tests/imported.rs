//! Documents of the schemas of `tests/imports/json-schema`: validation by the schema, and by the types that the importer makes
//! of it, must agree, except for documents that are listed with a reason.

#![expect(clippy::disallowed_methods, reason = "tests read their cases")]

use modelwright::formats::ReadOptions;
use modelwright::workspace::{Registry, Workspace};
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
