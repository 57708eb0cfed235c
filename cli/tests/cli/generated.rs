//! Inputs that are too large to be stored in files: too deep, too long, too many elements, truncated at any byte.
//!
//! For all of them, the program must end by itself with exit code 0 or 1, report the problem in a few words, and
//! leave no file behind.

#![expect(clippy::disallowed_methods, reason = "tests read their cases and write expectations")]

use super::runner::{program, run};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Output;

const SHARED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/shared");
const OPEN: &str = "<lib:Library xmi:version=\"2.0\" xmlns:xmi=\"http://www.omg.org/XMI\" \
                    xmlns:lib=\"http://example.org/library\">";
const ECORE: &str = "<ecore:EPackage xmi:version=\"2.0\" xmlns:xmi=\"http://www.omg.org/XMI\" \
                     xmlns:ecore=\"http://www.eclipse.org/emf/2002/Ecore\" name=\"a\">";
const HEAD: &str = "$model: http://example.org/library\n$type: Library\n";

/// A directory with the metamodel of the library.
pub(crate) fn directory() -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a temporary directory");
    for file in ["library.ecore", "library.pp", "books.xmi", "books.json", "books.yaml"] {
        fs::copy(Path::new(SHARED).join(file), directory.path().join(file)).expect("a shared file");
    }
    directory
}

pub(crate) fn messages(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// Validates a text under a file name, and expects that it is rejected with this code.
fn assert_rejected(name: &str, text: &str, reason: &str) {
    let directory = directory();
    fs::write(directory.path().join(name), text).expect("a file");
    let output = run(directory.path(), &["validate", name, "--model", "library.ecore"]);
    let messages = messages(&output);
    assert_eq!(output.status.code(), Some(1), "{name}: {}", &messages[..messages.len().min(2_000)]);
    assert!(
        messages.contains(reason) && messages.len() < 100_000,
        "{name}: {}",
        &messages[..messages.len().min(2_000)]
    );
}

#[test]
fn space_for_objects_is_limited() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let features: String = (0..2_000).map(|at| format!("  attr f{at}, String\n")).collect();
    let types = "package wide { uri => \"urn:wide\" }\ntype Wide {\n  has kids, Wide { max => unbound }\n";
    let xmi = "xmi:version=\"2.0\" xmlns:xmi=\"http://www.omg.org/XMI\" xmlns:wide=\"urn:wide\"";
    let json = "{\"$model\": \"urn:wide\", \"$type\": \"Wide\", \"kids\": [";
    for (name, text) in [
        ("wide.pp", format!("{types}{features}}}\n")),
        ("wide.xmi", format!("<wide:Wide {xmi}>{}</wide:Wide>", "<kids/>".repeat(20_000))),
        ("wide.json", format!("{json}{}{{}}]}}", "{}, ".repeat(20_000))),
        ("wide.yaml", format!("$model: urn:wide\n$type: Wide\nkids:\n{}", "  - {}\n".repeat(20_000))),
    ] {
        fs::write(directory.path().join(name), text).expect("a file");
    }
    let extended = ["validate", "wide.xmi", "--model", "wide.pp", "--extended-metadata"];
    for arguments in [
        &extended[..4],
        &extended,
        &["validate", "wide.json", "--model", "wide.pp"],
        &["validate", "wide.yaml", "--model", "wide.pp"],
    ] {
        let output = run(directory.path(), arguments);
        let messages = messages(&output);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {messages}");
        assert!(
            messages.contains("MW0005") && messages.ends_with(": 1 error\n"),
            "{arguments:?}: {messages}"
        );
    }
}

#[test]
fn depth_is_limited() {
    let deep = |open: &str, inner: &str, close: &str| open.repeat(100_000) + inner + &close.repeat(100_000);
    assert_rejected("deep.xmi", &(OPEN.to_owned() + &deep("<books>", "", "</books>")), "MW0005");
    assert_rejected(
        "deep.ecore",
        &(ECORE.to_owned() + &deep("<eSubpackages>", "", "</eSubpackages>")),
        "MW0005",
    );
    assert_rejected("lists.json", &deep("[", "", "]"), "MW0340");
    assert_rejected("maps.json", &deep("{\"a\":", "1", "}"), "MW0340");
    let models = "{\"$model\":\"http://example.org/library\",\"$type\":\"Library\",\"books\":";
    assert_rejected("models.json", &(models.to_owned() + &deep("[", "", "]") + "}"), "MW0340");
    assert_rejected("flow.yaml", &format!("{HEAD}books: {}", deep("[", "", "]")), "MW0005");
    assert_rejected("block.yaml", &deep("- ", "x", ""), "MW0005");
    assert_rejected("keys.yaml", &deep("? ", "x", ""), "MW0005");
    assert_rejected("packages.pp", &deep("package a {", "", "}"), "MW0502");
    assert_rejected("types.pp", &format!("type A {{ attr a, {} }}", deep("Array[", "", "]")), "MW0502");
    assert_rejected(
        "settings.pp",
        &format!("type A {{ attr a, String {{ default => {}", deep("(", "", ")")),
        "MW0501",
    );
    let site = directory();
    fs::create_dir(site.path().join("data")).expect("a directory");
    fs::write(
        site.path().join("hiera.yaml"),
        ":backends: [yaml, json]\n:hierarchy: common\n:yaml:\n  :datadir: data\n:json:\n  :datadir: data\n",
    )
    .expect("a file");
    fs::write(site.path().join("data/common.yaml"), format!("a: {}", deep("[", "", "]"))).expect("a file");
    fs::write(site.path().join("data/common.json"), format!("{{\"a\": {}}}", deep("[", "", "]")))
        .expect("a file");
    let output = run(site.path(), &["validate", "hiera.yaml"]);
    assert_eq!((output.status.code(), messages(&output).matches("warning[MW0005]").count()), (Some(0), 2));
}

#[test]
fn inheritance_is_limited() {
    let first = "package chain { uri => 'urn:chain' }\ntype T0 { attr a0, String }\n".to_owned();
    let chain = (1..3_000)
        .fold(first, |text, n| text + &format!("type T{n} inherits T{} {{ attr a{n}, String }}\n", n - 1));
    assert_rejected("chain.pp", &chain, "MW0005");
}

#[test]
fn names_and_messages_are_limited() {
    assert_rejected("element.xmi", &format!("{OPEN}<{}/></lib:Library>", "x".repeat(10 << 20)), "MW0005");
    assert_rejected(
        "attribute.xmi",
        &format!("{OPEN}<books {}=''/></lib:Library>", "x".repeat(10 << 20)),
        "MW0005",
    );
    let key = "x".repeat(10 << 20);
    assert_rejected(
        "key.json",
        &format!("{{\"$model\":\"http://example.org/library\",\"$type\":\"Library\",\"{key}\":1}}"),
        "MW0107",
    );
    assert_rejected(
        "class.json",
        &format!("{{\"$model\":\"http://example.org/library\",\"$type\":\"{key}\"}}"),
        "MW0106",
    );
    assert_rejected("key.yaml", &format!("{HEAD}? {key}\n: 1\n"), "MW0107");
    assert_rejected("name.pp", &format!("type {key} {{ attr a String }}"), "MW0501");
    assert_rejected("uri.xmi", &format!("<a:A xmlns:a='{key}'/>"), "MW0105");
}

#[test]
fn too_many_problems_are_counted() {
    let directory = directory();
    let text = OPEN.to_owned() + &"<books pages='x'/>".repeat(20_000) + "</lib:Library>";
    fs::write(directory.path().join("many.xmi"), text).expect("a file");
    let output = run(directory.path(), &["validate", "many.xmi", "--model", "library.ecore"]);
    let messages = messages(&output);
    assert_eq!(output.status.code(), Some(1));
    assert!(messages.contains("30000 more problems are not shown"), "{}", &messages[messages.len() - 400..]);
    assert!(messages.contains("1 file: 40000 errors"), "{}", &messages[messages.len() - 400..]);
}

/// Each pair of operations is a problem, as in EMF; problems that are not shown take no time.
#[test]
fn operations_of_one_name_are_counted_in_pairs() {
    let directory = directory();
    let operations = "<eOperations name='f'/>".repeat(30_000);
    let text = format!(
        "<ecore:EPackage xmi:version='2.0' xmlns:xmi='http://www.omg.org/XMI' \
         xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xmlns:ecore='http://www.eclipse.org/emf/2002/Ecore' \
         name='o' nsURI='urn:o' nsPrefix='o'><eClassifiers xsi:type='ecore:EClass' name='A'>{operations}\
         </eClassifiers></ecore:EPackage>"
    );
    fs::write(directory.path().join("many.ecore"), text).expect("a file");
    let messages = messages(&run(directory.path(), &["validate", "many.ecore"]));
    assert!(messages.contains("1 file: 449985000 errors"), "{}", &messages[messages.len() - 200..]);
}

/// Each struct has all inherited fields and each enum has all subclasses, so the size of the text is quadratic in the
/// length of the chain.
#[test]
fn rust_types_of_long_chains_are_rejected() {
    let directory = directory();
    let mut text = "package c { uri => 'urn:c' }\ntype C0 { attr a0, String }\n".to_owned();
    for at in 1..700 {
        let _ = writeln!(text, "type C{at} inherits C{} {{ attr a{at}, String }}", at - 1);
    }
    fs::write(directory.path().join("chain.pp"), text).expect("a file");
    let output = run(directory.path(), &["generate", "rust", "chain.pp", "-o", "."]);
    let messages = messages(&output);
    assert!(
        output.status.code() == Some(1) && messages.contains("error[MW0005]: the Rust types would"),
        "{messages}"
    );
    assert!(!directory.path().join("c.rs").exists());
}

/// The classes that may replace a class are listed once, and not in each of its subclasses.
#[test]
fn size_of_schemas_is_linear_in_the_number_of_subclasses() {
    let directory = directory();
    let size = |heirs: usize| {
        let mut text =
            "package h { uri => 'urn:h' }\nabstract type A { has parts, A { max => unbound } }\n".to_owned();
        for at in 0..heirs {
            let _ = writeln!(text, "type C{at} inherits A {{}}");
        }
        fs::write(directory.path().join("heirs.pp"), text).expect("a file");
        let output = run(directory.path(), &["generate", "json-schema", "heirs.pp", "-o", "."]);
        assert_eq!(output.status.code(), Some(0), "{}", messages(&output));
        fs::metadata(directory.path().join("h.schema.json")).expect("the schema").len()
    };
    let (few, many) = (size(200), size(800));
    assert!(many < 5 * few, "{few} bytes for 200 subclasses, {many} for 800");
}

/// A file beyond the limit takes no more time and memory than a file at the limit. Sparse files take no space on the
/// disk.
#[test]
fn size_is_limited() {
    let directory = directory();
    fs::write(directory.path().join("huge.pp"), " ".repeat(65 << 20)).expect("a file");
    for name in ["huge.xmi", "huge.json"] {
        let file = fs::File::create(directory.path().join(name)).expect("a file");
        file.set_len(5 << 30).expect("a sparse file");
    }
    for name in ["huge.xmi", "huge.json", "huge.pp"] {
        let output = run(directory.path(), &["validate", name]);
        assert!(
            messages(&output).contains("MW0005") && output.status.code() == Some(1),
            "{}",
            messages(&output)
        );
    }
}

/// Documents truncated at any byte: the program must not panic, and must write no file but the requested output.
#[test]
fn documents_may_be_truncated_anywhere() {
    let directory = directory();
    let path = directory.path();
    for file in ["library.ecore", "library.pp", "books.xmi", "books.json", "books.yaml"] {
        let text = fs::read(path.join(file)).expect("a file");
        let model = if file.starts_with("library") { "library.pp" } else { "library.ecore" };
        let cut = format!("cut-{file}");
        let step = text.len().div_ceil(10);
        for end in (0..text.len()).step_by(step) {
            fs::write(path.join(&cut), &text[..end]).expect("a file");
            let output = run(path, &["convert", &cut, "--model", model, "-o", "out.xmi"]);
            let (code, messages) = (output.status.code(), messages(&output));
            assert!(matches!(code, Some(0 | 1)), "{file} up to {end}: {messages}");
            assert_eq!(path.join("out.xmi").exists(), code == Some(0), "{file} up to {end}: {messages}");
            let _ = fs::remove_file(path.join("out.xmi"));
        }
    }
    assert_eq!(fs::read_dir(path).expect("the directory").count(), 10, "no file is left behind");
}

#[test]
fn a_large_site_is_converted_in_reasonable_time() {
    let directory = directory();
    let nodes = directory.path().join("data/nodes");
    fs::create_dir_all(&nodes).expect("a directory");
    let settings = ":hierarchy: [\"nodes/%{fqdn}\", \"%{a}/%{b}\", common]\n:yaml:\n  :datadir: data\n";
    fs::write(directory.path().join("hiera.yaml"), settings).expect("a file");
    for node in 0..2_000 {
        fs::write(nodes.join(format!("n{node}.yaml")), format!("a: {node}\nb: [1, \"%{{x}}\"]\n"))
            .expect("a file");
    }
    let output = run(directory.path(), &["convert", "hiera.yaml", "-o", "out.json"]);
    assert_eq!(output.status.code(), Some(0), "{}", messages(&output));
    let text = fs::read_to_string(directory.path().join("out.json")).expect("the output");
    assert_eq!(text.matches("data/nodes/n1999.yaml").count(), 1, "a file of two levels is there once");
    assert_eq!(text.matches("alternatives").count(), 2_000);
}

#[test]
fn manual_pages_and_completions_are_written() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    assert_eq!(run(directory.path(), &["man", "."]).status.code(), Some(0));
    let page = fs::read_to_string(directory.path().join("modelwright-convert.1")).expect("a page");
    assert!(page.contains("modelwright") && page.contains("strict"), "{page}");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = run(directory.path(), &["completions", shell]);
        assert!(output.status.success() && messages(&output).contains("validate"), "{shell}");
    }
}

#[test]
fn expressions_are_read_to_the_end() {
    let directory = directory();
    let text = format!("$x = 42 $x{} + 1", " ".repeat(17 << 20));
    fs::write(directory.path().join("long.pp"), text).expect("a file");
    let input = fs::File::open(directory.path().join("long.pp")).expect("the file");
    let output =
        super::runner::program(directory.path(), &["eval", "-"]).stdin(input).output().expect("it runs");
    assert_eq!(messages(&output), "43\n");
}

/// Texts for which each element was once compared with all others, which took minutes.
#[test]
fn many_equal_elements_take_linear_time() {
    let many = 100_000;
    let assert_rejected = |name: &str, text: &str, reason: &str| {
        let directory = directory();
        fs::write(directory.path().join(name), text).expect("a file");
        let output = run(directory.path(), &["validate", name]);
        assert_eq!(output.status.code(), Some(1), "{name}");
        assert!(messages(&output).contains(reason), "{name}");
    };
    assert_rejected("brackets.pp", &format!("$x = {}{}", "[".repeat(many), "}".repeat(many)), "MW05");
    assert_rejected("heredocs.pp", &format!("$x = {}", "@(".repeat(many)), "MW05");
    assert_rejected("tags.pp", &format!("$x = {}", "@(a)".repeat(many)), "MW05");
    let parameters: Vec<_> = (0..4000).map(|n| format!("T{n}")).collect();
    let attributes: String = (0..8000).map(|n| format!("attr a{n}, Wrong ")).collect();
    assert_rejected(
        "parameters.pp",
        &format!("type A<{}> {{ {attributes} }}", parameters.join(", ")),
        "MW0506",
    );
}

/// Schemas of which each part once followed or kept all parts before it, which took minutes or gigabytes.
#[test]
fn schemas_of_many_parts_take_linear_time() {
    let many = 5_000;
    let xsd = |parts: String| {
        format!("<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\">{parts}</xs:schema>")
    };
    let restriction = |at: usize| {
        let base = if at == 0 { "xs:string".to_owned() } else { format!("s{}", at - 1) };
        let facet = "<xs:pattern value=\"a*\"/>";
        format!(
            "<xs:simpleType name=\"s{at}\"><xs:restriction base=\"{base}\">{facet}</xs:restriction></xs:simpleType>"
        )
    };
    let member = "<xs:simpleType><xs:restriction base=\"xs:int\"/></xs:simpleType>".repeat(many);
    let reference = |at: usize| format!("\"d{at}\": {{ \"$ref\": \"#/$defs/d{}\" }}", at + 1);
    let references: String = (0..many).map(|at| reference(at) + ", ").collect();
    let draft = "https://json-schema.org/draft/2020-12/schema";
    for (name, text) in [
        ("restrictions.xsd", xsd((0..many).map(restriction).collect())),
        (
            "members.xsd",
            xsd(format!("<xs:simpleType name=\"U\"><xs:union>{member}</xs:union></xs:simpleType>")),
        ),
        (
            "references.json",
            format!(
                "{{ \"$schema\": \"{draft}\", \"properties\": {{ \"a\": {{ \"type\": \"string\" }} }}, \"$defs\": {{ \
                 {references} \"d{many}\": {{ \"type\": \"string\" }} }} }}"
            ),
        ),
    ] {
        let directory = tempfile::tempdir().expect("a temporary directory");
        fs::write(directory.path().join(name), text).expect("a file");
        let output = run(directory.path(), &["convert", name, "-o", "out.ecore"]);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{name}: {}", messages(&output));
    }
}

/// A library with very many books, by authors whose lists contain only some of them.
fn large_library() -> String {
    let count = 70_000;
    let book = |at: usize| {
        format!("  <books title=\"Émile {at}\" pages=\"{at}\" author=\"//@writers.{}\"/>\n", at % 100)
    };
    let writer = |at: usize| format!("  <writers name=\"w{at}\" books=\"//@books.{}\"/>\n", 100 * at + at);
    let books: String = (0..count).map(book).collect();
    let writers: String = (0..100).map(writer).collect();
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{OPEN}\n{books}{writers}</lib:Library>\n")
}

#[test]
fn large_files_are_converted_like_standard_input() {
    let text = large_library();
    assert!(text.len() > 4 << 20, "the text is long enough to be read in pieces: {}", text.len());
    let wrong = text.replace("</lib:Library>", "  <books title=\"T\" pages=\"x\"/>\n</lib:Library>");
    let missing = text.replace("//@writers.99", "//@writers.100");
    let cut = &text[..text.len() - 3];
    for (text, status) in [(text.as_str(), 0), (&wrong, 1), (&missing, 1), (cut, 1)] {
        let directory = directory();
        fs::write(directory.path().join("large.xmi"), text).expect("a file");
        let convert = |input: &str, standard: bool| {
            let arguments = ["convert", input, "--model", "library.ecore", "--from", "xmi", "--to", "xmi"];
            let mut command = program(directory.path(), &arguments);
            if standard {
                command.stdin(fs::File::open(directory.path().join("large.xmi")).expect("the file"));
            }
            command.output().expect("it runs")
        };
        let (pieces, whole) = (convert("large.xmi", false), convert("-", true));
        assert_eq!((pieces.status.code(), whole.status.code()), (Some(status), Some(status)));
        assert!(pieces.stdout == whole.stdout, "the outputs differ");
        let messages = String::from_utf8_lossy(&whole.stderr).replace("<stdin>", "large.xmi");
        assert_eq!(String::from_utf8_lossy(&pieces.stderr), messages);
    }
}
