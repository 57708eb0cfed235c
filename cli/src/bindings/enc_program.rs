//! Runs an external node classifier (ENC): the only program that these commands run, and only if the user names it.
//!
//! Invariants: no shell is involved; the program gets the name of the node as its only argument and nothing to read; it has
//! a time limit, and what it prints is limited. A program that it left running is not waited for.

use modelwright::bindings::enc::EncOutput;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes, printable_line};
use modelwright_metamodel::input::{Limits, decode_text};
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

/// The maximum number of bytes that a program may print.
const MAX_OUTPUT: u64 = 16 << 20;
/// How much of what a program printed to standard error a problem shows.
const SHOWN_ERRORS: usize = 2_000;
/// How long to wait between two looks at a running program.
const PAUSE: Duration = Duration::from_millis(5);

/// Runs a program for a node, and reads its output.
///
/// # Errors
/// If it cannot be started, fails, prints too much, does not end in time, or its output is invalid.
pub(super) fn run(
    program: &Path,
    node: &str,
    limit: Duration,
) -> Result<(EncOutput, Diagnostics), Diagnostics> {
    let shown = printable_line(&program.to_string_lossy()).into_owned();
    let failed = |message: &str, help: String| -> Diagnostics {
        let message = format!("the ENC {shown} {message} for the node {}", printable_line(node));
        Diagnostic::error(codes::BINDINGS_ENC, message).help(help).into()
    };
    let mut command = Command::new(program);
    command.arg(node).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| {
        let help = format!("name an executable file: {}", modelwright::files::error_text(&error));
        failed("cannot be started", help)
    })?;
    let output = collect(child.stdout.take());
    let errors = collect(child.stderr.take());
    let end = Instant::now() + limit;
    let status = wait(&mut child, end);
    let printed = match status {
        Some(_) => output.recv_timeout(end.saturating_duration_since(Instant::now()).max(PAUSE)).ok(),
        None => None,
    };
    let errors = errors.recv_timeout(PAUSE * 20).unwrap_or_default();
    let said = match String::from_utf8_lossy(&errors).trim() {
        "" => "it printed nothing to standard error".to_owned(),
        text => format!("it printed to standard error: {}", excerpt(text)),
    };
    let (Some(status), Some(printed)) = (status, printed) else {
        return Err(failed(&format!("did not end within {} s", limit.as_secs()), said));
    };
    if !status.success() {
        return Err(failed(&outcome(status), said));
    }
    if printed.len() as u64 > MAX_OUTPUT {
        return Err(failed(&format!("printed more than {MAX_OUTPUT} bytes"), said));
    }
    let source = decode_text(&format!("output of {shown}"), printed, &Limits::default());
    EncOutput::read(&source.map_err(|problem| Diagnostics::from(*problem))?)
}

/// How a program ended, in words.
fn outcome(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("ended with exit code {code}"),
        None => "was ended by a signal".to_owned(),
    }
}

fn excerpt(text: &str) -> String {
    let line = printable_line(text);
    match line.char_indices().nth(SHOWN_ERRORS) {
        Some((end, _)) => format!("{} …", &line[..end]),
        None => line.into_owned(),
    }
}

/// Reads what a program prints in a thread of its own, so that a full pipe does not stop the program.
fn collect(stream: Option<impl Read + Send + 'static>) -> Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(stream) = stream {
            let _ = stream.take(MAX_OUTPUT + 1).read_to_end(&mut bytes);
        }
        let _ = sender.send(bytes);
    });
    receiver
}

/// Waits for a program; one that does not end in time is ended, and has no status.
fn wait(child: &mut Child, end: Instant) -> Option<ExitStatus> {
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            Ok(None) if Instant::now() < end => thread::sleep(PAUSE),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                return None;
            }
        }
    }
}
