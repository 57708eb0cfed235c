//! Runs this program once more, in a process that may not have all of the machine.
//!
//! For commands that carry out what others wrote: a template that doubles a text forty times, or nests a list a
//! million times, ends the process that does it and no more. The library itself counts steps, but cannot see what one
//! step takes. Only Unix has such processes; elsewhere the command just runs.

use super::Outcome;
use super::report::Report;

/// How much memory a bounded process may ask for, and for how many seconds it may compute.
#[cfg(unix)]
const MEMORY: u64 = 2 << 30;
#[cfg(unix)]
const SECONDS: u64 = 120;

/// Tells the process that it is the bounded one.
#[cfg(unix)]
const MARK: &str = "MODELWRIGHT_BOUNDED";

/// Runs the command of this process in one that is bounded. Nothing where this is that one already, or where there is none:
/// the command is to be run here then.
#[cfg(not(unix))]
pub(super) fn elsewhere(_: &mut Report) -> Option<Outcome> {
    None
}

/// Runs the command of this process in one that is bounded. Nothing where this is that one already, or where there is none:
/// the command is to be run here then.
#[cfg(unix)]
pub(super) fn elsewhere(report: &mut Report) -> Option<Outcome> {
    use std::io::{IsTerminal as _, Write as _};
    use std::os::unix::process::ExitStatusExt as _;
    use std::process::{Command, Stdio};

    if std::env::var_os(MARK).is_some() {
        bound();
        return None;
    }
    let mut command = Command::new(std::env::current_exe().ok()?);
    command.args(std::env::args_os().skip(1)).env(MARK, "1");
    // What the process says as it is ended is for nobody. On a terminal it stays, so that problems have colours.
    let told = if std::io::stderr().is_terminal() { Stdio::inherit() } else { Stdio::piped() };
    let output = command.stdin(Stdio::inherit()).stdout(Stdio::inherit()).stderr(told).spawn().ok()?;
    let output = output.wait_with_output().ok()?;
    if let Some(signal) = output.status.signal() {
        report.show_one(ended(signal));
        return Some(Outcome::Problems);
    }
    // Where problems cannot be shown, the exit code still tells.
    let _ = std::io::stderr().write_all(&output.stderr);
    Some(match output.status.code() {
        Some(0) => Outcome::Fine,
        Some(2) => Outcome::Usage,
        Some(3) => Outcome::Io,
        _ => Outcome::Problems,
    })
}

/// Sets the bounds of this process. A system that has none of a kind goes without it.
#[cfg(unix)]
fn bound() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    for (resource, most) in [(Resource::As, MEMORY), (Resource::Cpu, SECONDS), (Resource::Core, 0)] {
        let maximum = getrlimit(resource).maximum;
        let current = Some(maximum.map_or(most, |maximum| most.min(maximum)));
        let _ = setrlimit(resource, Rlimit { current, maximum });
    }
}

/// What to tell of a process that was ended.
#[cfg(unix)]
fn ended(signal: i32) -> modelwright_metamodel::diagnostic::Diagnostic {
    use modelwright_metamodel::diagnostic::{Diagnostic, codes};
    use rustix::process::Signal;
    let message = if signal == Signal::XCPU.as_raw() {
        format!("the template is not done after {SECONDS} seconds")
    } else if [Signal::ABORT, Signal::SEGV, Signal::BUS, Signal::KILL].map(Signal::as_raw).contains(&signal) {
        format!("the template needs more than {} GiB of memory, or nests values without end", MEMORY >> 30)
    } else {
        format!("the template was ended by signal {signal}")
    };
    let help = "look for a value that is put together from itself inside a loop";
    Diagnostic::error(codes::TEMPLATE_LIMIT, message).help(help)
}
