//! Runs the command again in a child process with limits on memory and time.
//!
//! For commands that execute untrusted input. A template may double a string forty times, and a schema may refer to
//! itself twice: the limits then end the child process only. The library itself counts steps, but does not measure the
//! memory that a step needs. Only Unix has such limits; on other systems, the command runs in this process. The child
//! process also ends when this process ends, for whatever reason.

use super::Outcome;
#[cfg(unix)]
use super::output;
use super::report::Report;
use modelwright_metamodel::diagnostic::{Code, codes};

/// The limits of a bounded process, and the help of the problem that reports an exceeded limit.
#[cfg_attr(not(unix), expect(dead_code, reason = "only Unix has limits"))]
pub(super) struct Bounds {
    /// What is executed, for messages.
    subject: &'static str,
    code: Code,
    help: &'static str,
    /// Bytes of memory.
    memory: u64,
    /// Seconds of processor time.
    seconds: u64,
}

impl Bounds {
    /// The limits of a template.
    pub(super) const TEMPLATE: Self = Self {
        // The library limits the steps of a template, but not the memory that a step uses, so the process is limited
        // (Decision 11).
        subject: "the template",
        code: codes::TEMPLATE_LIMIT,
        help: "look for a loop that repeatedly appends a value to itself",
        memory: 2 << 30,
        seconds: 120,
    };

    /// The limits of checks against schemas, for documents of this size in bytes: 2 GiB of memory, and 64 bytes more
    /// for each byte; 60 seconds, and one more for each 256 KiB.
    pub(super) const fn schemas(bytes: u64) -> Self {
        Self {
            subject: "the check by the schema",
            code: codes::LIMIT,
            help: "look for rules of the schema that apply to one value again and again: \
                   references of the schema to itself below `allOf`, `anyOf`, `oneOf` or `unevaluatedProperties`",
            memory: (2_u64 << 30).saturating_add(bytes.saturating_mul(64)),
            seconds: 60_u64.saturating_add(bytes / (256 << 10)),
        }
    }
}

/// The environment variable that marks the bounded process; its value is the number of the process that started it.
#[cfg(unix)]
const BOUNDED_VARIABLE: &str = "MODELWRIGHT_BOUNDED";

/// Runs the command in a bounded process. Returns `None` in the bounded process itself, and on systems without
/// limits: the caller must then run the command.
#[cfg(not(unix))]
pub(super) fn run_bounded(_: &mut Report, _: &Bounds) -> Option<Outcome> {
    None
}

/// Runs the command in a bounded process. Returns `None` in the bounded process itself, or if none can be started: the
/// caller must then run the command.
#[cfg(unix)]
pub(super) fn run_bounded(report: &mut Report, bounds: &Bounds) -> Option<Outcome> {
    use std::io::{IsTerminal as _, Write as _};
    use std::os::unix::process::ExitStatusExt as _;
    use std::process::{Command, Stdio};

    // This is the bounded process, which has the same command line.
    if let Some(parent) = std::env::var_os(BOUNDED_VARIABLE) {
        set_limits(bounds);
        return end_with_parent(&parent);
    }
    let mut command = Command::new(std::env::current_exe().ok()?);
    command.args(std::env::args_os().skip(1)).env(BOUNDED_VARIABLE, std::process::id().to_string());
    // Standard error is captured, so that the runtime's message about an exceeded limit can be dropped. On a terminal,
    // it is inherited, so that problems have colours.
    let errors = if std::io::stderr().is_terminal() { Stdio::inherit() } else { Stdio::piped() };
    let child = command.stdin(Stdio::inherit()).stdout(Stdio::inherit()).stderr(errors).spawn().ok()?;
    let output = child.wait_with_output().ok()?;
    if let Some(signal) = output.status.signal() {
        report.show_one(ended_by(signal, bounds));
        return Some(Outcome::Problems);
    }
    // The bounded process has shown the result already.
    report.leave_result();
    // If problems cannot be shown, the exit code still reports them.
    let _ = std::io::stderr().write_all(&output.stderr);
    // These are the exit codes of `Outcome`.
    Some(match output.status.code() {
        Some(0) => Outcome::Done,
        Some(2) => Outcome::Usage,
        Some(3) => Outcome::Io,
        _ => Outcome::Problems,
    })
}

/// Limits this process, as far as the system supports each limit.
#[cfg(unix)]
fn set_limits(bounds: &Bounds) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    // `As` is the size of the address space. `Core` is 0: a process that a limit ends should leave no dump.
    for (resource, max) in
        [(Resource::As, bounds.memory), (Resource::Cpu, bounds.seconds), (Resource::Core, 0)]
    {
        let Rlimit { current, maximum } = getrlimit(resource);
        // A limit that the user set, such as by `ulimit`, may be lower. `None` means that there is no limit.
        let lowest = max.min(current.unwrap_or(u64::MAX)).min(maximum.unwrap_or(u64::MAX));
        let _ = setrlimit(resource, Rlimit { current: Some(lowest), maximum });
    }
}

/// Requests that the system sends this process a signal when its parent ends. Returns an outcome if the parent has
/// ended already. A signal, unlike an immediate end, lets this process remove its temporary files.
#[cfg(unix)]
fn end_with_parent(parent: &std::ffi::OsStr) -> Option<Outcome> {
    use rustix::process::Signal;
    // An ignored SIGTERM would not end the process.
    let signal = if output::is_ignored(Signal::TERM.as_raw()) { Signal::KILL } else { Signal::TERM };
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_parent_process_death_signal(Some(signal));
    #[cfg(not(target_os = "linux"))]
    watch_parent(parent.to_owned(), signal);
    // The parent may have ended before the signal was requested.
    (!is_parent(parent)).then_some(Outcome::Problems)
}

/// Whether the process with this number is still the parent of this one.
#[cfg(unix)]
fn is_parent(parent: &std::ffi::OsStr) -> bool {
    let current_parent = rustix::process::getppid().map(|process| process.as_raw_nonzero().to_string());
    current_parent.as_deref() == parent.to_str()
}

/// Sends this process a signal when its parent has ended, on systems that do not do so themselves.
#[cfg(all(unix, not(target_os = "linux")))]
fn watch_parent(parent: std::ffi::OsString, signal: rustix::process::Signal) {
    std::thread::spawn(move || {
        while is_parent(&parent) {
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
        let _ = rustix::process::kill_process(rustix::process::getpid(), signal);
    });
}

/// The problem of a process that was ended by a signal.
#[cfg(unix)]
fn ended_by(signal: i32, bounds: &Bounds) -> modelwright_metamodel::diagnostic::Diagnostic {
    use modelwright_metamodel::diagnostic::Diagnostic;
    use rustix::process::Signal;
    let Bounds { subject, seconds, memory, .. } = bounds;
    let message = if signal == Signal::XCPU.as_raw() {
        format!("{subject} did not finish within {seconds} seconds")
    } else if [Signal::ABORT, Signal::SEGV, Signal::BUS, Signal::KILL].map(Signal::as_raw).contains(&signal) {
        // Rust aborts if memory cannot be allocated or a stack is exhausted.
        format!("{subject} needs more than {} GiB of memory, or nests values without a limit", memory >> 30)
    } else {
        format!("signal {signal} ended {subject}")
    };
    Diagnostic::error(bounds.code, message).help(bounds.help)
}
