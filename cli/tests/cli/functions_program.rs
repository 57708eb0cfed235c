//! Programs that answer calls of functions: what they are asked, what they answer, and how they fail.

use super::generated::messages;
use super::runner::run;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// A manifest that calls functions, and a program for them.
fn site(manifest: &str, script: &str) -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    write(directory.path(), "site.pp", manifest);
    write(directory.path(), "functions", script);
    directory
}

fn write(directory: &Path, name: &str, text: &str) {
    #[expect(clippy::disallowed_methods, reason = "tests create their programs")]
    fs::write(directory.join(name), text).expect("a file");
}

fn read(directory: &Path, name: &str) -> String {
    #[expect(clippy::disallowed_methods, reason = "tests read what their programs write")]
    fs::read_to_string(directory.join(name)).expect("a file")
}

/// The exit code, the value of the message of `Notify[x]`, and the messages.
fn message(directory: &Path, more: &[&str]) -> (Option<i32>, String, String) {
    let fixed = ["catalog", "build", "--manifest", "site.pp", "--node", "web1", "-o", "web1.json"];
    let command = ["--functions-command", "sh functions"];
    let output = run(directory, &[fixed.as_slice(), &command, more].concat());
    let shown = messages(&output);
    if output.status.code() != Some(0) {
        return (output.status.code(), String::new(), shown);
    }
    let explained = run(directory, &["catalog", "explain", "web1.json", "Notify[x]", "message"]);
    (Some(0), String::from_utf8_lossy(&explained.stdout).into_owned(), shown)
}

const ONE: &str = "notify { 'x': message => generate('a', 1, undef, ['b'], { 'c' => Sensitive('d') }) }\n";

#[test]
fn a_program_is_started_once_and_asked_in_json() {
    let manifest = "notify { 'x': message => [generate('/a'), generate('/b'), file('/c')] }\n";
    let script = "n=0\nwhile read -r call; do\n  n=$((n+1))\n  echo \"$call\" >> calls\n  echo \"{\\\"value\\\": $n}\"\ndone\n";
    let directory = site(manifest, script);
    let (code, value, shown) = message(directory.path(), &[]);
    assert_eq!((code, value.as_str()), (Some(0), "  message = [1,2,3]\n"), "{shown}");
    let calls = read(directory.path(), "calls");
    let first = calls.lines().next().unwrap_or_default();
    assert_eq!(calls.lines().count(), 3, "{calls}");
    let start = "{\"function\":\"generate\",\"arguments\":[\"/a\"],\"file\":\"";
    assert!(first.starts_with(start) && first.ends_with("site.pp\",\"line\":1}"), "{first}");
}

#[test]
fn queries_of_a_database_are_calls_of_functions() {
    let manifest =
        "notify { 'x': message => puppetdb_query('nodes[certname] {}').map |$one| { $one['certname'] } }\n";
    let script = "while read -r call; do\n  echo \"$call\" > call\n  echo '{\"value\": [{\"certname\": \"db1\"}]}'\ndone\n";
    let directory = site(manifest, script);
    let (code, value, shown) = message(directory.path(), &[]);
    assert_eq!((code, value.as_str()), (Some(0), "  message = [\"db1\"]\n"), "{shown}");
    let call = read(directory.path(), "call");
    let start = "{\"function\":\"puppetdb_query\",\"arguments\":[\"nodes[certname] {}\"],";
    assert!(call.starts_with(start), "{call}");
}

#[test]
fn values_have_the_form_of_catalogs() {
    let script = "while read -r call; do\n  echo \"$call\" > call\n  echo '{\"value\": {\"__ptype\": \"Sensitive\", \"__pvalue\": \"s\"}}'\ndone\n";
    let directory = site(ONE, script);
    let (code, value, shown) = message(directory.path(), &[]);
    assert!(code == Some(0) && value.contains("redacted"), "{value} {shown}");
    let call = read(directory.path(), "call");
    let expected = "[\"a\",1,null,[\"b\"],{\"c\":{\"__ptype\":\"Sensitive\",\"__pvalue\":\"d\"}}]";
    assert!(call.contains(expected), "{call}");
}

#[test]
fn a_program_may_fail_or_not_know_a_function() {
    let directory = site(ONE, "while read -r call; do echo '{\"error\": \"no such file\"}'; done\n");
    let (code, _, shown) = message(directory.path(), &[]);
    assert!(code == Some(1) && shown.contains("the function `generate` fails: no such file"), "{shown}");
    let directory = site(ONE, "while read -r call; do echo '{\"unknown\": true}'; done\n");
    let (code, value, shown) = message(directory.path(), &[]);
    assert!(code == Some(0) && value.contains("= unknown (") && shown.contains("MW1006"), "{value} {shown}");
}

#[test]
fn an_invalid_answer_is_an_error() {
    let cases = [
        ("echo hello", "the answer is not a JSON object"),
        ("echo '{'", "the answer is not JSON on one line"),
        ("echo '[1]'", "the answer is not a JSON object"),
        ("echo '{}'", "one of the keys `value`, `error` and `unknown`"),
        ("echo '{\"value\": 1, \"error\": \"x\"}'", "one of the keys"),
        ("echo '{\"value\": {\"__ptype\": \"Target\"}}'", "a value of the type Target"),
        ("printf '\\377\\n'", "the answer is not UTF-8"),
        ("exit 3", "the program ended without an answer"),
        ("head -c 17000000 /dev/zero | tr '\\0' x", "more than 16777216 bytes"),
    ];
    for (script, expected) in cases {
        let directory = site(ONE, &format!("read -r call\n{script}\n"));
        let (code, _, shown) = message(directory.path(), &[]);
        assert!(code == Some(1) && shown.contains("MW1007") && shown.contains(expected), "{script}: {shown}");
    }
}

#[test]
fn a_program_that_does_not_answer_is_ended() {
    let directory = site(ONE, "exec sleep 60\n");
    let start = Instant::now();
    let (code, _, shown) = message(directory.path(), &["--functions-time", "1"]);
    assert!(code == Some(1) && shown.contains("did not answer within 1 s"), "{shown}");
    assert!(start.elapsed() < Duration::from_secs(20), "{shown}");
}

#[test]
fn a_program_that_does_not_read_a_long_call_is_ended() {
    let manifest = format!("notify {{ 'x': message => generate('/x', '{}') }}\n", "x".repeat(1 << 20));
    let directory = site(&manifest, "exec sleep 60\n");
    let start = Instant::now();
    let (code, _, shown) = message(directory.path(), &["--functions-time", "1"]);
    assert!(code == Some(1) && shown.contains("did not answer within 1 s"), "{code:?}");
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_program_that_cannot_run_is_an_error() {
    let directory = site(ONE, "");
    let fixed = ["catalog", "build", "--manifest", "site.pp", "--node", "web1"];
    let output = run(directory.path(), &[fixed.as_slice(), &["--functions-command", "./absent x"]].concat());
    let shown = messages(&output);
    assert!(
        output.status.code() == Some(1) && shown.contains("the program ./absent cannot be started"),
        "{shown}"
    );
}

#[test]
fn templates_come_with_their_variables() {
    let manifest = "$own = 'v' notify { 'x': message => inline_template('<%= `id` %>') }\n";
    let script = "while read -r call; do\n  echo \"$call\" > call\n  echo '{\"value\": \"t\"}'\ndone\n";
    let directory = site(manifest, script);
    let (code, value, shown) = message(directory.path(), &[]);
    assert_eq!((code, value.as_str()), (Some(0), "  message = \"t\"\n"), "{shown}");
    let call = read(directory.path(), "call");
    assert!(call.contains("\"function\":\"inline_template\"") && call.contains("\"own\":\"v\""), "{call}");
}
