//! Runs git with limits: of its time, and of what it prints.

use modelwright_metamodel::diagnostic::{Diagnostic, codes, printable_line};
use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The time that git may take for an answer.
pub(super) const TIME_LIMIT: Duration = Duration::from_secs(60);
/// The bytes that a command may print: the names of some two million files.
const MAX_OUTPUT: u64 = 256 << 20;
/// The bytes of an error that are shown.
const MAX_MESSAGE: u64 = 4 << 10;

/// A command of git that reads a repository and nothing else.
pub(super) fn command(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("git");
    // A repository may be untrusted: it must not start programs, nor replace the objects that are read.
    command.args(["--no-pager", "--no-replace-objects", "-c", "core.fsmonitor=false", "-c"]);
    command.args(["core.hooksPath=/dev/null", "-C"]).arg(directory).args(arguments);
    // A partial clone would fetch what is missing; a reader needs no locks and has no answers for prompts.
    command.env("GIT_NO_LAZY_FETCH", "1").env("GIT_OPTIONAL_LOCKS", "0").env("GIT_TERMINAL_PROMPT", "0");
    // Messages must not depend on the language of the user.
    command.env("LC_ALL", "C").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Starts a command.
pub(super) fn start(command: &mut Command) -> Result<Child, Box<Diagnostic>> {
    command.spawn().map_err(|error| {
        let reason = match error.kind() {
            io::ErrorKind::NotFound => "there is no such program".to_owned(),
            _ => error.to_string(),
        };
        let message = format!("git cannot be started: {reason}");
        let help = "install git, or check both revisions out and compare the directories without --git";
        Box::new(Diagnostic::error(codes::CANNOT_READ, message).help(help))
    })
}

/// Runs a command of git and returns its output. A command that fails without any output or message has an empty
/// result, not an error.
pub(super) fn run(directory: &Path, arguments: &[&str]) -> Result<Vec<u8>, Box<Diagnostic>> {
    let name = arguments.first().copied().unwrap_or_default();
    let mut child = start(&mut command(directory, arguments))?;
    // One byte more is read, which shows that the limit is exceeded.
    let output = child.stdout.take().map(|output| read(output, MAX_OUTPUT + 1));
    let message = child.stderr.take().map(|message| read(message, MAX_MESSAGE));
    let deadline = Instant::now() + TIME_LIMIT;
    let receive = |receiver: Option<Receiver<io::Result<Vec<u8>>>>| {
        let remaining = deadline.saturating_duration_since(Instant::now());
        receiver.and_then(|receiver| receiver.recv_timeout(remaining).ok())
    };
    let output = receive(output);
    let is_too_long = matches!(&output, Some(Ok(output)) if output.len() as u64 > MAX_OUTPUT);
    let message = if is_too_long { None } else { receive(message) };
    // A process that printed too much is ended at once.
    let status = wait(&mut child, if is_too_long { Instant::now() } else { deadline });
    let message = message.and_then(Result::ok).unwrap_or_default();
    let message = printable_line(String::from_utf8_lossy(&message).trim()).into_owned();
    let failure = |reason: &str, help: &str| {
        Err(Box::new(
            Diagnostic::error(codes::CANNOT_READ, format!("git {name} {reason}")).help(help.to_owned()),
        ))
    };
    // `merge-base` fails in this way if there is no common revision.
    let is_silent = message.is_empty() && matches!(&output, Some(Ok(output)) if output.is_empty());
    match (output, status) {
        _ if is_too_long => failure("prints too much", "compare two directories without --git"),
        (Some(Ok(output)), Some(status)) if status.success() || is_silent => Ok(output),
        (Some(Ok(_)), Some(_)) => failure(
            &format!("fails: {message}"),
            "check the names of the revisions, and that this is a repository",
        ),
        (Some(Err(error)), _) => failure(&format!("fails: {error}"), "check the repository with `git fsck`"),
        _ => failure(
            &format!("takes more than {} seconds", TIME_LIMIT.as_secs()),
            "check the repository with `git fsck`",
        ),
    }
}

/// Waits for a process until a time. Returns `None` if the process did not end by then and was killed.
pub(super) fn wait(child: &mut Child, deadline: Instant) -> Option<std::process::ExitStatus> {
    loop {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status);
        }
        if Instant::now() >= deadline {
            // This fails if the process has ended in the meantime.
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// Reads a stream in a thread, up to a limit.
fn read(stream: impl Read + Send + 'static, limit: u64) -> Receiver<io::Result<Vec<u8>>> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let read_result = stream.take(limit).read_to_end(&mut bytes);
        // If the time is over, the receiver is gone.
        let _ = sender.send(read_result.map(|_| bytes));
    });
    receiver
}
