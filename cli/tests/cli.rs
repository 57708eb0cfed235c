//! The command line from end to end: runs the built program on directories of cases, and on input that is too large or
//! too unusual to be stored in files.

#[path = "cli/colour.rs"]
mod colour;
#[cfg(unix)]
#[path = "cli/enc.rs"]
mod enc;
#[cfg(unix)]
#[path = "cli/functions_program.rs"]
mod functions_program;
#[path = "cli/generated.rs"]
mod generated;
#[cfg(unix)]
#[path = "cli/git.rs"]
mod git;
#[path = "cli/report.rs"]
mod report;
#[path = "cli/runner.rs"]
mod runner;
#[cfg(unix)]
#[path = "cli/signals.rs"]
mod signals;
#[cfg(unix)]
#[path = "cli/system.rs"]
mod system;
#[path = "cli/table.rs"]
mod table;

#[test]
fn cases_end_as_expected() {
    runner::cases(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli"), 50);
}
