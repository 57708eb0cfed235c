//! Structured bindings: no text causes a panic; what a text without errors contains is written in both notations and as text
//! of bindings, and read again as the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use modelwright::formats::WriteOptions;
use modelwright::workspace::{LoadedDocument, Registry, Workspace};

fn load(bytes: &[u8], format: &str) -> Option<LoadedDocument> {
    let reader = Registry::standard().reader(format)?;
    Workspace::default().load_bytes("case", bytes.to_vec(), "case", reader).ok()
}

fn written(loaded: &LoadedDocument, format: &str) -> Option<Vec<u8>> {
    let format = Registry::standard().format(format)?;
    format.to_bytes(&loaded.model, loaded.document, &WriteOptions::default()).ok().map(|written| written.0)
}

fn text(bytes: Option<Vec<u8>>) -> Option<String> {
    bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

fuzz_target!(|bytes: &[u8]| {
    let format = if bytes.first() == Some(&b'{') { "bindings-json" } else { "bindings-yaml" };
    let Some(loaded) = load(bytes, format) else { return };
    let _ = Workspace::default().validate(&loaded);
    if loaded.diagnostics.has_errors() {
        return;
    }
    let as_text = text(written(&loaded, "pp"));
    for format in ["bindings-yaml", "bindings-json"] {
        let Some(once) = written(&loaded, format) else { continue };
        let again = load(&once, format).expect("a written text can be read");
        assert!(!again.diagnostics.has_errors(), "{:?}", again.diagnostics);
        let (once, twice) = (text(Some(once)), text(written(&again, format)));
        assert_eq!(once, twice, "the same {format}");
        assert_eq!(as_text, text(written(&again, "pp")), "the same text through {format}");
    }
});
