//! The contents of files in a repository, from one running `git cat-file --batch`.

use super::process::{TIME_LIMIT, command, start, wait};
use modelwright_metamodel::input::Limits;
use std::io::{self, BufRead, BufReader, Read, Write as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

/// The maximum length of the line before a content.
const MAX_HEADER: u64 = 1 << 10;

/// The content of a file.
#[derive(Debug, Clone)]
pub(super) enum Blob {
    Bytes(Arc<[u8]>),
    /// The length in bytes of a file that is larger than a document may be.
    TooLarge(u64),
}

impl Blob {
    /// The length in bytes.
    pub(super) fn len(&self) -> u64 {
        match self {
            Blob::Bytes(bytes) => bytes.len() as u64,
            Blob::TooLarge(len) => *len,
        }
    }
}

/// The contents of files by the names of their objects; git is started when the first one is requested.
#[derive(Debug)]
pub(super) struct Objects {
    directory: PathBuf,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    process: Option<Process>,
    /// The last content, which is often requested twice: for its length, and for its bytes.
    last_content: Option<(String, Blob)>,
}

#[derive(Debug)]
struct Process {
    child: Child,
    requests: ChildStdin,
    replies: Receiver<io::Result<Blob>>,
}

impl Objects {
    pub(super) fn new(directory: PathBuf) -> Self {
        Self { directory, state: Mutex::default() }
    }

    /// The content with a name.
    pub(super) fn get(&self, name: &str) -> io::Result<Blob> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, blob)) = state.last_content.as_ref().filter(|(known, _)| known == name) {
            return Ok(blob.clone());
        }
        let mut process = match state.process.take() {
            Some(process) => process,
            None => self.start()?,
        };
        // A process that fails or does not answer is dropped and thereby ended; the next request starts another one.
        writeln!(process.requests, "{name}")?;
        process.requests.flush()?;
        let reply = process.replies.recv_timeout(TIME_LIMIT);
        let reply = reply.map_err(|_| io::Error::new(io::ErrorKind::TimedOut, "git does not answer"))?;
        state.process = Some(process);
        // An error is returned only after the process was stored, because git continues to run if an object is missing.
        let blob = reply?;
        state.last_content = Some((name.to_owned(), blob.clone()));
        Ok(blob)
    }

    /// Starts git, and a thread that reads its answers.
    fn start(&self) -> io::Result<Process> {
        let mut command = command(&self.directory, &["cat-file", "--batch"]);
        // Standard error only repeats failures that the answers on standard output report.
        command.stdin(Stdio::piped()).stderr(Stdio::null());
        let mut child = start(&mut command).map_err(|problem| io::Error::other(problem.to_string()))?;
        let (Some(requests), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let (sender, replies) = channel();
        thread::spawn(move || forward_answers(BufReader::new(output), &sender));
        Ok(Process { child, requests, replies })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        wait(&mut self.child, Instant::now());
    }
}

/// Reads the answers of git and sends each to the channel, until git ends.
fn forward_answers(mut output: BufReader<ChildStdout>, sender: &Sender<io::Result<Blob>>) {
    loop {
        let reply = read_blob(&mut output);
        let is_end = reply.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::UnexpectedEof);
        if sender.send(reply).is_err() || is_end {
            return;
        }
    }
}

/// Reads an answer: `NAME blob LENGTH`, and the bytes; or `NAME missing`.
fn read_blob(output: &mut BufReader<ChildStdout>) -> io::Result<Blob> {
    let mut header = String::new();
    if output.by_ref().take(MAX_HEADER).read_line(&mut header)? == 0 {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    let words: Vec<&str> = header.split_whitespace().collect();
    let (kind, len) = match words.as_slice() {
        [_, kind, len] => {
            (*kind, len.parse::<u64>().map_err(|_| io::Error::from(io::ErrorKind::InvalidData))?)
        }
        _ => return Err(io::Error::other(format!("git answers: {}", header.trim()))),
    };
    if kind != "blob" || len > Limits::default().document as u64 {
        // The content is skipped with the line break after it, so that the
        // next answer begins at its header.
        io::copy(&mut output.by_ref().take(len.saturating_add(1)), &mut io::sink())?;
        return match kind {
            "blob" => Ok(Blob::TooLarge(len)),
            kind => Err(io::Error::other(format!("git has a {kind} instead of a file"))),
        };
    }
    let mut bytes = Vec::new();
    output.by_ref().take(len).read_to_end(&mut bytes)?;
    // Skips the line break after the content.
    let mut line_break = [0];
    output.read_exact(&mut line_break)?;
    Ok(Blob::Bytes(bytes.into()))
}
