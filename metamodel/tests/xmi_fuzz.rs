//! Documents that fuzzing found: each file under `tests/data/xmi-fuzz` is named after its content.
//!
//! The first byte controls the fuzz target: its lowest bit means that the document is an Ecore model, the next one
//! that it is written as an `.ecore` file, the third one that it is written on one line. Each is read without errors,
//! written, read again, and written the same.

#![expect(clippy::disallowed_methods, reason = "tests read their cases and write expectations")]

#[path = "json/fixture.rs"]
mod fixture;

use modelwright_language::language;
use modelwright_metamodel::diagnostic::{Diagnostics, Source};
use modelwright_metamodel::ecore::Metamodel;
use modelwright_metamodel::input::{Limits, decode_xml};
use modelwright_metamodel::model::ecore::from_models;
use modelwright_metamodel::model::{Document, DocumentId, Model};
use modelwright_metamodel::output::in_memory;
use modelwright_notations::xmi::{self, ReadOptions, WriteOptions};
use std::path::Path;
use std::sync::Arc;

fn read(bytes: &[u8], metamodel: &Arc<Metamodel>) -> Option<(Model, DocumentId, Diagnostics)> {
    let decoded = decode_xml("case.xmi", bytes.to_vec(), &Limits::default()).ok()?;
    let mut model = Model::new(Arc::clone(metamodel));
    let mut document = Document::new("file:/models/case.xmi");
    document.encoding = decoded.encoding;
    let (document, problems) = xmi::read(&decoded.source, &mut model, document, &ReadOptions::default());
    Some((model, document, problems))
}

fn show(problems: &Diagnostics) -> String {
    problems.iter().map(|problem| format!("{problem}\n")).collect()
}

/// The failure of a case, if it fails.
fn failure(choice: u8, bytes: &[u8]) -> Option<String> {
    let is_ecore = choice & 1 != 0;
    let metamodel = if is_ecore { Metamodel::ecore() } else { fixture::library() };
    let Some((model, document, problems)) = read(bytes, &metamodel) else {
        return Some("it is not decoded".to_owned());
    };
    if problems.has_errors() {
        return Some(format!("it is not read:\n{}", show(&problems)));
    }
    if is_ecore && let Some(text) = language_failure(&model, document) {
        return Some(text);
    }
    let options = if choice & 2 != 0 { WriteOptions::ecore() } else { WriteOptions::default() };
    let options = WriteOptions { formatted: choice & 4 == 0, ..options };
    let once = match in_memory(|sink| xmi::write(&model, document, &options, sink)).map(|(bytes, _)| bytes) {
        Ok(once) => once,
        Err(problems) => return Some(format!("it is not written:\n{}", show(&problems))),
    };
    let shown = String::from_utf8_lossy(&once);
    let Some((again, document, problems)) = read(&once, &metamodel) else {
        return Some(format!("what was written is not decoded:\n{shown}"));
    };
    if problems.has_errors() {
        return Some(format!("what was written is not read:\n{}{shown}", show(&problems)));
    }
    match in_memory(|sink| xmi::write(&again, document, &options, sink)).map(|(bytes, _)| bytes) {
        Ok(twice) if twice == once => None,
        Ok(twice) => Some(format!("{shown}is written again as\n{}", String::from_utf8_lossy(&twice))),
        Err(problems) => Some(format!("what was written is not written again:\n{}", show(&problems))),
    }
}

fn language_failure(model: &Model, document: DocumentId) -> Option<String> {
    let converted = from_models(model, &[document], &Metamodel::ecore());
    let metamodel = &converted.metamodel;
    let roots: Vec<_> = metamodel.roots().filter(|id| !metamodel.is_ecore_package(*id)).collect();
    let printed = language::print(metamodel, &roots);
    if !converted.problems.is_empty() {
        return None;
    }
    let (again, problems) = language::load(&[Source::new("printed.pp", printed.as_str())]);
    let Some(again) = again else { return Some(format!("{}{printed}", show(&problems))) };
    let roots: Vec<_> = again.roots().collect();
    let twice = language::print(&again, &roots);
    (twice != printed).then(|| format!("{printed}\nis printed again as\n{twice}"))
}

#[test]
fn written_documents_are_read_as_the_same_model() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/xmi-fuzz");
    let mut paths: Vec<_> =
        std::fs::read_dir(&directory).expect("the cases").map(|e| e.expect("an entry").path()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "the cases are there");
    let mut failed = String::new();
    for path in paths {
        let bytes = std::fs::read(&path).expect("a readable case");
        let (choice, bytes) = bytes.split_first().expect("a case is not empty");
        if let Some(text) = failure(*choice, bytes) {
            failed.push_str(&format!("== {}\n{text}\n", path.display()));
        }
    }
    assert!(failed.is_empty(), "{failed}");
}

/// The problem codes of a document of the library metamodel, which must be rejected.
fn problem_codes(content: &str) -> Vec<&'static str> {
    let text = format!(
        r#"<l:Library xmlns:l="{}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
            xmlns:xmi="http://www.omg.org/XMI" {content}</l:Library>"#,
        fixture::URI
    );
    let (_, _, problems) = read(text.as_bytes(), &fixture::library()).expect("it is decoded");
    problems.iter().map(|problem| problem.code.id()).collect()
}

#[test]
fn objects_contain_neither_themselves_nor_content_of_others() {
    for content in [
        r#"branches="/">"#,
        r##"><branches href="#/"/>"##,
        r##"><branches><branches href="#//@branches.0"/></branches>"##,
    ] {
        assert_eq!(problem_codes(content), ["MW0204"], "{content}");
    }
    assert_eq!(problem_codes(r#"><books xsi:nil="true"/>"#), ["MW0108"]);
    let twice = r#"><books/><people xsi:type="l:Author" wrote="//@books.0 //@books.0"/>"#;
    assert_eq!(problem_codes(twice), ["MW0207"]);
    for content in
        [r#"><books isbn="a"/><books xmi:idref="a"/>"#, r##"><main xsi:type="l:Book" href="#//@main"/>"##]
    {
        assert!(problem_codes(content).is_empty(), "{content}");
    }
}

/// An object that names an object inside itself as its container: EMF ignores the attribute if Ecore computes the
/// container, and sets it otherwise.
#[test]
fn no_container_is_inside_its_content() {
    let text = r#"<ecore:EPackage xmlns:ecore="http://www.eclipse.org/emf/2002/Ecore" name="p">
        <eAnnotations references="//q/r"/>
        <eSubpackages name="q" eSuperPackage="//q/r"><eSubpackages name="r"/></eSubpackages></ecore:EPackage>"#;
    let (model, document, problems) = read(text.as_bytes(), &Metamodel::ecore()).expect("it is decoded");
    assert!(problems.is_empty(), "{}", show(&problems));
    let root = model.document(document).roots()[0];
    let part = model.list_named(root, "eSubpackages").objects().next().expect("a package");
    assert_eq!(model.container(part), Some(root));

    let types = "package tree { uri => 'urn:tree' }
        type Node {
          has parts, Node { max => unbound, opposite => whole }
          has whole, Node { containment => false, opposite => parts }
        }";
    let (metamodel, _) = language::load(&[Source::new("tree.pp", types)]);
    let text = r#"<t:Node xmlns:t="urn:tree"><parts whole="//@parts.0/@parts.0"><parts/></parts></t:Node>"#;
    let (.., problems) = read(text.as_bytes(), &Arc::new(metamodel.expect("types"))).expect("it is decoded");
    assert_eq!(problems.iter().map(|problem| problem.code.id()).collect::<Vec<_>>(), ["MW0204"]);
}
