//! Imports of XML Schema: each `tests/imports_xsd/NAME.xsd` becomes what EMF's importer made of it, `NAME.ecore`.
//!
//! EMF writes the address of the schema as the URI of a package without namespace; there, only the file's name counts.
//! `NAME.problems` has the problems of a schema that has some. `UPDATE_EXPECT=1` writes problems only.

use modelwright::files::{Disk, Memory, path_uri};
use modelwright::formats::WriteOptions;
use modelwright::workspace::{Registry, Workspace};
use modelwright_metamodel::diagnostic::Diagnostic;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn cases() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/imports_xsd");
    let entries = std::fs::read_dir(directory).expect("the cases").filter_map(Result::ok);
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "xsd"));
    paths.sort();
    paths
}

/// The text of the imported metamodel, and its problems.
fn import(path: &Path) -> (String, String) {
    let workspace = Workspace { files: Arc::new(Disk::new()), ..Workspace::default() };
    let loaded = workspace.load(path, None).expect("a schema");
    // What EMF makes of a schema is valid, but for names that are no identifiers.
    let findings = workspace.validate(&loaded);
    let is_dangling = |problem: &&Diagnostic| problem.code.id() == "MW0604";
    assert_eq!(findings.iter().find(is_dangling).map(ToString::to_string), None, "{}", path.display());
    assert!(findings.iter().all(|problem| problem.code.id() != "MW0422"), "{}", path.display());
    let format = Registry::standard().format("ecore").expect("the format");
    let written = format.to_bytes(&loaded.model, loaded.document, &WriteOptions::default());
    let (bytes, losses) = written.expect("a metamodel");
    assert!(losses.is_empty(), "{}: {losses:?}", path.display());
    let directory = path_uri(path.parent().expect("a directory"));
    let text = String::from_utf8(bytes).expect("UTF-8");
    let mut problems = String::new();
    for problem in loaded.diagnostics.iter() {
        let place = problem.primary_label().map(|label| label.position());
        let place = place.map(|at| format!("{}:{}", at.line, at.column)).unwrap_or_default();
        let _ = writeln!(problems, "{place} {} {}", problem.code.id(), problem.message);
    }
    (text.replace(&format!("{directory}/"), "file:/directory/"), problems)
}

#[test]
fn schemas_become_what_emf_makes_of_them() {
    let mut different = Vec::new();
    for path in cases() {
        let (text, problems) = import(&path);
        let expected = std::fs::read_to_string(path.with_extension("ecore")).expect("EMF's result");
        if text != expected {
            let at = text.lines().zip(expected.lines()).position(|(ours, theirs)| ours != theirs);
            let at = at.unwrap_or_else(|| text.lines().count().min(expected.lines().count()));
            let (ours, theirs) = (text.lines().nth(at), expected.lines().nth(at));
            let name = path.file_name().unwrap_or_default().display().to_string();
            different.push(format!("{name}:{}: {ours:?} is {theirs:?} in EMF", at + 1));
        }
        let file = path.with_extension("problems");
        if std::env::var_os("UPDATE_EXPECT").is_some() && !problems.is_empty() {
            std::fs::write(&file, &problems).expect("a file");
        }
        let known = std::fs::read_to_string(&file).unwrap_or_default();
        if known != problems {
            different.push(format!("{}: {problems}", file.display()));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}

/// The codes of the problems of a schema with this content.
fn codes_of(content: &str) -> Vec<&'static str> {
    let text = format!(
        "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns='urn:t' targetNamespace='urn:t'>{content}</xs:schema>"
    );
    codes_of_text(text)
}

fn codes_of_text(text: String) -> Vec<&'static str> {
    let files = Memory::from_iter([("/s/schema.xsd", text)]);
    let workspace = Workspace { files: Arc::new(files), ..Workspace::default() };
    let loaded = workspace.load(Path::new("/s/schema.xsd"), None).expect("a file");
    let mut codes: Vec<_> = loaded.diagnostics.iter().map(|problem| problem.code.id()).collect();
    codes.dedup();
    codes
}

#[test]
fn bad_schemas_are_reported() {
    let extension = |name: &str, base: &str| {
        format!(
            "<xs:complexType name='{name}'><xs:complexContent><xs:extension base='{base}'/></xs:complexContent></xs:complexType>"
        )
    };
    assert_eq!(codes_of(&(extension("A", "B") + &extension("B", "A"))), ["MW0750"]);
    let group = "<xs:group name='g'><xs:sequence><xs:group ref='g'/></xs:sequence></xs:group>\
                 <xs:complexType name='A'><xs:group ref='g'/></xs:complexType>";
    assert_eq!(codes_of(group), ["MW0750"]);
    let attributes = "<xs:attributeGroup name='g'><xs:attributeGroup ref='g'/></xs:attributeGroup>\
                      <xs:complexType name='A'><xs:attributeGroup ref='g'/></xs:complexType>";
    assert!(codes_of(attributes).is_empty());
    assert!(
        codes_of("<xs:element name='a' substitutionGroup='b'/><xs:element name='b' substitutionGroup='a'/>")
            .len()
            < 2
    );
    assert_eq!(codes_of("<xs:include schemaLocation='none.xsd'/>"), ["MW0752"]);
    assert_eq!(codes_of("<xs:include schemaLocation='../../etc/passwd'/>"), ["MW0752"]);
    assert_eq!(codes_of("<xs:import namespace='urn:x' schemaLocation='http://x.org/x.xsd'/>"), ["MW0752"]);
    assert_eq!(codes_of("<xs:element name='a' type='None'/>"), ["MW0751"]);
    let deep = "<xs:sequence>".repeat(5_000);
    assert_eq!(codes_of(&format!("<xs:complexType name='A'>{deep}")), ["MW0750"]);
    // Entities are not expanded without a limit.
    let entities: String = (1..30).map(|n| format!("<!ENTITY e{n} '&e{};&e{};'>", n - 1, n - 1)).collect();
    let bomb = format!(
        "<!DOCTYPE s [<!ENTITY e0 'xx'>{entities}]>\
         <xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' id='&e29;'/>"
    );
    assert!(!codes_of_text(bomb).is_empty());
}

#[test]
fn long_chains_of_types_do_not_overflow_the_stack() {
    let mut content = String::from(
        "<xs:complexType name='T0'/>\
         <xs:simpleType name='S0'><xs:restriction base='xs:int'/></xs:simpleType>",
    );
    for n in 1..500 {
        let previous = n - 1;
        let _ = write!(
            content,
            "<xs:complexType name='T{n}'><xs:complexContent><xs:extension base='T{previous}'/></xs:complexContent></xs:complexType>\
             <xs:complexType name='U{n}'><xs:sequence><xs:element name='e' type='U{}'/></xs:sequence></xs:complexType>\
             <xs:simpleType name='S{n}'><xs:restriction base='S{previous}'/></xs:simpleType>",
            n % 499 + 1
        );
    }
    assert!(codes_of(&content).is_empty());
}

#[test]
fn a_typing_error_after_many_warnings_is_an_error() {
    let many = "<xs:element name='a' other='x'/>".repeat(1_500);
    let has_errors = |last: &str| {
        let text = format!("<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'>{many}{last}</xs:schema>");
        let files = Memory::from_iter([("/s/schema.xsd", text)]);
        let workspace = Workspace { files: Arc::new(files), ..Workspace::default() };
        workspace.load(Path::new("/s/schema.xsd"), None).expect("a file").diagnostics.has_errors()
    };
    assert!(!has_errors(""));
    assert!(has_errors("<xs:elemnt name='b'/>"));
}
