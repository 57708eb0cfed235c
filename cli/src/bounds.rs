//! Runs this program once more, in a process with limits on memory and time.
//!
//! For commands that execute what others wrote: a template that doubles a text forty times, or nests a list a
//! million times, ends the process that executes it and no other. The library itself counts steps, but does not see how
//! much one step takes. Only Unix has such limits; elsewhere the command runs in this process.

use super::Outcome;
use super::report::Report;

/// How much memory a bounded process may use, and for how many seconds it may compute.
#[cfg(unix)]
const MEMORY: u64 = 2 << 30;
#[cfg(unix)]
const SECONDS: u64 = 120;

/// The variable that marks a process as the bounded one.
#[cfg(unix)]
const MARK: &str = "MODELWRIGHT_BOUNDED";

/// Runs the command of this process in a bounded one. Nothing where this process is the bounded one already, or where
/// there are no limits: the caller is to run the command then.
#[cfg(not(unix))]
pub(super) fn run_bounded(_: &mut Report) -> Option<Outcome> {
    None
}

/// Runs the command of this process in a bounded one. Nothing where this process is the bounded one already, or where
/// there are no limits: the caller is to run the command then.
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
    // Where a limit ends the process, what the runtime prints is dropped. On a terminal it stays, so that problems have
    // colours.
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

/// Limits this process. A limit that the system does not have is left out.
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
