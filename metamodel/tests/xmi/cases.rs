//! Documents stored as files: each with its text after writing it again, or with its problems.
//!
//! The bytes expected of a document that Eclipse EMF reads as well are EMF's own, with these exceptions:
//!
//! * external entities and bytes outside the declared encoding are rejected (`xml-entity-external*`,
//!   `encoding-ascii-violated`);
//! * a reference is written as a path if EMF writes an id that it cannot read (`ids-empty`, `ids-with-*`);
//! * `&` in an annotation's address is escaped (`ecore-annotation-characters`).
//!
//! [`ONCE`] lists documents that EMF itself cannot read again.

use super::data;
use super::{Limits, ReadDocument, Source, WriteOptions, codes, metamodel_of, read, read_with, show, write};
use modelwright_metamodel::ecore::Metamodel;
use modelwright_metamodel::encoding::Encoding;
use modelwright_metamodel::model::{Model, ecore};
use modelwright_metamodel::output::in_memory;
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// The metamodel of the cases.
pub(crate) fn metamodel() -> Arc<Metamodel> {
    static METAMODEL: OnceLock<Arc<Metamodel>> = OnceLock::new();
    let bytes = include_bytes!("../data/xmi/model.ecore");
    Arc::clone(METAMODEL.get_or_init(|| metamodel_of("model.ecore", bytes)))
}

/// Documents that nothing can read again after EMF writes them: in `.ecore` files, a reference by element becomes an
/// attribute whose target must exist.
const ONCE: [&str; 1] = ["ecore-href-to-nothing.ecore"];

/// The result of a document: its problems, or its warnings and the written document.
fn outcome(name: &str, bytes: &[u8]) -> Vec<u8> {
    let is_ecore = name.ends_with(".ecore");
    let metamodel = if is_ecore { Metamodel::ecore() } else { metamodel() };
    let options = if is_ecore { WriteOptions::ecore() } else { WriteOptions::default() };
    let first = match read(&metamodel, name, bytes) {
        Ok(read) => read,
        Err(problem) => return problem.into_bytes(),
    };
    let mut out = show(&first.diagnostics).into_bytes();
    if first.diagnostics.has_errors() {
        return out;
    }
    let written = write(&first, &options);
    let again = read(&metamodel, name, &written).unwrap_or_else(|problem| panic!("{name}: {problem}"));
    if ONCE.contains(&name) {
        assert!(again.diagnostics.has_errors(), "{name}: EMF rejects what is written");
    } else {
        assert!(!again.diagnostics.has_errors(), "{name}: {}", show(&again.diagnostics));
        assert_eq!(write(&again, &options), written, "{name}: written documents are read as the same model");
    }
    out.extend(written);
    out
}

#[test]
fn documents_match_their_expectations() {
    let named = |path: &Path| path.with_file_name(format!("{}.out", data::name(path)));
    data::check_beside(&data::cases("tests/data/xmi", &["xmi", "ecore"]), named, |path| {
        outcome(data::name(path), &data::bytes(path))
    });
}

/// A document with many kinds of content, small enough to be damaged at every byte.
pub(crate) const SMALL: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE xmi:XMI [<!ENTITY e "x&#38;amp;y">]>
<xmi:XMI xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:m="http://modelwright.dev/test/xmi">
  <!-- é -->
  <m:Node xmi:id="a" name="&lt;&e;&#xe9;日" links="/0/@kids.0 a" staff="/0/@kids.0">
    <kids xsi:type="m:Special" more="😀" boss="a"/>
    <tags>t&amp;<![CDATA[<u>]]></tags>
    <tags xsi:nil="true"/>
    <items key="k'/ " number="-1"/>
    <values vDouble="1.5E-10" vDate="2024-01-02" color="grün &amp; gelb"/>
    <any href="other.xmi#//@x"/>
  </m:Node>
  <?end of?>
</xmi:XMI>"#;

#[test]
fn a_document_cut_at_any_byte_is_rejected() {
    let bytes = SMALL.as_bytes();
    let whole = read(&metamodel(), "small.xmi", bytes).expect("text");
    assert!(whole.diagnostics.is_empty(), "{}", show(&whole.diagnostics));
    for end in 0..bytes.len() {
        let cut = read(&metamodel(), "small.xmi", &bytes[..end]);
        assert!(cut.is_err_and(|p| !p.is_empty()) || read_errors(&bytes[..end]), "cut at {end}");
    }
}

fn read_errors(bytes: &[u8]) -> bool {
    read(&metamodel(), "small.xmi", bytes).is_ok_and(|read| read.diagnostics.has_errors())
}

#[test]
fn no_changed_byte_causes_a_panic() {
    for at in 0..SMALL.len() {
        for byte in [b'"', b'<', b'>', b'&', b'/', b':', b'=', b'#', b' ', b'x', b'0', b'\n', b'!', 0, 0xff] {
            let mut bytes = SMALL.as_bytes().to_vec();
            bytes[at] = byte;
            let Ok(read) = read(&metamodel(), "small.xmi", &bytes) else { continue };
            // A model that was read can be inspected and written, whatever is missing from it.
            let _ = in_memory(|sink| {
                modelwright_notations::xmi::write(&read.model, read.document, &WriteOptions::default(), sink)
            })
            .map(|(bytes, _)| bytes);
            assert!(read.model.objects().all(|object| !read.model.address(object).is_empty()));
        }
    }
}

fn nested(depth: usize) -> String {
    let start = "<m:Node xmi:version=\"2.0\" xmlns:xmi=\"http://www.omg.org/XMI\" \
                 xmlns:m=\"http://modelwright.dev/test/xmi\">";
    format!("{start}{}{}</m:Node>\n", "<one>".repeat(depth), "</one>".repeat(depth))
}

#[test]
fn deep_documents_do_not_overflow_the_stack_and_are_reported() {
    let deep = nested(100_000);
    for text in [deep.as_str(), &"<a>".repeat(100_000), &deep[..deep.len() / 2]] {
        let read = read(&metamodel(), "deep.xmi", text.as_bytes()).expect("text");
        let codes: Vec<_> = read.diagnostics.iter().map(|d| d.code).collect();
        assert!(codes.contains(&codes::LIMIT) || codes.contains(&codes::XML_SYNTAX), "{codes:?}");
    }
    let limits = Limits { depth: usize::MAX, ..Limits::default() };
    let read = read_with(&metamodel(), &Source::new("deep.xmi", deep.as_str()), None, limits);
    assert!(read.diagnostics.is_empty(), "{}", show(&read.diagnostics));
    let options = WriteOptions { formatted: false, ..WriteOptions::default() };
    let written = String::from_utf8(write(&read, &options)).expect("UTF-8");
    assert_eq!(written.matches("<one>").count(), 99_999);
    assert!(written.contains("<one/></one>"));
    let deepest = read.model.objects().last().expect("an object");
    assert_eq!(read.model.address(deepest).len(), 1 + 5 * 100_000);
}

#[test]
fn problems_are_bounded() {
    use modelwright_metamodel::diagnostic::Diagnostics;
    let many = nested(0).replace("></m:Node>", &format!(">{}</m:Node>", "<gone/>".repeat(50_000)));
    let read = read(&metamodel(), "many.xmi", many.as_bytes()).expect("text");
    assert_eq!(read.diagnostics.error_count(), 50_000);
    assert_eq!(read.diagnostics.iter().count(), Diagnostics::LIMIT);
}

#[test]
fn one_sided_opposites_cost_linear_time() {
    let count = 100_000;
    let lone = "<kids boss=\"/\"/>".repeat(count);
    let both: Vec<String> = (0..count).map(|at| format!("//@kids.{at}")).collect();
    for (attributes, body) in [
        (String::new(), lone.clone()),
        (format!(" staff=\"{}\"", both.join(" ")), lone),
        (format!(" staff=\"{}\"", both.join(" ")), "<kids/>".repeat(count)),
        (format!(" friends=\"{}\"", both.join(" ")), "<kids friendOf=\"/\"/>".repeat(count)),
    ] {
        let text = nested(0).replace("></m:Node>", &format!("{attributes}>{body}</m:Node>"));
        let started = std::time::Instant::now();
        let read = read(&metamodel(), "many.xmi", text.as_bytes()).expect("text");
        assert!(read.diagnostics.is_empty(), "{}", show(&read.diagnostics));
        let root = read.model.document(read.document).roots()[0];
        let there = ["staff", "friends"].map(|name| read.model.list_named(root, name).len());
        assert_eq!(there.into_iter().max(), Some(count));
        assert!(started.elapsed().as_secs() < 10, "{:?}", started.elapsed());
    }
}

#[test]
fn references_by_id_cost_linear_time() {
    let count = 100_000;
    let ids: Vec<String> = (0..count).map(|at| format!("_id{at}")).collect();
    let kids: String = ids.iter().map(|id| format!("<kids xmi:id=\"{id}\"/>")).collect();
    let body = format!(" friends=\"{}\">{kids}</m:Node>", ids.join(" "));
    let text = nested(0).replace("></m:Node>", &body);
    let started = std::time::Instant::now();
    let read = read(&metamodel(), "ids.xmi", text.as_bytes()).expect("text");
    assert!(read.diagnostics.is_empty(), "{}", show(&read.diagnostics));
    let root = read.model.document(read.document).roots()[0];
    let objects = |name| read.model.list_named(root, name).objects();
    assert!(objects("friends").eq(objects("kids")) && objects("kids").count() == count);
    assert!(started.elapsed().as_secs() < 10, "{:?}", started.elapsed());
}

#[test]
fn contested_opposites_cost_linear_time() {
    let count = 100_000;
    let all: Vec<String> = (1..count).map(|at| format!("//@kids.{at}")).collect();
    let body = format!("<kids staff=\"{}\"/>{}", all.join(" "), "<kids/>".repeat(count - 1));
    let attributes = format!(" staff=\"//@kids.0 {}\"", all.join(" "));
    let text = nested(0).replace("></m:Node>", &format!("{attributes}>{body}</m:Node>"));
    let started = std::time::Instant::now();
    let read = read(&metamodel(), "contested.xmi", text.as_bytes()).expect("text");
    assert!(read.diagnostics.is_empty(), "{}", show(&read.diagnostics));
    let root = read.model.document(read.document).roots()[0];
    let first = read.model.list_named(root, "kids").objects().next().expect("a kid");
    assert_eq!(read.model.list_named(root, "staff").len(), 1, "the last statement wins");
    assert_eq!(read.model.list_named(first, "staff").len(), count - 1);
    assert!(started.elapsed().as_secs() < 10, "{:?}", started.elapsed());
}

/// How one document is written with some options.
fn written_with(change: impl FnOnce(&mut WriteOptions)) -> String {
    let text = nested(0).replace("></m:Node>", " name=\"é\"><tags>x</tags><tags>😀</tags></m:Node>");
    let read = read_with(&metamodel(), &Source::new("options.xmi", text), None, Limits::default());
    let mut options = WriteOptions::default();
    change(&mut options);
    let bytes = write(&read, &options);
    // Without a declaration, nothing in the document names its encoding.
    let encoding = options.encoding.get_or_insert_with(|| "ASCII".to_owned()).clone();
    let again: ReadDocument = super::read(&metamodel(), "options.xmi", &bytes).expect("text");
    assert!(again.diagnostics.is_empty(), "{}", show(&again.diagnostics));
    assert_eq!(write(&again, &options), bytes, "written documents are read as the same model");
    match Encoding::from_name(&encoding).expect("a known encoding") {
        Encoding::Latin1 => bytes.into_iter().map(char::from).collect(),
        Encoding::Utf16 => {
            let units: Vec<u16> = bytes.chunks(2).map(|u| u16::from_be_bytes([u[0], u[1]])).collect();
            String::from_utf16(&units).expect("UTF-16").trim_start_matches('\u{feff}').to_owned()
        }
        _ => String::from_utf8(bytes).expect("UTF-8"),
    }
}

#[test]
fn options_change_only_the_form() {
    let start = "<m:Node xmi:version=\"2.0\" xmlns:xmi=\"http://www.omg.org/XMI\"";
    let package = "xmlns:m=\"http://modelwright.dev/test/xmi\"";
    let form = |encoding: &str, name: &str, tag: &str| {
        format!(
            "<?xml version=\"1.0\" encoding=\"{encoding}\"?>\n{start} {package} name=\"{name}\">\n  \
             <tags>x</tags>\n  <tags>{tag}</tags>\n</m:Node>\n"
        )
    };
    let plain = form("ASCII", "&#xe9;", "&#x1f600;");
    assert_eq!(written_with(|_| ()), plain);
    for (encoding, name, tag) in [
        ("UTF-8", "é", "😀"),
        ("ISO-8859-1", "é", "&#x1f600;"),
        ("UTF-16", "é", "😀"),
        ("us-ascii", "&#xe9;", "&#x1f600;"),
    ] {
        let written = written_with(|options| options.encoding = Some(encoding.to_owned()));
        assert_eq!(written.to_lowercase(), form(encoding, name, tag).to_lowercase());
    }
    let (declaration, body) = plain.split_once('\n').expect("lines");
    assert_eq!(written_with(|options| options.declaration = false), body);
    let flat = body.replace("\n  ", "").replace("\n</", "</");
    let unformatted = format!("{declaration}\n{flat}");
    assert_eq!(written_with(|options| options.formatted = false), unformatted);
    let wrapped = plain.replace(" xmlns:m=", "\n    xmlns:m=").replace(" name=", "\n    name=");
    assert_eq!(written_with(|options| options.line_width = 40), wrapped);
}

#[test]
fn models_that_cannot_be_written_are_rejected() {
    use modelwright_metamodel::model::{Document, Value};
    let metamodel = metamodel();
    let package = metamodel.package_by_uri("http://modelwright.dev/test/xmi").expect("the package");
    let class = metamodel.class(package, "Node").expect("the class");
    let feature = |name| metamodel.feature(class, name).expect("a feature");
    let mut model = Model::new(Arc::clone(&metamodel));
    let document = model.add_document(Document::new("file:/models/new.xmi"));
    let [root, loose] = [0, 1].map(|_| model.create(class).expect("an object"));
    model.add_root(document, root);
    let problem = |model: &Model| {
        let problems = in_memory(|sink| {
            modelwright_notations::xmi::write(model, document, &WriteOptions::default(), sink)
        })
        .map(|(bytes, _)| bytes);
        problems.map(|_| ()).map_err(|problems| show(&problems))
    };
    for (name, value) in [
        ("link", Value::Object(loose)),
        ("name", Value::String("a\u{1}")),
        ("name", Value::String("\u{FFFE}")),
    ] {
        model.set(root, feature(name), value).expect("a value of the type");
        assert!(problem(&model).is_err_and(|text| text.contains("MW")), "{name}");
        model.unset(root, feature(name)).expect("a feature");
    }
    model.add(root, feature("links"), Value::Object(loose)).expect("a value of the type");
    assert!(problem(&model).is_err());
    model.add(root, feature("kids"), Value::Object(loose)).expect("a value of the type");
    assert_eq!(problem(&model), Ok(()), "it has a place now");
}

#[test]
fn metamodels_are_the_same_after_conversion_to_a_model() {
    for name in ["model.ecore", "ecore-generics.ecore", "ecore-long-lines.ecore", "ecore-roots.ecore"] {
        let bytes = data::bytes(&data::path("tests/data/xmi").join(name));
        let read = read(&Metamodel::ecore(), name, &bytes).expect("text");
        let first = ecore::from_models(&read.model, &[read.document], &Metamodel::ecore()).metamodel;
        let roots: Vec<_> = first.roots().collect();
        let (model, document) = ecore::to_model(&first, &roots, "file:/models/x");
        let written = in_memory(|sink| {
            modelwright_notations::xmi::write(&model, document, &WriteOptions::ecore(), sink)
        })
        .map(|(bytes, _)| bytes);
        assert_eq!(written.map_err(|p| show(&p)), Ok(write(&read, &WriteOptions::ecore())), "{name}");
    }
}
