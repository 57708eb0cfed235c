//! Runs a program that the user specified or allowed, and returns what it prints.
//!
//! Invariants: no shell is involved; standard input is empty; the time and the length of the output are limited. A
//! process that the program leaves running is not waited for.

use modelwright_metamodel::diagnostic::printable_line;
use std::ffi::OsStr;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

/// The maximum number of bytes that a program may print.
const MAX_OUTPUT: u64 = 16 << 20;
/// How many characters of a program's standard error stream a problem quotes.
const MAX_EXCERPT_LENGTH: usize = 2_000;
/// How long to wait between two checks whether a program has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(5);
/// How long to wait for the standard error stream of a program that has ended.
const ERRORS_TIME_LIMIT: Duration = Duration::from_millis(100);

/// Why a program gave no output: how it ended, and what helps.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) message: String,
    pub(super) help: String,
}

/// Runs a program with arguments; returns what it printed.
///
/// # Errors
/// If it cannot be started, fails, prints too much or does not end in time.
pub(super) fn run(program: &Path, arguments: &[&OsStr], limit: Duration) -> Result<Vec<u8>, Failure> {
    let mut command = Command::new(program);
    // Otherwise, the program would read the standard input of this command.
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| {
        let help = format!("specify an executable file: {}", modelwright::files::error_text(&error));
        Failure { message: "cannot be started".to_owned(), help }
    })?;
    let output = collect(child.stdout.take());
    let errors = collect(child.stderr.take());
    let deadline = Instant::now() + limit;
    let status = wait(&mut child, deadline);
    let printed = match status {
        // The reading thread may need a moment after the program has ended, even if no time is left.
        Some(_) => {
            output.recv_timeout(deadline.saturating_duration_since(Instant::now()).max(POLL_INTERVAL)).ok()
        }
        None => None,
    };
    // A process that the program left running may keep the pipe open, so the end of the stream is not awaited.
    let errors = errors.recv_timeout(ERRORS_TIME_LIMIT).unwrap_or_default();
    let printed_errors = match String::from_utf8_lossy(&errors).trim() {
        "" => "it printed nothing to standard error".to_owned(),
        text => format!("it printed to standard error: {}", excerpt(text)),
    };
    let (Some(status), Some(printed)) = (status, printed) else {
        let message = format!("did not end within {} s", limit.as_secs());
        return Err(Failure { message, help: printed_errors });
    };
    // First, because a program whose output is not read to its end fails by that.
    if printed.len() as u64 > MAX_OUTPUT {
        let message = format!("printed more than {MAX_OUTPUT} bytes");
        return Err(Failure { message, help: printed_errors });
    }
    if !status.success() {
        return Err(Failure { message: outcome(status), help: printed_errors });
    }
    Ok(printed)
}

/// How a program ended, in words.
fn outcome(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("ended with exit code {code}"),
        None => "was ended by a signal".to_owned(),
    }
}

/// The text on one line, cut after [`MAX_EXCERPT_LENGTH`] characters.
fn excerpt(text: &str) -> String {
    let line = printable_line(text);
    match line.char_indices().nth(MAX_EXCERPT_LENGTH) {
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
            // One byte more is read, which shows that the limit is exceeded.
            let _ = stream.take(MAX_OUTPUT + 1).read_to_end(&mut bytes);
        }
        let _ = sender.send(bytes);
    });
    receiver
}

/// Waits for a program. Returns `None` if the program did not end in time and was killed.
fn wait(child: &mut Child, deadline: Instant) -> Option<ExitStatus> {
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            Ok(None) if Instant::now() < deadline => thread::sleep(POLL_INTERVAL),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                return None;
            }
        }
    }
}
