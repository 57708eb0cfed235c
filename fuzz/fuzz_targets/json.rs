//! JSON: any text is survived; what is read without errors is written and read back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use modelwright_fuzz::{has_shared_ids, library, show};
use modelwright_metamodel::diagnostic::{Diagnostics, Source};
use modelwright_metamodel::input::{Limits, decode_text};
use modelwright_metamodel::json::{self, Layout};
use modelwright_metamodel::model::{Document, DocumentId, Model};
use modelwright_metamodel::tree::ReadOptions;
use std::sync::Arc;

fn read(source: &Arc<Source>) -> (Model, DocumentId, Diagnostics) {
    let mut model = Model::new(library());
    let document = Document::new("file:/models/case.json");
    let (document, problems) = json::read(source, &mut model, document, &ReadOptions::default());
    (model, document, problems)
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(source) = decode_text("case.json", bytes.to_vec(), &Limits::default()) else { return };
    let _ = json::peek_model(source.text());
    let (model, document, problems) = read(&source);
    if problems.has_errors() {
        return;
    }
    let (pretty, problems) = json::write_as(&model, document, Layout::Pretty);
    if problems.has_errors() {
        return;
    }
    if has_shared_ids(&model) {
        return;
    }
    let (compact, _) = json::write_as(&model, document, Layout::Compact);
    for text in [&pretty, &compact] {
        let (again, document, problems) = read(&Source::new("written.json", text.as_str()));
        assert!(!problems.has_errors(), "what was written must be read\n{}\n{text}", show(&problems));
        let twice = json::write(&again, document);
        assert!(pretty == twice, "writing must be a fixed point\n--- once\n{pretty}\n--- twice\n{twice}");
    }
});
