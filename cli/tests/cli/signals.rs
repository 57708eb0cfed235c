//! Signals end the program without traces: no temporary file remains, and no process that it started.

#![expect(clippy::disallowed_methods, reason = "tests read their cases and write expectations")]

use super::generated::directory;
use super::runner::program;
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Waits until something is true.
fn wait_for(what: &str, is_true: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_true() {
        assert!(start.elapsed() < Duration::from_secs(20), "{what} takes too long");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn send(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).expect("the process exists");
}

/// The program with the default reaction to every signal. A shell lets the jobs in its background ignore some, and the
/// program would keep that.
fn program_with_signals(directory: &Path, arguments: &[&str]) -> Command {
    if cfg!(target_os = "linux") {
        let mut command = Command::new("env");
        command.args(["--default-signal=HUP,INT,QUIT,TERM", env!("CARGO_BIN_EXE_modelwright")]);
        command.args(arguments).current_dir(directory).stdin(Stdio::null());
        command
    } else {
        program(directory, arguments)
    }
}

/// The number of temporary files in a directory.
fn temporary(directory: &Path) -> usize {
    let entries = fs::read_dir(directory).expect("a directory").flatten();
    entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(".modelwright-")).count()
}

/// Starts to write two files, one of which is a pipe that nobody reads, so that the other one stays temporary.
fn start_to_write(directory: &Path, ignored: bool) -> Child {
    for (name, package) in [("one.pp", "one"), ("two.pp", "two")] {
        fs::write(directory.join(name), format!("package {package} {{ uri => 'urn:{package}' }}"))
            .expect("a file");
    }
    fs::write(directory.join("one.ecore"), "as it was").expect("a file");
    if !directory.join("two.ecore").exists() {
        let made = Command::new("mkfifo").arg(directory.join("two.ecore")).status().expect("mkfifo runs");
        assert!(made.success());
    }
    let arguments = ["generate", "ecore", "one.pp", "two.pp", "-o", "."];
    let mut command = program_with_signals(directory, &arguments);
    if ignored {
        command = Command::new("sh");
        command.args(["-c", "trap '' HUP; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_modelwright")]);
        command.args(arguments).current_dir(directory);
    }
    let child = command.process_group(0).stderr(Stdio::null()).spawn().expect("it starts");
    wait_for("a temporary file", || temporary(directory) > 0);
    child
}

#[test]
fn signals_remove_temporary_files() {
    let directory = directory();
    for signal in [Signal::INT, Signal::TERM, Signal::HUP, Signal::QUIT] {
        let mut child = start_to_write(directory.path(), false);
        send(&child, signal);
        let status = child.wait().expect("it ends");
        assert_eq!(status.signal(), Some(signal.as_raw()));
        assert_eq!(temporary(directory.path()), 0);
        assert_eq!(fs::read_to_string(directory.path().join("one.ecore")).expect("a file"), "as it was");
    }
}

#[test]
fn signals_that_are_ignored_stay_ignored() {
    let directory = directory();
    let mut child = start_to_write(directory.path(), true);
    send(&child, Signal::HUP);
    std::thread::sleep(Duration::from_millis(100));
    assert!(child.try_wait().expect("a status").is_none() && temporary(directory.path()) == 1);
    send(&child, Signal::TERM);
    child.wait().expect("it ends");
    assert_eq!(temporary(directory.path()), 0);
}

/// Processes that a process has started, and that have not ended.
#[cfg(target_os = "linux")]
fn children(process: u32) -> Vec<u32> {
    let path = format!("/proc/{process}/task/{process}/children");
    let text = fs::read_to_string(path).unwrap_or_default();
    text.split_whitespace().filter_map(|number| number.parse().ok()).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn processes_of_templates_and_schemas_end_with_the_program() {
    let directory = directory();
    let endless = "{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}";
    fs::write(directory.path().join("endless.j2"), endless).expect("a file");
    let twice = r##"{"additionalProperties":{"allOf":[{"$ref":"#"},{"$ref":"#"}]}}"##;
    fs::write(directory.path().join("twice.json"), twice).expect("a file");
    let nested = (0..60).fold("{}".to_owned(), |inner, _| format!("{{\"a\":{inner}}}"));
    fs::write(directory.path().join("nested.json"), nested).expect("a file");
    let template = ["generate", "template", "endless.j2", "library.pp", "-o", "out"].as_slice();
    let schema = ["validate", "nested.json", "--model", "library.ecore", "--schema", "twice.json"].as_slice();
    for arguments in [template, schema] {
        for signal in [Signal::TERM, Signal::KILL, Signal::INT] {
            let mut command = program_with_signals(directory.path(), arguments);
            let mut child = command.process_group(0).stderr(Stdio::null()).spawn().expect("it starts");
            wait_for("the other process", || !children(child.id()).is_empty());
            // Let it get past its start, in which it learns what started it.
            std::thread::sleep(Duration::from_millis(50));
            let other = children(child.id());
            send(&child, signal);
            child.wait().expect("it ends");
            wait_for("the end of the other process", || {
                other.iter().all(|process| !Path::new(&format!("/proc/{process}/exe")).exists())
            });
        }
    }
}
