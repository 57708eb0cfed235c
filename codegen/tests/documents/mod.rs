//! Documents of typed values: what was read and not changed is written as the same bytes.

use super::golden::library::Library;
use modelwright_metamodel::typed::Document;
use std::fs;
use std::path::Path;

#[test]
fn documents_come_back_as_they_were() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/documents");
    let files = fs::read_dir(folder).expect("the folder of documents");
    let mut paths: Vec<_> = files.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "xmi"));
    paths.sort();
    assert!(!paths.is_empty());
    for path in paths {
        let bytes = fs::read(&path).expect("a document");
        let document = Document::<Library>::from_xmi(bytes.clone())
            .unwrap_or_else(|problems| panic!("{}: {:?}", path.display(), problems.iter().next()));
        let written = document.to_xmi().expect("what was read can be written");
        let texts = [&written, &bytes].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        assert_eq!(texts[0], texts[1], "{}", path.display());
        assert_eq!(written, bytes, "{}", path.display());
    }
}

/// Where the metamodel lies can be said anew.
#[test]
fn a_location_is_the_headers() {
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
