//! YAML: no text causes a panic in either schema; models and trees that are written are read back unchanged.
#![no_main]

use libfuzzer_sys::fuzz_target;
use modelwright_fuzz::{has_shared_ids, library, show};
use modelwright_metamodel::diagnostic::{Diagnostics, Source};
use modelwright_metamodel::input::{Limits, decode_text};
use modelwright_metamodel::model::{Document, DocumentId, Model};
use modelwright_metamodel::output::in_text;
use modelwright_notations::tree::TreeSink;
use modelwright_notations::yaml::{
    self, Emitter, NodeId, ReadOptions, Scalar, Tree, Value, WriteOptions, YamlVariant,
};
use std::sync::Arc;

fn read(source: &Arc<Source>) -> (Model, DocumentId, Diagnostics) {
    let mut model = Model::new(library());
    let document = Document::new("file:/models/case.yaml");
    let (document, problems) = yaml::read(source, &mut model, document, &ReadOptions::default());
    (model, document, problems)
}

/// The written text, if it can be written.
fn written(model: &Model, document: DocumentId) -> Option<String> {
    let written = in_text(|sink| yaml::write(model, document, &WriteOptions::default(), sink));
    written.ok().map(|(text, _)| text)
}

fn check_model(source: &Arc<Source>) {
    let (model, document, problems) = read(source);
    if problems.has_errors() {
        return;
    }
    let Some(text) = written(&model, document) else { return };
    if has_shared_ids(&model) {
        return;
    }
    let (again, document, problems) = read(&Source::new("written.yaml", text.as_str()));
    assert!(!problems.has_errors(), "the written text must be valid\n{}\n{text}", show(&problems));
    let twice = written(&again, document).unwrap_or_default();
    assert!(text == twice, "writing must be a fixed point\n--- once\n{text}\n--- twice\n{twice}");
}

/// Writes a tree with the emitter; returns false if the emitter cannot express it.
fn emit(tree: &Tree, id: NodeId, depth: usize, out: &mut Emitter) -> bool {
    match tree.value(id) {
        Value::Scalar(Scalar::Null) => out.null(),
        Value::Scalar(Scalar::Bool(value)) => out.boolean(*value),
        Value::Scalar(Scalar::Int(value)) => out.number(&value.to_string()),
        Value::Scalar(Scalar::BigInt(digits)) => out.number(digits),
        Value::Scalar(Scalar::Float(value)) if value.is_finite() => out.number(&format!("{value:?}")),
        Value::Scalar(Scalar::String(text)) => out.string(text),
        Value::Scalar(_) | Value::Object(..) => return false,
        Value::List(items) => {
            out.begin_list();
            if depth == 0 || !items.iter().all(|item| emit(tree, *item, depth - 1, out)) {
                return false;
            }
            out.end_list();
        }
        Value::Map(entries) => {
            out.begin_map();
            for (key, value) in entries.iter() {
                let Value::Scalar(Scalar::String(key)) = tree.value(key) else { return false };
                out.key(key);
                if depth == 0 || !emit(tree, value, depth - 1, out) {
                    return false;
                }
            }
            out.end_map();
        }
    }
    true
}

fn emitted(tree: &Tree) -> Option<String> {
    // Aliases are expanded, so a few lines may represent any amount of text.
    if tree.expanded_size() > 10_000 {
        return None;
    }
    let mut out = Emitter::new();
    emit(tree, tree.root(), 200, &mut out).then(|| out.finish())
}

fn check_tree(tree: &Tree) {
    let Some(text) = emitted(tree) else { return };
    for schema in [YamlVariant::Core, YamlVariant::Psych] {
        let source = Source::new("written.yaml", text.as_str());
        let (trees, problems) = yaml::parse(&source, schema, Limits::default());
        assert!(
            !problems.has_errors(),
            "{schema:?}: the written text must be valid\n{}\n{text}",
            show(&problems)
        );
        let [again] = trees.as_slice() else { panic!("{schema:?}: one document must be read\n{text}") };
        let twice = emitted(again);
        assert!(
            twice.as_deref() == Some(text.as_str()),
            "{schema:?}: writing must be a fixed point\n--- once\n{text}\n--- twice\n{twice:?}"
        );
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(source) = decode_text("case.yaml", bytes.to_vec(), &Limits::default()) else { return };
    for schema in [YamlVariant::Core, YamlVariant::Psych] {
        let (trees, problems) = yaml::parse(&source, schema, Limits::default());
        if problems.has_errors() {
            continue;
        }
        for tree in &trees {
            check_tree(tree);
        }
    }
    let _ = yaml::peek(&source);
    check_model(&source);
});
