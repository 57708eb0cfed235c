//! Features of Unix systems: permissions, links, devices, pipes, and file names that are not text.

#![expect(clippy::disallowed_methods, reason = "tests read their cases and write expectations")]

use super::generated::{directory, messages};
use super::runner::{program, run};
use std::ffi::OsStr;
use std::fs;
use std::io::Read as _;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

const TO_JSON: [&str; 5] = ["convert", "books.xmi", "--model", "library.ecore", "-o"];

fn convert_to(directory: &Path, output: &str) -> (Option<i32>, String) {
    let output = run(directory, &[TO_JSON.as_slice(), &[output, "--to", "json"]].concat());
    (output.status.code(), messages(&output))
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).expect("a file").permissions().mode() & 0o777
}

#[test]
fn a_read_only_file_is_not_replaced() {
    let directory = directory();
    let target = directory.path().join("out.json");
    fs::write(&target, "as it was").expect("a file");
    fs::set_permissions(&target, fs::Permissions::from_mode(0o444)).expect("permissions");
    let (code, messages) = convert_to(directory.path(), "out.json");
    assert!(
        code == Some(3) && messages.contains("out.json cannot be written: it is read-only"),
        "{messages}"
    );
    assert_eq!(fs::read_to_string(&target).expect("the file"), "as it was");
}

#[test]
fn replaced_files_keep_their_permissions_and_links() {
    let directory = directory();
    let target = directory.path().join("out.json");
    fs::write(&target, "as it was").expect("a file");
    fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).expect("permissions");
    symlink("out.json", directory.path().join("link.json")).expect("a link");
    assert_eq!(convert_to(directory.path(), "link.json").0, Some(0));
    assert!(directory.path().join("link.json").is_symlink() && mode(&target) == 0o640);
    // A link may refer to a file that does not exist yet, but not to itself.
    symlink("new.json", directory.path().join("early.json")).expect("a link");
    assert_eq!(convert_to(directory.path(), "early.json").0, Some(0));
    assert!(directory.path().join("early.json").is_symlink() && directory.path().join("new.json").is_file());
    symlink("round.json", directory.path().join("round.json")).expect("a link");
    assert_eq!(convert_to(directory.path(), "round.json").0, Some(3));
    assert!(fs::read_to_string(&target).expect("the file").starts_with('{'));
    // A new file has the same permissions as files that other programs create.
    fs::write(directory.path().join("plain"), "").expect("a file");
    assert_eq!(convert_to(directory.path(), "new.json").0, Some(0));
    assert_eq!(mode(&directory.path().join("new.json")), mode(&directory.path().join("plain")));
}

/// `/dev/stdout` and its like are names of open files, which may be pipes, or contain text already.
#[test]
fn open_files_are_written_to_and_not_replaced() {
    let directory = directory();
    let shell = |command: &str| {
        let program = format!("{} {}", env!("CARGO_BIN_EXE_modelwright"), TO_JSON.join(" "));
        let command = command.replace("PROGRAM", &program);
        let output = Command::new("bash").args(["-c", &command]).current_dir(directory.path()).output();
        let output = output.expect("bash");
        assert!(output.status.success(), "{command}: {}", messages(&output));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let json = shell("PROGRAM - --to json");
    for name in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
        if Path::new(name).exists() {
            assert_eq!(shell(&format!("PROGRAM {name} --to json | cat")), json);
            assert_eq!(shell(&format!("PROGRAM {name} --to json > out; cat out")), json);
            let appended = shell(&format!("echo before > out; PROGRAM {name} --to json >> out; cat out"));
            assert_eq!(appended, format!("before\n{json}"));
            // A link to it.
            let linked = format!("ln -sf {name} link.json; PROGRAM link.json | cat; test -L link.json");
            assert_eq!(shell(&linked), json);
        }
    }
    assert_eq!(shell("mkfifo pipe; cat pipe & PROGRAM pipe --to json; wait"), json);
}

#[test]
fn directories_without_permission_are_reported() {
    let directory = directory();
    let closed = directory.path().join("closed");
    fs::create_dir(&closed).expect("a directory");
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o555)).expect("permissions");
    if fs::write(closed.join("probe"), "").is_ok() {
        // The superuser may write anywhere.
        return;
    }
    let (code, messages) = convert_to(directory.path(), "closed/out.json");
    assert_eq!(code, Some(3), "{messages}");
    assert!(messages.contains("closed/out.json cannot be written: permission denied\n"), "{messages}");
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o000)).expect("permissions");
    let messages = self::messages(&run(directory.path(), &["validate", "closed/books.xmi"]));
    assert!(messages.contains("cannot be read: permission denied"), "{messages}");
    fs::write(directory.path().join("hiera.yaml"), ":hierarchy: [common]\n:yaml:\n  :datadir: .\n")
        .expect("a file");
    let messages = self::messages(&run(directory.path(), &["validate", "hiera.yaml"]));
    assert!(messages.contains("closed is skipped: the directory cannot be read"), "{messages}");
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o755)).expect("permissions");
}

#[test]
fn a_full_device_is_reported() {
    let directory = directory();
    if !Path::new("/dev/full").exists() {
        return;
    }
    let (code, messages) = convert_to(directory.path(), "/dev/full");
    assert!(code == Some(3) && messages.contains("MW0002"), "{messages}");
    let commands: [&[&str]; 7] = [
        &["convert", "library.ecore", "--to", "pp"],
        &["validate", "library.ecore"],
        &["validate", "missing.ecore", "--format", "json"],
        &["inspect", "library.ecore"],
        &["explain"],
        &["completions", "bash"],
        &["--help"],
    ];
    for arguments in commands {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("the device");
        let output =
            program(directory.path(), arguments).stdout(Stdio::from(full)).output().expect("it starts");
        let messages = self::messages(&output);
        assert_eq!(output.status.code(), Some(3), "{arguments:?}: {messages}");
        assert!(messages.contains("standard output cannot be written"), "{arguments:?}: {messages}");
    }
}

#[test]
fn a_closed_pipe_is_not_a_problem() {
    let directory = directory();
    let text = fs::read_to_string(directory.path().join("books.xmi")).expect("a file");
    fs::write(
        directory.path().join("books.xmi"),
        text.replace("</lib", &("<books title=''/>".repeat(20_000) + "</lib")),
    )
    .expect("a file");
    let mut child =
        program(directory.path(), &["convert", "books.xmi", "--model", "library.ecore", "--to", "json"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
    let mut first = [0];
    child.stdout.take().expect("its output").read_exact(&mut first).expect("a byte");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.code() == Some(0) && output.stderr.is_empty(), "{}", messages(&output));
}

#[test]
fn pipes_that_a_schema_names_are_not_read() {
    let directory = directory();
    for (pipe, schema, text) in [
        ("pipe.json", "schema.json", "{ \"$ref\": \"pipe.json\" }"),
        (
            "pipe.xsd",
            "schema.xsd",
            "<schema xmlns='http://www.w3.org/2001/XMLSchema'><include schemaLocation='pipe.xsd'/></schema>",
        ),
    ] {
        let made = Command::new("mkfifo").arg(directory.path().join(pipe)).status().expect("mkfifo runs");
        assert!(made.success());
        fs::write(directory.path().join(schema), text).expect("a file");
        let output = run(directory.path(), &["validate", "books.xmi", "--schema", schema]);
        let messages = self::messages(&output);
        assert!(
            output.status.code() == Some(1) && messages.contains("is not an ordinary file"),
            "{messages}"
        );
    }
}

#[test]
fn endless_files_that_a_document_names_are_not_read() {
    let directory = directory();
    let text = "<lib:Library xmi:version='2.0' xmlns:xmi='http://www.omg.org/XMI' \
                xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xmlns:lib='http://example.org/library' \
                xsi:schemaLocation='http://example.org/library file:/dev/zero'>\
                <books title='A'><author href='file:/dev/zero#/'/></books></lib:Library>";
    fs::write(directory.path().join("zero.xmi"), text).expect("a file");
    let messages = self::messages(&run(directory.path(), &["validate", "zero.xmi"]));
    assert!(messages.contains("/dev/zero is not an ordinary file"), "{messages}");
    let messages =
        self::messages(&run(directory.path(), &["validate", "zero.xmi", "--model", "library.ecore"]));
    assert!(
        messages.contains("refers to `../../dev/zero#/`, which was not found") || messages.contains("MW0604"),
        "{messages}"
    );
}

/// Reading a device would never end, and reading a large sparse file, which contains only zero bytes, would take much
/// memory before it is rejected.
#[test]
fn devices_and_sparse_files_are_rejected_at_once() {
    let directory = directory();
    let messages = self::messages(&run(directory.path(), &["validate", "/dev/zero"]));
    assert!(messages.contains("/dev/zero is a device, but a file is expected"), "{messages}");
    for name in ["holes.xmi", "holes.json", "holes.yaml", "holes.pp", "holes.ecore"] {
        let file = fs::File::create(directory.path().join(name)).expect("a file");
        file.set_len(3 << 30).expect("a sparse file");
        // The limit on memory is a quarter of the file's length.
        let limited = format!("ulimit -v 800000; exec \"$0\" validate {name}");
        let mut command = Command::new("sh");
        command.args(["-c", &limited]).arg(env!("CARGO_BIN_EXE_modelwright")).current_dir(directory.path());
        let output = command.output().expect("a shell");
        let messages = self::messages(&output);
        assert!(output.status.code() == Some(1) && messages.contains("error[MW"), "{name}: {messages}");
    }
}

/// Schemas that take unlimited memory or time end with a problem; the other schemas are checked as usual.
#[test]
fn schemas_that_repeat_rules_without_limit_end_with_a_problem() {
    let directory = directory();
    let nested = (0..60).fold("{}".to_owned(), |inner, _| format!("{{\"a\":{inner}}}"));
    fs::write(directory.path().join("nested.json"), nested).expect("a file");
    // Each definition applies the next one twice.
    let chain = |keyword: &str, last: &str| {
        let twice = |at: usize| format!(r##"[{{"$ref":"#/$defs/a{at}"}},{{"$ref":"#/$defs/a{at}"}}]"##);
        let definition = |at: usize| format!(r#""a{at}":{{"{keyword}":{}}}"#, twice(at + 1));
        let all: Vec<String> = (0..40).map(definition).collect();
        format!(r##"{{"$defs":{{{},"a40":{last}}},"$ref":"#/$defs/a0"}}"##, all.join(","))
    };
    let schemas = [
        chain("allOf", "{}"),
        chain("anyOf", r#"{"type":"string"}"#),
        chain("oneOf", r#"{"type":"string"}"#),
        chain("allOf", r#"{"unevaluatedProperties":true}"#),
        r##"{"additionalProperties":{"allOf":[{"$ref":"#"},{"$ref":"#"}]}}"##.to_owned(),
    ];
    for schema in schemas {
        fs::write(directory.path().join("hostile.json"), &schema).expect("a file");
        // The limit here is lower than the one that the program sets for itself.
        let program = env!("CARGO_BIN_EXE_modelwright");
        let command = format!(
            "ulimit -v 1000000; ulimit -St 2; exec '{program}' validate nested.json --model library.ecore --schema hostile.json"
        );
        let mut shell = Command::new("sh");
        let output = shell.args(["-c", &command]).current_dir(directory.path()).output().expect("a shell");
        let messages = self::messages(&output);
        assert_eq!(output.status.code(), Some(1), "{schema}: {messages}");
        assert!(messages.contains("error[MW0005]: the check by the schema"), "{schema}: {messages}");
    }
    fs::write(directory.path().join("harmless.json"), "{}").expect("a file");
    let harmless = ["validate", "books.json", "--model", "library.ecore", "--schema", "harmless.json"];
    let output = run(directory.path(), &harmless);
    assert!(output.status.code() == Some(0), "{}", self::messages(&output));
}

#[test]
fn file_names_may_be_invalid_utf8() {
    let directory = directory();
    let name = OsStr::from_bytes(b"b\xff\n\x1b[31mk.xmi");
    // A metamodel beside the document would be found.
    let path = Path::new("books").join(name);
    fs::create_dir(directory.path().join("books")).expect("a directory");
    if fs::copy(directory.path().join("books.xmi"), directory.path().join(&path)).is_err() {
        // Some file systems accept only UTF-8.
        return;
    }
    let mut command = program(directory.path(), &["validate", "--model", "library.ecore"]);
    assert!(command.arg(&path).output().expect("it starts").status.success());
    let output = program(directory.path(), &["validate"]).arg(&path).output().expect("it starts");
    let messages = messages(&output);
    assert!(
        messages.contains("books/b\u{fffd}\\n\\u{1b}[31mk.xmi:2:2") && !messages.contains('\x1b'),
        "{messages}"
    );
    let mut command =
        program(directory.path(), &["convert", "--model", "library.ecore", "--to", "json", "-o", "./"]);
    assert!(command.arg(&path).output().expect("it starts").status.success());
    assert!(directory.path().join(OsStr::from_bytes(b"b\xff\n\x1b[31mk.json")).exists());
}

#[test]
fn links_out_of_a_site_and_circular_links_are_not_followed() {
    let directory = directory();
    let data = directory.path().join("site/data");
    fs::create_dir_all(data.join("a")).expect("a directory");
    fs::write(directory.path().join("site/hiera.yaml"), ":hierarchy: [\"%{x}\"]\n:yaml:\n  :datadir: data\n")
        .expect("a file");
    fs::write(directory.path().join("secret.yaml"), "password: hidden\n").expect("a file");
    fs::write(data.join("inside.yaml"), "a: 1\n").expect("a file");
    for (target, link) in [
        (".", "one"),
        ("..", "a/two"),
        ("../data", "three"),
        ("../..", "out"),
        ("../../secret.yaml", "secret.yaml"),
        ("nowhere.yaml", "dangling.yaml"),
        ("inside.yaml", "fine.yaml"),
    ] {
        symlink(target, data.join(link)).expect("a link");
    }
    let odd = fs::write(data.join(OsStr::from_bytes(b"\xff.yaml")), "a: 1\n").is_ok();
    let output = run(directory.path(), &["convert", "site/hiera.yaml", "-o", "out.json"]);
    let messages = messages(&output);
    assert_eq!(output.status.code(), Some(0), "{messages}");
    assert_eq!(messages.matches("is skipped").count(), 6 + usize::from(odd), "{messages}");
    let json = fs::read_to_string(directory.path().join("out.json")).expect("the output");
    assert_eq!(json.matches("\"file\": \"data/").count(), 2, "{json}");
    assert!(json.contains("data/fine.yaml") && !json.contains("hidden"), "{json}");
}

#[test]
fn links_out_of_the_directory_of_templates_are_not_followed() {
    let directory = directory();
    let inner = directory.path().join("inner");
    fs::create_dir(&inner).expect("a directory");
    fs::write(directory.path().join("secret.j2"), "a secret").expect("a file");
    fs::write(inner.join("first.j2"), "{% include 'link.j2' %}").expect("a file");
    symlink("../secret.j2", inner.join("link.j2")).expect("a link");
    let output = run(directory.path(), &["generate", "template", "inner/first.j2", "library.pp"]);
    let messages = self::messages(&output);
    assert!(output.status.code() == Some(1) && !messages.contains("a secret"), "{messages}");
    assert!(
        messages.contains("error[MW0743]: inner/link.j2 is a link to a file outside the directory"),
        "{messages}"
    );
    fs::remove_file(inner.join("link.j2")).expect("the link");
    symlink("first.txt", inner.join("link.j2")).expect("a link");
    fs::write(inner.join("first.txt"), "from here").expect("a file");
    let output = run(directory.path(), &["generate", "template", "inner/first.j2", "library.pp"]);
    assert_eq!(self::messages(&output), "from here");
}

#[test]
fn templates_that_exhaust_memory_or_stack_end_with_a_problem() {
    let directory = directory();
    let doubled =
        "{% set all = namespace(x='x') %}{% for i in range(60) %}{% set all.x = all.x ~ all.x %}{% endfor %}";
    let nested = "{% set all = namespace(x=[]) %}{% for i in range(1000) %}{% for i in range(1000) %}\
                  {% set all.x = [all.x] %}{% endfor %}{% endfor %}";
    for text in [doubled, nested] {
        fs::write(directory.path().join("hostile.j2"), text).expect("a file");
        // The limit here is lower than the one that the program sets for itself.
        let program = env!("CARGO_BIN_EXE_modelwright");
        let command =
            format!("ulimit -v 500000; exec '{program}' generate template hostile.j2 library.pp -o out");
        let output = std::process::Command::new("sh")
            .args(["-c", &command])
            .current_dir(directory.path())
            .output()
            .expect("the program starts");
        let messages = self::messages(&output);
        assert_eq!(output.status.code(), Some(1), "{text}: {messages}");
        assert!(
            messages.starts_with("error[MW0742]: the template needs more than 2 GiB of memory, or nests"),
            "{messages}"
        );
        assert!(!directory.path().join("out").exists());
    }
}
