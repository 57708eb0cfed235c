//! Project chores: what is run by hand or by the continuous build and ships to nobody.

mod interop;

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask interop psych SHARED_FOLDER";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match words.as_slice() {
        ["interop", "psych", shared] => interop::psych::run(Path::new(shared)),
        _ => Err(USAGE.to_owned()),
    };
    let (text, code) = match result {
        Ok(summary) if summary.differences.is_empty() => (summary.to_string(), ExitCode::SUCCESS),
        Ok(summary) => (summary.to_string(), ExitCode::FAILURE),
        Err(message) => (format!("{message}\n"), ExitCode::from(2)),
    };
    match std::io::stdout().lock().write_all(text.as_bytes()) {
        Ok(()) => code,
        Err(_) => ExitCode::from(2),
    }
}
