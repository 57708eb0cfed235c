//! XML Schemas and documents: documents whose names start with `good` are valid, documents whose names start
//! with `bad` are not; xmllint agrees. `findings` contains the problems.

#![expect(clippy::disallowed_methods, reason = "tests read their cases and write expectations")]

use modelwright::files::{Disk, Files};
use modelwright::workspace::Registry;
use modelwright_metamodel::diagnostic::{Diagnostic, Source};
use modelwright_metamodel::input::Limits;
use modelwright_schema_validator as schemas;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn disk() -> Arc<dyn Files> {
    Arc::new(Disk::new())
}

fn sorted(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).unwrap_or_else(|e| panic!("{}: {e}", directory.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// The problems of a document in a format.
fn findings(schema: &dyn schemas::Schema, format: &str, name: &str, text: String) -> String {
    let format = Registry::standard().format(format).unwrap();
    let input = Source::new(name, text);
    let found = schema.check(format, &input).unwrap();
    found.iter().fold(String::new(), |mut all, finding| {
        let position = finding.primary_label().map(|label| label.position()).unwrap();
        writeln!(all, "{name}:{}:{}: {}", position.line, position.column, finding.message).unwrap();
        all
    })
}

fn cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/schemas")
}

/// The problem of a schema, with its labels and its help.
fn describe(problem: &Diagnostic) -> String {
    let mut actual = String::new();
    for (number, label) in problem.labels.iter().enumerate() {
        let position = label.position();
        let text = if number == 0 { &problem.message } else { &label.text };
        let shown = &label.source.text()[label.range.clone()];
        writeln!(actual, "{}:{} `{shown}`: {text}", position.line, position.column).unwrap();
    }
    if let Some(help) = &problem.help {
        writeln!(actual, "help: {help}").unwrap();
    }
    actual
}

/// The name of each file describes the schema. xmllint rejects the schemas in `wrong`, but accepts those in
/// `wrong-accepted-by-xmllint`, which the schema for schemas rejects.
#[test]
fn invalid_schemas_are_reported_at_their_position() {
    for directory in ["wrong", "wrong-accepted-by-xmllint"] {
        let paths = sorted(&cases().join(directory));
        let schemas =
            paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "xsd"));
        for path in schemas {
            let name = Path::new(path.file_name().unwrap());
            let actual = match schemas::load(&disk(), name, fs::read(path).unwrap(), &Limits::default()) {
                Ok(_) => panic!("{} is accepted", path.display()),
                Err(problem) => describe(&problem),
            };
            let expected = path.with_extension("expected");
            if std::env::var_os("UPDATE_EXPECT").is_some() {
                fs::write(&expected, &actual).unwrap();
            }
            assert_eq!(actual, fs::read_to_string(&expected).unwrap_or_default(), "{}", path.display());
        }
    }
}

fn load(path: &Path) -> Box<dyn schemas::Schema> {
    schemas::load(&disk(), path, fs::read(path).unwrap(), &Limits::default())
        .unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn verdicts_on_documents_are_those_of_xmllint() {
    for directory in sorted(&cases()).into_iter().filter(|directory| directory.join("schema.xsd").is_file()) {
        let schema = load(&directory.join("schema.xsd"));
        let mut all = String::new();
        for path in sorted(&directory).into_iter().filter(|path| path.extension().is_some_and(|e| e == "xml"))
        {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let found = findings(&*schema, "xmi", &name, fs::read_to_string(&path).unwrap());
            assert_eq!(found.is_empty(), name.starts_with("good"), "{}: {found}", path.display());
            all += &found;
        }
        let expected = directory.join("findings");
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            fs::write(&expected, &all).unwrap();
        }
        assert_eq!(all, fs::read_to_string(&expected).unwrap_or_default(), "{}", directory.display());
    }
}

/// The schema is that of `examples/library`, and every document has one of the usual mistakes of its authors.
#[test]
fn one_mistake_in_json_has_one_message() {
    let directory = cases().join("usual-mistakes");
    let schema = load(&directory.join("schema.json"));
    let mut all = String::new();
    let documents = sorted(&directory).into_iter().filter(|path| !path.ends_with("schema.json"));
    for path in documents.filter(|path| path.extension().is_some_and(|extension| extension == "json")) {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let found = findings(&*schema, "json", &name, fs::read_to_string(&path).unwrap());
        assert_eq!(found.lines().count(), usize::from(name != "good.json"), "{found}");
        all += &found;
    }
    assert!(all.lines().count() >= 10, "{all}");
    let expected = directory.join("findings");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&expected, &all).unwrap();
    }
    assert_eq!(all, fs::read_to_string(&expected).unwrap_or_default());
}

/// A schema in memory, which does not refer to other schemas.
fn loaded(body: &str) -> Result<Box<dyn schemas::Schema>, String> {
    let text = format!("<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\">{body}</xs:schema>");
    let path = Path::new("hostile.xsd");
    schemas::load(&disk(), path, text.into_bytes(), &Limits::default()).map_err(|problem| problem.message)
}

#[test]
fn hostile_schemas_are_rejected_or_checked_in_time() {
    let cycle = "<xs:simpleType name='A'><xs:restriction base='B'/></xs:simpleType>\
                  <xs:simpleType name='B'><xs:restriction base='A'/></xs:simpleType>";
    assert!(loaded(cycle).unwrap_err().contains("derived from itself"));
    let group = "<xs:group name='g'><xs:sequence><xs:group ref='g'/></xs:sequence></xs:group>";
    assert!(loaded(group).unwrap_err().contains("part of itself"));
    let stands = "<xs:element name='a' substitutionGroup='b'/><xs:element name='b' substitutionGroup='a'/>";
    assert!(loaded(stands).unwrap_err().contains("contains itself"));
    let mut doubling =
        "<xs:group name='g0'><xs:sequence><xs:element name='a'/></xs:sequence></xs:group>".to_owned();
    for at in 1..100 {
        let twice = format!("<xs:group ref='g{}'/>", at - 1).repeat(2);
        write!(doubling, "<xs:group name='g{at}'><xs:sequence>{twice}</xs:sequence></xs:group>").unwrap();
    }
    doubling += "<xs:element name='r'><xs:complexType><xs:group ref='g99'/></xs:complexType></xs:element>";
    let schema = loaded(&doubling).unwrap();
    assert!(findings(&*schema, "xmi", "r.xml", "<r><a/></r>".to_owned()).contains("particles"));
    let union = "<xs:simpleType name='A'><xs:union memberTypes='A A'/></xs:simpleType><xs:element name='r' type='A'/>";
    let schema = loaded(union).unwrap();
    assert!(!findings(&*schema, "xmi", "r.xml", "<r>1</r>".to_owned()).is_empty());
    let turns = "<xs:element name='r'><xs:complexType><xs:sequence minOccurs='1000000000' maxOccurs='2000000000'>\
                 <xs:element name='a' minOccurs='0'/></xs:sequence></xs:complexType></xs:element>";
    let schema = loaded(turns).unwrap();
    assert_eq!(findings(&*schema, "xmi", "r.xml", format!("<r>{}</r>", "<a/>".repeat(10_000))), "");
}

#[test]
fn unchecked_rules_are_reported() {
    let keys = "<xs:element name='r'><xs:unique name='u'><xs:selector xpath='a'/><xs:field xpath='@b'/></xs:unique></xs:element>";
    let notes = loaded(keys).unwrap().notes();
    assert!(notes.iter().any(|note| note.message.contains("not checked")));
    let unknown = loaded("<xs:element name='r'><xs:alternative/></xs:element>");
    assert!(unknown.unwrap_err().contains("is not allowed here"));
}

#[test]
fn depth_and_number_of_problems_are_limited() {
    let nested =
        |name: &str| format!("{}{}", format!("<xs:{name}>").repeat(900), format!("</xs:{name}>").repeat(900));
    let deep = format!("<xs:group name='g'>{}</xs:group>", nested("sequence"));
    assert!(loaded(&deep).unwrap_err().contains("levels deep"));
    let schema = loaded("<xs:element name='r'><xs:complexType/></xs:element>").unwrap();
    let many = findings_of(&*schema, &format!("<r>{}</r>", "<a/>".repeat(100_000)));
    assert_eq!(many, 1_001, "the last one reports that there are more");
}

fn findings_of(schema: &dyn schemas::Schema, text: &str) -> usize {
    let input = Source::new("many.xml", text);
    schema.check(Registry::standard().format("xmi").unwrap(), &input).unwrap().iter().count()
}
