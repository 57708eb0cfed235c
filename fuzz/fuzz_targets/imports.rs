//! Schemas of other languages, each by the importer that the first line names: no text causes a panic; types that are
//! imported without errors can be checked, and are written as text that is read as the same types.
#![no_main]

use libfuzzer_sys::fuzz_target;
use modelwright::formats::WriteOptions;
use modelwright::workspace::{DocumentReader, LoadedDocument, Registry, Workspace};

fn load(name: &str, bytes: &[u8], reader: DocumentReader) -> Option<LoadedDocument> {
    Workspace::default().load_bytes(name, bytes.to_vec(), name, reader).ok()
}

fn types(loaded: &LoadedDocument) -> Option<Vec<u8>> {
    let format = Registry::standard().format("pp")?;
    format.to_bytes(&loaded.model, loaded.document, &WriteOptions::default()).ok().map(|written| written.0)
}

fuzz_target!(|bytes: &[u8]| {
    let Some(end) = bytes.iter().position(|byte| *byte == b'\n') else { return };
    let Ok(importer) = std::str::from_utf8(&bytes[..end]) else { return };
    let Some(reader) = Registry::standard().reader(importer) else { return };
    let Some(loaded) = load("case", &bytes[end + 1..], reader) else { return };
    if loaded.diagnostics.has_errors() {
        return;
    }
    let _ = Workspace::default().validate(&loaded);
    let Some(once) = types(&loaded) else { return };
    let pp = Registry::standard().reader("pp").expect("the type language");
    let again = load("types.pp", &once, pp).expect("a written text can be read");
    assert!(!again.diagnostics.has_errors(), "{:?}\n{}", again.diagnostics, String::from_utf8_lossy(&once));
    let twice = types(&again).map(|text| String::from_utf8_lossy(&text).into_owned());
    assert_eq!(twice.as_deref(), Some(&*String::from_utf8_lossy(&once)), "the same types");
});
