//! JSON: no text causes a panic; a document that is read without errors is written, and read back as the same
//! model.
#![no_main]

use libfuzzer_sys::fuzz_target;
use modelwright_fuzz::{has_shared_ids, library, show};
use modelwright_metamodel::diagnostic::{Diagnostics, Source};
use modelwright_metamodel::input::{Limits, decode_text};
use modelwright_metamodel::model::{Document, DocumentId, Model};
use modelwright_metamodel::output::in_text;
use modelwright_notations::json::{self, Layout, ReadOptions, WriteOptions};
use std::sync::Arc;

fn read(source: &Arc<Source>) -> (Model, DocumentId, Diagnostics) {
    let mut model = Model::new(library());
    let document = Document::new("file:/models/case.json");
    let (document, problems) = json::read(source, &mut model, document, &ReadOptions::default());
    (model, document, problems)
}

/// The written text in a layout, if it can be written.
fn written(model: &Model, document: DocumentId, layout: Layout) -> Option<String> {
    let options = WriteOptions { layout, ..WriteOptions::default() };
    in_text(|sink| json::write(model, document, &options, sink)).ok().map(|(text, _)| text)
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(source) = decode_text("case.json", bytes.to_vec(), &Limits::default()) else { return };
    let _ = json::peek(source.text());
    let (model, document, problems) = read(&source);
    if problems.has_errors() {
        return;
    }
    let Some(pretty) = written(&model, document, Layout::Pretty) else { return };
    if has_shared_ids(&model) {
        return;
    }
    let Some(compact) = written(&model, document, Layout::Compact) else { return };
    for text in [&pretty, &compact] {
        let (again, document, problems) = read(&Source::new("written.json", text.as_str()));
        assert!(!problems.has_errors(), "the written text must be valid\n{}\n{text}", show(&problems));
        let twice = written(&again, document, Layout::Pretty).unwrap_or_default();
        assert!(pretty == twice, "writing must be a fixed point\n--- once\n{pretty}\n--- twice\n{twice}");
    }
});
