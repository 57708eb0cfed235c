//! External node classifiers that are run: what they print, how they fail, and how long they may take.

#![expect(clippy::disallowed_methods, reason = "tests create their programs")]

use super::generated::messages;
use super::runner::run;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::time::{Duration, Instant};

/// A site with the environments `dev` and `production`, and an ENC.
fn site(script: &str) -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| fs::write(directory.path().join(name), text).expect("a file");
    fs::create_dir(directory.path().join("bindings")).expect("a directory");
    write("environments.pp", "site {\n  environment { 'dev': }\n}\n");
    write(
        "bindings/default.pp",
        "bindings default {\n  bind 'x' to 'all'\n  when environment dev {\n    bind 'x' to 'dev'\n  }\n}\n",
    );
    write("enc", script);
    let permissions = fs::Permissions::from_mode(0o755);
    fs::set_permissions(directory.path().join("enc"), permissions).expect("permissions");
    directory
}

/// The exit code, the output and the messages of `lookup x`.
fn lookup(directory: &Path, more: &[&str]) -> (Option<i32>, String, String) {
    let fixed = ["lookup", "x", "--site", ".", "--enc-command", "./enc"];
    let output = run(directory, &[fixed.as_slice(), more].concat());
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned(), messages(&output))
}

#[test]
fn the_output_of_a_program_decides_the_environment() {
    let directory =
        site("#!/bin/sh\nif [ \"$*\" = 'web 1;exit' ]; then echo 'environment: dev'; else echo '{}'; fi\n");
    // The name is one argument, whatever is in it.
    let (code, out, messages) = lookup(directory.path(), &["--facts", "fqdn=web 1;exit"]);
    assert_eq!((code, out.as_str()), (Some(0), "\"dev\"\n"), "{messages}");
    let (code, out, messages) = lookup(directory.path(), &["--facts", "fqdn=db1"]);
    assert_eq!((code, out.as_str()), (Some(0), "\"all\"\n"), "{messages}");
}

#[test]
fn a_program_that_fails_shows_what_it_printed() {
    let directory = site("#!/bin/sh\necho 'no such node' >&2\nexit 3\n");
    let (code, _, messages) = lookup(directory.path(), &["--facts", "fqdn=web1"]);
    assert!(
        code == Some(1)
            && messages.contains("the ENC ./enc ended with exit code 3 for the node web1")
            && messages.contains("it printed to standard error: no such node"),
        "{code:?} {messages}"
    );
}

#[test]
fn a_program_that_does_not_end_is_ended() {
    // The second one ends, but leaves a program that keeps its output open.
    for script in ["#!/bin/sh\nexec sleep 60\n", "#!/bin/sh\nsleep 60 &\n"] {
        let directory = site(script);
        let start = Instant::now();
        let (code, _, messages) = lookup(directory.path(), &["--facts", "fqdn=web1", "--enc-time", "1"]);
        assert!(code == Some(1) && messages.contains("did not end within 1 s"), "{code:?} {messages}");
        assert!(start.elapsed() < Duration::from_secs(20), "{messages}");
    }
}

#[test]
fn a_program_that_prints_without_end_is_an_error() {
    let directory = site("#!/bin/sh\nexec yes 'environment: dev'\n");
    let (code, _, messages) = lookup(directory.path(), &["--facts", "fqdn=web1", "--enc-time", "20"]);
    assert!(code == Some(1) && messages.contains("MW0941"), "{code:?} {messages}");
    assert!(messages.contains("printed more than"), "{messages}");
}

#[test]
fn a_program_that_cannot_run_is_an_error() {
    let directory = site("#!/bin/sh\n");
    fs::set_permissions(directory.path().join("enc"), fs::Permissions::from_mode(0o644))
        .expect("permissions");
    let (code, _, messages) = lookup(directory.path(), &["--facts", "fqdn=web1"]);
    assert!(code == Some(1) && messages.contains("the ENC ./enc cannot be started"), "{code:?} {messages}");
    let (code, _, messages) = lookup(directory.path(), &[]);
    assert!(
        code == Some(2) && messages.contains("the ENC needs the name of the node"),
        "{code:?} {messages}"
    );
}

#[test]
fn the_output_of_a_program_may_be_invalid() {
    let directory = site("#!/bin/sh\necho 'environment: [dev'\n");
    let (code, _, messages) = lookup(directory.path(), &["--facts", "fqdn=web1"]);
    assert!(code == Some(1) && messages.contains("output of ./enc:1:"), "{code:?} {messages}");
    let directory = site("#!/bin/sh\necho 'environment: dve'\n");
    let (code, _, messages) = lookup(directory.path(), &["--facts", "fqdn=web1"]);
    assert!(
        code == Some(1)
            && messages.contains("unknown environment `dve`")
            && messages.contains("output of ./enc:1:1"),
        "{code:?} {messages}"
    );
}

#[test]
fn programs_of_data_run_only_if_allowed() {
    let directory = site("");
    let write = |name: &str, text: &str| fs::write(directory.path().join(name), text).expect("a file");
    write("site.pp", "site { bindings => [ layer { 'data': include => ['pdl:/a.pdl', 'pdl:/b.pdl'] } ] }\n");
    write("a.pdl", "#!/bin/sh\necho '$x = \"printed\"'\n");
    write("b.pdl", "$y = 2\n");
    let permissions = fs::Permissions::from_mode(0o755);
    fs::set_permissions(directory.path().join("a.pdl"), permissions).expect("permissions");
    let answer = |more: &[&str]| {
        let output = run(directory.path(), &[["lookup", "x", "--site", "."].as_slice(), more].concat());
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned(), messages(&output))
    };
    let (code, _, reported) = answer(&[]);
    assert!(code == Some(1) && reported.contains("programs are not run"), "{code:?} {reported}");
    let (code, out, reported) = answer(&["--run-data"]);
    assert_eq!((code, out.as_str()), (Some(0), "\"printed\"\n"), "{reported}");
    write("a.pdl", "#!/bin/sh\necho 'no such host' >&2\nexit 3\n");
    let (code, _, reported) = answer(&["--run-data"]);
    let expected = ["ended with exit code 3", "no such host"];
    assert!(code != Some(0) && expected.iter().all(|text| reported.contains(text)), "{code:?} {reported}");
}
