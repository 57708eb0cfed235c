//! Documents of typed values: a document that is read and not changed is written as the same bytes.

#![expect(clippy::disallowed_methods, reason = "tests read their cases and write expectations")]

use super::golden::library::Library;
use modelwright_metamodel::model::{Document as Header, Model, ObjectId, Value};
use modelwright_typed::{self as typed, Document, Element, Embedded, Ref};
use std::fs;
use std::path::Path;
use std::sync::Arc;

#[test]
fn unchanged_documents_are_written_as_the_same_bytes() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/documents");
    let files = fs::read_dir(directory).expect("the directory of documents");
    let mut paths: Vec<_> = files.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "xmi"));
    paths.sort();
    assert!(!paths.is_empty());
    for path in paths {
        let bytes = fs::read(&path).expect("a document");
        let document = Document::<Library>::from_xmi(bytes.clone())
            .unwrap_or_else(|problems| panic!("{}: {:?}", path.display(), problems.iter().next()));
        let written = document.to_xmi().expect("a document that was read can be written");
        let texts = [&written, &bytes].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        assert_eq!(texts[0], texts[1], "{}", path.display());
        assert_eq!(written, bytes, "{}", path.display());
    }
}

/// The location of the metamodel can be set.
#[test]
fn the_location_is_in_the_header() {
    let mut document = Document::from(Library { name: "City".to_owned(), ..Library::default() });
    let written = |document: &Document<Library>| {
        String::from_utf8(document.to_xmi().expect("a sound library")).expect("ASCII")
    };
    assert!(!written(&document).contains("schemaLocation"));
    document.header.schema_locations = vec![
        ("http://example.org/unused".to_owned(), "unused.ecore".to_owned()),
        ("http://example.org/library".to_owned(), "library.ecore".to_owned()),
    ];
    let stated = " xsi:schemaLocation=\"http://example.org/library library.ecore\"";
    assert!(written(&document).contains(stated), "{}", written(&document));
}

/// Values that only their data type can parse, or that only look like their defaults.
static SPELLED: Embedded = Embedded::new(
    "spelled.ecore",
    r#"<?xml version="1.0" encoding="UTF-8"?>
<ecore:EPackage xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
    xmlns:ecore="http://www.eclipse.org/emf/2002/Ecore" name="spelled" nsURI="urn:spelled" nsPrefix="s">
  <eClassifiers xsi:type="ecore:EClass" name="Spelled">
    <eStructuralFeatures xsi:type="ecore:EAttribute" name="coded" eType="ecore:EDataType http://www.eclipse.org/emf/2003/XMLType#//Base64Binary"/>
    <eStructuralFeatures xsi:type="ecore:EAttribute" name="bytes" eType="ecore:EDataType http://www.eclipse.org/emf/2002/Ecore#//EByteArray"
        defaultValueLiteral="00ff"/>
    <eStructuralFeatures xsi:type="ecore:EAttribute" name="signed" eType="ecore:EDataType http://www.eclipse.org/emf/2002/Ecore#//EDouble"
        defaultValueLiteral="-0.0"/>
  </eClassifiers>
</ecore:EPackage>
"#,
);
static PACKAGE: typed::Package = typed::Package::new("urn:spelled", &SPELLED);

#[derive(Debug, Clone, PartialEq)]
struct Spelled {
    coded: Option<String>,
    bytes: String,
    signed: f64,
}

typed::class! { Spelled: Default in PACKAGE { coded, bytes = "00FF".into(), signed = -0.0 } }

#[test]
fn values_are_spelled_as_their_data_types_do() {
    let head = "<?xml version=\"1.0\" encoding=\"ASCII\"?>\n<s:Spelled xmi:version=\"2.0\" \
                xmlns:xmi=\"http://www.omg.org/XMI\" xmlns:s=\"urn:spelled\"";
    for attributes in ["", " coded=\"AQL/\"", " bytes=\"00FE\"", " signed=\"0.0\""] {
        let text = format!("{head}{attributes}/>\n");
        let document = Document::<Spelled>::from_xmi(text.clone()).expect("a document");
        let written = document.to_xmi().expect("a document that was read can be written");
        assert_eq!(String::from_utf8_lossy(&written), text);
        let json = serde_json::to_string(&document.roots[0]).expect("JSON");
        let back: Spelled = serde_json::from_str(&json).expect("a value");
        assert_eq!(back.signed.to_bits(), document.roots[0].signed.to_bits(), "{json}");
    }
    let wrong = Spelled { coded: Some("0:".to_owned()), ..Spelled::default() };
    let problems = wrong.to_xmi().expect_err("invalid Base64 data");
    assert!(problems.iter().any(|p| p.message.contains("Base64 data")), "{:?}", problems.iter().next());
}

/// A model of a library, and its root.
fn library() -> (Model, ObjectId) {
    let mut model = Model::new(Arc::clone(super::golden::library::METAMODEL.metamodel().expect("sound")));
    let document = model.add_document(Header::new("file:/library.xmi"));
    let library = create(&mut model, "Library");
    model.add_root(document, library);
    (model, library)
}

fn create(model: &mut Model, class: &str) -> ObjectId {
    let package = model.metamodel().package_by_uri("http://example.org/library").expect("the package");
    let class = model.metamodel().class(package, class).expect("a class");
    let object = model.create(class).expect("a concrete class");
    let name = model.metamodel().feature(class, "name").expect("a feature");
    model.set(object, name, Value::String("x")).expect("a name");
    object
}

fn add(model: &mut Model, object: ObjectId, feature: &str, value: ObjectId) {
    let feature = model.metamodel().feature(model.class(object), feature).expect("a feature");
    model.add(object, feature, Value::Object(value)).expect("a value");
}

/// The address of an object in no document would refer to another object.
#[test]
fn references_to_objects_in_no_document_are_reported() {
    let (mut model, library) = library();
    let (book, author) = (create(&mut model, "Book"), create(&mut model, "Author"));
    add(&mut model, library, "items", book);
    add(&mut model, book, "authors", author);
    let document = model.document_of(library).expect("a document");
    let problems = Document::<Library>::from_model(&model, document).expect_err("a dangling reference");
    let messages: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert!(
        messages.len() == 1 && messages[0].contains("MW0614") && messages[0].contains("Book.authors"),
        "{messages:?}"
    );
}

/// Only the reference determines the class of an object in another document.
#[test]
fn references_to_other_documents_of_a_model_name_the_class() {
    use super::golden::anything::{Holder, METAMODEL};
    let metamodel = METAMODEL.metamodel().expect("a sound metamodel");
    let mut model = Model::new(Arc::clone(metamodel));
    let documents = ["file:/a.xmi", "file:/b.xmi"].map(|uri| model.add_document(Header::new(uri)));
    let class = metamodel.classes().find(|(_, class)| class.name == "Holder").expect("a class").0;
    let [holder, other] = documents.map(|document| {
        let object = model.create(class).expect("a concrete class");
        model.add_root(document, object);
        object
    });
    let last = metamodel.feature(class, "last").expect("a feature");
    model.set(holder, last, Value::Object(other)).expect("an object");
    let document = Document::<Holder>::from_model(&model, documents[0]).expect("a holder");
    let reference: &Ref<_> = document.roots[0].last.as_ref().expect("a reference");
    assert_eq!((reference.is_external(), reference.class()), (true, Some("Holder")));
}

/// A value alone cannot store the content that a document has beside its values.
#[test]
fn contents_elsewhere_are_reported_for_values_alone() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/documents");
    let bytes = fs::read(directory.join("contents-elsewhere.xmi")).expect("a document");
    let problems = Library::from_xmi(bytes).expect_err("contents in another document");
    assert!(problems.iter().all(|p| p.code.id() == "MW0703"), "{:?}", problems.iter().next());
}
