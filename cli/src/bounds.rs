//! Runs the command again in a child process with limits on memory and time.
//!
//! For commands that execute untrusted input: a template that doubles a text forty times, or nests a list a
//! million times, ends only the process that executes it. The library itself counts steps, but does not measure the
//! memory that a step takes. Only Unix has such limits; elsewhere the command runs in this process.

use super::Outcome;
use super::report::Report;

/// How much memory a bounded process may use, and for how many seconds it may compute.
#[cfg(unix)]
const MEMORY: u64 = 2 << 30;
#[cfg(unix)]
const SECONDS: u64 = 120;

/// The environment variable that marks the bounded process.
#[cfg(unix)]
const MARK: &str = "MODELWRIGHT_BOUNDED";

/// Runs the command in a bounded process. Returns `None` in the bounded process itself, and where limits are not
/// supported: the caller must then run the command.
#[cfg(not(unix))]
pub(super) fn run_bounded(_: &mut Report) -> Option<Outcome> {
    None
}

/// Runs the command in a bounded process. Returns `None` in the bounded process itself, and where limits are not
/// supported: the caller must then run the command.
#[cfg(unix)]
pub(super) fn run_bounded(report: &mut Report) -> Option<Outcome> {
    use std::io::{IsTerminal as _, Write as _};
    use std::os::unix::process::ExitStatusExt as _;
    use std::process::{Command, Stdio};

    if std::env::var_os(MARK).is_some() {
        set_limits();
        return None;
    }
    let mut command = Command::new(std::env::current_exe().ok()?);
    command.args(std::env::args_os().skip(1)).env(MARK, "1");
    // The runtime's message about an exceeded limit is dropped. On a terminal, standard error is inherited, so that
    // problems have colours.
    let errors = if std::io::stderr().is_terminal() { Stdio::inherit() } else { Stdio::piped() };
    let output = command.stdin(Stdio::inherit()).stdout(Stdio::inherit()).stderr(errors).spawn().ok()?;
    let output = output.wait_with_output().ok()?;
    if let Some(signal) = output.status.signal() {
        report.show_one(ended_by(signal));
        return Some(Outcome::Problems);
    }
    // Where problems cannot be shown, the exit code still reports them.
    let _ = std::io::stderr().write_all(&output.stderr);
    Some(match output.status.code() {
        Some(0) => Outcome::Fine,
        Some(2) => Outcome::Usage,
        Some(3) => Outcome::Io,
        _ => Outcome::Problems,
    })
}

/// Limits this process, as far as the system supports each limit.
#[cfg(unix)]
fn set_limits() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    for (resource, most) in [(Resource::As, MEMORY), (Resource::Cpu, SECONDS), (Resource::Core, 0)] {
        let maximum = getrlimit(resource).maximum;
        let current = Some(maximum.map_or(most, |maximum| most.min(maximum)));
        let _ = setrlimit(resource, Rlimit { current, maximum });
    }
}

/// The problem of a process that a signal ended.
#[cfg(unix)]
fn ended_by(signal: i32) -> modelwright_metamodel::diagnostic::Diagnostic {
    use modelwright_metamodel::diagnostic::{Diagnostic, codes};
    use rustix::process::Signal;
    let message = if signal == Signal::XCPU.as_raw() {
        format!("the template is not done after {SECONDS} seconds")
    } else if [Signal::ABORT, Signal::SEGV, Signal::BUS, Signal::KILL].map(Signal::as_raw).contains(&signal) {
        format!("the template needs more than {} GiB of memory, or nests values without end", MEMORY >> 30)
    } else {
        format!("signal {signal} ended the template")
    };
    let help = "look for a value that a loop puts together from itself";
    Diagnostic::error(codes::TEMPLATE_LIMIT, message).help(help)
}
