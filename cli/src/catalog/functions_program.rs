//! A program that the user specified, which answers calls of functions that are not evaluated here: a line of JSON for
//! each call on its standard input, and a line for each answer on its standard output.
//!
//! Invariants: no shell is involved; the program is started with the first call, once; an answer is limited in time and
//! length; after a missing answer, the program is killed, and not started again.

use modelwright::catalog::functions::FunctionSource;
use modelwright_metamodel::diagnostic::printable_line;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// The maximum number of bytes of an answer.
const MAX_ANSWER: u64 = 16 << 20;

/// The program.
#[derive(Debug)]
pub(super) struct FunctionsProgram {
    words: Vec<String>,
    limit: Duration,
    state: Mutex<State>,
}

/// What the program does.
#[derive(Debug)]
enum State {
    NotStarted,
    Running(Process),
    /// Why the program was ended.
    Ended(String),
}

/// A running program.
#[derive(Debug)]
struct Process {
    child: Child,
    calls: Sender<String>,
    answers: Receiver<Result<String, String>>,
}

impl FunctionsProgram {
    /// A program with its arguments, separated by spaces.
    pub(super) fn new(command: &str, limit: Duration) -> Self {
        let words = command.split_whitespace().map(str::to_owned).collect();
        Self { words, limit, state: Mutex::new(State::NotStarted) }
    }

    /// Starts the program, and threads that write to it and read from it.
    fn start(&self) -> Result<Process, String> {
        let Some((program, arguments)) = self.words.split_first() else {
            return Err("no program is specified".to_owned());
        };
        let mut command = Command::new(program);
        // Standard error is not captured, so the user sees what the program prints there.
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let program_name = printable_line(program).into_owned();
        let mut child = command.spawn().map_err(|error| {
            format!(
                "the program {program_name} cannot be started: {}",
                modelwright::files::error_text(&error)
            )
        })?;
        match (child.stdin.take(), child.stdout.take()) {
            (Some(input), Some(output)) => {
                Ok(Process { child, calls: start_writer(input), answers: start_reader(output) })
            }
            _ => Err(format!("the program {program_name} has no standard input or output")),
        }
    }
}

impl FunctionSource for FunctionsProgram {
    fn answer(&self, call: &str) -> Result<String, String> {
        // If another thread panicked here, the state is still valid, because it changes only by assignments.
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if matches!(*state, State::NotStarted) {
            *state = self.start().map_or_else(State::Ended, State::Running);
        }
        let answer = match &mut *state {
            State::Running(process) => process.request_answer(call, self.limit),
            State::Ended(reason) => return Err(reason.clone()),
            State::NotStarted => return Err("the program was not started".to_owned()),
        };
        if let Err(reason) = &answer {
            // A later line could be the answer to this call, so no further call can be sent.
            *state = State::Ended(reason.clone());
        }
        answer
    }
}

impl Process {
    /// Sends a call, and waits for its answer.
    fn request_answer(&mut self, call: &str, limit: Duration) -> Result<String, String> {
        // A failure is also visible in the answer.
        let _ = self.calls.send(format!("{call}\n"));
        match self.answers.recv_timeout(limit) {
            Ok(answer) => answer,
            Err(RecvTimeoutError::Timeout) => {
                Err(format!("the program did not answer within {} s", limit.as_secs()))
            }
            Err(RecvTimeoutError::Disconnected) => Err("the program ended without an answer".to_owned()),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Writes calls in a thread of its own, because a program that does not read would block the writer beyond the limit.
fn start_writer(mut input: ChildStdin) -> Sender<String> {
    let (sender, receiver) = mpsc::channel::<String>();
    thread::spawn(move || {
        for line in receiver {
            if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
                return;
            }
        }
    });
    sender
}

/// Reads answers in a thread of its own, so that waiting for them can end.
fn start_reader(output: ChildStdout) -> Receiver<Result<String, String>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut output = BufReader::new(output);
        loop {
            let mut bytes = Vec::new();
            // One byte more shows that the limit is exceeded.
            let read_result = output.by_ref().take(MAX_ANSWER + 1).read_until(b'\n', &mut bytes);
            let answer = match read_result {
                Ok(0) | Err(_) => return,
                Ok(_) if bytes.len() as u64 > MAX_ANSWER => {
                    Err(format!("the program printed more than {MAX_ANSWER} bytes"))
                }
                Ok(_) => String::from_utf8(bytes).map_err(|_| "the answer is not UTF-8".to_owned()),
            };
            let is_last = answer.is_err();
            if sender.send(answer).is_err() || is_last {
                return;
            }
        }
    });
    receiver
}
