//! Files of data: no text causes a panic; the lines of a text without errors are written as lines that are read as the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use modelwright::formats::WriteOptions;
use modelwright::workspace::{LoadedDocument, Registry, Workspace};

fn load(bytes: &[u8]) -> Option<LoadedDocument> {
    let reader = Registry::standard().reader("pdl")?;
    Workspace::default().load_bytes("case.pdl", bytes.to_vec(), "case.pdl", reader).ok()
}

fn written(loaded: &LoadedDocument) -> Option<String> {
    let format = Registry::standard().format("pdl")?;
    let bytes = format.to_bytes(&loaded.model, loaded.document, &WriteOptions::default()).ok()?.0;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

fuzz_target!(|bytes: &[u8]| {
    let Some(loaded) = load(bytes) else { return };
    let _ = Workspace::default().validate(&loaded);
    if loaded.diagnostics.has_errors() {
        return;
    }
    let Some(once) = written(&loaded) else { return };
    let again = load(once.as_bytes()).expect("a written text can be read");
    assert!(!again.diagnostics.has_errors(), "{:?}", again.diagnostics);
    assert_eq!(written(&again).as_deref(), Some(&*once), "the same lines");
});
