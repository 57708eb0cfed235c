//! Complete metamodels as text: every `.ecore` is converted to text and back to the same `.ecore`.

#[path = "../../../metamodel/tests/common/data.rs"]
mod data;
#[path = "../../../metamodel/tests/common/random.rs"]
#[allow(dead_code)]
mod random;

use modelwright_language::ecore_text;
use modelwright_metamodel::diagnostic::{Diagnostics, Source};
use modelwright_metamodel::ecore::Metamodel;
use modelwright_metamodel::model::{Document, DocumentId, Model, ecore};
use modelwright_metamodel::output::in_memory;
use modelwright_notations::xmi::{self, ReadOptions, WriteOptions};
use proptest::prelude::*;

fn shown(diagnostics: &Diagnostics) -> String {
    diagnostics.iter().map(|d| format!("{d}\n")).collect()
}

fn from_ecore(name: &str, text: &str) -> (Model, DocumentId) {
    let mut model = Model::new(Metamodel::ecore());
    let document = Document::new(format!("file:/models/{name}"));
    let (document, problems) =
        xmi::read(&Source::new(name, text), &mut model, document, &ReadOptions::default());
    assert!(!problems.has_errors(), "{name}\n{}", shown(&problems));
    ecore::normalise(&mut model, 0);
    (model, document)
}

fn to_ecore(model: &Model, document: DocumentId) -> String {
    let options = WriteOptions { encoding: Some("UTF-8".to_owned()), ..WriteOptions::ecore() };
    let bytes = in_memory(|sink| xmi::write(model, document, &options, sink))
        .map(|(bytes, _)| bytes)
        .unwrap_or_else(|p| panic!("{}", shown(&p)));
    String::from_utf8(bytes).expect("UTF-8")
}

fn from_text(name: &str, text: &str) -> (Model, DocumentId, Diagnostics) {
    let document = Document::new(format!("file:/texts/{name}"));
    ecore_text::read(&Source::new(name, text), Model::new(Metamodel::ecore()), document)
}

fn without_losses((text, losses): (String, Diagnostics)) -> String {
    assert!(losses.is_empty(), "{}\n{text}", shown(&losses));
    text
}

/// The text of a document, after checking that it loses nothing of the document.
fn text_of(name: &str, model: &Model, document: DocumentId) -> String {
    let text = ecore_text::write(model, document)
        .map(without_losses)
        .unwrap_or_else(|p| panic!("{name}\n{}", shown(&p)));
    let (read, again, problems) = from_text(name, &text);
    assert!(problems.is_empty(), "{name}\n{}\n{text}", shown(&problems));
    let written = to_ecore(&read, again);
    assert_eq!(written, to_ecore(model, document), "{name}\n{text}");
    let twice = ecore_text::write(&read, again)
        .map(without_losses)
        .unwrap_or_else(|p| panic!("{name}\n{}", shown(&p)));
    assert_eq!(twice, text, "{name}: the text of what was read");
    let (model, document) = from_ecore(name, &written);
    let thrice = ecore_text::write(&model, document)
        .map(without_losses)
        .unwrap_or_else(|p| panic!("{name}\n{}", shown(&p)));
    assert_eq!(thrice, text, "{name}: the text through .ecore");
    text
}

#[test]
fn metamodels_are_restored_from_text() {
    data::check(&data::cases("tests/data/text", &["ecore"]), "expected", |path| {
        let name = data::name(path);
        let (model, document) = from_ecore(name, &data::text(path));
        text_of(name, &model, document)
    });
}

#[test]
fn texts_are_restored_from_ecore() {
    let mut count = 0;
    for path in data::cases("tests/data/language", &["pp"]) {
        let name = data::name(&path);
        let (model, document, problems) = from_text(name, &data::text(&path));
        if !problems.has_errors() {
            text_of(name, &model, document);
            count += 1;
        }
    }
    assert!(count > 5, "only {count} texts are sound");
}

#[test]
fn facts_that_do_not_apply_are_reported() {
    data::check(&data::cases("tests/data/text", &["pp"]), "expected", |path| {
        shown(&from_text(data::name(path), &data::text(path)).2)
    });
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_metamodels_are_the_same_after_conversion_to_text(plans in random::class_plans()) {
        let metamodel = random::metamodel(&plans);
        let roots: Vec<_> = metamodel.roots().collect();
        let (model, document) = ecore::to_model(&metamodel, &roots, "file:/models/random.ecore");
        text_of("random.ecore", &model, document);
    }
}
