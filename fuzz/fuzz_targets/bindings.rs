//! Bindings: no text causes a panic; a text without errors is written as text that is read as the same objects.
#![no_main]

use libfuzzer_sys::fuzz_target;
use modelwright::formats::WriteOptions;
use modelwright::workspace::{LoadedDocument, Registry, Workspace};

fn load(bytes: &[u8]) -> Option<LoadedDocument> {
    let reader = Registry::standard().reader("pp")?;
    Workspace::default().load_bytes("case.pp", bytes.to_vec(), "case.pp", reader).ok()
}

fn written(loaded: &LoadedDocument) -> Option<Vec<u8>> {
    let format = Registry::standard().format("pp")?;
    format.to_bytes(&loaded.model, loaded.document, &WriteOptions::default()).ok().map(|written| written.0)
}

fuzz_target!(|bytes: &[u8]| {
    // Other texts are types, which another target reads.
    let text = String::from_utf8_lossy(bytes);
    if !modelwright::bindings::text::may_declare(&text) {
        return;
    }
    let Some(loaded) = load(bytes) else { return };
    let _ = Workspace::default().validate(&loaded);
    if loaded.diagnostics.has_errors() {
        return;
    }
    let Some(once) = written(&loaded) else { return };
    let again = load(&once).expect("a written text can be read");
    assert!(!again.diagnostics.has_errors(), "{:?}", again.diagnostics);
    let twice = written(&again).map(|text| String::from_utf8_lossy(&text).into_owned());
    assert_eq!(twice.as_deref(), Some(&*String::from_utf8_lossy(&once)), "the same text");
});
